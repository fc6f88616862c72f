"""Permissions of the owner, directors, assistants and others."""

from typing import get_args

import pytest

from domain.kernel.events import BrokenHistory
from domain.tournaments.commands import (
    CancelTournament,
    ChangeSettings,
    FinishTournament,
    PauseTournament,
    ReopenTournament,
    ResumeTournament,
    StartTournament,
    TournamentCommand,
    UndoStaffAct,
)
from domain.tournaments.decide import RIGHT_FOR, check_rights, decide
from domain.tournaments.entrants.commands import (
    AskForBye,
    CallSubstitute,
    CheckIn,
    EnterEntrants,
    KeepApart,
    LetMeet,
    SeedEntrants,
    WithdrawEntrant,
)
from domain.tournaments.events import StaffAppointed, StaffDismissed, TournamentCancelled
from domain.tournaments.evolve import evolve, fold
from domain.tournaments.matches.commands import PlayElsewhere
from domain.tournaments.refusals import StaffOnly
from domain.tournaments.rounds.commands import (
    ChooseBoards,
    CloseRound,
    MoveDeadline,
    OverrideBoard,
    OverrideResult,
    PairAgain,
    PairRound,
    ScheduleRound,
    UnscheduleRound,
)
from domain.tournaments.staff import RIGHTS, AppointStaff, DismissStaff, Right, roles_with
from domain.tournaments.terms import EntrantId, Match, Round
from tests.support.tournament import (
    ANN,
    ASSISTANT,
    BEN,
    DIRECTOR,
    OPEN_NOW,
    OWNER,
    SEED,
    WON,
    created,
    hours,
    register,
    registers,
)

A, B = map(EntrantId, ("ANN", "BEN"))
STAFFED = created(OPEN_NOW).after(
    AppointStaff(OWNER, DIRECTOR, "director"), AppointStaff(OWNER, ASSISTANT, "assistant"), *registers((ANN, BEN))
)
ROUND = Round(1, (Match(A, B),))


def asked_by(player):
    """Commands that only staff can send, with the required right."""
    return [
        (ChangeSettings(player, OPEN_NOW), "settings"),
        (AppointStaff(player, BEN, "assistant"), "staff"),
        (DismissStaff(player, ASSISTANT), "staff"),
        (CancelTournament(player, "storm"), "life"),
        (ReopenTournament(player, "oops"), "life"),
        (StartTournament(player), "rounds"),
        (PauseTournament(player, "storm"), "rounds"),
        (ResumeTournament(player), "rounds"),
        (FinishTournament(player, "storm"), "rounds"),
        (UndoStaffAct(player, 1, "oops"), "entrants"),
        (EnterEntrants(player, ()), "entrants"),
        (SeedEntrants(player, (A, B)), "rounds"),
        (KeepApart(player, (A, B)), "rounds"),
        (LetMeet(player, (A, B)), "rounds"),
        (PairRound(player, ROUND, SEED), "rounds"),
        (PairAgain(player, ROUND, SEED, "oops"), "rounds"),
        (ChooseBoards(player, 1, ()), "rounds"),
        (ScheduleRound(player, 1, hours(99)), "rounds"),
        (UnscheduleRound(player, "storm"), "rounds"),
        (MoveDeadline(player, hours(99), "storm"), "rounds"),
        (CloseRound(player, 1), "rounds"),
        (OverrideResult(player, 1, 1, WON, "seen"), "results"),
        (PlayElsewhere(player, 1, 1, "at home"), "results"),
        (OverrideBoard(player, 1, 1, 1, "seen"), "results"),
    ]


TABLE = {
    "staff": {OWNER},
    "life": {OWNER},
    "settings": {OWNER, DIRECTOR},
    "rounds": {OWNER, DIRECTOR},
    "results": {OWNER, DIRECTOR},
    "entrants": {OWNER, DIRECTOR, ASSISTANT},
}


