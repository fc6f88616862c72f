"""Read models: lists and turns follow the log and are the same after a rebuild."""

import psycopg
import pytest

from service.platform.store.checkpoints import CheckpointConflict
from service.platform.store.checks import check_store
from service.platform.store.database import DatabaseUnavailable
from service.platform.store.event_store import LogPlace
from service.platform.store.sql import QUERIES
from service.platform.store.subscription import Subscription
from service.processes.rebuild import MOST_FAILURES, NEXT_SCHEMA, follow_to_end, rebuild
from service.tables.projections import TablesProjection
from tests.support.api import Api, User, started_table
from tests.support.play import play_commands


@pytest.fixture
def projection(service) -> TablesProjection:
    return TablesProjection(service.database, service.store)


def _catch_up(projection: TablesProjection) -> None:
    while projection.catch_up():
        pass


def _rows(service) -> list[tuple]:
    with service.database.session() as connection:
        tables = connection.execute("SELECT t::text FROM table_summary AS t ORDER BY id").fetchall()
        turns = connection.execute("SELECT t::text FROM turn AS t ORDER BY player_id, table_id, seat").fetchall()
    return [*tables, *turns]


def _listed(user: User, query: str = "") -> list[dict]:
    found, cursor = [], ""
    while True:
        page = user.get(f"/v1/tables?limit=3{query}{cursor}").json
        found += page["tables"]
        if page["next_cursor"] is None:
            return found
        cursor = f"&cursor={page['next_cursor']}"


def test_listed_tables_are_in_the_list_and_unlisted_ones_only_for_their_players(api: Api, projection):
    host, stranger = api.sign_up(), api.sign_up()
    listed, unlisted = host.open_table(), host.open_table(listed=False)
    _catch_up(projection)

    assert listed in {table["id"] for table in _listed(stranger)}
    assert unlisted not in {table["id"] for table in _listed(stranger)}
    assert {listed, unlisted} <= {table["id"] for table in _listed(host, "&mine=true")}
    assert _listed(stranger, "&mine=true") == []
    assert stranger.get(f"/v1/tables/{unlisted}").status_code == 200


def test_the_list_is_paginated_newest_first_without_gap_or_repeat(api: Api, projection):
    host = api.sign_up()
    opened = [host.open_table() for _ in range(8)]
    _catch_up(projection)

    found = [table["id"] for table in _listed(host, "&mine=true")]

    assert found == sorted(opened, reverse=True)


def test_tables_are_found_by_status_and_free_seats(api: Api, projection):
    table, players = started_table(api)
    waiting = players[0].open_table()
    cancelled = players[0].open_table()
    players[0].command(cancelled, "cancel")
    _catch_up(projection)

    mine = {
        status: {each["id"] for each in _listed(players[0], f"&mine=true&status={status}")}
        for status in ("open", "playing", "finished", "cancelled")
    }
    assert mine == {"open": {waiting}, "playing": {table}, "finished": set(), "cancelled": {cancelled}}
    assert {each["id"] for each in _listed(players[0], "&mine=true&free_seats=true&status=open")} == {waiting}


def test_a_summary_contains_what_a_player_needs_before_sitting_down(api: Api, projection):
    host = api.sign_up()
    table = host.open_table(options={"initial_level": "8"}, hands=3)
    host.command(table, "seat_bot", seat=2, bot="random")
    _catch_up(projection)

    [summary] = _listed(host, "&mine=true")

    assert summary["rules"]["profile"] == "zhang-2021"
    assert summary["rules"]["options"]["initial_level"] == "8"
    assert summary["hands"] == 3
    assert [seat["bot"] for seat in summary["seats"]] == [None, None, "random", None]


def test_a_turn_is_listed_only_for_the_player_who_is_to_move(api: Api, projection):
    table, players = started_table(api)
    for _ in range(5):
        _catch_up(projection)
        asked = players[0].view(table)["asked"][0]
        for seat, player in enumerate(players):
            turns = player.get("/v1/me/turns").json
            assert turns["count"] == (seat == asked["seat"])
            assert [(turn["table"], turn["seat"], turn["what"]) for turn in turns["turns"]] == (
                [(table, seat, asked["what"])] if seat == asked["seat"] else []
            )
        play_commands(table, players, commands=1)


