"""The job that sends the due deliveries of one webhook (Standard Webhooks: retries, 410, disabling).

A worker claims the webhook in PostgreSQL for the time that sending may take. So two workers never send for the same
webhook at once. If a worker dies, its delivery is sent later. It may then arrive twice, under the same id.
"""

import logging
import random
import time
from datetime import datetime
from typing import Any, NamedTuple

import orjson

from service.notifications.events import Numbered
from service.notifications.webhooks.context import WebhookContext
from service.notifications.webhooks.handlers import payload_of_test
from service.notifications.webhooks.payloads import payload_of
from service.notifications.webhooks.sender import DeliveryResult, WebhookMessage
from service.platform.documents import Json
from service.platform.store.vault import NoKey, WrongKey

MINUTE_S = 60
HOUR_S = 3600
AGAIN_S = (
    5,
    5 * MINUTE_S,
    30 * MINUTE_S,
    2 * HOUR_S,
    5 * HOUR_S,
    10 * HOUR_S,
    14 * HOUR_S,
    20 * HOUR_S,
    24 * HOUR_S,
)
"""Seconds before the retry after the first, second, … failed attempt (Standard Webhooks)."""
JITTER = 0.1
"""Random part by which each delay may be longer or shorter, so that retries spread out."""
LEASE_MARGIN_S = 5.0
REST_S = 1.0
MOST_REST_S = 5 * MINUTE_S
"""Longest pause of a webhook after a failure, in seconds. Pauses start at `REST_S` and double with each failure."""
MOST_FAILURES = sum(AGAIN_S) // MOST_REST_S
"""Failures in a row after which a webhook is disabled. They take as long as the whole schedule of a delivery.

A busy webhook always has another delivery to try after a pause. Then no single delivery reaches the end of its
schedule.
"""
UNREADABLE = DeliveryResult(
    "unreadable", error="the server cannot read the secret: contact the operator, or create a new secret"
)

_log = logging.getLogger(__name__)


class DueDelivery(NamedTuple):
    """A delivery to attempt now.

    Attributes:
        id: id of the delivery.
        step: number of attempts in its schedule so far.
        is_test: whether it is a test call, which is not retried.
        message: the message to send.
    """

    id: str
    step: int
    is_test: bool
    message: WebhookMessage


def deliver_to(webhook_id: str) -> int:
    """Sends the due deliveries of a webhook until none is left, the time limit, or a failed attempt.

    A second copy of the job finds the webhook claimed or nothing due, and does nothing.

    Args:
        webhook_id: id of the webhook.

    Returns:
        The number of attempts.
    """
    database, lease_s = WebhookContext.basics.database, WebhookContext.sender.timeout_s + LEASE_MARGIN_S
    claimed = database.run("claim_webhook", {"id": webhook_id, "lease_s": lease_s})
    if not claimed:
        return 0
    held = {"id": webhook_id, "claim": claimed[0][0]}
    until = time.monotonic() + WebhookContext.basics.limits.webhooks_s
    attempts, fares_well = 0, True
    while fares_well and time.monotonic() < until:
        rows = database.run("next_delivery", {**held, "lease_s": lease_s})
        if not rows:
            break
        due = _due(rows[0])
        outcome = WebhookContext.sender.send(due.message) if due.message.secrets else UNREADABLE
        _settle(webhook_id, due, outcome)
        attempts, fares_well = attempts + 1, outcome.delivered
    database.run("release_webhook", held)
    return attempts


def _due(row: tuple[Any, ...]) -> DueDelivery:
    delivery_id, url, secret, former, step, now, player, kind, number, created_at, table_id, data, recorded_at = row
    payload: Json = (
        payload_of_test(created_at)
        if number is None
        else payload_of(
            WebhookContext.basics.database.read, player, Numbered(number, kind, table_id, data, recorded_at)
        )
    )
    # The clock of the database counts, because those of workers may differ.
    sent_at: datetime = now
    message = WebhookMessage(delivery_id, url, sent_at, orjson.dumps(payload), _opened(secret, former))
    return DueDelivery(delivery_id, step, number is None, message)


def _opened(*stored: str | None) -> tuple[str, ...]:
    """Returns the secrets of a webhook, or none if they cannot be read."""
    vault = WebhookContext.basics.vault
    try:
        return tuple(vault.decrypted(each) for each in stored if each)
    except (NoKey, WrongKey) as error:
        _log.error("a message was not sent: %s", error)
        return ()


def _settle(webhook_id: str, due: DueDelivery, outcome: DeliveryResult) -> None:
    """Records the result of an attempt and the time of the next one, in one transaction."""
    again_s = next_attempt_s(due, outcome)
    given_up = not outcome.delivered and again_s is None
    disabled_by = "gone" if outcome.what == "gone" else "failing" if given_up and not due.is_test else None

    def write(run: Any) -> None:
        # The webhook is locked before its delivery, as everywhere, to prevent deadlocks.
        webhook = run(
            "settle_webhook",
            {
                "id": webhook_id,
                "url": due.message.url,
                "delivered": outcome.delivered,
                "disabled_by": disabled_by,
                "rest_s": REST_S,
                "most_rest_s": MOST_REST_S,
                "most_failures": MOST_FAILURES,
            },
        )
        state = "delivered" if outcome.delivered else "failed" if given_up else "pending"
        settled = run("settle_delivery", {"id": due.id, "step": due.step + 1, "state": state, "again_s": again_s})
        if not webhook or not settled:
            return  # removed meanwhile
        run(
            "add_attempt",
            {
                "delivery_id": due.id,
                "number": settled[0][0],
                "began_at": due.message.sent_at,
                "duration_ms": outcome.duration_ms,
                "status": outcome.status,
                "error": outcome.error,
            },
        )
        if webhook[0][0]:
            run("park_deliveries", {"webhook_id": webhook_id})
        run("count_attempt", {"outcome": outcome.what})

    WebhookContext.basics.database.together(write)


def next_attempt_s(due: DueDelivery, outcome: DeliveryResult) -> float | None:
    """Returns the seconds until the next attempt, or `None` if the delivery has arrived or is given up."""
    if outcome.delivered or outcome.what == "gone" or due.is_test or due.step >= len(AGAIN_S):
        return None
    spread = random.uniform(1 - JITTER, 1 + JITTER)  # noqa: S311 - not used for secrets
    return max(AGAIN_S[due.step] * spread, outcome.wait_s)
