"""Migrations: numbered SQL files, applied in order. Each runs once, in its own transaction."""

import re
import time
from collections.abc import Sequence
from importlib.resources import files
from typing import NamedTuple

import psycopg
from psycopg import sql

# The number of the advisory lock of all processes that migrate.
_LOCK = 7_353_645_241


class Patience(NamedTuple):
    """How a step waits for its locks: the seconds of an attempt, the number of attempts, the seconds between them."""

    lock_wait_s: int = 2
    attempts: int = 30
    pause_s: float = 1.0


PATIENCE = Patience()


class Migration(NamedTuple):
    """One step of the schema."""

    number: int
    name: str
    text: str


class CannotMigrate(Exception):
    """This release cannot update the schema of the database."""


def migrations() -> list[Migration]:
    """Returns all steps, in order."""
    found = []
    for file in files(__package__).iterdir():
        named = re.fullmatch(r"(\d{4})_(\w+)\.sql", file.name)
        if named:
            found.append(Migration(int(named[1]), named[2], file.read_text()))
    return sorted(found)


def migrate(
    connection: psycopg.Connection,
    role: str,
    steps: Sequence[Migration] | None = None,
    patience: Patience = PATIENCE,
) -> list[Migration]:
    """Updates the schema. Safe to repeat, and safe to run in several processes at once.

    Args:
        connection: connection in autocommit mode, for a user who may create schemas and roles.
        role: role of the processes. It is created if it does not exist.
        steps: the steps of the schema; by default, those of this release.
        patience: how a step waits for its locks.

    Returns:
        The steps that were applied.

    Raises:
        CannotMigrate: the database has steps unknown to this release, or others hold a lock that a step needs.
    """
    steps = migrations() if steps is None else steps
    connection.execute("SELECT pg_advisory_lock(%s)", [_LOCK])
    try:
        connection.execute("CREATE SCHEMA IF NOT EXISTS shengji")
        connection.execute(
            "CREATE TABLE IF NOT EXISTS shengji.migration (number integer PRIMARY KEY, name text NOT NULL,"
            " applied_at timestamptz NOT NULL DEFAULT now())"
        )
        applied = check_not_newer(connection, steps)
        missing = [step for step in steps if step.number not in applied]
        for step in missing:
            _apply(connection, step, patience)
        _grant(connection, role)
    finally:
        connection.execute("SELECT pg_advisory_unlock(%s)", [_LOCK])
    return missing


def check_not_newer(connection: psycopg.Connection, steps: Sequence[Migration]) -> set[int]:
    """Returns the numbers of the applied steps. Raises `CannotMigrate` if `steps` lacks one of them."""
    applied = {number for (number,) in connection.execute("SELECT number FROM shengji.migration").fetchall()}
    unknown = applied - {step.number for step in steps}
    if unknown:
        raise CannotMigrate(f"the database is newer than this program: it has migrations {sorted(unknown)}")
    return applied


def _apply(connection: psycopg.Connection, step: Migration, patience: Patience) -> None:
    """Applies a step while processes run. Raises `CannotMigrate` if others hold its locks for too long."""
    for _ in range(patience.attempts):
        try:
            with connection.transaction():
                # A statement that waits for a table blocks all others meanwhile.
                connection.execute(
                    sql.SQL("SET LOCAL lock_timeout = {}").format(sql.Literal(f"{patience.lock_wait_s}s"))
                )
                connection.execute(step.text.encode())
                connection.execute(
                    "INSERT INTO shengji.migration (number, name) VALUES (%s, %s)", [step.number, step.name]
                )
        except (psycopg.errors.LockNotAvailable, psycopg.errors.DeadlockDetected):
            time.sleep(patience.pause_s)
        else:
            return
    raise CannotMigrate(
        f"{step.number:04d} {step.name} was not applied, because other sessions hold its locks: end long transactions,"
        " such as dumps, and try again"
    )


def _grant(connection: psycopg.Connection, role: str) -> None:
    """Creates the role of the processes and grants its privileges.

    It may read and append events, but not change them.
    """
    known = connection.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [role]).fetchone()
    name = sql.Identifier(role)
    with connection.transaction():
        if not known:
            connection.execute(sql.SQL("CREATE ROLE {} NOLOGIN").format(name))
        connection.execute(sql.SQL("GRANT {} TO CURRENT_USER").format(name))
        for grant in _GRANTS:
            connection.execute(sql.SQL(grant).format(role=name))
        grant_read_models(connection, "shengji_read", role)


