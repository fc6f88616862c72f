"""When the owner closes the account, a director takes over. Otherwise the tournament runs automatically or is called
off.
"""

from dataclasses import replace

import pytest

from domain.kernel.players import PlayerId
from domain.tournaments.commands import CancelTournament, PauseTournament, StartTournament
from domain.tournaments.events import OwnershipPassed, StaffDismissed, TournamentCancelled, TournamentResumed
from domain.tournaments.leagues.commands import CreateLeague, EndLeague, LeagueCommand
from domain.tournaments.leagues.decide import decide_league
from domain.tournaments.leagues.events import LeagueEnded, LeagueOwnershipPassed, LeagueStaffDismissed
from domain.tournaments.leagues.state import League
from domain.tournaments.staff import AppointStaff, LeaveStaff, next_owner
from tests.support.leagues import PLAN
from tests.support.tournament import (
    ANN,
    ASSISTANT,
    BEN,
    BY_DIRECTOR,
    CAT,
    DAN,
    DIRECTOR,
    FIRST_HOUR,
    OPEN_NOW,
    OWNER,
    Given,
    created,
    registers,
)

LATER = PlayerId("later")
GONE = LeaveStaff(OWNER, "gone")
BY_HAND = replace(OPEN_NOW, rounds=BY_DIRECTOR)


def staffed(given: Given, *directors: PlayerId) -> Given:
    return given.after(
        AppointStaff(OWNER, ASSISTANT, "assistant"), *(AppointStaff(OWNER, each, "director") for each in directors)
    )


def running(given: Given) -> Given:
    return given.after(*registers((ANN, BEN, CAT, DAN)), StartTournament(OWNER))


@pytest.mark.parametrize("settings", [OPEN_NOW, BY_HAND])
@pytest.mark.parametrize("begin", [lambda given: given, running])
def test_the_first_director_becomes_the_owner(settings, begin):
    given = begin(staffed(created(settings), DIRECTOR, LATER))
    assert given.when(GONE) == (OwnershipPassed(OWNER, DIRECTOR),)
    after = given.after(GONE).tournament
    assert after.staff == ((DIRECTOR, "owner"), (ASSISTANT, "assistant"), (LATER, "director"))
    assert after.status == given.tournament.status
    assert given.after(GONE).refused(CancelTournament(OWNER, "mine")) == "staff_only"
    given.after(GONE, CancelTournament(DIRECTOR, "mine now"))
    assert given.when(replace(GONE, closed=(DIRECTOR,))) == (OwnershipPassed(OWNER, LATER),)


def test_without_a_director_the_tournament_is_called_off_unless_it_runs_automatically():
    assert staffed(created(OPEN_NOW)).when(GONE) == (TournamentCancelled(OWNER, "gone"),)
    assert running(staffed(created(BY_HAND))).when(GONE) == (TournamentCancelled(OWNER, "gone"),)
    automatic = running(staffed(created(OPEN_NOW)))
    assert automatic.when(GONE) == ()
    paused = automatic.after(PauseTournament(OWNER, "fire"))
    assert [type(each) for each in paused.when(GONE)] == [TournamentResumed]
    assert staffed(created(OPEN_NOW), DIRECTOR).when(replace(GONE, closed=(DIRECTOR,))) == (
        TournamentCancelled(OWNER, "gone"),
    )


def test_directors_and_assistants_can_leave_their_roles():
    given = staffed(created(OPEN_NOW), DIRECTOR)
    for each in (DIRECTOR, ASSISTANT):
        assert given.when(LeaveStaff(each, "gone")) == (StaffDismissed(each, each),)
    assert given.refused(LeaveStaff(ANN, "gone")) == "not_on_staff"
    both = given.after(LeaveStaff(DIRECTOR, "gone"))
    assert both.when(GONE) == (TournamentCancelled(OWNER, "gone"),)


def test_only_directors_become_owners():
    staff = ((OWNER, "owner"), (ASSISTANT, "assistant"), (DIRECTOR, "director"))
    assert next_owner(staff, ()) == DIRECTOR
    assert next_owner(staff, (DIRECTOR,)) is None
    assert next_owner(staff[:2], ()) is None


# ------------------------------------------------------------------------------------------------ leagues


def league_after(*commands: LeagueCommand) -> tuple[League, tuple[object, ...]]:
    """A league after commands, and the events of the last one."""
    outcome = decide_league(None, CreateLeague(OWNER, PLAN), FIRST_HOUR)
    for command in commands:
        outcome = decide_league(outcome.state, command, FIRST_HOUR)
    return outcome.state, outcome.events


def test_a_league_passes_to_its_first_director_or_ends():
    appointed = [AppointStaff(OWNER, each, "director") for each in (DIRECTOR, LATER)]
    league, events = league_after(*appointed, LeaveStaff(OWNER, "gone"))
    assert events == (LeagueOwnershipPassed(OWNER, DIRECTOR),)
    assert league.staff == ((DIRECTOR, "owner"), (LATER, "director"))
    assert not league.has_ended
    _, events = league_after(*appointed, LeaveStaff(DIRECTOR, "gone"))
    assert events == (LeagueStaffDismissed(DIRECTOR, DIRECTOR),)
    league, events = league_after(*appointed, LeaveStaff(OWNER, "gone", (DIRECTOR, LATER)))
    assert events == (LeagueEnded(OWNER, "gone"),)
    assert decide_league(league_after(*appointed)[0], EndLeague(OWNER, "x"), FIRST_HOUR).state.has_ended
