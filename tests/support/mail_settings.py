"""Changes of the mail settings of a player over HTTP."""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from service.wiring import Service
from tests.support.api import User


def put(user: User, address: str) -> Any:
    return user.api.call("PUT", "/v1/me/notifications/address", {"address": address}, token=user.token)


def patch(user: User, **members: Any) -> Any:
    return user.api.call("PATCH", "/v1/me/notifications", members, token=user.token)


def mail_settings_of(user: User) -> dict[str, Any]:
    return dict(user.get("/v1/me/notifications").json)


def due_now(service: Service, user: User, zone: str = "UTC") -> None:
    """Makes the player's digest due now. Its hour is 12 hours away, so it is not due a second time soon."""
    hour = (datetime.now(ZoneInfo(zone)).hour + 12) % 24
    with service.database.session() as session:
        session.execute(
            "UPDATE shengji.mailbox SET digest_at = now(), digest_hour = $2 WHERE player_id = $1", [user.id, hour]
        )
