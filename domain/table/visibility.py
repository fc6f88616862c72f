"""The visibility cutoff: the last event of a table that spectators can see.

Everything before the match begins, including its start, is visible at once. Later events become visible in order after
the delay of the table. An event that has become visible stays visible.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

from domain.table.events import MatchEnded, SecretPublished, TableCalledOff, TableStarted
from domain.table.game import Game
from domain.table.spectators import Spectators


class Cutoff(NamedTuple):
    """The visibility cutoff of a table. It is updated event by event, so no event is examined twice.

    Attributes:
        version: the version of the last visible event.
        searched: the version of the last examined event. Events between the two are not visible yet.
        begun: whether the match had begun by then.
        due_at: when the event after `searched` becomes visible by time alone, in seconds, or `None`.
    """

    version: int
    searched: int
    begun: bool
    due_at: float | None


_ENDS = (SecretPublished, MatchEnded, TableCalledOff)
"""The events that end a hand or the match."""
NOTHING_VISIBLE = Cutoff(0, 0, begun=False, due_at=None)
"""The cutoff before the table is opened."""


def visibility_cutoff(
    before: Cutoff, spectators: Spectators, game: Game, events: Iterable[tuple[Any, float]], now: float
) -> Cutoff:
    """Returns the visibility cutoff after further events.

    Args:
        before: the cutoff so far.
        spectators: the delay for spectators.
        game: the game played at the table.
        events: all events after `before.searched`, in order, each with the time at which it was recorded, in seconds.
            They may be passed in any number of calls.
        now: the current time, in seconds since the same epoch.
    """
    version, searched, begun, _ = before
    for event, recorded_at in events:
        if begun and spectators.minutes is not None:
            due_at = recorded_at + 60 * spectators.minutes
            if due_at > now:
                return Cutoff(version, searched, begun, due_at)
        searched += 1
        if not begun or _releases(spectators, game, event):
            version = searched
        begun = begun or isinstance(event, TableStarted)
    return Cutoff(version, searched, begun, None)


def _releases(spectators: Spectators, game: Game, event: Any) -> bool:
    """Returns whether the event makes itself and all earlier events visible. Publishing the secret ends a hand."""
    match spectators.delay:
        case "none" | "minutes":
            return True
        case "trick":
            return isinstance(event, _ENDS) or game.ends_trick(event)
        case "hand":
            return isinstance(event, _ENDS)
