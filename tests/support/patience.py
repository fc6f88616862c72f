"""Patience in the process of the tests, for machines that stand still for some seconds now and then.

The service serves others rather than wait: a transaction that rests is ended, nobody waits long for a connection, a
command is given up when others are always faster, a job makes way. In a test nobody else is waiting; there it would
only look as if something were refused, lost or left undone, whenever all stood still at that moment. Who proves one of
these limits sets it himself, or has it `AS_IT_IS`.
"""

import psycopg

from service.application import ledger, tables, tournaments
from service.jobs import deliver, mail
from service.store.database import Database

LONG_S = 60.0
MANY = 100
AS_IT_IS = Database._configure
"""How connections are set up where nobody is patient."""


def _configure(database: Database, connection: psycopg.Connection) -> None:
    AS_IT_IS(database, connection)
    connection.execute(f"SET idle_in_transaction_session_timeout = '{LONG_S:.0f}s'")


def pytest_configure() -> None:
    """Sets the limits; other processes keep theirs."""
    Database._configure = _configure  # type: ignore[method-assign]
    Database.__init__.__kwdefaults__["wait_s"] = LONG_S
    deliver.SHARE_S = mail.SHARE_S = LONG_S
    tables.PATIENCE_S = tournaments.PATIENCE_S = LONG_S
    tables.ATTEMPTS = ledger.ATTEMPTS = MANY
