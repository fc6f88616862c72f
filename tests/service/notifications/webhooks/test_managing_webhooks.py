"""Webhooks are created, listed and changed over HTTP, by their owners only."""

import base64
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from service.notifications.webhooks.handlers import WEBHOOKS_LIMIT
from service.wiring import Service
from tests.support.api import Api, User
from tests.support.receiver import (
    Hook,
    Receiver,
    hook,
    tell,
)
from tests.support.webhooks import patch


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
