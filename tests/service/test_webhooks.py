"""Webhooks: creation and changes over HTTP, signatures by Standard Webhooks, and the delivery log."""

import base64
import dataclasses
import string
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta, tzinfo
from email.utils import format_datetime
from typing import Any

import orjson
import psycopg
import pytest
from hypothesis import given
from hypothesis import strategies as st
from standardwebhooks import WebhookVerificationError

from domain.kernel.cards import FACE_OF_NAME
from service.notifications.webhooks.dispatch import WebhookDispatch
from service.notifications.webhooks.handlers import WEBHOOKS_LIMIT
from service.notifications.webhooks.jobs import AGAIN_S, JITTER, MOST_FAILURES, MOST_REST_S, REST_S, deliver_to
from service.notifications.webhooks.sender import LONGEST_WAIT_S, Sender, judged, wait_asked
from service.platform.queue.job_queue import JobQueue
from service.platform.settings import Settings
from service.processes.app import create_app
from service.wiring import Service
from service.worker_context import WorkerContext
from tests.support.api import Api, User
from tests.support.contract import contract, misfits
from tests.support.fixtures import wired
from tests.support.measured import metrics_of
from tests.support.receiver import (
    Hook,
    Received,
    Receiver,
    for_development,
    hook,
    let_no_time_pass,
    nobody,
    pass_time,
    receiving,
    rests,
    tell,
    waits,
)
from tests.support.waiting import until

HOUR_S = 3600


@pytest.fixture(scope="module")
def settings(database_url: str, servers: tuple[str, str]) -> Settings:
    """Development settings that allow webhooks to this machine."""
    return for_development(database_url, servers[1], 30.0)


@pytest.fixture(autouse=True)
def workshop(service: Service) -> None:
    WorkerContext.service = service
    WorkerContext.sender = Sender(service.webhooks.guard, service.settings.webhook_timeout_s)


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as receiver:
        yield receiver


@pytest.fixture
def player(api: Api) -> User:
    return api.sign_up()


@pytest.fixture
def mine(player: User, receiver: Receiver) -> Hook:
    """Creates a webhook for the receiver."""
    return hook(player, receiver.url)


def patch(which: Hook, **members: Any) -> Any:
    return which.owner.api.call("PATCH", which.path, members, token=which.owner.token)


# -- creation and changes ----------------------------------------------------------------------------------------------


def test_the_secret_is_shown_only_once(player: User, receiver: Receiver):
    made = player.post("/v1/me/webhooks", {"url": receiver.url, "types": ["turn_began", "hand_over", "turn_began"]})
    secret = made.json["secret"]
    path = made.headers["Location"]

    assert made.status_code == 201
    assert made.headers["Cache-Control"] == "no-store"
    assert len(base64.b64decode(secret.removeprefix("whsec_"))) == 32
    assert made.json["types"] == ["hand_over", "turn_began"]
    seen = player.get(path)
    assert seen.json == {name: value for name, value in made.json.items() if name != "secret"}
    listed = player.get("/v1/me/webhooks")
    assert listed.json["webhooks"] == [seen.json]
    assert secret not in seen.text + listed.text


def test_the_export_lists_webhooks_without_secrets(service: Service, mine: Hook):
    mine.owner.post(f"{mine.path}/secret", {})

    [listed] = service.webhooks.all_of(mine.owner.id)

    assert listed.id == mine.id
    assert "whsec" not in repr(listed)


def test_webhooks_need_their_scope(api: Api, mine: Hook):
    made = mine.owner.post("/v1/me/tokens", {"name": "reader", "scopes": ["account:read", "account:write"]})
    reader = User(api, mine.owner.id, made.json["secret"])

    for answer in (reader.get("/v1/me/webhooks"), reader.get(mine.path), reader.post(f"{mine.path}/test")):
        assert (answer.status_code, answer.json["facts"]) == (403, {"scope": "webhook:manage"})


