"""Twins: copies of one database that differ in hidden data only.

One database is created with players, tournaments and boards. Then all of it is copied. Each copy has a
service of its own, at the same fixed time and with the same random values. So a difference between the answers of two
copies comes from the hidden data: the secrets of deals, and moves at tables where the viewer has no seat.
"""

import itertools
import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from typing import Any, NamedTuple

import orjson
import psycopg
import pytest
from flask import Flask

from domain.games.bots import BOT_NAMES
from service.accounts.reliability.projections import ReliabilityProjection
from service.boards.projections import BoardsProjection
from service.leagues.projections import LeaguesProjection
from service.notifications.inbox.handlers import WaitingTurn
from service.notifications.mail.jobs import send_mails
from service.notifications.projections import AccountFeeds
from service.notifications.webhooks.context import WebhookContext
from service.notifications.webhooks.jobs import deliver_to
from service.notifications.webhooks.sender import DeliveryResult, WebhookMessage
from service.platform.logs import JsonLines
from service.platform.queue.job_queue import JobQueue
from service.platform.settings import Settings
from service.processes.app import create_app
from service.ratings.grades.projections import GradesProjection
from service.ratings.projections import RatingsProjection
from service.series.projections import SeriesProjection
from service.tables.projections import TablesProjection
from service.tournaments.projections import TournamentsProjection
from service.wiring import Service
from service.worker_context import WorkerContext
from tests.support.api import Api
from tests.support.chance import CHANCE
from tests.support.clock import SERVICE_CLOCK
from tests.support.databases import Databases
from tests.support.fixtures import PATIENT, SECRETS_KEYS, UNLIMITED, wired
from tests.support.root_log import heard_by
from tests.support.stored import stop_the_clock

NOW = datetime.now(UTC).replace(microsecond=0)
"""The time in all copies."""
FOUNDED_BEFORE = timedelta(hours=2)
STREAMS = ("text/event-stream", "application/x-ndjson")


def _settings(database_url: str, redis_url: str) -> Settings:
    """Returns the settings of a service that writes mails and logs requests."""
    return Settings(
        database_url=database_url,
        redis_url=redis_url,
        secrets_keys=SECRETS_KEYS,
        log_requests=True,
        smtp_host="127.0.0.1",
        mail_from="Sheng Ji <cards@example.org>",
        public_address="https://cards.example.org",
        mail_turn_wait_s=0.0,
        mail_gather_s=0.0,
        **UNLIMITED,
    )


# ------------------------------------------------------------------------------------------------ twins


class Sent(NamedTuple):
    """A sent mail or webhook: its receiver and its content."""

    to: str
    body: str


class Twin:
    """A service with its own database.

    Attributes:
        hides: replacements for published values that follow from a secret, such as a commitment to it.
    """

    def __init__(self, databases: Databases, redis_url: str, url: str) -> None:
        self._databases, self._redis_url = databases, redis_url
        self.url = url
        self.hides: dict[str, str] = {}
        self.service: Service
        self.open()

    def close(self) -> None:
        """Stops the service and drops its database."""
        self.service.close()
        self._databases.drop(self.url)

    def open(self) -> None:
        """Starts a service with an empty cache."""
        limits = replace(PATIENT, heartbeat_s=0.0, reconnect_ms=(500, 500))
        self.service = wired(_settings(self.url, self._redis_url), limits=limits)
        self.app: Flask = create_app(self.service)

    def copy(self) -> "Twin":
        """Returns a copy of this database with its service."""
        self.service.close()
        copied = Twin(self._databases, self._redis_url, self._databases.copy_of(self.url))
        copied.hides = dict(self.hides)
        self.open()
        return copied

    @property
    def api(self) -> Api:
        """The API of this copy; every answer is checked against openapi.yaml."""
        return Api(self.app)

    @contextmanager
    def owner(self) -> Iterator[psycopg.Connection]:
        """Yields a connection with all rights to the database."""
        with psycopg.connect(self.url, autocommit=True) as connection:
            yield connection

    def follow(self, *names: str) -> list[str]:
        """Rebuilds read models and feeds from the event log.

        Args:
            names: the subscriptions to rebuild; all by default.

        Returns:
            The log lines that were written meanwhile.
        """
        with self.owner() as owner:
            _forget(owner, names or tuple(_KEPT_BY))
        service = at_work(self.service)
        database, store = service.database, service.store
        followers: dict[str, Callable[[], Any]] = {
            "tables": lambda: TablesProjection(database, store),
            "tournaments": lambda: TournamentsProjection(database, store),
            "boards": lambda: BoardsProjection(database, store),
            "reliability": lambda: ReliabilityProjection(database, store),
            "ratings": lambda: RatingsProjection(database, store),
            "grades": lambda: GradesProjection(database, store),
            "leagues": lambda: LeaguesProjection(database, store),
            "series": lambda: SeriesProjection(database, store),
            "accounts": lambda: AccountFeeds(database, store, service.notifier, service.mail),
        }
        with logged() as lines:
            for name in names or followers:
                following = followers[name]()
                while following.catch_up():
                    pass
        with self.owner() as owner:
            for statement in _IDS_IN_ORDER:
                owner.execute(statement)
        return lines

    def sent(self) -> list[Sent]:
        """Sends all pending mails and webhook messages, and returns them instead of delivering them."""
        post = _Post()
        at_work(self.service)
        WebhookContext.sender, WorkerContext.mail_sender = post, post  # type: ignore[assignment]
        with self.owner() as owner:
            webhooks = [row[0] for row in owner.execute("SELECT id FROM shengji.webhook ORDER BY id")]
        for webhook in webhooks:
            while deliver_to(webhook):
                pass
        while send_mails():
            pass
        return sorted(each._replace(body=_veiled(each.body, self.hides)) for each in post.sent)


