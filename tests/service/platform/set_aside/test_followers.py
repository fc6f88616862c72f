"""Each follower sets an unreadable stream aside, retries it, and processes it completely when it is readable."""

from collections.abc import Callable
from typing import Any

import psycopg
import pytest

from service.platform.store.checkpoints import CheckpointConflict
from service.platform.store.database import DatabaseUnavailable
from service.platform.store.subscription import Subscription, may_come_from_stream
from service.wiring import Service
from tests.support.api import Api, started_table
from tests.support.fixtures import limited
from tests.support.play import play_commands
from tests.support.poison import hasten, poisoned, set_aside
from tests.support.set_aside import FOLLOWERS, READ_TABLES, account_events, follow, stream


def rows_of(service: Service) -> dict[str, list[Any]]:
    """Returns what the followers store about tables."""
    with service.database.session() as session:
        return {
            name: session.execute(f"SELECT * FROM {name} ORDER BY 1, 2, 3").fetchall()
            for name in ("shengji_read.table_summary", "shengji_read.turn", "shengji_read.reliability")
        }


@pytest.mark.parametrize("name", READ_TABLES)
def test_a_follower_sets_a_failing_stream_aside_with_one_log_line_and_continues(
    api: Api, service: Service, name: str, lines: Callable[[], list[str]]
):
    odd, _ = started_table(api)
    with poisoned(service, stream(odd), 3):
        table, players = started_table(api)
        play_commands(table, players, commands=4)
        follow(service, name)
        for _ in range(5):
            follow(service, name)

        version, error, attempts = set_aside(service, stream(odd))[name]
        assert (version >= 1, attempts) == (True, 1)
        assert error not in ("", "UnreadableStream")
        assert caught_up(service, name)
        ours = [line for line in lines() if odd in line]
        assert len(ours) == 1
        assert name in ours[0]
        assert '"trace"' in ours[0]
        assert "a hidden card" not in ours[0]
    hasten(service)
    follow(service, name)
    assert set_aside(service, stream(odd)) == {}


def caught_up(service: Service, name: str) -> bool:
    """Returns whether a follower has reached the end of the log."""
    return not service.store.feed(Subscription(service.database, service.store, name).checkpoint(), 1)


def test_events_of_a_stream_set_aside_are_processed_once_and_in_order_later(api: Api, service: Service):
    """The table continues from its head while its history cannot be folded."""
    odd, others = started_table(api)
    play_commands(odd, others, commands=3)
    for name in READ_TABLES:
        follow(service, name)
    version = service.store.read_all(stream(odd))[-1].version
    with poisoned(service, stream(odd), 2):
        restore_head(service, odd)
        play_commands(odd, others, commands=4)
        table, players = started_table(api)
        for name in READ_TABLES:
            follow(service, name)
        play_commands(odd, others, commands=5)
        play_commands(table, players, commands=5)
        for name in READ_TABLES:
            follow(service, name)
        assert set_aside(service, stream(odd))["accounts"][0] == version + 1
        assert [each for each in account_events(players[0]) if each["table"] == table]
        hasten(service)
        for name in READ_TABLES:
            follow(service, name)
        assert set_aside(service, stream(odd))["accounts"][2] == 2
    play_commands(odd, others, commands=2)
    hasten(service)
    for name in READ_TABLES:
        follow(service, name)
    play_commands(odd, others, commands=2)
    for name in READ_TABLES:
        follow(service, name)
    assert set_aside(service, stream(odd)) == {}
    late = {user.id: [each for each in account_events(user) if each["table"] == odd] for user in others}
    kept = rows_of(service)

    restart_followers(service)

    assert {user.id: [each for each in account_events(user) if each["table"] == odd] for user in others} == late
    assert rows_of(service) == kept


def restore_head(service: Service, table: str) -> None:
    """Lets the head of a table be read unchanged."""
    from service.tables.events import STATE_REVISION

    with service.database.session() as session:
        session.execute(
            "UPDATE shengji.head SET state_revision = $1 WHERE stream = $2", [STATE_REVISION, stream(table)]
        )


def restart_followers(service: Service) -> None:
    """Lets the followers start at the start of the log."""
    with service.database.session() as session:
        session.execute("DELETE FROM shengji.account_event")
        session.execute("DELETE FROM shengji.reminder")
        session.execute("DELETE FROM shengji_read.reliability")
        session.execute("UPDATE shengji.player SET events = 0")
        session.execute("UPDATE shengji.subscription SET transaction = 0, position = 0")
    for name in READ_TABLES:
        follow(service, name)


def test_a_long_history_is_processed_in_batches(api: Api, service: Service):
    odd, others = started_table(api)
    with poisoned(service, stream(odd), 1):
        restore_head(service, odd)
        play_commands(odd, others, commands=20)
        follow(service, "accounts")
        assert set_aside(service, stream(odd))["accounts"][0] == 1
    hasten(service)
    follow(limited(service, events_at_once=7), "accounts")
    assert set_aside(service, stream(odd)) == {}
    late = [account_events(user) for user in others]

    restart_followers(service)

    assert [account_events(user) for user in others] == late