def test_nobody_can_read_or_change_the_webhooks_of_others(api: Api, service: Service, mine: Hook):
    tell(service, mine.owner.id)
    [delivery] = mine.deliveries()
    other = api.sign_up()
    theirs = Hook(other, mine.id, "")
    foreign = hook(other, "https://93.184.216.34/")

    answers = [
        other.get(mine.path),
        patch(theirs, enabled=False),
        patch(theirs, url="https://93.184.216.34/"),
        api.call("DELETE", mine.path, token=other.token),
        other.post(f"{mine.path}/secret", {}),
        other.post(f"{mine.path}/test"),
        other.get(f"{mine.path}/deliveries"),
        other.get(f"{mine.path}/deliveries/{delivery['id']}"),
        other.post(f"{mine.path}/deliveries/{delivery['id']}/redeliver"),
        other.get(f"{foreign.path}/deliveries/{delivery['id']}"),
        other.post(f"{foreign.path}/deliveries/{delivery['id']}/redeliver"),
    ]

    assert [(answer.status_code, answer.json["code"]) for answer in answers] == [(404, "not_found")] * len(answers)
    assert mine.document()["enabled"]
    assert other.get("/v1/me/webhooks").json["webhooks"] == [foreign.document()]


def test_a_player_has_at_most_ten_webhooks_even_with_concurrent_requests(player: User):
    with ThreadPoolExecutor(6) as pool:
        made = list(
            pool.map(
                lambda number: player.post("/v1/me/webhooks", {"url": f"https://93.184.216.34/{number}"}).status_code,
                range(WEBHOOKS_LIMIT + 5),
            )
        )

    assert sorted(made) == [201] * WEBHOOKS_LIMIT + [409] * 5
    listed = player.get("/v1/me/webhooks").json["webhooks"]
    assert len(listed) == WEBHOOKS_LIMIT
    player.api.call("DELETE", f"/v1/me/webhooks/{listed[0]['id']}", token=player.token)
    assert player.post("/v1/me/webhooks", {"url": "https://93.184.216.34/"}).status_code == 201


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "url"),
        ({"url": 7}, "url"),
        ({"url": ""}, "url"),
        ({"url": "https://93.184.216.34/" + "x" * 2000}, "url"),
        ({"url": "https://93.184.216.34/", "types": ["turn_begun"]}, "types.0"),
        ({"url": "https://93.184.216.34/", "types": "turn_began"}, "types"),
        ({"url": "https://93.184.216.34/", "enabled": True}, "enabled"),
    ],
)
def test_an_invalid_member_is_named_and_nothing_is_created(player: User, body: Any, field: str):
    refused = player.post("/v1/me/webhooks", body)

    assert (refused.status_code, refused.json["code"]) == (400, "invalid_request")
    assert field in refused.json["facts"]["fields"]
    assert player.get("/v1/me/webhooks").json["webhooks"] == []


def test_an_empty_change_is_refused(mine: Hook):
    before = mine.document()

    for members in ({}, {"enabled": "yes"}, {"secret": "whsec_x"}, {"url": None}):
        assert patch(mine, **members).status_code == 400
    assert mine.document() == before

    assert patch(mine, types=["hand_over"]).json == {**before, "types": ["hand_over"]}
    assert patch(mine, types=[]).json == before


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


def assert_as_promised(received: Received) -> None:
    """Checks that a delivery is as documented for receivers."""
    promised = contract()["webhooks"]["account_event"]["post"]
    schema = promised["requestBody"]["content"]["application/json"]["schema"]
    assert misfits(schema, received.payload) == []
    for header in promised["parameters"]:
        assert misfits(header["schema"], received.headers[header["name"]]) == [], header["name"]


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
    }


@pytest.fixture(scope="module")
def shared(api: Api, service: Service) -> Iterator[tuple[Service, Receiver, Hook]]:
    """One webhook for many examples."""
    WorkerContext.service = service
    WorkerContext.sender = Sender(service.webhooks.guard, service.settings.webhook_timeout_s)
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


# ------------------------------------------------------------------------------------------------ failures and retries


def test_a_failed_delivery_is_retried_with_the_same_id_until_it_succeeds(
    service: Service, receiver: Receiver, mine: Hook
):
    receiver.answers = [500, 404, (429, {}), 200]
    tell(service, mine.owner.id)
    for _ in receiver.answers[:]:
        assert deliver_to(mine.id) == 1
        let_no_time_pass(service)
        assert deliver_to(mine.id) == 0, "a failed delivery waits"
        pass_time(service)

    assert len({each.id for each in receiver.received}) == 1
    assert len({each.body for each in receiver.received}) == 1
    assert all(each.verified(mine.secret) for each in receiver.received)
    delivery = mine.delivery(receiver.received[0].id)
    assert (delivery["state"], delivery["attempts"]) == ("delivered", 4)
    assert [(each["status"], each["error"]) for each in delivery["history"]] == [
        (500, "the response was 500"),
        (404, "the response was 404"),
        (429, "the response was 429"),
        (200, None),
    ]