_KEPT_BY = {
    "tables": ("shengji_read.table_summary", "shengji_read.turn", "shengji_read.challenge", "shengji_read.proposal"),
    "tournaments": (
        *("shengji_read.tournament", "shengji_read.tournament_table", "shengji_read.tournament_waiting"),
        "shengji.tournament_work",
    ),
    "boards": (),
    "reliability": ("shengji_read.reliability",),
    "ratings": tuple(
        f"shengji_read.{name}" for name in ("rated_game", "rating_pool", "rating_season", "rating_change", "rating")
    ),
    "grades": tuple(f"shengji_read.{name}" for name in ("grade_session", "grade_pool", "grade_change", "grade")),
    "leagues": ("shengji_read.league", "shengji_read.league_season", "shengji_read.league_division"),
    "series": ("shengji_read.series",),
    "accounts": tuple(
        f"shengji.{name}"
        for name in ("delivery_attempt", "delivery", "mail", "reminder", "registration", "account_event")
    ),
}
"""The tables with the stored data of each subscription."""


def _forget(owner: psycopg.Connection, names: Sequence[str]) -> None:
    """Deletes the stored data of these subscriptions."""
    with owner.transaction():
        # In the replica role, foreign keys are not checked.
        owner.execute("SET LOCAL session_replication_role = replica")
        for name in names:
            for table in _KEPT_BY[name]:
                owner.execute(f"DELETE FROM {table}")
        if "boards" in names:
            owner.execute("UPDATE shengji.board_play SET ended_at = NULL, excess = NULL, levels = NULL, step = NULL")
        if "accounts" in names:
            owner.execute("UPDATE shengji.player SET events = 0 WHERE events > 0")
        owner.execute("DELETE FROM shengji.subscription WHERE name = ANY(%s)", [list(names)])


def at_work(service: Service) -> Service:
    """Makes this service the context of jobs in this process, and returns it."""
    WorkerContext.service = WebhookContext.basics = service
    WorkerContext.queue = JobQueue(service.settings.redis_url)
    return service


_IN_ORDER = """
UPDATE shengji.{table} AS d SET id = '{prefix}_' || lpad(n.number::text, 26, '0'), created_at = 'epoch',
    next_attempt_at = 'epoch'
FROM (SELECT id, row_number() OVER (ORDER BY {order}) AS number FROM shengji.{table}) AS n WHERE d.id = n.id
"""
_IDS_IN_ORDER = (
    "UPDATE shengji.board_play SET ended_at = 'epoch' WHERE ended_at IS NOT NULL",
    _IN_ORDER.format(table="mail", prefix="mail", order="player_id, number, kind"),
    _IN_ORDER.format(table="delivery", prefix="msg", order="webhook_id, number"),
)
"""Statements that derive random ids from their rows, and replace times by a fixed one."""


class _Post:
    """A sender that collects mails and webhook messages."""

    timeout_s = 30.0

    def __init__(self) -> None:
        self.sent: list[Sent] = []

    def send(self, to: Any, message: EmailMessage | None = None) -> Any:
        if message is None:
            given: WebhookMessage = to
            self.sent.append(Sent(given.url, given.body.decode()))
            return DeliveryResult("delivered", 200)
        for name in ("Date", "Message-ID"):
            del message[name]
        self.sent.append(Sent(str(to), bytes(message).decode()))
        return _Taken()

    @contextmanager
    def connected(self) -> Iterator["_Post"]:
        yield self


class _Taken(NamedTuple):
    what: str = "sent"
    status: int | None = 250
    error: str | None = None


