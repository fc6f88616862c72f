"""Old snapshots and ended tokens are deleted, and the scheduler deletes all kinds of old rows in batches."""

import dataclasses
from datetime import UTC, datetime, timedelta

import psycopg
import pytest

from service.platform.metrics import PRUNED_ROWS
from service.platform.settings import InvalidSetting, Settings, read_settings
from service.platform.store.sql import QUERIES
from service.processes.due_work import DueWork
from service.processes.pruning import ages_of, parts_of_pruning
from service.processes.scheduler import Scheduler
from service.wiring import Service
from tests.support.aged import AGES, SNAPSHOTS, TOKENS, due, make_events_older, numbers_of, pruned, told
from tests.support.api import Api, started_table
from tests.support.play import play_commands

MINUTE = timedelta(minutes=1)


@pytest.fixture
def owner(database_url: str):
    with psycopg.connect(database_url, autocommit=True) as connection:
        yield connection


def counted(table: str) -> float:
    return PRUNED_ROWS.labels(table)._value.get()


# -- snapshots ---------------------------------------------------------------------------------------------------------


def snapshots_of(owner: psycopg.Connection, table: str) -> dict[str, datetime]:
    rows = owner.execute("SELECT viewer, written_at FROM shengji.view_snapshot WHERE stream = %s", [f"table-{table}"])
    return dict(rows.fetchall())


def test_a_view_without_its_snapshot_is_the_same(api: Api, service: Service, owner, another_process: Api):
    table, players = started_table(api)
    play_commands(table, players, commands=110)
    before = [player.view(table) for player in players]
    assert set(snapshots_of(owner, table)) >= {"s0", "s1", "s2", "s3"}
    stored = len(snapshots_of(owner, table))
    old = (
        "UPDATE shengji.view_snapshot SET written_at = now() - make_interval(secs => 86400 * 30 + %s) WHERE stream = %s"
    )
    owner.execute(old, [-60, f"table-{table}"])
    assert (due(service), pruned(service.database, SNAPSHOTS)) == (set(), 0)

    owner.execute(old, [60, f"table-{table}"])
    assert due(service) == {"old_snapshots"}
    assert [pruned(service.database, SNAPSHOTS, limit=3) for _ in range(3)] == [3, stored - 3, 0]
    assert snapshots_of(owner, table) == {}

    others = [dataclasses.replace(player, api=another_process) for player in players]
    assert [player.view(table) for player in others] == before
    assert set(snapshots_of(owner, table)) >= {"s0", "s1", "s2", "s3"}, "they are written again"


def test_a_snapshot_is_as_old_as_its_last_change(api: Api, service: Service, owner):
    table, players = started_table(api)
    play_commands(table, players, commands=110)
    players[0].view(table)
    owner.execute("UPDATE shengji.view_snapshot SET written_at = '2020-01-01', version = 1")
    key = {"stream": f"table-{table}", "viewer": "s0", "state_revision": 1, "version": 2, "state": "{}"}

    service.database.run("put_snapshot", key)

    assert datetime.now(UTC) - snapshots_of(owner, table)["s0"] < timedelta(minutes=5)
    owner.execute("DELETE FROM shengji.view_snapshot")


# -- tokens ------------------------------------------------------------------------------------------------------------