def test_retries_follow_the_schedule_and_the_last_failure_disables_the_webhook(
    service: Service, mine: Hook, receiver: Receiver
):
    tell(service, mine.owner.id)
    [delivery] = mine.deliveries()
    receiver.answers = [500] * (len(AGAIN_S) + 1)
    for again_s in AGAIN_S:
        deliver_to(mine.id)
        assert waits(service, delivery["id"]).can_be(again_s * (1 - JITTER), again_s * (1 + JITTER))
        pass_time(service)
    assert AGAIN_S[0] == 5
    assert AGAIN_S[-1] == 24 * HOUR_S
    assert mine.document()["enabled"]
    tell(service, mine.owner.id)
    deliver_to(mine.id)

    given_up = mine.delivery(delivery["id"])
    assert (given_up["state"], given_up["attempts"], given_up["next_attempt_at"]) == ("failed", 10, None)
    document = mine.document()
    assert (document["enabled"], document["disabled"]["by"]) == (False, "failing")
    [waiting] = mine.deliveries("?state=pending")
    assert waiting["next_attempt_at"] is None
    pass_time(service)
    assert deliver_to(mine.id) == 0
    assert len(receiver.received) == 10


def test_a_dead_receiver_is_given_up_equally_soon_for_busy_and_quiet_players(
    service: Service, receiver: Receiver, mine: Hook
):
    """There is always a new delivery to try after a pause, so none is tried ten times."""

    def has_failed(times: int) -> None:
        with service.database.session() as session:
            session.execute("UPDATE shengji.webhook SET failures = $1 WHERE id = $2", [times, mine.id])

    assert sum(AGAIN_S) - MOST_REST_S < MOST_FAILURES * MOST_REST_S <= sum(AGAIN_S)
    for answer, so_far, enabled in ((500, 2, True), (200, 1, True), (500, 1, False)):
        tell(service, mine.owner.id)
        has_failed(MOST_FAILURES - so_far)
        receiver.answers = [answer, 500]
        pass_time(service)
        deliver_to(mine.id)
        assert mine.document()["enabled"] is enabled

    assert mine.document()["disabled"]["by"] == "failing"
    assert {each["next_attempt_at"] for each in mine.deliveries("?state=pending")} == {None}


def test_jitter_spreads_retries_of_simultaneous_failures(api: Api, service: Service):
    found = []
    for _ in range(5):
        which = hook(api.sign_up(), f"http://127.0.0.1:{nobody()}/")
        tell(service, which.owner.id)
        deliver_to(which.id)
        found.append(waits(service, which.deliveries()[0]["id"]))

    assert len({round(each.most, 2) for each in found}) > 1
    assert all(each.can_be(AGAIN_S[0] * (1 - JITTER), AGAIN_S[0] * (1 + JITTER)) for each in found)


def test_status_410_disables_the_webhook_at_once(service: Service, receiver: Receiver, mine: Hook):
    receiver.answers = [410]
    tell(service, mine.owner.id)
    tell(service, mine.owner.id)

    assert deliver_to(mine.id) == 1
    pass_time(service)
    assert deliver_to(mine.id) == 0

    document = mine.document()
    assert (document["enabled"], document["disabled"]["by"]) == (False, "gone")
    # Their ids may be of the same millisecond.
    by_number = sorted(mine.deliveries(), key=lambda each: int(each["number"]))
    assert [each["state"] for each in by_number] == ["failed", "pending"]
    for action in ("test", f"deliveries/{mine.deliveries()[0]['id']}/redeliver"):
        refused = mine.owner.post(f"{mine.path}/{action}")
        assert (refused.status_code, refused.json["code"]) == (409, "webhook_disabled")
    assert len(receiver.received) == 1


def test_enabling_sends_pending_deliveries_but_not_events_from_the_disabled_period(
    service: Service, receiver: Receiver, mine: Hook
):
    before = tell(service, mine.owner.id)
    assert patch(mine, enabled=False).json["disabled"]["by"] == "owner"
    tell(service, mine.owner.id)
    assert deliver_to(mine.id) == 0

    enabled = patch(mine, enabled=True).json
    after = tell(service, mine.owner.id)

    assert (enabled["enabled"], enabled["disabled"]) == (True, None)
    assert deliver_to(mine.id) == 2
    assert [each.payload["number"] for each in receiver.received] == [before, after]


