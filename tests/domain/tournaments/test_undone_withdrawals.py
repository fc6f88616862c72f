"""A withdrawal is not undone while its player has joined a list of others."""

from domain.tournaments.entrants.commands import OfferToSubstitute, WithdrawEntrant, WithdrawOfferToSubstitute
from domain.tournaments.entrants.gates import Applicant
from tests.domain.tournaments.test_undoing import RUNNING, A, undo
from tests.support.tournament import ANN, OWNER


def test_a_withdrawal_cannot_be_undone_while_the_player_is_a_substitute():
    act = len(RUNNING.events) + 1
    offered = RUNNING.after(WithdrawEntrant(OWNER, A, "by mistake"), OfferToSubstitute(ANN, Applicant(ANN, 0)))

    assert offered.refused(undo(offered, act)) == "act_has_followers"
    again = offered.after(WithdrawOfferToSubstitute(ANN))
    assert again.after(undo(again, act)).entry("ANN").status == "entered"
