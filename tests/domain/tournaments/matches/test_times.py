"""Times at which the players of a match agree to play it."""

import pytest

from domain.kernel.instants import Instant
from domain.tournaments.commands import PauseTournament, ResumeTournament, TournamentTimePasses
from domain.tournaments.matches.commands import AgreeTime, ProposeTime
from domain.tournaments.matches.events import MatchReminded, MatchTimeAgreed, MatchTimeProposed
from domain.tournaments.parts import MatchTime
from domain.tournaments.rounds.commands import MoveDeadline
from domain.tournaments.rounds.events import ResultAdjudicated
from domain.tournaments.schedule import due_at, is_time_to_pass
from domain.tournaments.settings import UNSCHEDULED
from domain.tournaments.staff_acts import is_act_of_staff
from tests.support.paired_rounds import DEADLINE, FIRST, TWO, begun, record
from tests.support.tournament import ANN, BEN, CAT, DIRECTOR, EVE, LOST, OWNER, WON, hours

EVENING, LATER = hours(10), hours(12)
PROPOSED = FIRST.after(ProposeTime(ANN, 1, 1, (LATER, EVENING, EVENING)))
AGREED = PROPOSED.after(AgreeTime(BEN, 1, 1, EVENING))


def time_of(given, match=1):
    return given.tournament.rounds[0].time_of(match)


def test_a_player_proposes_times_and_the_other_side_agrees():
    assert PROPOSED.events[-1] == MatchTimeProposed(1, 1, ANN, "first", (EVENING, LATER))
    assert AGREED.events[-1] == MatchTimeAgreed(1, 1, BEN, "second", EVENING, hours(1))
    assert time_of(AGREED) == MatchTime(1, plays_at=EVENING, remind_at=hours(9))
    assert time_of(AGREED, 2) == MatchTime(2)


def test_the_other_side_answers_with_its_own_times_and_an_agreed_time_stays_until_then():
    other = AGREED.after(ProposeTime(BEN, 1, 1, (LATER,)))
    assert time_of(other) == MatchTime(1, "second", (LATER,), EVENING, hours(9))
    assert other.refused(AgreeTime(BEN, 1, 1, LATER)) == "time_not_proposed"
    assert time_of(other.after(AgreeTime(ANN, 1, 1, LATER))).plays_at == LATER


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (ProposeTime(CAT, 1, 1, (LATER,)), "not_of_match"),
        (ProposeTime(EVE, 1, 1, (LATER,)), "not_of_match"),
        (ProposeTime(OWNER, 1, 1, (LATER,)), "not_of_match"),
        (ProposeTime(ANN, 2, 1, (LATER,)), "no_such_round"),
        (ProposeTime(ANN, 1, 3, (LATER,)), "no_such_match"),
        (ProposeTime(ANN, 1, 1, (LATER, hours(1))), "time_outside_round"),
        (ProposeTime(ANN, 1, 1, (Instant(DEADLINE + 1),)), "time_outside_round"),
        (AgreeTime(ANN, 1, 1, EVENING), "time_not_proposed"),
        (AgreeTime(BEN, 1, 1, hours(11)), "time_not_proposed"),
        (AgreeTime(CAT, 1, 1, EVENING), "not_of_match"),
        (AgreeTime(OWNER, 1, 1, Instant(DEADLINE + 1)), "time_outside_round"),
    ],
)
def test_times_that_cannot_be_agreed(command, code):
    assert PROPOSED.refused(command) == code


def test_a_proposed_time_that_has_passed_cannot_be_agreed():
    assert PROPOSED.at(EVENING).refused(AgreeTime(BEN, 1, 1, EVENING)) == "time_outside_round"


def test_a_match_with_a_result_and_a_round_without_a_deadline_have_no_times():
    assert FIRST.after(record(2, LOST, TWO)).refused(ProposeTime(CAT, 1, 2, (LATER,))) == "result_stands"
    assert begun(UNSCHEDULED).refused(ProposeTime(ANN, 1, 1, (LATER,))) == "no_deadline"
    assert FIRST.after(PauseTournament(OWNER, "no light")).refused(ProposeTime(ANN, 1, 1, (LATER,))) == "play_paused"


def test_staff_who_do_not_play_set_any_time():
    by_staff = FIRST.after(AgreeTime(OWNER, 1, 1, LATER))
    event = by_staff.events[-1]
    assert event == MatchTimeAgreed(1, 1, OWNER, None, LATER, hours(1))
    assert is_act_of_staff(by_staff.tournament, frozenset({OWNER}), event)
    # A director who plays in the match acts as its player.
    assert not is_act_of_staff(AGREED.tournament, frozenset({BEN}), AGREED.events[-1])
    assert FIRST.refused(AgreeTime(DIRECTOR, 1, 1, LATER)) == "not_of_match"


def test_players_are_reminded_once_an_hour_before():
    assert due_at(AGREED.tournament) == hours(9)
    early, due = AGREED.late(Instant(hours(9) - 1)), AGREED.late(hours(9))
    assert not is_time_to_pass(early.tournament, early.now)
    assert is_time_to_pass(due.tournament, due.now)
    assert early.when(TournamentTimePasses()) == ()
    assert due.when(TournamentTimePasses()) == (MatchReminded(1, 1, EVENING, hours(9)),)
    reminded = due.after(TournamentTimePasses())
    assert reminded.when(TournamentTimePasses()) == ()
    assert due_at(reminded.tournament) == DEADLINE
    assert due_at(AGREED.after(record(1, WON, *FIRST.tournament.rounds[0].tables[0])).tournament) == DEADLINE


def test_a_time_within_the_hour_has_no_reminder():
    assert time_of(FIRST.after(AgreeTime(OWNER, 1, 1, hours(2)))).remind_at is None


def test_a_pause_holds_reminders_back():
    paused = AGREED.after(PauseTournament(OWNER, "no light"))
    assert due_at(paused.tournament) is None
    assert paused.late(hours(9)).when(TournamentTimePasses()) == ()
    resumed = paused.late(hours(11)).after(ResumeTournament(OWNER))
    assert resumed.when(TournamentTimePasses()) == (MatchReminded(1, 1, EVENING, hours(11)),)


def test_an_earlier_deadline_removes_later_times():
    both = AGREED.after(ProposeTime(ANN, 1, 1, (hours(8), LATER)))
    moved = both.after(MoveDeadline(OWNER, hours(9), "the hall closes"))
    assert time_of(moved) == MatchTime(1, "first", (hours(8),))
    none = both.after(MoveDeadline(OWNER, hours(7), "the hall closes"))
    assert time_of(none) == MatchTime(1)


def test_an_agreed_time_decides_nothing_and_the_deadline_does():
    missed = AGREED.late(hours(9)).after(TournamentTimePasses()).late(DEADLINE)
    results = [each for each in missed.when(TournamentTimePasses()) if isinstance(each, ResultAdjudicated)]
    assert [each.why for each in results] == ["deadline", "deadline"]
