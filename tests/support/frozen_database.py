"""A database with a fixed time and fixed random values, so that tests can compare the outputs of two runs."""

import psycopg

from service.platform.store.database import Database
from tests.support.stored import STANDING

_FUNCTIONS = ("now", "statement_timestamp", "clock_timestamp", "transaction_timestamp")
_SCHEMA = "standing"
_NUMBERED = {
    "delivery": "NEW.webhook_id, NEW.number",
    "mail": "NEW.player_id, NEW.kind, NEW.number, NEW.until",
}
"""The tables whose ids the database generates, and the columns from which this module derives them."""


def heed_frozen_time(configure: object = Database._configure) -> object:
    """Returns a `Database._configure` whose connections find the functions of `stop_time_and_chance` first."""

    def configured(self: Database, connection: psycopg.Connection) -> None:
        configure(self, connection)  # type: ignore[operator]
        connection.execute(f"SET search_path = {_SCHEMA}, pg_catalog, {self._read_schema}")

    return configured


def stop_time_and_chance(owner: psycopg.Connection) -> None:
    """Fixes the time and the random numbers of a database, and derives generated ids from their rows."""
    owner.execute(f"CREATE SCHEMA {_SCHEMA}")
    owner.execute(f"GRANT USAGE ON SCHEMA {_SCHEMA} TO shengji_app")
    for name in _FUNCTIONS:
        owner.execute(
            f"CREATE FUNCTION {_SCHEMA}.{name}() RETURNS timestamptz LANGUAGE sql STABLE AS $$ SELECT {STANDING} $$"
        )
    owner.execute(
        f"CREATE FUNCTION {_SCHEMA}.random() RETURNS double precision LANGUAGE sql STABLE AS $$ SELECT 0.5::float8 $$"
    )
    for table, named_by in _NUMBERED.items():
        owner.execute(
            f"CREATE FUNCTION {_SCHEMA}.{table}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
            f" NEW.id := split_part(NEW.id, '_', 1) || '_' || upper(substr(md5(concat_ws(' ', {named_by})), 1, 26));"
            " RETURN NEW; END $$"
        )
        owner.execute(
            f"CREATE TRIGGER standing BEFORE INSERT ON shengji.{table}"
            f" FOR EACH ROW EXECUTE FUNCTION {_SCHEMA}.{table}()"
        )
    for schema, table, column in owner.execute(
        "SELECT table_schema, table_name, column_name FROM information_schema.columns"
        " WHERE table_schema IN ('shengji', 'shengji_read') AND column_default ~ '(now|_timestamp)\\(\\)$'"
    ).fetchall():
        owner.execute(f"ALTER TABLE {schema}.{table} ALTER COLUMN {column} SET DEFAULT {STANDING}")
