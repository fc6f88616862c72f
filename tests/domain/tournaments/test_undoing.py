"""Undoing the newest act of staff: what can be undone, and that it restores the tournament."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.kernel.events import EVENT_TYPES
from domain.kernel.players import house_player
from domain.kernel.refusals import Refusal
from domain.tournaments.commands import (
    ChangeSettings,
    FinishTournament,
    PauseTournament,
    ResumeTournament,
    StartTournament,
    UndoStaffAct,
)
from domain.tournaments.decide import decide
from domain.tournaments.entrants.commands import (
    AskForBye,
    CheckIn,
    EnterEntrants,
    GiveByeBack,
    InvitePartner,
    KeepApart,
    LetMeet,
    NewEntrant,
    OfferToSubstitute,
    SeedEntrants,
    WithdrawEntrant,
)
from domain.tournaments.entrants.gates import Applicant
from domain.tournaments.events import StaffActUndone, TournamentPaused, TournamentResumed
from domain.tournaments.evolve import fold
from domain.tournaments.formats.catalogue import format_of
from domain.tournaments.inverse_acts import INVERSE
from domain.tournaments.rounds.commands import (
    CloseRound,
    MoveDeadline,
    OverrideResult,
    PairAgain,
    PairRound,
    RecordResult,
    ScheduleRound,
    UnscheduleRound,
)
from domain.tournaments.settings import BY_HAND
from domain.tournaments.staff import AppointStaff, DismissStaff
from domain.tournaments.state import Tournament
from domain.tournaments.terms import EntrantId, Match, Round
from domain.tournaments.undoing import _OPPOSITE, _RIGHTS
from tests.support.tournament import (
    ANN,
    ASSISTANT,
    BEN,
    BY_DIRECTOR,
    CAT,
    DAN,
    DIRECTOR,
    DRAWN,
    EVE,
    LOST,
    OPEN_NOW,
    OWNER,
    SEED,
    TEAMS_PLAN,
    WON,
    Given,
    created,
    hours,
    link_table,
    register,
    registers,
    table,
)
from tests.support.tournaments import NIGHT

A, B, C, D = map(EntrantId, ("ANN", "BEN", "CAT", "DAN"))
MATCHES = (Match(A, B), Match(C, D))
BY_STAFF = replace(OPEN_NOW, format="swiss", rounds=BY_DIRECTOR)
STAFFED = created(BY_STAFF).after(
    AppointStaff(OWNER, DIRECTOR, "director"),
    AppointStaff(OWNER, ASSISTANT, "assistant"),
    *registers((ANN, BEN, CAT, DAN)),
)
SEEDED = STAFFED.after(SeedEntrants(OWNER, (C, D)))
APART = STAFFED.after(KeepApart(OWNER, (A, B, C)))
RUNNING = STAFFED.after(StartTournament(OWNER))
WITH_BYE = RUNNING.after(AskForBye(OWNER, A, 2, "zero"))
SCHEDULED = RUNNING.after(ScheduleRound(OWNER, 1, hours(20)))
FIRST = RUNNING.after(PairRound(OWNER, Round(1, MATCHES), SEED))
LINKED = FIRST.after(link_table(1, 1, table(1, 1)))
RECORDED = LINKED.after(RecordResult(1, 1, WON, (table(1, 1),)))
CORRECTED = RECORDED.after(OverrideResult(OWNER, 1, 1, DRAWN, "as both say"))
WITH_WINDOW = (
    created(replace(OPEN_NOW, rounds=replace(BY_DIRECTOR, pace="window", window_s=3600)))
    .after(*registers((ANN, BEN)), StartTournament(OWNER))
    .after(PairRound(OWNER, Round(1, (Match(A, B),)), SEED))
)
INVITED = created(TEAMS_PLAN).after(register(ANN, BEN), InvitePartner(ANN, A, CAT))
FULL = created(replace(BY_STAFF, entrants=replace(BY_STAFF.entrants, capacity=2))).after(
    *registers((ANN, BEN, CAT, DAN))
)
CHECKING_IN = created(replace(BY_STAFF, schedule=replace(BY_HAND, starts_at=hours(2), check_in_s=7200))).after(
    *registers((ANN, BEN))
)
OVER = FIRST.after(*(OverrideResult(OWNER, 1, match, WON, "as seen") for match in (1, 2)))
ANNOUNCED = created(replace(BY_STAFF, schedule=replace(BY_HAND, opens_at=hours(9))))
CHECKED_IN_NOW = replace(BY_STAFF, schedule=replace(BY_HAND, starts_at=hours(2), check_in_s=7200))
BOT = house_player("steady", 1)
WITH_BOT = created(replace(BY_STAFF, schedule=replace(BY_HAND, starts_at=hours(9), check_in_s=60))).after(
    *registers((ANN, BEN)),
    EnterEntrants(OWNER, (NewEntrant(EntrantId("bot"), (Applicant(BOT),)),), bots=frozenset({BOT})),
)
MORE_HANDS = ChangeSettings(OWNER, replace(BY_STAFF, name="Saturday"))

UNDOABLE = {
    "settings": (STAFFED, MORE_HANDS),
    "a new role": (STAFFED, AppointStaff(OWNER, EVE, "assistant")),
    "another role": (STAFFED, AppointStaff(OWNER, DIRECTOR, "assistant")),
    "a dismissal": (STAFFED, DismissStaff(OWNER, DIRECTOR)),
    "first seeds": (STAFFED, SeedEntrants(OWNER, (B,))),
    "other seeds": (SEEDED, SeedEntrants(OWNER, ())),
    "kept apart": (APART, KeepApart(OWNER, (A, B, D))),
    "let meet": (APART, LetMeet(OWNER, (A, B))),
    "a check-in": (CHECKING_IN, CheckIn(OWNER, ANN)),
    "a bye": (RUNNING, AskForBye(OWNER, A, 2, "full")),
    "a bye given back": (WITH_BYE, GiveByeBack(OWNER, A, 2)),
    "a withdrawal": (STAFFED, WithdrawEntrant(OWNER, B, "ill")),
    "a withdrawal after the start": (RUNNING, WithdrawEntrant(OWNER, B, "ill")),
    "a withdrawal with a bye": (WITH_BYE, WithdrawEntrant(OWNER, A, "ill")),
    "a withdrawal with an invitation": (INVITED, WithdrawEntrant(OWNER, A, "ill")),
    "a withdrawal from the waiting list": (FULL, WithdrawEntrant(OWNER, C, "ill")),
    "a schedule": (RUNNING, ScheduleRound(OWNER, 1, hours(20))),
    "another schedule": (SCHEDULED, ScheduleRound(OWNER, 1, hours(30))),
    "a cancelled schedule": (SCHEDULED, UnscheduleRound(OWNER, "no hall")),
    "a closed round": (OVER, CloseRound(OWNER, 1)),
    "a change that opens registration": (ANNOUNCED, ChangeSettings(OWNER, BY_STAFF)),
    "a change that opens check-in": (WITH_BOT, ChangeSettings(OWNER, CHECKED_IN_NOW)),
    "a deadline": (WITH_WINDOW, MoveDeadline(OWNER, hours(9), "a holiday")),
    "a pairing": (RUNNING, PairRound(OWNER, Round(1, MATCHES), SEED)),
    "a pairing before its schedule": (SCHEDULED, PairRound(OWNER, Round(1, MATCHES), SEED)),
    "a first result": (FIRST, OverrideResult(OWNER, 1, 1, WON, "as seen")),
    "a result of a table": (RECORDED, OverrideResult(OWNER, 1, 1, LOST, "as seen")),
    "a corrected result": (CORRECTED, OverrideResult(OWNER, 1, 1, LOST, "as seen")),
}
"""Acts that can be undone: the tournament before, and the command."""
UNDONE_ELSEWHERE = {"board_overridden"}
"""Acts whose tests are with those of duplicate boards."""


def undo(given_: Given, act: int | None = None, by: Any = OWNER, **facts: Any) -> UndoStaffAct:
    """Returns the command that undoes an event of staff, by default the last event."""
    return UndoStaffAct(by, act or len(given_.events), "by mistake", given_.events, **facts)


def without_log(tournament: Tournament) -> dict[str, Any]:
    """Returns all members of a tournament but those that record acts. Sets of pairs have no order."""
    members = tournament._asdict()
    for name in ("corrected", "called_off", "pairing_refused"):
        del members[name]
    members["apart"] = {frozenset(two) for two in tournament.apart}
    members["entries"] = [each._replace(byes=tuple(sorted(each.byes))) for each in tournament.entries]
    return members


@pytest.mark.parametrize("name", UNDOABLE)
def test_the_state_after_an_act_and_its_undo_is_the_state_before_in_all_but_the_log(name: str):
    before, act = UNDOABLE[name]
    acted = before.after(act)
    assert without_log(acted.tournament) != without_log(before.tournament)

    undone = acted.after(undo(acted, len(before.events) + 1))

    assert without_log(undone.tournament) == without_log(before.tournament)
    assert undone.events[: len(acted.events)] == acted.events
    last = undone.events[-1]
    assert last == StaffActUndone(
        OWNER, acted.now, len(before.events) + 1, EVENT_TYPES[type(acted.events[len(before.events)])].name, "by mistake"
    )


def test_every_kind_of_act_that_can_be_undone_is_tested():
    tested = {EVENT_TYPES[type(before.when(act)[0])].name for before, act in UNDOABLE.values()}

    assert tested == {EVENT_TYPES[kind].name for kind in INVERSE} - UNDONE_ELSEWHERE
    assert INVERSE.keys() | _OPPOSITE.keys() == _RIGHTS.keys()


def test_an_undone_pause_is_a_resumption_and_the_other_way_round():
    paused = LINKED.after(PauseTournament(OWNER, "a fire alarm"))
    # A decided match ends at its table also during the pause.
    decided = paused.after(RecordResult(1, 1, WON, (table(1, 1),))).late(hours(3))

    resumed = decided.after(undo(decided, len(paused.events)))
    assert [type(each) for each in resumed.events[len(decided.events) :]] == [TournamentResumed, StaffActUndone]
    assert resumed.tournament.paused_at is None

    again = decided.after(ResumeTournament(OWNER))
    repaused = again.after(undo(again))
    assert repaused.tournament.paused_at == hours(3)
    assert repaused.events[-2] == TournamentPaused(OWNER, hours(3), "by mistake")


def test_an_opening_is_not_undone_once_somebody_has_acted_on_it():
    opened = ANNOUNCED.after(ChangeSettings(OWNER, BY_STAFF))
    act = len(ANNOUNCED.events) + 1
    assert opened.after(register(EVE)).refused(undo(opened.after(register(EVE)), act)) == "act_has_followers"

    checking_in = WITH_BOT.after(ChangeSettings(OWNER, CHECKED_IN_NOW))
    there = checking_in.after(CheckIn(ANN, ANN))
    assert there.refused(undo(there, len(WITH_BOT.events) + 1)) == "act_has_followers"


def test_a_change_is_not_undone_if_the_earlier_settings_would_act_at_once():
    renamed = ANNOUNCED.after(ChangeSettings(OWNER, replace(ANNOUNCED.tournament.settings, name="Saturday")))
    opened = renamed.at(hours(10))
    assert opened.tournament.status == "registration"
    act = len(ANNOUNCED.events) + 1
    assert opened.refused(undo(opened, act)) == "act_has_followers"

    tomorrow = replace(BY_STAFF, schedule=replace(BY_HAND, starts_at=hours(9)))
    postponed = CHECKING_IN.after(ChangeSettings(OWNER, tomorrow))
    act = len(CHECKING_IN.events) + 1
    assert postponed.after(undo(postponed, act)).tournament.settings == CHECKING_IN.tournament.settings
    late = postponed.late(hours(3))
    assert late.refused(undo(late, act)) == "act_has_followers", "the tournament would begin at once"


def test_closing_is_not_undone_if_it_has_made_results_known():
    sealed = created(replace(BY_STAFF, is_sealed=True)).after(*registers((ANN, BEN, CAT, DAN)), StartTournament(OWNER))
    sealed = sealed.after(
        PairRound(OWNER, Round(1, MATCHES), SEED),
        *(OverrideResult(OWNER, 1, match, WON, "as seen") for match in (1, 2)),
        CloseRound(OWNER, 1),
    )
    assert sealed.refused(undo(sealed)) == "act_has_followers"


ANY_ACT = st.sampled_from(
    [
        SeedEntrants(OWNER, (B, A)),
        SeedEntrants(OWNER, ()),
        KeepApart(OWNER, (A, B)),
        KeepApart(OWNER, (A, C, D)),
        LetMeet(OWNER, (A, C)),
        AppointStaff(OWNER, EVE, "director"),
        AppointStaff(OWNER, DIRECTOR, "assistant"),
        DismissStaff(OWNER, ASSISTANT),
        AskForBye(OWNER, C, 2, "half"),
        GiveByeBack(OWNER, C, 2),
        WithdrawEntrant(OWNER, D, "ill"),
        ScheduleRound(OWNER, 1, hours(40)),
        UnscheduleRound(OWNER, "no hall"),
        PairRound(OWNER, Round(1, MATCHES), SEED),
        link_table(1, 2, table(1, 2)),
        OverrideResult(OWNER, 1, 1, WON, "as seen"),
        OverrideResult(OWNER, 1, 2, LOST, "as seen"),
        MORE_HANDS,
        StartTournament(OWNER),
        CloseRound(OWNER, 1),
    ]
)


@given(st.lists(ANY_ACT, min_size=1, max_size=8))
def test_an_undo_is_refused_or_restores_the_state_before_the_newest_act(acts: list[Any]):
    history = [STAFFED]
    for act in acts:
        try:
            history.append(history[-1].after(act))
        except Refusal:
            continue
    *_, before, now = (STAFFED, *history)
    command = UndoStaffAct(OWNER, len(before.events) + 1, "by mistake", now.events)
    try:
        outcome = decide(now.tournament, command, now.moment)
    except Refusal:
        return
    assert without_log(outcome.state) == without_log(fold(before.events))


# -- what has followed -------------------------------------------------------------------------------------------------


def test_harmless_events_may_follow_and_stay_valid():
    later = CHECKING_IN.after(CheckIn(OWNER, ANN), CheckIn(BEN, BEN), OfferToSubstitute(CAT, Applicant(CAT, 1500)))

    undone = later.after(undo(later, len(CHECKING_IN.events) + 1))

    assert [member.is_here for each in undone.tournament.entries for member in each.members] == [False, True]
    assert [each.player for each in undone.tournament.substitutes] == [CAT]


def test_an_act_whose_place_went_to_another_entrant_cannot_be_undone():
    given_ = FULL.after(WithdrawEntrant(OWNER, A, "ill"))

    refusal = given_.refusal(undo(given_, len(FULL.events) + 1))

    assert refusal.code() == "act_has_followers"
    assert refusal.facts == {"act": len(FULL.events) + 1, "followed_by": ["entrant_entered"]}


def test_a_withdrawal_that_has_ended_a_match_cannot_be_undone():
    given_ = FIRST.after(WithdrawEntrant(OWNER, A, "ill"))

    assert given_.refused(undo(given_, len(FIRST.events) + 1)) == "act_has_followers"


def test_a_withdrawal_in_the_middle_of_a_match_cannot_be_undone():
    """A bot has taken the seat, and the player could not return to it."""
    settings = replace(NIGHT, rounds=BY_DIRECTOR)
    evening = created(settings, format_of(settings)).after(*registers((ANN, BEN, CAT, DAN)), StartTournament(OWNER))
    paired = evening.after(evening.pair(OWNER))
    playing = paired.after(link_table(1, 1, table(1, 1)))
    given_ = playing.after(WithdrawEntrant(OWNER, A, "by mistake"))

    refusal = given_.refusal(undo(given_, len(playing.events) + 1))
    assert (refusal.code(), str(refusal)) == (
        "act_has_followers",
        "the entrant was playing, and bots have taken its seats",
    )


def test_a_pairing_can_be_undone_until_a_player_acts_at_one_of_its_tables():
    act = len(RUNNING.events) + 1

    assert LINKED.after(undo(LINKED, act)).tournament.rounds == ()
    refusal = LINKED.refusal(undo(LINKED, act, acted=frozenset({table(1, 1)})))
    assert (refusal.code(), refusal.facts["tables"]) == ("act_has_followers", [table(1, 1)])
    assert RECORDED.refused(undo(RECORDED, act)) == "act_has_followers"


def test_a_first_result_can_be_undone_unless_it_has_ended_a_table_where_players_had_acted():
    given_, acted = LINKED.after(OverrideResult(OWNER, 1, 1, WON, "as seen")), frozenset({table(1, 1)})

    assert given_.refused(undo(given_, acted=acted)) == "act_has_followers"
    assert given_.after(undo(given_, acted=acted, finished=acted)).results() == (None, None)
    replaced = RECORDED.after(OverrideResult(OWNER, 1, 1, LOST, "as seen"))
    assert replaced.after(undo(replaced, acted=acted)).results() == (WON, None)


def test_a_deadline_cannot_go_back_to_a_time_that_has_passed():
    given_ = WITH_WINDOW.after(MoveDeadline(OWNER, hours(9), "a holiday")).late(hours(5))

    assert given_.refused(undo(given_)) == "act_has_followers"


def test_a_correction_after_the_last_round_can_be_undone_until_the_tournament_finishes():
    over = created(replace(OPEN_NOW, corrections_s=900)).after(*registers((ANN, BEN)), StartTournament(OWNER))
    over = over.played(WON).played(WON).played(WON).after(FinishTournament(None))
    corrected = over.after(OverrideResult(OWNER, 3, 1, LOST, "as seen"))

    assert corrected.after(undo(corrected)).results(3) == (WON,)
    assert corrected.late(hours(9)).refused(undo(corrected)) == "tournament_over"


# -- which act ---------------------------------------------------------------------------------------------------------


def test_only_the_newest_act_can_be_undone_and_only_once():
    given_ = SEEDED.after(KeepApart(OWNER, (A, B)))
    older = given_.refusal(undo(given_, len(SEEDED.events)))
    undone = given_.after(undo(given_))

    assert (older.code(), older.facts) == ("not_newest_staff_act", {"newest": len(given_.events)})
    assert undone.refused(undo(undone, len(given_.events))) == "not_newest_staff_act"
    assert undone.refused(undo(undone)) == "act_not_undoable"


def test_events_of_players_and_unknown_numbers_are_no_acts_of_staff():
    for number in (len(STAFFED.events), len(STAFFED.events) + 1):
        assert STAFFED.refused(undo(STAFFED, number)) == "no_such_staff_act"


@pytest.mark.parametrize(
    ("given_", "hint"),
    [
        (RUNNING, "send cancel_tournament, and create the tournament again"),
        (FIRST.after(PairAgain(OWNER, Round(1, (Match(A, C), Match(B, D))), SEED, "oops")), "send pair_again"),
    ],
)
def test_other_acts_cannot_be_undone_and_the_hint_names_another_command(given_: Given, hint: str):
    refusal = given_.refusal(undo(given_))

    assert (refusal.code(), refusal.hint) == ("act_not_undoable", hint)


def test_an_undo_needs_the_right_for_the_act_and_a_reason():
    bye, apart = RUNNING.after(AskForBye(OWNER, A, 2, "full")), STAFFED.after(KeepApart(OWNER, (A, B)))

    assert bye.after(undo(bye, by=ASSISTANT)).entry("ANN").byes == ()
    assert apart.refused(undo(apart, by=ASSISTANT)) == "staff_only"
    assert apart.refused(undo(apart, by=ANN)) == "staff_only"
    assert apart.refused(replace(undo(apart), reason=" ")) == "reason_needed"
