"""Ratings follow from the results of rated tournaments, each change explains itself, and nothing counts twice."""

import dataclasses
from collections.abc import Sequence
from typing import Any

import pytest

from domain.rating.pools import Pool
from domain.rating.replay import Rules
from domain.seats import Seat
from domain.table.events import PlayerId
from domain.tournament.commands import StartTournament
from domain.tournament.settings import Settings
from service.jobs.queue import JobQueue
from service.jobs.workshop import Workshop
from service.projections.ratings import RatingsProjection
from service.wiring import Service
from tests.support.tournaments import (
    SWISS,
    created,
    end,
    enters,
    of,
    open_tables,
    player,
    seated,
    settle,
)

EVENS, ODDS = (Seat(0), Seat(2)), (Seat(1), Seat(3))
RATED = dataclasses.replace(SWISS, is_rated=True, figures={"rounds": 1})
POOL = Pool("sheng_ji", "correspondence", 4)
TABLES = ("rated_game", "rating_pool", "rating_season", "rating_change", "rating")


@pytest.fixture
def at_work(service: Service, monkeypatch: pytest.MonkeyPatch) -> Service:
    """What jobs work with; none of them is cut off because the machine is slow."""
    Workshop.service = service
    Workshop.queue = JobQueue(service.settings.redis_url)
    Workshop.queue.redis.flushdb()
    monkeypatch.setattr("service.jobs.workshop.PLAY_FOR_S", 60.0)
    return service


def catch_up(service: Service, rules: Rules | None = None) -> None:
    """Brings the ratings up to the end of the log."""
    projection = RatingsProjection(service.database, service.store, rules)
    while projection.catch_up():
        pass


def begun(service: Service, settings: Settings, *sides: Sequence[PlayerId]) -> tuple[str, PlayerId]:
    """A tournament in which these sides meet, its first round paired, and its owner."""
    tournament, owner = created(service, settings)
    for side in sides:
        enters(service, tournament, *side)
    service.tournaments.carry_out(tournament, StartTournament(owner))
    settle(service)
    return tournament, owner


def played(
    service: Service, winners: Sequence[PlayerId], losers: Sequence[PlayerId], settings: Settings = RATED, **how: Any
) -> tuple[str, PlayerId]:
    """A tournament of one match that is over: won by these players, or drawn."""
    tournament, owner = begun(service, settings, winners, losers)
    [table] = open_tables(service, tournament)
    seats = seated(service.streams.now(table).table)
    won = [] if how.get("is_drawn") else [Seat(seat) for seat, each in enumerate(seats) if each in winners]
    end(service, table, won)
    settle(service)
    assert of(service, tournament).status == "finished"
    return tournament, owner


def four(service: Service) -> list[PlayerId]:
    return [player(service) for _ in range(4)]


def elo(service: Service, players: Sequence[PlayerId], pool: Pool = POOL) -> list[int]:
    return [service.ratings.of(each, pool).rating for each in players]


def stored(service: Service) -> dict[str, list[str]]:
    """Everything that is stored of ratings; how often a pool was moved aside."""
    with service.database.session() as session:
        session.execute(
            "CREATE OR REPLACE TEMPORARY VIEW pools AS SELECT newest, rated, pool FROM shengji_read.rating_pool"
        ) if False else None
        rows = {}
        for name in TABLES:
            what = "(t.newest, t.rated, t.pool)::text" if name == "rating_pool" else "t::text"
            rows[name] = sorted(row[0] for row in session.execute(f"SELECT {what} FROM {name} AS t").fetchall())
    return rows


# ------------------------------------------------------------------------------------------------ exact figures


def test_a_table_finishes_and_everybody_moves_by_the_exact_figure(at_work: Service):
    """Worked by hand: 32 (1 - 1/2) = 16. Then 1516 and 1484 make 1500 on both sides, and so 16 once more. Then 1532
    and 1500 make 1516 against 1484: E = 1 / (1 + 10^(-32/400)) = 0.5459, and 32 (1 - 0.5459) = 14.53, rounded 15."""
    a, b, c, d = four(at_work)

    played(at_work, (a, b), (c, d))
    catch_up(at_work)
    assert elo(at_work, (a, b, c, d)) == [1516, 1516, 1484, 1484]

    played(at_work, (a, c), (b, d))
    catch_up(at_work)
    assert elo(at_work, (a, b, c, d)) == [1532, 1500, 1500, 1468]

    played(at_work, (a, b), (c, d))
    catch_up(at_work)
    assert elo(at_work, (a, b, c, d)) == [1547, 1515, 1485, 1453]
    standing = at_work.ratings.of(a, POOL)
    assert (standing.games, standing.won, standing.is_provisional) == (3, 3, True)


def test_a_draw_moves_the_stronger_down(at_work: Service):
    """1516 against 1484 expects 0.5459: 32 (0.5 - 0.5459) = -1.47, rounded -1."""
    a, b, c, d = four(at_work)
    played(at_work, (a, b), (c, d))
    played(at_work, (a, b), (c, d), is_drawn=True)
    catch_up(at_work)

    assert elo(at_work, (a, b, c, d)) == [1515, 1515, 1485, 1485]
