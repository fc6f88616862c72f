"""Results that the players of a match report, in tournaments whose matches are played elsewhere."""

from dataclasses import replace
from typing import Any

import pytest

from domain.tournaments.commands import StartTournament, TournamentTimePasses
from domain.tournaments.entrants.commands import AcceptPartner, LeaveEntrant
from domain.tournaments.entrants.gates import Applicant
from domain.tournaments.events import TournamentCreated
from domain.tournaments.formats.catalogue import format_of
from domain.tournaments.matches.commands import ConfirmResult, DisputeResult, PlayElsewhere, ReportResult
from domain.tournaments.matches.events import ResultConfirmed, ResultDisputed, ResultReported
from domain.tournaments.matches.table_tasks import tables_to_open
from domain.tournaments.parts import ReportedResult
from domain.tournaments.rounds.commands import MatchReport, OverrideResult
from domain.tournaments.rounds.events import ResultAdjudicated, RoundClosed
from domain.tournaments.settings import RoundPlan
from domain.tournaments.terms import DRAW, LOSS, WIN, Outcome, Result
from domain.tournaments.undoing import tables_of_act
from tests.support.paired_rounds import DEADLINE, FIRST, ONE, PAIRED, TWO, A, C
from tests.support.tournament import (
    ANN,
    BEN,
    CAT,
    DAN,
    DRAWN,
    EVE,
    LOST,
    OPEN_NOW,
    OWNER,
    PAIRS_PLAN,
    WINDOW,
    WON,
    Given,
    Ladder,
    created,
    link_table,
    register,
    registers,
)

ELSEWHERE = replace(WINDOW, played_elsewhere=True)


def paired(plan: RoundPlan = ELSEWHERE) -> Given:
    """Returns a tournament with round 1 paired: Ann meets Ben, and Cat meets Dan."""
    given = created(replace(OPEN_NOW, rounds=plan))
    return given.after(*registers((ANN, BEN, CAT, DAN)), StartTournament(OWNER), PAIRED)


OPEN = paired()
REPORTED = OPEN.after(ReportResult(ANN, 1, 1, "first_won"))


@pytest.mark.parametrize(
    ("outcome", "result"),
    [
        ("first_won", WON),
        ("second_won", LOST),
        ("drawn", DRAWN),
        ("first_absent", Result(LOSS, WIN, "forfeit")),
        ("second_absent", Result(WIN, LOSS, "forfeit")),
    ],
)
def test_one_side_reports_and_the_other_confirms(outcome: Outcome, result: Result):
    reported = OPEN.after(ReportResult(ANN, 1, 1, outcome))
    assert reported.events[-1] == ResultReported(1, 1, ANN, "first", outcome)
    assert reported.results() == (None, None)

    confirmed = reported.after(ConfirmResult(BEN, 1, 1))
    assert confirmed.events[-1] == ResultConfirmed(1, 1, BEN, "second", *result)
    assert confirmed.results() == (result, None)


def test_the_last_confirmed_result_closes_the_round():
    last = REPORTED.after(ConfirmResult(BEN, 1, 1), ReportResult(DAN, 1, 2, "second_won"), ConfirmResult(CAT, 1, 2))
    assert isinstance(last.events[-1], RoundClosed)


def test_a_side_corrects_its_report_and_a_dispute_lets_both_report():
    corrected = REPORTED.after(ReportResult(ANN, 1, 1, "drawn"))
    disputed = corrected.after(DisputeResult(BEN, 1, 1, "I won"))
    assert disputed.events[-1] == ResultDisputed(1, 1, BEN, "second", "I won")
    assert disputed.tournament.rounds[0].report_of(1) == ReportedResult(1, "first", "drawn", is_disputed=True)
    other = disputed.after(ReportResult(BEN, 1, 1, "second_won"), ConfirmResult(ANN, 1, 1))
    assert other.results()[0] == LOST
    assert disputed.after(ConfirmResult(BEN, 1, 1)).results()[0] == DRAWN
    assert disputed.after(OverrideResult(OWNER, 1, 1, WON, "the slip says so")).results()[0] == WON


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (ReportResult(BEN, 1, 1, "second_won"), "reported_already"),
        (ConfirmResult(ANN, 1, 1), "no_open_report"),
        (DisputeResult(ANN, 1, 1, "oops"), "no_open_report"),
        (DisputeResult(BEN, 1, 1, " "), "reason_needed"),
        (ConfirmResult(CAT, 1, 2), "no_open_report"),
        (DisputeResult(CAT, 1, 2, "no"), "no_open_report"),
        (ConfirmResult(CAT, 1, 1), "not_of_match"),
        (ReportResult(EVE, 1, 1, "drawn"), "not_of_match"),
        (ReportResult(OWNER, 1, 1, "drawn"), "not_of_match"),
        (ReportResult(ANN, 1, 3, "drawn"), "no_such_match"),
    ],
)
def test_reports_that_are_refused(command, code):
    assert REPORTED.refused(command) == code


