"""Questions to the rules lab about leading, throwing, following and winning tricks (RUL-01, RUL-02)."""

from collections.abc import Callable, Mapping

from domain.games.question import MOST_PLAYERS, Answer, BadQuestion, Part
from domain.games.sheng_ji.card_order import CardOrder, EffectiveSuit, trumps_in_words
from domain.games.sheng_ji.check import follows_suit
from domain.games.sheng_ji.follow import Lead, lead_of
from domain.games.sheng_ji.holding import hand_cards, hand_of, in_suit, sole_suit
from domain.games.sheng_ji.lab.setting import Setup, read_shape
from domain.games.sheng_ji.layers import Hand, Holding, holds
from domain.games.sheng_ji.lead import led_units
from domain.games.sheng_ji.throw import beatable_part, beatable_units, challenge, penalty_points
from domain.games.sheng_ji.trick import WinningPlay, beats, reading_of_lead
from domain.games.sheng_ji.units import Unit, decompose, relevance, unit_cards, unit_name, weakness
from domain.kernel.cards import Cards, write_cards
from domain.kernel.messages import message


def _single_suit(order: CardOrder, hand: Hand, field: str) -> EffectiveSuit:
    suit = sole_suit(hand)
    if suit is None:
        raise BadQuestion(
            message("the cards of {field} belong to several effective suits", field=field),
            rule="SJ-LEAD-01",
            hint=trumps_in_words(order),
            facts={"field": field},
        )
    return suit


def units_led(setting: Setup, cards: Cards, field: str, named: list[Cards]) -> tuple[EffectiveSuit, tuple[Unit, ...]]:
    """Returns the suit of a lead, and its units by the rules of the table. `named` are units named by the leader."""
    order = setting.order()
    hand = hand_of(order, cards)
    _single_suit(order, hand, field)
    return led_units(order, setting.rules, hand, cards, named)


def read_lead(setting: Setup, asked: Part, field: str = "lead") -> tuple[Cards, EffectiveSuit, tuple[Unit, ...]]:
    """Returns the cards, suit and units of a lead. A question may name the units in `units`."""
    cards = asked.play(field, setting.copies)
    named = asked.card_lists("units", setting.copies) if asked.has("units") else []
    return cards, *units_led(setting, cards, f"input.{field}", named)


def unit(setting: Setup, asked: Part) -> Answer:
    """Returns the name of cards that are led together, and their units."""
    order = setting.order()
    hand = hand_of(order, asked.cards("cards", setting.copies))
    suit = sole_suit(hand)
    if suit is None:
        return {"unit": None, "reason": message("not one effective suit")}
    _, units = led_units(order, setting.rules, hand, hand_cards(order, hand))
    return {
        "unit": unit_name(units),
        "shape": [list(each.shape) for each in units],
        "units": [write_cards(unit_cards(order, suit, each)) for each in units],
    }


def tractor(setting: Setup, asked: Part) -> Answer:
    """Returns whether the cards are a tractor, and its number of pairs."""
    order = setting.order()
    hand = hand_of(order, asked.cards("cards", setting.copies))
    suit = sole_suit(hand)
    units = decompose(order.chains[suit], in_suit(hand, suit)) if suit is not None else ()
    if len(units) != 1 or unit_name(units) != "tractor":
        return {"tractor": False}
    return {"tractor": True, "pairs": units[0].length}


def throw(setting: Setup, asked: Part) -> Answer:
    """Returns whether a throw succeeds against the other hands, and what is led if it fails (RUL-02)."""
    order, rules = setting.order(), setting.rules
    _, suit, units = read_lead(setting, asked)
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
        # The challenger is offered only what its own hand can beat, so it learns nothing about other hands.
        offered = [write_cards(unit_cards(order, suit, each)) for each in own]
        return {**answer, "forced": None, "choices": listed, "challenger_choices": offered}
    return {**answer, "forced": whole if rules.throw_forced_lead == "all_beatable" else listed[0]}


def _others(setting: Setup, asked: Part, suit: EffectiveSuit) -> list[Holding]:
    """Returns the holdings of the other hands in a suit."""
    order = setting.order()
    lists = asked.card_lists("other_hands", setting.copies)
    return [in_suit(hand_of(order, cards), suit) for cards in lists]