def founded(databases: Databases, redis_url: str, found: Callable[[Api, Service], Any]) -> tuple[Twin, Any]:
    """Returns a new twin, founded `FOUNDED_BEFORE` the fixed time, and the result of `found`."""
    twin = Twin(databases, redis_url, databases.migrated())
    with twin.owner() as owner:
        stop_the_clock(owner)
        # The owner of a token sees the hour of its last use. It must not change during a test.
        owner.execute("ALTER TABLE shengji.token ALTER COLUMN last_used_at SET DEFAULT timestamptz '2200-01-01 00:00Z'")
    twin.service.accounts.keep_house_players(BOT_NAMES)
    with clocks_stopped(NOW - FOUNDED_BEFORE):
        return twin, found(twin.api, at_work(twin.service))


@contextmanager
def clocks_stopped(at: datetime = NOW) -> Iterator[pytest.MonkeyPatch]:
    """Fixes the time of the service."""
    with SERVICE_CLOCK.as_before(), pytest.MonkeyPatch.context() as patched:
        SERVICE_CLOCK.stop_at(at)
        yield patched


@contextmanager
def standing_still() -> Iterator[None]:
    """Fixes the time and repeats the same random values."""
    with clocks_stopped() as patched, CHANCE.standing_still():
        patched.setattr(WaitingTurn, "remaining_s", property(lambda turn: (turn.deadline_at - NOW).total_seconds()))
        yield


# ------------------------------------------------------------------------------------------------ logs


@contextmanager
def logged() -> Iterator[list[str]]:
    """Yields the log lines that are written during the block, without times."""
    lines: list[str] = []

    class Lines(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            line = orjson.loads(JsonLines().format(record))
            lines.append(orjson.dumps({name: line[name] for name in sorted(line) if name not in ("at", "ms")}).decode())

    with heard_by(Lines(logging.INFO)):
        yield lines


# ------------------------------------------------------------------------------------------------ questions


class Look(NamedTuple):
    """A request: its operation and its sender; `None` sends no token."""

    operation: str
    token: str | None
    method: str
    path: str
    body: Any = None
    headers: tuple[tuple[str, str], ...] = ()


class Seen(NamedTuple):
    """The visible parts of an answer, and the log lines of the request."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes
    log: tuple[str, ...] = ()


class Difference(NamedTuple):
    """A request answered differently in another copy, and where the answers differ."""

    look: Look
    here: str
    there: str


def seen(twin: Twin, look: Look) -> Seen:
    """Returns the answer of a copy. Of a stream, only the first two parts are read."""
    headers = [("X-Request-Id", "the-same"), *look.headers]
    if look.token:
        headers.append(("Authorization", f"Bearer {look.token}"))
    data = None if look.body is None else orjson.dumps(look.body)
    if data is not None:
        headers.append(("Content-Type", "application/json"))
    with logged() as lines:
        given = twin.app.test_client().open(look.path, method=look.method, headers=headers, data=data, buffered=False)
        is_stream = given.is_streamed and given.mimetype in STREAMS
        body = b"".join(itertools.islice(given.response, 2)) if is_stream else given.get_data()
        given.close()
    return Seen(
        given.status_code,
        tuple((name, _veiled(value, twin.hides)) for name, value in given.headers),
        _veiled(body.decode(), twin.hides).encode(),
        tuple(_veiled(line, twin.hides) for line in lines),
    )


def _veiled(text: str, hides: Mapping[str, str]) -> str:
    for published, hide_commitments in hides.items():
        text = text.replace(published, hide_commitments)
    return text


def all_seen(twin: Twin, looks: Sequence[Look]) -> list[tuple[Look, Seen]]:
    """Returns the answers. If an answer has an entity tag, the request is repeated with `If-None-Match`."""
    found = []
    for look in looks:
        answered = seen(twin, look)
        found.append((look, answered))
        tag = dict(answered.headers).get("ETag")
        if tag is not None and look.method == "GET" and not look.headers:
            again = look._replace(headers=(("If-None-Match", tag),))
            found.append((again, seen(twin, again)))
    return found


def differences(here: Sequence[tuple[Look, Seen]], there: Sequence[tuple[Look, Seen]]) -> list[Difference]:
    """Returns the requests with different answers in the two copies."""
    assert len(here) == len(there)
    return [
        _parted(look, repr(one), repr(other))
        for (look, one), (_, other) in zip(here, there, strict=True)
        if one != other
    ]


def _parted(look: Look, one: str, other: str) -> Difference:
    place = sum(1 for _ in itertools.takewhile(lambda both: both[0] == both[1], zip(one, other, strict=False)))
    begin = max(place - 120, 0)
    return Difference(look, one[begin : place + 120], other[begin : place + 120])
