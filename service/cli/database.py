"""The maintenance commands of the database: the group `db`, and `projections rebuild`."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

import click
import psycopg
from rich.table import Table as Grid

from domain.kernel.newer_release import NewerRelease
from service.cli.failures import Failed, complain, settings_or_fail
from service.cli.parts import service_or_fail
from service.cli.terminal import OUT, progress_bar
from service.platform.keys import new_key
from service.platform.settings import Settings
from service.platform.store.archive import CannotArchive, archive
from service.platform.store.checks import check_store, refold
from service.platform.store.database import Database, DatabaseUnavailable
from service.platform.store.migrations import CannotMigrate, migrate
from service.platform.store.restored import put_feed_base
from service.platform.store.vault import NoKey, WrongKey, seal
from service.processes.rebuild import SetAside
from service.processes.rebuild import rebuild as rebuild_read_models
from service.wiring import rating_rules


def _with_database() -> Settings:
    settings = settings_or_fail()
    if not settings.database_url:
        raise Failed("set DATABASE_URL to the address of the database")
    return settings


@contextmanager
def _failing() -> Iterator[None]:
    """Turns errors of the database into a failure of the command, with the same message."""
    try:
        yield
    except (CannotArchive, CannotMigrate, DatabaseUnavailable, NewerRelease, NoKey, WrongKey, psycopg.Error) as error:
        raise Failed(str(error).strip()) from error


def _over_all_streams(work: Callable[[Database, Callable[[int, int], None]], list[str]]) -> list[str]:
    """Runs the work on all streams with a progress bar, and returns its findings."""
    _with_database()
    service = service_or_fail()
    with _failing(), progress_bar() as bar:
        task = bar.add_task("streams", total=None)
        found = work(service.database, lambda done, of: bar.update(task, completed=done, total=of))
    service.close()
    return found


@click.group()
def db() -> None:
    """Maintain the database. Needs DATABASE_URL with a user who owns the schema."""


@db.command("migrate")
def db_migrate() -> None:
    """Update the schema. Safe to repeat, and safe to run in several processes at once."""
    settings = _with_database()
    with _failing(), psycopg.connect(settings.database_url, autocommit=True) as connection:
        applied = migrate(connection, settings.database_role)
    for step in applied:
        OUT.print(f"applied {step.number:04d} {step.name}")
    OUT.print("the schema is up to date")


@db.command("check")
def db_check() -> None:
    """Check the store: versions without gaps, heads that equal their folded events, and transaction ids in order."""
    wrong = _over_all_streams(check_store)
    for each in wrong:
        complain(each)
    if wrong:
        raise Failed(f"{len(wrong)} faults")
    OUT.print("no faults")


@db.command("refold")
def db_refold() -> None:
    """Fold all missing and wrong heads again. `db check` lists them."""
    mended = _over_all_streams(refold)
    for stream in mended:
        OUT.print(stream, highlight=False)
    OUT.print(f"{len(mended)} heads were folded again")


@db.command("archive")
@click.option(
    "--before",
    type=click.DateTime(formats=["%Y-%m-%d"]),
    required=True,
    help="Move the events of streams without an event since this day (UTC).",
)
@click.option("--tablespace", help="Tablespace in which the archive is created (default: that of the database).")
def db_archive(before: datetime, tablespace: str | None) -> None:
    """Move old events to the table shengji.event_archive. They stay a part of the log. Safe while processes run."""
    settings = _with_database()
    day = before.replace(tzinfo=UTC)
    if day > datetime.now(UTC):
        raise Failed("--before: give a day that has begun, because streams in use must not move")
    with _failing(), psycopg.connect(settings.database_url, autocommit=True) as connection, progress_bar() as bar:
        task = bar.add_task("streams", total=None)
        moved = archive(
            connection,
            day,
            tablespace,
            lambda done, of: bar.update(task, completed=done, total=of),
        )
    OUT.print(f"moved {moved.events} events of {moved.streams} streams to the archive")


@db.command("restored")
def db_restored() -> None:
    """Run this after a dump was restored into another cluster. New events then sort after all old ones in the log."""
    settings = _with_database()
    with _failing(), psycopg.connect(settings.database_url, autocommit=True) as connection:
        base = put_feed_base(connection)
    OUT.print(f"new events have transaction ids from {base} on")


@db.command("new-key")
def db_new_key() -> None:
    """Print a new key for SECRETS_KEYS. It is not stored."""
    OUT.print(new_key(), highlight=False, soft_wrap=True)


@db.command("seal")
def db_seal() -> None:
    """Encrypt the secrets of webhooks with the first of SECRETS_KEYS, where they are not."""
    _with_database()
    service = service_or_fail()
    with _failing(), progress_bar() as bar:
        task = bar.add_task("webhooks", total=None)
        changed = seal(service.database, service.vault, lambda done, of: bar.update(task, completed=done, total=of))
    service.close()
    OUT.print(f"encrypted anew: {changed}")


@click.group()
def projections() -> None:
    """Maintain the read models."""


@projections.command("rebuild")
def projections_rebuild() -> None:
    """Rebuild the read models beside the current ones, then switch to the new ones.

    Streams that cannot be read are left out and listed. The command then ends with an error.
    """
    settings = _with_database()
    with _failing(), progress_bar() as bar:
        task = bar.add_task("tables", total=None)
        rebuilt = rebuild_read_models(
            settings.database_url,
            settings.database_role,
            lambda done, of: bar.update(task, completed=done, total=of),
            rating_rules(settings),
        )
    OUT.print(f"rebuilt for {rebuilt.tables} tables")
    if rebuilt.lacking:
        OUT.print(_lacking(rebuilt.lacking))
        streams = len({each.stream for each in rebuilt.lacking})
        raise Failed(
            f"the read models were rebuilt without {streams} streams that cannot be read. They are added automatically"
            " as soon as they can be read; `shengji db check` has details"
        )


def _lacking(lacking: Iterable[SetAside]) -> Grid:
    """Returns a table of the streams that the read models lack."""
    grid = Grid("stream", "read models", "from event", "error")
    for each in lacking:
        grid.add_row(each.stream, each.follower, str(each.version), each.error)
    return grid
