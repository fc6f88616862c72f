"""Intervals between moments do not depend on the time zone of the database server."""

from collections.abc import Iterator
from datetime import timedelta

import psycopg
import pytest
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict

from service.platform.store.database import Database


@pytest.fixture
def abroad(database_url: str) -> Iterator[Database]:
    """A database whose server has the time zone of New York."""
    name = sql.Identifier(str(conninfo_to_dict(database_url)["dbname"]))
    with psycopg.connect(database_url, autocommit=True) as owner:
        owner.execute(sql.SQL("ALTER DATABASE {} SET timezone = 'America/New_York'").format(name))
    database = Database(database_url, role="shengji_app")
    yield database
    database.close()
    with psycopg.connect(database_url, autocommit=True) as owner:
        owner.execute(sql.SQL("ALTER DATABASE {} RESET timezone").format(name))


def test_an_ambiguous_local_hour_counts_twice(abroad: Database):
    with abroad.session() as session:
        row = session.execute(
            "SELECT timestamptz '2027-11-07 04:30Z', timestamptz '2027-11-07 05:30Z', timestamptz '2027-11-07 06:30Z'"
        ).fetchone()

    assert row is not None
    before, summer, winter = row
    assert before < summer < winter
    assert (summer - before, winter - summer) == (timedelta(hours=1), timedelta(hours=1))
