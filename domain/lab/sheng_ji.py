"""The rules lab's answers about Sheng Ji: one function for each kind of question (RULES §32, RUL-01, RUL-02)."""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import cast

from domain.cards import (
    BIG_JOKER,
    FILLER,
    NAMES,
    POINTS,
    RANK_NAMES,
    RANK_OF_NAME,
    SUIT_NAMES,
    SUITS,
    Cards,
    Rank,
    face,
    rank_of,
    read_card,
    write_cards,
)
from domain.lab.question import (
    MOST_DECKS,
    MOST_ITEMS,
    MOST_NUMBER,
    MOST_PLAYERS,
    MOST_RATING,
    Answer,
    BadQuestion,
    Part,
)
from domain.rating import Rated, RatingRules, changes
from domain.refusals import Illegal
from domain.seats import Seat
from domain.shengji.chao import first_polled, ladder, next_polled
from domain.shengji.check import follows_suit, led_units
from domain.shengji.conflicts import FRIENDS_ONLY
from domain.shengji.deal_shape import cards_removed, declarers_nominal
from domain.shengji.declare import Floor, Shown, dealer_by, show
from domain.shengji.first_drawer import count_of
from domain.shengji.follow import Lead, lead_of
from domain.shengji.friends import (
    WORDS,
    Call,
    CallRules,
    CallWord,
    after_play,
    called,
    calls_wanted,
    check_call,
    missing_teammates,
    opponent_points,
)
from domain.shengji.friends import declarers as declarers_of
from domain.shengji.holding import Hand, Holding, hand_cards, hand_holds, hand_of, holding_cards, size, sole_suit
from domain.shengji.hooks import LastTrick, hooked_back
from domain.shengji.kitty_bonus import KittyMultiplier, decisive_unit, factor_of_lead, kitty_factor
from domain.shengji.levels import LEVEL_NAMES, HandPlayed, Position, advance_by
from domain.shengji.no_declaration import turn_kitty
from domain.shengji.options import OptionValue
from domain.shengji.order import (
    EFFECTIVE_SUIT_NAMES,
    EFFECTIVE_SUITS,
    TRUMPS,
    EffectiveSuit,
    Order,
    display_order,
    order_of,
    printed_trump_suit,
    trump_tiers,
    trumps_in_words,
)
from domain.shengji.profiles import PROFILES
from domain.shengji.redeal import may_claim
from domain.shengji.rules import FriendRules, Rules, pack_of, rules_of
from domain.shengji.scoring import Score, levels_of_winner, score
from domain.shengji.succession import next_dealer
from domain.shengji.throw import beatable_part, beatable_units, challenge, penalty_points
from domain.shengji.trick import Standing, beats, best_reading, reading_of_lead
from domain.shengji.units import Unit, decompose, relevance, unit_cards, unit_name, weakness

SOLO_CALLED = "solo_called"
"""Stands among the options of a question: whether the dealer has called to play alone."""


def _number(said: Mapping[str, object], name: str, otherwise: int) -> int:
    value = said.get(name)
    return value if isinstance(value, int) else otherwise


def _usual_teams(players: int, said: Mapping[str, object]) -> dict[str, OptionValue]:
    """The teams, and with friends the succession, of a table about which only its size and some options are said."""
    if said.get("team_mode") == "friends":
        return {}
    if players not in (4, 6) or any(said.get(name) is not None for name in FRIENDS_ONLY):
        return {"team_mode": "friends", "succession": "next_winner_right"}
    return {"team_mode": "fixed_2x3" if players == 6 else "fixed_2x2"}


