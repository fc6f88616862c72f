"""Messages of webhooks are signed, and contain the document of their event."""

import string
from collections.abc import Iterator
from datetime import datetime, tzinfo
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st
from standardwebhooks import WebhookVerificationError

from domain.kernel.cards import FACE_OF_NAME
from service.notifications.webhooks.context import WebhookContext
from service.notifications.webhooks.jobs import deliver_to
from service.notifications.webhooks.sender import Sender
from service.wiring import Service
from tests.support.api import Api, User
from tests.support.contract import contract, misfits
from tests.support.receiver import (
    Hook,
    Receiver,
    hook,
    receiving,
    tell,
)
from tests.support.webhooks import assert_as_promised


# -- deliveries --------------------------------------------------------------------------------------------------------
def test_a_delivery_is_signed_and_equals_the_event_in_the_feed(service: Service, receiver: Receiver, mine: Hook):
    data = {"seat": 0, "what": "play", "version": 120}
    number = tell(service, mine.owner.id, "turn_began", data, "tbl_01M7ZBDNSS6QVYHRRA4NCV1JZT")

    assert deliver_to(mine.id) == 1

    [received] = receiver.received
    assert received.verified(mine.secret) == {
        "number": number,
        "type": "turn_began",
        "at": "2026-11-21T22:40:00.000Z",
        "table": "tbl_01M7ZBDNSS6QVYHRRA4NCV1JZT",
        "data": data,
        "about": None,
    }
    assert received.path == "/turns?for=me"
    assert received.headers["content-type"] == "application/json"
    assert received.headers["user-agent"].startswith("shengji-webhooks/")
    assert received.headers["host"] == f"127.0.0.1:{receiver.port}"
    assert "authorization" not in received.headers
    [listed] = mine.deliveries()
    assert (listed["id"], listed["state"], listed["attempts"]) == (received.id, "delivered", 1)
    delivery = mine.delivery(received.id)
    assert delivery["payload"] == received.payload
    [attempt] = delivery["history"]
    assert (attempt["status"], attempt["error"]) == (204, None)
    assert delivery["next_attempt_at"] is None
    assert deliver_to(mine.id) == 0, "no delivery is due"
    assert_as_promised(received)


def test_a_replayed_message_is_detected(
    api: Api, service: Service, receiver: Receiver, mine: Hook, monkeypatch: pytest.MonkeyPatch
):
    """A repeated message has the same id; if it is late, changed or for another receiver, its signature is invalid."""
    other = hook(api.sign_up(), f"{receiver.url}/other")
    tell(service, mine.owner.id)
    deliver_to(mine.id)
    [first] = receiver.received
    sent_at = int(first.headers["webhook-timestamp"])

    assert first.verified(mine.secret)
    assert first.id == mine.deliveries()[0]["id"], "a repeated message has the same id"
    forged = [
        first._replace(headers=first.headers | {"webhook-id": other.id}),
        first._replace(headers=first.headers | {"webhook-timestamp": str(sent_at + 1)}),
        first._replace(body=first.body.replace(b'"number":', b'"number":1')),
    ]
    for each in forged:
        with pytest.raises(WebhookVerificationError, match="No matching signature"):
            each.verified(mine.secret)
    with pytest.raises(WebhookVerificationError, match="No matching signature"):
        first.verified(other.secret)
    for late_s in (301, -301):
        monkeypatch.setattr("standardwebhooks.webhooks.datetime", _clock_at(sent_at + late_s))
        with pytest.raises(WebhookVerificationError, match="timestamp"):
            first.verified(mine.secret)


def _clock_at(seconds: int) -> type[datetime]:
    """A stopped clock."""

    class Standing(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]  # the class itself is meant
            return datetime.fromtimestamp(seconds, tz)

    return Standing


def test_the_examples_of_messages_match_the_contract():
    promised = contract()["webhooks"]["account_event"]["post"]
    media = promised["requestBody"]["content"]["application/json"]
    for example in media["examples"].values():
        assert misfits(media["schema"], example["value"]) == []
    for header in promised["parameters"]:
        assert misfits(header["schema"], header["example"]) == []


_JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53), 2**53)
    | st.text(alphabet=string.printable + "中é😀", max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(string.ascii_lowercase, max_size=6), inner),
    max_leaves=6,
)


@given(data=st.dictionaries(st.text(string.ascii_lowercase, min_size=1, max_size=8), _JSON, max_size=4))
def test_a_delivery_contains_only_the_document_of_the_event(shared: tuple[Service, Receiver, Hook], data: Any):
    """So it cannot contain a card that is not in the account feed, which contains none."""
    service, receiver, which = shared
    number = tell(service, which.owner.id, "hand_over", data, "tbl_x")
    receiver.received.clear()

    deliver_to(which.id)

    [row] = service.database.read("account_events", {"player_id": which.owner.id, "after": number - 1, "limit": 1})
    assert receiver.received[0].verified(which.secret) == {
        "number": row[0],
        "type": row[1],
        "at": "2026-11-21T22:40:00.000Z",
        "table": row[2],
        "data": row[3],
        "about": None,
    }


