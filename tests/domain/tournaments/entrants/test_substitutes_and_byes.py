"""Substitutes and requested byes."""

from dataclasses import replace

import pytest

from domain.tournaments.commands import StartTournament
from domain.tournaments.entrants.commands import (
    AcceptPartner,
    AskForBye,
    CallSubstitute,
    GiveByeBack,
    InvitePartner,
    LeaveEntrant,
    OfferToSubstitute,
    WithdrawOfferToSubstitute,
)
from domain.tournaments.entrants.events import (
    ByeGivenBack,
    ByeGranted,
    EntrantEntered,
    MemberLeft,
    SubstituteCalled,
    SubstituteOffered,
    SubstituteOfferWithdrawn,
)
from domain.tournaments.entrants.gates import Applicant
from domain.tournaments.settings import Byes, EntrantSettings
from domain.tournaments.terms import Bye, EntrantId
from tests.support.tournament import (
    ANN,
    BEN,
    CAT,
    DAN,
    EVE,
    OPEN_NOW,
    OWNER,
    PAIRS_PLAN,
    TEAMS_PLAN,
    WON,
    created,
    register,
    registers,
)

A, B, C = map(EntrantId, ("ANN", "BEN", "CAT"))


def offers(player, rating=0):
    return OfferToSubstitute(player, Applicant(player, rating))


PAIR = created(PAIRS_PLAN).after(register(ANN, BEN), AcceptPartner(BEN, A, Applicant(BEN)))
SPARED = PAIR.after(LeaveEntrant(BEN))
FOUR = created(replace(OPEN_NOW, byes=Byes(half=1, zero=2, until_round=2))).after(*registers((ANN, BEN, CAT, DAN)))


def test_volunteers_can_join_and_leave_the_list_of_substitutes():
    offered = PAIR.after(offers(CAT, 1400))

    assert offered.events[-1] == SubstituteOffered(CAT, 1400)
    assert offered.refused(offers(CAT)) == "already_offered"
    assert offered.when(WithdrawOfferToSubstitute(CAT)) == (SubstituteOfferWithdrawn(CAT),)
    assert offered.after(WithdrawOfferToSubstitute(CAT)).refused(WithdrawOfferToSubstitute(CAT)) == "not_a_substitute"


def test_an_entrant_cannot_be_a_substitute():
    assert PAIR.refused(offers(BEN)) == "already_entered"


def test_entering_removes_a_player_from_the_list_of_substitutes():
    assert PAIR.after(offers(CAT), register(CAT)).tournament.substitutes == ()


def test_a_substitute_completes_an_entrant():
    offered = SPARED.after(offers(CAT, 1400))

    assert offered.when(CallSubstitute(ANN, A, CAT)) == (
        SubstituteCalled(A, ANN, CAT, 1400),
        EntrantEntered(A, None),
    )
    assert offered.after(CallSubstitute(ANN, A, CAT)).tournament.substitutes == ()


def test_only_volunteers_can_be_called():
    refusal = SPARED.after(offers(CAT)).refusal(CallSubstitute(ANN, A, DAN))

    assert (refusal.code(), refusal.facts) == ("not_a_substitute", {"substitutes": [CAT]})


def test_in_a_complete_entrant_the_replaced_player_has_to_be_named():
    offered = PAIR.after(offers(CAT))

    assert offered.refused(CallSubstitute(ANN, A, CAT)) == "nobody_missing"
    assert offered.refused(CallSubstitute(ANN, A, CAT, DAN)) == "not_of_entrant"
    assert offered.when(CallSubstitute(ANN, A, CAT, BEN)) == (
        SubstituteCalled(A, ANN, CAT, 0),
        MemberLeft(A, BEN, "replaced"),
    )


def test_a_player_can_be_replaced_by_themselves_the_captain_or_staff_but_not_by_a_partner():
    offered = PAIR.after(offers(CAT))

    assert offered.refused(CallSubstitute(BEN, A, CAT, ANN)) == "captain_only"
    for by, instead_of in ((BEN, BEN), (ANN, BEN), (ANN, ANN), (OWNER, ANN)):
        left = {ANN, BEN, CAT} - {instead_of}
        assert set(offered.after(CallSubstitute(by, A, CAT, instead_of)).entry("ANN").players) == left


def test_outsiders_cannot_call_a_substitute():
    assert SPARED.after(offers(CAT)).refused(CallSubstitute(DAN, A, CAT)) == "not_of_entrant"


def test_a_waiting_entrant_keeps_its_position_when_a_player_is_replaced():
    places = created(replace(OPEN_NOW, entrants=EntrantSettings("player", capacity=2)))
    waiting = places.after(*registers((ANN, BEN, CAT, DAN)), offers(EVE), CallSubstitute(CAT, C, EVE, CAT))

    assert waiting.tournament.queue == ("CAT", "DAN")
    assert waiting.entry("CAT").players == (EVE,)


def test_an_entrant_completed_by_a_substitute_admits_no_invited_player():
    full = SPARED.after(InvitePartner(ANN, A, DAN), offers(CAT), CallSubstitute(ANN, A, CAT))

    assert full.refused(AcceptPartner(DAN, A, Applicant(DAN))) == "entrant_full"


