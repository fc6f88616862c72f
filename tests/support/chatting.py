"""Notifications about messages at tables."""

from typing import Any

from tests.support.api import User


def message_events(user: User) -> list[dict[str, Any]]:
    """Returns the message events in an account feed."""
    return [each for each in user.get("/v1/me/events").json["events"] if each["type"] == "chat_message"]