def test_enabling_a_failing_webhook_restarts_its_retry_schedule(service: Service, receiver: Receiver, mine: Hook):
    tell(service, mine.owner.id)
    second = tell(service, mine.owner.id)
    with service.database.session() as session:
        session.execute("UPDATE shengji.delivery SET step = 9, attempts = 9 WHERE webhook_id = $1", [mine.id])
    receiver.answers = [500, 500]
    deliver_to(mine.id)
    assert not mine.document()["enabled"]

    patch(mine, enabled=True)
    assert deliver_to(mine.id) == 1
    assert receiver.received[-1].payload["number"] == second
    assert mine.document()["enabled"]
    [waiting] = mine.deliveries("?state=pending")
    assert waits(service, waiting["id"]).can_be(AGAIN_S[0] * (1 - JITTER), AGAIN_S[0] * (1 + JITTER))


def test_a_new_url_applies_to_pending_deliveries(service: Service, mine: Hook):
    patch(mine, url=f"http://127.0.0.1:{nobody()}/")
    tell(service, mine.owner.id)
    deliver_to(mine.id)
    assert mine.deliveries()[0]["state"] == "pending"
    with receiving() as elsewhere:
        patch(mine, url=elsewhere.url)
        pass_time(service)
        deliver_to(mine.id)

        assert elsewhere.received[0].verified(mine.secret)


def test_a_410_from_the_old_url_does_not_disable_the_new_one(service: Service, receiver: Receiver, mine: Hook):
    def move_and_be_gone(handler: Any) -> None:
        patch(mine, url="https://93.184.216.34/")
        handler.send_response(410)
        handler.end_headers()

    receiver.answers = [move_and_be_gone]
    tell(service, mine.owner.id)
    deliver_to(mine.id)

    assert mine.document()["enabled"]


@pytest.mark.parametrize("status", [429, 503])
def test_retry_after_is_respected_up_to_a_day(service: Service, receiver: Receiver, mine: Hook, status: int):
    tell(service, mine.owner.id)
    [delivery] = mine.deliveries()
    for asked, least, most in (
        ("600", 600, 600),
        ("1", AGAIN_S[1] * (1 - JITTER), AGAIN_S[1] * (1 + JITTER)),
        ("999999999", LONGEST_WAIT_S, LONGEST_WAIT_S),
    ):
        receiver.answers = [(status, {"Retry-After": asked})]
        deliver_to(mine.id)
        assert waits(service, delivery["id"]).can_be(least, most), asked
        pass_time(service)
        with service.database.session() as session:
            session.execute("UPDATE shengji.delivery SET step = least(step, 1) WHERE id = $1", [delivery["id"]])


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("120", 120),
        (" 5 ", 5),
        ("0", 0),
        ("-5", 0),
        ("soon", 0),
        ("", 0),
        ("1e9", 0),
        ("9" * 40, 0),
        (f"Sat, 21 Nov {'9' * 20} 22:41:00 GMT", 0),
        ("Sat, 21 Nov 2026 22:41:00 GMT", 60),
        ("Sat, 21 Nov 2026 22:30:00 GMT", 0),
        ("Sat, 21 Nov 2099 22:30:00 GMT", LONGEST_WAIT_S),
    ],
)
def test_retry_after_is_parsed(text: str, seconds: float):
    assert wait_asked(text, datetime(2026, 11, 21, 22, 40, tzinfo=UTC)) == seconds


@given(st.text(max_size=40) | st.datetimes().map(lambda at: format_datetime(at.replace(tzinfo=UTC), usegmt=True)))
def test_any_retry_after_is_clamped_to_the_bounds(text: str):
    assert 0 <= wait_asked(text, datetime.now(UTC)) <= LONGEST_WAIT_S


def test_only_2xx_is_success_and_only_429_and_503_may_set_retry_after():
    now = datetime.now(UTC)
    for status in range(200, 600):
        outcome = judged(status, "50", now)
        assert outcome.delivered is (status < 300)
        assert outcome.wait_s == (50 if status in (429, 503) else 0)


