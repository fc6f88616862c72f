"""`shengji db` and `shengji projections`: maintenance of the database."""

import psycopg
import pytest

from tests.support.api import Api, started_table
from tests.support.play import play_commands


@pytest.fixture(autouse=True)
def _addresses(monkeypatch: pytest.MonkeyPatch, shengji, settings) -> None:
    monkeypatch.setenv("DATABASE_URL", settings.database_url)
    monkeypatch.setenv("REDIS_URL", settings.redis_url)


def test_a_migrated_database_is_unchanged_by_another_run(shengji):
    assert shengji("db", "migrate").stdout == "the schema is up to date\n"


def test_a_fault_in_the_store_is_found(shengji, api: Api, settings):
    table, players = started_table(api)
    play_commands(table, players, commands=3)
    assert shengji("db", "check").stdout == "no faults\n"

    stream = f"table-{table}"
    for fault in (
        "UPDATE shengji.head SET version = version + 1 WHERE stream = %s",
        "UPDATE shengji.head SET version = version - 2 WHERE stream = %s",
        "UPDATE shengji.head SET asked = '[]' WHERE stream = %s",
        "UPDATE shengji.head SET state = '{}' WHERE stream = %s",
        "DELETE FROM shengji.head WHERE stream = %s",
    ):
        with psycopg.connect(settings.database_url, autocommit=True) as connection:
            connection.execute(fault, [stream])
        checked = shengji("db", "check")
        assert checked.exit_code == 1, fault
        assert stream in checked.stderr
        refolded = shengji("db", "refold")
        assert refolded.stdout == f"{stream}\n1 heads were folded again\n", fault
        assert shengji("db", "check").stdout == "no faults\n"
    play_commands(table, players, commands=3)


def test_transaction_ids_out_of_order_are_found(shengji, api: Api, settings):
    table, _ = started_table(api)
    stream = f"table-{table}"
    with psycopg.connect(settings.database_url, autocommit=True) as connection:
        connection.execute("ALTER TABLE shengji.event DISABLE TRIGGER event_is_append_only")
        connection.execute(
            "UPDATE shengji.event SET transaction = transaction + 9 WHERE stream = %s AND version = 2", [stream]
        )
        checked = shengji("db", "check")
        connection.execute(
            "UPDATE shengji.event SET transaction = transaction - 9 WHERE stream = %s AND version = 2", [stream]
        )
        connection.execute("ALTER TABLE shengji.event ENABLE TRIGGER event_is_append_only")

    assert checked.exit_code == 1
    assert f"{stream}: its transaction ids are not in order" in checked.stderr


def test_read_models_are_rebuilt(shengji, api: Api, service):
    table, _ = started_table(api)

    rebuilt = shengji("projections", "rebuild")

    assert rebuilt.exit_code == 0, rebuilt.stderr
    assert rebuilt.stdout.startswith("rebuilt for ")
    assert table in {each["id"] for each in api.sign_up().get("/v1/tables?status=playing&limit=100").json["tables"]}


def test_a_restored_database_gets_its_base(shengji):
    assert shengji("db", "restored").stdout.startswith("new events have transaction ids from ")


def test_an_unreachable_database_is_an_error(shengji, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("DATABASE_URL", "postgresql://nobody@127.0.0.1:1/nothing")

    for command in (["db", "migrate"], ["db", "restored"], ["projections", "rebuild"]):
        failed = shengji(*command)
        assert failed.exit_code == 1
        assert "127.0.0.1" in failed.stderr
        assert isinstance(failed.exception, SystemExit)
