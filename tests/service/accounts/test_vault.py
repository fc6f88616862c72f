"""Secrets at rest: a copy of the database reveals no webhook secret, and keys can be rotated."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.notifications.webhooks.context import WebhookContext
from service.notifications.webhooks.jobs import UNREADABLE, deliver_to
from service.notifications.webhooks.sender import Sender
from service.platform.keys import new_key
from service.platform.settings import InvalidSetting, Settings, read_settings
from service.platform.store.vault import NoKey, Vault, WrongKey, seal
from service.wiring import Service
from tests.support.api import Api
from tests.support.fixtures import SECRETS_KEYS
from tests.support.receiver import Hook, Receiver, for_development, hook, receiving, tell

KEY, OTHER = new_key(), new_key()


@given(secret=st.text(max_size=100))
def test_a_sealed_value_is_opened_only_by_its_key(secret: str):
    stored = Vault([KEY]).encrypted(secret)

    assert len(secret) < 10 or secret not in stored
    assert Vault([KEY]).decrypted(stored) == secret
    assert Vault([OTHER, KEY]).decrypted(stored) == secret
    with pytest.raises(WrongKey):
        Vault([OTHER]).decrypted(stored)
    with pytest.raises(NoKey):
        Vault([]).decrypted(stored)


def test_without_a_key_no_secret_is_stored():
    with pytest.raises(NoKey):
        Vault([]).encrypted("a secret")


@pytest.mark.parametrize(
    "keys",
    ["hunter2", f"{KEY},", f"{KEY},{KEY[:-4]}", KEY.replace("=", ""), f"{KEY} "],
    ids=["a word", "a comma too many", "too short", "without its end", "a space"],
)
def test_an_invalid_key_is_refused_and_not_repeated(keys: str):
    with pytest.raises(InvalidSetting, match="SECRETS_KEYS") as refused:
        read_settings({"SECRETS_KEYS": keys})
    assert keys not in str(refused.value)


def test_settings_hide_their_keys():
    settings = read_settings({"SECRETS_KEYS": f"{KEY},{OTHER}"})

    assert settings.secrets_keys.each == (KEY, OTHER)
    assert KEY not in repr(settings)


# ------------------------------------------------------------------------------------------------ secrets of webhooks


@pytest.fixture(scope="module")
def settings(database_url: str, servers: tuple[str, str]) -> Settings:
    return for_development(database_url, servers[1], 30.0)


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as receiver:
        yield receiver


@pytest.fixture
def mine(api: Api, receiver: Receiver) -> Hook:
    return hook(api.sign_up(), receiver.url)


def with_keys(service: Service, *keys: str) -> None:
    """Lets a process with these keys send webhooks."""
    WebhookContext.basics = replace(service, vault=Vault(keys))
    WebhookContext.sender = Sender(service.webhooks.guard, service.settings.webhook_timeout_s)


def stored(service: Service, mine: Hook) -> tuple[Any, ...]:
    with service.database.session() as session:
        row = session.execute("SELECT secret, former_secret FROM shengji.webhook WHERE id = $1", [mine.id]).fetchone()
    assert row is not None
    return tuple(row)


def put_in_the_open(service: Service, mine: Hook) -> None:
    """Stores the secret as releases without encryption did."""
    with service.database.session() as session:
        session.execute("UPDATE shengji.webhook SET secret = $1 WHERE id = $2", [mine.secret, mine.id])


def send(service: Service, mine: Hook) -> None:
    tell(service, mine.owner.id)
    deliver_to(mine.id)


def test_no_webhook_secret_is_stored_in_plain_text(service: Service, mine: Hook):
    rotated = mine.owner.post(f"{mine.path}/secret", {}).json["secret"]

    rows = []
    with service.database.session() as session:
        tables = session.execute(
            "SELECT table_schema, table_name FROM information_schema.tables"
            " WHERE table_schema LIKE 'shengji%' AND table_type = 'BASE TABLE'"
        ).fetchall()
        for schema, table in tables:
            rows += session.execute(f'SELECT t::text FROM "{schema}"."{table}" AS t').fetchall()
    everything = "\n".join(text for (text,) in rows)
    assert mine.id in everything
    for secret in (mine.secret, rotated):
        assert secret.removeprefix("whsec_") not in everything


def test_deliveries_are_signed_with_the_secret_that_was_shown(service: Service, receiver: Receiver, mine: Hook):
    with_keys(service, SECRETS_KEYS)

    send(service, mine)
    assert receiver.received[0].verified(mine.secret)


def test_a_secret_from_before_encryption_keeps_signing_and_is_sealed(service: Service, receiver: Receiver, mine: Hook):
    with_keys(service, SECRETS_KEYS)
    put_in_the_open(service, mine)
    send(service, mine)
    seen: list[tuple[int, int]] = []

    assert seal(service.database, service.vault, lambda done, of: seen.append((done, of))) == 1
    assert seen[-1][0] == seen[-1][1] > 0
    assert mine.secret not in stored(service, mine)
    send(service, mine)
    assert [bool(each.verified(mine.secret)) for each in receiver.received] == [True, True]


def test_a_key_can_be_rotated_while_messages_are_sent(service: Service, receiver: Receiver, mine: Hook):
    both = Vault([KEY, SECRETS_KEYS])
    with_keys(service, KEY, SECRETS_KEYS)
    send(service, mine)

    assert seal(service.database, both, lambda *_: None) > 0
    assert seal(service.database, both, lambda *_: None) == 0
    with_keys(service, KEY)
    send(service, mine)
    assert [bool(each.verified(mine.secret)) for each in receiver.received] == [True, True]
    seal(service.database, Vault([SECRETS_KEYS, KEY]), lambda *_: None)


def test_without_the_key_nothing_is_sent_and_the_owner_is_notified(service: Service, receiver: Receiver, mine: Hook):
    with_keys(service, OTHER)

    send(service, mine)
    assert receiver.received == []
    [delivery] = mine.deliveries()
    [attempt] = mine.delivery(delivery["id"])["history"]
    assert attempt["error"] == UNREADABLE.error
    assert delivery["state"] == "pending"


def test_missing_keys_change_nothing(service: Service, mine: Hook):
    before = stored(service, mine)

    for vault, refusal in ((Vault([OTHER]), WrongKey), (Vault([]), NoKey)):
        with pytest.raises(refusal):
            seal(service.database, vault, lambda *_: None)
    assert stored(service, mine) == before


def test_a_secret_changed_during_resealing_keeps_its_change(service: Service, mine: Hook):
    put_in_the_open(service, mine)

    rotated: list[str] = []

    class Rotating(Vault):
        def encrypted(self, secret: str) -> str:
            if secret == mine.secret and not rotated:
                rotated.append(mine.owner.post(f"{mine.path}/secret", {"former_lives_s": 0}).json["secret"])
            return super().encrypted(secret)

    assert seal(service.database, Rotating([SECRETS_KEYS]), lambda *_: None) == 0
    assert service.vault.decrypted(stored(service, mine)[0]) == rotated[0]
