"""Rounds with a scheduled start: paired in advance or on time, moved, cancelled, and started once."""

from dataclasses import replace

import pytest

from domain.tournaments.commands import PauseTournament, ResumeTournament, StartTournament
from domain.tournaments.entrants.commands import WithdrawEntrant
from domain.tournaments.parts import ScheduledRound
from domain.tournaments.rounds.commands import (
    CloseRound,
    NotePairingRefused,
    PairRound,
    RecordResult,
    ScheduleRound,
    UnscheduleRound,
)
from domain.tournaments.rounds.due import awaited_round
from domain.tournaments.rounds.events import RoundClosed, RoundPaired, RoundScheduled, RoundUnscheduled
from domain.tournaments.rounds.proposed_rounds import proposed_round
from domain.tournaments.schedule import due_at
from domain.tournaments.state import pairing_context
from domain.tournaments.terms import EntrantId, Match, Round
from tests.support.tournament import (
    ANN,
    BEN,
    BY_DIRECTOR,
    CAT,
    DAN,
    OPEN_NOW,
    OWNER,
    SEED,
    WON,
    Given,
    created,
    hours,
    link_table,
    registers,
    table,
)

AT = hours(5)


@pytest.fixture
def running() -> Given:
    settings = replace(OPEN_NOW, rounds=BY_DIRECTOR)
    return created(settings).after(*registers([ANN, BEN, CAT, DAN]), StartTournament(OWNER))


def as_made(given: Given) -> Round:
    paired = proposed_round(pairing_context(given.tournament), given.format_, SEED)
    assert paired is not None
    return paired


def test_a_round_is_due_exactly_at_its_scheduled_time(running: Given):
    scheduled = running.after(ScheduleRound(OWNER, 1, AT))
    assert scheduled.events[-1] == RoundScheduled(1, OWNER, AT, None, None, None)
    assert scheduled.tournament.scheduled == ScheduledRound(1, AT)
    assert due_at(scheduled.tournament) == AT
    assert awaited_round(scheduled.tournament, hours(4.9)) is None
    assert awaited_round(scheduled.tournament, AT) == 1
    assert scheduled.refused(PairRound(None, as_made(scheduled), SEED)) == "too_early"

    begun = scheduled.late(AT).after(PairRound(None, as_made(scheduled), SEED))
    assert begun.tournament.scheduled is None
    assert due_at(begun.tournament) is None
    assert begun.refused(PairRound(None, as_made(scheduled), SEED)) == "wrong_round_number"


def test_a_scheduled_start_can_be_moved_and_cancelled(running: Given):
    moved = running.after(ScheduleRound(OWNER, 1, AT), ScheduleRound(OWNER, 1, hours(7)))
    assert due_at(moved.tournament) == hours(7)
    off = moved.after(UnscheduleRound(OWNER, "no hall"))
    assert off.events[-1] == RoundUnscheduled(1, OWNER, "no hall")
    assert off.tournament.scheduled is None
    assert due_at(off.tournament) is None
    assert off.refused(UnscheduleRound(OWNER, "again")) == "round_not_scheduled"
    assert off.late(hours(8)).refused(PairRound(None, as_made(off), SEED)) == "too_early"
    assert moved.refused(UnscheduleRound(OWNER, " ")) == "reason_needed"


def test_a_scheduled_pairing_is_checked_against_the_rules_at_once(running: Given):
    paired = as_made(running)
    planned = running.after(ScheduleRound(OWNER, 1, AT, paired, SEED))
    assert planned.tournament.scheduled == ScheduledRound(1, AT, paired, SEED.hex())
    once = Round(1, (Match(EntrantId("ANN"), EntrantId("BEN")),), ())
    assert running.refused(ScheduleRound(OWNER, 1, AT, once, SEED)) == "entrant_missing"
    begun = planned.late(AT).after(PairRound(None, paired, SEED))
    assert begun.tournament.rounds[0].paired == paired


def test_a_pairing_that_became_invalid_is_refused_at_its_time_and_reported(running: Given):
    paired = as_made(running)
    planned = running.after(ScheduleRound(OWNER, 1, AT, paired, SEED), WithdrawEntrant(OWNER, EntrantId("DAN"), "ill"))
    late = planned.late(AT)
    assert late.refused(PairRound(None, paired, SEED)) == "absent_paired"
    noted = late.after(NotePairingRefused(1, "absent_paired", "DAN is away"))
    assert due_at(noted.tournament) is None
    rescheduled = noted.after(ScheduleRound(OWNER, 1, hours(6)))
    assert due_at(rescheduled.tournament) == hours(6)


def test_the_previous_round_is_closed_once_its_results_are_in(running: Given):
    first = running.after(running.pair(OWNER))
    waits = first.after(ScheduleRound(OWNER, 2, AT)).late(hours(6))
    assert due_at(waits.tournament) is None
    assert waits.refused(ScheduleRound(OWNER, 2, hours(9), Round(2, (), ()), SEED)) == "round_not_over"
    for match in (1, 2):
        assert due_at(waits.tournament) is None
        waits = waits.after(link_table(1, match, table(1, match)), RecordResult(1, match, WON, (table(1, match),)))
    assert due_at(waits.tournament) == AT
    happened = waits.when(PairRound(None, as_made(waits), SEED))
    assert [type(each) for each in happened] == [RoundClosed, RoundPaired]
    by_hand = waits.refused(PairRound(OWNER, as_made(waits), SEED))
    assert by_hand == "round_still_open", "staff close rounds themselves"
    closed = waits.after(CloseRound(OWNER, 1))
    assert closed.told(PairRound(None, as_made(closed), SEED)) == (RoundPaired,)


def test_pairing_a_round_by_hand_removes_its_schedule(running: Given):
    paired = running.after(ScheduleRound(OWNER, 1, AT)).after(running.pair(OWNER))
    assert paired.tournament.scheduled is None


def test_an_automatic_round_can_be_postponed(running: Given):
    automatic = created(OPEN_NOW).after(*registers([ANN, BEN, CAT, DAN]), StartTournament(OWNER))
    assert due_at(automatic.tournament) == automatic.now
    later = automatic.after(ScheduleRound(OWNER, 1, AT))
    assert due_at(later.tournament) == AT
    assert due_at(later.after(UnscheduleRound(OWNER, "sooner")).tournament) == automatic.now


def test_a_paused_scheduled_round_starts_on_resume(running: Given):
    paused = running.after(ScheduleRound(OWNER, 1, AT), PauseTournament(OWNER, "fire")).late(hours(9))
    assert due_at(paused.tournament) is None
    assert paused.refused(ScheduleRound(OWNER, 1, hours(10))) == "play_paused"
    assert due_at(paused.after(ResumeTournament(OWNER)).tournament) == AT


def test_only_the_next_round_can_be_scheduled_and_only_by_staff(running: Given):
    assert running.refused(ScheduleRound(ANN, 1, AT)) == "staff_only"
    assert running.refused(ScheduleRound(OWNER, 2, AT)) == "wrong_round_number"
    assert running.refused(ScheduleRound(OWNER, 1, running.now)) == "invalid_start"
