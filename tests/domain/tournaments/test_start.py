"""From the announcement to the start: the schedule, check-in, absentees and seeds."""

from dataclasses import replace

from domain.kernel.instants import HOUR_MS, Instant
from domain.tournaments.commands import ChangeSettings, StartTournament, TournamentTimePasses
from domain.tournaments.entrants.commands import AcceptPartner, CallSubstitute, CheckIn, LeaveEntrant, OfferToSubstitute
from domain.tournaments.entrants.events import EntrantEntered, EntrantWithdrawn, MemberLeft
from domain.tournaments.entrants.gates import Applicant
from domain.tournaments.events import (
    CheckInOpened,
    RegistrationClosed,
    RegistrationOpened,
    TournamentCancelled,
    TournamentCreated,
    TournamentStarted,
)
from domain.tournaments.schedule import due_at
from domain.tournaments.settings import EntrantSettings
from domain.tournaments.state import pairing_context
from domain.tournaments.terms import EntrantId
from tests.support.tournament import (
    ANN,
    ASSISTANT,
    BEN,
    CAT,
    CHECKED_IN,
    CLOSES,
    DAN,
    EVE,
    FAY,
    OPEN_NOW,
    OPENS,
    OWNER,
    PLAYERS_PLAN,
    STARTS,
    checks_in,
    created,
    hours,
    register,
    registers,
)

A, B, C, D = map(EntrantId, ("ANN", "BEN", "CAT", "DAN"))
CHECK_IN = hours(29)
ANNOUNCED = created(CHECKED_IN)
FOUR = ANNOUNCED.at(OPENS).after(*registers((ANN, BEN, CAT, DAN)))
PAIRS = created(replace(CHECKED_IN, entrants=EntrantSettings("pair", 2, 2)))


def two_pairs():
    entered = PAIRS.at(OPENS).after(register(ANN, BEN), register(CAT, DAN))
    return entered.after(AcceptPartner(BEN, A, Applicant(BEN)), AcceptPartner(DAN, C, Applicant(DAN)))


def test_a_tournament_without_times_opens_at_once_and_waits_for_its_director():
    tournament = created(OPEN_NOW)

    assert tournament.events == (TournamentCreated(OWNER, OPEN_NOW), RegistrationOpened())
    assert due_at(tournament.tournament) is None
    assert tournament.late(hours(10_000)).when(TournamentTimePasses()) == ()


def test_the_schedule_determines_the_next_due_event():
    assert due_at(ANNOUNCED.tournament) == OPENS
    assert due_at(ANNOUNCED.at(OPENS).tournament) == CLOSES
    assert due_at(ANNOUNCED.at(CLOSES).tournament) == CHECK_IN
    assert due_at(ANNOUNCED.at(CHECK_IN).tournament) == STARTS


def test_each_scheduled_event_happens_once_at_its_time():
    assert ANNOUNCED.late(Instant(OPENS - 1)).when(TournamentTimePasses()) == ()
    assert ANNOUNCED.late(OPENS).when(TournamentTimePasses()) == (RegistrationOpened(),)
    assert ANNOUNCED.at(OPENS).when(TournamentTimePasses()) == ()
    assert ANNOUNCED.at(OPENS).late(CLOSES).when(TournamentTimePasses()) == (RegistrationClosed(),)
    assert ANNOUNCED.at(CLOSES).late(CHECK_IN).when(TournamentTimePasses()) == (CheckInOpened(),)


def test_missed_events_happen_in_order():
    assert ANNOUNCED.late(STARTS).when(TournamentTimePasses()) == (
        RegistrationOpened(),
        RegistrationClosed(),
        CheckInOpened(),
        TournamentCancelled(None, "too few entrants"),
    )


def test_registration_without_an_end_closes_at_the_start():
    schedule = replace(PLAYERS_PLAN.schedule, closes_at=None)
    tournament = created(replace(PLAYERS_PLAN, schedule=schedule)).at(Instant(STARTS - 1))

    begun = tournament.after(*registers((ANN, BEN))).at(STARTS)
    assert begun.tournament.status == "running"
    assert begun.refused(register(CAT)) == "registration_not_open"


def test_seeds_follow_rating_and_then_the_order_of_entry():
    tournament = created(OPEN_NOW).after(
        register(ANN, rating=1500), register(BEN, rating=1600), register(CAT, rating=1500), StartTournament(OWNER)
    )

    assert tournament.events[-1] == TournamentStarted(OWNER, hours(1), (B, A, C))
    assert [(each.id, each.seed, each.rating) for each in pairing_context(tournament.tournament).entrants] == [
        (B, 1, 1600),
        (A, 2, 1500),
        (C, 3, 1500),
    ]


