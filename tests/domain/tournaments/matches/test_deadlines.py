"""Deadlines of rounds, and pauses, which postpone deadlines."""

from dataclasses import replace

import pytest

from domain.kernel.instants import LAST, Instant
from domain.tournaments.commands import PauseTournament, ResumeTournament, StartTournament, TournamentTimePasses
from domain.tournaments.entrants.commands import AcceptPartner
from domain.tournaments.entrants.gates import Applicant
from domain.tournaments.events import TournamentPaused, TournamentResumed
from domain.tournaments.formats.kinds import KnockOut
from domain.tournaments.matches.adjudication import OverdueMatch, adjudicated_result, forfeited_result
from domain.tournaments.pairing.knock_out import KnockOutRules
from domain.tournaments.rounds.commands import MatchReport, MoveDeadline, PairRound
from domain.tournaments.rounds.due import awaited_round
from domain.tournaments.rounds.events import DeadlineMoved, ResultAdjudicated, RoundClosed
from domain.tournaments.schedule import due_at
from domain.tournaments.settings import UNSCHEDULED, RoundPlan
from domain.tournaments.state import pairing_context
from domain.tournaments.terms import Match, Round
from tests.support.laws import law
from tests.support.paired_rounds import DEADLINE, FIRST, ONE, TWO, A, B, C, D, begun, record
from tests.support.tournament import (
    ANN,
    BEN,
    CAT,
    DAN,
    EVE,
    LOST,
    OPEN_NOW,
    OWNER,
    PAIRS_PLAN,
    SEED,
    WINDOW,
    WON,
    created,
    hours,
    register,
    registers,
)

# ------------------------------------------------------------------------------------------------ deadlines


def test_open_matches_are_adjudicated_and_the_round_closed_at_the_deadline():
    played = FIRST.after(record(2, LOST, TWO))

    assert due_at(played.tournament) == DEADLINE
    assert played.late(Instant(DEADLINE - 1)).when(TournamentTimePasses()) == ()
    assert played.late(DEADLINE).when(TournamentTimePasses()) == (
        ResultAdjudicated(1, 1, 50, 50, "adjudicated", "deadline", ()),
        RoundClosed(1, None, DEADLINE),
    )
    assert played.at(DEADLINE).when(TournamentTimePasses()) == ()


def test_a_late_result_counts_if_the_deadline_was_not_yet_processed():
    late = FIRST.late(hours(26)).after(record(1, LOST, ONE))

    assert late.at(hours(26)).results() == (LOST, (50, 50, "adjudicated"))


def test_without_a_deadline_nothing_is_adjudicated():
    assert begun(UNSCHEDULED).late(LAST).when(TournamentTimePasses()) == ()


def test_the_absent_side_loses_and_only_absent_players_are_named():
    given = begun(replace(WINDOW, adjudication="absent_loses")).late(DEADLINE)
    reports = (MatchReport(1, absent=(BEN, EVE)), MatchReport(2, absent=(CAT, DAN)))

    assert given.when(TournamentTimePasses(reports))[:2] == (
        ResultAdjudicated(1, 1, 100, 0, "forfeit", "deadline", (BEN,)),
        ResultAdjudicated(1, 2, 0, 0, "double_forfeit", "deadline", (CAT, DAN)),
    )


def test_a_present_partner_is_not_named_as_absent():
    plan = replace(WINDOW, adjudication="absent_loses")
    pairs = created(replace(PAIRS_PLAN, rounds=plan)).after(register(ANN, BEN), register(CAT, DAN))
    pairs = pairs.after(AcceptPartner(BEN, A, Applicant(BEN)), AcceptPartner(DAN, C, Applicant(DAN)))
    given = pairs.after(StartTournament(OWNER), PairRound(None, Round(1, (Match(A, C),)), SEED)).late(DEADLINE)

    assert given.when(TournamentTimePasses((MatchReport(1, absent=(DAN,)),)))[0].absent == (DAN,)


def test_adjudication_by_current_score_awards_the_match_to_the_leading_side():
    given = begun(replace(WINDOW, adjudication="current_score")).late(DEADLINE)

    first, second, _ = given.when(TournamentTimePasses((MatchReport(1, 3, 5), MatchReport(2, 2, 2))))
    assert (first.first, first.second, first.kind) == (0, 100, "adjudicated")
    assert (second.first, second.second, second.kind) == (50, 50, "adjudicated")


