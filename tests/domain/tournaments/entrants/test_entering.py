"""Entering a tournament: alone, as a pair or team whose players agree, and by the waiting list."""

from dataclasses import replace

import pytest

from domain.kernel.instants import Instant
from domain.tournaments.commands import ChangeSettings, StartTournament
from domain.tournaments.entrants.commands import (
    AcceptPartner,
    DeclinePartner,
    InvitePartner,
    LeaveEntrant,
    Register,
    WithdrawEntrant,
    WithdrawPartnerInvitation,
)
from domain.tournaments.entrants.events import (
    EntrantEntered,
    EntrantQueued,
    EntrantRegistered,
    EntrantWithdrawn,
    MemberLeft,
    PartnerDeclined,
    PartnerInvitationWithdrawn,
    PartnerInvited,
    PartnerJoined,
)
from domain.tournaments.entrants.gates import Applicant
from domain.tournaments.settings import EntrantSettings, LateEntry
from domain.tournaments.terms import EntrantId
from tests.support.tournament import (
    ANN,
    BEN,
    CAT,
    CLOSES,
    DAN,
    EVE,
    FAY,
    OPEN_NOW,
    OPENS,
    OWNER,
    PAIRS_PLAN,
    PLAYERS_PLAN,
    TEAMS_PLAN,
    created,
    hours,
    register,
    registers,
)

A, B, C, D = map(EntrantId, ("ANN", "BEN", "CAT", "DAN"))
ALONE = created(OPEN_NOW)
IN_PAIRS = created(PAIRS_PLAN)
IN_TEAMS = created(TEAMS_PLAN)
TWO_PLACES = created(replace(OPEN_NOW, entrants=EntrantSettings("player", capacity=2)))
ASKED = IN_PAIRS.after(register(ANN, BEN, name="Red Pandas"))


def accepts(player, entrant, rating=0):
    return AcceptPartner(player, entrant, Applicant(player, rating))


def test_a_player_who_enters_alone_gets_a_place_at_once():
    assert ALONE.when(register(ANN, rating=1700)) == (
        EntrantRegistered(A, ANN, 1700, None, None),
        EntrantEntered(A, None),
    )
    assert ALONE.after(register(ANN)).entry("ANN").status == "entered"


def test_entering_is_possible_only_while_registration_is_open():
    announced = created(PLAYERS_PLAN)

    assert announced.refused(register(ANN)) == "registration_not_open"
    assert announced.at(OPENS).after(register(ANN)).statuses() == {"ANN": "entered"}
    assert announced.at(CLOSES).refused(register(ANN)) == "registration_not_open"
    assert announced.late(Instant(CLOSES - 1)).after(register(ANN)).statuses() == {"ANN": "entered"}


def test_registration_opens_and_closes_on_schedule_even_if_no_worker_has_run():
    announced = created(PLAYERS_PLAN)

    assert announced.late(OPENS).after(register(ANN)).tournament.status == "registration"
    assert announced.late(CLOSES).refused(register(ANN)) == "registration_not_open"


def test_nobody_can_enter_twice():
    refusal = ALONE.after(register(ANN)).refusal(Register(ANN, B, Applicant(ANN)))

    assert refusal.code() == "already_entered"
    assert refusal.facts == {"player": ANN, "entrant": A}


def test_an_id_belongs_to_one_entrant_even_after_withdrawal():
    withdrawn = ALONE.after(register(ANN), LeaveEntrant(ANN))

    assert withdrawn.refused(register(ANN)) == "entrant_id_taken"
    assert withdrawn.after(Register(ANN, B, Applicant(ANN))).statuses() == {"ANN": "out", "BEN": "entered"}


def test_a_pair_gets_a_place_when_the_partner_agrees():
    assert ASKED.events[-2:] == (EntrantRegistered(A, ANN, 0, "Red Pandas", None), PartnerInvited(A, ANN, BEN))
    assert ASKED.entry("ANN").status == "incomplete"
    assert ASKED.when(accepts(BEN, A, 1800)) == (PartnerJoined(A, BEN, 1800), EntrantEntered(A, None))


def test_the_rating_of_a_pair_is_the_mean_of_both():
    assert IN_PAIRS.after(register(ANN, BEN, rating=1500), accepts(BEN, A, 1801)).entry("ANN").rating == 1650


def test_only_invited_players_can_join():
    assert ASKED.refused(accepts(CAT, A)) == "not_invited"
    assert ASKED.refused(DeclinePartner(CAT, A)) == "not_invited"


