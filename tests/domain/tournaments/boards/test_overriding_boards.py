"""Boards with assigned scores: their effect on each side, and refusals."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.games.sheng_ji.scale import SHENG_JI
from domain.kernel.players import PlayerId
from domain.kernel.scores import BoardScore
from domain.tournaments.boards.assigned import share_imps
from domain.tournaments.boards.closed_boards import BoardAtTable, compared_boards
from domain.tournaments.boards.records import BoardResult
from domain.tournaments.boards.victory_points import victory_points
from domain.tournaments.commands import UndoStaffAct
from domain.tournaments.matches.tables import outcome_of
from domain.tournaments.rounds.commands import CloseRound, OverrideBoard, OverrideResult, RecordResult
from domain.tournaments.rounds.events import BoardOverridden, ResultOverridden, TableId
from domain.tournaments.settings import BoardSettings, TableGame
from domain.tournaments.staff import AppointStaff
from domain.tournaments.standings.by_format import tournament_standings
from domain.tournaments.state import Tournament
from domain.tournaments.terms import EntrantId, Points, Result
from tests.support.cases import cases
from tests.support.duplicate_rounds import INDIVIDUAL, PAIRS_16, TEAMS, VPS, begun, finished, lots, paired, play_round
from tests.support.tournament import OWNER, WON, Given, link_table

ONE_ROUND = replace(PAIRS_16, figures={"rounds": 1})
BY_IMPS = replace(ONE_ROUND, boards=BoardSettings(4, "imps"))
BY_VPS = replace(ONE_ROUND, boards=BoardSettings(4, "victory_points"), rounds=VPS)
SIXTY, FORTY = 6000, 4000


def override(board: int = 1, match: int = 1, room: int = 1, number: int = 1, **what: object) -> OverrideBoard:
    return OverrideBoard(OWNER, number, match, board, "the wrong cards", room, **what)  # type: ignore[arg-type]


def at(here: Given, board: int, match: int = 1, room: int = 1) -> BoardAtTable:
    compared = compared_boards(here.tournament, here.format_)
    [found] = [each for each in compared if (each.board, each.match, each.room) == (board, match, room)]
    return found


def shares(here: Given) -> dict[EntrantId, int]:
    return {each.entrant: each.points for each in tournament_standings(here.tournament)}


# ------------------------------------------------------------------------------------------------ matchpoints


def recomputed(tournament: Tournament, assigned: dict[tuple[int, int], tuple[int, int] | None]) -> dict[str, Fraction]:
    """Share of the top of each pair: percentages unchanged, other tables by Neuberg's formula, without void boards."""
    boards = tournament.settings.boards
    assert boards
    own: Counter[str] = Counter()
    of: Counter[str] = Counter()
    [round_] = tournament.rounds
    expected = len(round_.paired.matches)
    for board in range(1, boards.per_match + 1):
        tables = []
        for number, match in enumerate(round_.paired.matches, start=1):
            if (number, board) in assigned:
                given_shares = assigned[number, board]
                if given_shares is not None:
                    for side, share in zip(match, given_shares, strict=True):
                        own[side] += Fraction(share, 10_000)  # type: ignore[assignment]
                        of[side] += 1
                continue
            [score] = [each.score for each in round_.boards[number - 1] if each.board == board]
            assert score
            tables.append((match, score.total))
        for match, score in tables:
            raw = sum(2 * (score > other) + (score == other) for _, other in tables) - 1
            here = Fraction(raw * expected + expected - len(tables), len(tables)) / (2 * (expected - 1))
            own[match.first] += here  # type: ignore[assignment]
            own[match.second] += 1 - here  # type: ignore[assignment]
            of.update(match)
    return {entrant: Fraction(own[entrant]) / of[entrant] for entrant in of}


@cases(20)
@given(
    st.dictionaries(
        st.tuples(st.integers(1, 4), st.integers(1, 4)),
        st.none() | st.tuples(st.integers(0, 10_000), st.integers(0, 10_000)),
        max_size=8,
    )
)
def test_other_tables_are_scored_by_neuberg_and_percentages_count_as_given(
    assigned: dict[tuple[int, int], tuple[int, int] | None],
):
    here = play_round(begun(ONE_ROUND, 8), lots("neuberg"))
    for (match, board), given_shares in assigned.items():
        what = {"is_void": True} if given_shares is None else {"shares": given_shares}
        here = here.after(override(board, match, **what))
    wanted = recomputed(here.tournament, assigned)
    found = shares(here)
    for entrant, share in wanted.items():
        assert abs(found[EntrantId(entrant)] - share * 10_000) <= 17, "matchpoints are hundredths"
    for each in compared_boards(here.tournament, here.format_):
        is_assigned = (each.match, each.board) in assigned
        assert each.is_assigned == is_assigned
        assert each.is_void == (is_assigned and assigned[each.match, each.board] is None)


