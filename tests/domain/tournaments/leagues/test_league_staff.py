"""Leagues: commands of staff, and facts that the service reports."""

from dataclasses import replace

import pytest

from domain.kernel.events import BrokenHistory
from domain.kernel.players import PlayerId
from domain.kernel.refusals import Refusal
from domain.tournaments.entrants.commands import WithdrawEntrant
from domain.tournaments.entrants.gates import Gates
from domain.tournaments.leagues.commands import (
    ChangeLeague,
    CreateLeague,
    CutSeasonShort,
    EndLeague,
    LeagueTimePasses,
    OverrideDivisions,
    RecordDivisionEnded,
    RecordDivisionOpened,
)
from domain.tournaments.leagues.decide import decide_league
from domain.tournaments.leagues.divisions import LeagueRules
from domain.tournaments.leagues.events import LeagueEnded, LeagueMemberWithdrawn, SeasonCalledOff, SeasonEnded
from domain.tournaments.leagues.evolve import evolve_league, fold_league
from domain.tournaments.leagues.plan import settings_of
from domain.tournaments.leagues.seasons import due_at
from domain.tournaments.settings import LateEntry, Schedule
from domain.tournaments.staff import AppointStaff, DismissStaff
from domain.tournaments.terms import EntrantId
from tests.support.league_seasons import PAIRS, in_season, reasons, with_members, written
from tests.support.leagues import CALENDAR, DAY_S, PLAN, SETTLES, STARTS, Told, placed
from tests.support.tournament import ANN, BEN, DIRECTOR, OWNER, hours

# -- staff -------------------------------------------------------------------------------------------------------------


def test_staff_can_change_the_divisions_before_the_start():
    told = with_members("abcdef")
    told.until(SETTLES)

    [happened] = told.ask(OverrideDivisions(OWNER, 1, (tuple("abd"), tuple("cef")), "c has asked for it"))

    assert (happened.by, happened.reason) == (OWNER, "c has asked for it")
    assert written(told) == ["abd", "cef"]
    assert reasons(told) == {**dict.fromkeys("abef", "newcomer"), **dict.fromkeys("cd", "overridden")}
    told.until(STARTS)
    assert told.refused(OverrideDivisions(OWNER, 1, (tuple("abc"), tuple("def")), "again")) == "season_not_settled"


@pytest.mark.parametrize(
    ("divisions", "code"),
    [
        ((("a", "b"), ("c",)), "division_too_small"),
        ((("a", "b"),), "entrant_missing"),
        ((("a", "b", "c", "x"),), "unknown_entrant"),
        ((("a", "b", "c", "a"),), "named_twice"),
        ((("a", "b", "c"), ()), "division_too_small"),
    ],
)
def test_invalid_divisions_are_refused(divisions, code):
    told = with_members("abc")
    assert told.refused(OverrideDivisions(OWNER, 1, divisions, "so")) == "season_not_settled"
    told.until(SETTLES)

    assert told.refused(OverrideDivisions(OWNER, 1, divisions, "so")) == code
    assert told.refused(OverrideDivisions(OWNER, 2, (("a", "b", "c"),), "so")) == "season_not_settled"
    assert told.refused(OverrideDivisions(OWNER, 1, (("c", "b", "a"),), " ")) == "reason_needed"


@pytest.mark.parametrize(
    "command",
    [
        ChangeLeague(ANN, PLAN),
        AppointStaff(ANN, BEN, "director"),
        DismissStaff(ANN, BEN),
        EndLeague(ANN, "no"),
        OverrideDivisions(ANN, 1, (("a", "b", "c"),), "so"),
        CutSeasonShort(ANN, 1, "so"),
    ],
)
def test_only_staff_can_run_a_league(command):
    told = in_season("abc")
    assert told.refused(command) == "staff_only"
    told.ask(AppointStaff(OWNER, ANN, "assistant"))
    assert told.refused(command) == "staff_only"


def test_staff_can_be_appointed_and_dismissed_but_the_owner_stays():
    told = Told()
    told.ask(AppointStaff(OWNER, DIRECTOR, "director"))
    assert told.refused(AppointStaff(OWNER, OWNER, "director")) == "owner_stays"
    assert told.refused(AppointStaff(OWNER, ANN, "owner")) == "owner_stays"
    assert told.refused(DismissStaff(OWNER, OWNER)) == "owner_stays"
    assert told.refused(DismissStaff(OWNER, ANN)) == "not_on_staff"
    assert told.refused(EndLeague(DIRECTOR, "no")) == "staff_only"
    told.ask(DismissStaff(OWNER, DIRECTOR))
    assert told.league.staff == ((OWNER, "owner"),)


def test_assistants_can_withdraw_members_with_a_reason():
    told = with_members("abc")
    told.ask(AppointStaff(OWNER, ANN, "assistant"))

    assert told.ask(WithdrawEntrant(ANN, EntrantId("a"), "never there")) == (
        LeagueMemberWithdrawn("a", ANN, "removed", "never there"),
    )


def test_an_ended_league_completes_its_season():
    told = in_season("abc")
    assert told.refused(EndLeague(OWNER, " ")) == "reason_needed"
    told.ask(EndLeague(OWNER, "the club is closed"))
    assert told.league.status == "playing"
    assert told.refused(EndLeague(OWNER, "again")) == "league_over"
    assert told.refused(WithdrawEntrant(PlayerId("a"), EntrantId("a"))) == "league_over"

    told.play()

    assert (told.league.status, due_at(told.league)) == ("ended", None)
    assert told.until(hours(100_000)) == ()


