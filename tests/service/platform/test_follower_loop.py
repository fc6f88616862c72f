"""All followers share one read of the log and one transaction, and none of them stops the others."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import psycopg
import pytest
import redis

from service.platform.queue.job_queue import JobQueue
from service.platform.store.checkpoints import Run, Work, no_work
from service.platform.store.database import Database, DatabaseUnavailable
from service.platform.store.event_store import LoggedEvent, LogPlace
from service.platform.store.follower import Follower
from service.platform.store.follower_loop import FollowerLoop
from service.platform.store.follower_pauses import FollowerPauses
from service.platform.store.subscription import Subscription
from service.processes.scheduler import followers_of
from service.tables.dispatch import TableDispatch
from service.tables.projections import TablesProjection
from service.wiring import Service
from tests.support.api import Api, started_table
from tests.support.fixtures import limited
from tests.support.play import play_commands
from tests.support.poison import set_aside
from tests.support.set_aside import stream

END = LogPlace(2**62, 0)
"""A place after all events."""


class Seen(Follower):
    """Notes the streams of the events that it has applied. `work` may fail before that."""

    def __init__(self, service: Service, name: str, work: Work = no_work) -> None:
        self._subscription = Subscription(service.database, service.store, f"test-{name}")
        start = self._subscription.checkpoint()
        newest = service.store.feed(LogPlace(0, 0), 100_000)
        self._subscription.move(start, newest[-1].place if newest else start)
        self.work = work
        self.prepared: list[str] = []
        self.applied: list[str] = []
        self._doing: list[str] = []

    def work_of(self, batch: Sequence[LoggedEvent]) -> Work:
        self.prepared += [each.stream for each in batch]
        self._doing = []

        def do(run: Run) -> None:
            self.work(run)
            self._doing += [each.stream for each in batch]

        return do

    def after_commit(self) -> None:
        self.applied += self._doing
        self._doing = []


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Counts the statements that run alone, the transactions, and the statements in them."""
    counts: Counter[str] = Counter()
    run, together = Database.run, Database.together

    def counting(database: Database, name: str, *given: Any) -> Any:
        counts[name] += 1
        return run(database, name, *given)

    def counting_all(database: Database, work: Callable[..., Any]) -> Any:
        counts["transactions"] += 1

        def working(run_one: Run) -> Any:
            def run_counted(name: str, arguments: Any) -> Any:
                counts[f"in a transaction: {name}"] += 1
                return run_one(name, arguments)

            return work(run_counted)

        return together(database, working)

    monkeypatch.setattr(Database, "run", counting)
    monkeypatch.setattr(Database, "together", counting_all)
    return counts


def looping(service: Service, *others: Follower, prompt: Follower | None = None) -> FollowerLoop:
    """Returns a loop of these followers that has begun."""
    loop = FollowerLoop(service.database, service.store, prompt or Seen(service, "prompt"), others)
    loop.begin()
    return loop


def follow(loop: FollowerLoop) -> None:
    """Runs rounds until nothing is left."""
    loop.read()
    loop.apply()
    while loop.has_more:
        loop.read()
        loop.apply()


def place(follower: Follower) -> LogPlace:
    return follower.subscription.checkpoint()


def fails(_: Run) -> None:
    raise psycopg.errors.UndefinedTable("no stream has caused this")


# ------------------------------------------------------------------------------------------------ costs


def test_the_log_is_read_once_and_all_checkpoints_move_in_one_transaction(
    api: Api, service: Service, counted: Counter[str]
):
    dispatch = TableDispatch(service.database, service.store, JobQueue(service.settings.redis_url), 1.0)
    all_of_them = followers_of(service)
    loop = looping(service, *all_of_them, prompt=dispatch)
    follow(loop)
    for _ in range(2):
        table, players = started_table(api)
        play_commands(table, players, commands=3)
    counted.clear()

    loop.read()
    loop.apply()

    assert counted["read_feed"] == 1
    assert counted["positions"] == 1
    assert counted["transactions"] == 1
    assert counted["in a transaction: move_checkpoints"] == 1
    assert counted["in a transaction: put_summaries"] == counted["in a transaction: add_turns"] == 1
    assert len({place(each) for each in (dispatch, *all_of_them)}) == 1


