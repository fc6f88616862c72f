"""Handlers for webhooks, which push account events to URLs, and for the log of their deliveries.

Messages follow Standard Webhooks. The payload is the document of the account feed, with `about`. Events that happen
while a webhook is disabled are not sent later, but are in the feed.
"""

import base64
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Literal, NamedTuple

from domain.kernel.players import PlayerId
from service.accounts.handlers import AccountClosed
from service.notifications.events import Numbered
from service.notifications.webhooks.guard import Guard
from service.notifications.webhooks.payloads import payload_of
from service.platform.documents import Json, timestamp
from service.platform.lists import AFTER_ALL
from service.platform.sources import Randomness
from service.platform.store.database import Database, Row
from service.platform.store.vault import Vault

WEBHOOKS_LIMIT = 10
"""Maximum number of webhooks per player."""
SECRET_BYTES = 32
SECRET_PREFIX = "whsec_"  # noqa: S105 - the prefix of secrets in Standard Webhooks
ATTEMPTS_SHOWN = 50
RESOLVE_S = 5.0
"""The longest time to resolve the host name of a URL."""
TEST = "test"

DeliveryState = Literal["pending", "delivered", "failed"]
DisabledBy = Literal["owner", "gone", "failing"]


class NoSuchWebhook(Exception):
    """The player has no webhook with this id. The argument is the id."""


class NoSuchDelivery(Exception):
    """The webhook has no delivery with this id. The argument is the id."""


class TooManyWebhooks(Exception):
    """The player already has the maximum number of webhooks."""


class WebhookDisabled(Exception):
    """The webhook is disabled. The argument says by whom or why, like `Webhook.disabled_by`."""


class Webhook(NamedTuple):
    """A webhook without its secrets.

    Attributes:
        types: the types of events to send; empty for all.
        disabled_by: `None` if enabled; `owner`; `gone`: the receiver responded 410; `failing`: too many attempts
            failed.
        former_until: until when messages are also signed with the former secret.
        tournament_id: the tournament whose events are sent; `None` for the events of the account.
    """

    id: str
    url: str
    types: list[str]
    created_at: datetime
    disabled_at: datetime | None
    disabled_by: DisabledBy | None
    former_until: datetime | None
    tournament_id: str | None = None


class Delivery(NamedTuple):
    """The delivery of one event to one webhook, or a test call. Test calls have no `number`."""

    id: str
    webhook_id: str
    type: str
    number: int | None
    state: DeliveryState
    attempts: int
    created_at: datetime
    next_attempt_at: datetime | None


class Attempt(NamedTuple):
    """One attempt to deliver: the HTTP status of the response, if any, and the error, if any."""

    began_at: datetime
    status: int | None
    duration_ms: int
    error: str | None


class WebhookChanges(NamedTuple):
    """Changes to a webhook. `None` leaves a member unchanged."""

    url: str | None = None
    types: Sequence[str] | None = None
    enabled: bool | None = None


def new_secret(randomness: Randomness) -> str:
    """Returns a new signing secret in the format of Standard Webhooks."""
    return SECRET_PREFIX + base64.b64encode(randomness.token_bytes(SECRET_BYTES)).decode()


def payload_of_test(created_at: datetime) -> Json:
    """Returns the payload of a test call: an event document without a number."""
    return {"number": None, "type": TEST, "at": timestamp(created_at), "table": None, "data": {}, "about": None}


