"""The state of a table is stored every so many events. Readers fold the events after it."""

from collections.abc import Iterator
from typing import Any

import pytest

from service.platform.store.checks import check_store, refold
from service.platform.store.database import Database
from service.platform.store.heads import folded_heads
from service.tables.events import STATE_REVISION, TABLES, stream_of
from service.tables.handlers import STATE_EVERY
from service.wiring import Service
from tests.bench.http_player import move
from tests.support.api import Api, User, started_table


def commands_of(table: str, players: list[User], count: int) -> Iterator[int]:
    """Plays commands, and yields the version after each."""
    view = players[0].view(table)
    for _ in range(count):
        seat = view["asked"][0]["seat"]
        body = move(players[seat].view(table), seat)
        answer = players[seat].post(f"/v1/tables/{table}/commands", body)
        assert answer.status_code == 200, answer.json
        yield answer.json["version"]
        view = players[0].view(table)


def version_of_state(service: Service, table: str) -> int:
    """Returns the version to which the stored state of a table belongs."""
    head = service.store.head(stream_of(table))
    assert head is not None
    return head.state_version


def play_past_the_stored_state(service: Service, table: str, players: list[User]) -> None:
    """Plays until the stored state is older than the table, and a further command need not store it."""
    while True:
        [version] = commands_of(table, players, 1)
        if version_of_state(service, table) < version and version % STATE_EVERY < STATE_EVERY // 2:
            return


@pytest.mark.slow
def test_a_stored_state_is_at_most_some_events_old_and_is_read_with_those_after_it(api: Api, service: Service):
    table, players = started_table(api)
    ages = []
    for version in commands_of(table, players, 60):
        head = service.store.head(stream_of(table))
        expected = TABLES.folded(stream_of(table), service.store.read_all(stream_of(table)))
        ages.append(head.version - head.state_version)

        assert head.version == version
        assert TABLES.state_in(stream_of(table), head) == expected
        [folded] = folded_heads(service.database, service.store, TABLES, [stream_of(table)])
        assert (folded.version, folded.state) == (version, expected)
        assert check_store(service.database, lambda *_: None) == []

    assert max(ages) < STATE_EVERY
    # Many commands keep the stored state.
    assert sum(age > 0 for age in ages) > 45


def test_another_process_begins_with_a_table_whose_state_is_older(api: Api, service: Service, another_process: Api):
    table, players = started_table(api)
    play_past_the_stored_state(service, table, players)
    elsewhere = [User(another_process, player.id, player.token) for player in players]

    assert [each.view(table) for each in elsewhere] == [each.view(table) for each in players]
    assert list(commands_of(table, elsewhere, 1))


def test_a_changed_seat_is_stored_at_once(api: Api, service: Service):
    host = api.sign_up()
    table = host.open_table()
    for seat in range(4):
        done = api.sign_up().command(table, "sit", seat=seat)

        assert version_of_state(service, table) == done.json["version"]


def test_a_state_of_another_release_is_never_taken_for_a_newer_one(api: Api, service: Service):
    table, players = started_table(api)
    play_past_the_stored_state(service, table, players)
    other = STATE_REVISION + 1
    with service.database.session() as connection:
        connection.execute(
            "UPDATE shengji.head SET state_revision = $1, state_version = NULL WHERE stream = $2",
            [other, stream_of(table)],
        )
    [version] = commands_of(table, players, 1)
    head = service.store.head(stream_of(table))

    # The state was kept, so neither release may read it.
    assert head.state_version < version
    assert head.state_revision not in (STATE_REVISION, other)
    assert TABLES.state_in(stream_of(table), head) is None
    list(commands_of(table, players, STATE_EVERY))
    assert service.store.head(stream_of(table)).state_revision == STATE_REVISION


def test_the_check_of_the_store_finds_a_wrong_older_state(api: Api, service: Service):
    table, players = started_table(api)
    play_past_the_stored_state(service, table, players)
    with service.database.session() as connection:
        connection.execute(
            "UPDATE shengji.head SET state_version = state_version - 1 WHERE stream = $1", [stream_of(table)]
        )

    [fault] = check_store(service.database, lambda *_: None)
    assert fault.startswith(f"{stream_of(table)}: the state of its head is not what its first")
    assert refold(service.database, lambda *_: None) == [stream_of(table)]
    assert check_store(service.database, lambda *_: None) == []


def test_a_conflict_is_decided_again_without_another_read(
    api: Api, service: Service, another_process: Api, monkeypatch: pytest.MonkeyPatch
):
    table, players = started_table(api)
    # Both processes know the table.
    elsewhere = [User(another_process, player.id, player.token) for player in players]
    assert [each.view(table)["version"] for each in (*players, *elsewhere)]
    list(commands_of(table, players, 5))
    view = players[0].view(table)
    stale = elsewhere[view["asked"][0]["seat"]]
    statements: list[str] = []
    run = Database.run

    def noting(self: Database, name: str, arguments: Any = None) -> Any:
        statements.append(name)
        return run(self, name, arguments)

    monkeypatch.setattr(Database, "run", noting)
    done = stale.command(table, "set_entropy", entropy="any")

    assert done.status_code == 200, done.json
    assert statements.count("append") == 2
    assert not {"read_streams", "head"} & set(statements)