def test_the_pause_of_a_webhook_grows_with_each_failure(service: Service, receiver: Receiver, mine: Hook):
    for _ in range(12):
        tell(service, mine.owner.id)
    receiver.answers = [500] * 9
    for failures in range(9):
        rest_s = REST_S * 2**failures
        assert deliver_to(mine.id) == 1, "after one failure other webhooks are served"
        assert rests(service, receiver.received[-1].id).can_be(rest_s, rest_s)
        let_no_time_pass(service)
        assert deliver_to(mine.id) == 0
        pass_time(service)

    assert deliver_to(mine.id) == 12
    assert rests(service, receiver.received[-1].id).most == float("-inf")

    with service.database.session() as session:
        session.execute("UPDATE shengji.webhook SET failures = 1000 WHERE id = $1", [mine.id])
    receiver.answers = [500]
    tell(service, mine.owner.id)
    deliver_to(mine.id)
    longest = rests(service, receiver.received[-1].id)
    assert longest.can_be(MOST_REST_S, MOST_REST_S), "the pause has a maximum"


# ------------------------------------------------------------------------------------------------ tests and redelivery


def test_a_test_delivery_arrives_like_any_message(service: Service, receiver: Receiver, mine: Hook):
    asked = mine.owner.post(f"{mine.path}/test")
    assert (asked.status_code, asked.json["type"], asked.json["number"]) == (202, "test", None)
    assert mine.owner.post(f"{mine.path}/test").json["id"] == asked.json["id"], "a delivery is already pending"

    deliver_to(mine.id)

    [received] = receiver.received
    assert received.id == asked.json["id"]
    sent = received.verified(mine.secret)
    assert (sent["type"], sent["number"], sent["table"], sent["data"]) == ("test", None, None, {})
    assert_as_promised(received)
    delivery = mine.delivery(received.id)
    assert (delivery["state"], delivery["payload"]) == ("delivered", sent)
    assert mine.owner.post(f"{mine.path}/test").json["id"] != asked.json["id"]


def test_a_test_delivery_ignores_subscriptions_and_is_not_retried(service: Service, receiver: Receiver, player: User):
    turns = hook(player, receiver.url, types=["turn_began"])
    receiver.answers = [500]
    asked = turns.owner.post(f"{turns.path}/test").json

    assert deliver_to(turns.id) == 1

    delivery = turns.delivery(asked["id"])
    assert (delivery["state"], delivery["next_attempt_at"]) == ("failed", None)
    assert delivery["history"][0]["error"] == "the response was 500"
    assert turns.document()["enabled"], "a test call that fails does no harm"


@pytest.mark.parametrize("first", [204, 500])
def test_a_delivery_can_be_resent_on_demand_with_the_same_id(
    service: Service, receiver: Receiver, mine: Hook, first: int
):
    receiver.answers = [first]
    tell(service, mine.owner.id)
    deliver_to(mine.id)
    delivery_id = receiver.received[0].id

    again = mine.owner.post(f"{mine.path}/deliveries/{delivery_id}/redeliver")
    assert (again.status_code, again.json["state"]) == (202, "pending")
    assert deliver_to(mine.id) == 1, "the webhook does not pause"

    assert [each.id for each in receiver.received] == [delivery_id] * 2
    assert receiver.received[0].body == receiver.received[1].body
    delivery = mine.delivery(delivery_id)
    assert (delivery["state"], delivery["attempts"], len(delivery["history"])) == ("delivered", 2, 2)


def test_a_delivery_resent_on_demand_does_not_wait_for_due_ones(service: Service, receiver: Receiver, mine: Hook):
    for _ in range(4):
        tell(service, mine.owner.id)
    receiver.answers = [500] * 2
    for _ in receiver.answers[:]:
        deliver_to(mine.id)
        pass_time(service)
    newest = mine.deliveries()[0]["id"]
    tested = mine.owner.post(f"{mine.path}/test").json["id"]
    again = mine.owner.post(f"{mine.path}/deliveries/{newest}/redeliver").json["id"]

    deliver_to(mine.id)

    assert [each.id for each in receiver.received[2:4]] == [again, tested]


def test_an_unknown_delivery_cannot_be_resent(mine: Hook):
    for path in (f"{mine.path}/deliveries/msg_{'0' * 26}/redeliver", f"/v1/me/webhooks/whk_{'0' * 26}/test"):
        assert mine.owner.post(path).status_code == 404


