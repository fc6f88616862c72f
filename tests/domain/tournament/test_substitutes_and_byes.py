"""Substitutes who take part for others, and rounds that an entrant sits out."""

from dataclasses import replace

import pytest

from domain.tournaments.commands import (
    AcceptPartner,
    AskForBye,
    CallSubstitute,
    GiveByeBack,
    InvitePartner,
    LeaveEntrant,
    OfferToSubstitute,
    StartTournament,
    WithdrawOfferToSubstitute,
)
from domain.tournaments.events import (
    ByeGivenBack,
    ByeGranted,
    EntrantEntered,
    MemberLeft,
    SubstituteCalled,
    SubstituteOffered,
    SubstituteOfferWithdrawn,
)
from domain.tournaments.gates import Applicant
from domain.tournaments.rounds import Bye, EntrantId
from domain.tournaments.settings import Byes, Field
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


def test_who_would_take_part_for_another_puts_themselves_on_a_list_and_off_it():
    offered = PAIR.after(offers(CAT, 1400))

    assert offered.events[-1] == SubstituteOffered(CAT, 1400)
    assert offered.refused(offers(CAT)) == "already_offered"
    assert offered.when(WithdrawOfferToSubstitute(CAT)) == (SubstituteOfferWithdrawn(CAT),)
    assert offered.after(WithdrawOfferToSubstitute(CAT)).refused(WithdrawOfferToSubstitute(CAT)) == "not_a_substitute"


def test_who_takes_part_is_no_substitute():
    assert PAIR.refused(offers(BEN)) == "already_entered"


def test_who_enters_is_on_the_list_no_longer():
    assert PAIR.after(offers(CAT), register(CAT)).tournament.substitutes == ()


def test_a_substitute_makes_an_entrant_whole_again():
    offered = SPARED.after(offers(CAT, 1400))

    assert offered.when(CallSubstitute(ANN, A, CAT)) == (
        SubstituteCalled(A, ANN, CAT, 1400),
        EntrantEntered(A, None),
    )
    assert offered.after(CallSubstitute(ANN, A, CAT)).tournament.substitutes == ()


def test_who_has_not_offered_to_substitute_is_not_called():
    refusal = SPARED.after(offers(CAT)).refusal(CallSubstitute(ANN, A, DAN))

    assert (refusal.code(), refusal.facts) == ("not_a_substitute", {"substitutes": [CAT]})


def test_where_nobody_is_missing_it_has_to_be_said_who_is_replaced():
    offered = PAIR.after(offers(CAT))

    assert offered.refused(CallSubstitute(ANN, A, CAT)) == "nobody_missing"
    assert offered.refused(CallSubstitute(ANN, A, CAT, DAN)) == "not_of_entrant"
    assert offered.when(CallSubstitute(ANN, A, CAT, BEN)) == (
        SubstituteCalled(A, ANN, CAT, 0),
        MemberLeft(A, BEN, "replaced"),
    )


def test_a_player_is_replaced_by_themselves_their_captain_or_staff_but_not_by_a_partner():
    offered = PAIR.after(offers(CAT))

    assert offered.refused(CallSubstitute(BEN, A, CAT, ANN)) == "captain_only"
    for by, instead_of in ((BEN, BEN), (ANN, BEN), (ANN, ANN), (OWNER, ANN)):
        left = {ANN, BEN, CAT} - {instead_of}
        assert set(offered.after(CallSubstitute(by, A, CAT, instead_of)).entry("ANN").players) == left


def test_others_call_nobody():
    assert SPARED.after(offers(CAT)).refused(CallSubstitute(DAN, A, CAT)) == "not_of_entrant"


def test_an_entrant_that_waits_keeps_its_turn_when_a_player_is_replaced():
    places = created(replace(OPEN_NOW, entrants=Field("player", capacity=2)))
    waiting = places.after(*registers((ANN, BEN, CAT, DAN)), offers(EVE), CallSubstitute(CAT, C, EVE, CAT))

    assert waiting.tournament.queue == ("CAT", "DAN")
    assert waiting.entry("CAT").players == (EVE,)