def test_a_partner_who_declines_is_not_part_of_the_pair():
    declined = ASKED.after(DeclinePartner(BEN, A))

    assert declined.events[-1] == PartnerDeclined(A, BEN)
    assert declined.refused(accepts(BEN, A)) == "not_invited"
    assert declined.after(InvitePartner(ANN, A, CAT), accepts(CAT, A)).entry("ANN").players == (ANN, CAT)


def test_an_invitation_can_be_withdrawn():
    withdrawn = ASKED.after(WithdrawPartnerInvitation(ANN, A, BEN))

    assert withdrawn.events[-1] == PartnerInvitationWithdrawn(A, ANN, BEN)
    assert withdrawn.refused(accepts(BEN, A)) == "not_invited"
    assert withdrawn.refused(WithdrawPartnerInvitation(ANN, A, BEN)) == "not_invited"
    assert ASKED.refused(WithdrawPartnerInvitation(CAT, A, BEN)) == "not_of_entrant"


def test_a_player_cannot_be_invited_twice_or_while_taking_part():
    assert ASKED.refused(InvitePartner(ANN, A, BEN)) == "already_invited"
    assert ASKED.refused(InvitePartner(ANN, A, ANN)) == "already_entered"
    assert ASKED.after(register(CAT)).refused(register(DAN, CAT)) == "already_entered"
    assert IN_TEAMS.refused(register(ANN, BEN, BEN)) == "already_invited"


def test_a_pair_invites_one_partner_and_a_team_as_many_as_it_has_room_for():
    assert IN_PAIRS.refused(register(ANN, BEN, CAT)) == "entrant_full"
    assert IN_TEAMS.refused(register(ANN, BEN, CAT, DAN, EVE)) == "entrant_full"
    assert IN_TEAMS.after(register(ANN, BEN, CAT, DAN)).entry("ANN").invited == (BEN, CAT, DAN)


def test_only_members_of_an_entrant_can_invite():
    assert ASKED.refused(InvitePartner(CAT, A, DAN)) == "not_of_entrant"
    assert ASKED.refused(InvitePartner(CAT, B, DAN)) == "no_such_entrant"


def test_single_players_have_no_partners_and_no_team_names():
    assert ALONE.refused(register(ANN, BEN)) == "no_partners"
    assert ALONE.refused(register(ANN, name="The Best")) == "name_not_possible"


@pytest.mark.parametrize("name", ["Red Pandas", "red  pandas", " RED PANDAS "])
def test_two_entrants_cannot_have_the_same_name(name):
    refusal = ASKED.refusal(register(CAT, name=name))

    assert refusal.code() == "name_taken"
    assert refusal.facts == {"entrant": A}


def test_the_name_of_a_withdrawn_entrant_is_free_again():
    assert ASKED.after(LeaveEntrant(ANN), register(CAT, name="Red Pandas")).entry("CAT").name == "Red Pandas"


@pytest.mark.parametrize("name", ["", "  ", "x" * 81])
def test_a_name_has_a_minimum_and_a_maximum_length(name):
    assert IN_PAIRS.refused(register(ANN, name=name)) == "name_not_possible"


def test_joining_an_entrant_ends_other_invitations():
    both = ASKED.after(register(CAT, BEN), accepts(BEN, C))

    assert both.entry("ANN").invited == ()
    assert both.refused(accepts(BEN, A)) == "not_invited"


def test_a_player_who_enters_alone_must_leave_to_join_another():
    alone = ASKED.after(register(BEN))

    assert alone.entry("ANN").invited == ()
    assert alone.refused(InvitePartner(ANN, A, BEN)) == "already_entered"
    left = alone.after(LeaveEntrant(BEN), InvitePartner(ANN, A, BEN), accepts(BEN, A))
    assert left.statuses() == {"ANN": "entered", "BEN": "out"}


def test_a_team_gets_a_place_at_its_minimum_size_and_others_can_join_later():
    team = IN_TEAMS.after(register(ANN, BEN, CAT), accepts(BEN, A))
    assert team.entry("ANN").status == "entered"

    assert team.told(accepts(CAT, A)) == (PartnerJoined,)
    assert team.after(accepts(CAT, A)).entry("ANN").players == (ANN, BEN, CAT)


