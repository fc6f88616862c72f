"""Alternates: entrants on the waiting list who are called for free places, with a time to answer."""

from dataclasses import replace

import pytest

from domain.kernel.instants import Instant
from domain.tournaments.commands import (
    ChangeSettings,
    PauseTournament,
    ResumeTournament,
    StartTournament,
    TournamentTimePasses,
)
from domain.tournaments.entrants.commands import (
    AcceptPlace,
    CheckIn,
    DeclinePlace,
    EnterEntrants,
    LeaveEntrant,
    NewEntrant,
    WithdrawEntrant,
)
from domain.tournaments.entrants.events import AlternateCalled, EntrantEntered, EntrantQueued, EntrantWithdrawn
from domain.tournaments.entrants.gates import Applicant
from domain.tournaments.schedule import due_at, is_time_to_pass
from domain.tournaments.settings import EntrantSettings, LateEntry, Schedule
from domain.tournaments.staff import AppointStaff
from domain.tournaments.terms import EntrantId
from tests.support.tournament import (
    ANN,
    ASSISTANT,
    BEN,
    CAT,
    CLOSES,
    DAN,
    EVE,
    OPEN_NOW,
    OPENS,
    OWNER,
    STARTS,
    created,
    hours,
    register,
    registers,
)

A, B, C, D, E = map(EntrantId, ("ANN", "BEN", "CAT", "DAN", "EVE"))
TWO_PLACES = EntrantSettings("player", capacity=2, answer_s=3600)
CALLING = replace(OPEN_NOW, entrants=TWO_PLACES, late=LateEntry(2))
FULL = created(CALLING).after(*registers((ANN, BEN, CAT, DAN)))
FREE = FULL.after(LeaveEntrant(ANN))


def test_the_first_alternate_is_called_for_a_free_place_and_accepts():
    assert FULL.when(LeaveEntrant(ANN)) == (
        EntrantWithdrawn(A, ANN, "left", None),
        AlternateCalled(C, hours(1), hours(2)),
    )
    assert FREE.statuses() == {"ANN": "out", "BEN": "entered", "CAT": "waiting", "DAN": "waiting"}
    assert FREE.when(AcceptPlace(CAT, C)) == (EntrantEntered(C, None),)
    accepted = FREE.after(AcceptPlace(CAT, C))
    assert (accepted.tournament.queue, accepted.tournament.calls) == ((D,), ())
    assert due_at(accepted.tournament) is None


def test_a_place_for_which_somebody_is_called_is_not_given_to_others():
    assert FREE.after(register(EVE)).tournament.queue == (C, D, E)
    assert FREE.when(register(EVE))[-1] == EntrantQueued(E)


def test_a_declined_place_goes_to_the_next_and_the_entrant_can_return_as_the_last():
    assert FREE.when(DeclinePlace(CAT, C)) == (
        EntrantWithdrawn(C, CAT, "declined", None),
        AlternateCalled(D, hours(1), hours(2)),
    )
    back = FREE.after(DeclinePlace(CAT, C), replace(register(CAT), entrant=EntrantId("AGAIN")))
    assert back.tournament.queue == (D, "AGAIN")


def test_without_an_answer_the_next_is_called():
    assert due_at(FREE.tournament) == hours(2)
    early = FREE.late(Instant(hours(2) - 1))
    assert not is_time_to_pass(early.tournament, early.now)
    late = FREE.late(hours(2))
    assert is_time_to_pass(late.tournament, late.now)
    assert late.when(TournamentTimePasses()) == (
        EntrantWithdrawn(C, None, "no_answer", None),
        AlternateCalled(D, hours(2), hours(3)),
    )
    assert late.refused(AcceptPlace(CAT, C)) == "entrant_out"
    assert late.after(TournamentTimePasses()).when(TournamentTimePasses()) == ()


@pytest.mark.parametrize("command", [AcceptPlace, DeclinePlace])
def test_only_its_players_and_staff_answer_a_call(command):
    staffed = FREE.after(AppointStaff(OWNER, ASSISTANT, "assistant"))
    assert staffed.refused(command(DAN, C)) == "staff_only"
    assert staffed.refused(command(DAN, D)) == "not_called"
    assert staffed.refused(command(BEN, B)) == "not_called"
    assert staffed.refused(command(ANN, A)) == "entrant_out"
    assert staffed.refused(command(ANN, EntrantId("X"))) == "no_such_entrant"
    assert staffed.after(command(ASSISTANT, C)).statuses()["CAT"] in ("entered", "out")


def test_a_called_entrant_that_withdraws_leaves_its_call():
    assert FREE.when(WithdrawEntrant(CAT, C))[1:] == (AlternateCalled(D, hours(1), hours(2)),)
    assert FREE.after(WithdrawEntrant(DAN, D)).tournament.queue == (C,)


def test_two_free_places_call_two():
    both = FREE.after(LeaveEntrant(BEN))
    assert [each.entrant for each in both.tournament.calls] == [C, D]
    assert both.after(AcceptPlace(DAN, D)).statuses()["CAT"] == "waiting"