def test_a_report_that_is_not_possible():
    knock_out = Given(OPEN.events, OPEN.now, Ladder(needs_winners=True))
    assert knock_out.refused(ReportResult(ANN, 1, 1, "drawn")) == "invalid_result"
    assert FIRST.refused(ReportResult(ANN, 1, 1, "first_won")) == "played_at_tables"
    confirmed = REPORTED.after(ConfirmResult(BEN, 1, 1))
    assert confirmed.refused(ReportResult(ANN, 1, 1, "drawn")) == "result_stands"
    twice = REPORTED.after(DisputeResult(BEN, 1, 1, "no"))
    assert twice.refused(DisputeResult(BEN, 1, 1, "no")) == "no_open_report"


def test_an_unanswered_report_counts_at_the_deadline():
    late = REPORTED.late(DEADLINE)
    assert late.when(TournamentTimePasses()) == (
        ResultConfirmed(1, 1, None, None, *WON),
        ResultAdjudicated(1, 2, 50, 50, "adjudicated", "deadline", ()),
        RoundClosed(1, None, DEADLINE),
    )


def test_without_a_report_both_sides_are_absent_and_with_a_dispute_both_are_there():
    given = paired(replace(ELSEWHERE, adjudication="absent_loses"))
    given = given.after(ReportResult(ANN, 1, 1, "first_won"), DisputeResult(BEN, 1, 1, "no")).late(DEADLINE)
    assert given.after(TournamentTimePasses()).results() == (
        Result(DRAWN.first, DRAWN.second, "adjudicated"),
        Result(LOSS, LOSS, "double_forfeit"),
    )


def test_a_side_that_withdraws_before_the_answer_forfeits():
    gone = REPORTED.after(LeaveEntrant(ANN))
    assert gone.results()[0] == Result(LOSS, WIN, "forfeit")


def test_no_table_is_opened():
    tournament = OPEN.tournament
    assert isinstance(OPEN.events[0], TournamentCreated)
    format_ = format_of(replace(tournament.settings, format="swiss", figures={"rounds": 3}))
    assert list(tables_to_open(tournament, format_, tournament.rounds[0], (), lambda _: None)) == []  # type: ignore[arg-type, return-value]
    played = FIRST.tournament._replace(rounds=(FIRST.tournament.rounds[0]._replace(tables=((), ()), places=((), ())),))
    assert len(list(tables_to_open(played, format_, played.rounds[0], (), lambda _: None))) == 2  # type: ignore[arg-type, return-value]


@pytest.mark.parametrize("members", [{"is_sealed": True}, {"rounds": ELSEWHERE}])
def test_a_match_without_visible_results_or_without_tables_cannot_be_moved_elsewhere(members: dict[str, Any]):
    plan = replace(OPEN_NOW, **members)
    given = created(plan).after(*registers((ANN, BEN, CAT, DAN)), StartTournament(OWNER), PAIRED)
    assert given.refused(PlayElsewhere(OWNER, 1, 1, "at home")) == "elsewhere_not_possible"


MOVED = FIRST.after(PlayElsewhere(OWNER, 1, 1, "at home"))


def test_nothing_that_has_happened_at_the_table_counts_once_a_match_is_played_elsewhere():
    assert MOVED.tournament.rounds[0].tables == ((), (TWO,))
    # Ben had missed a turn at the table, and Ann had moved there.
    seen = MatchReport(1, no_show=(False, True))
    disputed = MOVED.after(ReportResult(BEN, 1, 1, "second_won"), DisputeResult(ANN, 1, 1, "no"))
    late = disputed.late(DEADLINE).after(TournamentTimePasses(service_reports(disputed, seen)))
    assert late.results()[0] == Result(DRAW, DRAW, "adjudicated")


def service_reports(given: Given, seen: MatchReport) -> tuple[MatchReport, ...]:
    """Returns the reports that the service sends: what it has seen at the tables that matches have."""
    return (seen,) if given.tournament.rounds[0].tables[seen.match - 1] else ()


def test_undoing_a_result_does_not_ask_what_happened_at_a_table_that_the_match_has_lost():
    decided = MOVED.after(OverrideResult(OWNER, 1, 1, WON, "as both say"))
    assert tables_of_act(decided.tournament, decided.events[-1]) == ()


def test_a_pair_that_lacks_a_player_forfeits_a_match_elsewhere_as_one_without_a_table():
    given = created(PAIRS_PLAN).after(register(ANN, BEN), AcceptPartner(BEN, A, Applicant(BEN)))
    given = given.after(register(CAT, DAN), AcceptPartner(DAN, C, Applicant(DAN)), StartTournament(OWNER))
    given = given.after(given.pair())
    given = given.after(link_table(1, 1, ONE), PlayElsewhere(OWNER, 1, 1, "at home"))
    [result] = given.after(LeaveEntrant(BEN)).results()
    assert getattr(result, "kind", None) == "forfeit"
