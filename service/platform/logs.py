"""Logs as lines of JSON on standard error. They contain no cards, tokens or codes (service/platform/masking.py).

The message of an exception may contain anything: the cards that a bot chose, a row that the database refused, or an
unreadable state. Logs therefore contain only the class and the trace of an exception. The classes in `PLAIN` are logged
with their message, because they are about servers and files. This holds for exceptions in traces and in messages.
"""

import logging
import sys
import threading
import traceback
from collections.abc import Iterator
from datetime import UTC, datetime
from types import TracebackType
from typing import Any

import orjson

from service.platform.masking import masked_text

PLAIN = frozenset(
    {
        "builtins.OSError",
        "redis.exceptions.RedisError",
        "service.platform.store.database.DatabaseUnavailable",
        "domain.kernel.newer_release.NewerRelease",
        "service.platform.store.vault.NoKey",
        "service.platform.store.vault.WrongKey",
    }
)
"""Exceptions that are logged with their message, because it contains no data of tables.

They stand here by name, so that a process need not import what it does not use.
"""
_CAUSE = "\nThe above exception was the direct cause of the following exception:\n\n"
_CONTEXT = "\nDuring handling of the above exception, another exception occurred:\n\n"

_log = logging.getLogger(__name__)


class JsonLines(logging.Formatter):
    """One JSON object a line: time, level, logger, message, and the `facts` given as extra."""

    def format(self, record: logging.LogRecord) -> str:
        """Returns the line of a record."""
        line = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": masked_text(_message(record)),
            **{name: _fact(value) for name, value in getattr(record, "facts", {}).items()},
        }
        error = record.exc_info[1] if record.exc_info else None
        if error is not None:
            line["trace"] = masked_text("".join(_trace(error, set())).rstrip("\n"))
        return orjson.dumps(line, default=lambda fact: type(fact).__name__).decode()


def _fact(value: object) -> object:
    return masked_text(value) if isinstance(value, str) else value


def exception_text(error: BaseException) -> str:
    """Returns the name of an exception, and its message if its class is in `PLAIN`."""
    name = _name(type(error)).removeprefix("builtins.")
    return f"{name}: {error}" if _is_plain(error) else name


def _is_plain(error: BaseException) -> bool:
    return any(_name(each) in PLAIN for each in type(error).__mro__)


def _name(of: type) -> str:
    return f"{of.__module__}.{of.__qualname__}"


def _message(record: logging.LogRecord) -> str:
    """Returns the message of a record. Exceptions among its arguments appear as `named` returns them."""
    if not isinstance(record.args, tuple):
        return record.getMessage()
    args = tuple(_Named(each) if isinstance(each, BaseException) else each for each in record.args)
    return str(record.msg) % args if args else _facts_of(record.msg)


def _facts_of(message: object) -> str:
    return exception_text(message) if isinstance(message, BaseException) else str(message)


class _Named:
    """An exception as the argument of a message, for `%s` or `%r`."""

    def __init__(self, error: BaseException) -> None:
        self._error = error

    def __str__(self) -> str:
        return str(self._error) if _is_plain(self._error) else exception_text(self._error)

    __repr__ = __str__


def _trace(error: BaseException, written: set[int]) -> Iterator[str]:
    """Yields the trace of an exception and of its causes, like Python's, but without messages."""
    written.add(id(error))
    cause, context = error.__cause__, error.__context__
    before, words = (cause, _CAUSE) if cause is not None else (context, _CONTEXT)
    is_written = cause is not None or not error.__suppress_context__
    if before is not None and is_written and id(before) not in written:
        yield from _trace(before, written)
        yield words
    yield "Traceback (most recent call last):\n"
    yield from traceback.format_list(traceback.extract_tb(error.__traceback__))
    yield f"{exception_text(error)}\n"


def set_up_logs(level: str) -> None:
    """Sends all logs of this process to standard error, and errors that end a thread or the process."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    # Python would print the arguments of a record that cannot be formatted, which may contain secrets.
    logging.raiseExceptions = False
    sys.excepthook = _process_ended
    threading.excepthook = _thread_ended


def _process_ended(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    if issubclass(kind, KeyboardInterrupt):
        sys.__excepthook__(kind, error, trace)
        return
    _log.critical("the process ends", exc_info=(kind, error, trace))


def _thread_ended(ended: Any) -> None:
    if ended.exc_value is None or issubclass(ended.exc_type, SystemExit):
        return
    name = ended.thread.name if ended.thread else "a thread"
    _log.critical("%s has ended", name, exc_info=ended.exc_value)