def test_ended_tokens_are_deleted_and_others_stay(api: Api, service: Service, owner):
    user = api.sign_up()
    made = {}
    for name in ("lasting", "expiring", "expired long ago", "expired", "revoked long ago", "revoked"):
        made[name] = user.post("/v1/me/tokens", {"name": name, "scopes": ["table:read"]}).json["id"]
    now = datetime.now(UTC)
    for name, column, at in [
        ("expiring", "expires_at", now + timedelta(days=1)),
        ("expired long ago", "expires_at", now - timedelta(days=90) - MINUTE),
        ("expired", "expires_at", now - timedelta(days=90) + MINUTE),
        ("revoked long ago", "revoked_at", now - timedelta(days=90) - MINUTE),
        ("revoked", "revoked_at", now - timedelta(days=90) + MINUTE),
    ]:
        owner.execute(f"UPDATE shengji.token SET {column} = %s WHERE id = %s", [at, made[name]])
    # A token may be revoked long before it would have expired.
    owner.execute(
        "UPDATE shengji.token SET expires_at = %s WHERE id = ANY(%s)",
        [now + timedelta(days=9), [made["revoked long ago"], made["revoked"]]],
    )

    assert due(service) == {"old_tokens"}
    assert [pruned(service.database, TOKENS, limit=1) for _ in range(3)] == [1, 1, 0]

    listed = [each["name"] for each in user.get("/v1/me/tokens").json["tokens"]]
    assert listed == ["first token", "lasting", "expiring", "expired", "revoked"]
    assert user.get("/v1/me").status_code == 200


# -- settings ----------------------------------------------------------------------------------------------------------


def test_events_are_kept_at_least_as_long_as_deliveries():
    assert ages_of(Settings()) == AGES
    assert ages_of(Settings(webhook_kept_days=365))["account_event_days"] == 365
    assert ages_of(Settings(webhook_kept_days=10**9))["account_event_days"] == 36_500
    nothing = Settings(account_events_kept_days=0, snapshots_kept_days=0, tokens_kept_days=0)
    assert set(ages_of(nothing).values()) == {None}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("ACCOUNT_EVENTS_KEPT_DAYS", "6"),
        ("ACCOUNT_EVENTS_KEPT_DAYS", "36501"),
        ("SNAPSHOTS_KEPT_DAYS", "36501"),
        ("TOKENS_KEPT_DAYS", "36501"),
        ("TOKENS_KEPT_DAYS", "-1"),
    ],
)
def test_an_age_that_is_too_low_or_too_high_is_refused(name: str, value: str):
    with pytest.raises(InvalidSetting, match=name):
        read_settings({name: value})


def test_the_limits_of_ages_are_accepted(service: Service):
    low = read_settings({"ACCOUNT_EVENTS_KEPT_DAYS": "7", "SNAPSHOTS_KEPT_DAYS": "1", "TOKENS_KEPT_DAYS": "0"})
    assert low.account_events_kept_days == 7
    high = read_settings(dict.fromkeys(("ACCOUNT_EVENTS_KEPT_DAYS", "SNAPSHOTS_KEPT_DAYS"), "36500"))
    assert due(service, ages_of(high)) == set()


# -- the scheduler -----------------------------------------------------------------------------------------------------


def test_pruned_rows_are_counted(api: Api, service: Service, database_url: str):
    user, before = api.sign_up(), counted("account_event")
    told(service, user, 2)
    make_events_older(database_url, user, 2, 200)

    DueWork(service.database, parts_of_pruning(service.database, AGES, 1.0), AGES).run()

    assert counted("account_event") == before + 2


def test_the_scheduler_deletes_old_rows_batch_by_batch(
    api: Api, service: Service, database_url: str, monkeypatch: pytest.MonkeyPatch
):
    user = api.sign_up()
    told(service, user, 5)
    make_events_older(database_url, user, 4, 200)
    monkeypatch.setattr("service.processes.pruning.prune.__defaults__", (2,))
    scheduler = Scheduler(service, every_s=0.0)
    before = counted("account_event")

    scheduler._due.run()
    assert counted("account_event") == before + 2
    scheduler._due.run()
    assert numbers_of(user) == [5]


def test_looking_for_old_rows_reads_one_entry_of_an_index(owner):
    """A plan that does not know the age must not read the whole table, which it would do once a second."""
    owner.execute("SET plan_cache_mode = force_generic_plan; SET search_path = shengji_read")
    for name in ("old_account_events", "old_snapshots", "old_tokens"):
        owner.execute(b"PREPARE %s (integer) AS " % name.encode() + QUERIES[name].text)
        plan = "\n".join(line for (line,) in owner.execute(f"EXPLAIN EXECUTE {name}(30)"))
        assert "InitPlan" in plan, plan
        assert "Limit" in plan, plan