def test_ending_a_league_calls_a_settled_season_off():
    told = with_members("abc")
    told.until(SETTLES)

    assert told.ask(EndLeague(OWNER, "no room")) == (
        SeasonCalledOff(1, STARTS, OWNER, "no room"),
        LeagueEnded(OWNER, "no room"),
    )
    assert due_at(told.league) is None


def test_a_changed_plan_applies_to_future_seasons():
    told = in_season("abcdef")
    wider = replace(PLAN, rules=LeagueRules(3, 6, 2, 2), calendar=replace(CALENDAR, break_s=20 * DAY_S))
    told.ask(ChangeLeague(OWNER, wider))
    assert written(told) == ["abc", "def"]
    told.play()

    assert due_at(told.league) == hours(100 + 30 * 24 - 24)
    told.until(hours(100 + 30 * 24))
    assert written(told) == ["ade", "bcf"]


def test_settings_that_can_no_longer_change_are_named():
    told = with_members("abc")
    assert told.refused(ChangeLeague(OWNER, PAIRS)) == "setting_fixed"
    past = replace(PLAN, calendar=replace(CALENDAR, starts_at=hours(1)))
    assert told.refused(ChangeLeague(OWNER, past)) == "invalid_settings"
    told.ask(ChangeLeague(OWNER, replace(PLAN, calendar=replace(CALENDAR, starts_at=hours(200)))))
    told.until(hours(200))
    assert told.refused(ChangeLeague(OWNER, PLAN)) == "setting_fixed"


@pytest.mark.parametrize(
    ("plan", "option"),
    [
        (replace(PLAN, name=" "), "name"),
        (replace(PLAN, rules=LeagueRules(1, 5)), "rules.least"),
        (replace(PLAN, rules=LeagueRules(2, 2)), "rules.most"),
        (replace(PLAN, rules=LeagueRules(2, 2000)), "rules.most"),
        (replace(PLAN, calendar=replace(CALENDAR, length_s=0)), "calendar.length_s"),
        (replace(PLAN, calendar=replace(CALENDAR, break_s=-1)), "calendar.break_s"),
        (replace(PLAN, calendar=replace(CALENDAR, closes_before_s=3 * DAY_S)), "calendar.closes_before_s"),
        (replace(PLAN, calendar=replace(CALENDAR, seasons=0)), "calendar.seasons"),
        (replace(PLAN, calendar=replace(CALENDAR, starts_at=hours(24))), "calendar.starts_at"),
        (replace(PLAN, template=replace(PLAN.template, format="knock_out")), "template.format"),
        (replace(PLAN, template=replace(PLAN.template, schedule=Schedule(starts_at=STARTS))), "template.schedule"),
        (replace(PLAN, template=replace(PLAN.template, late=LateEntry(2))), "template.late"),
        (replace(PLAN, template=replace(PLAN.template, gates=Gates(by_code=True))), "template.gates.by_code"),
        (replace(PLAN, template=replace(PLAN.template, series="x")), "template.series"),
        (
            replace(PLAN, template=replace(PLAN.template, entrants=replace(PLAN.template.entrants, capacity=9))),
            "template.entrants.capacity",
        ),
        (replace(PLAN, template=replace(PLAN.template, name="x" * 80)), "name"),
    ],
)
def test_an_invalid_plan_is_refused_by_member(plan, option):
    with pytest.raises(Refusal) as raised:
        decide_league(None, CreateLeague(OWNER, plan), hours(0))
    assert raised.value.facts["option"] == option
    assert raised.value.hint


def test_tournaments_of_divisions_name_their_league_and_season():
    settings = settings_of(PLAN, "lge_1", 2, 3)

    assert (settings.name, settings.series, settings.entrants.least) == ("City 2.3", "lge_1", 2)


# ------------------------------------------------------------------------------------------------ the service


def test_facts_reported_by_the_service_count_once():
    told = in_season("abc")
    told.ask(RecordDivisionOpened(1, 1, "trn_1"))

    assert told.refused(RecordDivisionOpened(1, 1, "trn_2")) == "division_taken"
    assert told.refused(RecordDivisionOpened(1, 2, "trn_2")) == "no_such_division"
    assert told.refused(RecordDivisionEnded(2, 1, "finished", placed("abc"))) == "no_season_played"
    with pytest.raises(ValueError, match="other entrants"):
        decide_league(told.league, RecordDivisionEnded(1, 1, "finished", placed("abx")), told.now)


def test_a_division_ends_only_once():
    told = in_season("abcdef")
    told.open()
    told.ask(RecordDivisionEnded(1, 1, "finished", placed("abc")))

    assert told.refused(RecordDivisionEnded(1, 1, "finished", placed("cba"))) == "division_over"


def test_an_impossible_event_is_a_defect():
    told = in_season("abc")
    with pytest.raises(BrokenHistory):
        fold_league([])
    for league, event in ((None, SeasonEnded(1, STARTS)), (told.league, SeasonEnded(2, STARTS)), (told.league, "x")):
        with pytest.raises(BrokenHistory):
            evolve_league(league, event)
    with pytest.raises(BrokenHistory):
        decide_league(None, LeagueTimePasses(), STARTS)
