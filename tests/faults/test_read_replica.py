"""Reads that may be late come from a streaming replica, and from the primary while it lags or is away."""

import logging
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from urllib.request import Request, urlopen

import orjson
import pytest
from prometheus_client import REGISTRY

from service.platform.store.sql import LATE
from service.processes.app import create_app
from tests.support.api import Api, User
from tests.support.databases import Databases
from tests.support.fixtures import wired
from tests.support.replicas import LAG_S, Pair, Reading, a_pair, follow, reading
from tests.support.served import served
from tests.support.waiting import until

pytestmark = pytest.mark.slow

TABLES = "/v1/tables?limit=100"
POOL = "sheng_ji.live.4.people"
LEADERBOARDS = (
    *(f"/v1/ratings/{POOL}?season=autumn&system={system}" for system in ("elo", "team")),
    f"/v1/grades/{POOL}",
)


@pytest.fixture(scope="module")
def pair() -> Iterator[Pair]:
    with a_pair() as made:
        yield made


@pytest.fixture
def on(pair: Pair, servers: tuple[str, str]) -> Iterator[Reading]:
    if not pair.replica.processes():
        pair.replica.start()
    pair.resume()
    with reading(pair, servers[1]) as made:
        yield made
    if pair.replica.processes():
        pair.resume()


@pytest.fixture
def user(on: Reading) -> User:
    return Api(create_app(on.service)).sign_up("Ada")


def listed(user: User, path: str = TABLES) -> list[str]:
    return [each["id"] for each in user.get(path).json["tables"]]


def reads(server: str) -> float:
    return REGISTRY.get_sample_value("shengji_replica_reads_total", {"server": server}) or 0.0


# --------------------------------------------------------------------------------------- where reads go


def test_lists_come_from_the_replica_and_are_older_while_it_is_paused(pair: Pair, on: Reading, user: User):
    pair.meet()
    until(on.check, "use of the replica")
    pair.pause()
    table = user.open_table()
    on.follow(table)
    on.seconds += LAG_S - 1
    before = reads("replica")
    assert table not in listed(user)
    assert reads("replica") == before + 1
    pair.resume()
    pair.meet()
    assert table in listed(user)


def test_what_players_have_just_written_is_read_from_the_primary(pair: Pair, on: Reading, user: User):
    pair.meet()
    until(on.check, "use of the replica")
    pair.pause()
    table = user.open_table()
    on.follow(table)
    on.pool.answered.clear()
    assert user.get(f"/v1/tables/{table}").status_code == 200
    assert user.command(table, "sit", seat=0).status_code == 200
    assert user.get(f"/v1/tables/{table}/events").json["events"][-1]["type"] == "seat_taken"
    assert user.get(f"/v1/tables/{table}/moves").status_code == 200
    assert table in listed(user, f"{TABLES}&mine=true")
    assert user.get("/v1/me/turns").status_code == 200
    assert on.pool.answered == []


def test_sandboxes_are_read_from_the_primary(pair: Pair, on: Reading, user: User):
    pair.meet()
    until(on.check, "use of the replica")
    inside = user.in_sandbox()
    on.pool.answered.clear()
    for path in (
        TABLES,
        "/v1/tournaments",
        "/v1/leagues",
        "/v1/series",
        "/v1/ratings",
        f"/v1/players/{inside.id}/ratings",
    ):
        assert inside.get(path).status_code == 200
    assert on.pool.answered == []


def test_only_marked_statements_reach_the_replica_and_every_one_works_there(pair: Pair, on: Reading, user: User):
    pair.meet()
    until(on.check, "use of the replica")
    on.pool.answered.clear()
    paths = (TABLES, "/v1/tournaments", "/v1/leagues", "/v1/series", "/v1/ratings", *LEADERBOARDS)
    of_player = ("ratings", f"ratings/{POOL}/changes", "grades", f"grades/{POOL}/changes")
    for path in (*paths, *(f"/v1/players/{user.id}/{each}" for each in of_player)):
        assert user.get(path).status_code == 200, path
    assert user.api.call("GET", TABLES).status_code == 200, "readers without a token have a statement of their own"
    assert set(on.pool.answered) == LATE


def test_a_closed_account_disappears_from_leaderboards_at_once(pair: Pair, on: Reading, user: User):
    with on.service.database.session() as session:
        session.execute(
            "INSERT INTO rating (player_id, pool, season, at, elo, elo_games, elo_won, elo_provisional, mu, sigma,"
            " shown, team_games, team_won, team_provisional)"
            " VALUES ($1, $2, '', now(), 1500, 1, 1, true, 25000000, 8000000, 1000, 1, 1, true)",
            [user.id, POOL],
        )
    pair.meet()
    until(on.check, "use of the replica")
    pair.pause()

    def ranked() -> list[str]:
        return [each["player"] for each in other.get(f"/v1/ratings/{POOL}").json["players"]]

    other = Api(create_app(on.service)).sign_up("Bo")
    assert user.id in ranked()
    assert user.api.call("DELETE", "/v1/me", {"confirm": user.id}, token=user.token).status_code == 204
    on.pool.answered.clear()
    assert user.id not in ranked()
    assert "leaderboard_by_elo" in on.pool.answered


# ------------------------------------------------------------------------------------------------- the lag


