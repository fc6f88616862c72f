"""Substitutions for a time: who can lend a seat, to whom, and when it comes back."""

from dataclasses import replace

import pytest

from domain.clocks.calendar import Span
from domain.kernel.players import PlayerId
from domain.tournaments.commands import PauseTournament, ResumeTournament, StartTournament
from domain.tournaments.entrants.commands import (
    AcceptPartner,
    CallSubstitute,
    EndSubstitution,
    LeaveEntrant,
    OfferToSubstitute,
    WithdrawEntrant,
)
from domain.tournaments.entrants.events import MemberLeft
from domain.tournaments.entrants.gates import Applicant
from domain.tournaments.entrants.substitution_events import (
    SubstitutionArranged,
    SubstitutionBegun,
    SubstitutionDropped,
    SubstitutionEnded,
)
from domain.tournaments.entrants.substitutions import begins_of_substitutions
from domain.tournaments.formats.checks import checked_format
from domain.tournaments.parts import FormerPlayer
from domain.tournaments.schedule import due_at
from domain.tournaments.settings import BoardSettings, EntrantSettings
from domain.tournaments.terms import EntrantId
from tests.domain.tournaments.boards.test_boards_that_somebody_has_seen import TEAMS
from tests.support.tournament import (
    ANN,
    BEN,
    CAT,
    DAN,
    EVE,
    FAY,
    OPEN_NOW,
    OWNER,
    PAIRS_PLAN,
    Given,
    created,
    hours,
    register,
    registers,
)

A, C = map(EntrantId, ("ANN", "CAT"))
AWAY = ((hours(1), hours(50)),)


def offers(player: PlayerId) -> OfferToSubstitute:
    return OfferToSubstitute(player, Applicant(player, 1400))


def lends(by: PlayerId = ANN, player: PlayerId = EVE, until: float = 40, **more: object) -> CallSubstitute:
    return CallSubstitute(by, A, player, **{"until": hours(until), "vacations": AWAY, **more})  # type: ignore[arg-type]


def playing() -> Given:
    given = created(PAIRS_PLAN).after(register(ANN, BEN), AcceptPartner(BEN, A, Applicant(BEN)))
    given = given.after(register(CAT, DAN), AcceptPartner(DAN, C, Applicant(DAN)), StartTournament(OWNER))
    return given.after(given.pair(), offers(EVE))


PLAYING = playing()
LENT = PLAYING.after(lends())


def test_a_seat_is_lent_at_the_same_place_and_the_partner_acts_as_captain():
    assert PLAYING.when(lends()) == (SubstitutionBegun(A, ANN, EVE, 1400, hours(40)),)
    entry = LENT.entry("ANN")
    assert (entry.players, entry.captain, entry.away) == ((EVE, BEN), BEN, (ANN,))
    assert LENT.tournament.entry_of(ANN) == LENT.tournament.entry_of(EVE) == entry
    assert LENT.tournament.substitutes == ()
    assert due_at(LENT.tournament) == hours(40)


def test_the_seat_comes_back_in_time_but_not_during_a_pause():
    assert LENT.at(hours(40)).events[-1] == SubstitutionEnded(A, None, EVE, ANN, "time")
    assert LENT.at(hours(40)).entry("ANN").players == (ANN, BEN)
    paused = LENT.after(PauseTournament(OWNER, "storm"))
    assert due_at(paused.tournament) is None
    resumed = paused.late(hours(41)).after(ResumeTournament(OWNER))
    assert resumed.entry("ANN").players == (ANN, BEN)


@pytest.mark.parametrize(
    ("spans", "until", "is_possible"),
    [
        ((), 40, False),
        (((hours(20), hours(50)),), 40, True),
        (((hours(26), hours(50)),), 26, False),
        (((hours(0), hours(1)),), 40, False),
        (AWAY, 50, True),
        (AWAY, 51, False),
        (AWAY, 1, False),
    ],
)
def test_a_seat_is_lent_only_for_a_vacation(spans: tuple[Span, ...], until: float, *, is_possible: bool):
    command = lends(until=until, vacations=spans)
    if is_possible:
        assert PLAYING.when(command)
    else:
        assert PLAYING.refused(command) == "substitution_not_possible"


