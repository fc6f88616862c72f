"""SJ-TUPLE: three and four decks, tested on the functions of the rules."""

import pytest

from domain.games.sheng_ji.card_order import TRUMPS
from domain.games.sheng_ji.choices import FEW_KEPT, follows, selections
from domain.games.sheng_ji.follow import best_fits, is_legal_follow, lead_of, owed, owed_shapes
from domain.games.sheng_ji.holding import hand_of, in_suit, sole_suit
from domain.games.sheng_ji.packing import tuples_only
from domain.games.sheng_ji.throw import beatable_units
from domain.games.sheng_ji.trick import matches
from domain.games.sheng_ji.units import Unit, decompose, unit_cards, weakness
from domain.kernel.cards import write_cards
from tests.support.table import as_multisets, cards, order

EIGHT_OF_HEARTS = order("8H")


def hand(text: str):
    return hand_of(EIGHT_OF_HEARTS, cards(text))


def units(text: str) -> tuple[Unit, ...]:
    suit = sole_suit(hand(text))
    return decompose(EIGHT_OF_HEARTS.chains[suit], in_suit(hand(text), suit))


def lead(text: str):
    return lead_of(sole_suit(hand(text)), units(text))


def is_legal(led: str, held: str, played: str, **options) -> bool:
    its_lead = lead(led)
    chain = EIGHT_OF_HEARTS.chains[its_lead.suit]
    return is_legal_follow(chain, its_lead, hand(held), hand(played), **options)


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("3S 3S 3S", (3, 1)),
        ("3S 3S 3S 3S", (4, 1)),
        ("3S 3S 3S 4S 4S 4S", (3, 2)),
        ("7S 7S 7S 9S 9S 9S 10S 10S 10S", (3, 3)),
        ("8D 8D 8D 8H 8H 8H SJ SJ SJ", (3, 3)),
        ("3S 3S 3S 3S 4S 4S 4S 4S", (4, 2)),
        ("3S 3S 4S 4S 5S 5S", (2, 3)),
    ],
)
def test_sj_tuple_01_tuples_and_runs_of_tuples_are_one_unit(text, shape):
    (unit,) = units(text)

    assert unit.shape == shape


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("3S 3S 3S 4S 4S", ["3S 3S 4S 4S", "3S"]),
        ("3S 3S 3S 5S 5S", ["3S 3S 3S", "5S 5S"]),
        ("3S 3S 3S 4S 4S 4S 5S 5S", ["3S 3S 3S 4S 4S 4S", "5S 5S"]),
        ("3S 3S 3S 4S 4S 5S 5S", ["3S 3S 4S 4S 5S 5S", "3S"]),
        ("3S 3S 3S 3S 4S 4S", ["3S 3S 3S 3S", "4S 4S"]),
        ("3S 3S 3S 3S 5S 5S 5S", ["3S 3S 3S 3S", "5S 5S 5S"]),
        ("8C 8C 8C 8D 8D 8D", ["8C 8C 8C", "8D 8D 8D"]),
    ],
)
def test_sj_tuple_02_widths_do_not_mix_and_units_with_most_cards_come_first(text, expected):
    found = [unit_cards(EIGHT_OF_HEARTS, sole_suit(hand(text)), unit) for unit in units(text)]

    assert as_multisets(found) == as_multisets(map(cards, expected))


FOLLOWS = [
    # led, held, legal play, illegal play
    ("9S 9S 9S", "3S 3S 4S 5S 6S", "3S 3S 6S", "4S 5S 6S"),
    ("9S 9S 9S", "3S 3S 3S 4S 4S 5S", "3S 3S 3S", "4S 4S 5S"),
    ("9S 9S", "3S 3S 3S 4S 5S", "3S 3S", "4S 5S"),
    ("9S 9S", "3S 3S 3S 4S 4S", "4S 4S", "3S 4S"),
    ("9S", "3S 3S 3S", "3S", None),
    ("6S 6S 6S 7S 7S 7S", "3S 3S 3S 5S 5S 9S 10S", "3S 3S 3S 5S 5S 10S", "3S 3S 3S 5S 9S 10S"),
    ("6S 6S 6S 7S 7S 7S", "3S 3S 3S 5S 5S 5S 9S", "3S 3S 3S 5S 5S 5S", "3S 3S 3S 5S 5S 9S"),
    # level two: a run of pairs before loose pairs (DEC-63)
    ("6S 6S 6S 7S 7S 7S", "3S 3S 4S 4S 9S 9S 10S", "3S 3S 4S 4S 10S 9S", "3S 3S 9S 9S 10S 4S"),
    ("6S 6S 6S 7S 7S 7S", "3S 3S 4S 4S 10S 10S 2S", "3S 3S 4S 4S 10S 10S", "3S 3S 10S 10S 4S 2S"),
    # one run of triples and two pairs led: after a matching run, no further run of pairs is required
    (
        "6S 6S 6S 7S 7S 7S QS QS AS AS",
        "2S 2S 2S 3S 3S 3S 9S 9S 10S 10S KS KS 5S",
        "2S 2S 2S 3S 3S 3S 9S 9S KS KS",
        "2S 2S 2S 3S 3S 3S 9S 10S KS KS",
    ),
]


