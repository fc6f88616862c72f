"""Matchpoints, Neuberg's formula and adjusted scores."""

from fractions import Fraction
from math import floor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.tournaments.boards.comparison import BoardValue, compare, compare_sides
from domain.tournaments.boards.matchpoints import (
    WHOLE,
    Line,
    counted_lines,
    field_matchpoints,
    neuberg,
    raw_matchpoints,
    session_totals,
)
from domain.tournaments.terms import EntrantId, Points

SCORES = st.lists(st.integers(-300, 300).map(lambda number: number // 5 * 5), min_size=1, max_size=12)


def entrant(name: object) -> EntrantId:
    return EntrantId(str(name))


def tables(*scores: int) -> list[tuple[BoardValue, BoardValue]]:
    return [(BoardValue(score), BoardValue(-score)) for score in scores]


def board(made: list[tuple[BoardValue, BoardValue]], expected: int) -> list[Line]:
    """The lines of all sides: the side at place 0 is `e0` on the even seats, and `o0` on the odd seats."""
    names = [(field, place) for field in "eo" for place in range(len(made))]
    fields = compare_sides(made, expected)
    averages = [side[odd].average for odd in (0, 1) for side in made]
    points = [worth.points for field in fields for worth in field.lines]
    return [
        Line(entrant(f"{side}{place}"), each, fields[0].top, average)
        for (side, place), each, average in zip(names, points, averages, strict=True)
    ]


def test_matchpoints_are_two_per_beaten_score_and_one_per_tie():
    assert raw_matchpoints([40, 0, 40, -80]) == (5, 2, 5, 0)


@given(SCORES)
def test_matchpoints_equal_those_of_comparing_two_by_two(scores: list[int]):
    by_hand = [
        sum((score > other) + (score >= other) for place, other in enumerate(scores) if place != own)
        for own, score in enumerate(scores)
    ]
    assert list(raw_matchpoints(scores)) == by_hand


@given(SCORES)
def test_the_matchpoints_of_a_board_have_a_constant_sum(scores: list[int]):
    assert sum(raw_matchpoints(scores)) == len(scores) * (len(scores) - 1)
    lines = board(tables(*scores), len(scores))
    assert sum(line.points for line in lines) == len(scores) * 200 * (len(scores) - 1)


@given(SCORES, st.integers(0, 5))
def test_two_pairs_at_a_table_share_the_top(scores: list[int], missing: int):
    lines = board(tables(*scores), len(scores) + missing)
    of = {line.entrant: line.points for line in lines}
    top = 200 * (len(scores) + missing - 1)

    assert [of[entrant(f"e{place}")] + of[entrant(f"o{place}")] for place in range(len(scores))] == [top] * len(scores)


@given(SCORES)
def test_the_odd_seats_get_the_matchpoints_of_comparing_their_own_scores(scores: list[int]):
    of = {line.entrant: line.points for line in board(tables(*scores), len(scores) + 2)}

    assert [of[entrant(f"o{place}")] for place in range(len(scores))] == list(
        field_matchpoints([-score for score in scores], len(scores) + 2)
    )


@given(SCORES, st.integers(0, 5))
def test_a_seat_is_compared_like_a_side(scores: list[int], missing: int):
    made = [*map(BoardValue, scores), BoardValue(average="average_minus")]
    seat, (evens, _) = (
        compare(made, len(scores) + missing + 1),
        compare_sides([(each, BoardValue()) for each in made], len(scores) + missing + 1),
    )

    assert seat == evens


@pytest.mark.parametrize(
    ("matchpoints", "scores", "expected", "worth"),
    [
        # By hand: add 1, times 7/6, less 1.
        (4, 6, 7, Fraction(29, 6)),
        (9, 6, 7, Fraction(32, 3)),
        # A top among 10 of 11 is a tenth below the whole top, and a bottom a tenth of a matchpoint.
        (18, 10, 11, Fraction(199, 10)),
        (0, 10, 11, Fraction(1, 10)),
        # An average remains an average, and one score alone has one matchpoint.
        (5, 6, 9, Fraction(8)),
        (0, 1, 9, Fraction(8)),
        (12, 7, 7, Fraction(12)),
    ],
)
def test_neubergs_formula_agrees_with_values_computed_by_hand(
    matchpoints: int, scores: int, expected: int, worth: Fraction
):
    assert neuberg(matchpoints, scores, expected) == worth


@given(st.integers(1, 12), st.integers(0, 12), st.data())
def test_neuberg_counts_every_score_as_often_as_expected(scores: int, more: int, data: st.DataObject):
    """Each score represents expected / scores of its kind. One of them is the pair's own."""
    below = data.draw(st.integers(0, scores - 1))
    tied = data.draw(st.integers(0, scores - 1 - below))
    weight = Fraction(scores + more, scores)

    by_weight = 2 * weight * below + weight * (tied + 1) - 1

    assert neuberg(2 * below + tied, scores, scores + more) == by_weight


@given(SCORES, st.integers(0, 5))
def test_a_field_with_missing_scores_has_the_average_on_average(scores: list[int], missing: int):
    expected = len(scores) + missing
    points = field_matchpoints(scores, expected)

    assert abs(sum(points) - len(scores) * 100 * (expected - 1)) <= len(scores)


def test_scores_do_not_exceed_the_expected_number():
    with pytest.raises(ValueError, match="where 2 were expected"):
        neuberg(0, 3, 2)
    with pytest.raises(ValueError, match="where 2 were expected"):
        board(tables(0, 5, 10), 2)


def test_an_adjusted_table_gets_its_percentages_and_counts_as_a_missing_score():
    adjusted = (BoardValue(average="average_plus"), BoardValue(average="average_minus"))

    lines = {line.entrant: line for line in board([*tables(40, 0), adjusted], 3)}

    assert lines[entrant("e2")] == Line(entrant("e2"), 240, 400, "average_plus")
    assert lines[entrant("o2")] == Line(entrant("o2"), 160, 400, "average_minus")
    # Two of three expected: (2 * 3 + 1) / 2 and (0 * 3 + 1) / 2.
    assert (lines[entrant("e0")].points, lines[entrant("e1")].points) == (350, 50)


@pytest.mark.parametrize(
    ("kind", "own", "share"),
    [
        ("average_plus", 300, (300 + 300) / 8),
        ("average_plus", 200, (200 + 240) / 8),
        ("average", 300, (300 + 200) / 8),
        ("average_minus", 300, (300 + 160) / 8),
        ("average_minus", 100, (100 + 100) / 8),
    ],
)
def test_an_adjusted_board_follows_the_other_results_of_the_pair(kind: str, own: int, share: float):
    lines = [Line(entrant("a"), own, 400), Line(entrant("a"), 0, 400, kind)]

    assert session_totals(lines)[entrant("a")].share == share * 100


def test_a_pair_with_only_adjusted_boards_gets_its_percentages():
    lines = [Line(entrant("a"), 240, 400, "average_plus"), Line(entrant("a"), 160, 400, "average_minus")]

    assert session_totals(lines)[entrant("a")] == (440 - 40, 800, 5000)


@given(SCORES)
def test_a_session_sums_its_boards(scores: list[int]):
    lines = board(tables(*scores), len(scores) + 1) * 2
    for each in board(tables(*scores), len(scores) + 1):
        share = floor(Fraction(each.points * 10_000, each.top) + Fraction(1, 2))
        assert session_totals(lines)[each.entrant] == (2 * each.points, 2 * each.top, share)


@pytest.mark.parametrize(
    ("points", "top", "share"), [(200, 300, 6667), (100, 300, 3333), (1, 20_000, 1), (1, 20_001, 0)]
)
def test_percentages_are_rounded_half_up(points: int, top: int, share: int):
    assert session_totals([Line(entrant("a"), Points(points), Points(top))])[entrant("a")].share == share


SHARES = st.integers(0, WHOLE)


@given(SHARES, st.integers(2, 12))
def test_two_percentages_that_sum_to_100_share_the_whole_top(share: int, expected: int):
    even, odd = board([(BoardValue(share=share), BoardValue(share=WHOLE - share))], expected)
    assert even.points + odd.points == even.top
    assert abs(even.points * WHOLE - even.top * share) * 2 <= WHOLE


ADJUSTED = st.sampled_from([None, "average_plus", "average", "average_minus"])


@given(st.lists(st.tuples(st.integers(0, 2200), ADJUSTED), min_size=1, max_size=30))
def test_the_total_of_a_session_is_the_sum_of_its_counted_boards(boards: list[tuple[int, str | None]]):
    lines = [Line(entrant("a"), Points(points), Points(2200), adjusted) for points, adjusted in boards]
    as_counted = counted_lines(lines)

    found = session_totals(lines)[entrant("a")]

    assert found.points == sum(line.points for line in as_counted)
    scored = [each.points for each in as_counted if each.adjusted is None]
    assert scored == [own for own, kind in boards if kind is None]
    assert abs(found.share * found.top - found.points * WHOLE) * 2 <= found.top
