"""What can be measured of a running service, for Prometheus: the one place where metrics are declared.

Every kind of process may count here. Processes of one start share a directory, whose files `shengji metrics` adds up
and serves (service/platform/runtime/metrics_server.py); what the database knows is read there
as well, once for all processes.

How much is served is bounded by the number of operations. Each has a counter by outcome. Times of requests are counted
by class of operation. A label may have no value that a client can make up.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.mmap_dict import MmapedDict
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from service.platform.store.database import Database, DatabaseUnavailable

ENDED = "ended"
"""Stands for the process id in the files that hold what processes have counted that have ended."""
NO_OPERATION = "none"
"""The operation of requests to addresses that there are not."""
UNCOUNTED = "none"
"""The class of requests that no rate limit counts."""
RequestOutcome = Literal["ok", "client_error", "server_error"]

REQUESTS = Counter("shengji_requests", "Requests by operation of the contract", ["operation", "outcome"])
REQUEST_SECONDS = Histogram(
    "shengji_request_seconds",
    "How long requests took, by class of operation; in `feed` they may wait for events",
    ["class"],
    buckets=(0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 30),
)
REQUESTS_REFUSED = Counter("shengji_requests_refused", "Requests beyond a rate limit", ["policy"])
RATE_LIMITS_UNAVAILABLE = Counter(
    "shengji_rate_limits_unavailable", "Requests that were not counted in Redis, since it does not answer"
)
BLOCKED_SECONDS = Histogram(
    "shengji_event_loop_blocked_seconds",
    "How long one greenlet kept the event loop from all others, where that was longer than it may be",
    buckets=(0.5, 1, 2, 5, 10, 30),
)
LISTENERS = Gauge("shengji_listeners", "Open streams of events, and pages that wait", multiprocess_mode="livesum")


def outcome_of(status: int) -> RequestOutcome:
    """What became of a request, by the status of its answer."""
    if status < 400:
        return "ok"
    return "client_error" if status < 500 else "server_error"


def everything(database: Database, directory: Path | None) -> CollectorRegistry:
    """All metrics of one start.

    Args:
        database: what knows how far subscriptions, webhooks and mails are.
        directory: where the processes count; none: only the database is asked.
    """
    registry = CollectorRegistry()
    registry.register(LagCollector(database))
    if directory:
        registry.register(ProcessCollector(directory))
    return registry


class ProcessCollector(Collector):
    """What all processes have counted that share a directory, those included that have ended."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._files = MultiProcessCollector(None, str(directory))  # type: ignore[no-untyped-call]  # has no type hints

    def collect(self) -> Iterator[Metric]:
        """The sums over all processes."""
        add_up_ended(self._directory)
        yield from self._files.collect()  # type: ignore[no-untyped-call]  # has no type hints


def add_up_ended(directory: Path) -> None:
    """Replaces the files of processes that have ended by one of each kind, so that their number stays bounded.

    Gauges of such processes are dropped: what they held open is closed.
    """
    for file in sorted(directory.glob("*.db")):
        kind, _, process = file.stem.rpartition("_")
        if process == ENDED or _is_running(int(process)):
            continue
        if not kind.startswith("gauge"):
            _add(file, directory / f"{kind}_{ENDED}.db")
        file.unlink()


def _add(file: Path, to: Path) -> None:
    total = MmapedDict(str(to))  # type: ignore[no-untyped-call]  # has no type hints
    try:
        for key, value, _, _ in MmapedDict.read_all_values_from_file(str(file)):  # type: ignore[no-untyped-call]
            before, _ = total.read_value(key)  # type: ignore[no-untyped-call]
            total.write_value(key, before + value, 0.0)  # type: ignore[no-untyped-call]
    finally:
        total.close()  # type: ignore[no-untyped-call]


def _is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


class LagCollector(Collector):
    """What the database knows of the work of other processes.

    How far each subscription is behind the log, how long the oldest open transaction holds every reader back, and what
    has become of webhooks and mails.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def collect(self) -> Iterator[Metric]:
        """The gauges; `shengji_database_up` alone says 0 when the database does not answer."""
        up = GaugeMetricFamily("shengji_database_up", "Whether the database answers")
        events = GaugeMetricFamily("shengji_subscription_lag_events", "Events not yet followed", labels=["name"])
        seconds = GaugeMetricFamily("shengji_subscription_lag_seconds", "Age of the oldest of them", labels=["name"])
        aside = GaugeMetricFamily(
            "shengji_streams_set_aside", "Streams that a follower of the log cannot read", labels=["follower"]
        )
        writer = GaugeMetricFamily("shengji_oldest_writer_seconds", "Age of the oldest transaction that has written")
        attempts = CounterMetricFamily(
            "shengji_webhook_attempts", "Attempts by what became of them", labels=["outcome"]
        )
        pending = GaugeMetricFamily("shengji_webhook_deliveries_pending", "Deliveries that are on their way")
        mails = CounterMetricFamily(
            "shengji_mails", "Attempts to send mails by what became of them", labels=["outcome"]
        )
        mails_pending = GaugeMetricFamily("shengji_mails_pending", "Mails that are on their way")
        mails_late = GaugeMetricFamily("shengji_mail_oldest_due_seconds", "For how long the oldest waits for a worker")
        late = GaugeMetricFamily("shengji_webhook_oldest_due_seconds", "For how long the oldest waits for a worker")
        try:
            for name, count, age in self._database.read("lag"):
                events.add_metric([name], count)
                seconds.add_metric([name], age)
            for name, count in self._database.read("count_set_aside"):
                aside.add_metric([name], count)
            writer.add_metric([], self._database.read("oldest_writer")[0][0])
            for outcome, count in self._database.read("attempt_counts"):
                attempts.add_metric([outcome], count)
            [(waiting, due_s)] = self._database.read("waiting_deliveries")
            pending.add_metric([], waiting)
            late.add_metric([], due_s)
            for outcome, count in self._database.read("mail_counts"):
                mails.add_metric([outcome], count)
            [(waiting, due_s)] = self._database.read("waiting_mails")
            mails_pending.add_metric([], waiting)
            mails_late.add_metric([], due_s)
            up.add_metric([], 1)
        except DatabaseUnavailable:
            up.add_metric([], 0)
        yield from (up, events, seconds, aside, writer, attempts, pending, late, mails, mails_pending, mails_late)