def test_lists_use_the_tables_that_account_feeds_have_folded(api: Api, service: Service, counted: Counter[str]):
    loop = looping(service, *followers_of(service))
    table, players = started_table(api)
    follow(loop)
    counted.clear()
    for _ in range(5):
        play_commands(table, players, commands=2)
        follow(loop)
    statements = dict(counted)
    with service.database.session() as connection:
        lists = "SELECT s.*, t.* FROM table_summary AS s LEFT JOIN turn AS t ON table_id = id WHERE id = $1"
        rows = connection.execute(lists, [table]).fetchall()
        # Without folded tables, the heads are read.
        alone = TablesProjection(service.database, service.store)
        service.database.together(alone.work_of(service.store.logged(stream(table), 1, END, 1000)))
        rows_of_heads = connection.execute(lists, [table]).fetchall()

    assert "heads" not in statements
    assert statements["in a transaction: put_summaries"] == 5
    assert len(rows) == 1
    assert rows == rows_of_heads


def test_followers_without_events_of_their_own_run_no_statement(api: Api, service: Service, counted: Counter[str]):
    loop = looping(service, *followers_of(service))
    follow(loop)
    table, players = started_table(api)
    follow(loop)
    play_commands(table, players, commands=1)
    counted.clear()

    loop.read()
    loop.apply()

    inside = {name.partition(": ")[2] for name in counted if name.startswith("in a transaction")}
    assert not {each for each in inside if "tournament" in each or "league" in each or "series" in each}
    assert not {"ratings_behind", "grades_behind", "plays_of_tables"} & set(counted)


def test_nothing_is_written_when_nothing_has_happened(service: Service, counted: Counter[str]):
    loop = looping(service, Seen(service, "idle"))
    follow(loop)
    counted.clear()

    loop.read()
    loop.apply()

    assert counted == {"read_feed": 1, "positions": 1}


# ------------------------------------------------------------------------------------------------ failures


def test_a_follower_that_fails_pauses_alone_and_catches_up_later(api: Api, service: Service):
    well, ill = Seen(service, "well"), Seen(service, "ill", fails)
    loop = looping(service, well, ill)
    before = place(ill)
    first, _ = started_table(api)

    follow(loop)

    assert well.applied.count(stream(first)) == len(service.store.read_all(stream(first)))
    assert place(ill) == before
    assert loop.pauses.is_pausing("test-ill")
    second, _ = started_table(api)
    follow(loop)
    assert stream(second) in well.applied
    assert ill.applied == []

    ill.work = no_work
    loop.pauses = FollowerPauses()
    follow(loop)
    assert ill.applied == well.applied
    assert place(ill) == place(well)
    assert set_aside(service, stream(first)) == {}


def test_a_stream_is_set_aside_by_the_follower_that_cannot_apply_it(api: Api, service: Service):
    well, ill = Seen(service, "reads-all"), Seen(service, "reads-some")
    odd, _ = started_table(api)
    other, _ = started_table(api)
    loop = looping(service, well, ill)
    prepare = ill.work_of
    play_on_both = [started_table(api)[0] for _ in range(2)]

    def cannot(batch: Sequence[LoggedEvent]) -> Work:
        if any(each.stream == stream(play_on_both[0]) for each in batch):
            raise ValueError("a defect")
        return prepare(batch)

    ill.work_of = cannot  # type: ignore[method-assign]
    follow(loop)

    assert list(set_aside(service, stream(play_on_both[0]))) == ["test-reads-some"]
    assert stream(play_on_both[1]) in ill.applied
    assert place(ill) == place(well)
    assert set_aside(service, stream(odd)) == set_aside(service, stream(other)) == {}
    with service.database.session() as session:
        session.execute("DELETE FROM shengji.set_aside WHERE follower = 'test-reads-some'")


