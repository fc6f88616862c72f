"""Up to which event a table is seen by those who hold no seat: the rule of release, whatever is played.

Before the match begins there is nothing to hold back, so all is released at once, the start with it. From then on
events are held back until the delay of the table releases them, always from the oldest on and never again taken back.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

from domain.table.events import MatchEnded, SecretPublished, TableCalledOff, TableStarted
from domain.table.game import Game
from domain.table.spectators import Spectators


class Release(NamedTuple):
    """How far a table has been released. It is carried on from event to event, so nothing is looked at twice.

    Attributes:
        version: of the last event that is released.
        searched: of the last event that was looked at; those between the two are held back.
        begun: whether the match had begun by then.
        due_at: when the event after `searched` will be released by time alone, in seconds; none where time releases
            nothing.
    """

    version: int
    searched: int
    begun: bool
    due_at: float | None


_ENDS = (SecretPublished, MatchEnded, TableCalledOff)
"""A hand or the match is over."""
NOTHING_RELEASED = Release(0, 0, begun=False, due_at=None)
"""Before the table is opened."""


def released(
    before: Release, spectators: Spectators, game: Game, events: Iterable[tuple[Any, float]], now: float
) -> Release:
    """How far the table is released after further events.

    Args:
        before: how far it was.
        spectators: how late they see the table.
        game: what is played there.
        events: those after `before.searched`, in order and without a gap, each with the time when it was recorded, in
            seconds; it does not matter in how many parts they come.
        now: the time, in seconds from the same beginning.
    """
    version, searched, begun, _ = before
    for event, recorded_at in events:
        if begun and spectators.minutes is not None:
            due_at = recorded_at + 60 * spectators.minutes
            if due_at > now:
                return Release(version, searched, begun, due_at)
        searched += 1
        if not begun or _releases(spectators, game, event):
            version = searched
        begun = begun or isinstance(event, TableStarted)
    return Release(version, searched, begun, None)


def _releases(spectators: Spectators, game: Game, event: Any) -> bool:
    """Whether the event releases itself and all before it; a hand is over when its secret is published."""
    match spectators.delay:
        case "none" | "minutes":
            return True
        case "trick":
            return isinstance(event, _ENDS) or game.ends_trick(event)
        case "hand":
            return isinstance(event, _ENDS)
