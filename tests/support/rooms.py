"""Talking at tables in tests: what is said and read, and moderators as the operator makes them."""

from typing import Any

from service.wiring import Service
from tests.support.api import Api, Json, User


def say(user: User, table: str, text: str | None = None, *, room: str = "seats", **more: Any) -> Any:
    """Says something in a room; without words it is `hello`."""
    body = {"canned": "hello"} if text is None else {"text": text}
    return user.post(f"/v1/tables/{table}/messages/{room}", body, **more)


def heard(user: User, table: str, room: str = "seats", after: int = 0) -> list[Json]:
    """The messages in a room as a player reads them."""
    page = user.get(f"/v1/tables/{table}/messages/{room}?after={after}")
    assert page.status_code == 200, page.text
    return list(page.json["messages"])


def code_of(answered: Any) -> tuple[int, str]:
    """The status and code of a problem."""
    return answered.status_code, answered.json["code"]


def new_moderator(api: Api, service: Service, name: str = "Mo") -> User:
    """A player whom the operator has made a moderator, with the token for it."""
    user = api.sign_up(name)
    _, secret = service.moderation.appoint(user.id)
    return User(api, user.id, secret)