@pytest.mark.parametrize(
    ("led", "held", "right", "wrong"), FOLLOWS, ids=[f"{led}, {held}" for led, held, _, _ in FOLLOWS]
)
def test_sj_tuple_03_and_dec_63_a_tuple_requires_the_widest_held_tuple(led, held, right, wrong):
    assert is_legal(led, held, right)
    if wrong:
        assert not is_legal(led, held, wrong)


@pytest.mark.parametrize(
    ("led", "held", "right", "wrong"),
    [
        ("9S 9S 9S 9S", "3S 3S 3S 4S 4S 5S", "3S 3S 3S 5S", "3S 3S 4S 4S"),
        ("9S 9S 9S 9S", "3S 3S 3S 4S 4S 5S", "3S 3S 3S 4S", "3S 3S 4S 4S"),
        ("9S 9S 9S 9S", "3S 3S 4S 4S 5S 6S", "3S 3S 5S 6S", "3S 4S 5S 6S"),
        ("9S 9S 9S 9S", "3S 3S 4S 4S 5S 6S", "3S 3S 4S 4S", "3S 4S 5S 6S"),
        (
            "9S 9S 9S 9S 10S 10S 10S 10S",
            "3S 3S 3S 4S 4S 6S 7S JS QS",
            "3S 3S 3S 4S 4S 6S 7S QS",
            "3S 3S 3S 4S 6S 7S JS QS",
        ),
    ],
)
def test_rul_07_a_pair_is_required_for_each_quadruple_without_a_wider_match(led, held, right, wrong):
    assert is_legal(led, held, right)
    assert not is_legal(led, held, wrong)


def test_rul_08_at_most_as_many_tuples_are_required_as_were_led_and_none_counts_at_two_widths():
    led, held = "6S 6S 6S 7S 7S 7S AS", "4S 4S 4S JS JS QS QS KS 2S"
    its_lead = lead(led)
    held_in_suit = in_suit(hand(held), its_lead.suit)
    found = owed(EIGHT_OF_HEARTS.chains[its_lead.suit], tuples_only(held_in_suit), its_lead.demands)

    assert found == ((3, 1), (2, 1))
    assert is_legal(led, held, "4S 4S 4S JS JS KS 2S")
    assert is_legal(led, held, "4S 4S 4S QS QS JS KS")
    assert is_legal(led, held, "4S 4S 4S JS JS QS QS")  # more than required is always allowed
    assert not is_legal(led, held, "4S 4S 4S JS QS KS 2S")
    assert not is_legal(led, held, "4S 4S JS JS QS QS KS")


@pytest.mark.parametrize("wide", ["3S 3S 3S", "BJ BJ BJ", "8C 8C 8C"])
def test_sj_follow_05_a_pair_must_be_taken_from_a_triple_if_there_is_no_other(wide):
    suit = "9H 9H" if wide != "3S 3S 3S" else "9S 9S"
    single = "2H" if wide != "3S 3S 3S" else "2S"
    two = " ".join(wide.split()[:2])

    assert is_legal(suit, f"{wide} {single}", two)
    assert not is_legal(suit, f"{wide} {single}", f"{wide.split()[0]} {single}")


MATCHES = [
    ("9S 9S", "3H 3H", True),
    ("9S 9S 9S", "3H 3H 3H", True),
    ("9S 9S 9S", "3H 3H 4H", False),
    ("9S 9S JS JS", "3H 3H 3H 3H", True),  # a quadruple counts as two pairs (DEC-64)
    ("9S 9S JS JS", "3H 3H 4H 4H", True),  # a run counts as separate pairs
    ("9S 9S 10S 10S", "3H 3H 3H 3H", False),
    ("9S 9S 10S 10S", "3H 3H 5H 5H", False),
    ("9S 9S JS", "3H 3H 3H", True),  # a triple counts as a pair and a single
    ("9S 9S 9S JS JS", "3H 3H 3H 4H 4H", True),
    ("9S 9S 9S JS JS", "3H 3H 4H 4H 5H", False),
    ("9S 9S 9S 10S 10S 10S", "AH AH AH 8D 8D 8D", True),
    ("9S 9S 9S 10S 10S 10S", "KH KH KH 8D 8D 8D", False),
    ("9S JS QS", "BJ BJ 3H", True),
]