ANNOUNCED = ((hours(30), hours(50)),)
ARRANGED = PLAYING.after(lends(vacations=ANNOUNCED))


def test_a_substitute_for_an_announced_vacation_takes_the_seat_when_it_begins():
    assert ARRANGED.events[-1] == SubstitutionArranged(A, ANN, EVE, hours(30), hours(40))
    assert ARRANGED.entry("ANN").players == (ANN, BEN)
    assert due_at(ARRANGED.tournament) == hours(30)
    [(at, lend, drop)] = begins_of_substitutions(ARRANGED.tournament)

    begun = ARRANGED.late(at).after(replace(lend, vacations=ANNOUNCED))
    assert begun.entry("ANN").players == (EVE, BEN)
    assert (begun.entry("ANN").arranged, due_at(begun.tournament)) == ((), hours(40))
    assert ARRANGED.late(at).after(drop).events[-1] == SubstitutionDropped(A, None, EVE, ANN)


def test_an_arrangement_ends_if_somebody_with_a_part_in_it_cancels_it_or_it_is_replaced():
    for by in (ANN, EVE, OWNER):
        dropped = ARRANGED.after(EndSubstitution(by, ANN))
        assert (dropped.events[-1], dropped.entry("ANN").arranged) == (SubstitutionDropped(A, by, EVE, ANN), ())
    assert ARRANGED.refused(EndSubstitution(CAT, ANN)) == "not_of_entrant"
    other = ARRANGED.after(offers(FAY), lends(player=FAY, until=35, vacations=ANNOUNCED))
    assert [(each.substitute, each.until) for each in other.entry("ANN").arranged] == [(FAY, hours(35))]


def test_a_seat_lent_for_another_vacation_before_does_not_cancel_the_arrangement():
    both = (hours(1), hours(20)), *ANNOUNCED
    lent = ARRANGED.after(offers(FAY), lends(player=FAY, until=15, vacations=both))
    assert lent.entry("ANN").players == (FAY, BEN)
    back = lent.at(hours(15))
    assert back.entry("ANN").players == (ANN, BEN)
    [(at, lend, _)] = begins_of_substitutions(back.tournament)
    begun = back.late(at).after(replace(lend, vacations=ANNOUNCED))
    assert (begun.entry("ANN").players, begun.entry("ANN").arranged) == ((EVE, BEN), ())


def test_only_players_of_running_pairs_and_teams_lend_their_own_seat():
    assert PLAYING.refused(lends(OWNER, instead_of=ANN)) == "not_of_entrant"
    assert PLAYING.refused(lends(BEN, instead_of=ANN)) == "not_of_entrant"
    assert PLAYING.refused(lends(CAT)) == "not_of_entrant"
    assert PLAYING.after(PauseTournament(OWNER, "storm")).refused(lends()) == "play_paused"
    assert created(PAIRS_PLAN).after(register(ANN)).refused(lends()) == "tournament_not_running"
    alone = created(OPEN_NOW).after(*registers((ANN, BEN)), StartTournament(OWNER), offers(EVE))
    assert alone.refused(lends()) == "substitution_not_possible"


def test_a_lent_seat_is_not_lent_again_and_nobody_is_called_for_it_for_good():
    again = LENT.after(offers(FAY))
    assert again.refused(lends(EVE, FAY)) == "substitution_not_possible"
    assert again.refused(CallSubstitute(OWNER, A, FAY, EVE)) == "substitution_not_possible"
    assert again.refused(register(ANN)) == "registration_not_open"
    assert again.refused(offers(ANN)) == "already_entered"
    assert again.after(CallSubstitute(OWNER, A, FAY, BEN)).entry("ANN").players == (EVE, FAY)


@pytest.mark.parametrize(("by", "why"), [(ANN, "returned"), (EVE, "left"), (BEN, "returned"), (OWNER, "returned")])
def test_both_players_the_captain_and_staff_end_a_substitution(by: PlayerId, why: str):
    assert LENT.when(EndSubstitution(by, ANN)) == (SubstitutionEnded(A, by, EVE, ANN, why),)  # type: ignore[arg-type]


