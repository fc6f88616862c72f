"""Watches the event loop of an API process, and logs each greenlet that blocks it.

One thread serves all requests of a process. While one greenlet computes, every other request waits. The watchdog
measures each turn of each greenlet by the clock, from the switch to it until the switch away from it. A turn that takes
too long becomes one log line and one observation in a histogram. The line names the operation and the functions, but no
data. A second thread samples the stack and the processor time of long turns, because every switch would pay for them.
"""

import logging
import sys
import time
from time import clock_gettime, perf_counter
from types import FrameType
from typing import Any, NamedTuple

import gevent
import greenlet
from flask import Flask, request, request_started
from gevent.monkey import get_original

from service.platform.metrics import BLOCKED_SECONDS

LIMIT_S = 0.25
"""Seconds after which a turn counts as blocking."""
POLL_EVERY_S = 0.1
"""Seconds between two samples while a greenlet runs."""
IDLE_POLL_S = 0.25
"""Seconds between two samples while the loop waits for the network. Each sample wakes the processor."""
STUCK_S = 10.0
"""Seconds after which an unfinished turn is logged as well, since it may never end."""
FUNCTIONS = 6
"""The most functions in a log line, the innermost first."""
OURS = ("service.", "domain.")

_log = logging.getLogger(__name__)


def with_watchdog(app: Flask) -> Flask:
    """Returns the application, with a watchdog over the current thread, which must be the one that serves it."""
    Watchdog()
    request_started.connect(_note_request, app, weak=False)
    return app


def _note_request(_app: Flask) -> None:
    """Records which request the current greenlet serves."""
    greenlet.getcurrent().serves = request.method, request.url_rule


def _operation_of(origin: Any) -> str | None:
    """Returns the method and route of a greenlet's request, without ids, or `None` if it is unknown."""
    method, rule = getattr(origin, "serves", (None, None))
    return f"{method} {rule.rule}" if rule else None


Turn = tuple[float, Any]
"""A turn: its start by the clock, and its greenlet. A plain tuple, because every switch creates one."""


class Sighting(NamedTuple):
    """What the samples of a turn have found: the processor time of the thread at the first one, and the functions.

    The functions are those of the first sample after `LIMIT_S`. A later one may show what follows the long part.
    """

    turn: Turn
    cpu_s: float
    functions: list[str]


class Watchdog:
    """Measures the turns of all greenlets in the thread that creates it."""

    def __init__(self) -> None:
        """Starts to measure."""
        self._hub = gevent.get_hub()
        self._thread = get_original("_thread", "get_ident")()
        self._cpu_clock = _cpu_clock_of(self._thread)
        self._turn: Turn = (perf_counter(), None)
        self._seen = Sighting(self._turn, self._cpu_s(), [])
        greenlet.settrace(self._measure_turn)
        # A thread of the operating system. A greenlet would wait behind the one that it watches.
        get_original("_thread", "start_new_thread")(self._sample, ())

    def _measure_turn(self, _event: str, switch: tuple[Any, Any]) -> None:
        """Measures the turn that has just ended. greenlet calls this at each switch."""
        now, (began, whose) = perf_counter(), self._turn
        if now - began > LIMIT_S and whose is not self._hub:
            # Nothing may switch greenlets here. A lock of the log would.
            gevent.spawn(_log_blocking, now - began, self._cpu_of(now - began), _operation_of(switch[0]), self._where())
        self._turn = (now, switch[1])

    def _cpu_s(self) -> float:
        """Returns the processor time of the watched thread."""
        return clock_gettime(self._cpu_clock)

    def _cpu_of(self, took_s: float) -> float:
        """Returns the processor time of the current turn, in seconds: that since its first sample.

        If it has no sample yet, it is the time since the sample before it, but never more than the turn has taken.
        """
        return min(self._cpu_s() - self._seen.cpu_s, took_s)

    def _where(self) -> list[str]:
        seen = self._seen
        return seen.functions if seen.turn is self._turn else []

    def _sample(self) -> None:
        """Samples the turns. Runs in its own thread until the process ends."""
        sleep = get_original("time", "sleep")
        logged: Turn | None = None
        while True:
            sleep(IDLE_POLL_S if self._turn[1] is self._hub else POLL_EVERY_S)
            turn = self._turn
            if self._seen.turn is not turn:
                self._seen = Sighting(turn, self._cpu_s(), [])
                continue
            took = perf_counter() - turn[0]
            # The hub waits for the network in its turns. It blocks others only while it computes.
            is_hub = turn[1] is self._hub
            if took <= LIMIT_S or (is_hub and self._cpu_of(took) <= LIMIT_S):
                continue
            if not self._seen.functions:
                functions = _functions_of(sys._current_frames().get(self._thread))  # noqa: SLF001 - Python has no other way
                self._seen = self._seen._replace(functions=functions)
            if logged is not turn and (is_hub or took > STUCK_S):
                logged = turn
                said = {"seconds": round(took, 1), "where": self._where()}
                _log.error("the event loop is blocked and has not continued yet", extra={"facts": said})


def _cpu_clock_of(thread: int) -> int:
    """Returns the clock of the processor time of a thread. macOS has only that of the whole process."""
    if hasattr(time, "pthread_getcpuclockid"):
        return time.pthread_getcpuclockid(thread)
    return time.CLOCK_PROCESS_CPUTIME_ID


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
