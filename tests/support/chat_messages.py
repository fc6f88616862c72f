"""Messages at tables, and moderators appointed by the operator."""

from typing import Any

from service.wiring import Service
from tests.support.api import Api, Json, User


def say(user: User, table: str, text: str | None = None, *, room: str = "seats", **more: Any) -> Any:
    """Sends a message to a room, by default the canned `hello`. Returns the answer."""
    body = {"canned": "hello"} if text is None else {"text": text}
    return user.post(f"/v1/tables/{table}/messages/{room}", body, **more)


def heard(user: User, table: str, room: str = "seats", after: int = 0) -> list[Json]:
    """Returns the messages of a room as a player reads them."""
    page = user.get(f"/v1/tables/{table}/messages/{room}?after={after}")
    assert page.status_code == 200, page.text
    return list(page.json["messages"])


def code_of(answered: Any) -> tuple[int, str]:
    """Returns the status and code of a problem."""
    return answered.status_code, answered.json["code"]


def new_moderator(api: Api, service: Service, name: str = "Mo") -> User:
    """Returns a player appointed as moderator, with the token for it."""
    user = api.sign_up(name)
    _, secret = service.moderation.appoint(user.id)
    return User(api, user.id, secret)