@pytest.mark.parametrize(("led", "played", "match"), MATCHES, ids=[f"{led}, {won}" for led, won, *_ in MATCHES])
def test_sj_trick_04_a_play_matches_when_it_can_be_divided_into_the_units_led(led, played, match):
    holding = in_suit(hand(played), TRUMPS)

    assert matches(EIGHT_OF_HEARTS.chains[TRUMPS], holding, lead(led)) == match


def test_sj_throw_05_the_order_of_weakness_includes_tuples():
    texts = ["AS", "KS KS", "3S 3S 3S", "2S 2S 2S 2S", "2S 2S 3S 3S", "2S 2S 3S 3S 4S 4S", "2S 2S 2S 3S 3S 3S"]
    found = [units(text)[0] for text in texts]

    assert sorted(found, key=weakness) == found
    assert weakness(units("3S")[0]) < weakness(units("4S")[0])
    assert weakness(units("3S 3S 4S 4S")[0]) < weakness(units("4S 4S 5S 5S")[0])


def test_sj_throw_02_parts_of_wider_tuples_and_longer_runs_can_beat_a_unit():
    chain, suit = EIGHT_OF_HEARTS.chains[3], sole_suit(hand("3S"))
    pair, run = units("3S 3S 3S KS KS")[1], units("3S 3S 4S 4S KS")[0]

    assert beatable_units(chain, [pair], [in_suit(hand("AS AS AS"), suit)]) == (pair,)
    assert beatable_units(chain, [pair], [in_suit(hand("AS 2S 2S"), suit)]) == ()
    assert beatable_units(chain, [run], [in_suit(hand("9S 9S 9S 10S 10S 10S JS JS"), suit)]) == (run,)
    assert beatable_units(chain, [run], [in_suit(hand("9S 9S JS JS AS AS"), suit)]) == ()


# protect_tuples ------------------------------------------------------------------------------------------------------

PROTECTED = [
    # led, held, required play when tuples are protected, a legal play, an illegal one
    ("KS KS AS", "2S 2S 2S 5S 5S 6S", [(2, 1)], "5S 5S 2S", "2S 2S 6S"),  # RUL-11
    ("KS KS", "2S 2S 2S 6S", [], "2S 6S", None),
    ("KS KS", "2S 2S 2S 6S", [], "2S 2S", None),  # it may be broken
    ("KS KS KS", "2S 2S 2S 2S 6S 6S", [(2, 1)], "6S 6S 2S", "2S 2S 2S"),
    ("KS KS AS AS", "2S 2S 2S 3S 3S 3S 6S 6S 7S 7S", [(2, 2)], "6S 6S 7S 7S", "2S 2S 3S 3S"),
    ("KS KS AS AS", "2S 2S 2S 3S 3S 5S 5S", [(2, 1), (2, 1)], "3S 3S 5S 5S", "2S 2S 3S 3S"),
    ("KS KS KS", "2S 2S 2S 4S 4S", [(3, 1)], "2S 2S 2S", "2S 4S 4S"),  # at most as wide as the lead
]


@pytest.mark.parametrize(("led", "held", "shapes", "right", "wrong"), PROTECTED)
def test_sj_follow_06_and_rul_11_wider_tuples_than_were_led_count_as_single_cards(led, held, shapes, right, wrong):
    its_lead = lead(led)
    chain, holding = EIGHT_OF_HEARTS.chains[its_lead.suit], in_suit(hand(held), its_lead.suit)

    assert list(owed_shapes(chain, its_lead, holding, protect_tuples=True)) == shapes
    assert is_legal(led, held, right, protect_tuples=True)
    if wrong:
        assert not is_legal(led, held, wrong, protect_tuples=True)
    for units in best_fits(chain, its_lead, holding, protect_tuples=True):
        assert sorted((unit.shape for unit in units), reverse=True) == shapes


def test_sj_follow_05_without_protection_a_wider_tuple_must_be_broken():
    assert is_legal("KS KS", "2S 2S 2S 6S", "2S 2S")
    assert not is_legal("KS KS", "2S 2S 2S 6S", "2S 6S")


def test_a_follower_with_many_choices_gets_each_choice_once():
    # Two of three pairs are required, and the third may be among the other cards in two ways.
    led, held = "KS KS JS JS AS 9S", "2S 2S 4S 4S 6S 6S 3S 5S 7S 9S 10S JS"
    offered = list(follows(EIGHT_OF_HEARTS, lead(led), hand(held)))
    every = [write_cards(play) for play in selections(cards(held), 6)]

    assert len(every) > FEW_KEPT
    assert as_multisets(offered) == as_multisets(
        cards(" ".join(play)) for play in every if is_legal(led, held, " ".join(play))
    )