def test_a_pair_with_only_void_boards_gets_half():
    here = play_round(begun(ONE_ROUND, 8), lots("void"))
    here = here.after(*(override(board, is_void=True) for board in range(1, 5)))
    match = here.tournament.rounds[0].paired.matches[0]
    assert [shares(here)[side] for side in match] == [5000, 5000]
    assert here.results()[0] == Result(Points(50), Points(50))


def test_an_assigned_score_is_compared_like_a_played_one():
    here = play_round(begun(ONE_ROUND, 8), lots("score"))
    scores = [
        each.score.total for each in compared_boards(here.tournament, here.format_) if each.board == 1 and each.score
    ]
    here = here.after(override(score=(max(scores) + 5, 0)))
    best = at(here, 1)
    assert (best.even_points, best.odd_points, best.top) == (600, 0, 600)
    assert best.score == BoardScore(max(scores) + 5, 0, 40)
    assert best.is_assigned
    assert best.table


def test_average_scores_follow_the_other_boards_of_a_pair():
    here = play_round(begun(ONE_ROUND, 8), lambda board, number, room: 100 - 10 * number)
    here = here.after(override(averages=("average_plus", "average_minus")))
    match = here.tournament.rounds[0].paired.matches[0]
    assert [shares(here)[side] for side in match] == [10_000, 0], (
        "the first pair has the top on other boards, the second zero"
    )
    assert (at(here, 1).even_points, at(here, 1).even_imps, at(here, 1).odd_imps) == (360, 3, -3)


def test_both_partners_of_an_individual_get_the_assigned_score_of_their_side():
    here = play_round(begun(INDIVIDUAL, 8), lots("individual")).after(override(shares=(SIXTY, SIXTY)))
    assert (at(here, 1).even_points, at(here, 1).odd_points) == (120, 120)
    assert at(here, 1).top == 200


# ------------------------------------------------------------------------------------------------ IMPs, victory points


@pytest.mark.parametrize(
    ("share", "imps"), [(6000, 3), (4000, -3), (5000, 0), (10_000, 15), (0, -15), (5300, 0), (4600, -1)]
)
def test_ten_percent_above_half_are_three_imps(share: int, imps: int):
    assert share_imps(share) == imps


def test_imps_against_the_datum_ignore_assigned_percentages():
    here = play_round(begun(BY_IMPS, 8), lots("datum"))
    before = [at(here, 1, match).even_imps for match in range(1, 5)]
    here = here.after(override(shares=(7000, 3000)), override(2, is_void=True))
    assert (at(here, 1).even_imps, at(here, 1).odd_imps) == (6, -6)
    scores = [
        each.score.total for each in compared_boards(here.tournament, here.format_) if each.board == 1 and each.score
    ]
    assert len(scores) == 3
    assert before
    assert (at(here, 2).even_imps, at(here, 2).odd_imps, at(here, 2).top) == (0, 0, 0)


def test_victory_points_use_the_number_of_counted_boards():
    here = play_round(begun(BY_VPS, 8), lots("victory"))
    here = here.after(override(1, is_void=True), override(2, shares=(8000, 2000)))
    match = here.tournament.rounds[0].paired.matches[0]
    margin = sum(at(here, board).even_imps for board in range(2, 5))
    assert shares(here)[match.first] == victory_points(margin, 3).first
    assert at(here, 2).even_imps == 9


def test_a_team_match_is_scored_from_its_boards_including_assigned_ones():
    here = play_round(begun(TEAMS, 2), lots("teams"), rooms=2)

    def swings() -> list[int]:
        totals = {(each.board, each.room): each.score for each in here.tournament.rounds[0].boards[0]}
        return [
            SHENG_JI.imps(totals[board, 1].total - totals[board, 2].total)  # type: ignore[union-attr]
            for board in range(1, 7)
        ]

    before = swings()

    # The first team has the even seats of room 1, and the odd ones of room 2.
    here = here.after(override(1, shares=(7000, 3000)))
    assert here.results()[0][:2] == victory_points(6 + sum(before[1:]), 6)  # type: ignore[index]
    assert (at(here, 1).even_imps, at(here, 1, room=2).even_imps) == (6, -6)
    here = here.after(override(1, room=2, shares=(7000, 3000)))
    assert here.results()[0][:2] == victory_points(sum(before[1:]), 6)  # type: ignore[index]
    here = here.after(override(2, room=2, is_void=True))
    assert here.results()[0][:2] == victory_points(sum(before[2:]), 5)  # type: ignore[index]
    room_two = here.tournament.rounds[0].boards[0]
    [there] = [each.score for each in room_two if (each.board, each.room) == (3, 2)]
    here = here.after(override(3, score=(100, 1)))
    assert there
    third = SHENG_JI.imps(140 - there.total)
    assert here.results()[0][:2] == victory_points(third + sum(before[3:]), 5)  # type: ignore[index]
    standing = {each.entrant: each.points for each in tournament_standings(here.tournament)}
    assert set(standing.values()) == set(here.results()[0][:2])  # type: ignore[index]