def _beatable(
    order: CardOrder, suit: EffectiveSuit, units: tuple[Unit, ...], others: list[Holding]
) -> tuple[Unit, ...]:
    """Returns the beatable units of a throw; none if the lead is a single unit (SJ-THROW-01)."""
    return beatable_units(order.chains[suit], units, others) if len(units) > 1 else ()


def throw_penalty(setting: Setup, asked: Part) -> Answer:
    """Returns the penalty for a failed throw, and what is led instead."""
    order = setting.order()
    lead, suit, units = read_lead(setting, asked)
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


def throw_decomposition(setting: Setup, asked: Part) -> Answer:
    """Returns the units into which a throw is divided."""
    order = setting.order()
    _, suit, units = read_lead(setting, asked)
    return {"units": [write_cards(unit_cards(order, suit, each)) for each in units]}


def follow(setting: Setup, asked: Part) -> Answer:
    """Returns whether a play from this hand follows the lead."""
    order = setting.order()
    lead_cards, suit, units = read_lead(setting, asked)
    hand = hand_of(order, asked.cards("hand", setting.copies))
    play_cards = asked.play("play", setting.copies)
    play = hand_of(order, play_cards)
    if not holds(hand, play):
        return {"legal": False, "reason": message("cards that are not in the hand")}
    if len(play_cards) != len(lead_cards):
        return {"legal": False, "reason": message("not as many cards as were led"), "rule": "SJ-FOLLOW-01"}
    if follows_suit(order, lead_of(suit, units), hand, play, setting.rules):
        return {"legal": True}
    if in_suit(play, suit).bit_count() < min(in_suit(hand, suit).bit_count(), len(lead_cards)):
        return {"legal": False, "reason": message("the suit led was held back"), "rule": "SJ-FOLLOW-02"}
    return {"legal": False, "reason": message("not the best fit to the lead"), "rule": "SJ-FOLLOW-03"}


def trick_winner(setting: Setup, asked: Part) -> Answer:
    """Returns the winner of a trick. The plays are in turn order, with the lead first."""
    order, compare = setting.order(), setting.rules.trump_throw_compare
    plays = asked.parts("plays", MOST_PLAYERS)
    if not plays:
        raise BadQuestion(message("input.plays: give at least the lead"), facts={"field": "input.plays"})
    suit, units = units_led(setting, plays[0].play("cards", setting.copies), "input.plays[0].cards", [])
    lead: Lead = lead_of(suit, units)
    winner, standing = plays[0].text("seat"), WinningPlay(suit, reading_of_lead(units, compare))
    for place, play in enumerate(plays[1:], start=1):
        cards = play.play("cards", setting.copies)
        if len(cards) != lead.size:
            field = f"input.plays[{place}].cards"
            raise BadQuestion(
                message("{field}: {count} cards instead of {size}", field=field, count=len(cards), size=lead.size),
                hint=message("every play must have as many cards as the lead"),
                rule="SJ-FOLLOW-01",
                facts={"field": field},
            )
        better = beats(order, lead, standing, hand_of(order, cards), compare, setting.rules.bombs)
        seat = play.text("seat")
        if better:
            winner, standing = seat, better
    return {"winner": winner}


def unit_relevance(_: Setup, asked: Part) -> Answer:
    """Returns which of two shapes counts as longer."""
    one, other = relevance(*read_shape(asked, "a")), relevance(*read_shape(asked, "b"))
    return {"higher": "a" if one > other else "b" if other > one else None}


def forced_unit_order(setting: Setup, _: Part) -> Answer:
    """Returns the shapes from the weakest, in the order that applies to failed throws."""
    shapes = [(width, 1) for width in range(1, setting.decks + 1)]
    shapes += [(width, length) for width in range(2, setting.decks + 1) for length in (2, 3)]
    shapes.sort(key=lambda shape: weakness(Unit(shape[0], shape[1], top=0, slots=0)))
    return {"weakest_first": [f"{width}x{length}" for width, length in shapes]}


KINDS: Mapping[str, Callable[[Setup, Part], Answer]] = {
    "follow": follow,
    "forced_unit_order": forced_unit_order,
    "throw": throw,
    "throw_decomposition": throw_decomposition,
    "throw_penalty": throw_penalty,
    "tractor": tractor,
    "trick_winner": trick_winner,
    "unit": unit,
    "unit_relevance": unit_relevance,
}