class Webhooks:
    """Reads and changes the webhooks of players.

    Methods raise `NoSuchWebhook` and `NoSuchDelivery`, and `DatabaseUnavailable` if the database does not answer.
    """

    def __init__(self, database: Database, guard: Guard, vault: Vault, randomness: Randomness) -> None:
        """Takes the database, the guard that checks URLs, the vault that encrypts secrets, and the randomness."""
        self._database = database
        self._randomness = randomness
        self._vault = vault
        self.guard = guard

    def create(
        self, player: PlayerId, url: str, types: Sequence[str], tournament_id: str | None = None
    ) -> tuple[Webhook, str]:
        """Creates a webhook, and returns it with its secret.

        Args:
            player: the owner.
            url: the URL that receives the messages.
            types: the types of account events to send; empty for all.
            tournament_id: sends the events of this tournament instead of those of the account.

        Raises:
            RefusedUrl: the URL is not allowed.
            TooManyWebhooks: the player already has the maximum number of webhooks.
            AccountClosed: the account was closed meanwhile.
        """
        self.guard.check(url, RESOLVE_S)
        secret = new_secret(self._randomness)
        asked = {
            "id": self._randomness.new_id("whk"),
            "player_id": player,
            "url": url,
            "types": sorted(set(types)),
            "secret": self._vault.encrypted(secret),
            "tournament_id": tournament_id,
            "most": WEBHOOKS_LIMIT,
        }

        def add(run: Any) -> list[Row]:
            if not run("hold_player", {"player_id": player}):
                raise AccountClosed(player)
            rows: list[Row] = run("add_webhook", asked)
            return rows

        rows = self._database.together(add)
        if not rows:
            raise TooManyWebhooks
        return Webhook(*rows[0]), secret

    def all_of(self, player: PlayerId) -> list[Webhook]:
        """Returns the webhooks of a player, oldest first, without secrets."""
        rows = self._database.read("webhooks", {"player_id": player, "id": None})
        return [Webhook(*row) for row in rows]

    def one(self, player: PlayerId, webhook_id: str) -> Webhook:
        """Returns a webhook of a player."""
        rows = self._database.read("webhooks", {"player_id": player, "id": webhook_id})
        return Webhook(*_there(rows, webhook_id))

    def change(self, player: PlayerId, webhook_id: str, changes: WebhookChanges) -> Webhook:
        """Changes a webhook. Enabling it makes its pending deliveries due at once.

        Raises:
            RefusedUrl: the URL is not allowed.
        """
        if changes.url is not None:
            self.one(player, webhook_id)
            self.guard.check(changes.url, RESOLVE_S)
        asked = {
            "player_id": player,
            "id": webhook_id,
            "url": changes.url,
            "types": None if changes.types is None else sorted(set(changes.types)),
            "enabled": changes.enabled,
        }

        def change(run: Any) -> list[Row]:
            rows: list[Row] = run("change_webhook", asked)
            if rows and changes.enabled is not None:
                run("unpark_deliveries" if changes.enabled else "park_deliveries", {"webhook_id": webhook_id})
            return rows

        return Webhook(*_there(self._database.together(change), webhook_id))

    def drop(self, player: PlayerId, webhook_id: str) -> None:
        """Removes a webhook with its deliveries."""
        _there(self._database.run("drop_webhook", {"player_id": player, "id": webhook_id}), webhook_id)

    def rotate(self, player: PlayerId, webhook_id: str, former_s: int) -> tuple[str, datetime]:
        """Replaces the secret of a webhook.

        Returns:
            The new secret, and the time until which messages are also signed with the former one (`former_s` seconds).
        """
        secret = new_secret(self._randomness)
        stored = self._vault.encrypted(secret)
        asked = {"player_id": player, "id": webhook_id, "secret": stored, "former_s": former_s}
        return secret, _there(self._database.run("rotate_webhook", asked), webhook_id)[0]

    def test(self, player: PlayerId, webhook_id: str) -> Delivery:
        """Queues a test call at once. Returns its delivery, or that of a test call that already waits.

        Raises:
            WebhookDisabled: the webhook is disabled.
        """
        asked = {"player_id": player, "webhook_id": webhook_id}

        def add(run: Any) -> str:
            _wake(run, asked)
            waiting = run("waiting_test_delivery", asked)
            added = waiting or run("add_test_delivery", {**asked, "id": self._randomness.new_id("msg"), "type": TEST})
            return str(added[0][0])

        return self.delivery(player, webhook_id, self._database.together(add))[0]

    def redeliver(self, player: PlayerId, webhook_id: str, delivery_id: str) -> Delivery:
        """Sends a delivery again at once, under the same id. Its earlier outcome does not matter.

        Raises:
            WebhookDisabled: the webhook is disabled.
        """
        asked = {"player_id": player, "webhook_id": webhook_id, "id": delivery_id}

        def again(run: Any) -> list[Row]:
            _wake(run, asked)
            rows: list[Row] = run("redeliver", asked)
            return rows

        if not self._database.together(again):
            raise NoSuchDelivery(delivery_id)
        return self.delivery(player, webhook_id, delivery_id)[0]

    def deliveries(
        self, player: PlayerId, webhook_id: str, state: str | None, before: str | None, limit: int
    ) -> list[Delivery]:
        """Returns at most `limit` deliveries of a webhook, newest first, starting after the id `before`."""
        self.one(player, webhook_id)
        asked = {"webhook_id": webhook_id, "state": state, "before": before or AFTER_ALL, "limit": limit}
        return [Delivery(*row) for row in self._database.read("deliveries", asked)]

    def delivery(self, player: PlayerId, webhook_id: str, delivery_id: str) -> tuple[Delivery, Json, list[Attempt]]:
        """Returns a delivery, its payload, and its last attempts, oldest first."""
        asked = {"player_id": player, "webhook_id": webhook_id, "id": delivery_id}
        rows = self._database.read("delivery", asked)
        if not rows:
            self.one(player, webhook_id)
            raise NoSuchDelivery(delivery_id)
        *members, table_id, data, recorded_at = rows[0]
        made = Delivery(*members)
        payload = (
            payload_of_test(made.created_at)
            if made.number is None
            else payload_of(self._database.read, player, Numbered(made.number, made.type, table_id, data, recorded_at))
        )
        attempts = self._database.read("delivery_attempts", {"delivery_id": delivery_id, "limit": ATTEMPTS_SHOWN})
        return made, payload, [Attempt(*row) for row in attempts]


def _wake(run: Any, asked: Mapping[str, str]) -> None:
    """Ends the pause of a webhook after failures. Raises `NoSuchWebhook` or `WebhookDisabled`."""
    (disabled_by,) = _there(run("wake_webhook", asked), asked["webhook_id"])
    if disabled_by:
        raise WebhookDisabled(disabled_by)


def _there(rows: list[Row], webhook_id: str) -> Row:
    if not rows:
        raise NoSuchWebhook(webhook_id)
    return rows[0]