def test_a_team_that_is_full_accepts_no_more_players():
    team = created(replace(TEAMS_PLAN, entrants=EntrantSettings("team", 2, 2))).after(register(ANN, BEN))
    full = team.after(WithdrawPartnerInvitation(ANN, A, BEN), InvitePartner(ANN, A, CAT), accepts(CAT, A))

    assert full.refused(InvitePartner(ANN, A, DAN)) == "entrant_full"


def test_an_entrant_without_a_place_waits():
    full = TWO_PLACES.after(register(ANN), register(BEN))

    assert full.told(register(CAT)) == (EntrantRegistered, EntrantQueued)
    assert full.after(register(CAT), register(DAN)).tournament.queue == (C, D)


def test_the_longest_waiting_entrant_moves_up_first():
    waiting = TWO_PLACES.after(*map(register, (ANN, BEN, CAT, DAN)))

    assert waiting.when(LeaveEntrant(ANN)) == (
        EntrantWithdrawn(A, ANN, "left", None),
        EntrantEntered(C, None),
    )
    assert waiting.after(LeaveEntrant(CAT), LeaveEntrant(ANN)).statuses()["DAN"] == "entered"


def test_nobody_passes_the_waiting_list():
    waiting = TWO_PLACES.after(*map(register, (ANN, BEN, CAT, DAN)), LeaveEntrant(ANN), LeaveEntrant(BEN))
    assert waiting.statuses() == {"ANN": "out", "BEN": "out", "CAT": "entered", "DAN": "entered"}

    assert waiting.after(register(EVE)).tournament.queue == ("EVE",)


def test_a_larger_capacity_lets_the_waiting_list_move_up():
    waiting = TWO_PLACES.after(*map(register, (ANN, BEN, CAT, DAN)))
    larger = replace(waiting.tournament.settings, entrants=EntrantSettings("player", capacity=3))

    assert waiting.when(ChangeSettings(OWNER, larger))[1:] == (EntrantEntered(C, None),)


def test_a_capacity_cannot_be_below_the_number_of_entrants():
    given = ALONE.after(*map(register, (ANN, BEN, CAT)))
    smaller = replace(OPEN_NOW, entrants=EntrantSettings("player", capacity=2))

    refusal = given.refusal(ChangeSettings(OWNER, smaller))
    assert (refusal.code(), refusal.facts) == ("capacity_taken", {"taken": 3})


def test_a_pair_waits_from_the_time_it_is_complete():
    places = created(replace(PAIRS_PLAN, entrants=EntrantSettings("pair", 2, 2, capacity=2)))
    waiting = places.after(register(ANN, BEN), register(CAT, DAN), register(EVE, FAY))

    joined = waiting.after(accepts(FAY, EntrantId("EVE")), accepts(DAN, C), accepts(BEN, A))
    assert joined.statuses() == {"ANN": "waiting", "CAT": "entered", "EVE": "entered"}


def test_a_player_who_leaves_a_pair_does_not_cost_the_partner_the_place():
    pair = ASKED.after(accepts(BEN, A))

    assert pair.when(LeaveEntrant(ANN)) == (MemberLeft(A, ANN, "left"),)
    spared = pair.after(LeaveEntrant(ANN))
    assert (spared.entry("ANN").status, spared.entry("ANN").captain) == ("spared", BEN)
    again = spared.after(InvitePartner(BEN, A, CAT))
    assert again.told(accepts(CAT, A)) == (PartnerJoined, EntrantEntered)


def test_a_waiting_pair_that_loses_a_player_stops_waiting():
    places = created(replace(PAIRS_PLAN, entrants=EntrantSettings("pair", 2, 2, capacity=2)))
    pairs = ((ANN, BEN), (CAT, DAN), (EVE, FAY))
    waiting = places.after(
        *(command for one, two in pairs for command in (register(one, two), accepts(two, EntrantId(one.upper()))))
    )
    assert waiting.tournament.queue == ("EVE",)

    left = waiting.after(LeaveEntrant(FAY))
    assert (left.entry("EVE").status, left.tournament.queue) == ("incomplete", ())


def test_a_larger_team_continues_when_a_player_leaves():
    team = IN_TEAMS.after(register(ANN, BEN, CAT), accepts(BEN, A), accepts(CAT, A), LeaveEntrant(BEN))

    assert (team.entry("ANN").status, team.entry("ANN").players) == ("entered", (ANN, CAT))


def test_the_entrant_is_withdrawn_when_the_last_player_leaves():
    pair = ASKED.after(accepts(BEN, A), LeaveEntrant(ANN))

    assert pair.when(LeaveEntrant(BEN)) == (EntrantWithdrawn(A, BEN, "left", None),)
    assert pair.after(LeaveEntrant(BEN)).refused(LeaveEntrant(BEN)) == "not_taking_part"


