"""Events of substitutions for a time: a player on vacation lends the seat, and gets it back."""

from dataclasses import dataclass
from typing import Literal

from domain.kernel.events import event
from domain.kernel.instants import Instant
from domain.kernel.players import PlayerId
from domain.tournaments.terms import EntrantId

SubstitutionEnd = Literal["time", "returned", "left", "kept"]


@event("substitution_begun")
@dataclass(frozen=True, slots=True)
class SubstitutionBegun:
    """A substitute plays for a player on vacation, who gets the seat back later.

    Attributes:
        entrant: the entrant.
        by: the replaced player, who called the substitute.
        player, rating: the substitute and their rating.
        until: when the replaced player gets the seat back.
    """

    entrant: EntrantId
    by: PlayerId
    player: PlayerId
    rating: int
    until: Instant


@event("substitution_arranged")
@dataclass(frozen=True, slots=True)
class SubstitutionArranged:
    """A player has arranged a substitute for an announced vacation. It replaces an earlier arrangement.

    Attributes:
        entrant: the entrant.
        by: the player who will be replaced.
        player: the substitute.
        begins_at: when the vacation begins. The substitute then takes the seat.
        until: when the replaced player gets the seat back.
    """

    entrant: EntrantId
    by: PlayerId
    player: PlayerId
    begins_at: Instant
    until: Instant


@event("substitution_dropped")
@dataclass(frozen=True, slots=True)
class SubstitutionDropped:
    """An arranged substitution will not take place.

    Attributes:
        entrant: the entrant.
        by: who cancelled it; `None` if it was not possible when the vacation began.
        player: the substitute.
        instead_of: the player who would have been replaced.
    """

    entrant: EntrantId
    by: PlayerId | None
    player: PlayerId
    instead_of: PlayerId


@event("substitution_ended")
@dataclass(frozen=True, slots=True)
class SubstitutionEnded:
    """A substitution for a time ended.

    Attributes:
        entrant: the entrant.
        by: who ended it; `None` for the tournament.
        player: the substitute.
        instead_of: the replaced player.
        why: `time`: its time has come; `returned`: somebody ended it before; `left`: the substitute left;
            `kept`: the replaced player left, and the substitute plays on.
    """

    entrant: EntrantId
    by: PlayerId | None
    player: PlayerId
    instead_of: PlayerId
    why: SubstitutionEnd
