"""The rules lab's answers about Sheng Ji: one function for each kind of question (RULES §32, RUL-01, RUL-02)."""

from collections.abc import Callable, Mapping

from domain.cards import (
    BIG_JOKER,
    NAMES,
    POINTS,
    RANK_NAMES,
    SUIT_NAMES,
    SUITS,
    Cards,
    Rank,
    face,
    read_card,
    write_cards,
)
from domain.lab.question import MOST_DECKS, MOST_NUMBER, MOST_PLAYERS, Answer, BadQuestion, Part
from domain.refusals import Illegal
from domain.seats import Seat
from domain.shengji.deal_shape import declarers_nominal, usual_decks
from domain.shengji.declare import Floor, Shown, dealer_by, show
from domain.shengji.first_drawer import count_of
from domain.shengji.follow import Lead, is_legal_follow, lead_of
from domain.shengji.holding import Hand, hand_holds, hand_of, holding_cards, size, sole_suit
from domain.shengji.kitty_bonus import KittyMultiplier, decisive_unit, factor_of_lead, kitty_factor
from domain.shengji.levels import advance
from domain.shengji.no_declaration import turn_kitty
from domain.shengji.options import OptionValue
from domain.shengji.order import (
    EFFECTIVE_SUIT_NAMES,
    EffectiveSuit,
    Order,
    display_order,
    order_of,
    printed_trump_suit,
    side_ranks,
    trump_tiers,
    trumps_in_words,
)
from domain.shengji.rules import Rules, rules_of
from domain.shengji.scoring import score
from domain.shengji.succession import next_dealer
from domain.shengji.throw import beatable_units, penalty_points
from domain.shengji.trick import Standing, beats, reading_of_lead
from domain.shengji.units import Unit, decompose, relevance, unit_cards, unit_name, weakness


