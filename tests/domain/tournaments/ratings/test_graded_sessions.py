"""Tournaments that are graded sessions of duplicate play, and the scores of their pairs."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from domain.kernel.instants import Instant
from domain.kernel.players import house_player
from domain.ratings.grade import FULL, Session, SessionId
from domain.tournaments.commands import CancelTournament, FinishTournament
from domain.tournaments.ratings.graded_sessions import is_graded_session, session_of
from domain.tournaments.rounds.commands import CloseRound, OverrideBoard, OverrideResult
from domain.tournaments.settings import EntrantSettings, TournamentSettings
from domain.tournaments.terms import LOSS, WIN, EntrantId, Result
from tests.support.duplicate_rounds import (
    INDIVIDUAL,
    MITCHELL,
    PAIRS_16,
    TEAMS,
    begun,
    finished,
    independent_shares,
    lots,
    paired,
    play_round,
)
from tests.support.tournament import OWNER, Given

RATED = replace(PAIRS_16, is_rated=True)
AT = Instant(5)


def session(here: Given, *changed: str) -> Session | None:
    return session_of(here.tournament, SessionId("trn_1"), AT, frozenset(map(EntrantId, changed)))


def over(here: Given) -> Given:
    return here.after(FinishTournament(OWNER, "enough"))


def scores_of(found: Session | None) -> dict[str, tuple[int, int | None]]:
    """Score and boards of every pair, by its captain in capitals."""
    assert found is not None
    return {pair.players[0].upper(): (pair.score, pair.boards) for pair in found.pairs}


def test_rated_tournaments_of_duplicate_pairs_are_sessions():
    assert is_graded_session(RATED)
    assert is_graded_session(replace(MITCHELL, is_rated=True))


@pytest.mark.parametrize(
    "plan",
    [
        PAIRS_16,
        replace(INDIVIDUAL, is_rated=True),
        replace(TEAMS, is_rated=True),
        replace(RATED, entrants=EntrantSettings("team", 3, 3)),
    ],
)
def test_other_tournaments_are_not_sessions(plan: TournamentSettings):
    assert not is_graded_session(plan)


@pytest.mark.parametrize(("plan", "pairs"), [(RATED, 8), (replace(MITCHELL, is_rated=True), 10)])
def test_a_pair_has_its_share_of_the_matchpoints(plan: TournamentSettings, pairs: int):
    here, score, rounds = begun(plan, pairs), lots("shares"), plan.figures["rounds"]
    for _ in range(rounds):
        here = play_round(here, score)
    assert session(here) is None
    here = over(here)

    found = session(here)

    shares = independent_shares(here.tournament)
    assert found is not None
    assert plan.boards is not None
    boards = rounds * plan.boards.per_match
    assert (found.id, found.ended_at, found.boards) == ("trn_1", AT, boards)
    assert scores_of(found) == {entrant: (round(share * FULL), boards) for entrant, share in shares.items()}
    assert len(set(shares.values())) > 2


def test_a_pair_that_sat_out_has_played_fewer_boards():
    here, score = begun(RATED, 9), lots("odd")
    for _ in range(3):
        here = play_round(here, score)
    found = scores_of(session(over(here)))

    sat_out = {bye.entrant for round_ in here.tournament.rounds for bye in round_.paired.byes}
    assert {entrant for entrant, (_, boards) in found.items() if boards == 8} == sat_out
    assert {boards for entrant, (_, boards) in found.items() if entrant not in sat_out} == {12}


def test_results_decided_by_staff_are_not_graded_boards():
    here, score = begun(RATED, 8), lots("decided")
    here = play_round(here, score)
    here = paired(here)
    for number in (2, 3, 4):
        here = finished(here, number, score)
    here = here.after(OverrideResult(OWNER, 2, 1, Result(WIN, LOSS), "as seen"), CloseRound(OWNER, 2))
    match = here.tournament.rounds[1].paired.matches[0]
    found = scores_of(session(over(here)))

    assert {entrant for entrant, (_, boards) in found.items() if boards == 4} == set(match)
    assert {boards for entrant, (_, boards) in found.items() if entrant not in match} == {8}


@pytest.mark.parametrize(
    "what",
    [
        {"score": (40, 1)},
        {"averages": ("average_plus", "average_minus")},
        {"shares": (9000, 1000)},
        {"is_void": True},
    ],
    ids=["score", "averages", "shares", "void"],
)
def test_a_board_with_an_assigned_score_is_not_graded_for_its_pairs(what: dict[str, Any]):
    here, score = begun(RATED, 8), lots("assigned")
    here = play_round(here, score).after(OverrideBoard(OWNER, 1, 1, 1, reason="as seen", **what))
    match = here.tournament.rounds[0].paired.matches[0]
    found = scores_of(session(over(here)))

    assert {entrant for entrant, (_, boards) in found.items() if boards == 3} == set(match)
    assert {boards for entrant, (_, boards) in found.items() if entrant not in match} == {4}


def test_a_pair_that_lost_a_player_is_compared_but_not_graded():
    here = over(play_round(begun(RATED, 8), lots("left")))

    everybody, others = scores_of(session(here)), scores_of(session(here, "P00", "P05"))

    assert others == {each: score for each, score in everybody.items() if each not in ("P00", "P05")}
    assert len(others) == 6
    shares = independent_shares(here.tournament)
    assert {each: Fraction(round(share * FULL)) for each, share in shares.items() if each in others} == {
        each: score for each, (score, _) in others.items()
    }


def test_one_pair_or_a_cancelled_tournament_is_not_a_session():
    here = play_round(begun(RATED, 8), lots("none"))
    assert session(over(here), *(f"P0{number}" for number in range(7))) is None
    assert session(here.after(CancelTournament(OWNER, "rain"))) is None
    assert session(over(begun(RATED, 8))) is None


def test_a_tournament_with_a_house_bot_is_not_a_session():
    tournament = over(play_round(begun(RATED, 8), lots("bots"))).tournament
    first, *others = tournament.entries
    bot = first.members[0]._replace(player=house_player("steady", 1))
    with_bot = tournament._replace(entries=(first._replace(members=(bot, *first.members[1:])), *others))
    assert session_of(tournament, SessionId("trn_1"), AT, frozenset()) is not None
    assert session_of(with_bot, SessionId("trn_1"), AT, frozenset()) is None
