"""Logs record errors and their locations but no exception messages about tables."""

import io
import logging
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson
import psycopg
import pytest
import redis
from rq.job import Job

from domain.kernel.newer_release import NewerRelease
from service.platform.logs import PLAIN, JsonLines, set_up_logs
from service.platform.queue.job_queue import JobQueue
from service.platform.store.database import DatabaseUnavailable
from service.platform.store.vault import NoKey, WrongKey
from service.processes.worker import work
from service.tables import bot_turns
from service.wiring import Service

CARD = "the-queen-of-spades"
log = logging.getLogger("tests.logs")


class HandOf(Exception):
    """An exception that contains its cards in every form."""

    def __repr__(self) -> str:
        return f"HandOf({CARD})"


@pytest.fixture
def lines() -> Iterator[io.StringIO]:
    """Returns the log lines as processes write them."""
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(JsonLines())
    logging.getLogger().addHandler(handler)
    yield written
    logging.getLogger().removeHandler(handler)


def read(lines: io.StringIO) -> list[dict[str, Any]]:
    return [orjson.loads(line) for line in lines.getvalue().splitlines()]


def look_up() -> None:
    raise KeyError(CARD)


def fail() -> None:
    try:
        try:
            look_up()
        except KeyError as error:
            error.add_note(CARD)
            raise HandOf(CARD) from error
    except HandOf:
        raise ValueError(CARD)  # noqa: B904 - behind another exception, without naming it as the cause


def test_a_trace_contains_locations_but_no_messages(lines):
    try:
        fail()
    except ValueError:
        log.exception("something failed")

    (line,) = read(lines)
    assert CARD not in lines.getvalue()
    assert line["message"] == "something failed"
    names = [each for each in line["trace"].splitlines() if not each.startswith(" ")]
    assert [each for each in names if "raceback" not in each and each and "exception" not in each] == [
        "KeyError",
        f"{__name__}.HandOf",
        "ValueError",
    ]
    assert line["trace"].count("in fail\n") == 3
    assert "direct cause" in line["trace"]
    assert "During handling" in line["trace"]


def test_a_suppressed_context_is_not_logged(lines):
    try:
        try:
            look_up()
        except KeyError:
            raise ValueError from None
    except ValueError:
        log.exception("failed")

    (line,) = read(lines)
    assert "KeyError" not in line["trace"]


def test_exceptions_that_cause_each_other_are_logged_once(lines):
    first, second = ValueError(CARD), HandOf(CARD)
    first.__cause__, second.__cause__ = second, first
    log.error("round and round", exc_info=first)

    (line,) = read(lines)
    assert line["trace"].count("HandOf") == 1


def test_an_exception_in_a_log_message_is_logged_by_type_only(lines):
    log.warning("%s, %r and %s", HandOf(CARD), ValueError(CARD), "words")
    log.warning(HandOf(CARD))

    assert [line["message"] for line in read(lines)] == [
        f"{__name__}.HandOf, ValueError and words",
        f"{__name__}.HandOf",
    ]


ABOUT_SERVERS = [
    FileNotFoundError(2, "No such file", "config"),
    redis.ConnectionError("Error 111 connecting"),
    DatabaseUnavailable("the database does not answer"),
    NewerRelease("there is no such job"),
    NoKey(),
    WrongKey("no such key"),
]


@pytest.mark.parametrize("error", ABOUT_SERVERS, ids=lambda error: type(error).__name__)
def test_errors_about_servers_keep_their_messages(lines, error):
    log.warning("it is away: %s", error)
    log.warning("it is away", exc_info=error)

    said, traced = read(lines)
    assert said["message"] == f"it is away: {error}"
    assert traced["trace"].endswith(f"{type(error).__name__}: {error}")


def test_every_class_of_exceptions_that_keep_their_messages_exists():
    names = {f"{each.__module__}.{each.__qualname__}" for error in ABOUT_SERVERS for each in type(error).__mro__}

    assert names >= PLAIN


def test_messages_without_exceptions_are_unchanged(lines):
    log.warning("100 %")
    log.warning("%d of %d", 1, 2)
    log.warning("%(one)s", {"one": 1})

    assert [line["message"] for line in read(lines)] == ["100 %", "1 of 2", "1"]


def test_values_that_are_not_json_are_logged_by_type(lines):
    log.info("x")
    log.warning("facts", extra={"facts": {"error": HandOf(CARD), "ms": 3}})

    (line,) = read(lines)
    assert (line["error"], line["ms"]) == ("HandOf", 3)


def test_exceptions_that_end_a_thread_or_the_process_are_logged_the_same_way(lines, monkeypatch):
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    monkeypatch.setattr(threading, "excepthook", threading.excepthook)
    monkeypatch.setattr(logging, "raiseExceptions", True)
    try:
        set_up_logs("info")
        root.handlers[:] = handlers
        thread = threading.Thread(target=fail, name="a failing thread")
        thread.start()
        thread.join()
        try:
            fail()
        except ValueError as error:
            sys.excepthook(ValueError, error, error.__traceback__)
        log.warning("%d", CARD)
    finally:
        root.handlers[:] = handlers
        root.setLevel(level)

    assert [line["message"] for line in read(lines)] == ["a failing thread has ended", "the process ends"]
    assert CARD not in lines.getvalue()


def test_a_failed_job_leaves_its_messages_neither_in_logs_nor_in_redis(
    service: Service, queue: JobQueue, lines, monkeypatch
):
    monkeypatch.setattr(bot_turns, "asking", lambda _: fail())
    monkeypatch.setattr(type(service.table_cache), "newest", lambda *_: fail())
    queue.put_bot_turn("tbl_01M7ZAW1ZS69ZN9S1N17NW5J34", 1, alone=False)
    work(service, ["tables"], burst=True)

    failed = [line for line in read(lines) if "trace" in line]
    assert [line["message"] for line in failed] == [
        "job bots-tbl_01M7ZAW1ZS69ZN9S1N17NW5J34 failed: service.jobs.bot_turns.play_bot_turns"
    ]
    assert "in play_bot_turns" in failed[0]["trace"]
    assert CARD not in lines.getvalue()
    job = Job.fetch("bots-tbl_01M7ZAW1ZS69ZN9S1N17NW5J34", connection=queue.redis, serializer="json")
    kept = job.latest_result()
    assert kept is not None
    assert kept.exc_string == "see the logs"


def test_the_embedded_database_server_logs_no_rows(database_url: str):
    row = {"stream": f"table-{CARD}", "data": orjson.dumps({"order": CARD}).decode()}
    with psycopg.connect(database_url, autocommit=True) as owner:
        [(data,)] = owner.execute("SHOW data_directory").fetchall()
        with pytest.raises(psycopg.errors.NotNullViolation):
            owner.execute("INSERT INTO shengji.event (stream, data) VALUES (%(stream)s, %(data)s)", row)

    log = (Path(data) / "log").read_text()
    assert "violates not-null constraint" in log
    assert CARD not in log
