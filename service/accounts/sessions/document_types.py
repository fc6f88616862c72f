"""The types of the documents of sessions."""

from __future__ import annotations

from typing import TypedDict

from service.accounts.document_types import Player


class SessionBegun(TypedDict):
    """The player of a session. Its secret is in the cookie only."""

    player: Player
