"""Entering a tournament: alone, as a pair or a team whose players all agree, and by the waiting list."""

from dataclasses import replace

import pytest

from domain.kernel.instants import Instant
from domain.tournaments.commands import (
    AcceptPartner,
    ChangeSettings,
    DeclinePartner,
    InvitePartner,
    LeaveEntrant,
    Register,
    StartTournament,
    WithdrawEntrant,
    WithdrawPartnerInvitation,
)
from domain.tournaments.events import (
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
from domain.tournaments.gates import Applicant
from domain.tournaments.rounds import EntrantId
from domain.tournaments.settings import Field, LateEntry
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
TWO_PLACES = created(replace(OPEN_NOW, entrants=Field("player", capacity=2)))
ASKED = IN_PAIRS.after(register(ANN, BEN, name="Red Pandas"))


def accepts(player, entrant, rating=0):
    return AcceptPartner(player, entrant, Applicant(player, rating))


def test_who_enters_alone_has_a_place_at_once():
    assert ALONE.when(register(ANN, rating=1700)) == (
        EntrantRegistered(A, ANN, 1700, None, None),
        EntrantEntered(A, None),
    )
    assert ALONE.after(register(ANN)).entry("ANN").status == "entered"


def test_nobody_enters_before_registration_opens_or_after_it_closes():
    announced = created(PLAYERS_PLAN)

    assert announced.refused(register(ANN)) == "registration_not_open"
    assert announced.at(OPENS).after(register(ANN)).statuses() == {"ANN": "entered"}
    assert announced.at(CLOSES).refused(register(ANN)) == "registration_not_open"
    assert announced.late(Instant(CLOSES - 1)).after(register(ANN)).statuses() == {"ANN": "entered"}


def test_registration_opens_and_closes_by_the_schedule_even_if_nobody_has_looked():
    announced = created(PLAYERS_PLAN)

    assert announced.late(OPENS).after(register(ANN)).tournament.status == "registration"
    assert announced.late(CLOSES).refused(register(ANN)) == "registration_not_open"


def test_nobody_enters_twice():
    refusal = ALONE.after(register(ANN)).refusal(Register(ANN, B, Applicant(ANN)))

    assert refusal.code() == "already_entered"
    assert refusal.facts == {"player": ANN, "entrant": A}


def test_an_id_is_given_to_one_entrant_only_even_when_that_has_withdrawn():
    withdrawn = ALONE.after(register(ANN), LeaveEntrant(ANN))

    assert withdrawn.refused(register(ANN)) == "entrant_id_taken"
    assert withdrawn.after(Register(ANN, B, Applicant(ANN))).statuses() == {"ANN": "out", "BEN": "entered"}


def test_a_pair_has_a_place_when_the_partner_agrees():
    assert ASKED.events[-2:] == (EntrantRegistered(A, ANN, 0, "Red Pandas", None), PartnerInvited(A, ANN, BEN))
    assert ASKED.entry("ANN").status == "incomplete"
    assert ASKED.when(accepts(BEN, A, 1800)) == (PartnerJoined(A, BEN, 1800), EntrantEntered(A, None))


def test_the_rating_of_a_pair_is_the_mean_of_both():
    assert IN_PAIRS.after(register(ANN, BEN, rating=1500), accepts(BEN, A, 1801)).entry("ANN").rating == 1650


def test_who_was_not_asked_does_not_join():
    assert ASKED.refused(accepts(CAT, A)) == "not_invited"
    assert ASKED.refused(DeclinePartner(CAT, A)) == "not_invited"


def test_a_partner_who_says_no_is_not_part_of_the_pair():
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


def test_nobody_is_asked_twice_or_when_they_take_part_already():
    assert ASKED.refused(InvitePartner(ANN, A, BEN)) == "already_invited"
    assert ASKED.refused(InvitePartner(ANN, A, ANN)) == "already_entered"
    assert ASKED.after(register(CAT)).refused(register(DAN, CAT)) == "already_entered"
    assert IN_TEAMS.refused(register(ANN, BEN, BEN)) == "already_invited"


def test_a_pair_asks_one_partner_and_a_team_no_more_than_it_has_room_for():
    assert IN_PAIRS.refused(register(ANN, BEN, CAT)) == "entrant_full"
    assert IN_TEAMS.refused(register(ANN, BEN, CAT, DAN, EVE)) == "entrant_full"
    assert IN_TEAMS.after(register(ANN, BEN, CAT, DAN)).entry("ANN").invited == (BEN, CAT, DAN)


def test_only_who_plays_for_an_entrant_asks_others():
    assert ASKED.refused(InvitePartner(CAT, A, DAN)) == "not_of_entrant"
    assert ASKED.refused(InvitePartner(CAT, B, DAN)) == "no_such_entrant"


def test_players_who_enter_alone_have_no_partners_and_no_names():
    assert ALONE.refused(register(ANN, BEN)) == "no_partners"
    assert ALONE.refused(register(ANN, name="The Best")) == "name_not_possible"


@pytest.mark.parametrize("name", ["Red Pandas", "red  pandas", " RED PANDAS "])
def test_two_entrants_do_not_have_one_name(name):
    refusal = ASKED.refusal(register(CAT, name=name))

    assert refusal.code() == "name_taken"
    assert refusal.facts == {"entrant": A}


def test_the_name_of_who_has_withdrawn_is_free_again():
    assert ASKED.after(LeaveEntrant(ANN), register(CAT, name="Red Pandas")).entry("CAT").name == "Red Pandas"


@pytest.mark.parametrize("name", ["", "  ", "x" * 81])
def test_a_name_is_neither_empty_nor_endless(name):
    assert IN_PAIRS.refused(register(ANN, name=name)) == "name_not_possible"


def test_a_player_who_joins_one_entrant_is_asked_by_no_other():
    both = ASKED.after(register(CAT, BEN), accepts(BEN, C))

    assert both.entry("ANN").invited == ()
    assert both.refused(accepts(BEN, A)) == "not_invited"


def test_a_player_who_enters_alone_must_leave_to_join_another():
    alone = ASKED.after(register(BEN))

    assert alone.entry("ANN").invited == ()
    assert alone.refused(InvitePartner(ANN, A, BEN)) == "already_entered"
    left = alone.after(LeaveEntrant(BEN), InvitePartner(ANN, A, BEN), accepts(BEN, A))
    assert left.statuses() == {"ANN": "entered", "BEN": "out"}


def test_a_team_has_a_place_with_the_fewest_players_and_others_can_join_it():
    team = IN_TEAMS.after(register(ANN, BEN, CAT), accepts(BEN, A))
    assert team.entry("ANN").status == "entered"

    assert team.told(accepts(CAT, A)) == (PartnerJoined,)
    assert team.after(accepts(CAT, A)).entry("ANN").players == (ANN, BEN, CAT)


def test_a_team_that_has_got_all_its_players_otherwise_takes_no_more():
    team = created(replace(TEAMS_PLAN, entrants=Field("team", 2, 2))).after(register(ANN, BEN))
    full = team.after(WithdrawPartnerInvitation(ANN, A, BEN), InvitePartner(ANN, A, CAT), accepts(CAT, A))

    assert full.refused(InvitePartner(ANN, A, DAN)) == "entrant_full"


def test_who_finds_no_place_waits():
    full = TWO_PLACES.after(register(ANN), register(BEN))

    assert full.told(register(CAT)) == (EntrantRegistered, EntrantQueued)
    assert full.after(register(CAT), register(DAN)).tournament.queue == (C, D)


def test_who_has_waited_longest_moves_up_first():
    waiting = TWO_PLACES.after(*map(register, (ANN, BEN, CAT, DAN)))

    assert waiting.when(LeaveEntrant(ANN)) == (
        EntrantWithdrawn(A, ANN, "left", None),
        EntrantEntered(C, None),
    )
    assert waiting.after(LeaveEntrant(CAT), LeaveEntrant(ANN)).statuses()["DAN"] == "entered"


def test_nobody_overtakes_the_waiting_list():
    waiting = TWO_PLACES.after(*map(register, (ANN, BEN, CAT, DAN)), LeaveEntrant(ANN), LeaveEntrant(BEN))
    assert waiting.statuses() == {"ANN": "out", "BEN": "out", "CAT": "entered", "DAN": "entered"}

    assert waiting.after(register(EVE)).tournament.queue == ("EVE",)


def test_a_larger_capacity_lets_the_waiting_list_move_up():
    waiting = TWO_PLACES.after(*map(register, (ANN, BEN, CAT, DAN)))
    larger = replace(waiting.tournament.settings, entrants=Field("player", capacity=3))

    assert waiting.when(ChangeSettings(OWNER, larger))[1:] == (EntrantEntered(C, None),)


def test_a_capacity_is_not_smaller_than_what_is_taken():
    given = ALONE.after(*map(register, (ANN, BEN, CAT)))
    smaller = replace(OPEN_NOW, entrants=Field("player", capacity=2))

    refusal = given.refusal(ChangeSettings(OWNER, smaller))
    assert (refusal.code(), refusal.facts) == ("capacity_taken", {"taken": 3})


def test_a_pair_waits_from_when_it_is_complete():
    places = created(replace(PAIRS_PLAN, entrants=Field("pair", 2, 2, capacity=2)))
    waiting = places.after(register(ANN, BEN), register(CAT, DAN), register(EVE, FAY))

    joined = waiting.after(accepts(FAY, EntrantId("EVE")), accepts(DAN, C), accepts(BEN, A))
    assert joined.statuses() == {"ANN": "waiting", "CAT": "entered", "EVE": "entered"}


def test_who_leaves_a_pair_spares_the_partner_who_keeps_the_place():
    pair = ASKED.after(accepts(BEN, A))

    assert pair.when(LeaveEntrant(ANN)) == (MemberLeft(A, ANN, "left"),)
    spared = pair.after(LeaveEntrant(ANN))
    assert (spared.entry("ANN").status, spared.entry("ANN").captain) == ("spared", BEN)
    again = spared.after(InvitePartner(BEN, A, CAT))
    assert again.told(accepts(CAT, A)) == (PartnerJoined, EntrantEntered)


def test_a_pair_that_waits_and_loses_a_player_waits_no_longer():
    places = created(replace(PAIRS_PLAN, entrants=Field("pair", 2, 2, capacity=2)))
    pairs = ((ANN, BEN), (CAT, DAN), (EVE, FAY))
    waiting = places.after(
        *(command for one, two in pairs for command in (register(one, two), accepts(two, EntrantId(one.upper()))))
    )
    assert waiting.tournament.queue == ("EVE",)

    left = waiting.after(LeaveEntrant(FAY))
    assert (left.entry("EVE").status, left.tournament.queue) == ("incomplete", ())


def test_a_larger_team_goes_on_when_a_player_leaves():
    team = IN_TEAMS.after(register(ANN, BEN, CAT), accepts(BEN, A), accepts(CAT, A), LeaveEntrant(BEN))

    assert (team.entry("ANN").status, team.entry("ANN").players) == ("entered", (ANN, CAT))


def test_the_last_who_leaves_withdraws_the_entrant():
    pair = ASKED.after(accepts(BEN, A), LeaveEntrant(ANN))

    assert pair.when(LeaveEntrant(BEN)) == (EntrantWithdrawn(A, BEN, "left", None),)
    assert pair.after(LeaveEntrant(BEN)).refused(LeaveEntrant(BEN)) == "not_taking_part"


def test_a_captain_withdraws_the_whole_entrant_and_a_partner_does_not():
    pair = ASKED.after(accepts(BEN, A))

    assert pair.when(WithdrawEntrant(ANN, A)) == (EntrantWithdrawn(A, ANN, "left", None),)
    assert pair.refused(WithdrawEntrant(BEN, A)) == "captain_only"
    assert pair.refused(WithdrawEntrant(CAT, A)) == "staff_only"
    assert pair.after(WithdrawEntrant(ANN, A)).refused(WithdrawEntrant(ANN, A)) == "entrant_out"


def test_staff_withdraw_an_entrant_and_say_why():
    pair = ASKED.after(accepts(BEN, A))

    assert pair.refused(WithdrawEntrant(OWNER, A)) == "reason_needed"
    assert pair.refused(WithdrawEntrant(OWNER, A, "  ")) == "reason_needed"
    assert pair.when(WithdrawEntrant(OWNER, A, "shouted")) == (EntrantWithdrawn(A, OWNER, "removed", "shouted"),)


LATE = replace(OPEN_NOW, late=LateEntry(2, "half"))


def test_who_comes_late_has_byes_for_the_rounds_missed():
    begun = created(LATE).after(*registers((ANN, BEN)), StartTournament(OWNER))
    first = begun.after(begun.pair())

    assert first.when(register(CAT))[-1] == EntrantEntered(C, "half")
    late = first.after(register(CAT))
    assert late.tournament.order == (A, B, C)
    assert late.tournament.rounds[0].paired.byes == (("CAT", "half"),)


def test_who_comes_before_the_first_round_is_paired_has_missed_nothing():
    begun = created(LATE).after(*registers((ANN, BEN)), StartTournament(OWNER))

    assert begun.when(register(CAT))[-1] == EntrantEntered(C, None)


def test_nobody_comes_later_than_the_settings_say():
    begun = created(replace(LATE, late=LateEntry(1))).after(*registers((ANN, BEN)), StartTournament(OWNER))

    assert begun.after(register(CAT)).statuses()["CAT"] == "entered"
    assert begun.after(begun.pair()).refused(register(CAT)) == "registration_not_open"


def test_nobody_comes_late_where_the_settings_do_not_say_so():
    begun = ALONE.after(*registers((ANN, BEN)), StartTournament(OWNER))

    assert begun.refused(register(CAT)) == "registration_not_open"


def test_who_has_played_and_withdrawn_does_not_come_back_as_another():
    begun = created(LATE).after(*registers((ANN, BEN, CAT)), StartTournament(OWNER), LeaveEntrant(CAT))

    assert begun.refused(Register(CAT, D, Applicant(CAT))) == "played_before"


def test_nor_as_the_partner_of_somebody_who_comes_late_but_to_help_who_has_lost_a_partner():
    pairs = created(replace(PAIRS_PLAN, late=LateEntry(3))).after(register(ANN, BEN), register(CAT, DAN))
    begun = pairs.after(accepts(BEN, A), accepts(DAN, C), StartTournament(OWNER), WithdrawEntrant(ANN, A))
    late = begun.after(register(EVE, BEN))
    spared = begun.after(LeaveEntrant(DAN), InvitePartner(CAT, C, BEN))

    assert late.refused(accepts(BEN, EntrantId("EVE"))) == "played_before"
    assert spared.after(accepts(BEN, C)).entry("CAT").players == (CAT, BEN)


def test_the_waiting_list_moves_up_after_the_start_as_long_as_one_can_come_late():
    places = replace(LATE, entrants=Field("player", capacity=2), late=LateEntry(1))
    begun = created(places).after(*registers((ANN, BEN, CAT, DAN)), StartTournament(OWNER))

    assert begun.after(LeaveEntrant(ANN)).statuses()["CAT"] == "entered"
    assert begun.after(begun.pair(), LeaveEntrant(ANN)).statuses()["CAT"] == "waiting"


def test_an_applicant_is_who_asks():
    with pytest.raises(ValueError, match="applies as"):
        ALONE.when(Register(ANN, A, Applicant(BEN)))


def test_nobody_enters_a_tournament_that_is_over():
    over = created(PLAYERS_PLAN).at(hours(31))

    assert over.tournament.status == "cancelled"
    assert over.refused(register(ANN)) == "tournament_over"
