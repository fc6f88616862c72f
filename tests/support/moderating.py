"""Blocks of players, and requests of players and moderators about reports."""

from typing import Any

from tests.support.api import Json, User

NOBODY = "ply_" + "0" * 26


def block(user: User, other: str, method: str = "PUT") -> Any:
    return user.api.call(method, f"/v1/me/blocks/{other}", token=user.token)


def report(user: User, headers: Json | None = None, **members: Any) -> Any:
    return user.post("/v1/reports", {"reason": "abuse", **members}, headers=headers or {})


def message(table: str, number: int, room: str = "seats") -> Json:
    return {"table": table, "room": room, "number": number}


def close(moderator: User, report_id: str, action: str = "none", **members: Any) -> Any:
    return moderator.post(f"/v1/moderation/reports/{report_id}/close", {"action": action, **members})


def reports(moderator: User, state: str = "open") -> list[Json]:
    found, cursor = [], ""
    while True:
        page = moderator.get(f"/v1/moderation/reports?state={state}&limit=2{cursor}").json
        found += page["reports"]
        if page["next_cursor"] is None:
            return found
        cursor = f"&cursor={page['next_cursor']}"
