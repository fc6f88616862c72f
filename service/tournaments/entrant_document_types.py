"""The parts of the document of an entrant."""

from __future__ import annotations

from typing import Annotated, TypedDict

from domain.kernel.document_types import Time
from domain.kernel.players import PlayerId
from domain.kernel.schema_markers import Minimum
from domain.tournaments.terms import ByeKind


class EntrantMember(TypedDict):
    player: PlayerId
    rating: int
    is_here: Annotated[bool, "Whether the player has checked in."]


class EntrantBye(TypedDict):
    round: Annotated[int, Minimum(1)]
    kind: ByeKind


class EntrantSubstitution(TypedDict):
    """A substitution for the time of a vacation."""

    player: Annotated[PlayerId, "The substitute."]
    instead_of: Annotated[PlayerId, "The replaced player."]
    until: Annotated[Time, "When the replaced player gets the seat back."]


class ArrangedSubstitution(TypedDict):
    """A substitution that begins with an announced vacation."""

    player: Annotated[PlayerId, "The substitute."]
    instead_of: Annotated[PlayerId, "The player who will be replaced."]
    begins_at: Annotated[Time, "When the vacation and the substitution begin."]
    until: Annotated[Time, "When the replaced player gets the seat back."]