def test_an_entrant_that_is_full_after_a_call_takes_in_nobody_who_was_asked():
    full = SPARED.after(InvitePartner(ANN, A, DAN), offers(CAT), CallSubstitute(ANN, A, CAT))

    assert full.refused(AcceptPartner(DAN, A, Applicant(DAN))) == "entrant_full"


def test_a_substitute_completes_a_new_pair_as_long_as_one_can_enter():
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


def test_a_substitute_can_be_called_while_a_team_tournament_is_under_way():
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


def test_who_asks_for_a_bye_is_not_paired_in_that_round():
    asked = FOUR.after(asks(ANN, 1), StartTournament(OWNER))
    first = asked.after(asked.pair())

    assert ByeGranted(A, ANN, 1, "half") in asked.events
    assert Bye(A, "half") in first.tournament.rounds[0].paired.byes
    assert all(A not in match for match in first.tournament.rounds[0].paired.matches)


def test_byes_for_the_asking_are_limited():
    assert FOUR.after(asks(ANN, 1)).refused(asks(ANN, 2)) == "bye_not_possible"
    assert FOUR.after(asks(ANN, 1)).after(asks(ANN, 2, "zero")).entry("ANN").byes == ((1, "half"), (2, "zero"))
    assert FOUR.refused(asks(ANN, 3)) == "bye_not_possible"
    assert FOUR.refused(asks(ANN, 1, "full")) == "bye_not_possible"


def test_the_refusal_of_a_bye_says_which():
    assert FOUR.refusal(asks(ANN, 1, "full")).facts == {"round": 1, "kind": "full"}


def test_there_are_no_half_byes_unless_the_settings_say_so_but_one_may_always_sit_out():
    usual = created(OPEN_NOW).after(*registers((ANN, BEN)))

    assert usual.refused(asks(ANN, 1)) == "bye_not_possible"
    assert usual.after(asks(ANN, 1, "zero"), asks(ANN, 2, "zero"), asks(ANN, 9, "zero"))


def test_staff_grant_any_bye_that_can_be_asked_for():
    assert FOUR.after(AskForBye(OWNER, A, 9, "full")).entry("ANN").byes == ((9, "full"),)
    for kind in ("pairing", "absent"):
        assert FOUR.refused(AskForBye(OWNER, A, 1, kind)) == "bye_not_possible"


def test_staff_who_play_have_the_limits_of_players():
    playing = FOUR.after(register(OWNER))

    assert playing.refused(asks(OWNER, 1, "full")) == "bye_not_possible"


def test_nobody_asks_for_others():
    assert FOUR.refused(AskForBye(BEN, A, 1, "zero")) == "not_of_entrant"


@pytest.mark.parametrize("number", [0, 1, 101])
def test_a_bye_is_for_a_round_to_come(number):
    begun = FOUR.after(StartTournament(OWNER)).played(WON, WON)

    assert begun.refused(asks(ANN, number, "zero")) == "bye_not_possible"


def test_an_entrant_has_one_bye_in_a_round_and_can_give_it_back():
    asked = FOUR.after(asks(ANN, 1))

    assert asked.refused(asks(ANN, 1, "zero")) == "bye_not_possible"
    assert asked.when(GiveByeBack(ANN, A, 1)) == (ByeGivenBack(A, ANN, 1),)
    assert asked.refused(GiveByeBack(ANN, A, 2)) == "no_such_bye"
    assert asked.refused(GiveByeBack(BEN, A, 1)) == "not_of_entrant"
    back = asked.after(GiveByeBack(ANN, A, 1), StartTournament(OWNER))
    assert back.pair().paired.byes == ()


def test_a_bye_that_was_had_is_not_given_back_to_ask_for_another():
    begun = FOUR.after(asks(ANN, 1), StartTournament(OWNER))
    begun = begun.after(begun.pair())

    assert begun.refused(GiveByeBack(ANN, A, 1)) == "no_such_bye"
    assert begun.refused(asks(ANN, 2)) == "bye_not_possible"