def test_turns_of_several_tables_are_ordered_by_waiting_time(api: Api, projection):
    players = [api.sign_up() for _ in range(4)]
    tables = []
    for _ in range(3):
        table = players[0].open_table(options={"first_drawer_method": "random"})
        for seat, player in enumerate(players):
            player.command(table, "sit", seat=seat)
        players[0].command(table, "start")
        tables.append(table)
    _catch_up(projection)

    waiting = [player.get("/v1/me/turns").json for player in players]

    assert sum(turns["count"] for turns in waiting) == 3
    for turns in waiting:
        times = [turn["since"] for turn in turns["turns"]]
        assert times == sorted(times)
    assert {turn["table"] for turns in waiting for turn in turns["turns"]} == set(tables)


def test_processing_the_log_again_changes_nothing(api: Api, service, projection):
    table, players = started_table(api)
    play_commands(table, players, commands=10)
    _catch_up(projection)
    before = _rows(service)

    subscription = Subscription(service.database, service.store, "tables")
    subscription.move(subscription.checkpoint(), LogPlace(0, 0))
    _catch_up(projection)

    assert _rows(service) == before


@pytest.mark.slow
def test_rebuilt_equals_live(api: Api, service, projection, database_url: str):
    table, players = started_table(api, hands=1)
    play_commands(table, players, commands=200)
    started_table(api)
    _catch_up(projection)
    live = _rows(service)
    told: list[tuple[int, int]] = []

    count, lacking = rebuild(database_url, "shengji_app", lambda done, of: told.append((done, of)))

    assert _rows(service) == live
    assert count == told[-1][0] == told[-1][1] > 0
    assert lacking == ()
    assert projection.catch_up() == 0, "the rebuilt models have the checkpoint of the live ones"


def test_the_projection_continues_after_a_rebuild(api: Api, projection, database_url: str):
    rebuild(database_url, "shengji_app", lambda *_: None)
    host = api.sign_up()
    table = host.open_table()
    _catch_up(projection)

    assert [each["id"] for each in _listed(host, "&mine=true")] == [table]


def test_an_interrupted_rebuild_keeps_the_old_models_and_starts_again(api: Api, service, projection, database_url):
    started_table(api)
    _catch_up(projection)
    live = _rows(service)

    def break_off(*_: int) -> None:
        raise RuntimeError("the process dies")

    with pytest.raises(RuntimeError, match="dies"):
        rebuild(database_url, "shengji_app", break_off)
    assert _rows(service) == live
    with psycopg.connect(database_url, autocommit=True) as owner:
        assert owner.execute("SELECT to_regnamespace(%s)", [NEXT_SCHEMA]).fetchone() != (None,)

    rebuild(database_url, "shengji_app", lambda *_: None)
    assert _rows(service) == live


class Interrupted(TablesProjection):
    """A projection that loses its connection several times in a row at its first batch."""

    def __init__(self, service, failures: int) -> None:
        super().__init__(service.database, service.store, "interrupted")
        self.failures = failures

    def catch_up(self) -> int:
        if self.failures:
            self.failures -= 1
            raise DatabaseUnavailable("terminating connection due to idle-in-transaction timeout")
        return super().catch_up()


def test_a_rebuild_repeats_a_batch_whose_connection_was_lost(api: Api, service):
    api.sign_up().open_table()
    interrupted = Interrupted(service, MOST_FAILURES - 1)
    follow_to_end(interrupted)
    assert interrupted.catch_up() == 0

    lost = Interrupted(service, MOST_FAILURES)
    with pytest.raises(DatabaseUnavailable):
        follow_to_end(lost)
    assert lost.failures == 0


def test_a_second_follower_never_moves_a_checkpoint_back(service):
    one = Subscription(service.database, service.store, "test-followers")
    other = Subscription(service.database, service.store, "test-followers")
    start = one.checkpoint()
    assert other.checkpoint() == start
    one.move(start, LogPlace(10, 10))
    done: list[str] = []

    with pytest.raises(CheckpointConflict):
        other.move(start, LogPlace(5, 5), lambda _: done.append("work"))

    assert one.checkpoint() == LogPlace(10, 10)