def test_a_replica_behind_by_more_than_the_bound_is_not_read(
    pair: Pair, on: Reading, user: User, caplog: pytest.LogCaptureFixture
):
    caplog.set_level(logging.INFO, logger="service.platform.read_replica")
    pair.meet()
    until(on.check, "use of the replica")
    pair.pause()
    table = user.open_table()
    on.follow(table)
    on.seconds += LAG_S / 2
    until(on.check, "use of the replica")
    assert table not in listed(user)
    on.seconds += LAG_S / 2
    assert table in listed(user), "the bound has passed since the last state that the replica has"
    assert not on.check()
    assert table in listed(user)
    pair.resume()
    pair.meet()
    until(on.check, "use of the replica")
    assert table in listed(user)
    assert [record.levelname for record in caplog.records] == ["INFO", "WARNING", "INFO"]
    assert "more than 10 s behind" in caplog.records[1].getMessage()


def test_a_replica_is_read_no_longer_than_the_bound_if_checks_stand_still(pair: Pair, on: Reading):
    pair.meet()
    until(on.check, "use of the replica")
    on.seconds += LAG_S
    before = reads("primary")
    on.service.ratings.pools()
    assert reads("primary") == before + 1


def test_an_idle_primary_keeps_its_replica_in_use(pair: Pair, on: Reading):
    pair.primary.execute("SELECT pg_switch_wal()")
    pair.meet()
    for _ in range(5):
        on.seconds += 3600
        until(on.check, "use of the replica")


def test_commits_that_are_not_on_disk_yet_count_as_lag(pair: Pair, on: Reading):
    pair.primary.execute("ALTER SYSTEM SET wal_writer_delay = '10s'")
    pair.primary.execute("SELECT pg_reload_conf()")
    try:
        pair.meet()
        until(on.check, "use of the replica")
        with on.service.database.session() as session:
            session.execute("SET synchronous_commit = off")
            session.execute("INSERT INTO shengji_read.rating_pool (pool, newest) VALUES ('other', 1)")
            session.execute("RESET synchronous_commit")
        on.seconds += LAG_S
        assert not on.check()
        pair.meet()
        until(on.check, "use of the replica")
    finally:
        pair.primary.execute("ALTER SYSTEM RESET wal_writer_delay")
        pair.primary.execute("SELECT pg_reload_conf()")


# ------------------------------------------------------------------------------------- servers that are away


def test_reads_survive_a_stopped_replica_and_go_back_to_it(pair: Pair, on: Reading, user: User):
    pair.meet()
    until(on.check, "use of the replica")
    table = user.open_table()
    on.follow(table)
    pair.replica.stop()
    assert table in listed(user), "the read that finds the replica gone is answered too"
    on.pool.asked.clear()
    assert table in listed(user)
    assert on.pool.asked == [], "the next read does not try it again"
    assert not on.check()
    assert table in listed(user)
    pair.replica.start()
    pair.meet()
    until(on.check, "use of the replica")
    assert table in listed(user)


def test_reads_survive_a_replica_that_hangs(pair: Pair, on: Reading, user: User):
    pair.meet()
    until(on.check, "use of the replica")
    table = user.open_table()
    on.follow(table)
    suspended = pair.replica.processes()
    for process in suspended:
        process.suspend()
    try:
        assert table in listed(user)
        assert not on.check()
    finally:
        for process in suspended:
            process.resume()
    pair.meet()
    until(on.check, "use of the replica")


def test_a_statement_that_only_the_replica_refuses_is_answered_by_the_primary(pair: Pair, on: Reading, user: User):
    """As after an upgrade, while the replica has not the newest schema yet."""
    pair.primary.execute("REVOKE SELECT ON shengji_read.table_summary FROM shengji_app", "shengji")
    pair.meet()
    until(on.check, "use of the replica")
    pair.pause()
    pair.primary.execute("GRANT SELECT ON shengji_read.table_summary TO shengji_app", "shengji")
    table = user.open_table()
    on.follow(table)
    assert table in listed(user)
    on.pool.answered.clear()
    assert user.get("/v1/ratings").status_code == 200
    assert on.pool.answered == ["rating_pools"], "other statements still go to the replica"


def test_a_server_that_is_no_standby_of_the_primary_is_not_read(
    pair: Pair, servers: tuple[str, str], databases: Databases, caplog: pytest.LogCaptureFixture
):
    for url, reason in ((pair.primary.url(), "not a standby"), (databases.migrated(), "another cluster")):
        caplog.clear()
        with reading(pair, servers[1], url) as on:
            assert not on.check()
        assert reason in caplog.text


# ------------------------------------------------------------------------------------------- the whole process


def test_an_api_process_reads_from_the_replica(pair: Pair, servers: tuple[str, str]):
    if not pair.replica.processes():
        pair.replica.start()
    settings = pair.settings(servers[1])
    variables = {"READ_REPLICA_URL": settings.read_replica_url, "READ_REPLICA_LAG_S": "600"}
    with closing(wired(replace(settings, read_replica_url=""))) as service, served(settings, **variables) as process:
        _, _, token = service.accounts.sign_up("Cy", "human")

        def tables() -> list[str]:
            asked = Request(f"{process.address}{TABLES}", headers={"Authorization": f"Bearer {token}"})
            with urlopen(asked, timeout=30) as answer:
                return [each["id"] for each in orjson.loads(answer.read())["tables"]]

        using = "reads that may be late go to the read replica"
        until(lambda: using in process.log.read_text(), "use of the replica")
        # A slow first connection is a reason to log, too.
        begun = len(process.log.read_text())
        first = tables()
        pair.pause()
        table = Api(create_app(service)).sign_up("Di").open_table()
        follow(service, table)
        assert tables() == first
        pair.resume()
        pair.replica.stop()
        assert tables() == [table, *first]
        until(lambda: "because of the read replica" in process.log.read_text()[begun:], "a line about the lost replica")
        pair.replica.start()
        until(lambda: using in process.log.read_text()[begun:], "use of the replica")
        lines = process.log.read_text()[begun:]
    assert lines.count("because of the read replica") == 1
    assert "error connecting" not in lines
