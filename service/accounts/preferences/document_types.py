"""The types of the documents of preferences."""

from __future__ import annotations

from typing import Annotated, TypedDict


class ClientPreferences(TypedDict):
    """The preferences of a player."""

    preferences: Annotated[dict[str, str], "The values by name. Clients choose both, and others may read them."]
