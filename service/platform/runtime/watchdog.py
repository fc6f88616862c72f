"""Watches the event loop of an API process, and logs each greenlet that blocks it.

One thread serves all requests of a process. While one greenlet computes, every other request waits. The watchdog
measures each turn of each greenlet, from the switch to it until the switch away from it, in wall-clock time and in CPU
time. A turn that takes too long becomes one log line and one observation in a histogram. The line names the operation
and the functions, but no data.
"""

import logging
import sys
from time import perf_counter, thread_time
from types import FrameType
from typing import Any
from weakref import WeakKeyDictionary

import gevent
import greenlet
from flask import Flask, request, request_started
from gevent.monkey import get_original
from werkzeug.routing import Rule

from service.platform.metrics import BLOCKED_SECONDS

LIMIT_S = 0.25
"""Seconds after which a turn counts as blocking."""
POLL_EVERY_S = 0.1
"""Seconds between checks for a turn in progress that blocks the loop."""
STUCK_S = 10.0
"""Seconds after which an unfinished turn is logged as well, since it may never end."""
FUNCTIONS = 6
"""The most functions in a log line, the innermost first."""
OURS = ("service.", "domain.")

_log = logging.getLogger(__name__)


def with_watchdog(app: Flask) -> Flask:
    """Returns the application, with a watchdog over the current thread, which must be the one that serves it."""
    request_started.connect(Watchdog().note_request, app, weak=False)
    return app


HubTurn = tuple[float, float, bool]
"""A turn in progress: its start by the clock, its start in CPU time, and whether it is the hub's.

The hub waits for the network in its turns. This is a plain tuple, because every switch creates one.
"""


class Watchdog:
    """Measures the turns of all greenlets in the thread that creates it."""

    def __init__(self) -> None:
        """Starts to measure."""
        self._hub = gevent.get_hub()
        self._thread = get_original("_thread", "get_ident")()
        self._requests: WeakKeyDictionary[Any, tuple[str, Rule | None]] = WeakKeyDictionary()
        self._turn: HubTurn = (perf_counter(), thread_time(), False)
        self._seen: tuple[HubTurn, list[str]] = (self._turn, [])
        greenlet.settrace(self._measure_turn)
        # A thread of the operating system. A greenlet would wait behind the one that it watches.
        get_original("_thread", "start_new_thread")(self._sample_stacks, ())

    def note_request(self, _app: Flask) -> None:
        """Records which request the current greenlet serves."""
        self._requests[greenlet.getcurrent()] = (request.method, request.url_rule)

    def _measure_turn(self, _event: str, switch: tuple[Any, Any]) -> None:
        """Measures the turn that has just ended. greenlet calls this at each switch."""
        now, cpu = perf_counter(), thread_time()
        turn = self._turn
        began, began_cpu, is_hub = turn
        if now - began > LIMIT_S and (not is_hub or cpu - began_cpu > LIMIT_S):
            # Nothing may switch greenlets here. A lock of the log would.
            gevent.spawn(_log_blocking, now - began, cpu - began_cpu, self._operation_of(switch[0]), self._where(turn))
        self._turn = (now, cpu, switch[1] is self._hub)

    def _operation_of(self, origin: Any) -> str | None:
        """Returns the method and route of a greenlet's request, without ids, or `None` if it is unknown."""
        method, rule = self._requests.get(origin, (None, None))
        return f"{method} {rule.rule}" if rule else None

    def _where(self, turn: HubTurn) -> list[str]:
        seen, functions = self._seen
        return functions if seen is turn else []

    def _sample_stacks(self) -> None:
        """Records the stack of turns that take too long. Runs in its own thread until the process ends."""
        sleep = get_original("time", "sleep")
        stuck: HubTurn | None = None
        while True:
            sleep(POLL_EVERY_S)
            turn = self._turn
            began, _, is_hub = turn
            took = perf_counter() - began
            if is_hub or took <= LIMIT_S:
                continue
            if self._seen[0] is turn and took <= STUCK_S:
                # The first sample is kept. A later one may show what follows the long part.
                continue
            functions = _functions_of(sys._current_frames().get(self._thread))  # noqa: SLF001 - Python has no other way
            if self._turn is not turn:
                continue
            self._seen = (turn, functions)
            if took > STUCK_S and stuck is not turn:
                stuck = turn
                said = {"seconds": round(took, 1), "where": functions}
                _log.error("the event loop is blocked and has not continued yet", extra={"facts": said})


def _log_blocking(took: float, took_cpu: float, operation: str | None, functions: list[str]) -> None:
    BLOCKED_SECONDS.observe(took)
    said = {"seconds": round(took, 3), "cpu_seconds": round(took_cpu, 3), "operation": operation, "where": functions}
    _log.warning("the event loop was blocked", extra={"facts": said})


def _functions_of(frame: FrameType | None) -> list[str]:
    """Returns the innermost function of the stack and the innermost ones of the service, with module and line."""
    found: list[str] = []
    while frame is not None and len(found) < FUNCTIONS:
        module = str(frame.f_globals.get("__name__"))
        if not found or module.startswith(OURS):
            found.append(f"{module}.{frame.f_code.co_name}:{frame.f_lineno}")
        frame = frame.f_back
    return found