def test_the_work_of_a_batch_is_rolled_back_when_the_checkpoint_cannot_move(service):
    follower = Subscription(service.database, service.store, "test-undone")
    start = follower.checkpoint()
    follower.move(start, LogPlace(3, 3))

    with pytest.raises(CheckpointConflict):
        follower.move(start, LogPlace(4, 4), lambda run: run("add_subscription", {"name": "must not stay"}))

    assert service.database.run("checkpoint", {"name": "must not stay"}) == []


def test_every_head_equals_the_fold_of_its_events(api: Api, service):
    table, players = started_table(api, hands=1)
    play_commands(table, players, commands=60)

    assert check_store(service.database, lambda *_: None) == []


def test_a_wrong_head_is_detected(api: Api, service):
    table, _ = started_table(api)
    with service.database.session() as connection:
        connection.execute(
            "UPDATE shengji.head SET state = jsonb_set(state::jsonb, '{host}', '\"ply_wrong\"')::json"
            " WHERE stream = $1",
            [f"table-{table}"],
        )

    wrong = check_store(service.database, lambda *_: None)

    assert len(wrong) == 1
    assert table in wrong[0]


def test_a_head_of_another_state_revision_is_refolded(api: Api, service, another_process: Api):
    table, players = started_table(api)
    before = players[0].view(table)
    with service.database.session() as connection:
        connection.execute(
            "UPDATE shengji.head SET state = '{}', state_revision = 0 WHERE stream = $1", [f"table-{table}"]
        )

    elsewhere = [User(another_process, player.id, player.token) for player in players]
    mover = elsewhere[before["asked"][0]["seat"]]

    assert mover.command(table, "pass").status_code == 200
    assert check_store(service.database, lambda *_: None)[:1] != [table]
    assert elsewhere[0].view(table)["version"] == before["version"] + 1


def test_an_unreadable_table_does_not_remove_others_from_the_lists(api: Api, service, projection):
    broken, _ = started_table(api)
    healthy, players = started_table(api)
    with service.database.session() as connection:
        connection.execute("UPDATE shengji.head SET state = '{}' WHERE stream = $1", [f"table-{broken}"])

    _catch_up(projection)

    assert [each["id"] for each in players[0].get("/v1/tables?mine=true").json["tables"]] == [healthy]
    with service.database.session() as connection:
        connection.execute("UPDATE shengji.head SET state_revision = 0 WHERE stream = $1", [f"table-{broken}"])


def test_summaries_of_the_same_version_are_rewritten_when_the_log_is_replayed(api: Api, service, projection):
    table = api.sign_up().open_table()
    _catch_up(projection)
    [before] = [row for row in _rows(service) if table in row[0]]
    with service.database.session() as connection:
        connection.execute(
            "UPDATE table_summary SET summary = '{}', world = NULL, listed = false WHERE id = $1", [table]
        )
        connection.execute("UPDATE shengji.subscription SET transaction = 0, position = 0 WHERE name = 'tables'")

    _catch_up(projection)

    assert before in _rows(service)


@pytest.mark.parametrize("name", ["list_tables", "list_tables_in_sandbox", "due_reminders", "due_reminders_in_sandbox"])
def test_listed_and_due_tables_are_found_by_an_index_per_sandbox(service, name: str):
    some = {"sandbox": "w", "before": "z", "status": None, "free": False, "limit": 10, "now": None}
    with service.database.session() as connection, connection.transaction():
        for other in ("seqscan", "sort", "bitmapscan"):
            connection.execute(f"SET LOCAL enable_{other} = off")
        statement = QUERIES[name]
        arguments = [some[each] for each in statement.arguments]
        plan = connection.execute(b"EXPLAIN (COSTS OFF) " + statement.text, arguments).fetchall()

    lines = [line.strip() for (line,) in plan]
    assert any("Index Scan" in line for line in lines)
    assert not any("world" in line for line in lines if line.startswith("Filter:")), lines