@pytest.mark.parametrize("player", [OWNER, DIRECTOR, ASSISTANT, ANN])
def test_each_role_allows_exactly_its_commands(player):
    for command, right in asked_by(player):
        if player in TABLE[right]:
            check_rights(STAFFED.tournament, command)
        else:
            assert STAFFED.refused(command) == "staff_only"


def test_every_staff_command_is_tested_here():
    assert {type(command) for command, _ in asked_by(OWNER)} == set(RIGHT_FOR)
    assert {type(command): right for command, right in asked_by(OWNER)} == RIGHT_FOR


def test_every_right_belongs_to_a_role():
    assert {right for rights in RIGHTS.values() for right in rights} == set(get_args(Right))
    assert roles_with("results") == ("owner", "director")


@pytest.mark.parametrize("player", [OWNER, DIRECTOR, ASSISTANT])
def test_all_staff_roles_manage_entrants(player):
    assert STAFFED.after(WithdrawEntrant(player, A, "asked by phone")).statuses()["ANN"] == "out"
    assert STAFFED.after(AskForBye(player, A, 1, "full")).entry("ANN").byes == ((1, "full"),)
    assert STAFFED.refused(CheckIn(player, ANN)) == "check_in_not_open"
    assert STAFFED.refused(CallSubstitute(player, A, "gus", ANN)) == "not_a_substitute"


def test_permissions_are_checked_before_everything_else():
    with pytest.raises(StaffOnly):
        check_rights(STAFFED.tournament, CancelTournament(ANN, ""))
    assert STAFFED.refusal(CancelTournament(ANN, "")).facts == {"right": "life", "roles": ["owner"]}


def test_the_owner_can_appoint_and_dismiss_staff():
    assert STAFFED.when(AppointStaff(OWNER, BEN, "director")) == (StaffAppointed(OWNER, BEN, "director"),)
    higher = STAFFED.after(AppointStaff(OWNER, ASSISTANT, "director"))
    assert higher.tournament.role_of(ASSISTANT) == "director"
    assert STAFFED.when(DismissStaff(OWNER, DIRECTOR)) == (StaffDismissed(OWNER, DIRECTOR),)
    assert STAFFED.after(DismissStaff(OWNER, DIRECTOR)).refused(StartTournament(DIRECTOR)) == "staff_only"
    assert STAFFED.refused(DismissStaff(OWNER, BEN)) == "not_on_staff"


def test_there_is_always_one_owner():
    assert STAFFED.refused(AppointStaff(OWNER, BEN, "owner")) == "owner_stays"
    assert STAFFED.refused(AppointStaff(OWNER, OWNER, "assistant")) == "owner_stays"
    assert STAFFED.refused(DismissStaff(OWNER, OWNER)) == "owner_stays"


def test_a_tournament_is_called_off_with_a_reason_and_accepts_no_more_commands():
    assert STAFFED.when(CancelTournament(OWNER, "storm")) == (TournamentCancelled(OWNER, "storm"),)
    assert STAFFED.refused(CancelTournament(OWNER, "")) == "reason_needed"
    off = STAFFED.after(CancelTournament(OWNER, "storm"))
    for command, _ in asked_by(OWNER):
        assert off.refused(command) == "tournament_over"
    assert off.refused(register("gus")) == "tournament_over"


def test_an_impossible_event_is_a_defect_and_not_a_refusal():
    with pytest.raises(BrokenHistory):
        decide(None, StartTournament(OWNER), STAFFED.moment)
    with pytest.raises(BrokenHistory):
        evolve(None, StaffDismissed(OWNER, BEN))
    with pytest.raises(BrokenHistory):
        evolve(STAFFED.tournament, "nothing")
    with pytest.raises(BrokenHistory):
        fold(())


def test_every_command_has_a_handler():
    from domain.tournaments.commands import CreateTournament, CreateWithEntrants, TournamentTimePasses
    from domain.tournaments.decide import _COMMANDS

    assert {*_COMMANDS, CreateTournament, CreateWithEntrants, TournamentTimePasses} == set(get_args(TournamentCommand))
