"""An idempotency key belongs to its sender: no player gets stored answers with the key of another player.

The tests cover every operation of openapi.yaml that takes a key, with each example of a body. The owner sends a request
with a key. Another player sends the same bytes with the same key, and then without a key.
"""

from typing import Any, NamedTuple

import pytest

from tests.support.api import Api, User
from tests.support.belongings import Belongings, bodies
from tests.support.contract import Operation, operations

TAKE_KEYS = [one for one in operations() if any(each["name"] == "Idempotency-Key" for each in one.parameters)]


class Sent(NamedTuple):
    """The answers to equal requests: of the owner with a key, of another player with it, and without a key."""

    owner: Any
    other: Any
    plain: Any


@pytest.fixture(scope="module")
def sent(api: Api) -> dict[tuple[str, str], Sent]:
    belongings, other = Belongings(api), api.sign_up("somebody else")
    return {
        (one.id, name): _sent(
            one, belongings.path(one), body, {"Idempotency-Key": f"{one.id}-{name}"}, belongings, other
        )
        for one in TAKE_KEYS
        for name, body in bodies(one, belongings)
    }


def _sent(one: Operation, path: str, body: Any, key: dict[str, str], belongings: Belongings, other: User) -> Sent:
    owner = belongings.owner
    return Sent(
        owner.api.call(one.method.upper(), path, body, token=owner.token, headers=key),
        other.api.call(one.method.upper(), path, body, token=other.token, headers=key),
        other.api.call(one.method.upper(), path, body, token=other.token),
    )


@pytest.mark.slow
def test_nobody_gets_the_stored_answer_for_the_key_of_another_player(sent: dict[tuple[str, str], Sent]):
    replayed = [name for name, each in sent.items() if "Idempotency-Replayed" in each.other.headers]
    same = [name for name, each in sent.items() if each.other.status_code < 300 and each.other.data == each.owner.data]

    assert replayed == []
    assert same == []


def test_using_the_key_of_another_player_gives_the_same_refusal_as_no_key(sent: dict[tuple[str, str], Sent]):
    refused = {name: each for name, each in sent.items() if each.other.status_code >= 400}
    otherwise = {
        name: (each.other.json["code"], each.plain.json.get("code"))
        for name, each in refused.items()
        if each.other.json["code"] != each.plain.json.get("code")
    }

    assert len(refused) > len(TAKE_KEYS)
    assert otherwise == {}


def test_the_tests_use_a_key_for_every_operation_that_takes_one(sent: dict[tuple[str, str], Sent]):
    used = {operation for (operation, _), each in sent.items() if each.owner.status_code < 300}

    assert used == {one.id for one in TAKE_KEYS}