def test_retries_double_their_delay_up_to_an_hour_and_a_new_release_retries_at_once(api: Api, service: Service):
    odd, _ = started_table(api)
    waits = []
    with poisoned(service, stream(odd), 2):
        for _ in range(12):
            follow(service, "tables")
            with service.database.session() as session:
                [(wait,)] = session.execute(
                    "UPDATE shengji.set_aside AS s SET next_at = now() FROM shengji.set_aside AS before"
                    " WHERE s.stream = $1 AND before.stream = s.stream"
                    " RETURNING extract(epoch FROM before.next_at - before.tried_at)::float8",
                    [stream(odd)],
                ).fetchall()
            waits.append(round(wait))
        assert waits[:4] == [10, 20, 40, 80]
        assert waits[-2:] == [3600, 3600]
        follow(service, "tables")
        before = set_aside(service, stream(odd))
        service.database.run("hasten_set_aside", {"release": own_release(service)})
        follow(service, "tables")
        assert set_aside(service, stream(odd)) == before
        service.database.run("hasten_set_aside", {"release": "another"})
        follow(service, "tables")
        assert set_aside(service, stream(odd))["tables"][2] == before["tables"][2] + 1
    hasten(service)
    follow(service, "tables")


def own_release(_: Service) -> str:
    from service.platform.store.folding import release

    return release()


def test_an_outdated_batch_leaves_no_gap_after_a_stream_is_resumed(api: Api, service: Service):
    odd, others = started_table(api)
    slow = FOLLOWERS["accounts"](service)
    with poisoned(service, stream(odd), 2):
        restore_head(service, odd)
        follow(service, "accounts")
    hasten(service)
    place, any_aside, _ = slow._subscription._position()
    assert any_aside
    play_commands(odd, others, commands=3)
    aside = slow._subscription._aside

    def after_another(run: Any, streams: Any) -> Any:
        """Another process resumes the stream just after the slow one has read what is set aside."""
        found = aside(run, streams)
        if found:
            slow._subscription._aside = aside
            quick = FOLLOWERS["accounts"](service)
            quick._subscription._store = _Upto(service)
            assert quick.catch_up() > 0
        return found

    class _Upto:
        """A log whose events only retries see."""

        def __init__(self, service: Service) -> None:
            self.logged = service.store.logged

        def feed(self, *_: Any) -> list[Any]:
            return []

    slow._subscription._position = lambda: (place, True, None)
    slow._subscription._aside = after_another

    assert slow.catch_up() == 0
    assert set_aside(service, stream(odd)) == {}
    follow(service, "accounts")
    late = [account_events(user) for user in others]
    restart_followers(service)
    assert [account_events(user) for user in others] == late


def test_a_failure_while_writing_one_stream_sets_it_aside_too(
    api: Api, service: Service, monkeypatch: pytest.MonkeyPatch, lines: Callable[[], list[str]]
):
    """PostgreSQL refuses the rows of one table in the middle of the transaction."""
    follow(service, "tables")
    odd, _ = started_table(api)
    table, players = started_table(api)
    from service.tables import projections as tables

    honest = tables.replace_summaries

    def failing(run: Any, *given: Any) -> None:
        def runs(name: str, row: Any) -> Any:
            is_odd = name == "put_summaries" and odd in row["rows"]
            return run(name, {"rows": "no JSON"} if is_odd else row)

        honest(runs, *given)

    with monkeypatch.context() as patched:
        patched.setattr(tables, "replace_summaries", failing)
        follow(service, "tables")
    assert set(set_aside(service, stream(odd))) == {"tables"}
    assert set_aside(service, stream(table)) == {}
    assert service.database.read("list_own_tables", {**ALL, "player_id": players[0].id})
    hasten(service)
    follow(service, "tables")
    assert set_aside(service, stream(odd)) == {}


ALL = {"status": "playing", "free": False, "limit": 10, "before": "~"}


@pytest.mark.parametrize(
    "error",
    [
        DatabaseUnavailable("gone"),
        psycopg.errors.UndefinedTable("no such table"),
        psycopg.errors.InsufficientPrivilege("not yours"),
        OSError("no space"),
        CheckpointConflict("another"),
    ],
)
def test_server_failures_set_no_stream_aside(
    api: Api, service: Service, monkeypatch: pytest.MonkeyPatch, error: Exception
):
    table, _ = started_table(api)

    def failing(*_: Any) -> Any:
        raise error

    assert not may_come_from_stream(error)
    from service.tables import projections as tables

    with monkeypatch.context() as patched:
        patched.setattr(tables, "replace_summaries", failing)
        if isinstance(error, CheckpointConflict):
            assert FOLLOWERS["tables"](service).catch_up() == 0
        else:
            with pytest.raises(type(error)):
                FOLLOWERS["tables"](service).catch_up()
    assert set_aside(service, stream(table)) == {}
    follow(service, "tables")


@pytest.mark.parametrize("name", FOLLOWERS)
def test_every_follower_continues(api: Api, service: Service, monkeypatch: pytest.MonkeyPatch, name: str):
    """Every operation of a follower for a stream may fail."""
    follower = FOLLOWERS[name](service)
    while follower.catch_up():
        pass
    odd, _ = started_table(api)
    started_table(api)
    subscription = follower._subscription
    take_in = subscription.take_in

    def failing(work_of: Any) -> int:
        def work(batch: Any) -> Any:
            if any(logged.stream == stream(odd) for logged in batch):
                raise ValueError("a defect")
            return work_of(batch)

        return int(take_in(work))

    monkeypatch.setattr(subscription, "take_in", failing)
    while follower.catch_up():
        pass
    assert caught_up(service, name)
    assert set_aside(service, stream(odd)) == {name: (1, "ValueError", 1)}
    monkeypatch.undo()
    hasten(service)
    while follower.catch_up():
        pass
    assert set_aside(service, stream(odd)) == {}
