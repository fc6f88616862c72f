"""Failed deliveries are retried on a schedule, and a webhook that keeps failing is disabled."""

from datetime import UTC, datetime
from email.utils import format_datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.notifications.webhooks.jobs import AGAIN_S, JITTER, MOST_FAILURES, MOST_REST_S, REST_S, deliver_to
from service.notifications.webhooks.sender import LONGEST_WAIT_S, judged, wait_asked
from service.wiring import Service
from tests.support.api import Api
from tests.support.receiver import (
    Hook,
    Receiver,
    hook,
    let_no_time_pass,
    nobody,
    pass_time,
    receiving,
    rests,
    tell,
    waits,
)
from tests.support.webhooks import patch

HOUR_S = 3600


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
