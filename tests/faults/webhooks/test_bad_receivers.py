"""Deliveries to bad or unreachable receivers fail within the time limit, and answers are not stored.

No test waits for a retry: what is to be tried again some time is made due in the database.
"""

from typing import Any

import pytest

from service.notifications.webhooks.context import WebhookContext
from service.notifications.webhooks.jobs import deliver_to
from service.notifications.webhooks.sender import Sender
from service.wiring import Service
from tests.support.api import Api
from tests.support.receiver import Handler, Hook, Receiver, hook, nobody, pass_time, tell
from tests.support.webhook_faults import TIMEOUT_S, silent

SHORT_S = 3.0


def _hang_up(handler: Handler) -> None:
    handler.connection.close()


def _drip(handler: Handler, first: bytes) -> None:
    """Sends single bytes forever; a time limit that restarts with every byte never ends."""
    handler.connection.sendall(first)
    while not handler.server.receiver.ended.wait(0.05):
        handler.connection.sendall(b"x")


def _drip_status(handler: Handler) -> None:
    _drip(handler, b"HTTP/1.1 200 ")


def _drip_head(handler: Handler) -> None:
    _drip(handler, b"HTTP/1.1 200 OK\r\nX-Long: ")


def _drip_body(handler: Handler) -> None:
    _drip(handler, b"HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n")


def _continue_for_ever(handler: Handler) -> None:
    while not handler.server.receiver.ended.wait(0.02):
        handler.connection.sendall(b"HTTP/1.1 100 Continue\r\n\r\n")


def _huge_body(handler: Handler) -> None:
    handler.connection.sendall(b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n")
    while not handler.server.receiver.ended.is_set():
        handler.connection.sendall(b"x" * 1_000_000)


def _huge_head(handler: Handler) -> None:
    handler.connection.sendall(b"HTTP/1.1 200 OK\r\n")
    while not handler.server.receiver.ended.is_set():
        handler.connection.sendall(b"X-Large: " + b"x" * 60_000 + b"\r\n")


def _long_line(handler: Handler) -> None:
    handler.connection.sendall(b"HTTP/1.1 200 OK\r\nX-Large: " + b"x" * 200_000 + b"\r\n\r\n")


def _no_http(handler: Handler) -> None:
    handler.connection.sendall(b"SSH-2.0-OpenSSH_9.9\r\n")


def _no_status(handler: Handler) -> None:
    handler.connection.sendall(b"HTTP/1.1 9999999 What\r\n\r\n")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (silent, "no response within 3 s"),
        (_drip_status, "no response within 3 s"),
        (_drip_head, "no response within 3 s"),
        (_continue_for_ever, "no response within 3 s"),
        (_hang_up, "closed without a response"),
        (_huge_head, "not HTTP"),
        (_long_line, "not HTTP"),
        (_no_http, "not HTTP"),
        (_no_status, "not HTTP"),
        (101, "the response was 101"),
        (400, "the response was 400"),
        (500, "the response was 500"),
        ((302, {"Location": "https://93.184.216.34/"}), "redirects are not followed"),
    ],
)
def test_a_bad_receiver_is_reported_as_a_failure_within_the_time_limit(
    service: Service, receiver: Receiver, mine: Hook, answer: Any, said: str
):
    receiver.answers = [answer]
    tell(service, mine.owner.id)
    if "within" in said:
        WebhookContext.sender = Sender(service.webhooks.guard, SHORT_S)

    # However slowly it sends.
    assert deliver_to(mine.id) == 1

    [listed] = mine.deliveries()
    [attempt] = mine.delivery(listed["id"])["history"]
    assert said in attempt["error"]
    assert listed["state"] == "pending"
    pass_time(service)
    WebhookContext.sender = Sender(service.webhooks.guard, TIMEOUT_S)
    assert deliver_to(mine.id) == 1
    assert [each.id for each in receiver.received] == [listed["id"]] * 2
    assert mine.deliveries()[0]["state"] == "delivered"


@pytest.mark.parametrize("answer", [_huge_body, _drip_body])
def test_a_long_answer_is_a_success_and_is_not_read(service: Service, receiver: Receiver, mine: Hook, answer: Any):
    receiver.answers = [answer]
    tell(service, mine.owner.id)

    assert deliver_to(mine.id) == 1

    [listed] = mine.deliveries()
    [attempt] = mine.delivery(listed["id"])["history"]
    assert (listed["state"], attempt["status"], attempt["error"]) == ("delivered", 200, None)
    assert attempt["duration_ms"] < TIMEOUT_S * 1000


def test_answers_of_a_receiver_are_not_stored(service: Service, receiver: Receiver, mine: Hook):
    """Stored answers would let players read other services in the network of the server."""

    def tell_a_secret(handler: Handler) -> None:
        handler.connection.sendall(b"HTTP/1.1 500 swordfish\r\nX-Secret: swordfish\r\n\r\nswordfish")

    receiver.answers = [tell_a_secret]
    tell(service, mine.owner.id)
    deliver_to(mine.id)

    [listed] = mine.deliveries()
    assert "swordfish" not in mine.owner.get(f"{mine.path}/deliveries/{listed['id']}").text


def test_an_unreachable_receiver_is_a_failure(api: Api, service: Service):
    gone = hook(api.sign_up(), f"http://127.0.0.1:{nobody()}/")
    tell(service, gone.owner.id)

    assert deliver_to(gone.id) == 1

    [listed] = gone.deliveries()
    [attempt] = gone.delivery(listed["id"])["history"]
    assert (attempt["status"], attempt["error"]) == (None, "no connection: Connection refused")


def test_an_address_that_became_forbidden_is_a_failure_and_nothing_is_sent(
    service: Service, receiver: Receiver, mine: Hook
):
    tell(service, mine.owner.id)
    with service.database.session() as session:
        session.execute("UPDATE shengji.webhook SET url = 'https://10.0.0.1/' WHERE id = $1", [mine.id])

    assert deliver_to(mine.id) == 1

    [listed] = mine.deliveries()
    assert "one that is not public" in mine.delivery(listed["id"])["history"][0]["error"]
    assert receiver.received == []
