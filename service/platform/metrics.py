"""All metrics of the service, for Prometheus. They are declared only here.

Every process can count. The processes of one start share a directory, and `shengji metrics` adds up its files and
serves the sums (service/platform/runtime/metrics_server.py). It also reads the metrics that come from the database,
once for all processes.

The number of time series is bounded. Each operation has a counter by outcome, and each class of operations has a
histogram of response times. Clients cannot create label values.
"""

import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Literal

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.mmap_dict import MmapedDict
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from service.platform.store.database import Database, DatabaseUnavailable

ENDED = "ended"
"""Used instead of the process id in the files with the sums of ended processes."""
NO_OPERATION = "none"
"""The operation label of requests to unknown addresses."""
UNCOUNTED = "none"
"""The class label of requests without a rate limit."""
FoundBy = Literal["append", "refusal"]
"""What showed that a table was old: the append met another version, or the command was refused on the old table."""
RequestOutcome = Literal["ok", "client_error", "server_error"]

REQUESTS = Counter("shengji_requests", "Requests by operation of the contract", ["operation", "outcome"])
REQUEST_SECONDS = Histogram(
    "shengji_request_seconds",
    "Response times by class of operation; those of `feed` include waiting for events",
    ["class"],
    buckets=(0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 30),
)
REQUESTS_REFUSED = Counter("shengji_requests_refused", "Requests beyond a rate limit", ["policy"])
RATE_LIMITS_UNAVAILABLE = Counter(
    "shengji_rate_limits_unavailable", "Exact counts and merges of counts that failed because Redis does not answer"
)
BLOCKED_SECONDS = Histogram(
    "shengji_event_loop_blocked_seconds",
    "Times for which one greenlet blocked the event loop for too long",
    buckets=(0.5, 1, 2, 5, 10, 30),
)
CONFLICTS = Counter(
    "shengji_conflicts",
    "Commands that were decided on an old table and decided again, by what showed that the table was old",
    ["found_by"],
)
PRUNED_ROWS = Counter("shengji_pruned_rows", "Rows deleted because of their age", ["table"])
REPLICA_READS = Counter("shengji_replica_reads", "Reads that may be late, by the server that answered", ["server"])
REPLICA_PROCESSES = Gauge(
    "shengji_replica_processes", "API processes that read from the replica", multiprocess_mode="livesum"
)
REPLICA_LAG = Gauge(
    "shengji_replica_lag_seconds", "Largest measured lag of the read replica", multiprocess_mode="livemax"
)
LISTENERS = Gauge("shengji_listeners", "Open streams and requests that wait for events", multiprocess_mode="livesum")


def count_conflict(found_by: FoundBy) -> None:
    """Counts a command that was decided on an old table."""
    CONFLICTS.labels(found_by).inc()


@cache
def _counter_of(view: Any, outcome: RequestOutcome) -> Counter:
    return REQUESTS.labels(view.__name__ if view else NO_OPERATION, outcome)


@cache
def _histogram_of(view: Any) -> Histogram:
    return REQUEST_SECONDS.labels(getattr(view, "rate_class", None) or UNCOUNTED)


def measure_request(view: Any, status: int, took_s: float) -> None:
    """Counts a request by operation, and records its duration by rate class. `view` is `None` for unknown addresses."""
    _counter_of(view, outcome_of(status)).inc()
    _histogram_of(view).observe(took_s)


def outcome_of(status: int) -> RequestOutcome:
    """Returns the outcome of a request from the status of its response."""
    if status < 400:
        return "ok"
    return "client_error" if status < 500 else "server_error"


def everything(database: Database, directory: Path | None) -> CollectorRegistry:
    """Returns all metrics of one start.

    Args:
        database: the database, which knows the progress of subscriptions, webhooks and mails.
        directory: the directory in which the processes count; `None` for the metrics of the database only.
    """
    registry = CollectorRegistry()
    registry.register(LagCollector(database))
    if directory:
        registry.register(ProcessCollector(directory))
    return registry


class ProcessCollector(Collector):
    """The sums over all processes that share a directory, including ended ones."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._files = MultiProcessCollector(None, str(directory))  # type: ignore[no-untyped-call]  # has no type hints

    def collect(self) -> Iterator[Metric]:
        """Returns the sums over all processes."""
        add_up_ended(self._directory)
        yield from self._files.collect()  # type: ignore[no-untyped-call]  # has no type hints


def add_up_ended(directory: Path) -> None:
    """Merges the files of ended processes into one of each kind, so that the number of files stays bounded.

    Gauges of ended processes are dropped, because everything they counted is closed.
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
    """Metrics from the database about the work of other processes.

    They show how far each subscription is behind the log, the age of the oldest open transaction (which delays all
    readers of the log), and the outcomes of webhooks and mails.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def collect(self) -> Iterator[Metric]:
        """Returns the gauges. If the database does not answer, only `shengji_database_up`, which is then 0."""
        up = GaugeMetricFamily("shengji_database_up", "Whether the database answers")
        events = GaugeMetricFamily("shengji_subscription_lag_events", "Events not yet followed", labels=["name"])
        seconds = GaugeMetricFamily("shengji_subscription_lag_seconds", "Age of the oldest of them", labels=["name"])
        aside = GaugeMetricFamily(
            "shengji_streams_set_aside", "Streams that a follower of the log cannot read", labels=["follower"]
        )
        writer = GaugeMetricFamily("shengji_oldest_writer_seconds", "Age of the oldest transaction that has written")
        attempts = CounterMetricFamily(
            "shengji_webhook_attempts", "Attempts to send to webhooks, by outcome", labels=["outcome"]
        )
        pending = GaugeMetricFamily("shengji_webhook_deliveries_pending", "Deliveries that are not finished")
        mails = CounterMetricFamily("shengji_mails", "Attempts to send mails, by outcome", labels=["outcome"])
        mails_pending = GaugeMetricFamily("shengji_mails_pending", "Mails that are not finished")
        mails_late = GaugeMetricFamily("shengji_mail_oldest_due_seconds", "Waiting time of the oldest due mail")
        late = GaugeMetricFamily("shengji_webhook_oldest_due_seconds", "Waiting time of the oldest due delivery")
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
