"""A house with webhooks, mailboxes and rooms, and the paths of every reading operation in it."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from prometheus_client.parser import text_string_to_metric_families

from domain.kernel.viewers import Viewer
from service.accounts.reliability.projections import ReliabilityProjection
from service.notifications.handlers import Mail
from service.notifications.projections import AccountFeeds
from service.tables.projections import TablesProjection
from tests.support.api import User
from tests.support.belongings import Belongings
from tests.support.contract import Operation
from tests.support.contract import operations as operations_of_contract
from tests.support.frozen_api import AT_TABLE, TABLE, Asked, House, answer
from tests.support.measured import metrics_of
from tests.support.post import PostOffice
from tests.support.receiver import Hook, Receiver

READS = tuple(each for each in operations_of_contract() if each.method == "get")
"""Every reading operation."""
STREAM_FORMS = ("text/event-stream", "application/x-ndjson")
STREAMS = tuple(
    each
    for each in READS
    if STREAM_FORMS[0] in each.responses.get("200", {}).get("content", {}) and "{tournament_id}" not in each.path
)
"""Every feed that supports streams, except those of tournaments."""
QUERIES = {
    "show_authorization": "response_type=code&client_id=cli_1&redirect_uri=http://localhost/&code_challenge=x",
    "account_events": "limit=1000&include=all",
    "table_events": "limit=1000&include=all",
    "list_turns": "include=all",
    "list_deliveries": "limit=100",
    "list_tables": "limit=100",
    "find_players": "name=host",
}
ASKERS = ("viewer", "stranger", "moderator", "nobody")
"""The senders of requests. All except the viewer have no seat and see no more than the viewer. Nobody has no token."""
PUBLIC_STREAMS = tuple(each for each in STREAMS if {} in each.security)
"""Those feeds of `STREAMS` that need no token."""
MOVING = re.compile(r"(_seconds(_sum|_bucket)?|_created)$|^(process|python)_")
"""Metrics that differ between runs: times, durations, and those of the process. Counts of measurements do not match."""


@dataclass(frozen=True)
class Surroundings:
    """A house with webhooks, mailboxes, rooms, notes, an invitation, a report and a moderator."""

    house: House
    belongings: Belongings
    moderator: User
    hooks: dict[str, Hook]
    codes: dict[str, str]
    invitation: str
    receiver: Receiver
    office: PostOffice

    def _paths(self, one: Operation, user: User, viewer: Viewer) -> Iterator[str]:
        owned = self.hooks[user.id]
        ids = {
            **self.belongings.ids,
            "table_id": TABLE,
            "player_id": user.id,
            "webhook_id": owned.id,
            "mail_code": self.codes[user.id],
            "stopped": "turn",
            "part": "play",
        }
        if "{delivery_id}" in one.path:
            ids["delivery_id"] = self._newest_delivery(owned)
        elif one.path.startswith("/v1/invitations"):
            ids["code"] = self.invitation
        elif one.path.startswith("/problems"):
            ids["code"] = "not_your_turn"
        query = f"?{QUERIES[one.id]}" if one.id in QUERIES else ""
        if "{room}" in one.path:
            yield from (one.path.format(**{**ids, "room": room}) for room in ("seats", "spectators"))
        elif one.id == "view_player":
            others = [seat.id for place, seat in enumerate(self.house.seats[:4]) if place != viewer]
            yield from (one.path.format(**{**ids, "player_id": each}) for each in (user.id, *others[:1]))
        else:
            yield one.path.format(**ids) + query

    def _newest_delivery(self, owned: Hook) -> str:
        row = self.house.owner.execute("SELECT max(id) FROM shengji.delivery WHERE webhook_id = %s", [owned.id])
        [(newest,)] = row.fetchall()
        return newest or str(self.belongings.ids["delivery_id"])

    def _say(self) -> list[Any]:
        """Sends a message to each room and returns the answers."""
        rooms = ((self.house.seats[0], "seats"), (self.house.stranger, "spectators"))
        said = {"text": "good luck"}
        return [
            answer(self.house.app, Asked(user.token, "POST", f"{AT_TABLE}/messages/{room}", said, is_own=False))
            for user, room in rooms
        ]

    def _follow(self) -> None:
        service = self.house.service
        tables = TablesProjection(service.database, service.store)
        feeds = AccountFeeds(service.database, service.store, service.notifier, Mail(0.0))
        records = ReliabilityProjection(service.database, service.store)
        while tables.catch_up() or feeds.catch_up() or records.catch_up():
            pass

    def _streams(self, user: User) -> Iterator[tuple[str, str | None, Operation, str]]:
        """Yields the streams: channel, token, operation and form. Those that need no token, also by other askers."""
        others = {" by stranger": self.house.stranger.token, " by nobody": None}
        for form in STREAM_FORMS:
            yield from ((f"{form} of {one.id}", user.token, one, form) for one in STREAMS)
            for asker, token in others.items():
                yield from ((f"{form} of {one.id}{asker}", token, one, form) for one in PUBLIC_STREAMS)

    @contextmanager
    def _listening(self, token: str | None, path: str, form: str) -> Iterator[Iterator[bytes] | None]:
        """Yields an iterator of the parts of a stream, or `None` if the stream is refused."""
        headers = [("Accept", form), ("X-Request-Id", "the-same")]
        if token:
            headers.append(("Authorization", f"Bearer {token}"))
        # Streams have no limit. That of a table begins with the view, so that the next bytes are what happens then.
        path = path.replace("limit=1000&", "after=end&" if path.startswith(AT_TABLE) else "")
        given = self.house.app.test_client().get(path, headers=headers, buffered=False)
        try:
            yield iter(given.response) if given.status_code == 200 else None
        finally:
            given.close()

    def _figures(self) -> dict[str, float]:
        text = metrics_of(self.house.service)
        return {
            f"{sample.name}{sorted(sample.labels.items())}": sample.value
            for family in text_string_to_metric_families(text)
            for sample in family.samples
            if not MOVING.search(sample.name)
        }
