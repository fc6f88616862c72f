"""A player with one of every kind of object, and requests for them derived from openapi.yaml."""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from tests.support.api import Api, Json, User, started_table
from tests.support.contract import Operation, operations
from tests.support.leagues_served import League
from tests.support.passkeys import add_passkey
from tests.support.series_served import NIGHTS
from tests.support.tournaments_served import PAIRS, Tournament

ELSEWHERE = "https://93.184.216.34/turns"
"""The URL of webhooks. The tests send no request to it."""
NOBODY = "01M7ZZZZZZZZZZZZZZZZZZZZZZ"
"""A suffix that no id has."""


class Belongings:
    """A player and the player's objects: an id for every path parameter of the contract.

    Attributes:
        owner: the player.
        ids: the ids by the names of path parameters.
    """

    def __init__(self, api: Api) -> None:
        table, seated = started_table(api, hands=1, listed=False)
        self.owner = owner = seated[0]
        owner.post(f"/v1/tables/{table}/messages/seats", {"canned": "hello"})
        self._made("put", f"/v1/tables/{table}/notes", {"text": "hearts are out"})
        self.waiting = owner.open_table(listed=False)
        invitation = self._made("post", f"/v1/tables/{self.waiting}/invitations", {"uses": 2})
        webhook = self._made("post", "/v1/me/webhooks", {"url": ELSEWHERE})["id"]
        tournament = Tournament(api, owner=owner, is_sealed=True)
        tournament.start(2)
        tournament.pair()
        tournament.win(1, 1)
        friend = api.sign_up("friend")
        board = self._made("post", "/v1/boards", {"profile": "zhang-2021"})
        match = self._made("post", "/v1/board-matches", {"player": friend.id, "profile": "zhang-2021"})
        league = League(api, owner=owner)
        self._in_league = league.enter("Pair")
        self._others = {"ent": tournament.pairs[0][0], "ply": friend.id, "tbl": table}
        self.ids: dict[str, Any] = {
            "table_id": table,
            "room": "seats",
            "number": 1,
            "invitation_id": invitation["id"],
            "code": invitation["code"],
            "player_id": owner.id,
            "pool": "sheng_ji.live.4.people",
            "report_id": self._made("post", "/v1/reports", {"player": friend.id, "reason": "name"})["id"],
            "token_id": self._made("post", "/v1/me/tokens", {"name": "spare", "scopes": ["table:read"]})["id"],
            "passkey_id": add_passkey(owner).json["id"],
            "client_id": self._made("post", "/v1/me/clients", {"name": "a client"})["id"],
            "webhook_id": webhook,
            "delivery_id": self._made("post", f"/v1/me/webhooks/{webhook}/test")["id"],
            "world_id": self._made("post", "/v1/sandbox", {})["sandbox"]["id"],
            "tournament_id": tournament.id,
            "entrant_id": tournament.pairs[0][0],
            "other_id": tournament.pairs[1][0],
            "league_id": league.id,
            "puzzle_id": f"puz_{NOBODY}",
            "template": self._made("put", "/v1/me/tournament-templates/our-friday", PAIRS)["name"],
            "series_id": self._made("post", "/v1/series", NIGHTS)["series"],
            "board_id": board["id"],
            "board_match_id": match["id"],
            "seek_id": self._made("post", "/v1/seeks", {"rules": [{"profile": "zhang-2021"}]})["id"],
        }

    def path(self, one: Operation, *, of_nobody: bool = False) -> str:
        """Returns the path of an operation with these ids. With `of_nobody` the last id does not exist."""
        named = [each["name"] for each in one.parameters if each["in"] == "path"]
        ids = self.ids | ({"table_id": self.waiting} if "/invitations" in one.path else {})
        if of_nobody and isinstance(ids[named[-1]], str):
            ids[named[-1]] = re.sub(r"(?<=_)[0-9A-Z]{26}$", NOBODY, ids[named[-1]])
        return one.path.format(**ids)

    def others_at(self, one: Operation) -> Json:
        """Returns ids of existing objects by their prefix, for the example bodies of an operation."""
        return self._others | ({"ent": self._in_league} if one.path.startswith("/v1/leagues") else {})

    def _made(self, method: str, path: str, body: Any = None) -> Json:
        answered = self.owner.api.call(method.upper(), path, body, token=self.owner.token)
        assert answered.status_code in (200, 201, 202, 204), answered.text
        return dict(answered.json or {})


class Request(NamedTuple):
    """A documented request: operation, name of the example, path and body."""

    operation: Operation
    example: str
    path: str
    body: Any

    @property
    def name(self) -> str:
        """Returns the name for failure messages: the operation, and the example if it has a name."""
        return f"{self.operation.id}[{self.example}]" if self.example else self.operation.id

    def sent(self, user: User) -> Any:
        """Sends the request as a player and returns the answer."""
        return user.api.call(self.operation.method.upper(), self.path, self.body, token=user.token)


def requests(belongings: Belongings) -> Iterator[Request]:
    """Yields the requests of every operation with an id in its path: one for each example of its body.

    Operations without authentication are left out. The bodies have no `expected_version`, so no request is refused for
    a version conflict.
    """
    for one in operations():
        named = [each["name"] for each in one.parameters if each["in"] == "path"]
        if not named or one.definition["security"] == []:
            continue
        for name, body in bodies(one, belongings):
            yield Request(one, name, belongings.path(one), body)


def bodies(one: Operation, belongings: Belongings) -> Iterator[tuple[str, Any]]:
    """Yields the names and example bodies of an operation, with ids of these belongings; `None` if it has no body."""
    content = one.definition.get("requestBody", {}).get("content", {}).get("application/json")
    if content is None:
        yield "", None
        return
    for name, example in content["examples"].items():
        yield name, _with_ids(example["value"], belongings.others_at(one))


def _with_ids(value: Any, ids: Json) -> Any:
    """Returns the body with ids of existing objects and without `expected_version`."""
    match value:
        case dict():
            return {name: _with_ids(each, ids) for name, each in value.items() if name != "expected_version"}
        case list():
            return [_with_ids(each, ids) for each in value]
        case str():
            return re.sub(r"\b(ent|ply|tbl)_[0-9A-Z]{26}\b", lambda found: ids[found[1]], value)
        case _:
            return value