def test_staff_add_alternates():
    entering = EnterEntrants(OWNER, (NewEntrant(E, (Applicant(EVE),)),))
    assert FULL.when(entering)[-1] == EntrantQueued(E)


def test_a_larger_capacity_calls_and_a_smaller_one_counts_calls():
    larger = replace(CALLING, entrants=replace(TWO_PLACES, capacity=3))
    assert FULL.when(ChangeSettings(OWNER, larger))[1:] == (AlternateCalled(C, hours(1), hours(2)),)
    called = FULL.after(ChangeSettings(OWNER, larger))
    assert called.refused(ChangeSettings(OWNER, CALLING)) == "capacity_taken"


def test_without_a_time_to_answer_called_entrants_move_up_at_once():
    at_once = replace(CALLING, entrants=replace(TWO_PLACES, answer_s=None))
    assert FREE.when(ChangeSettings(OWNER, at_once))[1:] == (EntrantEntered(C, None),)


# ------------------------------------------------------------------------------------------------ the start


SCHEDULED = replace(CALLING, schedule=Schedule(OPENS, CLOSES, 3600, STARTS), late=LateEntry(0))


def test_alternates_register_after_registration_has_closed():
    closed = created(SCHEDULED).at(OPENS).after(*registers((ANN, BEN))).at(CLOSES)
    assert closed.tournament.status == "closed"
    assert closed.after(register(CAT)).statuses()["CAT"] == "waiting"
    usual = replace(SCHEDULED, entrants=EntrantSettings("player", capacity=2))
    assert created(usual).at(OPENS).at(CLOSES).refused(register(CAT)) == "registration_not_open"


def test_an_alternate_who_has_checked_in_gets_a_place_at_once():
    full = created(SCHEDULED).at(OPENS).after(*registers((ANN, BEN, CAT, DAN))).at(hours(29.1))
    here = full.after(CheckIn(DAN, DAN), CheckIn(CAT, CAT))
    assert here.when(LeaveEntrant(ANN))[1:] == (EntrantEntered(C, None),)
    called = full.after(LeaveEntrant(ANN))
    assert called.when(CheckIn(CAT, CAT))[1:] == (EntrantEntered(C, None),)


def test_at_the_start_alternates_who_are_there_replace_those_who_are_not():
    full = created(SCHEDULED).at(OPENS).after(*registers((ANN, BEN, CAT, DAN))).at(hours(29.1))
    here = full.after(CheckIn(ANN, ANN), CheckIn(DAN, DAN)).at(STARTS)
    assert here.statuses() == {"ANN": "entered", "BEN": "out", "CAT": "out", "DAN": "entered"}
    assert here.tournament.status == "running"


def test_calls_end_with_the_start_if_there_is_no_late_entry():
    plan = replace(CALLING, schedule=Schedule(OPENS, None, None, STARTS), late=LateEntry(0))
    full = created(replace(plan, entrants=replace(TWO_PLACES, capacity=3))).at(OPENS)
    free = full.after(*registers((ANN, BEN, CAT, DAN))).at(hours(29.5)).after(LeaveEntrant(ANN))
    assert [(each.entrant, each.until) for each in free.tournament.calls] == [(D, STARTS)]
    begun = free.at(STARTS)
    assert (begun.tournament.status, begun.statuses()["DAN"]) == ("running", "waiting")
    assert begun.tournament.open_calls == ()
    assert begun.refused(AcceptPlace(DAN, D)) == "not_called"


def test_between_rounds_alternates_are_called_while_late_entry_is_open():
    begun = FULL.after(StartTournament(OWNER))
    paired = begun.after(begun.pair())
    free = paired.after(LeaveEntrant(ANN))
    assert [each.entrant for each in free.tournament.open_calls] == [C]
    assert free.when(AcceptPlace(CAT, C)) == (EntrantEntered(C, "zero"),)
    assert C in free.after(AcceptPlace(CAT, C)).tournament.order

    late = replace(CALLING, late=LateEntry(1))
    over = created(late).after(*registers((ANN, BEN, CAT)), StartTournament(OWNER))
    over = over.after(over.pair(), LeaveEntrant(ANN))
    assert over.tournament.calls == ()


def test_a_pause_holds_calls_back():
    begun = FULL.after(StartTournament(OWNER), LeaveEntrant(ANN))
    paused = begun.late(hours(1.5)).after(PauseTournament(OWNER, "no light"))
    assert due_at(paused.tournament) is None
    assert paused.late(hours(3)).when(TournamentTimePasses()) == ()
    resumed = paused.late(hours(3)).after(ResumeTournament(OWNER))
    assert [each.until for each in resumed.tournament.calls] == [hours(3.5)]
    during = paused.late(hours(2)).after(LeaveEntrant(BEN)).late(hours(3)).after(ResumeTournament(OWNER))
    assert [(each.entrant, each.until) for each in during.tournament.calls] == [(C, hours(3.5)), (D, hours(4))]


def test_a_time_to_answer_needs_a_capacity():
    unlimited = replace(OPEN_NOW, entrants=EntrantSettings("player", answer_s=3600))
    assert FULL.refusal(ChangeSettings(OWNER, unlimited)).facts["option"] == "entrants.answer_s"
