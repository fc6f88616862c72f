"""Each quarter has a leaderboard in every pool, in addition to the seasons of tournaments."""

import dataclasses
from datetime import UTC, datetime

import psycopg

from domain.kernel.instants import Instant, instant_of, utc
from domain.ratings.leaderboards import quarter_of
from domain.tournaments.terms import DRAW, Result
from service.platform.store.migrations import migrations
from service.processes.rebuild import rebuild
from service.wiring import Service
from tests.support.api import Api
from tests.support.rated_games import (
    BY_HAND,
    CORRESPONDENCE,
    RATED,
    catch_up,
    elo,
    four,
    from_the_start,
    overridden,
    played,
    quarter,
    stored,
)

POOL = f"/v1/ratings/{CORRESPONDENCE.name}"


def rows(service: Service, season: str) -> list[tuple[str, int]]:
    with service.database.session() as session:
        found = session.execute(
            "SELECT player_id, team_games FROM rating WHERE season = $1 ORDER BY player_id", [season]
        ).fetchall()
    return [(player, games) for player, games in found]


def test_the_leaderboard_of_a_quarter_needs_no_configuration(at_work: Service, api: Api):
    players = four(at_work)
    played(at_work, players[:2], players[2:])
    played(at_work, players[:2], players[2:], dataclasses.replace(RATED, season="autumn"))
    catch_up(at_work)
    user = api.sign_up()
    now = quarter(at_work)

    board = user.get(f"{POOL}?season={now}").json
    assert board["season"]["name"] == now
    assert board["season"]["first_game_at"] is not None
    assert [each["player"] for each in board["players"]] == sorted(players[:2]) + sorted(players[2:])
    assert rows(at_work, now) == [(each, 2) for each in sorted(players)]
    assert rows(at_work, "autumn") == [(each, 1) for each in sorted(players)]
    [pool] = user.get("/v1/ratings").json["pools"]
    assert set(pool["seasons"]) == {"autumn", now}
    empty = user.get(f"{POOL}?season=2001-Q1").json
    assert (empty["players"], empty["season"]["first_game_at"]) == ([], None)


def test_a_game_counts_in_the_quarter_of_its_end_to_the_millisecond(at_work: Service):
    """The database and the domain agree on the quarter of an instant."""
    edges = [datetime(2026, month, 1, tzinfo=UTC) for month in (1, 4, 7, 10)]
    instants = [Instant(instant_of(edge) + by) for edge in edges for by in (-1, 0, 1)]
    with at_work.database.session() as session:
        for zone in ("UTC", "Pacific/Kiritimati", "America/New_York"):
            session.execute(f"SET LOCAL TIME ZONE '{zone}'")
            for instant in instants:
                [(name,)] = session.execute("SELECT shengji.quarter_of($1)", [utc(instant)]).fetchall()
                assert name == quarter_of(instant)


def test_a_corrected_game_is_corrected_in_its_quarter_and_a_rebuild_gives_the_same(
    at_work: Service,
    database_url: str,
):
    from_the_start(at_work)
    players = four(at_work)
    tournament, owner = played(at_work, players[:2], players[2:], BY_HAND)
    played(at_work, players[:2], players[2:], dataclasses.replace(RATED, season="autumn"))
    catch_up(at_work)
    overridden(at_work, tournament, owner, Result(DRAW, DRAW))
    catch_up(at_work)

    now = quarter(at_work)
    with at_work.database.session() as session:
        of_quarter = session.execute("SELECT player_id, elo FROM rating WHERE season = $1", [now]).fetchall()
    found = dict(of_quarter)
    assert [found[each] for each in players] == elo(at_work, players)
    live = stored(at_work)
    rebuild(database_url, at_work.settings.database_role, lambda *_: None)
    assert stored(at_work) == live


def test_games_rated_before_the_migration_get_their_quarters(
    at_work: Service,
    database_url: str,
):
    players = four(at_work)
    for _ in range(2):
        played(at_work, players[:2], players[2:])
    catch_up(at_work)
    wanted = stored(at_work)
    now = quarter(at_work)
    [step] = [each for each in migrations() if each.name == "quarters"]
    statements = step.text[step.text.index("-- Adds the quarters of games") :]
    with psycopg.connect(database_url, autocommit=True) as owner:
        for name in ("rating", "rating_season"):
            owner.execute(f"DELETE FROM shengji_read.{name} WHERE season = '{now}'")
        owner.execute(statements.encode())
    assert stored(at_work) == wanted
