"""PostgreSQL refusals: disk full, cancelled statements, no connections left, and a read-only standby.

A client gets 503 with `Retry-After`. Nothing of its command is written. A repeated command is carried out once.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import replace
from typing import Any

import psycopg
import pytest

from service.platform.limits import Limits
from service.platform.store.database import DatabaseUnavailable
from service.wiring import Service
from tests.support.api import Api, User, started_table
from tests.support.chance import new_uuid
from tests.support.fixtures import PATIENT
from tests.support.play import legal_command
from tests.support.tournaments_served import Tournament
from tests.support.waiting import until

WRITTEN = ("shengji.event", "shengji.head", "shengji.account_event", "shengji.chat_message", "shengji.note")


@contextmanager
def raising(url: str, table: str, code: str, *, at_commit: bool = False) -> Iterator[None]:
    """Lets PostgreSQL raise the error that it raises in the real situation."""
    when = "CONSTRAINT TRIGGER refuse AFTER INSERT OR UPDATE" if at_commit else "TRIGGER refuse BEFORE INSERT OR UPDATE"
    deferred = "DEFERRABLE INITIALLY DEFERRED" if at_commit else ""
    with psycopg.connect(url, autocommit=True) as owner:
        owner.execute(
            "CREATE FUNCTION public.refuse() RETURNS trigger LANGUAGE plpgsql"
            f" AS $$BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '{code}'; END$$"
        )
        owner.execute(f"CREATE {when} ON {table} {deferred} FOR EACH ROW EXECUTE FUNCTION public.refuse()")
    try:
        yield
    finally:
        with psycopg.connect(url, autocommit=True) as owner:
            owner.execute(f"DROP TRIGGER refuse ON {table}; DROP FUNCTION public.refuse()")


@contextmanager
def locked(url: str) -> Iterator[None]:
    """Locks all heads, so that statements that move a stream wait until they are cancelled."""
    with psycopg.connect(url) as owner:
        owner.execute("SELECT FROM shengji.head FOR UPDATE")
        yield
        owner.rollback()


@contextmanager
def read_only(service: Service) -> Iterator[None]:
    """Allows only reads, as on a standby after a failover."""
    with psycopg.connect(service.settings.database_url, autocommit=True) as owner:
        name = owner.info.dbname
        owner.execute(f'ALTER DATABASE "{name}" SET default_transaction_read_only = on')
        _end_other_connections(owner)
    try:
        yield
    finally:
        with psycopg.connect(service.settings.database_url, autocommit=True) as owner:
            owner.execute("SET default_transaction_read_only = off")
            owner.execute(f'ALTER DATABASE "{name}" RESET ALL')
            _end_other_connections(owner)
        # The pool may still hold ended connections, and connections that only read. Failed writes replace them. The
        # pool takes its connections in turn, so try each.
        writes = 2 * service.settings.database_connections
        run = service.database.run
        until(lambda: all(run("forget_set_aside") == [] for _ in range(writes)), "write", despite=DatabaseUnavailable)


def _end_other_connections(owner: psycopg.Connection) -> None:
    owner.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE datname = current_database() AND pid <> pg_backend_pid()"
    )


@contextmanager
def exhausted(service: Service) -> Iterator[None]:
    """Uses all connections of the process."""
    with ExitStack() as held:
        for _ in range(service.settings.database_connections):
            held.enter_context(service.database.session())
        yield


@pytest.fixture(scope="module")
def limits() -> Limits:
    """Limits with which requests wait only briefly for a connection."""
    return replace(PATIENT, connection_s=0.5)


FAULTS: dict[str, Callable[[Service], AbstractContextManager[None]]] = {
    "the disk is full for events": lambda service: raising(service.settings.database_url, "shengji.event", "53100"),
    "the disk is full for heads": lambda service: raising(service.settings.database_url, "shengji.head", "53100"),
    "the disk is full at the commit": lambda service: raising(
        service.settings.database_url, "shengji.event", "53100", at_commit=True
    ),
    "there is no memory": lambda service: raising(service.settings.database_url, "shengji.event", "53200"),
    "a file cannot be read": lambda service: raising(service.settings.database_url, "shengji.event", "58030"),
    "a statement takes too long": lambda service: locked(service.settings.database_url),
    "all connections are in use": exhausted,
    "the database only reads": read_only,
}


@pytest.fixture(scope="module")
def seated(api: Api) -> tuple[str, list[User]]:
    return started_table(api, hands=1)


def stored(service: Service) -> dict[str, int]:
    """Returns the numbers of rows in the store."""
    with psycopg.connect(service.settings.database_url) as owner:
        rows = {table: owner.execute(f"SELECT count(*) FROM {table}").fetchone() for table in WRITTEN}
        versions = owner.execute("SELECT coalesce(sum(version), 0) FROM shengji.head").fetchone()
    assert versions is not None
    return {table: int(row[0]) for table, row in rows.items() if row} | {"versions": int(versions[0])}


@pytest.mark.slow
@pytest.mark.parametrize("fault", FAULTS)
def test_a_command_is_refused_completely_and_executed_once_when_repeated(
    fault: str, service: Service, seated: tuple[str, list[User]]
):
    table, players = seated
    player = players[players[0].view(table)["asked"][0]["seat"]]
    command = legal_command(player, table)
    headers = {"Idempotency-Key": str(new_uuid())}
    before = stored(service)

    with FAULTS[fault](service):
        refused = player.post(f"/v1/tables/{table}/commands", command, headers=headers)
        assert (refused.status_code, refused.json["code"]) == (503, "unavailable")
        assert int(refused.headers["Retry-After"]) >= 1
        assert stored(service) == before
    done = [player.post(f"/v1/tables/{table}/commands", command, headers=headers) for _ in range(2)]
    assert [each.status_code for each in done] == [200, 200], [each.text for each in done]
    assert done[0].json["events"] == done[1].json["events"]
    after = stored(service)
    assert after["shengji.event"] - before["shengji.event"] == len(done[0].json["events"])
    assert after["versions"] - before["versions"] == len(done[0].json["events"])


@pytest.mark.parametrize(
    "fault", ["the disk is full for events", "the disk is full for heads", "the database only reads"]
)
def test_other_writes_are_never_partial(fault: str, api: Api, service: Service):
    tournament, user = Tournament(api), api.sign_up("somebody")
    before = stored(service)
    keys = [{"Idempotency-Key": str(new_uuid())} for _ in range(2)]

    def ask() -> list[Any]:
        return [
            user.post("/v1/tables", {"profile": "zhang-2021"}, headers=keys[0]),
            user.post(f"{tournament.path}/commands", {"type": "register", "name": "We"}, headers=keys[1]),
        ]

    with FAULTS[fault](service):
        assert [each.status_code for each in ask()] == [503, 503]
        assert stored(service) == before
    again, once_more = ask(), ask()
    assert [each.status_code for each in again] == [201, 200]
    assert [each.json for each in again] == [each.json for each in once_more]


def test_only_one_write_is_refused_when_the_connections_were_made_before_a_promotion(api: Api, service: Service):
    user = api.sign_up("somebody")
    with ExitStack() as held:
        for each in [held.enter_context(service.database.session()) for _ in range(3)]:
            each.execute("SET default_transaction_read_only = on")

    # The pool takes its connections in turn.
    opened = [
        user.post("/v1/tables", {"profile": "zhang-2021"}) for _ in range(2 * service.settings.database_connections)
    ]

    assert Counter(each.status_code for each in opened) == {503: 1, 201: len(opened) - 1}


def test_a_wait_for_a_lock_does_not_block_others(service: Service, api: Api, seated: tuple[str, list[User]]):
    table, players = seated
    with ThreadPoolExecutor(1) as pool, locked(service.settings.database_url):
        waiting = pool.submit(players[0].command, table, "set_entropy", entropy="late")
        answers = [players[1].get(f"/v1/tables/{table}") for _ in range(20)]
        assert {each.status_code for each in answers} == {200}
    assert waiting.result().status_code in (200, 409, 503)
