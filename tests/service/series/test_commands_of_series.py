"""Commands create, change and end series, and a series ends with the account of its owner."""

import dataclasses
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

import pytest

from domain.kernel.instants import DAY_MS, Instant, instant_of
from domain.kernel.refusals import Refusal
from domain.tournaments.series.decide import ChangeSeries, EndSeries, SkipOccurrence
from domain.tournaments.series.events import OccurrenceMissed, SeriesCreated, SeriesEnded
from domain.tournaments.series.plan import LocalStart
from service.platform.store.idempotency import Key, KeyReused
from service.platform.store.stream_repository import StaleVersion
from service.series.handlers import NoSuchSeries, TooManySeries
from service.wiring import Service
from tests.support.chance import new_uuid
from tests.support.fixtures import limited
from tests.support.series import (
    CREATED,
    FRIDAYS,
    STARTS,
    TEMPLATE,
    WEEKLY,
    created,
    hours_before,
    key_of,
    tournaments_of,
)
from tests.support.series_processes import events, follow, process_of
from tests.support.tournaments import of, player


def test_a_series_is_created_and_changed_once_per_key(service: Service):
    owner, once = player(service), Key(new_uuid(), "this")
    first = service.series.create(owner, WEEKLY, once, CREATED)
    again = service.series.create(owner, WEEKLY, once, CREATED)
    assert [type(each.event) for each in first.events] == [SeriesCreated]
    assert (first.replayed, again.replayed, again[:3]) == (False, True, first[:3])
    with pytest.raises(KeyReused):
        service.series.create(owner, WEEKLY, once._replace(fingerprint="that"), CREATED)

    skip, key = SkipOccurrence(owner, key_of(1)), Key(new_uuid(), "skip")
    with ThreadPoolExecutor(4) as at_once:
        done = list(
            at_once.map(lambda _: process_of(service).carry_out(first.id, skip, key=key, now=CREATED), range(4))
        )
    assert sorted(each.replayed for each in done) == [False, True, True, True]
    assert len(events(service, first.id)) == 2


def test_a_command_for_another_version_is_refused(service: Service):
    series, owner = created(service)
    service.series.carry_out(series, SkipOccurrence(owner, key_of(1)), expected=1, now=CREATED)
    with pytest.raises(StaleVersion):
        service.series.carry_out(series, EndSeries(owner), expected=1, now=CREATED)
    with pytest.raises(NoSuchSeries):
        service.series.carry_out("ser_" + "0" * 26, EndSeries(owner))


def refused(service: Service, series: str, command: object, now: Instant = CREATED) -> str:
    before = service.series.at(series)
    with pytest.raises(Refusal) as raised:
        service.series.carry_out(series, command, now=now)
    assert raised.value.hint
    assert service.series.at(series) == before
    return raised.value.code()


def test_only_future_occurrences_can_be_skipped(service: Service):
    series, owner = created(service)
    assert refused(service, series, SkipOccurrence(owner, LocalStart("2026-11-28T19:00"))) == "no_such_occurrence"
    assert refused(service, series, SkipOccurrence(owner, LocalStart("2026-11-20T19:00"))) == "no_such_occurrence"
    assert refused(service, series, SkipOccurrence(owner, key_of(0)), STARTS) == "no_such_occurrence"
    assert refused(service, series, SkipOccurrence(owner, key_of(60))) == "no_such_occurrence"
    service.series.carry_out(series, SkipOccurrence(owner, key_of(0)), now=Instant(STARTS - 1))
    assert refused(service, series, SkipOccurrence(owner, key_of(0)), Instant(STARTS - 1)) == "occurrence_taken"
    assert refused(service, series, EndSeries(player(service))) == "series_owner_only"


def test_a_change_applies_to_unopened_occurrences_and_earlier_misses_are_recorded(service: Service):
    series, owner = created(service)
    service.series_process.take_due_steps(series, hours_before(0, 48))
    mondays = dataclasses.replace(FRIDAYS, rule="FREQ=WEEKLY;BYDAY=MO", first=LocalStart("2027-01-04T18:00"))
    plan = dataclasses.replace(
        WEEKLY, recurrence=mondays, template=dataclasses.replace(TEMPLATE, name="Monday night", season="2027")
    )
    long_after = instant_of(datetime(2027, 1, 2, 10, tzinfo=UTC))
    past = dataclasses.replace(plan, recurrence=dataclasses.replace(mondays, first=LocalStart("2026-12-28T18:00")))
    assert refused(service, series, ChangeSeries(owner, past), long_after) == "invalid_settings"

    done = service.series.carry_out(series, ChangeSeries(owner, plan), expected=2, now=long_after)

    missed = [each.key for each in events(service, series) if isinstance(each, OccurrenceMissed)]
    assert missed == [key_of(week) for week in range(1, 6)]
    assert done.version == len(events(service, series)) == 8
    assert service.series_process.take_due_steps(series, instant_of(datetime(2027, 1, 2, 18, tzinfo=UTC))) == 1
    names = [of(service, each).settings.name for each in tournaments_of(service, series)]
    assert names == ["Sheng Ji Night", "Monday night"]


def test_a_change_of_the_template_alone_keeps_a_rule_that_has_started(service: Service):
    series, owner = created(service)
    service.series_process.take_due_steps(series, hours_before(0, 48))
    renamed = dataclasses.replace(WEEKLY, template=dataclasses.replace(TEMPLATE, name="Late night"))
    service.series.carry_out(series, ChangeSeries(owner, renamed), now=Instant(STARTS + DAY_MS))
    service.series_process.take_due_steps(series, hours_before(1, 48))
    assert [of(service, each).settings.name for each in tournaments_of(service, series)][1:] == ["Late night"]


def test_a_template_of_an_impossible_tournament_is_refused(service: Service):
    series, owner = created(service)
    for wrong, code in (
        (dataclasses.replace(TEMPLATE, figures={}), "invalid_settings"),
        (dataclasses.replace(TEMPLATE, format="ladder"), "invalid_settings"),
        (dataclasses.replace(TEMPLATE, entrants=dataclasses.replace(TEMPLATE.entrants, least=3)), "invalid_settings"),
    ):
        plan = dataclasses.replace(WEEKLY, template=wrong)
        assert refused(service, series, ChangeSeries(owner, plan)) == code
        with pytest.raises(Refusal) as raised:
            service.series.create(player(service), plan, now=CREATED)
        assert raised.value.code() == code


def test_the_number_of_series_of_a_player_is_limited(service: Service):
    owner = service.accounts.sign_up("owner", "human")
    service = dataclasses.replace(service, series=process_of(limited(service, series=1)))
    series = service.series.create(owner[0].id, WEEKLY, now=CREATED).id
    follow(service)
    with pytest.raises(TooManySeries):
        service.series.create(owner[0].id, WEEKLY, now=CREATED)
    service.series.carry_out(series, EndSeries(owner[0].id))
    follow(service)
    service.series.create(owner[0].id, WEEKLY, now=CREATED)


def test_closing_an_account_ends_its_series(service: Service):
    series, owner = created(service)
    follow(service)
    service.closing.close(owner, None)
    assert service.series.at(series).series.has_ended


def test_an_unlisted_series_of_a_closed_account_ends_when_it_becomes_due(service: Service):
    series, owner = created(service)
    service.closing.close(owner, None)
    assert service.series_process.take_due_steps(series, hours_before(0, 48)) == 1
    assert events(service, series)[-1] == SeriesEnded(None)
    assert tournaments_of(service, series) == []
