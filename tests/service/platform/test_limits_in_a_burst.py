"""Bursts of creations cannot exceed the limits of a player, even if the lists are out of date."""

import dataclasses
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from domain.kernel.players import PlayerId
from domain.tournaments.commands import CancelTournament
from domain.tournaments.series.decide import EndSeries
from service.accounts.handlers import AccountClosed
from service.platform.settings import Settings
from service.platform.store.idempotency import Key
from service.series.handlers import TooManySeries
from service.series.projections import SeriesProjection
from service.tournaments.command_facts import TooManyTournaments
from service.wiring import Service
from tests.support.chance import new_uuid
from tests.support.fixtures import another
from tests.support.series import CREATED, WEEKLY
from tests.support.tournaments import SWISS, follow, player

AT_ONCE = 8
LIMIT = 3


@pytest.fixture(scope="module")
def limited(settings: Settings) -> Iterator[Service]:
    with another(dataclasses.replace(settings, tournaments_per_owner=LIMIT), series=LIMIT) as service:
        yield service


def burst(create: Callable[[int], str], *refusals: type[Exception]) -> list[str]:
    """Sends concurrent creations, one for each number, and returns the created ids. Others must be refused."""

    def one(number: int) -> str | None:
        try:
            return create(number)
        except refusals:
            return None

    with ThreadPoolExecutor(AT_ONCE) as creating:
        return [made for made in creating.map(one, range(AT_ONCE)) if made is not None]


def owned(service: Service, who: PlayerId, kind: str) -> int:
    with service.database.session() as session:
        row = session.execute(
            "SELECT count(*) FROM shengji.event WHERE type = $1 AND data->>'owner' = $2", [kind, who]
        ).fetchone()
    assert row
    return int(row[0])


@pytest.mark.parametrize("is_followed", [False, True])
def test_a_burst_of_tournaments_stops_at_the_limit(limited: Service, *, is_followed: bool):
    owner = player(limited)
    if is_followed:
        limited.tournaments.create(owner, SWISS)
        follow(limited)
    made = burst(lambda _: limited.tournaments.create(owner, SWISS).id, TooManyTournaments)
    assert len(made) == LIMIT - is_followed
    assert owned(limited, owner, "tournament_created") == LIMIT
    follow(limited)
    with pytest.raises(TooManyTournaments):
        limited.tournaments.create(owner, SWISS)
    limited.tournaments.create(player(limited), SWISS)

    limited.tournaments.carry_out(made[0], CancelTournament(owner, "enough"))
    follow(limited)
    assert len(burst(lambda _: limited.tournaments.create(owner, SWISS).id, TooManyTournaments)) == 1


def test_a_burst_of_series_stops_at_the_limit(limited: Service):
    owner = player(limited)
    made = burst(lambda _: limited.series.create(owner, WEEKLY, now=CREATED).id, TooManySeries)
    assert len(made) == LIMIT
    assert owned(limited, owner, "series_created") == LIMIT
    projection = SeriesProjection(limited.database, limited.store)
    while projection.catch_up():
        pass
    limited.series.carry_out(made[0], EndSeries(owner))
    while projection.catch_up():
        pass
    assert len(burst(lambda _: limited.series.create(owner, WEEKLY, now=CREATED).id, TooManySeries)) == 1


def test_repeated_copies_of_one_creation_count_once_even_at_the_limit(limited: Service):
    owner = player(limited)
    for _ in range(LIMIT - 1):
        limited.tournaments.create(owner, SWISS)
        limited.series.create(owner, WEEKLY, now=CREATED)
    key, other = Key(new_uuid(), "same"), Key(new_uuid(), "same")
    made = burst(lambda _: limited.tournaments.create(owner, SWISS, key).id)
    assert len(made) == AT_ONCE
    assert len(set(made)) == 1
    assert len(set(burst(lambda _: limited.series.create(owner, WEEKLY, other, CREATED).id))) == 1


def test_a_closed_account_creates_nothing(limited: Service):
    owner = player(limited)
    with limited.database.session() as session:
        session.execute("UPDATE shengji.player SET closed_at = now(), name = NULL WHERE id = $1", [owner])
    with pytest.raises(AccountClosed):
        limited.tournaments.create(owner, SWISS)
    with pytest.raises(AccountClosed):
        limited.series.create(owner, WEEKLY, now=CREATED)
    assert owned(limited, owner, "tournament_created") == 0


def test_a_dry_run_applies_the_same_limit(limited: Service):
    owner = player(limited)
    for _ in range(LIMIT):
        limited.tournaments.dry_run_of_creation(owner, dataclasses.replace(SWISS, name="Not yet"))
        limited.tournaments.create(owner, SWISS)
    with pytest.raises(TooManyTournaments):
        limited.tournaments.dry_run_of_creation(owner, SWISS)