ALL_HERE, FIRST_AWAY, BOTH_AWAY = (False, False), (True, False), (True, True)


@pytest.mark.parametrize(
    ("rule", "lead", "absent", "result"),
    [
        ("draw", 5, ALL_HERE, (1, 1, "adjudicated")),
        ("draw", 5, FIRST_AWAY, (1, 1, "adjudicated")),
        ("draw", 5, BOTH_AWAY, (1, 1, "adjudicated")),
        ("current_score", 1, ALL_HERE, (3, 0, "adjudicated")),
        ("current_score", -1, ALL_HERE, (0, 3, "adjudicated")),
        ("current_score", 0, ALL_HERE, (1, 1, "adjudicated")),
        ("current_score", 1, FIRST_AWAY, (3, 0, "adjudicated")),
        ("current_score", 0, BOTH_AWAY, (1, 1, "adjudicated")),
        ("both_lose", 5, ALL_HERE, (0, 0, "double_forfeit")),
        ("both_lose", 5, FIRST_AWAY, (0, 0, "double_forfeit")),
        ("both_lose", 5, BOTH_AWAY, (0, 0, "double_forfeit")),
        ("absent_loses", 5, FIRST_AWAY, (0, 3, "forfeit")),
        ("absent_loses", -5, (False, True), (3, 0, "forfeit")),
        ("absent_loses", 5, BOTH_AWAY, (0, 0, "double_forfeit")),
        ("absent_loses", -2, ALL_HERE, (0, 3, "adjudicated")),
        ("absent_loses", 0, ALL_HERE, (1, 1, "adjudicated")),
    ],
)
def test_each_adjudication_rule_defines_the_value_of_an_overdue_match(rule, lead, absent, result):
    plan = RoundPlan("window", window_s=1, adjudication=rule, win=3, draw=1, loss=0)

    assert adjudicated_result(plan, OverdueMatch(lead, *absent)) == result


@pytest.mark.parametrize("rule", ["draw", "current_score", "absent_loses"])
@pytest.mark.parametrize(
    ("absent", "result"),
    [
        (ALL_HERE, (0, 3, "adjudicated")),
        (FIRST_AWAY, (0, 3, "forfeit")),
        ((False, True), (3, 0, "forfeit")),
        (BOTH_AWAY, (0, 0, "double_forfeit")),
    ],
)
def test_where_a_winner_is_needed_a_level_match_is_not_drawn(rule, absent, result):
    plan = RoundPlan("window", window_s=1, adjudication=rule, win=3, draw=1, loss=0)

    assert adjudicated_result(plan, OverdueMatch(0, *absent, better="second")) == result


LACKING = {(True, False): (0, 3, "forfeit"), (False, True): (3, 0, "forfeit"), (True, True): (0, 0, "double_forfeit")}


@law
@pytest.mark.parametrize("better", [None, "first", "second"])
@pytest.mark.parametrize("lead", [-1, 0, 1])
@pytest.mark.parametrize("rule", ["draw", "current_score", "both_lose", "absent_loses"])
@pytest.mark.parametrize(("lacks", "forfeit"), LACKING.items())
def test_no_adjudication_rule_rewards_a_missing_player(lacks, forfeit, rule, lead, better):
    plan = RoundPlan("window", window_s=1, adjudication=rule, win=3, draw=1, loss=0)

    result = adjudicated_result(plan, OverdueMatch(lead, *lacks, better, *lacks))

    by_score = {-1: (0, 3, "adjudicated"), 1: (3, 0, "adjudicated")}
    assert result == (by_score[lead] if rule == "current_score" and lead else forfeit)


def test_where_a_winner_is_needed_the_leading_side_wins_against_a_better_seed():
    plan = RoundPlan("window", window_s=1, adjudication="current_score", win=3, draw=1, loss=0)

    assert adjudicated_result(plan, OverdueMatch(1, *ALL_HERE, better="second")) == (3, 0, "adjudicated")


@pytest.mark.parametrize("rule", ["current_score", "absent_loses"])
def test_a_knock_out_continues_after_a_deadline_with_level_scores(rule):
    cup = replace(OPEN_NOW, format="knock_out", rounds=replace(WINDOW, adjudication=rule))
    format_ = KnockOut(KnockOutRules())
    given = created(cup, format_).after(*registers((ANN, BEN, CAT, DAN)), StartTournament(OWNER))
    over = given.after(given.pair()).late(hours(25))
    over = over.after(TournamentTimePasses((MatchReport(1), MatchReport(2))))

    final = format_.next_round(pairing_context(over.tournament), SEED)
    assert final is not None
    assert set(final.matches[0]) == {A, B}