def test_a_substitute_can_complete_a_new_pair_while_entry_is_possible():
    new = created(PAIRS_PLAN).after(register(ANN), offers(BEN))

    assert new.after(CallSubstitute(ANN, A, BEN)).entry("ANN").status == "entered"
    others = new.after(register(CAT), register(DAN), register(EVE))
    pairs = [(C, "fay"), (EntrantId("DAN"), "gus")]
    begun = others
    for entrant, partner in pairs:
        captain = begun.entry(entrant).captain
        begun = begun.after(InvitePartner(captain, entrant, partner))
        begun = begun.after(AcceptPartner(partner, entrant, Applicant(partner)))
    assert begun.after(StartTournament(OWNER)).refused(CallSubstitute(ANN, A, BEN)) == "registration_not_open"


def test_a_substitute_can_be_called_during_a_team_tournament():
    teams = created(TEAMS_PLAN)
    for captain, partner in ((ANN, BEN), (CAT, DAN)):
        entrant = EntrantId(captain.upper())
        teams = teams.after(register(captain, partner), AcceptPartner(partner, entrant, Applicant(partner)))
    begun = teams.after(StartTournament(OWNER)).played()
    called = begun.after(offers(EVE), CallSubstitute(BEN, A, EVE, BEN))

    assert called.entry("ANN").players == (ANN, EVE)


# ------------------------------------------------------------------------------------------------ byes


def asks(player, number, kind="half"):
    return AskForBye(player, EntrantId(player.upper()), number, kind)


def test_an_entrant_with_a_requested_bye_is_not_paired_in_that_round():
    asked = FOUR.after(asks(ANN, 1), StartTournament(OWNER))
    first = asked.after(asked.pair())

    assert ByeGranted(A, ANN, 1, "half") in asked.events
    assert Bye(A, "half") in first.tournament.rounds[0].paired.byes
    assert all(A not in match for match in first.tournament.rounds[0].paired.matches)


def test_requested_byes_are_limited():
    assert FOUR.after(asks(ANN, 1)).refused(asks(ANN, 2)) == "bye_not_possible"
    assert FOUR.after(asks(ANN, 1)).after(asks(ANN, 2, "zero")).entry("ANN").byes == ((1, "half"), (2, "zero"))
    assert FOUR.refused(asks(ANN, 3)) == "bye_not_possible"
    assert FOUR.refused(asks(ANN, 1, "full")) == "bye_not_possible"


def test_a_refused_bye_names_the_limit():
    assert FOUR.refusal(asks(ANN, 1, "full")).facts == {"round": 1, "kind": "full"}


def test_half_byes_have_to_be_enabled_but_zero_point_byes_are_always_possible():
    usual = created(OPEN_NOW).after(*registers((ANN, BEN)))

    assert usual.refused(asks(ANN, 1)) == "bye_not_possible"
    assert usual.after(asks(ANN, 1, "zero"), asks(ANN, 2, "zero"), asks(ANN, 9, "zero"))


def test_staff_can_grant_any_bye_that_can_be_requested():
    assert FOUR.after(AskForBye(OWNER, A, 9, "full")).entry("ANN").byes == ((9, "full"),)
    for kind in ("pairing", "absent"):
        assert FOUR.refused(AskForBye(OWNER, A, 1, kind)) == "bye_not_possible"


def test_playing_staff_have_the_limits_of_players():
    playing = FOUR.after(register(OWNER))

    assert playing.refused(asks(OWNER, 1, "full")) == "bye_not_possible"


def test_nobody_can_request_byes_for_others():
    assert FOUR.refused(AskForBye(BEN, A, 1, "zero")) == "not_of_entrant"


@pytest.mark.parametrize("number", [0, 1, 101])
def test_a_bye_has_to_be_for_a_future_round(number):
    begun = FOUR.after(StartTournament(OWNER)).played(WON, WON)

    assert begun.refused(asks(ANN, number, "zero")) == "bye_not_possible"


def test_an_entrant_has_one_bye_per_round_and_can_return_it():
    asked = FOUR.after(asks(ANN, 1))

    assert asked.refused(asks(ANN, 1, "zero")) == "bye_not_possible"
    assert asked.when(GiveByeBack(ANN, A, 1)) == (ByeGivenBack(A, ANN, 1),)
    assert asked.refused(GiveByeBack(ANN, A, 2)) == "no_such_bye"
    assert asked.refused(GiveByeBack(BEN, A, 1)) == "not_of_entrant"
    back = asked.after(GiveByeBack(ANN, A, 1), StartTournament(OWNER))
    assert back.pair().paired.byes == ()


def test_a_used_bye_cannot_be_returned_for_another():
    begun = FOUR.after(asks(ANN, 1), StartTournament(OWNER))
    begun = begun.after(begun.pair())

    assert begun.refused(GiveByeBack(ANN, A, 1)) == "no_such_bye"
    assert begun.refused(asks(ANN, 2)) == "bye_not_possible"