class Setting:
    """What `setup` says about the table: players, decks, options, trumps."""

    def __init__(self, setup: Part) -> None:
        self._setup = setup
        chosen = setup.optional_part("options")
        profile = chosen.get("profile", "zhang-2021")
        if not isinstance(profile, str):
            field = "setup.options.profile"
            raise BadQuestion(f"{field}: give the name of a profile", facts={"field": field})
        self.solo = setup.part("options").truth(SOLO_CALLED) if SOLO_CALLED in chosen else False
        options = {name: value for name, value in chosen.items() if name not in ("profile", SOLO_CALLED)}
        said: dict[str, object] = {**PROFILES.get(profile, {}), **options}
        players = setup.whole("players", 4, MOST_PLAYERS) if setup.has("players") else _number(said, "players", 4)
        decks = setup.whole("decks", 1, MOST_DECKS) if setup.has("decks") else _number(said, "decks", players // 2)
        assumed: dict[str, OptionValue] = {"players": players, "decks": decks, **_usual_teams(players, said)}
        self.rules: Rules = rules_of(profile, options, assumed=assumed)
        self.players, self.decks, self.copies = self.rules.players, self.rules.decks, self.rules.copies

    def rank(self) -> Rank:
        """The trump rank."""
        return self._setup.rank("trump_rank")

    def order(self) -> Order:
        """The order of the cards."""
        return order_of(self.rank(), self._setup.trump_suit("trump_suit"), self.rules.ordering)

    def first_hand(self) -> bool:
        """Whether the dealer is still to be found."""
        return self._setup.truth("first_hand")

    def friends(self) -> FriendRules:
        """The options of a table at which friends are called."""
        if self.rules.friends is None:
            raise BadQuestion(
                "setup.options.team_mode: friends are not called at this table",
                hint="set team_mode to friends",
                facts={"field": "setup.options.team_mode"},
            )
        return self.rules.friends

    def calls(self) -> CallRules:
        """The options of calling friends."""
        return self.friends().calls

    def score(self, opponent_points: int) -> Answer:
        """What the opponents' points bring."""
        result = score(
            opponent_points,
            self.rules.threshold,
            self.rules.score_step,
            below_zero_row=self.rules.below_zero_row,
            advancement=self.rules.advancement,
            auto_leveling=self.rules.friends is not None and self.rules.friends.auto_leveling,
        )
        levels = levels_of_winner(result, is_dealer=True, solo=self.solo)
        no_level = result.winners == "opponents" and self.rules.advancement == "simple" and not levels
        return {
            "advance": "none" if no_level else result.winners,
            "levels": levels,
            "opponents_become_declarers": result.winners == "opponents",
        }


def _suit_name(suit: int | None) -> str:
    return "NT" if suit is None else SUIT_NAMES[suit]


def deck_points(setting: Setting, _: Part) -> Answer:
    """What a pack is worth, in all, by rank and by suit."""
    by_rank = {
        RANK_NAMES[rank]: 4 * setting.decks * POINTS[face(rank, SUITS[0])] for rank in (Rank(11), Rank(8), Rank(3))
    }
    return {
        "total": sum(by_rank.values()),
        "card_values": {name: worth // (4 * setting.decks) for name, worth in by_rank.items()},
        "by_rank": by_rank,
        "per_suit_per_deck": sum(by_rank.values()) // (4 * setting.decks),
    }


def tier_counts(setting: Setting, _: Part) -> Answer:
    """How many cards stand on each tier of the trumps and in the side suits."""
    order = setting.order()
    held = Counter(pack_of(setting.rules, order.trump_rank))
    counts: dict[str, int] = {}
    for tier, cards in trump_tiers(order.trump_rank, order.trump_suit, order.ordering):
        counts[tier] = counts.get(tier, 0) + sum(held[card] for card in cards)
    trumps = sum(counts.values())
    return {
        **counts,
        "trump_total": trumps,
        "per_side_suit": sum(held[card] for card in _longest_side_suit(order)),
        "side_total": held.total() - trumps,
    }


def card_order(setting: Setting, _: Part) -> Answer:
    """The trumps level by level from the highest, and the ranks of a side suit."""
    order = setting.order()
    tiers = trump_tiers(order.trump_rank, order.trump_suit, order.ordering)
    return {
        "trump_high_to_low": [write_cards(cards) for _, cards in reversed(tiers)],
        "side_suit_ranks": [RANK_NAMES[rank_of(card)] for card in reversed(_longest_side_suit(order))],
    }


def _longest_side_suit(order: Order) -> Cards:
    """The faces of a side suit, low to high; of one that has lost no red five, if there is one."""
    return max((order.faces[suit] for suit in EFFECTIVE_SUITS if suit != TRUMPS), key=len)


def filler_rank(setting: Setting, _: Part) -> Answer:
    """Where fillers stand among the trumps, and whether they are consecutive with anything (SJ-CARD-12)."""
    order = setting.order()
    faces = [cards[-1] for _, cards in trump_tiers(order.trump_rank, order.trump_suit, order.ordering)]
    if FILLER not in faces:
        field = "setup.options.filler_cards"
        raise BadQuestion(f"{field}: there are no fillers", hint="give 1 or more", facts={"field": field})
    place = faces.index(FILLER)
    neighbours = (faces[place + 1], FILLER, faces[place - 1])
    runs = (neighbours[:2], neighbours[1:])
    consecutive = any(len(_decomposed(order, setting.copies, pair * 2)) == 1 for pair in runs)
    return {"order_high_to_low": write_cards(neighbours), "tractor_with_neighbours": consecutive}


def _decomposed(order: Order, copies: int, cards: Cards) -> tuple[Unit, ...]:
    return decompose(order.chains[TRUMPS], hand_of(order, copies, cards)[TRUMPS])


def effective_suit(setting: Setting, asked: Part) -> Answer:
    """The suit to which each card belongs, `T` for the trumps."""
    suits = [EFFECTIVE_SUIT_NAMES[setting.order().suit_of[card]] for card in asked.cards("cards", setting.copies)]
    return {"suits": suits, "all": suits[0] if len(set(suits)) == 1 else None}


def deal_shape_(setting: Setting, _: Part) -> Answer:
    """The sizes of pack, hand, kitty and teams, and the points the opponents need."""
    rules, shape = setting.rules, setting.rules.deal_shape
    return {
        "cards": shape.cards,
        "jokers": 2 * setting.decks - rules.jokers_removed,
        "removed": cards_removed(
            setting.decks, shape.cards, fillers=rules.filler_cards, jokers_removed=rules.jokers_removed
        ),
        "kitty": shape.kitty,
        "hand": shape.hand,
        "declarer_team": declarers_nominal(setting.players),
        "friends_called": declarers_nominal(setting.players) - 1,
        "opponents_need": rules.threshold,
        "step": rules.score_step,
    }


def first_drawer(setting: Setting, asked: Part) -> Answer:
    """How far to the right of the shuffler the first drawer sits for an exposed card."""
    revealed = asked.word("revealed_rank", (*RANK_NAMES, "joker"))
    exposed = BIG_JOKER if revealed == "joker" else read_card(revealed + "C")
    count = count_of(exposed, setting.rules.first_drawer_ace)
    if count is None:
        return {"redraw": True}
    return {"count": count, "seats_right_of_shuffler": (count - 1) % setting.players}


def bid_sequence(setting: Setting, asked: Part) -> Answer:
    """Which of the cards shown one after another may be shown, and what stands in the end."""
    trump_rank, first_hand, declaring = setting.rank(), setting.first_hand(), setting.rules.declaration
    seats: list[str] = []
    legal: list[bool] = []
    floor, shown = Floor(), list[Shown]()
    for event in asked.parts("events"):
        name = event.text("seat")
        if name not in seats:
            seats.append(name)
        seat, cards = Seat(seats.index(name)), event.cards("show", setting.copies)
        try:
            acts = show(declaring, trump_rank, floor, seat, cards)
        except Illegal:
            acts = ()
        if any(act.standing.copies > setting.decks for act in acts):
            acts = ()
        legal.append(bool(acts))
        for act in acts:
            floor = act.floor
            shown.append(Shown(seat, act.kind, act.cards))
    standing = floor.standing
    dealer = dealer_by(declaring.first_hand_dealer, shown) if shown else None
    return {
        "legal": legal,
        "trump": _suit_name(printed_trump_suit(standing.card)) if standing else None,
        "holder": seats[standing.seat] if standing else None,
        "dealer": seats[dealer] if dealer is not None and first_hand else None,
    }


def no_declaration(setting: Setting, asked: Part) -> Answer:
    """What turning the kitty brings when nobody has declared."""
    rules = setting.rules
    kitty = asked.cards("kitty_in_order", MOST_DECKS)
    turned = turn_kitty(kitty, setting.rank(), rules.no_declaration, rules.no_declaration_joker)
    return {
        "trump": None if turned.redeal else _suit_name(turned.trump_suit),
        "cards_revealed": turned.cards,
        "redeal": turned.redeal,
    }


def _single_suit(order: Order, hand: Hand, field: str) -> EffectiveSuit:
    suit = sole_suit(hand)
    if suit is None:
        raise BadQuestion(
            f"the cards of {field} are not of one effective suit",
            rule="SJ-LEAD-01",
            hint=trumps_in_words(order),
            facts={"field": field},
        )
    return suit


def _units(setting: Setting, cards: Cards, field: str, named: list[Cards]) -> tuple[EffectiveSuit, tuple[Unit, ...]]:
    """The suit and the units of a lead, as the rules of the table read it; `named` are those its leader names."""
    order = setting.order()
    hand = hand_of(order, setting.copies, cards)
    _single_suit(order, hand, field)
    return led_units(order, setting.rules, hand, cards, named)


def _lead(setting: Setting, asked: Part, field: str = "lead") -> tuple[Cards, EffectiveSuit, tuple[Unit, ...]]:
    """A lead with its suit and units; a question may name them in `units`, as a leader would."""
    cards = asked.play(field, setting.copies)
    named = asked.card_lists("units", setting.copies) if asked.has("units") else []
    return cards, *_units(setting, cards, f"input.{field}", named)


def unit(setting: Setting, asked: Part) -> Answer:
    """What cards that are led together are called, and their units."""
    order = setting.order()
    hand = hand_of(order, setting.copies, asked.cards("cards", setting.copies))
    suit = sole_suit(hand)
    if suit is None:
        return {"unit": None, "reason": "not one effective suit"}
    _, units = led_units(order, setting.rules, hand, hand_cards(order, hand))
    return {
        "unit": unit_name(units),
        "shape": [list(each.shape) for each in units],
        "units": [write_cards(unit_cards(order, suit, each)) for each in units],
    }


def equal_rank(setting: Setting, asked: Part) -> Answer:
    """Whether two cards are equally high, and whether they are a pair."""
    order = setting.order()
    one, two, *more = asked.cards("cards", setting.copies, least=2)
    if more:
        raise BadQuestion("input.cards: give two cards", facts={"field": "input.cards"})
    same_level = order.suit_of[one] == order.suit_of[two] and order.level_of(one) == order.level_of(two)
    return {"same_level": same_level, "pair": one == two}


def tractor(setting: Setting, asked: Part) -> Answer:
    """Whether the cards are one tractor, and of how many pairs."""
    order = setting.order()
    hand = hand_of(order, setting.copies, asked.cards("cards", setting.copies))
    suit = sole_suit(hand)
    units = decompose(order.chains[suit], hand[suit]) if suit is not None else ()
    if len(units) != 1 or unit_name(units) != "tractor":
        return {"tractor": False}
    return {"tractor": True, "pairs": units[0].length}


def throw(setting: Setting, asked: Part) -> Answer:
    """Whether cards led together stand against the other hands, and what is led when they do not (RUL-02)."""
    order, rules = setting.order(), setting.rules
    _, suit, units = _lead(setting, asked)
    others = _others(setting, asked, suit)
    beatable = _beatable(order, suit, units, others)
    if not beatable:
        return {"valid": True}
    listed = [write_cards(unit_cards(order, suit, each)) for each in beatable]
    whole = [name for each in beatable_part(units, beatable) for name in write_cards(unit_cards(order, suit, each))]
    answer: Answer = {"valid": False, "all_beatable": listed, "forced_weakest": listed[0], "forced_all_beatable": whole}
    if rules.throw_forced_lead == "leader_choice":
        return {**answer, "forced": None, "choices": listed}
    if rules.throw_forced_lead == "challenger_choice":
        challenged = challenge(order.chains[suit], units, others)
        own = challenged[1] if challenged else ()
        # The challenger is offered only what its own hand can beat, so as to learn nothing of the others.
        offered = [write_cards(unit_cards(order, suit, each)) for each in own]
        return {**answer, "forced": None, "choices": listed, "challenger_choices": offered}
    return {**answer, "forced": whole if rules.throw_forced_lead == "all_beatable" else listed[0]}


def _others(setting: Setting, asked: Part, suit: EffectiveSuit) -> list[Holding]:
    """What each other hand holds of a suit."""
    order = setting.order()
    lists = asked.card_lists("other_hands", setting.copies)
    return [hand_of(order, setting.copies, cards)[suit] for cards in lists]


def _beatable(order: Order, suit: EffectiveSuit, units: tuple[Unit, ...], others: list[Holding]) -> tuple[Unit, ...]:
    """The units of a throw that can be beaten; one unit alone is none (SJ-THROW-01)."""
    return beatable_units(order.chains[suit], units, others) if len(units) > 1 else ()


def throw_penalty(setting: Setting, asked: Part) -> Answer:
    """What a throw that can be beaten costs, and what is led instead."""
    order = setting.order()
    lead, suit, units = _lead(setting, asked)
    beatable = _beatable(order, suit, units, _others(setting, asked, suit))
    if not beatable:
        return {"forced": None, "penalty_points": 0}
    rules = setting.rules
    if rules.throw_forced_lead in ("leader_choice", "challenger_choice") and len(beatable) > 1:
        penalties = {penalty_points(rules.throw_penalty, len(lead), beatable, unit.size) for unit in beatable}
        return {
            "forced": None,
            "choices": [write_cards(unit_cards(order, suit, unit)) for unit in beatable],
            "penalty_points": penalties.pop() if len(penalties) == 1 else None,
        }
    forced = beatable_part(units, beatable) if rules.throw_forced_lead == "all_beatable" else beatable[:1]
    led = sum(each.size for each in forced)
    return {
        "forced": [name for each in forced for name in write_cards(unit_cards(order, suit, each))],
        "penalty_points": penalty_points(rules.throw_penalty, len(lead), beatable, led),
    }


def throw_decomposition(setting: Setting, asked: Part) -> Answer:
    """The units into which a throw is divided."""
    order = setting.order()
    _, suit, units = _lead(setting, asked)
    return {"units": [write_cards(unit_cards(order, suit, each)) for each in units]}


def follow(setting: Setting, asked: Part) -> Answer:
    """Whether a play answers a lead from the hand that makes it."""
    order = setting.order()
    lead_cards, suit, units = _lead(setting, asked)
    hand = hand_of(order, setting.copies, asked.cards("hand", setting.copies))
    play_cards = asked.play("play", setting.copies)
    play = hand_of(order, setting.copies, play_cards)
    if not hand_holds(hand, play):
        return {"legal": False, "reason": "cards that are not in the hand"}
    if len(play_cards) != len(lead_cards):
        return {"legal": False, "reason": "not as many cards as were led", "rule": "SJ-FOLLOW-01"}
    if follows_suit(order, lead_of(suit, units), hand, play, setting.rules):
        return {"legal": True}
    if size(play[suit]) < min(size(hand[suit]), len(lead_cards)):
        return {"legal": False, "reason": "the suit led was held back", "rule": "SJ-FOLLOW-02"}
    return {"legal": False, "reason": "not the best fit to the lead", "rule": "SJ-FOLLOW-03"}


def trick_winner(setting: Setting, asked: Part) -> Answer:
    """Who wins a trick; the plays stand in turn order, the lead first."""
    order, compare = setting.order(), setting.rules.trump_throw_compare
    plays = asked.parts("plays", MOST_PLAYERS)
    if not plays:
        raise BadQuestion("input.plays: give at least the lead", facts={"field": "input.plays"})
    suit, units = _units(setting, plays[0].play("cards", setting.copies), "input.plays[0].cards", [])
    lead: Lead = lead_of(suit, units)
    winner, standing = plays[0].text("seat"), Standing(suit, reading_of_lead(units, compare))
    for place, play in enumerate(plays[1:], start=1):
        cards = play.play("cards", setting.copies)
        if len(cards) != lead.size:
            field = f"input.plays[{place}].cards"
            raise BadQuestion(
                f"{field}: {len(cards)} cards instead of {lead.size}",
                hint="every play has as many cards as were led",
                rule="SJ-FOLLOW-01",
                facts={"field": field},
            )
        better = beats(order, lead, standing, hand_of(order, setting.copies, cards), compare, setting.rules.bombs)
        seat = play.text("seat")
        if better:
            winner, standing = seat, better
    return {"winner": winner}


def score_(setting: Setting, asked: Part) -> Answer:
    """Who advances, and by how many levels."""
    return setting.score(asked.whole("opponent_points", -MOST_NUMBER))


def _shape(asked: Part, field: str) -> tuple[int, int]:
    shape = asked.part(field)
    return shape.whole("tuple", 1, MOST_DECKS), shape.whole("run", 1, 20)


def kitty_factor_(setting: Setting, asked: Part) -> Answer:
    """How many times the kitty's points count for a decisive unit."""
    width, length = _shape(asked, "unit") if asked.has("unit") else (1, 1)
    cards = width * length
    if asked.has("cards_in_last_trick_play"):
        cards = asked.whole("cards_in_last_trick_play", 1, MOST_NUMBER)
    return {"factor": kitty_factor(setting.rules.kitty_multiplier, width, length, cards)}


def last_trick_unit(setting: Setting, asked: Part) -> Answer:
    """The decisive unit of the last trick's cards, and its factor under each multiplier."""
    order = setting.order()
    _, suit, units = _lead(setting, asked, "winning_cards")
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


def hand_total(setting: Setting, asked: Part) -> Answer:
    """The opponents' points with the kitty bonus, and what they bring."""
    width, length = _shape(asked, "last_unit")
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


def level_step(setting: Setting, asked: Part) -> Answer:
    """The level of a side after a hand, and whether it has won the match.

    `laps` and `attempted` tell what came before; `trump_rank` NT stands for a hand without a trump rank.
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


def level_reset(setting: Setting, asked: Part) -> Answer:
    """The level to which the declarers are thrown back by the play that won the last trick, or `not_reset`.

    With `lead`, the unit of the play that answers the longest unit of the lead is looked at, else its longest unit.
    """
    order, rules = setting.order(), setting.rules
    winning = asked.play("winning_cards", setting.copies)
    suit, units = _units(setting, winning, "input.winning_cards", [])
    longest: Unit | None = decisive_unit(units)
    if asked.has("lead"):
        _, led_suit, led = _lead(setting, asked)
        holding = hand_of(order, setting.copies, winning)[suit]
        reading = best_reading(order.chains[suit], holding, lead_of(led_suit, led), "longest_unit")
        longest = reading[0] if reading else None
    if longest is None:
        raise BadQuestion("input.lead: these cards cannot win over that lead", facts={"field": "input.lead"})
    last = LastTrick(
        won_by_opponents=asked.word("last_trick_won_by", ("declarers", "opponents")) == "opponents",
        cards=winning,
        longest_unit=unit_cards(order, suit, longest),
        threshold_reached=asked.whole("opponent_points", -MOST_NUMBER) >= rules.threshold,
    )
    back_to = hooked_back(rules.hooks, setting.rank(), order.trump_suit, last)
    reset = back_to is not None and _level(asked, "declarers_level") == setting.rank()
    return {"declarers_level": RANK_NAMES[back_to] if back_to is not None and reset else "not_reset"}


def trump_rank(_: Setting, asked: Part) -> Answer:
    """The trump rank of a hand (SJ-LEVEL-03)."""
    return {"trump_rank": RANK_NAMES[asked.rank("declarers_level")]}


def next_dealer_(setting: Setting, asked: Part) -> Answer:
    """Who deals the next hand; without `declarer_seats` every second seat is a declarer."""
    players = setting.players
    dealer = asked.seat("dealer_seat", players)
    declarers = asked.seats("declarer_seats", players) if asked.has("declarer_seats") else None
    if declarers is not None and (dealer not in declarers or len(set(declarers)) == players):
        field = "input.declarer_seats"
        raise BadQuestion(f"{field}: give the dealer and friends, but not everybody", facts={"field": field})
    return {
        "dealer_seat": next_dealer(
            dealer,
            players,
            declarers_won=asked.truth("declarers_won"),
            declarers=None if declarers is None else [Seat(seat) for seat in declarers],
            succession=setting.rules.succession,
        )
    }


def redeal_claim(setting: Setting, asked: Part) -> Answer:
    """Whether a hand may ask for a new deal."""
    return {
        "may_claim": may_claim(
            setting.order(),
            asked.cards("hand", setting.copies),
            redeal_no_trump=setting.rules.redeal_no_trump,
            redeal_points_below=setting.rules.redeal_points_below,
        )
    }


def chao_order(setting: Setting, _: Part) -> Answer:
    """What can be shown in bidding for the kitty, highest first."""
    faces = [NAMES[card] for card in reversed(ladder(setting.rank()))]
    shown = [" ".join([name] * copies) for copies in range(setting.decks, 1, -1) for name in faces]
    return {"high_to_low": [*shown, f"any single {RANK_NAMES[setting.rank()]}"]}


def chao_turns(setting: Setting, asked: Part) -> Answer:
    """Who is polled in bidding for the kitty: at first, and after the last of the overrides, the others passing."""
    players, rules = setting.players, setting.rules
    last_bidder = asked.seat("last_bidder", players) if asked.has("last_bidder") else None
    polled = first_polled(asked.seat("dealer", players), players, last_bidder if rules.chao_skip_last_bidder else None)
    overrides = asked.seats("overrides", MOST_ITEMS) if asked.has("overrides") else []
    answer: Answer = {"polled": list(polled)}
    for overrider in overrides:
        if overrider not in polled:
            field = "input.overrides"
            raise BadQuestion(f"{field}: seat {overrider} is not polled any more", facts={"field": field})
        polled = polled[polled.index(Seat(overrider)) :]
        polled = next_polled(rules.chao_di_pi, polled, players, overrode=True)
    return {**answer, "polled_after_override": list(polled)} if overrides else answer


def _call(setting: Setting, asked: Part) -> Call:
    """A call as it was worded: with an ordinal, with a style, or by its card alone."""
    if asked.has("ordinal"):
        return Call("ordinal", asked.card("card"), asked.whole("ordinal", 0, MOST_NUMBER))
    words = WORDS[setting.friends().calls.style]
    word = asked.word("style", words) if asked.has("style") else words[0]
    return Call(words[words.index(cast("CallWord", word))], asked.card("card"))


def _calls(setting: Setting, asked: Part) -> list[Call]:
    return [_call(setting, call) for call in asked.parts("calls")]


def friend_call(setting: Setting, asked: Part) -> Answer:
    """Which of the calls the dealer may make, one beside the other, and whether they are as many as are wanted."""
    hand = asked.cards("dealer_hand", setting.decks, least=0) if asked.has("dealer_hand") else ()
    calls = _calls(setting, asked)
    legal: list[bool] = []
    for place, call in enumerate(calls):
        try:
            check_call(setting.calls(), setting.order(), hand, call, calls[:place])
        except Illegal:
            legal.append(False)
        else:
            legal.append(True)
    return {"legal": legal, "complete": len(calls) == calls_wanted(setting.players)}


def friend_reveal(setting: Setting, asked: Part) -> Answer:
    """Who belongs to the declarers after these plays, and how many friends are missing."""
    dealer = asked.seat("dealer", setting.players)
    friends = called(_calls(setting, asked))
    for play in asked.parts("plays"):
        seat, cards = play.seat("seat", setting.players), play.play("cards", setting.copies)
        friends = after_play(friends, dealer, seat, cards, setting.calls().double_join)
    return {"declarers": sorted(declarers_of(friends, dealer)), "missing": missing_teammates(friends, dealer)}


def friend_points(setting: Setting, asked: Part) -> Answer:
    """What the opponents have in the end, of the points captured seat by seat."""
    seats = [str(seat) for seat in range(setting.players)]
    captured = asked.wholes_by_name("captured", -MOST_NUMBER, MOST_NUMBER)
    if not set(captured) <= set(seats):
        field = "input.captured"
        raise BadQuestion(f"{field}: give seats from 0 to {setting.players - 1}", facts={"field": field})
    declarers = [Seat(seat) for seat in asked.seats("declarers_at_end", setting.players)]
    return {"opponent_points": opponent_points([captured.get(seat, 0) for seat in seats], declarers)}


def missing_bonus(setting: Setting, asked: Part) -> Answer:
    """How many levels the dealer, and every other declarer, gains in a hand won with friends missing."""
    result = Score("declarers", asked.whole("levels"))
    missing, bonus = asked.whole("missing_teammates", 0, setting.players), setting.friends().missing_bonus
    dealer, others = (
        levels_of_winner(result, is_dealer=is_dealer, missing=missing, missing_bonus=bonus, solo=setting.solo)
        for is_dealer in (True, False)
    )
    return {"dealer_levels": dealer, "other_declarers_levels": others}


def night_rating(setting: Setting, asked: Part) -> Answer:
    """How a rated game between two teams changes the ratings; `games` tells who played how many before."""
    ratings = asked.wholes_by_name("ratings", 0, MOST_RATING)
    games = asked.wholes_by_name("games", 0, MOST_NUMBER)
    winners = asked.words("winners", tuple(ratings))
    losers = [name for name in ratings if name not in winners]
    if not winners or not losers:
        raise BadQuestion("input.winners: give some of the players, but not all", facts={"field": "input.winners"})
    changed = changes(
        _rating_rules(setting.rules),
        [Rated(ratings[name], games.get(name, 0)) for name in winners],
        [Rated(ratings[name], games.get(name, 0)) for name in losers],
    )
    return {"delta": dict(zip([*winners, *losers], [*changed.winners, *changed.losers], strict=True))}


def _rating_rules(rules: Rules) -> RatingRules:
    """The figures of a table's ratings; one K for all games when the option names a number."""
    usual = RatingRules()
    start, scale, k = (rules.value(name) for name in ("elo_start", "elo_scale", "elo_k"))
    return RatingRules(
        start=start if isinstance(start, int) else usual.start,
        scale=scale if isinstance(scale, int) else usual.scale,
        k=k if isinstance(k, int) else usual.k,
        later_k=k if isinstance(k, int) else usual.later_k,
    )


def unit_relevance(_: Setting, asked: Part) -> Answer:
    """Which of two shapes counts as the longer."""
    one, other = relevance(*_shape(asked, "a")), relevance(*_shape(asked, "b"))
    return {"higher": "a" if one > other else "b" if other > one else None}


def forced_unit_order(setting: Setting, _: Part) -> Answer:
    """Shapes from the weakest, as an invalid throw is cut down."""
    shapes = [(width, 1) for width in range(1, setting.decks + 1)]
    shapes += [(width, length) for width in range(2, setting.decks + 1) for length in (2, 3)]
    shapes.sort(key=lambda shape: weakness(Unit(shape[0], shape[1], top=0, slots=0)))
    return {"weakest_first": [f"{width}x{length}" for width, length in shapes]}


def hand_sort(setting: Setting, asked: Part) -> Answer:
    """A hand in display order: how many cards of each effective suit."""
    order = setting.order()
    hand = hand_of(order, setting.copies, asked.cards("cards", setting.copies))
    groups = [(EFFECTIVE_SUIT_NAMES[suit], size(hand[suit])) for suit in display_order(order)]
    return {
        "count": sum(count for _, count in groups),
        "groups": [[name, count] for name, count in groups if count],
        "cards": [
            NAMES[card] for suit in display_order(order) for card in reversed(holding_cards(order, suit, hand[suit]))
        ],
    }


KINDS: Mapping[str, Callable[[Setting, Part], Answer]] = {
    "bid_sequence": bid_sequence,
    "card_order": card_order,
    "chao_order": chao_order,
    "chao_turns": chao_turns,
    "deal_shape": deal_shape_,
    "deck_points": deck_points,
    "effective_suit": effective_suit,
    "equal_rank": equal_rank,
    "filler_rank": filler_rank,
    "first_drawer": first_drawer,
    "follow": follow,
    "forced_unit_order": forced_unit_order,
    "friend_call": friend_call,
    "friend_points": friend_points,
    "friend_reveal": friend_reveal,
    "hand_sort": hand_sort,
    "hand_total": hand_total,
    "kitty_factor": kitty_factor_,
    "last_trick_unit": last_trick_unit,
    "level_reset": level_reset,
    "level_step": level_step,
    "missing_bonus": missing_bonus,
    "next_dealer": next_dealer_,
    "night_rating": night_rating,
    "no_declaration": no_declaration,
    "redeal_claim": redeal_claim,
    "score": score_,
    "throw": throw,
    "throw_decomposition": throw_decomposition,
    "throw_penalty": throw_penalty,
    "tier_counts": tier_counts,
    "tractor": tractor,
    "trick_winner": trick_winner,
    "trump_rank": trump_rank,
    "unit": unit,
    "unit_relevance": unit_relevance,
}
