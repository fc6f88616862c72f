"""The job of a sandbox whose clock was moved. It does what is due, one thing at a time, each at its due time.

In a rehearsal, the job moves the clock itself when nothing is due, see `Rehearsals`.

All tables, tournaments, series and leagues of a sandbox are processed together. So an event at one of them, such as the
start of a vacation or the end of a match, is known to the others from that time on. Due work is stored in PostgreSQL,
so a lost job is queued again.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import NamedTuple

from domain.kernel.instants import SECOND_MS, Instant, instant_of
from domain.kernel.players import PlayerId
from service.availability.ending_vacations import EndingVacations
from service.leagues import jobs as leagues
from service.leagues.events import STREAM_PREFIX as LEAGUES
from service.leagues.events import league_of
from service.leagues.projections import LeaguesProjection
from service.notifications.projections import AccountFeeds
from service.notifications.reminding import Reminding
from service.platform.queue.unreadable_streams import set_stream_aside_for_jobs
from service.platform.store.folding import UnreadableStream
from service.platform.store.follower import Follower
from service.platform.store.sql import QUERIES
from service.sandbox.mail import write_digest, write_mail
from service.series.events import STREAM_PREFIX as SERIES
from service.series.events import series_of
from service.tables.bot_turns import play_bot_moves
from service.tables.deadlines import apply_deadline
from service.tables.draw_ticks import tick_once
from service.tables.events import ENDS, table_of
from service.tables.projections import TablesProjection
from service.tournaments import jobs as tournaments
from service.tournaments.events import tournament_of
from service.tournaments.projections import TournamentsProjection
from service.wiring import Service
from service.worker_context import WorkerContext

PATIENCE_S = 2.0
"""Seconds that a job waits for another job of the same sandbox."""
POLL_EVERY_S = 0.01
DUE_NOW = ("bots", "tables of a tournament", "tournaments of a league")
"""Work that happens as soon as possible, not at a due time."""


def do_due_work(sandbox: str) -> int:
    """Does what is due in a sandbox, until nothing is left or the time limit of the job.

    Args:
        sandbox: id of the sandbox.

    Returns:
        The number of things done; 0 while another job works on the sandbox.
    """
    service = WorkerContext.service
    until = time.monotonic() + WorkerContext.service.limits.job_s
    [(has_mailboxes,)] = service.database.read("has_mailboxes", {"sandbox": sandbox})
    happened, reminds = 0, True
    projections, feeds = _projections(service), _feeds(service)
    waits_until = time.monotonic() + service.limits.sandbox_feeds_s
    with _sandbox_lock(service, sandbox) as is_locked:
        while is_locked:
            # One statement reads both the step and what has been recorded. With two, a reminder recorded between them
            # would be missed.
            due = _next_due(service, sandbox, has_mailboxes=has_mailboxes, reminds=reminds)
            if due is None:
                if not _is_continued(service, sandbox, projections, until):
                    break
                continue
            if time.monotonic() > until:
                WorkerContext.queue.put_due("sandbox", sandbox, f"{due.stream}-{due.version}-{instant_of(due.at)}-on")
                break
            if due.what not in DUE_NOW and not due.work_is_recorded:
                # Other work may come first: a tournament reacts when one of its tables ends, a league when one of its
                # tournaments ends.
                _caught_up(projections)
                continue
            # The account feeds create the reminders and mails that must precede this step.
            needs_feeds = due.what in ("time", "reminder") or (has_mailboxes and due.what not in DUE_NOW)
            if reminds and needs_feeds and not due.feeds_are_current:
                # If the feeds cannot catch up, this job continues without reminders.
                reminds = _caught_up(feeds) or time.monotonic() < waits_until
                continue
            try:
                happened += _do(service, sandbox, due, until)
            except UnreadableStream as error:
                set_stream_aside_for_jobs(service.database, error, due.stream)
            waits_until = time.monotonic() + service.limits.sandbox_feeds_s
    return happened


def _is_continued(service: Service, sandbox: str, projections: tuple[Follower, ...], until: float) -> bool:
    """Returns whether this job continues with the rehearsal of a sandbox in which nothing is due."""
    if not service.rehearsals.continue_at_rest(sandbox):
        return False
    if time.monotonic() > until:
        WorkerContext.queue.put_due("sandbox", sandbox, f"rehearsal-{int(until * SECOND_MS)}-on")
        return False
    _caught_up(projections)
    return True


class _DueStep(NamedTuple):
    """The next step in a sandbox, as `next_in_sandbox` returns it.

    Attributes:
        what: the kind of work.
        stream: the stream, player or mail that it is about.
        version: the version of the stream; 0 for players and mails.
        at: when it is due, by the clock of the sandbox.
        work_is_recorded: whether the projections have recorded all work for tournaments and leagues.
        feeds_are_current: whether the account feeds are up to date.
    """

    what: str
    stream: str
    version: int
    at: datetime
    work_is_recorded: bool
    feeds_are_current: bool


def _next_due(service: Service, sandbox: str, *, has_mailboxes: bool, reminds: bool) -> _DueStep | None:
    """Returns the next step, or `None` if nothing is due. Without `reminds`, reminders are left out."""
    arguments = {"sandbox": sandbox, "ends": list(ENDS), "has_mailboxes": has_mailboxes}
    steps = (_DueStep(*row) for row in service.database.read("next_in_sandbox", arguments))
    return next((step for step in steps if reminds or step.what != "reminder"), None)


def _do(service: Service, sandbox: str, due: _DueStep, until: float) -> int:
    """Does one piece of due work. Returns the number of effects; 0 if another process was faster."""
    what, stream, version, at, *_ = due
    match what:
        case "bots":
            table = table_of(stream)
            return play_bot_moves(service, service.tables.newest(table), table, until)
        case "reminder" | "mail" | "digest" | "warning":
            return _send_reminders(service, sandbox, due)
        case "vacation":
            return int(service.vacations.apply(PlayerId(stream), instant_of(at)))
        case "tables of a tournament":
            return tournaments.do_work(tournament_of(stream), until, instant_of(at))
        case "tournaments of a league":
            return leagues.do_work(league_of(stream), until, instant_of(at))
        case "tournament" | "series" | "league":
            happened = _go_on(service, stream, instant_of(at), until)
            if not happened:
                service.database.run("note_at_a_stand", {"stream": stream, "version": version, "sandbox": sandbox})
            return happened
        case "clock":
            return int(bool(tick_once(service, table_of(stream))))
        case _:
            return int(bool(apply_deadline(service, table_of(stream))))


def _send_reminders(service: Service, sandbox: str, due: _DueStep) -> int:
    """Sends the reminders that are due at a time, or writes one mail or digest. Returns their number."""
    what, its_id, _, at, *_ = due
    if what == "mail":
        return write_mail(its_id)
    if what == "digest":
        return write_digest(its_id, at)
    if what == "warning":
        return EndingVacations(service.database, service.notifier, service.mail).warn(sandbox, at)
    return Reminding(service.database, service.store, service.notifier, service.mail).send_due(sandbox, at)


def _go_on(service: Service, stream: str, now: Instant, until: float) -> int:
    """Does what is due in a tournament, series or league at a time. Returns the number of effects."""
    if stream.startswith(SERIES):
        return service.series_process.take_due_steps(series_of(stream), now, until)
    if stream.startswith(LEAGUES):
        return leagues.do_work(league_of(stream), until, now)
    return tournaments.do_work(tournament_of(stream), until, now)


def _projections(service: Service) -> tuple[Follower, ...]:
    """Returns the projections that record which tournaments and leagues have work."""
    return TournamentsProjection(service.database, service.store), LeaguesProjection(service.database, service.store)


def _feeds(service: Service) -> tuple[Follower, ...]:
    """Returns the account feeds and the lists of tables. The scheduler follows less often than a sandbox needs."""
    database, store = service.database, service.store
    feeds = AccountFeeds(database, store, service.notifier, service.mail, service.availability.calendars)
    return feeds, TablesProjection(database, store)


def _caught_up(followers: tuple[Follower, ...]) -> bool:
    """Lets followers apply new events. Returns false after a short pause if there are none."""
    if sum(each.catch_up() for each in followers):
        return True
    time.sleep(POLL_EVERY_S)
    return False


def _waited(condition: Callable[[], bool], within_s: float) -> bool:
    """Waits at most `within_s` seconds for a condition. Returns whether it holds."""
    until = time.monotonic() + within_s
    while not (so := condition()) and time.monotonic() < until:
        time.sleep(POLL_EVERY_S)
    return so


@contextmanager
def _sandbox_lock(service: Service, sandbox: str) -> Iterator[bool]:
    """Yields whether this job got the lock of the sandbox. It holds the lock until the end."""
    with service.database.session() as session:

        def asked(name: str) -> bool:
            row = session.execute(QUERIES[name].text, [sandbox]).fetchone()
            return bool(row and row[0])

        got = _waited(lambda: asked("try_sandbox"), PATIENCE_S)
        try:
            yield got
        finally:
            if got and not session.broken:
                asked("leave_sandbox")
