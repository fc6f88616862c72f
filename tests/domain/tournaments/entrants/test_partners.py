"""Partners chosen by players of a night: both agree, and each has at most one partner."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.kernel.players import PlayerId
from domain.tournaments.commands import StartTournament
from domain.tournaments.entrants.commands import (
    AcceptPartner,
    DeclinePartner,
    InvitePartner,
    KeepApart,
    LeaveEntrant,
    OfferToSubstitute,
    PartFromPartner,
    WithdrawPartnerInvitation,
)
from domain.tournaments.entrants.events import (
    EntrantEntered,
    EntrantRegistered,
    PartnerInvited,
    PartnersAgreed,
    PartnersParted,
)
from domain.tournaments.entrants.gates import Applicant
from domain.tournaments.formats.catalogue import format_of
from domain.tournaments.pairing.partnerships import players_of_side
from domain.tournaments.rounds.commands import OverrideResult, PairAgain, PairRound
from domain.tournaments.rounds.events import RoundPaired
from domain.tournaments.rounds.proposed_rounds import proposed_round
from domain.tournaments.settings import TournamentSettings
from domain.tournaments.state import pairing_context
from domain.tournaments.terms import EntrantId
from tests.support.formats import NIGHT
from tests.support.tournament import ANN, BEN, CAT, DAN, EVE, OWNER, WON, Given, created, register

A, B, C, D, E = map(EntrantId, ("ANN", "BEN", "CAT", "DAN", "EVE"))
FOR_A_ROUND = replace(NIGHT, figures={"rounds": 9, "partners": "round"})
DRAWN = replace(NIGHT, figures={"rounds": 9, "partners": "drawn"})


def night(*names: PlayerId, settings: TournamentSettings = NIGHT) -> Given:
    return created(settings, format_of(settings)).after(*(register(name) for name in names))


def agrees(player: PlayerId, entrant: EntrantId, own: EntrantId | None = None) -> AcceptPartner:
    return AcceptPartner(player, entrant, Applicant(player), own)


def paired(before: Given, seed: bytes = b"seed") -> Given:
    """Pairs the next round. The first side wins every match."""
    made = proposed_round(pairing_context(before.tournament), before.format_, seed)
    assert made is not None
    after = before.after(PairRound(None, made, seed))
    results = [OverrideResult(OWNER, made.number, place, WON, "seen") for place, _ in enumerate(made.matches, 1)]
    return after.after(*results)


def sides(before: Given, number: int) -> set[frozenset[EntrantId]]:
    return {
        frozenset(players_of_side(side))
        for match in before.tournament.rounds[number - 1].paired.matches
        for side in match
    }


def test_an_entrant_invited_as_a_partner_agrees_and_both_stay_entrants():
    asked = night(ANN, BEN, CAT, DAN).after(InvitePartner(ANN, A, BEN))
    assert asked.entry("BEN").status == "entered"
    assert asked.tournament.partner_of(A) is None

    assert asked.when(agrees(BEN, A)) == (PartnersAgreed(A, BEN, B, None),)
    agreed = asked.after(agrees(BEN, A))

    assert agreed.tournament.partner_of(A) == B
    assert agreed.tournament.partner_of(B) == A
    assert agreed.entry("ANN").players == (ANN,)
    assert agreed.entry("ANN").invited == ()
    assert set(agreed.statuses().values()) == {"entered"}


def test_a_player_registers_with_a_named_partner_who_enters_by_agreeing():
    asking = night().after(register(ANN, BEN))
    assert [entry.players for entry in asking.tournament.entries] == [(ANN,)]

    assert asking.refused(agrees(BEN, A)) == "not_taking_part"
    assert asking.told(agrees(BEN, A, B)) == (EntrantRegistered, EntrantEntered, PartnersAgreed)
    assert asking.after(agrees(BEN, A, B)).tournament.partner_of(B) == A


def test_two_players_who_name_each_other_have_agreed():
    both = night().after(register(ANN, BEN))
    assert both.told(register(BEN, ANN)) == (EntrantRegistered, PartnerInvited, PartnersAgreed, EntrantEntered)


def test_nobody_becomes_a_partner_without_agreeing():
    asked = night(ANN, BEN, CAT, DAN).after(InvitePartner(ANN, A, BEN))
    assert asked.refused(agrees(CAT, A)) == "not_invited"
    assert asked.after(DeclinePartner(BEN, A)).refused(agrees(BEN, A)) == "not_invited"
    assert asked.after(WithdrawPartnerInvitation(ANN, A, BEN)).refused(agrees(BEN, A)) == "not_invited"
    assert paired(asked.after(StartTournament(OWNER))).tournament.partnerships == ()


def test_a_player_has_one_partner_and_one_open_request():
    asked = night(ANN, BEN, CAT, DAN).after(InvitePartner(ANN, A, BEN))
    assert asked.refused(InvitePartner(ANN, A, BEN)) == "already_invited"
    assert asked.refused(InvitePartner(ANN, A, CAT)) == "entrant_full"
    assert asked.refused(InvitePartner(ANN, A, ANN)) == "partner_not_possible"
    assert asked.refused(InvitePartner(BEN, A, CAT)) == "not_of_entrant"
    agreed = asked.after(InvitePartner(CAT, C, BEN), agrees(BEN, A))
    assert agreed.entry("CAT").invited == ()
    assert agreed.refused(InvitePartner(ANN, A, CAT)) == "has_partner"
    assert agreed.refused(InvitePartner(CAT, C, BEN)) == "has_partner"
    assert agreed.refused(register(EVE, ANN)) == "has_partner"


def test_an_invited_player_who_enters_alone_stays_invited_and_is_no_longer_a_substitute():
    asking = night().after(register(ANN, BEN), OfferToSubstitute(BEN, Applicant(BEN)))
    alone = asking.after(register(BEN))
    assert alone.entry("ANN").invited == (BEN,)
    assert alone.tournament.substitutes == ()


def test_either_partner_can_end_the_partnership_and_withdrawing_ends_it():
    agreed = night(ANN, BEN, CAT, DAN).after(InvitePartner(ANN, A, BEN), agrees(BEN, A))
    assert agreed.when(PartFromPartner(BEN)) == (PartnersParted(B, BEN, A),)
    assert agreed.after(PartFromPartner(BEN)).tournament.partner_of(A) is None
    assert agreed.after(LeaveEntrant(ANN)).tournament.partner_of(B) is None
    assert agreed.refused(PartFromPartner(CAT)) == "no_partner"
    assert agreed.refused(PartFromPartner(EVE)) == "not_taking_part"


def test_where_partners_are_drawn_nobody_chooses():
    assert night(ANN, BEN, settings=DRAWN).refused(InvitePartner(ANN, A, BEN)) == "no_partners"
    assert night(settings=DRAWN).refused(register(ANN, BEN)) == "no_partners"


def test_players_who_can_no_longer_enter_cannot_be_invited():
    begun = night(ANN, BEN, CAT, DAN).after(StartTournament(OWNER))
    assert begun.refused(InvitePartner(ANN, A, EVE)) == "registration_not_open"
    assert begun.told(InvitePartner(ANN, A, BEN)) == (PartnerInvited,)


@pytest.mark.parametrize("seed", range(3))
def test_partners_for_the_night_are_together_in_every_round(seed: int):
    begun = night(ANN, BEN, CAT, DAN).after(InvitePartner(ANN, A, BEN), agrees(BEN, A), StartTournament(OWNER))
    for number in range(1, 4):
        begun = paired(begun, bytes([seed]))
        assert frozenset((A, B)) in sides(begun, number)


def test_partners_for_one_round_are_together_in_it_and_may_choose_again():
    before = night(ANN, BEN, CAT, DAN, settings=FOR_A_ROUND)
    before = before.after(InvitePartner(ANN, A, BEN), agrees(BEN, A), StartTournament(OWNER))
    assert before.tournament.partnerships[0].round == 1
    first = paired(before)
    assert frozenset((A, B)) in sides(first, 1)
    assert first.tournament.partner_of(A) is None

    again = first.after(InvitePartner(ANN, A, CAT), agrees(CAT, A))
    second = paired(again)
    assert frozenset((A, C)) in sides(second, 2)


def test_a_re_paired_round_keeps_the_partners_chosen_for_it():
    before = night(ANN, BEN, CAT, DAN, settings=FOR_A_ROUND)
    before = before.after(InvitePartner(ANN, A, BEN), agrees(BEN, A), StartTournament(OWNER))
    made = proposed_round(pairing_context(before.tournament), before.format_, b"one")
    assert made is not None
    open_round = before.after(PairRound(None, made, b"one"))
    undone = open_round.tournament._replace(rounds=())
    other = proposed_round(pairing_context(undone), before.format_, b"two")
    assert other is not None
    assert RoundPaired in open_round.told(PairAgain(OWNER, other, b"two", "wrong"))
    assert any({A, B} == set(players_of_side(side)) for match in other.matches for side in match)


def test_a_pairing_exclusion_ends_a_partnership_and_prevents_a_new_one():
    agreed = night(ANN, BEN, CAT, DAN).after(InvitePartner(ANN, A, BEN), agrees(BEN, A))
    assert agreed.told(KeepApart(OWNER, (A, B)))[0] is PartnersParted
    apart = agreed.after(KeepApart(OWNER, (A, B)))
    assert apart.tournament.partner_of(A) is None
    assert apart.refused(InvitePartner(ANN, A, BEN)) == "partner_not_possible"
    asked = night(ANN, BEN, CAT, DAN).after(InvitePartner(ANN, A, BEN), KeepApart(OWNER, (A, B)))
    assert asked.refused(agrees(BEN, A)) == "partner_not_possible"


NAMES = [PlayerId(name) for name in "abcdefghijkl"]


@given(st.integers(4, 12), st.integers(0, 5), st.binary(min_size=2, max_size=4))
def test_players_with_and_without_partners_play_in_one_night(number: int, pairs: int, seed: bytes):
    """Everybody is in every round once, partners are together if both play, and few sit out."""
    names = NAMES[:number]
    before = night(*names)
    chosen = list(zip(names[::2], names[1::2], strict=False))[: min(pairs, (number - 2) // 2)]
    for one, other in chosen:
        entrant = EntrantId(one.upper())
        before = before.after(InvitePartner(one, entrant, other), agrees(other, entrant))
    before = before.after(StartTournament(OWNER))
    for number_of_round in range(1, 4):
        before = paired(before, seed)
        made = before.tournament.rounds[-1].paired
        out = [bye.entrant for bye in made.byes]
        at_tables = [each for side in sides(before, number_of_round) for each in side]
        assert sorted([*at_tables, *out]) == sorted(name.upper() for name in names)
        assert len(out) <= 3
        for one, other in chosen:
            both = frozenset((EntrantId(one.upper()), EntrantId(other.upper())))
            assert both in sides(before, number_of_round) or both <= set(out)
