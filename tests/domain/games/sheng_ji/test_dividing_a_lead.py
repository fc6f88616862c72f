"""SJ-THROW-06 and SJ-LEAD-05: division of leads into units, and units named by the leader."""

import pytest

from domain.games.sheng_ji.card_order import EffectiveSuit
from domain.games.sheng_ji.holding import hand_of, in_suit, sole_suit
from domain.games.sheng_ji.units import NotAUnit, Unit, UnitsLeaveCards, decompose, named_units, unit_cards
from tests.support.table import as_multisets, cards, order

SPADES = EffectiveSuit(3)


def divided(text: str, *, trumps: str = "8H", **rules) -> list[list[str]]:
    its_order = order(trumps)
    hand = hand_of(its_order, cards(text))
    suit = sole_suit(hand)
    return [
        list(unit_cards(its_order, suit, unit))
        for unit in decompose(its_order.chains[suit], in_suit(hand, suit), **rules)
    ]


@pytest.mark.parametrize(
    ("text", "longest", "most_equal"),
    [
        ("3S 3S 3S 4S 4S", ["3S 3S 4S 4S", "3S"], ["3S 3S 3S", "4S 4S"]),
        ("3S 3S 4S 4S 5S 5S", ["3S 3S 4S 4S 5S 5S"], ["3S 3S 4S 4S 5S 5S"]),
        ("3S 3S 4S 4S 4S 5S 5S", ["3S 3S 4S 4S 5S 5S", "4S"], ["4S 4S 4S", "5S 5S", "3S 3S"]),
        ("3S 3S 3S 3S 4S 4S", ["3S 3S 3S 3S", "4S 4S"], ["3S 3S 3S 3S", "4S 4S"]),
        ("3S 3S 4S 4S 6S 6S 7S 7S 9S 9S KS", ["6S 6S 7S 7S 9S 9S", "3S 3S 4S 4S", "KS"], None),
        ("3S 3S 3S 4S 4S 4S 5S 5S", ["3S 3S 3S 4S 4S 4S", "5S 5S"], None),
    ],
)
def test_sj_throw_06_a_lead_is_divided_by_the_longest_unit_or_without_splitting_a_tuple(text, longest, most_equal):
    for ambiguity, units in (("longest_unit", longest), ("most_equal_copies", most_equal or longest)):
        assert divided(text, ambiguity=ambiguity) == [list(cards(unit)) for unit in units]


def test_dec_52_a_lead_without_named_units_is_read_by_the_longest_unit():
    assert divided("3S 3S 3S 4S 4S", ambiguity="leader_specifies") == divided("3S 3S 3S 4S 4S")


@pytest.mark.parametrize("ambiguity", ["longest_unit", "most_equal_copies"])
def test_sj_lead_05_and_dec_59_tuples_that_are_not_full_count_as_single_cards(ambiguity):
    rules = {"ambiguity": ambiguity, "narrowest_tuple": 3}

    assert divided("KD KD", **rules) == [list(cards("KD")), list(cards("KD"))]
    assert divided("KD KD KD", **rules) == [list(cards("KD KD KD"))]
    assert divided("3S 3S 3S 4S 4S 4S 5S 5S", **rules) == [
        list(cards("3S 3S 3S 4S 4S 4S")),
        *[list(cards("5S"))] * 2,
    ]
    assert divided("3S 3S 4S 4S", **rules) == [list(cards(card)) for card in ("4S", "4S", "3S", "3S")]


def test_sj_lead_05_with_one_deck_every_card_is_a_single():
    assert divided("3S 4S", narrowest_tuple=1) == [list(cards("4S")), list(cards("3S"))]


def named(text: str, *units: str, **options) -> tuple[Unit, ...]:
    narrowest = options.pop("narrowest_tuple", 2)
    its_order = order("8H", **options)
    return named_units(its_order, SPADES, cards(text), [cards(unit) for unit in units], narrowest)


@pytest.mark.parametrize(
    ("text", "units", "shapes"),
    [
        ("3S 3S 3S 4S 4S", ["4S 4S", "3S 3S 3S"], [(3, 1), (2, 1)]),
        ("3S 3S 3S 4S 4S", ["3S", "4S 3S 4S 3S"], [(2, 2), (1, 1)]),
        ("3S 3S 3S 4S 4S", ["3S", "4S 4S", "3S 3S"], [(2, 1), (2, 1), (1, 1)]),
        ("3S", ["3S"], [(1, 1)]),
        ("7S 7S 9S 9S", ["7S 7S 9S 9S"], [(2, 2)]),
    ],
)
def test_sj_throw_06_the_leader_names_the_units(text, units, shapes):
    found = named(text, *units)

    assert [unit.shape for unit in found] == shapes
    written = [unit_cards(order("8H"), SPADES, unit) for unit in found]
    assert as_multisets(written) == as_multisets(map(cards, units))


@pytest.mark.parametrize("units", [["3S 3S"], ["3S 3S", "4S 4S", "4S"], ["3S 3S", "3S"], [], ["3S 3S", "4S 5S"]])
def test_the_named_units_contain_each_led_card_once(units):
    with pytest.raises(UnitsLeaveCards) as refused:
        named("3S 3S 4S 4S", *units)

    assert refused.value.rule == "SJ-THROW-06"


@pytest.mark.parametrize(
    ("units", "options"),
    [
        (["3S 4S", "3S 4S"], {}),
        (["3S 3S 4S", "4S"], {}),
        (["3S 3S 4S 4S", ""], {}),
        (["3S 3S 4S 4S"], {"shortest_run": 3}),
        (["3S 3S 4S 4S"], {"narrowest_run": 3}),
        (["3S 3S", "4S 4S"], {"narrowest_tuple": 3}),
    ],
)
def test_a_named_unit_is_a_single_a_tuple_or_a_run(units, options):
    with pytest.raises(NotAUnit) as refused:
        named("3S 3S 4S 4S", *units, **options)

    assert refused.value.rule == "SJ-LEAD-02"


@pytest.mark.parametrize("text", ["3D 3D", "8S", "FC FC"])
def test_named_units_are_of_the_suit_led(text):
    with pytest.raises(NotAUnit):
        named(text, text)