def test_checking_in_is_possible_only_in_its_period():
    assert FOUR.refused(CheckIn(ANN, ANN)) == "check_in_not_open"
    there = FOUR.at(CHECK_IN).after(*checks_in(ANN, BEN))
    assert there.at(STARTS).refused(CheckIn(CAT, CAT)) == "check_in_not_open"


def test_an_entrant_checks_in_once_and_others_cannot():
    there = FOUR.at(CHECK_IN).after(CheckIn(ANN, ANN))

    assert there.refused(CheckIn(ANN, ANN)) == "already_checked_in"
    assert there.refused(CheckIn(EVE, EVE)) == "not_taking_part"


def test_staff_can_check_players_in_but_other_players_cannot():
    assert FOUR.at(CHECK_IN).refused(CheckIn(BEN, ANN)) == "staff_only"
    assert FOUR.at(CHECK_IN).after(CheckIn(OWNER, ANN)).entry("ANN").members[0].is_here
    assert FOUR.at(CHECK_IN).refused(CheckIn(ASSISTANT, ANN)) == "staff_only"


def test_entrants_who_have_not_checked_in_are_removed_at_the_start():
    there = FOUR.at(CHECK_IN).after(*checks_in(ANN, CAT, DAN))

    assert there.late(STARTS).when(TournamentTimePasses()) == (
        EntrantWithdrawn(B, None, "no_show", None),
        TournamentStarted(None, STARTS, (A, C, D)),
    )


def test_without_check_in_nobody_is_removed():
    tournament = created(PLAYERS_PLAN).at(OPENS).after(*registers((ANN, BEN)))

    assert tournament.at(STARTS).tournament.order == (A, B)


def test_a_present_partner_is_not_removed():
    there = two_pairs().at(CHECK_IN).after(*checks_in(ANN, CAT, DAN))
    start = there.late(STARTS).when(TournamentTimePasses())

    assert start == (MemberLeft(A, BEN, "no_show"), TournamentCancelled(None, "too few entrants"))


def test_a_partner_left_alone_keeps_the_place_and_sits_out_until_a_substitute_comes():
    third = two_pairs().after(register(EVE, FAY), AcceptPartner(FAY, EntrantId("EVE"), Applicant(FAY)))
    begun = third.at(CHECK_IN).after(*checks_in(ANN, CAT, DAN, EVE, FAY)).at(STARTS)
    assert begun.statuses() == {"ANN": "spared", "CAT": "entered", "EVE": "entered"}
    first = begun.after(begun.pair())
    assert first.tournament.rounds[0].paired.byes == (("ANN", "absent"),)

    helped = first.after(OfferToSubstitute(BEN, Applicant(BEN)), CallSubstitute(ANN, A, BEN))
    assert (helped.entry("ANN").status, helped.entry("ANN").players) == ("entered", (ANN, BEN))
    assert helped.events[-1] == EntrantEntered(A, None)


def test_a_partner_left_alone_can_become_single_and_help_another():
    third = two_pairs().after(register(EVE, FAY), AcceptPartner(FAY, EntrantId("EVE"), Applicant(FAY)))
    fourth = third.after(*(command for command in _fourth_pair()))
    begun = fourth.at(CHECK_IN).after(*checks_in(ANN, CAT, EVE, FAY, "gus", "hal")).at(STARTS)
    assert begun.statuses() == {"ANN": "spared", "CAT": "spared", "EVE": "entered", "GUS": "entered"}

    joined = begun.after(LeaveEntrant(CAT), OfferToSubstitute(CAT, Applicant(CAT)), CallSubstitute(ANN, A, CAT))
    assert joined.statuses() == {"ANN": "entered", "CAT": "out", "EVE": "entered", "GUS": "entered"}
    assert joined.entry("ANN").players == (ANN, CAT)


def _fourth_pair():
    return register("gus", "hal"), AcceptPartner("hal", EntrantId("GUS"), Applicant("hal"))


def test_a_pair_with_both_players_absent_is_removed():
    start = two_pairs().at(CHECK_IN).after(*checks_in(CAT, DAN)).late(STARTS).when(TournamentTimePasses())

    assert start[0] == EntrantWithdrawn(A, None, "no_show", None)