# ------------------------------------------------------------------------------------------------ the log


def test_deliveries_are_paginated_newest_first(service: Service, receiver: Receiver, mine: Hook):
    receiver.answers = [204, 204, 410]
    numbers = [tell(service, mine.owner.id) for _ in range(7)]
    deliver_to(mine.id)

    found: list[Any] = []
    cursor = ""
    while True:
        page = mine.owner.get(f"{mine.path}/deliveries?limit=3{cursor}").json
        found += page["deliveries"]
        if page["next_cursor"] is None:
            break
        cursor = f"&cursor={page['next_cursor']}"

    assert sorted(each["number"] for each in found) == numbers
    assert [each["id"] for each in found] == sorted((each["id"] for each in found), reverse=True)
    by_state = {state: mine.deliveries(f"?state={state}") for state in ("delivered", "failed", "pending")}
    assert [len(listed) for listed in by_state.values()] == [2, 1, 4]
    assert mine.owner.get(f"{mine.path}/deliveries?state=lost").status_code == 400


def test_old_deliveries_are_deleted_unless_they_are_pending(service: Service, receiver: Receiver, mine: Hook):
    receiver.answers = [204, 500]
    for _ in range(3):
        tell(service, mine.owner.id)
    deliver_to(mine.id)
    queue = JobQueue(service.settings.redis_url)
    forgetting = WebhookDispatch(service.database, queue, kept_days=30)
    forgetting.forget()
    assert len(mine.deliveries()) == 3

    with service.database.session() as session:
        ours = "(SELECT id FROM shengji.delivery WHERE webhook_id = $1)"
        session.execute(f"DELETE FROM shengji.delivery_attempt WHERE delivery_id IN {ours}", [mine.id])
        session.execute(
            f"UPDATE shengji.delivery SET id = 'msg_' || shengji.ulid(now() - interval '31 days') WHERE id IN {ours}",
            [mine.id],
        )
    assert forgetting.forget() == 1, "pending deliveries are kept"
    assert [each["state"] for each in mine.deliveries()] == ["pending"] * 2
    patch(mine, enabled=False)
    assert forgetting.forget() == 2
    assert mine.deliveries() == []


def test_ids_generated_by_the_database_have_the_same_form_as_those_of_the_program(service: Service):
    from ulid import ULID

    with service.database.session() as session:
        rows = session.execute("SELECT shengji.ulid(), now() FROM generate_series(1, 2000)").fetchall()

    made = [ULID.from_str(text) for text, _ in rows]
    assert len(set(made)) == 2000
    assert all(abs(each.datetime - now) < timedelta(seconds=30) for each, (_, now) in zip(made, rows, strict=True))
    assert all(len({text[place] for text, _ in rows}) == 32 for place in range(10, 26))


def test_deleting_a_webhook_deletes_its_log_and_pending_deliveries(service: Service, receiver: Receiver, mine: Hook):
    tell(service, mine.owner.id)
    deliver_to(mine.id)
    tell(service, mine.owner.id)

    assert mine.owner.api.call("DELETE", mine.path, token=mine.owner.token).status_code == 204

    assert mine.owner.get(mine.path).status_code == 404
    assert deliver_to(mine.id) == 0
    with service.database.session() as session:
        for table in ("delivery", "delivery_attempt"):
            rows = session.execute(
                f"SELECT count(*) FROM shengji.{table} AS t WHERE to_jsonb(t)::text LIKE '%' || $1 || '%'",
                [receiver.received[0].id],
            ).fetchone()
            assert rows == (0,)


def test_a_webhook_deleted_during_a_delivery_leaves_no_rows(service: Service, receiver: Receiver, mine: Hook):
    def remove(handler: Any) -> None:
        mine.owner.api.call("DELETE", mine.path, token=mine.owner.token)
        handler.send_response(500)
        handler.end_headers()

    receiver.answers = [remove]
    tell(service, mine.owner.id)

    assert deliver_to(mine.id) == 1
    assert mine.owner.get(mine.path).status_code == 404