class Setting:
    """What `setup` says about the table: players, decks, options, trumps."""

    def __init__(self, setup: Part) -> None:
        self._setup = setup
        self.players = setup.whole("players", 4, MOST_PLAYERS) if setup.has("players") else 4
        self.decks = setup.whole("decks", 1, MOST_DECKS) if setup.has("decks") else usual_decks(self.players)
        chosen = setup.optional_part("options")
        profile = chosen.get("profile", "zhang-2021")
        options = {name: value for name, value in chosen.items() if name != "profile"}
        sizes: dict[str, OptionValue] = {"players": self.players, "decks": self.decks}
        if not isinstance(profile, str):
            field = "setup.options.profile"
            raise BadQuestion(f"{field}: give the name of a profile", facts={"field": field})
        self.rules: Rules = rules_of(profile, options, assumed=sizes)

    def rank(self) -> Rank:
        """The trump rank."""
        return self._setup.rank("trump_rank")

    def order(self) -> Order:
        """The order of the cards."""
        return order_of(self.rank(), self._setup.trump_suit("trump_suit"))

    def first_hand(self) -> bool:
        """Whether the dealer is still to be found."""
        return self._setup.truth("first_hand")

    def score(self, opponent_points: int) -> Answer:
        """What the opponents' points bring."""
        result = score(
            opponent_points,
            self.rules.threshold,
            self.rules.score_step,
            below_zero_row=self.rules.below_zero_row,
            advancement=self.rules.advancement,
        )
        no_level = result.winners == "opponents" and self.rules.advancement == "simple"
        return {
            "advance": "none" if no_level else result.winners,
            "levels": result.levels,
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
    counts: dict[str, int] = {}
    for tier, cards in trump_tiers(order.trump_rank, order.trump_suit):
        counts[tier] = counts.get(tier, 0) + setting.decks * len(cards)
    trumps = sum(counts.values())
    return {
        **counts,
        "trump_total": trumps,
        "per_side_suit": 12 * setting.decks,
        "side_total": 54 * setting.decks - trumps,
    }


def card_order(setting: Setting, _: Part) -> Answer:
    """The trumps level by level from the highest, and the ranks of a side suit."""
    order = setting.order()
    tiers = trump_tiers(order.trump_rank, order.trump_suit)
    return {
        "trump_high_to_low": [write_cards(cards) for _, cards in reversed(tiers)],
        "side_suit_ranks": [RANK_NAMES[rank] for rank in reversed(side_ranks(order.trump_rank))],
    }


def effective_suit(setting: Setting, asked: Part) -> Answer:
    """The suit to which each card belongs, `T` for the trumps."""
    suits = [EFFECTIVE_SUIT_NAMES[setting.order().suit_of[card]] for card in asked.cards("cards", setting.decks)]
    return {"suits": suits, "all": suits[0] if len(set(suits)) == 1 else None}


def deal_shape_(setting: Setting, _: Part) -> Answer:
    """The sizes of pack, hand, kitty and teams, and the points the opponents need."""
    shape = setting.rules.deal_shape
    return {
        "cards": shape.cards,
        "jokers": 2 * setting.decks,
        "kitty": shape.kitty,
        "hand": shape.hand,
        "declarer_team": declarers_nominal(setting.players),
        "friends_called": declarers_nominal(setting.players) - 1,
        "opponents_need": setting.rules.threshold,
        "step": setting.rules.score_step,
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
        seat, cards = Seat(seats.index(name)), event.cards("show", setting.decks)
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
    turned = turn_kitty(asked.cards("kitty_in_order", MOST_DECKS), setting.rank())
    return {"trump": _suit_name(turned.trump_suit), "cards_revealed": turned.cards}


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


def _units(order: Order, decks: int, cards: Cards, field: str) -> tuple[EffectiveSuit, tuple[Unit, ...]]:
    hand = hand_of(order, decks, cards)
    suit = _single_suit(order, hand, field)
    return suit, decompose(order.chains[suit], hand[suit])


def unit(setting: Setting, asked: Part) -> Answer:
    """What cards that are led together are called, and their units."""
    order = setting.order()
    hand = hand_of(order, setting.decks, asked.cards("cards", setting.decks))
    suit = sole_suit(hand)
    if suit is None:
        return {"unit": None, "reason": "not one effective suit"}
    units = decompose(order.chains[suit], hand[suit])
    return {
        "unit": unit_name(units),
        "shape": [list(each.shape) for each in units],
        "units": [write_cards(unit_cards(order, suit, each)) for each in units],
    }


def equal_rank(setting: Setting, asked: Part) -> Answer:
    """Whether two cards are equally high, and whether they are a pair."""
    order = setting.order()
    one, two, *more = asked.cards("cards", setting.decks, least=2)
    if more:
        raise BadQuestion("input.cards: give two cards", facts={"field": "input.cards"})
    same_level = order.suit_of[one] == order.suit_of[two] and order.level_of(one) == order.level_of(two)
    return {"same_level": same_level, "pair": one == two}


def tractor(setting: Setting, asked: Part) -> Answer:
    """Whether the cards are one tractor, and of how many pairs."""
    order = setting.order()
    hand = hand_of(order, setting.decks, asked.cards("cards", setting.decks))
    suit = sole_suit(hand)
    units = decompose(order.chains[suit], hand[suit]) if suit is not None else ()
    if len(units) != 1 or unit_name(units) != "tractor":
        return {"tractor": False}
    return {"tractor": True, "pairs": units[0].length}


def throw(setting: Setting, asked: Part) -> Answer:
    """Whether cards led together stand against the other hands, and what is led when they do not (RUL-02)."""
    order, rules = setting.order(), setting.rules
    suit, units = _units(order, setting.decks, asked.play("lead", setting.decks), "input.lead")
    hands = [hand_of(order, setting.decks, cards) for cards in asked.card_lists("other_hands", setting.decks)]
    beatable = _beatable(order, suit, units, hands)
    if not beatable:
        return {"valid": True}
    listed = [write_cards(unit_cards(order, suit, each)) for each in beatable]
    answer: Answer = {"valid": False, "all_beatable": listed, "forced_weakest": listed[0]}
    if rules.throw_forced_lead == "leader_choice":
        return {**answer, "forced": None, "choices": listed}
    return {**answer, "forced": listed[0]}


def _beatable(order: Order, suit: EffectiveSuit, units: tuple[Unit, ...], hands: list[Hand]) -> tuple[Unit, ...]:
    """The units of a throw that can be beaten; one unit alone is none (SJ-THROW-01)."""
    return beatable_units(order.chains[suit], units, [hand[suit] for hand in hands]) if len(units) > 1 else ()


def throw_penalty(setting: Setting, asked: Part) -> Answer:
    """What a throw that can be beaten costs, and what is led instead."""
    order = setting.order()
    lead = asked.play("lead", setting.decks)
    suit, units = _units(order, setting.decks, lead, "input.lead")
    hands = [hand_of(order, setting.decks, cards) for cards in asked.card_lists("other_hands", setting.decks)]
    beatable = _beatable(order, suit, units, hands)
    if not beatable:
        return {"forced": None, "penalty_points": 0}
    rules = setting.rules
    if rules.throw_forced_lead == "leader_choice" and len(beatable) > 1:
        penalties = {penalty_points(rules.throw_penalty, len(lead), beatable, unit.size) for unit in beatable}
        return {
            "forced": None,
            "choices": [write_cards(unit_cards(order, suit, unit)) for unit in beatable],
            "penalty_points": penalties.pop() if len(penalties) == 1 else None,
        }
    forced = min(beatable, key=weakness)
    return {
        "forced": write_cards(unit_cards(order, suit, forced)),
        "penalty_points": penalty_points(rules.throw_penalty, len(lead), beatable, forced.size),
    }


def throw_decomposition(setting: Setting, asked: Part) -> Answer:
    """The units into which a throw is divided."""
    order = setting.order()
    suit, units = _units(order, setting.decks, asked.play("lead", setting.decks), "input.lead")
    return {"units": [write_cards(unit_cards(order, suit, each)) for each in units]}


def follow(setting: Setting, asked: Part) -> Answer:
    """Whether a play answers a lead from the hand that makes it."""
    order = setting.order()
    lead_cards = asked.play("lead", setting.decks)
    suit, units = _units(order, setting.decks, lead_cards, "input.lead")
    hand = hand_of(order, setting.decks, asked.cards("hand", setting.decks))
    play_cards = asked.play("play", setting.decks)
    play = hand_of(order, setting.decks, play_cards)
    if not hand_holds(hand, play):
        return {"legal": False, "reason": "cards that are not in the hand"}
    if len(play_cards) != len(lead_cards):
        return {"legal": False, "reason": "not as many cards as were led", "rule": "SJ-FOLLOW-01"}
    if is_legal_follow(order.chains[suit], lead_of(suit, units), hand, play):
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
    suit, units = _units(order, setting.decks, plays[0].play("cards", setting.decks), "input.plays[0].cards")
    lead: Lead = lead_of(suit, units)
    winner, standing = plays[0].text("seat"), Standing(suit, reading_of_lead(units, compare))
    for place, play in enumerate(plays[1:], start=1):
        cards = play.play("cards", setting.decks)
        if len(cards) != lead.size:
            field = f"input.plays[{place}].cards"
            raise BadQuestion(
                f"{field}: {len(cards)} cards instead of {lead.size}",
                hint="every play has as many cards as were led",
                rule="SJ-FOLLOW-01",
                facts={"field": field},
            )
        better = beats(order, lead, standing, hand_of(order, setting.decks, cards), compare)
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
    suit, units = _units(order, setting.decks, asked.play("winning_cards", setting.decks), "input.winning_cards")
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


def level_step(setting: Setting, asked: Part) -> Answer:
    """The level of a side after a hand, and whether it has won the match."""
    as_declarers = asked.word("as", ("declarers", "opponents")) == "declarers"
    won_as_declarers = as_declarers and asked.truth("won")
    after = advance(
        asked.rank("level"),
        asked.whole("levels_won"),
        must_play=setting.rules.must_play,
        final_level=setting.rules.final_level,
        won_as_declarers_at=asked.rank("trump_rank") if won_as_declarers else None,
    )
    return {"level": RANK_NAMES[after.level], "game_won": after.won}


def trump_rank(_: Setting, asked: Part) -> Answer:
    """The trump rank of a hand (SJ-LEVEL-03)."""
    return {"trump_rank": RANK_NAMES[asked.rank("declarers_level")]}


def next_dealer_(setting: Setting, asked: Part) -> Answer:
    """Who deals the next hand."""
    dealer = asked.whole("dealer_seat", 0, setting.players - 1)
    return {"dealer_seat": next_dealer(Seat(dealer), setting.players, declarers_won=asked.truth("declarers_won"))}


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
    hand = hand_of(order, setting.decks, asked.cards("cards", setting.decks))
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
    "deal_shape": deal_shape_,
    "deck_points": deck_points,
    "effective_suit": effective_suit,
    "equal_rank": equal_rank,
    "first_drawer": first_drawer,
    "follow": follow,
    "forced_unit_order": forced_unit_order,
    "hand_sort": hand_sort,
    "hand_total": hand_total,
    "kitty_factor": kitty_factor_,
    "last_trick_unit": last_trick_unit,
    "level_step": level_step,
    "next_dealer": next_dealer_,
    "no_declaration": no_declaration,
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