def test_with_board_scoring_a_team_gets_its_share_of_the_two_points_of_a_board():
    plan = replace(TEAMS, boards=BoardSettings(1, "matchpoints"))
    here = play_round(begun(plan, 2), lambda board, number, room: 0, rooms=2)
    here = here.after(override(1, shares=(6000, 4000)))
    assert here.results()[0] == Result(Points(1200), Points(0))
    assert Counter(each.is_assigned for each in compared_boards(here.tournament, here.format_)) == {True: 1, False: 1}


# ------------------------------------------------------------------------------------------------ corrections


def test_an_assigned_score_can_be_corrected_and_removed():
    here = play_round(begun(ONE_ROUND, 8), lots("again"))
    played, results = shares(here), here.results()
    here = here.after(override(shares=(SIXTY, FORTY)))
    assert shares(here) != played
    other = here.after(override(is_void=True))
    assert other.tournament.rounds[0].assigned[0].is_void
    assert len(other.tournament.rounds[0].assigned) == 1
    back = other.after(override())
    assert (shares(back), back.results()) == (played, results)
    assert back.refused(override()) == "nothing_played"


def test_a_decision_on_a_match_overrides_its_boards_and_a_decision_on_a_board_overrides_one():
    here = play_round(begun(ONE_ROUND, 8), lots("whole")).after(override(shares=(SIXTY, FORTY)))
    here = here.after(OverrideResult(OWNER, 1, 1, Result(Points(50), Points(50), "adjudicated"), "a storm"))
    assert here.tournament.rounds[0].assigned == ()
    assert here.refused(override()) == "nothing_played"
    [recorded] = here.when(override(shares=(SIXTY, FORTY)))
    assert (recorded.first, recorded.second, recorded.kind) == (None, None, None), (
        "the result does not follow from the boards"
    )
    assert at(here.after(override(shares=(SIXTY, FORTY))), 1).even_points == 360
    assert at(here.after(override(shares=(SIXTY, FORTY))), 2).for_even == "average"


def test_the_event_contains_author_score_and_reason():
    here = begun(ONE_ROUND, 8).after(AppointStaff(OWNER, PlayerId("dora"), "director"))
    here = play_round(here, lots("who"))
    command = replace(override(shares=(SIXTY, FORTY)), by=PlayerId("dora"))
    [recorded] = here.when(command)
    assert isinstance(recorded, BoardOverridden)
    assert (recorded.by, recorded.how, recorded.even_share, recorded.odd_share) == ("dora", "shares", SIXTY, FORTY)
    assert recorded.reason == "the wrong cards"
    assert (recorded.excess, recorded.levels, recorded.step, recorded.for_even) == (None, None, None, None)
    assert [here.when(override(**what))[0].how for what in ({"score": (0, 0)}, {"is_void": True})] == ["score", "void"]
    assert here.when(override(averages=("average", "average")))[0].how == "averages"


# -- during play -------------------------------------------------------------------------------------------------------


def test_a_match_with_only_assigned_boards_has_a_result_and_can_end_its_round():
    here = paired(begun(ONE_ROUND, 4))
    here = finished(here, 2, lots("other"))
    for board in range(1, 4):
        here = here.after(override(board, shares=(SIXTY, FORTY)))
        assert here.results()[0] is None
    here = here.after(override(4, is_void=True))
    assert here.results()[0] == Result(Points(100), Points(0))
    here = here.after(CloseRound(OWNER, 1))
    match = here.tournament.rounds[0].paired.matches[0]
    assert [shares(here)[side] for side in match] == [SIXTY, FORTY]