def test_deleting_a_webhook_does_not_block_new_account_events(service: Service, database_url: str, mine: Hook):
    numbers: list[int] = []
    teller = threading.Thread(target=lambda: numbers.append(tell(service, mine.owner.id)))
    with psycopg.connect(database_url) as remover, psycopg.connect(database_url, autocommit=True) as onlooker:
        remover.execute("DELETE FROM shengji.webhook WHERE id = %s", [mine.id])
        teller.start()
        waiting = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
        until(lambda: onlooker.execute(waiting).fetchone(), "wait for the lock of the webhook")
        remover.commit()
    teller.join(60)

    assert numbers == [1]


def test_closing_an_account_deletes_its_webhooks_and_events(service: Service, receiver: Receiver, mine: Hook):
    tell(service, mine.owner.id)
    deliver_to(mine.id)
    with service.database.session() as session:
        session.execute("DELETE FROM shengji.account_event WHERE player_id = $1", [mine.owner.id])
        assert mine.deliveries() == []
        session.execute("DELETE FROM shengji.webhook WHERE player_id = $1", [mine.owner.id])
        left = session.execute("SELECT count(*) FROM shengji.delivery WHERE player_id = $1", [mine.owner.id]).fetchone()

    assert left == (0,)
    assert service.webhooks.all_of(mine.owner.id) == []


def test_older_tokens_with_every_scope_have_the_webhook_scope(service: Service):
    """Players of earlier releases could not get it otherwise: a token grants at most its own scopes."""
    from service.platform.store.migrations import migrations

    old = {"account:read", "account:write", "table:create", "table:play", "table:read"}
    player, whole, _ = service.accounts.sign_up("of before", "human")
    part, _ = service.accounts.make_token(player.id, "part", ["table:read", "account:write"], None)
    [step] = [step for step in migrations() if step.name == "webhooks"]
    update = step.text[step.text.index("UPDATE shengji.token") :]
    with service.database.session() as session:
        session.execute("UPDATE shengji.token SET scopes = $2 WHERE id = $1", [whole.id, sorted(old)])
        session.execute(update.encode())
        session.execute(update.encode())

    scopes = {token.id: token.scopes for token in service.accounts.tokens(player.id, "", 10)}
    assert sorted(scopes[whole.id]) == [*sorted(old), "webhook:manage"]
    assert scopes[part.id] == ["table:read", "account:write"]


def test_attempts_and_pending_deliveries_are_measured(api: Api, service: Service, receiver: Receiver, mine: Hook):
    def counted(name: str) -> float:
        lines = metrics_of(service).splitlines()
        return sum(float(line.rpartition(" ")[2]) for line in lines if line.startswith(name))

    delivered, failed = (f'shengji_webhook_attempts_total{{outcome="{each}"}}' for each in ("delivered", "status"))
    before = counted(delivered), counted(failed), counted("shengji_webhook_deliveries_pending")
    receiver.answers = [204, 500]
    for _ in range(3):
        tell(service, mine.owner.id)
    deliver_to(mine.id)

    after = counted(delivered), counted(failed), counted("shengji_webhook_deliveries_pending")
    assert [new - old for new, old in zip(after, before, strict=True)] == [1, 1, 2]


def test_pending_deliveries_to_a_dead_receiver_do_not_look_like_a_lack_of_workers(
    api: Api, service: Service, receiver: Receiver, mine: Hook
):
    def oldest_due_s() -> float:
        lines = metrics_of(service).splitlines()
        [line] = [each for each in lines if each.startswith("shengji_webhook_oldest_due_seconds ")]
        return float(line.rpartition(" ")[2])

    def make_older() -> None:
        with service.database.session() as session:
            session.execute("UPDATE shengji.delivery SET next_attempt_at = now() - interval '1 hour'")

    with service.database.session() as session:
        session.execute("DELETE FROM shengji.delivery")
    for _ in range(2):
        tell(service, mine.owner.id)
    make_older()
    assert oldest_due_s() >= 3600
    receiver.answers = [500]
    deliver_to(mine.id)
    with service.database.session() as session:
        session.execute("UPDATE shengji.webhook SET rests_until = now() + interval '4 min' WHERE id = $1", [mine.id])
    make_older()
    assert oldest_due_s() == 0


def test_a_production_server_sends_nothing_to_itself(service: Service, receiver: Receiver):
    closed = wired(dataclasses.replace(service.settings, webhook_loopback=False))
    player = Api(create_app(closed)).sign_up()

    refused = player.post("/v1/me/webhooks", {"url": receiver.url})

    assert (refused.status_code, refused.json["code"]) == (422, "webhook_url_refused")
    closed.close()
