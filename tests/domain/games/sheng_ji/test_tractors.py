"""SJ-TRAC: tractors and runs, at the table by `distinct_rank`, and by the other adjacencies."""

import pytest

from domain.games.sheng_ji.card_order import TRUMPS
from domain.games.sheng_ji.check import MustFollow
from domain.games.sheng_ji.holding import hand_of, in_suit, sole_suit
from domain.games.sheng_ji.packing import fits, packings, units_of_shape
from domain.games.sheng_ji.readings import highest_division
from domain.games.sheng_ji.units import Unit, decompose, unit_cards
from domain.kernel.cards import NAMES
from tests.support.deals import playing
from tests.support.laws import law
from tests.support.table import cards, order, plays


def units(trumps: str, text: str, **options) -> tuple[Unit, ...]:
    its_order = order(trumps, **options)
    hand = hand_of(its_order, cards(text))
    suit = sole_suit(hand)
    return () if suit is None else decompose(its_order.chains[suit], in_suit(hand, suit))


TRACTORS = [
    ("8H", "3C 3C 4C 4C"),
    ("8H", "7S 7S 9S 9S"),
    ("8H", "7H 7H 9H 9H"),
    ("8H", "6D 6D 7D 7D 9D 9D 10D 10D"),
    ("8H", "KH KH AH AH"),
    ("8H", "AH AH 8C 8C"),
    ("8H", "AH AH 8S 8S 8H 8H"),
    ("8H", "8D 8D 8H 8H"),
    ("8H", "8H 8H SJ SJ"),
    ("8H", "SJ SJ BJ BJ"),
    ("8H", "KH KH AH AH 8C 8C 8H 8H SJ SJ BJ BJ"),
    ("8", "8C 8C SJ SJ"),
    ("8", "8H 8H SJ SJ BJ BJ"),
    ("8", "AC AC KC KC"),
    ("AS", "KS KS AC AC"),
    ("AS", "KS KS AC AC AS AS"),
    ("AS", "QD QD KD KD"),
    ("2D", "3S 3S 4S 4S"),
    ("2D", "AD AD 2S 2S"),
    ("KC", "QC QC AC AC"),
    ("KC", "QH QH AH AH"),
]


