"""Questions to the rules lab about points, levels and the next dealer."""

from collections.abc import Callable, Mapping

from domain.games.question import MOST_NUMBER, Answer, BadQuestion, Part
from domain.games.sheng_ji.follow import lead_of
from domain.games.sheng_ji.holding import hand_of, in_suit
from domain.games.sheng_ji.hooks import LastTrick, hooked_back
from domain.games.sheng_ji.kitty_bonus import decisive_unit, factor_of_lead, kitty_factor
from domain.games.sheng_ji.lab.playing import read_lead, units_led
from domain.games.sheng_ji.lab.setting import Setup, read_shape
from domain.games.sheng_ji.levels import LEVEL_NAMES, HandPlayed, Position, advance_by
from domain.games.sheng_ji.options.scoring import KittyMultiplier
from domain.games.sheng_ji.succession import next_dealer
from domain.games.sheng_ji.trick import best_reading
from domain.games.sheng_ji.units import Unit, unit_cards
from domain.kernel.cards import RANK_NAMES, RANK_OF_NAME, Rank, write_cards
from domain.kernel.messages import message
from domain.kernel.seats import Seat


def score_(setting: Setup, asked: Part) -> Answer:
    """Returns who advances, and by how many levels."""
    return setting.score(asked.whole("opponent_points", -MOST_NUMBER))


def kitty_factor_(setting: Setup, asked: Part) -> Answer:
    """Returns the factor of the kitty's points for a decisive unit."""
    width, length = read_shape(asked, "unit") if asked.has("unit") else (1, 1)
    cards = width * length
    if asked.has("cards_in_last_trick_play"):
        cards = asked.whole("cards_in_last_trick_play", 1, MOST_NUMBER)
    return {"factor": kitty_factor(setting.rules.kitty_multiplier, width, length, cards)}


def last_trick_unit(setting: Setup, asked: Part) -> Answer:
    """Returns the decisive unit of the cards of the last trick, and its factor by each multiplier."""
    order = setting.order()
    _, suit, units = read_lead(setting, asked, "winning_cards")
    multipliers: tuple[KittyMultiplier, ...] = (
        "pow2_pairs",
        "pow2_cards",
        "twice_cards",
        "twice_len_plus_one",
        "twice_total_cards",
        "flat_2",
    )
    singles = setting.rules.kitty_multiplier_singles_throw
    return {
        "unit": write_cards(unit_cards(order, suit, decisive_unit(units))),
        "factor": factor_of_lead(setting.rules.kitty_multiplier, singles, units),
        **{f"factor_{name}": factor_of_lead(name, singles, units) for name in multipliers},
        **{f"factor_if_{each}": factor_of_lead(setting.rules.kitty_multiplier, each, units) for each in (2, 3)},
    }


def hand_total(setting: Setup, asked: Part) -> Answer:
    """Returns the opponents' points with the kitty bonus, and the result."""
    width, length = read_shape(asked, "last_unit")
    factor = kitty_factor(setting.rules.kitty_multiplier, width, length, width * length)
    bonus = factor * asked.whole("kitty_points")
    total = asked.whole("points_in_tricks", -MOST_NUMBER) + bonus
    result = setting.score(total)
    levels = result["levels"]
    laps = divmod(levels, len(RANK_NAMES)) if isinstance(levels, int) else (0, 0)
    return {
        "factor": factor,
        "kitty_bonus": bonus,
        "total": total,
        **result,
        "laps_of_13": f"{laps[0]} {laps[1]}/{len(RANK_NAMES)}",
    }


def _level(asked: Part, field: str) -> Rank:
    return Rank(LEVEL_NAMES.index(asked.word(field, LEVEL_NAMES)))


def level_step(setting: Setup, asked: Part) -> Answer:
    """Returns the level of a side after a hand, and whether it has won the match.

    `laps` and `attempted` are those before the hand. `trump_rank` NT is a hand without a trump rank.
    """
    attempted = [RANK_OF_NAME[name] for name in RANK_NAMES if name in asked.words("attempted", RANK_NAMES)]
    laps = asked.whole("laps", 0, setting.rules.levels.laps - 1) if asked.has("laps") else 0
    after = advance_by(
        setting.rules.levels,
        Position(_level(asked, "level"), laps, tuple(attempted)),
        HandPlayed(
            asked.whole("levels_won"),
            _level(asked, "trump_rank"),
            as_declarers=asked.word("as", ("declarers", "opponents")) == "declarers",
            won=asked.truth("won"),
        ),
    )
    return {
        "level": LEVEL_NAMES[after.level],
        "game_won": after.won,
        "laps": after.position.laps,
        "attempted": [LEVEL_NAMES[level] for level in after.position.attempted],
    }


def level_reset(setting: Setup, asked: Part) -> Answer:
    """Returns the level to which the play that won the last trick sets the declarers back, or `not_reset`.

    With `lead`, the unit that answers the longest unit of the lead counts. Otherwise the longest unit of the play does.
    """
    order, rules = setting.order(), setting.rules
    winning = asked.play("winning_cards", setting.copies)
    suit, units = units_led(setting, winning, "input.winning_cards", [])
    longest: Unit | None = decisive_unit(units)
    if asked.has("lead"):
        _, led_suit, led = read_lead(setting, asked)
        holding = in_suit(hand_of(order, winning), suit)
        reading = best_reading(order.chains[suit], holding, lead_of(led_suit, led), "longest_unit")
        longest = reading[0] if reading else None
    if longest is None:
        raise BadQuestion(message("input.lead: these cards cannot win over that lead"), facts={"field": "input.lead"})
    last = LastTrick(
        won_by_opponents=asked.word("last_trick_won_by", ("declarers", "opponents")) == "opponents",
        cards=winning,
        longest_unit=unit_cards(order, suit, longest),
        threshold_reached=asked.whole("opponent_points", -MOST_NUMBER) >= rules.threshold,
    )
    back_to = hooked_back(rules, setting.rank(), order.trump_suit, last)
    reset = back_to is not None and _level(asked, "declarers_level") == setting.rank()
    return {"declarers_level": RANK_NAMES[back_to] if back_to is not None and reset else "not_reset"}


def trump_rank(_: Setup, asked: Part) -> Answer:
    """Returns the trump rank of a hand (SJ-LEVEL-03)."""
    return {"trump_rank": RANK_NAMES[asked.rank("declarers_level")]}


def next_dealer_(setting: Setup, asked: Part) -> Answer:
    """Returns the next dealer. Without `declarer_seats`, every second seat is a declarer."""
    players = setting.players
    dealer = asked.seat("dealer_seat", players)
    declarers = asked.seats("declarer_seats", players) if asked.has("declarer_seats") else None
    if declarers is not None and (dealer not in declarers or len(set(declarers)) == players):
        field = "input.declarer_seats"
        raise BadQuestion(
            message("{field}: give the dealer and friends, but not all players", field=field), facts={"field": field}
        )
    return {
        "dealer_seat": next_dealer(
            dealer,
            players,
            declarers_won=asked.truth("declarers_won"),
            declarers=None if declarers is None else [Seat(seat) for seat in declarers],
            succession=setting.rules.succession,
        )
    }


KINDS: Mapping[str, Callable[[Setup, Part], Answer]] = {
    "hand_total": hand_total,
    "kitty_factor": kitty_factor_,
    "last_trick_unit": last_trick_unit,
    "level_reset": level_reset,
    "level_step": level_step,
    "next_dealer": next_dealer_,
    "score": score_,
    "trump_rank": trump_rank,
}
