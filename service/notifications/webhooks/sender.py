"""Sends one message to one receiver, signed by the Standard Webhooks rules, within a time limit, and judges the reply.

This module makes the connection itself, without an HTTP client library: to an address that the guard has approved,
without a proxy, and without following redirects. Only the status of the reply counts, and only its head is read. So a
receiver cannot use this server to read other sites, or occupy a worker with a long reply.
"""

import http.client
import re
import socket
import ssl
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from functools import cached_property
from typing import Literal, NamedTuple

from standardwebhooks import Webhook as Signer

from service.notifications.time_limit import TooLate, cut_off
from service.notifications.webhooks.guard import Destination, Guard, RefusedUrl, read_url
from service.platform.version import VERSION

USER_AGENT = f"shengji-webhooks/{VERSION}"
GONE = 410
ASKED_TO_WAIT = (429, 503)
LONGEST_WAIT_S = 24 * 3600
LEAST_CONNECT_S = 0.1

DeliveryOutcome = Literal[
    "delivered", "status", "gone", "redirect", "timeout", "connection", "tls", "refused", "unreadable"
]


class WebhookMessage(NamedTuple):
    """A message, its destination, and the secrets that sign it: at most two, the newest first."""

    id: str
    url: str
    sent_at: datetime
    body: bytes
    secrets: tuple[str, ...]


class DeliveryResult(NamedTuple):
    """The result of an attempt.

    Attributes:
        what: the result in one word, for metrics.
        status: the status of the reply.
        error: description of the failure, for the owner of the webhook.
        wait_s: seconds that the receiver has asked to wait.
        duration_ms: duration of the attempt in milliseconds.
    """

    what: DeliveryOutcome
    status: int | None = None
    error: str | None = None
    wait_s: float = 0.0
    duration_ms: int = 0

    @property
    def delivered(self) -> bool:
        """Whether the receiver accepted the message."""
        return self.what == "delivered"


def headers_of(message: WebhookMessage) -> dict[str, str]:
    """Returns the headers that authenticate the message: its id, its time, and its signatures."""
    body = message.body.decode()
    # The library treats every time as UTC.
    sent_at = message.sent_at.astimezone(UTC)
    signatures = [Signer(secret).sign(message.id, sent_at, body) for secret in message.secrets]
    return {
        "webhook-id": message.id,
        "webhook-timestamp": str(int(sent_at.timestamp())),
        "webhook-signature": " ".join(signatures),
    }


class Sender:
    """Sends messages."""

    def __init__(self, guard: Guard, timeout_s: float, tls: ssl.SSLContext | None = None) -> None:
        """Sends to addresses that the guard allows.

        Args:
            guard: approves the addresses of each message.
            timeout_s: time limit of one whole exchange, in seconds.
            tls: the context with the trusted certificates; `None` for those of the system.
        """
        self.timeout_s = timeout_s
        self._guard = guard
        self._given_tls = tls

    @cached_property
    def _tls(self) -> ssl.SSLContext:
        """The context for TLS. It takes some megabytes, so a worker that sends nothing has none."""
        return self._given_tls or ssl.create_default_context()

    def send(self, message: WebhookMessage) -> DeliveryResult:
        """Sends a message once. Failures are returned as outcomes; nothing is raised."""
        began = time.monotonic()
        outcome = self._tried(message, began + self.timeout_s)
        return outcome._replace(duration_ms=round((time.monotonic() - began) * 1000))

    def _tried(self, message: WebhookMessage, deadline: float) -> DeliveryResult:
        try:
            destination = read_url(message.url)
            addresses = self._guard.addresses(destination, deadline - time.monotonic())
            return self._exchanged(message, destination, addresses, deadline)
        except RefusedUrl as refused:
            return DeliveryResult("refused", error=str(refused))
        except (TooLate, TimeoutError):
            return DeliveryResult("timeout", error=f"no response within {self.timeout_s:g} s")
        except ssl.SSLCertVerificationError as error:
            return DeliveryResult("tls", error=f"its certificate is not valid: {error.verify_message}")
        except ssl.SSLError as error:
            return DeliveryResult("tls", error=f"TLS failed: {error.reason or 'the connection was closed'}")
        except http.client.RemoteDisconnected:
            return DeliveryResult("connection", error="the connection was closed without a response")
        except http.client.HTTPException:
            return DeliveryResult("connection", error="the response is not HTTP, or is incomplete")
        except OSError as error:
            return DeliveryResult("connection", error=f"no connection: {error.strerror or 'it was closed'}")

    def _exchanged(
        self, message: WebhookMessage, destination: Destination, addresses: list[str], deadline: float
    ) -> DeliveryResult:
        """Sends the message on a new connection, and judges the status of the reply."""
        with (
            _connected(addresses, destination.port, deadline) as plain,
            cut_off(plain, deadline, http.client.HTTPException),
        ):
            connection = http.client.HTTPConnection(destination.host, destination.port)
            connection.sock = (
                self._tls.wrap_socket(plain, server_hostname=destination.host) if (destination.secure) else plain
            )
            try:
                connection.request(
                    "POST",
                    destination.target,
                    message.body,
                    {
                        "Host": destination.authority,
                        "Content-Type": "application/json",
                        "User-Agent": USER_AGENT,
                        "Connection": "close",
                        **headers_of(message),
                    },
                )
                with connection.getresponse() as answer:
                    return judged(answer.status, answer.headers.get("Retry-After"), message.sent_at)
            finally:
                connection.close()


def judged(status: int, retry_after: str | None, now: datetime) -> DeliveryResult:
    """Returns the meaning of a reply: 2xx is success, 410 is final, and redirects are not followed."""
    if 200 <= status < 300:
        return DeliveryResult("delivered", status)
    if status == GONE:
        return DeliveryResult("gone", status, "the response was 410: the receiver is gone for good")
    if 300 <= status < 400:
        return DeliveryResult("redirect", status, f"the response was {status}: redirects are not followed")
    wait_s = wait_asked(retry_after, now) if retry_after and status in ASKED_TO_WAIT else 0.0
    return DeliveryResult("status", status, f"the response was {status}", wait_s)


def wait_asked(retry_after: str, now: datetime) -> float:
    """Returns the `Retry-After` of a receiver in seconds (RFC 9110, section 10.2.3), at most one day."""
    text = retry_after.strip()
    if re.fullmatch("[0-9]{1,9}", text):
        return min(float(text), LONGEST_WAIT_S)
    try:
        until = parsedate_to_datetime(text)
    except (ValueError, OverflowError):
        return 0.0
    until = until if until.tzinfo else until.replace(tzinfo=UTC)
    return min(max((until - now).total_seconds(), 0.0), LONGEST_WAIT_S)


@contextmanager
def _connected(addresses: list[str], port: int, deadline: float) -> Iterator[socket.socket]:
    """Yields a connection to the first address that accepts one. Each address gets an equal part of the time left.

    A name may have thousands of addresses. After the deadline no more are tried.
    """
    failed: OSError = TimeoutError()
    for place, address in enumerate(addresses):
        left = (deadline - time.monotonic()) / (len(addresses) - place)
        if left <= 0:
            raise TimeoutError
        try:
            connection = socket.create_connection((address, port), timeout=max(left, LEAST_CONNECT_S))
        except OSError as error:
            failed = error
            continue
        with connection:
            yield connection
            return
    raise failed
