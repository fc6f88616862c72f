"""The generated store of `shengji bench store` is valid: everything works on it as on one that was played."""

import pytest
from psycopg import Connection, connect
from psycopg.rows import scalar_row
from rich.progress import Progress

from domain.kernel.players import PlayerId
from service.accounts.handlers import SCOPES
from service.cli.verify import verified_record
from service.platform.settings import Settings
from service.platform.store.checks import check_store
from service.processes.rebuild import _FOLLOWERS, _TABLES
from service.processes.scheduler import followers_of
from service.wiring import Service
from tests.bench.large_store import Filled, Filling
from tests.support.api import Api, User
from tests.support.play import legal_command

COMMANDS = 2000


# The matches of the store are played first, which takes long.
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def filled(service: Service, settings: Settings) -> Filled:
    with Progress(disable=True) as progress:
        return Filling(service, settings.database_url, progress).fill(COMMANDS, matches=10)


@pytest.fixture
def owner(settings: Settings, filled: Filled):
    with connect(settings.database_url, autocommit=True) as connection:
        yield connection


def _read_models(owner: Connection) -> dict[str, list[str]]:
    """Returns the rows of all read models as text."""
    rows = {}
    for name in _TABLES:
        statement = f"SELECT to_jsonb(t)::text FROM shengji_read.{name} AS t ORDER BY 1"
        rows[name] = owner.cursor(row_factory=scalar_row).execute(statement).fetchall()
    return rows


def _user(api: Api, service: Service, player: str) -> User:
    return User(api, player, service.accounts.make_token(PlayerId(player), "test", sorted(SCOPES), None)[1])


def _tables(owner: Connection, status: str) -> list[tuple[str, int, str, int]]:
    """Returns the tables in a state: id, version, a person who sits there, and the seat."""
    return owner.execute(
        "SELECT DISTINCT ON (s.id) s.id, s.version, e.data->>'player', (e.data->>'seat')::int"
        " FROM shengji_read.table_summary AS s JOIN shengji.event AS e ON e.stream = 'table-' || s.id"
        " WHERE s.status = %s AND e.type = 'seat_taken' AND e.data->>'bot' IS NULL ORDER BY s.id, e.version",
        [status],
    ).fetchall()


def test_the_store_has_the_commands_and_no_faults(service: Service, filled: Filled, owner: Connection):
    count = "SELECT count(command_id), count(*), count(DISTINCT stream), count(DISTINCT transaction) FROM shengji.event"

    assert owner.execute(count).fetchall() == [(filled.commands, filled.events, filled.tables, filled.commands)]
    assert filled.commands >= COMMANDS
    assert check_store(service.database, lambda *_: None) == []


def test_times_follow_the_log_and_end_in_the_past(owner: Connection):
    wrong = owner.execute(
        "SELECT count(*) FROM (SELECT recorded_at < lag(recorded_at) OVER (ORDER BY transaction, position)"
        " OR recorded_at > now() AS wrong FROM shengji.event) AS e WHERE wrong"
    ).fetchall()

    assert wrong == [(0,)]


def test_no_id_of_a_match_is_left_in_its_copies(owner: Connection):
    left = owner.execute(
        "SELECT count(*) FROM shengji.event WHERE concat(stream, data, metadata) ~ '(ply|tbl)_0000000000'"
        " OR data->>'at' IS NOT NULL AND abs(extract(epoch FROM (data->>'at')::timestamptz - recorded_at)) > 0.001"
    ).fetchall()

    assert left == [(0,)]


def test_followers_derive_the_same_read_models_from_the_log_as_the_rebuild(service: Service, owner: Connection):
    rebuilt = _read_models(owner)
    owner.execute(f"TRUNCATE {', '.join(f'shengji_read.{name}' for name in _TABLES)}")
    owner.execute("DELETE FROM shengji.subscription WHERE name = ANY(%s)", [list(_FOLLOWERS)])

    for follower in followers_of(service):
        while follower.catch_up():
            pass

    assert _read_models(owner) == rebuilt
    assert len(rebuilt["table_summary"]) > 5
    assert rebuilt["reliability"]


def test_players_see_their_tables_and_records_verify(api: Api, service: Service, owner: Connection):
    finished = _tables(owner, "finished")
    for table, version, player, seat in finished:
        user = _user(api, service, player)
        view = user.view(table)
        assert view["version"] == version
        assert view["you"] == seat, sorted(view)
        assert len(user.get(f"/v1/tables/{table}/events?limit=1000").json["events"]) == min(version, 1000)
        verified = verified_record(user.get(f"/v1/tables/{table}/record").data)
        assert verified.hands
        assert not verified.disagreements

    assert len(finished) > 3


def test_players_play_on_where_a_table_is_under_way(api: Api, service: Service, owner: Connection):
    playing = _tables(owner, "playing")
    for table, *_ in playing:
        asked = service.tables.newest(table).table
        first = asked.game.asked(asked.match)[0].seat
        user = _user(api, service, asked.seats[first].player)
        body, key = legal_command(user, table), {"Idempotency-Key": f"on-{table}"}
        made = user.post(f"/v1/tables/{table}/commands", body, headers=key)
        assert made.status_code == 200, made.text
        again = user.post(f"/v1/tables/{table}/commands", body, headers=key)
        assert again.json["events"] == made.json["events"]

    assert playing
    assert check_store(service.database, lambda *_: None) == []


def test_a_command_of_a_copy_is_known_by_its_id(service: Service, owner: Connection):
    rows = owner.execute(
        "SELECT command_id, stream, version, lead(version) OVER (PARTITION BY stream ORDER BY version) - 1"
        " FROM shengji.event WHERE command_id IS NOT NULL"
    ).fetchall()
    for command_id, stream, first, last in rows[:: len(rows) // 50]:
        known = service.store.earlier_append(command_id)
        assert known is not None
        assert (known.stream, known.first_version) == (stream, first)
        assert last is None or known.version == last
