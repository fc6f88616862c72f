"""Deliveries are tested, resent and listed, and deleted with their webhook or account."""

import dataclasses
import threading
from datetime import timedelta
from typing import Any

import psycopg
import pytest

from service.notifications.webhooks.dispatch import WebhookDispatch
from service.notifications.webhooks.jobs import deliver_to
from service.platform.queue.job_queue import JobQueue
from service.processes.app import create_app
from service.wiring import Service
from tests.support.api import Api, User
from tests.support.fixtures import wired
from tests.support.measured import metrics_of
from tests.support.receiver import (
    Hook,
    Receiver,
    hook,
    pass_time,
    tell,
)
from tests.support.waiting import until
from tests.support.webhooks import assert_as_promised, patch


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
