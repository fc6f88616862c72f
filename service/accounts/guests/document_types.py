"""The types of the documents of guests."""

from __future__ import annotations

from typing import Annotated, TypedDict

from domain.kernel.document_types import TournamentId
from service.accounts.document_types import Player


class Claimable(TypedDict):
    """What a claim code leads to."""

    player: Annotated[Player, "The guest whose account the code claims."]
    tournament: Annotated[TournamentId, "The tournament whose staff entered the guest."]
    tournament_name: Annotated[str, "The name of the tournament."]