@pytest.fixture(scope="module")
def shared(api: Api, service: Service) -> Iterator[tuple[Service, Receiver, Hook]]:
    """One webhook for many examples."""
    WebhookContext.basics = service
    WebhookContext.sender = Sender(service.webhooks.guard, service.settings.webhook_timeout_s)
    with receiving() as receiver:
        yield service, receiver, hook(api.sign_up(), receiver.url)


def test_no_column_of_a_delivery_can_hold_a_card(service: Service, mine: Hook):
    """A delivery row contains ids, a type, a state and times; the body is built from the feed when it is sent."""
    tell(service, mine.owner.id, "turn_began", {"seat": 1})
    with service.database.session() as session:
        rows = session.execute("SELECT to_jsonb(d)::text FROM shengji.delivery AS d").fetchall()

    for (row,) in rows:
        assert not set(FACE_OF_NAME) & {str(value) for value in orjson.loads(row).values()}


def test_only_subscribed_event_types_are_sent(service: Service, receiver: Receiver, player: User):
    turns = hook(player, receiver.url, types=["turn_began"])
    all_of_them = hook(player, receiver.url)
    for kind in ("seat_taken", "turn_began", "of_the_future"):
        tell(service, player.id, kind)

    deliver_to(turns.id)
    assert [each.payload["type"] for each in receiver.received] == ["turn_began"]
    deliver_to(all_of_them.id)
    assert [each.payload["type"] for each in receiver.received[1:]] == ["seat_taken", "turn_began", "of_the_future"]
    assert len({each.id for each in receiver.received}) == 4


def test_an_event_is_queued_once_per_webhook_of_its_player(api: Api, service: Service, mine: Hook):
    other = hook(api.sign_up(), "https://93.184.216.34/")
    second = hook(mine.owner, "https://93.184.216.34/")
    tell(service, mine.owner.id)

    assert len(mine.deliveries()) == 1
    assert len(second.deliveries()) == 1
    assert other.deliveries() == []


def test_two_secrets_are_valid_after_a_rotation_until_the_old_one_expires(
    service: Service, receiver: Receiver, mine: Hook
):
    rotated = mine.owner.post(f"{mine.path}/secret", {"former_lives_s": 3600})
    new = rotated.json["secret"]
    assert rotated.headers["Cache-Control"] == "no-store"
    assert mine.document()["former_secret_until"] == rotated.json["former_secret_until"]

    tell(service, mine.owner.id)
    deliver_to(mine.id)
    assert len(receiver.received[0].headers["webhook-signature"].split()) == 2
    assert receiver.received[0].verified(new)
    assert receiver.received[0].verified(mine.secret)

    with service.database.session() as session:
        session.execute("UPDATE shengji.webhook SET former_until = now() WHERE id = $1", [mine.id])
    assert mine.document()["former_secret_until"] is None
    tell(service, mine.owner.id)
    deliver_to(mine.id)
    assert receiver.received[1].verified(new)
    with pytest.raises(WebhookVerificationError):
        receiver.received[1].verified(mine.secret)


def test_at_most_two_secrets_are_valid_and_the_old_one_can_end_at_once(
    service: Service, receiver: Receiver, mine: Hook
):
    second = mine.owner.post(f"{mine.path}/secret", {}).json["secret"]
    third = mine.owner.post(f"{mine.path}/secret", {}).json["secret"]
    tell(service, mine.owner.id)
    deliver_to(mine.id)
    [received] = receiver.received
    assert received.verified(second)
    assert received.verified(third)
    with pytest.raises(WebhookVerificationError):
        received.verified(mine.secret)

    fourth = mine.owner.post(f"{mine.path}/secret", {"former_lives_s": 0}).json["secret"]
    tell(service, mine.owner.id)
    deliver_to(mine.id)
    assert receiver.received[1].verified(fourth)
    assert len(receiver.received[1].headers["webhook-signature"].split()) == 1
    assert mine.owner.post(f"{mine.path}/secret", {"former_lives_s": 604801}).status_code == 400


def test_no_secret_is_shown_again_or_logged(service: Service, mine: Hook, caplog):
    caplog.set_level("DEBUG")
    new = mine.owner.post(f"{mine.path}/secret", {}).json["secret"]
    tell(service, mine.owner.id)
    deliver_to(mine.id)
    [delivery] = mine.deliveries()
    said = mine.owner.get(mine.path).text + mine.owner.get(f"{mine.path}/deliveries/{delivery['id']}").text

    for secret in (mine.secret, new):
        assert secret.removeprefix("whsec_") not in said + caplog.text
