"""Who may act for guests: staff who neither play nor are known to have played, until the tournament is over."""

import pytest

from domain.tournaments.commands import CancelTournament
from domain.tournaments.entrants.guests import check_may_act
from domain.tournaments.parts import FormerPlayer
from domain.tournaments.refusals import StaffOnly, StaffPlays, TournamentOver
from domain.tournaments.staff import AppointStaff
from tests.support.tournament import ANN, BEN, OPEN_NOW, OWNER, created, register

OPEN = created(OPEN_NOW)
STAFF = OPEN.after(AppointStaff(OWNER, ANN, "assistant"))


def test_staff_act_for_guests_and_others_do_not():
    check_may_act(STAFF.tournament, OWNER)
    check_may_act(STAFF.tournament, ANN)
    with pytest.raises(StaffOnly):
        check_may_act(STAFF.tournament, BEN)


def test_staff_who_play_do_not_act_for_guests():
    with pytest.raises(StaffPlays):
        check_may_act(STAFF.after(register(ANN)).tournament, ANN)


def test_staff_who_know_boards_do_not_act_for_guests():
    with pytest.raises(StaffPlays):
        check_may_act(STAFF.tournament._replace(left=(FormerPlayer(ANN, (1,)),)), ANN)


def test_nobody_acts_for_guests_after_the_end():
    with pytest.raises(TournamentOver):
        check_may_act(STAFF.after(CancelTournament(OWNER, "it rains")).tournament, OWNER)