def test_boards_played_after_an_assignment_count_together_with_it():
    here = paired(begun(ONE_ROUND, 4)).after(override(2, score=(500, 0)))
    assert here.results() == (None, None)
    round_ = here.tournament.rounds[0]
    tables = []
    for board in (1, 3, 4):
        table = TableId(f"tbl_{board}")
        here = here.after(link_table(1, 1, table, (str(board),)))
        tables.append(table)
    boards = tuple(
        BoardResult(board, 1, table, BoardScore(-10, 0, 40)) for board, table in zip((1, 3, 4), tables, strict=True)
    )
    assert outcome_of(here.tournament, here.format_, round_, 1, ()) is None
    here = here.after(RecordResult(1, 1, Result(Points(100), Points(0)), tuple(tables), boards=boards))
    here = finished(here, 2, lots("second")).after(CloseRound(OWNER, 1))
    assert [at(here, board).is_assigned for board in range(1, 5)] == [False, True, False, False]
    [recorded] = here.when(override(2, score=(0, 0)))
    assert Result(recorded.first, recorded.second, recorded.kind) == Result(Points(0), Points(100))


# ------------------------------------------------------------------------------------------------ refusals


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (override(5, is_void=True), "board_not_of_match"),
        (override(0, is_void=True), "board_not_of_match"),
        (override(1, room=2, is_void=True), "board_not_of_match"),
        (override(1, match=9, is_void=True), "no_such_match"),
        (override(1, number=2, is_void=True), "no_such_round"),
        (override(shares=(10_001, 0)), "invalid_board_score"),
        (override(shares=(-1, 0)), "invalid_board_score"),
        (override(shares=(5000, 5000), is_void=True), "invalid_board_score"),
        (override(score=(0, 0), averages=("average", "average")), "invalid_board_score"),
        (override(score=(1_000_000, 0)), "invalid_board_score"),
        (override(score=(0, 1_000_000)), "invalid_board_score"),
        (override(), "nothing_played"),
        (replace(override(is_void=True), by=PlayerId("p00")), "staff_only"),
        (replace(override(is_void=True), by=PlayerId("amy")), "staff_only"),
        (replace(override(is_void=True), reason=" "), "reason_needed"),
    ],
)
def test_an_invalid_assignment_is_refused(command: OverrideBoard, code: str):
    here = begun(ONE_ROUND, 4).after(AppointStaff(OWNER, PlayerId("amy"), "assistant"))
    here = play_round(here, lots("refused"))
    assert here.refused(command) == code


def test_a_score_with_levels_is_refused_in_a_game_without_levels():
    play = TableGame("zheng_shangyou", "zheng-shangyou-4-partners")
    here = play_round(begun(replace(BY_IMPS, play=play), 4), lots("places"))
    assert here.refused(override(score=(2, 1))) == "invalid_board_score"
    assert here.refused(override(score=(2, -1))) == "invalid_board_score"
    score = at(here.after(override(score=(2, 0))), 1).score
    assert score == BoardScore(2, 0, 0)


def test_without_boards_no_board_can_be_overridden():
    here = paired(begun(replace(PAIRS_16, format="swiss", boards=None), 4))
    assert here.refused(override(is_void=True)) == "no_boards"
    begins = begun(ONE_ROUND, 4)
    assert begins.refused(override(is_void=True)) == "no_such_round"


def test_standings_with_any_assigned_scores_stay_within_the_top():
    luck = Random("any")
    here = play_round(begun(ONE_ROUND, 8), lots("any"))
    for _ in range(30):
        what = luck.choice(
            [
                {"shares": (luck.randrange(10_001), luck.randrange(10_001))},
                {"score": (luck.randrange(-160, 165, 5), luck.randrange(-3, 4))},
                {"averages": ("average_plus", "average")},
                {"is_void": True},
            ]
        )
        here = here.after(override(luck.randrange(1, 5), luck.randrange(1, 5), **what))
        assert all(0 <= share <= 10_000 for share in shares(here).values())
        assert all(not isinstance(event, ResultOverridden) for event in here.events)


def test_undoing_a_board_score_restores_everything_but_the_record_of_corrections():
    here = play_round(begun(ONE_ROUND, 8), lots("undo")).after(override(2, 1, is_void=True))
    for what in (override(1, 1, shares=(SIXTY, FORTY)), override(2, 1), OverrideResult(OWNER, 1, 1, WON, "as seen")):
        acted = here.after(what)
        undone = acted.after(UndoStaffAct(OWNER, len(acted.events), "by mistake", acted.events))
        before, after = (each.tournament._replace(corrected=()) for each in (here, undone))
        assert after == before != acted.tournament._replace(corrected=())
        assert shares(undone) == shares(here)
