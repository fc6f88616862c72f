"""The requests with which entries of the inbox about tournaments are answered."""

from typing import Any

from service.wiring import Service
from tests.support.api import Json, User
from tests.support.tournaments import follow


def entry_about(user: User, service: Service, what: str) -> Json:
    """Returns the only entry of this kind in the inbox."""
    follow(service)
    groups = user.get("/v1/me/inbox").json["groups"]
    [entry] = [each for group in groups for each in group["entries"] if each["what"] == what]
    found: Json = entry
    return found


def possible_replies(user: User, service: Service, what: str) -> list[str]:
    """Returns the titles of the replies to an entry. Each of them must be accepted in a dry run."""
    replies = entry_about(user, service, what)["replies"]
    for reply in replies:
        answered: Any = user.post(f"{reply['href']}?dry_run=true", reply["body"])
        assert answered.status_code == 200, (reply["title"], answered.text)
    return [reply["title"] for reply in replies]
