"""A series opens the tournament of each of its occurrences exactly once."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.kernel.events import BrokenHistory
from domain.kernel.instants import HOUR_MS, Instant, instant_of
from domain.kernel.refusals import Refusal
from domain.tournaments.refusals import InvalidSettings
from domain.tournaments.series.decide import (
    ChangeSeries,
    CreateSeries,
    DoneOccurrence,
    EndSeries,
    MissOccurrence,
    OpenOccurrence,
    Series,
    SkipOccurrence,
    decide_series,
    evolve_series,
    unsettled_occurrences,
)
from domain.tournaments.series.events import (
    OccurrenceMissed,
    OccurrenceOpened,
    OccurrenceSkipped,
    SeriesChanged,
    SeriesCreated,
    SeriesEnded,
)
from domain.tournaments.series.plan import LocalStart, Occurrence, Recurrence, SeriesPlan, TournamentId, settings_of
from domain.tournaments.series.steps import next_step
from domain.tournaments.settings import Schedule
from tests.support.tournament import ANN, OPEN_NOW, OWNER, hours

FRIDAYS = Recurrence("FREQ=WEEKLY;BYDAY=FR", "Europe/Berlin", LocalStart("2026-11-27T19:00"))
PLAN = SeriesPlan(FRIDAYS, 48 * 3600, OPEN_NOW, opens_before_s=24 * 3600, closes_before_s=3600, check_in_s=1800)
PLAN_WITH_NAMES = replace(PLAN, names="{name} {n} ({date})")
WEEK = 7 * 24
FIRST, SECOND, THIRD = (
    Occurrence(LocalStart(key), hours(100 + week * WEEK))
    for week, key in enumerate(("2026-11-27T19:00", "2026-12-04T19:00", "2026-12-11T19:00"))
)
NOW = hours(98)
ALL = (THIRD, FIRST, SECOND)
SERIES = decide_series(None, CreateSeries(OWNER, PLAN), hours(0)).state


def after(*commands, now=NOW):
    series = SERIES
    for command in commands:
        series = decide_series(series, command, now).state
    return series


def refused(series, command, now=NOW):
    with pytest.raises(Refusal) as raised:
        decide_series(series, command, now)
    assert raised.value.hint
    return raised.value.code()


def opens(occurrence, tournament="trn_1"):
    return OpenOccurrence(occurrence, TournamentId(tournament))


def test_a_series_is_created_with_its_plan():
    assert decide_series(None, CreateSeries(OWNER, PLAN), hours(0)).events == (SeriesCreated(OWNER, PLAN),)
    assert (SERIES.owner, SERIES.plan, SERIES.done) == (OWNER, PLAN, ())


def test_an_occurrence_is_opened_only_once():
    assert decide_series(SERIES, opens(FIRST), NOW).events == (
        OccurrenceOpened(FIRST.key, FIRST.starts_at, TournamentId("trn_1")),
    )
    assert refused(after(opens(FIRST)), opens(FIRST, "trn_2")) == "occurrence_taken"


def test_an_occurrence_is_identified_by_its_local_start():
    moved = Occurrence(FIRST.key, Instant(FIRST.starts_at + HOUR_MS))

    assert refused(after(opens(FIRST)), opens(moved)) == "occurrence_taken"


def test_an_occurrence_can_be_opened_within_its_lead_time():
    assert refused(SERIES, opens(FIRST), Instant(hours(52) - 1)) == "occurrence_too_early"
    assert decide_series(SERIES, opens(FIRST), hours(52)).events
    assert decide_series(SERIES, opens(FIRST), Instant(hours(99) - 1)).events
    assert refused(SERIES, opens(FIRST), hours(99)) == "occurrence_past"
    to_the_start = after(ChangeSeries(OWNER, replace(PLAN, closes_before_s=None)))
    assert decide_series(to_the_start, opens(FIRST), Instant(hours(100) - 1)).events
    assert refused(to_the_start, opens(FIRST), hours(100)) == "occurrence_past"


def awaited(series: Series, now: Instant) -> tuple[Occurrence, ...]:
    """The occurrences that the service opens now, the next first."""
    by_start = sorted(ALL, key=lambda each: each.starts_at)
    steps = [next_step(series, each, TournamentId("trn_1"), now) for each in unsettled_occurrences(series, by_start)]
    return () if series.has_ended else tuple(each.occurrence for each in steps if isinstance(each, OpenOccurrence))


def test_due_occurrences_are_those_within_the_lead_time_and_not_yet_opened():
    assert awaited(SERIES, hours(51)) == ()
    assert awaited(SERIES, hours(52)) == (FIRST,)
    assert awaited(after(opens(FIRST)), hours(52)) == ()
    assert awaited(SERIES, hours(99)) == ()
    assert awaited(SERIES, hours(100 + WEEK - 2)) == (SECOND,)


def test_the_earliest_of_several_due_occurrences_comes_first():
    daily = after(ChangeSeries(OWNER, replace(PLAN, lead_s=30 * 24 * 3600)))

    assert awaited(daily, NOW) == (FIRST, SECOND, THIRD)


def test_a_skipped_occurrence_is_not_opened():
    skipped = after(SkipOccurrence(OWNER, FIRST.key))

    assert decide_series(SERIES, SkipOccurrence(OWNER, FIRST.key), hours(0)).events == (
        OccurrenceSkipped(OWNER, FIRST.key),
    )
    assert refused(skipped, opens(FIRST)) == "occurrence_taken"
    assert awaited(skipped, NOW) == ()
    assert refused(after(opens(FIRST)), SkipOccurrence(OWNER, FIRST.key)) == "occurrence_taken"


def test_an_occurrence_not_opened_in_time_is_recorded_as_missed():
    assert refused(SERIES, MissOccurrence(FIRST), Instant(hours(52) - 1)) == "occurrence_too_early"
    assert refused(SERIES, MissOccurrence(FIRST), Instant(hours(99) - 1)) == "occurrence_too_early"
    outcome = decide_series(SERIES, MissOccurrence(FIRST), hours(99))

    assert outcome.events == (OccurrenceMissed(FIRST.key, FIRST.starts_at, "too_late"),)
    assert refused(outcome.state, opens(FIRST), hours(99)) == "occurrence_taken"
    assert list(unsettled_occurrences(outcome.state, (FIRST, SECOND, THIRD))) == [SECOND, THIRD]
    assert refused(after(opens(FIRST)), MissOccurrence(FIRST), hours(99)) == "occurrence_taken"


def test_an_occurrence_whose_tournament_is_invalid_is_recorded_as_missed():
    assert refused(SERIES, MissOccurrence(FIRST, "invalid_settings"), Instant(hours(52) - 1)) == "occurrence_too_early"
    assert decide_series(SERIES, MissOccurrence(FIRST, "invalid_settings"), hours(52)).events == (
        OccurrenceMissed(FIRST.key, FIRST.starts_at, "invalid_settings"),
    )


def test_the_number_of_stored_occurrences_does_not_grow_with_age():
    series = SERIES
    for week in range(520):
        at = datetime(2026, 11, 27, 19, tzinfo=UTC) + timedelta(weeks=week)
        occurrence = Occurrence(LocalStart(at.strftime("%Y-%m-%dT%H:%M")), instant_of(at))
        command = MissOccurrence(occurrence) if week % 3 == 0 else opens(occurrence)
        now = occurrence.starts_at if week % 3 == 0 else Instant(occurrence.starts_at - 4 * HOUR_MS)
        series = decide_series(series, command, now).state
        assert list(unsettled_occurrences(series, [occurrence])) == []
        assert len(series.done) <= 3


def test_an_ended_series_opens_nothing():
    assert decide_series(SERIES, EndSeries(None), hours(0)).events == (SeriesEnded(None),)
    ended = after(EndSeries(OWNER))

    assert awaited(ended, NOW) == ()
    for command in (opens(FIRST), EndSeries(None), ChangeSeries(OWNER, PLAN), SkipOccurrence(OWNER, FIRST.key)):
        assert refused(ended, command) == "series_ended_already"


def test_a_changed_plan_applies_to_unopened_occurrences():
    later = replace(PLAN, template=replace(OPEN_NOW, name="Late Friday"))
    changed = after(opens(FIRST), ChangeSeries(OWNER, later))

    assert decide_series(SERIES, ChangeSeries(OWNER, later), hours(0)).events == (SeriesChanged(OWNER, later),)
    assert (changed.plan, changed.done) == (later, (DoneOccurrence(FIRST.key, TournamentId("trn_1")),))


@pytest.mark.parametrize("command", [ChangeSeries(ANN, PLAN), SkipOccurrence(ANN, FIRST.key), EndSeries(ANN)])
def test_only_the_owner_can_change_a_series(command):
    assert refused(SERIES, command) == "series_owner_only"


def test_a_tournament_has_the_settings_of_the_template_and_the_times_of_its_occurrence():
    settings = settings_of(PLAN, "srs_1", FIRST, 1)

    assert settings.schedule == Schedule(hours(76), hours(99), 1800, hours(100))
    assert settings == replace(OPEN_NOW, series="srs_1", schedule=settings.schedule)
    bare = settings_of(replace(PLAN, opens_before_s=None, closes_before_s=None, check_in_s=None), "srs_1", FIRST, 1)
    assert bare.schedule == Schedule(None, None, None, hours(100))


@pytest.mark.parametrize(
    ("plan", "option"),
    [
        (replace(PLAN, recurrence=replace(FRIDAYS, rule="every friday")), "recurrence.rule"),
        (replace(PLAN, recurrence=replace(FRIDAYS, rule="BYDAY=FR")), "recurrence.rule"),
        (replace(PLAN, recurrence=replace(FRIDAYS, rule="FREQ=SECONDLY")), "recurrence.rule"),
        (replace(PLAN, recurrence=replace(FRIDAYS, rule="FREQ=DAILY;FREQ=WEEKLY")), "recurrence.rule"),
        (replace(PLAN, recurrence=replace(FRIDAYS, rule="FREQ=DAILY;BYDAY=" + "MO," * 200)), "recurrence.rule"),
        (replace(PLAN, recurrence=replace(FRIDAYS, zone="")), "recurrence.zone"),
        (replace(PLAN, recurrence=replace(FRIDAYS, first="27.11.2026")), "recurrence.first"),
        (replace(PLAN, recurrence=replace(FRIDAYS, first="2026-02-30T19:00")), "recurrence.first"),
        (replace(PLAN, lead_s=0), "lead_s"),
        (replace(PLAN, lead_s=3600), "lead_s"),
        (replace(PLAN, lead_s=60 * 86_400 + 1), "lead_s"),
        (replace(PLAN, template=replace(OPEN_NOW, series="ser_1")), "template.series"),
        (replace(PLAN, template=replace(OPEN_NOW, schedule=Schedule(starts_at=hours(1)))), "template.schedule"),
        (replace(PLAN, closes_before_s=25 * 3600), "schedule.closes_at"),
        (replace(PLAN, template=replace(OPEN_NOW, name="")), "name"),
        (replace(PLAN_WITH_NAMES, template=replace(OPEN_NOW, name=" ")), "name"),
        (replace(PLAN, names="{nmae}"), "names"),
        (replace(PLAN, names=""), "names"),
    ],
)
def test_an_invalid_plan_is_refused_at_creation(plan, option):
    for series, command in ((None, CreateSeries(OWNER, plan)), (SERIES, ChangeSeries(OWNER, plan))):
        with pytest.raises(Refusal) as raised:
            decide_series(series, command, hours(0))
        assert raised.value.facts["option"] == option


@pytest.mark.parametrize(
    ("names", "made"),
    [
        ("{name} {n} ({date})", "Cup 12 (2026-11-27)"),
        ("{name}", "Cup"),
        ("{date}: night {n}", "2026-11-27: night 12"),
    ],
)
def test_the_names_of_tournaments_follow_a_pattern(names, made):
    plan = replace(PLAN, names=names, template=replace(OPEN_NOW, name="Cup"))
    assert settings_of(plan, "ser_1", FIRST, 12).name == made


def test_only_opened_tournaments_are_numbered():
    series = decide_series(None, CreateSeries(OWNER, PLAN_WITH_NAMES), hours(0)).state
    series = decide_series(series, OpenOccurrence(FIRST, TournamentId("trn_1")), NOW).state
    series = decide_series(series, SkipOccurrence(OWNER, SECOND.key), NOW).state
    assert series.opened == 1
    third = decide_series(series, OpenOccurrence(THIRD, TournamentId("trn_3")), hours(98 + 2 * WEEK)).state
    assert third.opened == 2


def test_a_pattern_leaves_room_for_a_number_and_a_date():
    long = replace(PLAN_WITH_NAMES, template=replace(OPEN_NOW, name="x" * 63))
    with pytest.raises(InvalidSettings) as raised:
        decide_series(None, CreateSeries(OWNER, long), NOW)
    assert raised.value.facts["option"] == "names"
    assert raised.value.hint.endswith("by 1")
    assert decide_series(None, CreateSeries(OWNER, replace(long, names="{name}")), NOW)


def test_the_key_of_an_occurrence_is_its_local_start():
    assert refused(SERIES, opens(Occurrence(LocalStart("friday"), FIRST.starts_at))) == "invalid_settings"
    assert refused(SERIES, SkipOccurrence(OWNER, LocalStart("friday"))) == "invalid_settings"


def test_an_impossible_event_is_a_defect():
    with pytest.raises(BrokenHistory):
        evolve_series(None, SeriesEnded(None))
    with pytest.raises(BrokenHistory):
        evolve_series(SERIES, "nothing")
    with pytest.raises(BrokenHistory):
        decide_series(None, EndSeries(None), hours(0))


@given(st.lists(st.integers(0, 500), max_size=30))
def test_each_occurrence_is_opened_once_however_often_a_worker_runs(moments):
    series, opened = SERIES, []
    for moment in sorted(moments):
        for occurrence in awaited(series, hours(moment)):
            series = decide_series(series, opens(occurrence), hours(moment)).state
            opened.append(occurrence.key)
        assert awaited(series, hours(moment)) == ()

    in_time = [each for each in ALL if any(1 < each.starts_at // HOUR_MS - moment <= 48 for moment in moments)]
    assert sorted(opened) == sorted(each.key for each in in_time)