def test_a_forfeiting_side_gets_nothing_and_the_other_wins():
    plan = RoundPlan(win=3, draw=1, loss=0)

    assert forfeited_result(plan, by_first=True, by_second=False) == (0, 3, "forfeit")
    assert forfeited_result(plan, by_first=False, by_second=True) == (3, 0, "forfeit")
    assert forfeited_result(plan, by_first=True, by_second=True) == (0, 0, "double_forfeit")


def test_staff_can_move_a_deadline_to_a_future_time_with_a_reason():
    moved = FIRST.after(MoveDeadline(OWNER, hours(40), "holidays"))

    assert moved.events[-1] == DeadlineMoved(1, OWNER, hours(40), "holidays")
    assert due_at(moved.tournament) == hours(40)
    assert moved.late(DEADLINE).when(TournamentTimePasses()) == ()
    assert FIRST.refused(MoveDeadline(OWNER, hours(40), "")) == "reason_needed"
    for wrong in (hours(1), hours(0), Instant(LAST + 1)):
        assert FIRST.refused(MoveDeadline(OWNER, wrong, "holidays")) == "invalid_deadline"
    assert begun(UNSCHEDULED).refused(MoveDeadline(OWNER, hours(40), "holidays")) == "invalid_deadline"


# ------------------------------------------------------------------------------------------------ pauses


PAUSED = FIRST.late(hours(5)).after(PauseTournament(OWNER, "storm"))


def test_deadlines_do_not_pass_during_a_pause():
    assert PAUSED.events[-1] == TournamentPaused(OWNER, hours(5), "storm")
    assert due_at(PAUSED.tournament) is None
    assert PAUSED.late(hours(99)).when(TournamentTimePasses()) == ()


def test_after_a_pause_deadlines_are_later_by_its_length():
    resumed = PAUSED.late(hours(15)).after(ResumeTournament(OWNER))

    assert resumed.events[-1] == TournamentResumed(OWNER, hours(15), hours(35))
    assert due_at(resumed.tournament) == hours(35)
    assert resumed.late(hours(34)).when(TournamentTimePasses()) == ()


def test_a_deadline_passed_before_the_pause_is_not_moved():
    paused = FIRST.late(hours(30)).after(PauseTournament(OWNER, "storm"))
    resumed = paused.late(hours(50)).after(ResumeTournament(OWNER))

    assert due_at(resumed.tournament) == DEADLINE


def test_tables_continue_during_a_pause_and_the_next_round_does_not_start():
    paused = begun(replace(WINDOW, interval_s=0)).late(hours(5)).after(PauseTournament(OWNER, "storm"))
    over = paused.after(record(1, WON, ONE), record(2, WON, TWO)).late(hours(99))

    assert awaited_round(over.tournament, hours(99)) is None
    assert over.refused(PairRound(OWNER, Round(2, (Match(A, C), Match(B, D))), SEED)) == "play_paused"
    assert awaited_round(over.after(ResumeTournament(OWNER)).tournament, hours(999)) == 2


def test_a_tournament_cannot_be_paused_or_resumed_twice():
    assert PAUSED.refused(PauseTournament(OWNER, "storm")) == "play_paused"
    assert FIRST.refused(ResumeTournament(OWNER)) == "not_paused"
    assert FIRST.refused(PauseTournament(OWNER, "")) == "reason_needed"
    assert PAUSED.refused(MoveDeadline(OWNER, hours(99), "holidays")) == "play_paused"
    assert created(OPEN_NOW).refused(PauseTournament(OWNER, "storm")) == "tournament_not_running"


def test_a_tournament_before_its_first_round_can_be_paused():
    given = created(OPEN_NOW).after(*registers((ANN, BEN)), StartTournament(OWNER), PauseTournament(OWNER, "storm"))

    assert given.when(ResumeTournament(OWNER)) == (TournamentResumed(OWNER, hours(1), None),)
    assert awaited_round(given.after(ResumeTournament(OWNER)).tournament, hours(1)) == 1
