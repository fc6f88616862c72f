"""Rounds that cannot be paired automatically: byes that leave no opponents, and refusals reported once."""

from dataclasses import replace

import pytest

from domain.kernel.refusals import Refusal
from domain.tournaments.commands import StartTournament
from domain.tournaments.entrants.commands import (
    AcceptPartner,
    AskForBye,
    GiveByeBack,
    LeaveEntrant,
    OfferToSubstitute,
    WithdrawEntrant,
)
from domain.tournaments.entrants.gates import Applicant
from domain.tournaments.formats.catalogue import format_of
from domain.tournaments.parts import RefusedPairing
from domain.tournaments.rounds.commands import NotePairingRefused, PairAgain, PairRound
from domain.tournaments.rounds.due import awaited_round
from domain.tournaments.rounds.events import PairingRefused, RoundClosed, RoundPaired
from domain.tournaments.rounds.proposed_rounds import can_never_pair, proposed_round, round_of_byes
from domain.tournaments.schedule import due_at
from domain.tournaments.settings import PLAYERS, RoundPlan, TournamentSettings
from domain.tournaments.state import pairing_context
from domain.tournaments.terms import Bye, EntrantId, Match, Round
from tests.support.tournament import (
    ANN,
    BEN,
    BY_DIRECTOR,
    CAT,
    DAN,
    EVE,
    OPEN_NOW,
    OWNER,
    PAIRS,
    SEED,
    WON,
    Given,
    created,
    register,
    registers,
)

A, B, C, D = map(EntrantId, ("ANN", "BEN", "CAT", "DAN"))
SWISS = replace(OPEN_NOW, format="swiss", figures={"rounds": 3})
NIGHT = replace(OPEN_NOW, format="night", figures={"rounds": 3}, entrants=replace(PLAYERS, least=4))
REFUSED = NotePairingRefused(1, "odd_field", "3 entrants are present, which is an odd number")


def begun(settings: TournamentSettings = SWISS, players: int = 4) -> Given:
    given = created(settings, format_of(settings))
    return given.after(*registers((ANN, BEN, CAT, DAN)[:players]), StartTournament(OWNER))


def sits_out(entrant: EntrantId, number: int = 1, kind: str = "half") -> AskForBye:
    return AskForBye(OWNER, entrant, number, kind)  # type: ignore[arg-type]


def byes(given: Given) -> Round | None:
    return round_of_byes(pairing_context(given.tournament), given.format_)


# -- byes that prevent a pairing ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("settings", [SWISS, NIGHT], ids=lambda settings: settings.format)
def test_a_round_that_only_granted_byes_prevent_is_played_without_matches(settings: TournamentSettings):
    given = begun(settings).after(*map(sits_out, (A, B, C)))
    with pytest.raises(Refusal):
        proposed_round(pairing_context(given.tournament), given.format_, SEED)
    assert not can_never_pair(pairing_context(given.tournament), given.format_)
    paired = byes(given)
    assert paired == Round(1, (), (Bye(D, "full"), Bye(A, "half"), Bye(B, "half"), Bye(C, "half")))

    events = given.when(PairRound(None, paired, SEED))

    assert [type(event) for event in events] == [RoundPaired, RoundClosed]
    after = given.after(PairRound(None, paired, SEED)).tournament
    assert dict(pairing_context(after).points()) == {A: 50, B: 50, C: 50, D: 100}
    assert proposed_round(pairing_context(after), given.format_, SEED) is not None


def test_two_entrants_who_cannot_meet_again_continue_when_the_others_return():
    given = begun(players=3).played(WON).played(WON)
    given = given.after(sits_out(given.tournament.rounds[0].paired.byes[0].entrant, 3))
    first = {frozenset(match) for each in given.tournament.rounds for match in each.paired.matches}
    there = {entrant.id for entrant in pairing_context(given.tournament).present()}
    assert there in first
    assert byes(given) is not None