def test_leaving_ends_a_substitution():
    assert LENT.refused(EndSubstitution(CAT, ANN)) == "not_of_entrant"
    assert LENT.refused(EndSubstitution(EVE, EVE)) == "no_substitution"
    assert LENT.when(LeaveEntrant(EVE)) == (SubstitutionEnded(A, EVE, EVE, ANN, "left"),)
    assert LENT.when(LeaveEntrant(ANN)) == (SubstitutionEnded(A, ANN, EVE, ANN, "kept"),)
    kept = LENT.after(LeaveEntrant(ANN))
    assert (kept.entry("ANN").players, kept.entry("ANN").captain) == ((EVE, BEN), BEN)
    assert kept.tournament.entry_of(ANN) is None
    assert kept.refused(EndSubstitution(ANN, ANN)) == "not_of_entrant"
    assert due_at(kept.tournament) is None
    out = LENT.after(WithdrawEntrant(BEN, A))
    assert SubstitutionEnded not in map(type, out.at(hours(40)).events)
    assert out.refused(EndSubstitution(ANN, ANN)) == "not_of_entrant"


def test_a_former_substitute_plays_for_no_opponent_while_the_match_is_open():
    back = LENT.after(EndSubstitution(ANN, ANN), offers(EVE))
    assert back.refused(CallSubstitute(CAT, C, EVE, CAT)) == "substitution_not_possible"
    assert back.when(lends())


# ------------------------------------------------------------------------------------------------ teams with boards


def team_match() -> Given:
    plan = replace(TEAMS, entrants=EntrantSettings("team", 4, 6), boards=BoardSettings(2, "imps"))
    given = created(plan, checked_format(plan))
    for captain in ("ann", "cat", "fay", "gus"):
        names = [PlayerId(f"{captain}{number}") for number in range(1, 6)]
        given = given.after(register(PlayerId(captain), *names))
        entrant = EntrantId(captain.upper())
        given = given.after(*(AcceptPartner(each, entrant, Applicant(each)) for each in names))
    given = given.after(StartTournament(OWNER))
    return given.after(given.pair(OWNER))


ANN1, ANN2, ANN4, ANN5, CAT4 = map(PlayerId, ("ann1", "ann2", "ann4", "ann5", "cat4"))


def test_a_member_without_a_seat_substitutes_but_not_for_two_rooms():
    match = team_match()
    assert match.refused(offers(ANN2)) == "already_entered"
    offered = match.after(offers(ANN4), offers(ANN5), offers(CAT4), offers(EVE))
    assert offered.refused(CallSubstitute(OWNER, A, ANN4, ANN)) == "already_entered"
    assert offered.refused(lends(player=CAT4)) == "substitution_not_possible"

    lent = offered.after(lends(player=ANN4))
    assert lent.entry("ANN").players == (ANN4, "ann1", "ann2", "ann3", ANN, ANN5)
    assert lent.refused(offers(ANN)) == "already_entered"
    assert lent.entry("ANN").captain == ANN1

    back = lent.after(EndSubstitution(ANN, ANN))
    assert back.entry("ANN").players == match.entry("ANN").players
    assert back.tournament.left == (FormerPlayer(ANN4, (1,)),)
    # The other room plays the same boards from the other side.
    assert back.after(offers(ANN4)).refused(lends(ANN2, ANN4)) == "knows_the_deals"
    assert back.when(lends(ANN2, ANN5))


def test_members_who_leave_take_their_offer_and_their_substitution_with_them():
    offered = team_match().after(offers(ANN4), offers(ANN5))
    assert offered.after(LeaveEntrant(ANN5)).tournament.substitutes == ((ANN4, 1400),)
    lent = offered.after(lends(player=ANN4))
    assert lent.when(LeaveEntrant(ANN4)) == (
        SubstitutionEnded(A, ANN4, ANN4, ANN, "left"),
        MemberLeft(A, ANN4, "left"),
    )
    assert lent.when(LeaveEntrant(ANN)) == (SubstitutionEnded(A, ANN, ANN4, ANN, "kept"), MemberLeft(A, ANN, "left"))
