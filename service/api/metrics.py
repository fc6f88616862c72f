"""What can be measured of a running service, for Prometheus."""

import os
from collections.abc import Iterator

from prometheus_client import Counter, Gauge, Histogram
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from service.store.database import Database, DatabaseUnavailable

MANY_PROCESSES = "PROMETHEUS_MULTIPROC_DIR"
"""The variable by which the processes of one API share what they count; set before this module is imported."""

REQUEST_SECONDS = Histogram(
    "shengji_request_seconds",
    "How long requests took",
    ["method", "route", "status"],
    buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1, 5, 30),
)
REQUESTS_REFUSED = Counter("shengji_requests_refused", "Requests beyond a rate limit", ["policy"])
RATE_LIMITS_UNAVAILABLE = Counter(
    "shengji_rate_limits_unavailable", "Requests that were not counted, since Redis does not answer"
)
COMMANDS = Counter("shengji_commands", "Commands by what became of them", ["type", "outcome"])

LISTENERS = Gauge("shengji_listeners", "Open streams of events, and pages that wait", multiprocess_mode="livesum")


def many_processes() -> bool:
    """Whether several processes share what they count."""
    return MANY_PROCESSES in os.environ


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
        yield from (up, events, seconds, writer, attempts, pending, late, mails, mails_pending, mails_late)