_GRANTS = (
    "GRANT USAGE ON SCHEMA shengji TO {role}",
    "GRANT SELECT, INSERT ON shengji.event TO {role}",
    "GRANT SELECT ON shengji.migration TO {role}",
    "GRANT USAGE ON SEQUENCE shengji.event_position, shengji.work_mark TO {role}",
    "GRANT SELECT, INSERT, UPDATE, DELETE ON shengji.head, shengji.subscription, shengji.view_snapshot TO {role}",
    "GRANT SELECT, INSERT, UPDATE, DELETE ON shengji.set_aside TO {role}",
    "GRANT SELECT, INSERT, UPDATE, DELETE ON shengji.player, shengji.token TO {role}",
    "GRANT SELECT, INSERT, UPDATE ON shengji.world TO {role}",
    "GRANT SELECT, INSERT, UPDATE, DELETE ON shengji.tournament_work TO {role}",
    "GRANT SELECT, INSERT, UPDATE, DELETE ON shengji.tournament_at_a_stand TO {role}",
    "GRANT SELECT, INSERT, UPDATE, DELETE ON shengji.league_work TO {role}",
    "GRANT SELECT, INSERT, UPDATE, DELETE ON shengji.registration TO {role}",
    "GRANT SELECT, INSERT, DELETE ON shengji.account_event TO {role}",
    "GRANT SELECT, INSERT, UPDATE, DELETE ON shengji.webhook, shengji.delivery, shengji.delivery_attempt TO {role}",
    "GRANT SELECT, INSERT, UPDATE ON shengji.attempt_count TO {role}",
    "GRANT SELECT, INSERT, UPDATE, DELETE ON shengji.login, shengji.oauth_client, shengji.oauth_grant TO {role}",
    "GRANT SELECT, INSERT, UPDATE, DELETE ON shengji.oauth_refresh, shengji.oauth_code, shengji.oauth_device TO {role}",
    "GRANT SELECT, INSERT, UPDATE, DELETE ON shengji.availability, shengji.vacation TO {role}",
    "GRANT SELECT, INSERT, UPDATE, DELETE ON shengji.inbox_mark TO {role}",
    "GRANT SELECT, INSERT, UPDATE, DELETE ON shengji.mailbox, shengji.mail, shengji.mail_code TO {role}",
    "GRANT SELECT, INSERT, UPDATE, DELETE ON shengji.mail_asked, shengji.mail_server, shengji.reminder TO {role}",
    "GRANT SELECT, INSERT, UPDATE ON shengji.mail_count TO {role}",
    "GRANT SELECT, INSERT, UPDATE, DELETE ON shengji.sandbox_mailbox, shengji.sandbox_mail TO {role}",
    "GRANT SELECT, INSERT, UPDATE, DELETE ON shengji.invitation, shengji.invitation_use TO {role}",
    "GRANT SELECT, INSERT, UPDATE, DELETE ON shengji.meeting, shengji.seek, shengji.seek_table TO {role}",
    "GRANT SELECT, INSERT, UPDATE, DELETE ON shengji.matching TO {role}",
    "GRANT SELECT ON shengji.open_seek TO {role}",
    "GRANT SELECT, INSERT, UPDATE, DELETE ON shengji.chat_room, shengji.chat_message, shengji.chat_reader TO {role}",
    "GRANT SELECT, INSERT, UPDATE, DELETE ON shengji.note, shengji.block, shengji.report, shengji.silence TO {role}",
    "GRANT SELECT, INSERT, UPDATE ON shengji.moderation_action TO {role}",
    "GRANT SELECT, INSERT, UPDATE ON shengji.board, shengji.board_match, shengji.board_play TO {role}",
    "GRANT SELECT, INSERT, UPDATE, DELETE ON shengji.tournament_template, shengji.rehearsal TO {role}",
    "GRANT SELECT, INSERT, UPDATE, DELETE ON shengji.passkey, shengji.preference TO {role}",
    "GRANT SELECT, INSERT, UPDATE, DELETE ON shengji.hand_analysis, shengji.judged_decision TO {role}",
    "GRANT SELECT, INSERT ON shengji.puzzle TO {role}",
    "GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA shengji TO {role}",
)


def grant_read_models(connection: psycopg.Connection, schema: str, role: str) -> None:
    """Grants the role of the processes access to the read models in a schema."""
    names = {"schema": sql.Identifier(schema), "role": sql.Identifier(role)}
    connection.execute(sql.SQL("GRANT USAGE ON SCHEMA {schema} TO {role}").format(**names))
    connection.execute(
        sql.SQL("GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA {schema} TO {role}").format(**names)
    )