def test_a_follower_whose_checkpoint_was_moved_drops_its_batch_alone(api: Api, service: Service):
    well, overtaken = Seen(service, "not-overtaken"), Seen(service, "overtaken")
    loop = looping(service, well, overtaken)
    started_table(api)
    newest = service.store.feed(place(overtaken), 100_000)[-1].place
    prepare = overtaken.work_of

    def too_late(batch: Sequence[LoggedEvent]) -> Work:
        """A process of the release before moves this checkpoint by itself."""
        Subscription(service.database, service.store, "test-overtaken").move(place(overtaken), newest)
        return prepare(batch)

    overtaken.work_of = too_late  # type: ignore[method-assign]
    follow(loop)

    assert overtaken.prepared
    assert overtaken.applied == []
    assert well.applied
    assert place(overtaken) == place(well) == newest


def test_followers_continue_apart_after_the_database_has_refused_a_transaction(
    api: Api, service: Service, counted: Counter[str]
):
    def too_slow(_: Run) -> None:
        raise DatabaseUnavailable("canceled")

    well, slow = Seen(service, "quick"), Seen(service, "slow", too_slow)
    loop = looping(service, well, slow)
    started_table(api)
    with pytest.raises(DatabaseUnavailable):
        follow(loop)
    assert place(well) == place(slow)

    loop.begin()
    with pytest.raises(DatabaseUnavailable):
        follow(loop)

    assert place(well) > place(slow)


def test_a_follower_behind_the_others_reads_the_log_itself(api: Api, service: Service, counted: Counter[str]):
    late, early = Seen(service, "late"), Seen(service, "early")
    table, _ = started_table(api)
    ahead = Seen(service, "ahead")
    loop = looping(service, late, early, ahead, prompt=Seen(service, "prompt-too"))
    other, _ = started_table(api)

    follow(loop)

    expected = len(service.store.read_all(stream(table)))
    assert late.applied.count(stream(table)) == early.applied.count(stream(table)) == expected
    assert ahead.applied.count(stream(table)) == 0
    for each in (late, early, ahead):
        assert each.applied.count(stream(other)) == len(service.store.read_all(stream(other)))
    assert place(late) == place(early) == place(ahead)


def test_a_long_log_is_applied_in_batches_of_whole_commands(api: Api, service: Service):
    few = limited(service, events_at_once=7)
    follower = Seen(few, "in-batches")
    loop = looping(few, follower)
    table, players = started_table(api)
    play_commands(table, players, commands=12)

    follow(loop)

    assert follower.applied.count(stream(table)) == len(service.store.read_all(stream(table)))


# ------------------------------------------------------------------------------------------------ the prompt follower


def test_the_prompt_follower_handles_events_when_they_are_read(api: Api, service: Service):
    prompt = Seen(service, "at-once")
    loop = looping(service, prompt=prompt)
    before = place(prompt)
    table, _ = started_table(api)
    events = len(service.store.read_all(stream(table)))

    loop.read()
    assert (prompt.prepared.count(stream(table)), place(prompt)) == (events, before)
    loop.read()
    loop.apply()

    assert prompt.prepared.count(stream(table)) == events
    assert place(prompt) > before


def test_the_prompt_follower_waits_for_redis_without_the_others(api: Api, service: Service):
    prompt, other = Seen(service, "of-redis"), Seen(service, "of-postgres")
    loop = looping(service, other, prompt=prompt)
    before, prepare = place(prompt), prompt.work_of
    table, _ = started_table(api)

    def without_redis(_: Sequence[LoggedEvent]) -> Work:
        raise redis.ConnectionError("gone")

    prompt.work_of = without_redis  # type: ignore[method-assign]
    follow(loop)
    assert stream(table) in other.applied
    assert place(prompt) == before

    prompt.work_of = prepare  # type: ignore[method-assign]
    loop.pauses = FollowerPauses()
    follow(loop)
    assert prompt.prepared.count(stream(table)) == len(service.store.read_all(stream(table)))
    assert place(prompt) == place(other)