def test_a_round_that_can_be_paired_has_its_matches_whatever_byes_were_granted():
    given = begun().after(sits_out(A), sits_out(B))
    assert byes(given) is None
    assert given.refused(PairRound(OWNER, Round(1, (), (Bye(C, "full"), Bye(D, "full"))), SEED)) == "empty_round"


def test_a_round_that_is_impossible_even_without_byes_is_not_a_round_of_byes():
    given = begun(players=2).played(WON).after(sits_out(A, 2))
    assert can_never_pair(pairing_context(given.tournament), given.format_)
    assert byes(given) is None


def test_a_round_waiting_for_a_substitute_keeps_waiting():
    pairs = replace(SWISS, entrants=PAIRS)
    given = created(pairs, format_of(pairs))
    for captain, partner in ((ANN, BEN), (CAT, DAN)):
        entrant = EntrantId(captain.upper())
        given = given.after(register(captain, partner), AcceptPartner(partner, entrant, Applicant(partner)))
    given = given.after(StartTournament(OWNER), LeaveEntrant(DAN))
    assert byes(given) is None
    assert byes(given.after(sits_out(A))) is None


def test_absent_entrants_get_no_full_byes():
    given = begun().after(*map(sits_out, (A, B, C)))
    wrong = Round(1, (), (Bye(D, "full"), Bye(A, "full")))
    assert given.refused(PairRound(OWNER, wrong, SEED)) == "empty_round"
    assert given.told(PairRound(OWNER, Round(1, ()), SEED)) == (RoundPaired, RoundClosed)


# -- reports of refusals -----------------------------------------------------------------------------------------------


def test_a_refusal_is_reported_once_and_the_round_is_no_longer_due():
    given = begun()
    assert awaited_round(given.tournament, given.now) == 1

    events = given.when(REFUSED)

    assert events == (PairingRefused(1, "odd_field", "3 entrants are present, which is an odd number"),)
    given = given.after(REFUSED)
    assert given.tournament.pairing_refused == RefusedPairing(
        1, "odd_field", "3 entrants are present, which is an odd number"
    )
    assert awaited_round(given.tournament, given.now) is None
    assert due_at(given.tournament) is None
    assert given.refused(REFUSED) == "too_early"


@pytest.mark.parametrize(
    "command",
    [
        sits_out(A),
        WithdrawEntrant(OWNER, D, "gone"),
        LeaveEntrant(DAN),
        OfferToSubstitute(EVE, Applicant(EVE)),
        PairRound(OWNER, Round(1, (Match(A, B), Match(C, D))), SEED),
    ],
    ids=lambda command: type(command).__name__,
)
def test_any_later_event_allows_another_attempt(command):
    given = begun().after(REFUSED, command)
    assert given.tournament.pairing_refused is None
    assert (awaited_round(given.tournament, given.now) == 1) == (not given.tournament.rounds)


def test_a_refusal_is_reported_only_for_the_next_round_and_between_rounds():
    given = begun()
    assert given.refused(replace(REFUSED, round=2)) == "wrong_round_number"
    paired = given.after(given.pair())
    assert paired.refused(replace(REFUSED, round=2)) == "round_not_over"
    by_hand = begun(replace(SWISS, rounds=BY_DIRECTOR))
    assert by_hand.refused(REFUSED) == "too_early"


def test_returning_a_bye_allows_the_round_to_be_paired():
    given = begun(players=2).after(sits_out(A), REFUSED, GiveByeBack(OWNER, A, 1))
    assert given.tournament.pairing_refused is None
    assert given.pair().paired.matches


def test_staff_can_re_pair_an_open_round_of_byes():
    settings = replace(SWISS, rounds=RoundPlan(is_automatic=False))
    given = begun(settings).after(*map(sits_out, (A, B, C)))
    paired = byes(given)
    assert paired is not None
    given = given.after(PairRound(OWNER, paired, SEED))
    again = PairAgain(OWNER, paired, SEED, "once more")
    assert given.told(again)[-1] is RoundPaired
