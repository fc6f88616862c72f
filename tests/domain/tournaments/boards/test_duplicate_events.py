"""Duplicate boards in tournaments: whole events in each movement, and matches of teams."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest

from domain.kernel.scores import BoardScore
from domain.tournaments.boards.closed_boards import compared_boards
from domain.tournaments.boards.records import BoardResult
from domain.tournaments.boards.sets import closed_sets
from domain.tournaments.boards.table_results import team_result
from domain.tournaments.boards.victory_points import victory_points
from domain.tournaments.settings import BoardSettings, TournamentSettings
from domain.tournaments.standings.by_format import tournament_standings
from domain.tournaments.state import pairing_context
from domain.tournaments.terms import PairingContext, Points, Result
from tests.support.duplicate_rounds import (
    HOWELL,
    INDIVIDUAL,
    MITCHELL,
    PAIRS_16,
    TEAMS,
    begun,
    independent_shares,
    lots,
    paired,
    play_round,
    rounded,
)
from tests.support.tournament import SEED, Given


@pytest.mark.parametrize("pairs", [8, 12, 16])
def test_sixteen_boards_of_pairs_end_as_independently_computed(pairs: int):
    here, score = begun(PAIRS_16, pairs), lots(f"sixteen {pairs}")
    for _ in range(4):
        here = play_round(here, score)

    assert here.format_.next_round(course_of(here), SEED) is None
    found = tournament_standings(here.tournament)
    shares = independent_shares(here.tournament)
    assert {each.entrant: each.points for each in found} == {
        entrant: rounded(share) for entrant, share in shares.items()
    }
    assert [each.entrant for each in found] == sorted(shares, key=lambda each: (-rounded(shares[each]), each))
    assert len({each.board for each in compared_boards(here.tournament, here.format_)}) == 16


def course_of(here: Given) -> PairingContext:
    return pairing_context(here.tournament)


@pytest.mark.parametrize(("plan", "pairs", "rounds"), [(MITCHELL, 10, 5), (MITCHELL, 12, 5), (HOWELL, 8, 7)])
def test_in_a_movement_nobody_repeats_a_board_and_each_table_of_a_round_has_its_own(
    plan: TournamentSettings, pairs: int, rounds: int
):
    here, score = begun(plan, pairs), lots("movement")
    for _ in range(rounds):
        here = play_round(here, score)

    assert here.format_.next_round(course_of(here), SEED) is None
    had: Counter[tuple[str, int]] = Counter()
    for round_ in here.tournament.rounds:
        assert len(set(round_.sets)) == len(round_.sets)
        matches = zip(round_.paired.matches, round_.sets, strict=True)
        had.update((side, number) for match, number in matches for side in match)
    assert set(had.values()) == {1}


def test_a_mitchell_has_two_winners_and_equally_strong_directions():
    here, score = begun(MITCHELL, 10), lots("two winners")
    for _ in range(5):
        here = play_round(here, score)

    found = tournament_standings(here.tournament)
    assert [each.line for each in found] == [0] * 5 + [1] * 5
    assert next(each.rank for each in found if each.line == 1) == 1
    evens = {match.first for match in here.tournament.rounds[0].paired.matches}
    assert {each.entrant for each in found if each.line == 0} == evens
    assert evens == {"P00", "P03", "P04", "P07", "P08"}
    switched = replace(MITCHELL, figures={"rounds": 5, "switched": 1})
    assert {each.line for each in tournament_standings(begun(switched, 10).tournament)} == {None}


def test_the_sets_of_a_mitchell_close_when_their_last_table_has_played_them():
    here, score = begun(MITCHELL, 10), lots("closed")
    for number in range(1, 6):
        here = play_round(here, score)
        assert closed_sets(here.tournament, here.format_) == (frozenset() if number < 5 else frozenset(range(1, 6)))
        assert bool(compared_boards(here.tournament, here.format_)) == (number == 5)
    balanced = play_round(begun(PAIRS_16, 8), score)
    assert closed_sets(balanced.tournament, balanced.format_) == {1}
    assert closed_sets(paired(balanced).tournament, balanced.format_) == {1}


def test_eight_players_change_partners_and_get_the_scores_of_their_sides():
    here, score = begun(INDIVIDUAL, 8), lots("individual")
    for _ in range(3):
        here = play_round(here, score)

    shares = Counter[str]()
    tops = Counter[str]()
    for each in compared_boards(here.tournament, here.format_):
        for side, points in ((each.even, each.even_points), (each.odd, each.odd_points)):
            for player in side.split("+"):
                shares[player] += points
                tops[player] += each.top
    found = tournament_standings(here.tournament)
    assert {each.entrant: each.points for each in found} == {
        player: rounded(Fraction(shares[player], tops[player])) for player in shares
    }
    assert len(found) == 8


def test_teams_play_every_deal_at_two_tables():
    here = play_round(begun(TEAMS, 4), lambda board, match, room: 40 if room == 1 else 0, rooms=2)
    tables = compared_boards(here.tournament, here.format_)
    assert len(tables) == 2 * 2 * 6
    assert {each.even_imps for each in tables if each.room == 1} == {3}
    assert all(each.even != other.even for each, other in zip(tables[::2], tables[1::2], strict=True))
    assert here.tournament.rounds[0].sets == (1, 1)


def test_a_team_match_is_scored_in_imps_on_the_victory_point_scale():
    boards = [
        BoardResult(number, room, "", BoardScore(excess, 0, 40))
        for number, scores in enumerate([(40, 0), (0, 100), (5, 0), (-80, -20)], start=1)
        for room, excess in enumerate(scores, start=1)
    ]
    # On the scale of IMPs 40, -100, 5 and -60 are 3, -7, 0 and -5.
    worth = victory_points(-9, 4)
    assert team_result(TEAMS, boards, None) == Result(worth.first, worth.second)
    by_imps = replace(TEAMS, boards=BoardSettings(4, "imps"))
    assert team_result(by_imps, boards, None) == Result(Points(0), Points(1200))
    by_boards = replace(TEAMS, boards=BoardSettings(4, "matchpoints"))
    assert team_result(by_boards, boards, None) == Result(Points(1000), Points(1000))
    assert team_result(by_boards, boards, "first") == Result(Points(0), Points(1200), "adjudicated")
    adjusted = [BoardResult(1, 1, "", None, "average_plus", "average_minus")]
    assert team_result(by_imps, adjusted, None) == Result(Points(1200), Points(0))
