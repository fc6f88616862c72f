"""Players with seeks over the API: their seeks, and the results."""

from typing import Any

from tests.support.api import Api, Json, User

PROFILE = "zhang-2021"


def post(user: User, **members: Any) -> Json:
    """Posts a seek and returns it."""
    made = user.post("/v1/seeks", {"rules": [{"profile": PROFILE}], **members})
    assert made.status_code == 201, made.text
    return dict(made.json)


def seekers(api: Api, count: int, **members: Any) -> list[User]:
    """Creates this many players with equal seeks."""
    users = [api.sign_up(f"seeker {number}") for number in range(count)]
    for user in users:
        post(user, **members)
    return users


def own(user: User) -> list[Json]:
    """Returns the user's seeks, newest first."""
    page = user.get("/v1/me/seeks")
    assert page.status_code == 200, page.text
    return list(page.json["seeks"])


def state(user: User) -> str:
    """Returns the status of the user's newest seek."""
    return str(own(user)[0]["state"])


def withdraw(user: User, seek: str) -> Any:
    """Withdraws a seek."""
    return user.api.call("DELETE", f"/v1/seeks/{seek}", token=user.token)


def told(user: User, kind: str) -> list[Json]:
    """Returns the events of one type in the user's feed."""
    page = user.get("/v1/me/events?limit=1000")
    return [event for event in page.json["events"] if event["type"] == kind]