@pytest.mark.parametrize(("trumps", "text"), TRACTORS, ids=[f"{text} at {trumps}" for trumps, text in TRACTORS])
def test_sj_trac_01_02_and_05_pairs_on_adjacent_levels_are_a_tractor(trumps, text):
    (unit,) = units(trumps, text)

    assert unit.shape == (2, len(text.split()) // 2)


NO_TRACTORS = [
    ("8H", "3C 3C 5C 5C", 2),
    ("8H", "7S 7S 8S 8S", 0),  # the eights are trumps
    ("8H", "3C 3C 4S 4S", 0),
    ("8H", "8C 8C 8D 8D", 2),
    ("8H", "AH AH 8H 8H", 2),
    ("8H", "8C 8C SJ SJ", 2),
    ("8H", "8H 8H BJ BJ", 2),
    ("8H", "2S 2S AS AS", 2),
    ("8H", "AH AH 2H 2H", 2),
    ("8H", "3C 3C 4C", 2),
    ("8H", "3C 4C", 2),
    ("8", "8C 8C 8H 8H", 2),
    ("8", "8S 8S BJ BJ", 2),
    ("8", "AH AH 8H 8H", 0),
    ("8", "7H 7H 8H 8H", 0),
    ("2S", "AC AC 2S 2S", 0),
    ("AS", "KD KD AD AD", 0),
    ("AS", "2S 2S AS AS", 2),
]


@pytest.mark.parametrize(
    ("trumps", "text", "number"), NO_TRACTORS, ids=[f"{text} at {trumps}" for trumps, text, _ in NO_TRACTORS]
)
def test_sj_trac_02_05_and_06_these_cards_are_not_a_tractor(trumps, text, number):
    found = units(trumps, text)

    assert len(found) == number
    assert all(unit.length == 1 for unit in found)


def test_sj_trac_02_any_off_suit_pair_of_the_trump_rank_connects_the_ace_with_the_trump_suit_pair():
    found = units("8H", "AH AH 8C 8C 8D 8D 8S 8S 8H 8H")

    assert sorted(unit.shape for unit in found) == [(2, 1), (2, 1), (2, 3)]


@pytest.mark.parametrize(
    ("low", "high"),
    [("3C 3C 4C 4C", "4C 4C 5C 5C"), ("7C 7C 9C 9C", "9C 9C 10C 10C"), ("2C 2C 3C 3C", "KC KC AC AC")],
)
def test_sj_trac_07_tractors_compare_by_their_highest_pair(low, high):
    (lower,), (higher,) = units("8H", low), units("8H", high)

    assert lower.top < higher.top


def test_sj_trac_07_tractors_that_reach_the_off_suit_eights_are_equally_high():
    (clubs,), (spades,) = units("8H", "AH AH 8C 8C"), units("8H", "AH AH 8S 8S")

    assert clubs.top == spades.top


HANDS = [
    "3S 3S 4S 4S 5S",
    "6S 6S 7S 7S 9D",
    "10S 10S QS QS KD",
    "8C 8C AH AH 3D",
]


def test_a_tractor_is_beaten_by_a_higher_one_or_by_a_trump_tractor():
    given = playing(HANDS, trumps="8H").after_plays("0: 3S 3S 4S 4S", "1: 6S 6S 7S 7S")
    assert given.phase.trick.winner == 1

    given = given.after_plays("2: 10S 10S QS QS")
    assert given.phase.trick.winner == 1

    assert given.after_plays("3: AH AH 8C 8C").phase.last_trick.winner == 3


def test_a_tractor_must_be_followed_by_a_tractor():
    given = playing(HANDS, trumps="8H").after_plays("0: 3S 3S 4S 4S")
    hands = [HANDS[0], "6S 6S 7S 7S 9S", *HANDS[2:]]
    other = playing(hands, trumps="8H").after_plays("0: 3S 3S 4S 4S")

    given.when(1, plays("6S 6S 7S 9D")).then_refused(MustFollow, "SJ-FOLLOW-02", legal=["6S 6S 7S 7S"])
    other.when(1, plays("6S 6S 7S 9S")).then_refused(MustFollow, "SJ-FOLLOW-03", legal=["6S 6S 7S 7S"])


# Other adjacencies ---------------------------------------------------------------------------------------------------

GAP, CHAIN = "no_gap", "equal_rank_chain"
RUNS = [
    # trumps, cards, adjacencies under which they are one run
    ("8H", "8C 8C 8D 8D", [GAP, CHAIN]),
    ("8H", "8C 8C 8D 8D 8S 8S", [GAP, CHAIN]),
    ("8H", "AH AH 8C 8C", ["distinct_rank", GAP, CHAIN]),
    ("8H", "AH AH 8C 8C 8D 8D", [GAP, CHAIN]),
    ("8H", "8C 8C 8D 8D 8H 8H", [GAP, CHAIN]),
    ("8H", "AH AH 8C 8C 8H 8H SJ SJ BJ BJ", ["distinct_rank", CHAIN]),
    ("8H", "AH AH 8C 8C 8D 8D 8H 8H", [CHAIN]),
    ("8H", "AH AH 8C 8C 8D 8D 8S 8S 8H 8H", [GAP, CHAIN]),
    ("7C", "7C 7C 7S 7S AC AC", ["distinct_rank", CHAIN]),
    ("7C", "7S 7S 7D 7D", [GAP, CHAIN]),
    ("7C", "SJ SJ 7C 7C", ["distinct_rank", GAP, CHAIN]),
    ("7C", "BJ BJ 7C 7C", []),
    ("8", "8C 8C 8H 8H", [GAP, CHAIN]),
    ("8", "8C 8C 8H 8H SJ SJ", [GAP, CHAIN]),
    ("8", "8C 8C 8D 8D 8H 8H 8S 8S SJ SJ BJ BJ", [GAP, CHAIN]),
    ("8", "8C 8C BJ BJ", []),
    ("8H", "4S 4S 5S 5S", ["distinct_rank", GAP, CHAIN]),
    ("8H", "4S 4S 6S 6S", []),
]


@law
@pytest.mark.parametrize("adjacency", ["distinct_rank", GAP, CHAIN])
@pytest.mark.parametrize(("trumps", "text", "by"), RUNS, ids=[f"{text} at {trumps}" for trumps, text, _ in RUNS])
def test_sj_trac_02_to_04_and_dec_71_these_cards_are_one_run(trumps, text, by, adjacency):
    found = units(trumps, text, adjacency=adjacency)

    assert ([unit.length for unit in found] == [len(set(text.split()))]) == (adjacency in by)


@pytest.mark.parametrize("adjacency", [GAP, CHAIN])
@pytest.mark.parametrize("width", [3, 4, 5, 6])
def test_sj_tuple_01_equal_faces_make_runs_of_every_width(adjacency, width):
    (unit,) = units("8H", " ".join(["8C 8D"] * width), adjacency=adjacency)

    assert unit.shape == (width, 2)


@pytest.mark.parametrize("adjacency", [GAP, CHAIN])
def test_dec_69_runs_with_equal_top_levels_tie(adjacency):
    (low,), (high,) = units("8H", "8C 8C 8D 8D", adjacency=adjacency), units("8H", "AH AH 8S 8S", adjacency=adjacency)

    assert low.top == high.top


def test_fillers_are_in_no_run_and_runs_skip_them():
    (run,) = units("8H", "8H 8H SJ SJ", fillers=True)
    filler, *_ = units("8H", "FC FC", fillers=True)

    assert (run.shape, filler.shape) == ((2, 2), (2, 1))
    assert [unit.length for unit in units("8H", "FC FC SJ SJ", fillers=True)] == [1, 1]
    assert [unit.length for unit in units("8H", "8H 8H FC FC", fillers=True)] == [1, 1]
    assert sorted(unit.length for unit in units("8H", "8H 8H FC FC SJ SJ BJ BJ", fillers=True)) == [1, 3]


def test_dec_73_red_fives_are_adjacent_to_jokers():
    (unit,) = units("8H", "SJ SJ BJ BJ 5D 5D 5H 5H", hong_wu="h5_d5")

    assert unit.shape == (2, 4)
    assert [unit.length for unit in units("8S", "4H 4H 6H 6H", hong_wu="h5")] == [2]


def test_sj_card_10_the_ace_of_trumps_is_adjacent_to_the_twos():
    assert [unit.length for unit in units("8H", "AH AH 2C 2C 2H 2H 8S 8S", permanent_twos=True)] == [4]
    assert [unit.length for unit in units("8H", "2H 2H 3H 3H", permanent_twos=True)] == [1, 1]


@pytest.mark.parametrize(
    ("options", "text", "shapes"),
    [
        ({"narrowest_run": 3}, "3S 3S 4S 4S", [(2, 1), (2, 1)]),
        ({"narrowest_run": 3}, "3S 3S 3S 4S 4S 4S", [(3, 2)]),
        ({"shortest_run": 3}, "3S 3S 4S 4S", [(2, 1), (2, 1)]),
        ({"shortest_run": 3}, "3S 3S 4S 4S 5S 5S", [(2, 3)]),
        ({"shortest_run": 3, "adjacency": CHAIN}, "8C 8C 8D 8D", [(2, 1), (2, 1)]),
        ({"shortest_run": 3, "adjacency": CHAIN}, "8C 8C 8D 8D 8S 8S", [(2, 3)]),
    ],
)
def test_cards_that_are_too_narrow_or_too_short_are_not_a_run(options, text, shapes):
    assert [unit.shape for unit in units("8H", text, **options)] == shapes


SHAPES_THAT_FIT = [
    # adjacency, cards, shapes, whether they fit
    (GAP, "AH AH 8C 8C 8D 8D 8S 8S 8S 8H 8H", ((3, 1), (2, 4)), False),
    (CHAIN, "AH AH 8C 8C 8D 8D 8S 8S 8S 8H 8H", ((3, 1), (2, 4)), True),
    (GAP, "AH AH 8C 8C 8D 8D 8S 8S 8S 8H 8H", ((3, 1), (2, 3)), True),
    (GAP, "KH KH AH AH 8C 8C 8D 8D 8S 8S 8S 8H 8H SJ SJ", ((3, 1), (2, 4)), True),
    (GAP, "AH AH 8C 8C 8C 8D 8D 8D 8S 8S 8S 8H 8H", ((3, 1), (3, 1), (2, 4)), False),
    (CHAIN, "8C 8C 8D 8D 8D 8D 8S 8S", ((2, 2), (2, 2)), True),
    (GAP, "8C 8C 8D 8D 8D 8D 8D 8D", ((2, 2), (2, 2)), False),
]


@pytest.mark.parametrize(("adjacency", "text", "shapes", "fit"), SHAPES_THAT_FIT)
def test_sj_trac_03_and_04_units_may_share_a_level_of_equal_faces(adjacency, text, shapes, fit):
    its_order = order("8H", adjacency=adjacency)
    chain, holding = its_order.chains[TRUMPS], in_suit(hand_of(its_order, cards(text)), TRUMPS)

    assert fits(chain, holding, shapes) == fit
    assert bool(next(packings(chain, holding, shapes), ())) == fit
    singles = holding.bit_count() - sum(width * length for width, length in shapes)
    units_to_be = (
        *sorted(shapes, key=lambda shape: (shape[0] * shape[1], shape[0]), reverse=True),
        *[(1, 1)] * singles,
    )
    assert (highest_division(chain, holding, units_to_be, (-1,) * len(units_to_be)) is not None) == fit


def test_dec_71_a_run_without_gap_has_every_equal_face_between_its_ends():
    its_order = order("8H", adjacency=GAP)
    chain, holding = (
        its_order.chains[TRUMPS],
        in_suit(hand_of(its_order, cards("AH AH 8C 8C 8D 8D 8S 8S 8H 8H")), TRUMPS),
    )
    faces = [
        {NAMES[card] for card in unit_cards(its_order, TRUMPS, unit)} for unit in units_of_shape(chain, holding, (2, 4))
    ]

    assert sorted(map(sorted, faces)) == [["8C", "8D", "8H", "8S"], ["8C", "8D", "8S", "AH"]]