def test_a_captain_can_withdraw_the_whole_entrant_but_a_partner_cannot():
    pair = ASKED.after(accepts(BEN, A))

    assert pair.when(WithdrawEntrant(ANN, A)) == (EntrantWithdrawn(A, ANN, "left", None),)
    assert pair.refused(WithdrawEntrant(BEN, A)) == "captain_only"
    assert pair.refused(WithdrawEntrant(CAT, A)) == "staff_only"
    assert pair.after(WithdrawEntrant(ANN, A)).refused(WithdrawEntrant(ANN, A)) == "entrant_out"


def test_staff_can_withdraw_an_entrant_with_a_reason():
    pair = ASKED.after(accepts(BEN, A))

    assert pair.refused(WithdrawEntrant(OWNER, A)) == "reason_needed"
    assert pair.refused(WithdrawEntrant(OWNER, A, "  ")) == "reason_needed"
    assert pair.when(WithdrawEntrant(OWNER, A, "shouted")) == (EntrantWithdrawn(A, OWNER, "removed", "shouted"),)


LATE = replace(OPEN_NOW, late=LateEntry(2, "half"))


def test_a_late_entrant_has_byes_for_missed_rounds():
    begun = created(LATE).after(*registers((ANN, BEN)), StartTournament(OWNER))
    first = begun.after(begun.pair())

    assert first.when(register(CAT))[-1] == EntrantEntered(C, "half")
    late = first.after(register(CAT))
    assert late.tournament.order == (A, B, C)
    assert late.tournament.rounds[0].paired.byes == (("CAT", "half"),)


def test_an_entrant_before_the_first_pairing_has_missed_nothing():
    begun = created(LATE).after(*registers((ANN, BEN)), StartTournament(OWNER))

    assert begun.when(register(CAT))[-1] == EntrantEntered(C, None)


def test_late_entry_ends_at_the_configured_round():
    begun = created(replace(LATE, late=LateEntry(1))).after(*registers((ANN, BEN)), StartTournament(OWNER))

    assert begun.after(register(CAT)).statuses()["CAT"] == "entered"
    assert begun.after(begun.pair()).refused(register(CAT)) == "registration_not_open"


def test_late_entry_is_impossible_unless_configured():
    begun = ALONE.after(*registers((ANN, BEN)), StartTournament(OWNER))

    assert begun.refused(register(CAT)) == "registration_not_open"


def test_a_withdrawn_player_cannot_enter_again():
    begun = created(LATE).after(*registers((ANN, BEN, CAT)), StartTournament(OWNER), LeaveEntrant(CAT))

    assert begun.refused(Register(CAT, D, Applicant(CAT))) == "played_before"


def test_a_withdrawn_player_can_return_only_as_a_substitute_partner():
    pairs = created(replace(PAIRS_PLAN, late=LateEntry(3))).after(register(ANN, BEN), register(CAT, DAN))
    begun = pairs.after(accepts(BEN, A), accepts(DAN, C), StartTournament(OWNER), WithdrawEntrant(ANN, A))
    late = begun.after(register(EVE, BEN))
    spared = begun.after(LeaveEntrant(DAN), InvitePartner(CAT, C, BEN))

    assert late.refused(accepts(BEN, EntrantId("EVE"))) == "played_before"
    assert spared.after(accepts(BEN, C)).entry("CAT").players == (CAT, BEN)


def test_the_waiting_list_moves_up_after_the_start_while_late_entry_is_possible():
    places = replace(LATE, entrants=EntrantSettings("player", capacity=2), late=LateEntry(1))
    begun = created(places).after(*registers((ANN, BEN, CAT, DAN)), StartTournament(OWNER))

    assert begun.after(LeaveEntrant(ANN)).statuses()["CAT"] == "entered"
    assert begun.after(begun.pair(), LeaveEntrant(ANN)).statuses()["CAT"] == "waiting"


def test_an_applicant_is_the_player_who_asks():
    with pytest.raises(ValueError, match="cannot apply as"):
        ALONE.when(Register(ANN, A, Applicant(BEN)))


def test_a_finished_tournament_cannot_be_entered():
    over = created(PLAYERS_PLAN).at(hours(31))

    assert over.tournament.status == "cancelled"
    assert over.refused(register(ANN)) == "tournament_over"
