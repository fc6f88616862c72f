"""Acts of staff: the events that staff have caused, except those about their own entrants."""

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from dataclasses import fields
from typing import Any

from domain.kernel.events import EVENT_TYPES
from domain.kernel.players import PlayerId
from domain.tournaments import events
from domain.tournaments.entrants import events as entrant_events
from domain.tournaments.entrants import substitution_events
from domain.tournaments.matches import events as match_events
from domain.tournaments.rounds import events as round_events
from domain.tournaments.state import Tournament

_MODULES = tuple(each.__name__ for each in (events, entrant_events, substitution_events, round_events, match_events))

WITH_AUTHOR = tuple(
    sorted(
        each.name
        for kind, each in EVENT_TYPES.items()
        if kind.__module__ in _MODULES and "by" in (member.name for member in fields(kind))
    )
)
"""The types of events of a tournament that have an author. Staff have caused some of them."""
_ABOUT_STAFF = (events.TournamentCreated, events.StaffAppointed, events.OwnershipPassed)
ABOUT_STAFF = tuple(EVENT_TYPES[each].name for each in _ABOUT_STAFF)
"""The types of events that say who is on the staff."""


def staff_so_far(history: Iterable[Any]) -> frozenset[PlayerId]:
    """Returns everybody who has ever been on the staff. `history` has at least the events of types `ABOUT_STAFF`."""
    return frozenset(
        each.owner if isinstance(each, events.TournamentCreated) else each.player
        for each in history
        if isinstance(each, _ABOUT_STAFF)
    )


def is_act_of_staff(tournament: Tournament, staff: AbstractSet[PlayerId], event: Any) -> bool:
    """Returns whether staff have caused an event. Players cause others, and time the rest.

    Args:
        tournament: the tournament, at this event or later.
        staff: everybody who has ever been on its staff.
        event: the event. `by` is its author. It concerns `player`, `entrant`, `partner` and `challenged`. An author who
            acts for a `side` of a match plays it.
    """
    by = getattr(event, "by", None)
    if by not in staff or by == getattr(event, "player", None) or getattr(event, "side", None) is not None:
        return False
    concerned = (getattr(event, name, None) for name in ("entrant", "partner", "challenged"))
    entries = (tournament.entry(entrant) for entrant in concerned if entrant is not None)
    return not any(entry is not None and by in entry.players for entry in entries)
