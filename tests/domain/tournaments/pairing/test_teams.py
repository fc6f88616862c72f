"""Team matches: seats, and results from deals and tables."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.tournaments.pairing.teams import (
    Team,
    TeamRules,
    TeamTable,
    TooFewPairs,
    UnequalTeams,
    line_up,
    match_points,
    points_of_boards,
    team_tables,
)
from domain.tournaments.terms import EntrantId, Points, Result


def team(name: str, pairs: int) -> Team:
    return Team(EntrantId(name), tuple(EntrantId(f"{name}{place}") for place in range(1, pairs + 1)))


def test_two_teams_of_four_meet_at_two_tables_with_seats_exchanged():
    assert team_tables(team("a", 2), team("b", 2), "duplicate") == (
        TeamTable(1, "a1", "b2", even_is_first=True),
        TeamTable(2, "b1", "a2", even_is_first=False),
    )


def test_larger_teams_meet_board_by_board_and_alternate_on_the_even_seats():
    assert team_tables(team("a", 3), team("b", 3), "boards") == (
        TeamTable(1, "a1", "b1", even_is_first=True),
        TeamTable(2, "b2", "a2", even_is_first=False),
        TeamTable(3, "a3", "b3", even_is_first=True),
    )


@given(st.integers(1, 12), st.sampled_from(["duplicate", "boards"]))
def test_every_pair_sits_once_against_the_other_team(half, way):
    first, second = team("a", 2 * half), team("b", 2 * half)

    tables = team_tables(first, second, way)

    assert Counter(pair for table in tables for pair in (table.even, table.odd)) == Counter(first.pairs + second.pairs)
    assert all(table.even[0] + table.odd[0] == ("ab" if table.even_is_first else "ba") for table in tables)
    assert Counter(table.even_is_first for table in tables) == {True: half, False: half}
    assert [table.number for table in tables] == list(range(1, 2 * half + 1))


@given(st.integers(1, 6))
def test_in_a_duplicate_match_each_team_plays_both_sides_of_the_same_deals(half):
    tables = team_tables(team("a", 2 * half), team("b", 2 * half), "duplicate")

    for one, two in zip(tables[::2], tables[1::2], strict=True):
        assert (one.even[0], one.odd[0], two.even[0], two.odd[0]) == ("a", "b", "b", "a")


@pytest.mark.parametrize(
    ("pairs", "others", "way"), [(2, 3, "boards"), (0, 0, "boards"), (3, 3, "duplicate"), (2, 4, "duplicate")]
)
def test_teams_that_cannot_meet_are_refused(pairs, others, way):
    with pytest.raises(UnequalTeams, match=f"a plays with {pairs} pairs and b with {others}"):
        team_tables(team("a", pairs), team("b", others), way)


def test_reserves_move_up_in_board_order():
    assert line_up(team("a", 5), 3, {"a2", "a3"}).pairs == ("a1", "a4", "a5")
    assert line_up(team("a", 5), 3, ()).pairs == ("a1", "a2", "a3")
    with pytest.raises(TooFewPairs, match="a has 2 pairs that can play, but the match needs 3"):
        line_up(team("a", 4), 3, {"a1", "a3"})


def test_the_points_of_a_board_go_to_the_team_that_sat_there():
    tables = team_tables(team("a", 3), team("b", 3), "boards")

    assert points_of_boards(tables, [Result(100, 0), Result(100, 0), Result(70, 30)]) == Result(170, 130)
    assert points_of_boards(tables, [Result(100, 0), None, Result(70, 30)]) is None
    with pytest.raises(ValueError, match="shorter"):
        points_of_boards(tables, [Result(100, 0)])


@pytest.mark.parametrize(
    ("kinds", "kind"),
    [
        (("forfeit", "played"), "played"),
        (("adjudicated", "forfeit"), "adjudicated"),
        (("double_forfeit", "forfeit"), "forfeit"),
        (("double_forfeit", "double_forfeit"), "double_forfeit"),
    ],
)
def test_a_team_match_counts_as_played_if_any_table_was(kinds, kind):
    tables = team_tables(team("a", 2), team("b", 2), "boards")

    assert points_of_boards(tables, [Result(0, 0, each) for each in kinds]).kind == kind


def test_match_points_go_to_the_team_with_more_board_points():
    rules = TeamRules(win=Points(300), draw=Points(100), loss=Points(10))

    assert match_points(Result(201, 199), rules) == Result(300, 10)
    assert match_points(Result(199, 201, "adjudicated"), rules) == Result(10, 300, "adjudicated")
    assert match_points(Result(200, 200), rules) == Result(100, 100)
    assert match_points(Result(0, 0, "double_forfeit"), rules) == Result(10, 10, "double_forfeit")