def test_a_team_with_enough_present_players_loses_nobody():
    teams = created(replace(CHECKED_IN, entrants=EntrantSettings("team", 2, 3))).at(OPENS)
    teams = teams.after(register(ANN, BEN, CAT), register(DAN, EVE))
    teams = teams.after(AcceptPartner(BEN, A, Applicant(BEN)), AcceptPartner(CAT, A, Applicant(CAT)))
    teams = teams.after(AcceptPartner(EVE, D, Applicant(EVE)))
    begun = teams.at(CHECK_IN).after(*checks_in(ANN, CAT, DAN, EVE)).at(STARTS)

    assert begun.entry("ANN").players == (ANN, BEN, CAT)
    assert begun.tournament.status == "running"


def test_a_pair_whose_partner_has_not_agreed_cannot_check_in():
    asked = PAIRS.at(OPENS).after(register(ANN, BEN)).at(CHECK_IN)
    refusal = asked.refusal(CheckIn(ANN, ANN))

    assert refusal.code() == "no_consent"
    assert refusal.facts == {"players": [ANN], "invited": [BEN]}


def test_waiting_entrants_who_checked_in_replace_absent_ones():
    full = created(replace(CHECKED_IN, entrants=EntrantSettings("player", capacity=2))).at(OPENS)
    full = full.after(*registers((ANN, BEN, CAT, DAN))).at(CHECK_IN).after(*checks_in(ANN, DAN))

    assert full.late(STARTS).when(TournamentTimePasses()) == (
        EntrantWithdrawn(B, None, "no_show", None),
        EntrantWithdrawn(C, None, "not_checked_in", None),
        EntrantEntered(D, None),
        TournamentStarted(None, STARTS, (A, D)),
    )


def test_a_substitute_called_during_check_in_counts_as_checked_in():
    there = FOUR.at(CHECK_IN).after(OfferToSubstitute(EVE, Applicant(EVE, rating=1)), CallSubstitute(ANN, A, EVE, ANN))

    assert there.entry("ANN").members == ((EVE, 1, True),)


def test_a_substitute_called_before_check_in_has_to_check_in():
    early = FOUR.after(OfferToSubstitute(EVE, Applicant(EVE)), CallSubstitute(ANN, A, EVE, ANN))

    assert early.at(CHECK_IN).after(*checks_in(BEN, CAT)).at(STARTS).statuses()["ANN"] == "out"


def test_a_tournament_with_too_few_entrants_is_cancelled_at_its_start():
    tournament = created(replace(PLAYERS_PLAN, entrants=EntrantSettings("player", least=4))).at(OPENS)

    assert tournament.after(*registers((ANN, BEN, CAT))).at(STARTS).tournament.status == "cancelled"
    assert tournament.after(*registers((ANN, BEN, CAT, DAN))).at(STARTS).tournament.status == "running"


def test_after_a_failed_start_nothing_is_possible_even_if_no_worker_has_run():
    tournament = created(PLAYERS_PLAN).at(OPENS).after(register(ANN))

    assert tournament.late(STARTS).refused(LeaveEntrant(ANN)) == "tournament_over"


def test_a_director_cannot_start_with_too_few_entrants_and_nothing_changes():
    refusal = FOUR.at(CHECK_IN).after(CheckIn(ANN, ANN)).refusal(StartTournament(OWNER))

    assert (refusal.code(), refusal.facts) == ("too_few_entrants", {"entrants": 1, "least": 2})


def test_a_director_can_start_early_and_only_once():
    begun = FOUR.after(StartTournament(OWNER))

    assert begun.tournament.started_at == OPENS
    assert begun.refused(StartTournament(OWNER)) == "tournament_begun"
    assert begun.at(STARTS).tournament.started_at == OPENS


def test_a_postponed_start_is_later():
    later = replace(CHECKED_IN, schedule=replace(CHECKED_IN.schedule, starts_at=Instant(STARTS + HOUR_MS)))
    postponed = FOUR.at(CHECK_IN).after(ChangeSettings(OWNER, later))

    assert postponed.at(STARTS).tournament.status == "closed"
    assert postponed.after(*checks_in(ANN, BEN)).at(Instant(STARTS + HOUR_MS)).tournament.status == "running"


def test_a_start_moved_into_the_past_is_now():
    sooner = replace(PLAYERS_PLAN, schedule=replace(PLAYERS_PLAN.schedule, closes_at=None, starts_at=hours(11)))
    tournament = created(PLAYERS_PLAN).at(OPENS).after(*registers((ANN, BEN))).late(hours(12))

    assert tournament.told(ChangeSettings(OWNER, sooner))[1:] == (TournamentStarted,)
