"""Seekers over the API: what they post, and what became of it."""

from typing import Any

from tests.support.api import Api, Json, User

PROFILE = "zhang-2021"


def post(user: User, **members: Any) -> Json:
    """Posts a seek and returns it."""
    made = user.post("/v1/seeks", {"rules": [{"profile": PROFILE}], **members})
    assert made.status_code == 201, made.text
    return dict(made.json)


def seekers(api: Api, count: int, **members: Any) -> list[User]:
    """So many players who look for the same."""
    users = [api.sign_up(f"seeker {number}") for number in range(count)]
    for user in users:
        post(user, **members)
    return users


def own(user: User) -> list[Json]:
    """The user's seeks, the newest first."""
    page = user.get("/v1/me/seeks")
    assert page.status_code == 200, page.text
    return list(page.json["seeks"])


def state(user: User) -> str:
    """How the newest seek of the user stands."""
    return str(own(user)[0]["state"])


def withdraw(user: User, seek: str) -> Any:
    """Withdraws a seek."""
    return user.api.call("DELETE", f"/v1/seeks/{seek}", token=user.token)


def told(user: User, kind: str) -> list[Json]:
    """What the user's account was told of one type."""
    page = user.get("/v1/me/events?limit=1000")
    return [event for event in page.json["events"] if event["type"] == kind]
