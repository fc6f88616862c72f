"""Collects the events of one decision and applies them to the tournament, the league or the series."""

from collections.abc import Callable
from typing import Any, Generic, NamedTuple, TypeVar

from domain.kernel.events import BrokenHistory
from domain.kernel.instants import Instant
from domain.tournaments.evolve import evolve
from domain.tournaments.formats.format import Format
from domain.tournaments.state import Tournament

S = TypeVar("S")


class Decision(NamedTuple, Generic[S]):
    """The events that were decided, and the state after them."""

    events: tuple[Any, ...]
    state: S


class EventRecorder(Generic[S]):
    """The events decided so far, and the state after them; `state` is `None` before the first event."""

    def __init__(self, state: S | None, evolve: Callable[[S | None, Any], S], now: Instant) -> None:
        """Starts without events."""
        self._state = state
        self._evolve = evolve
        self.now = now
        self.events: list[Any] = []

    @property
    def state(self) -> S:
        """The state after the events decided so far. Raises `BrokenHistory` before the first event."""
        if self._state is None:
            raise BrokenHistory("nothing has happened yet")
        return self._state

    def record(self, *events: Any) -> None:
        """Adds events to the decision and applies them."""
        for event in events:
            self._state = self._evolve(self._state, event)
            self.events.append(event)

    def decision(self) -> Decision[S]:
        """Returns all that was decided."""
        return Decision(tuple(self.events), self.state)


class TournamentContext(NamedTuple):
    """The context of a decision.

    Attributes:
        now: the time of the decision.
        format_: the format of the tournament.
        secret: 32 random bytes. They seed the deals of boards and the lots drawn when the tournament is finished.
    """

    now: Instant
    format_: Format
    secret: bytes = b""


class TournamentRecorder(EventRecorder[Tournament]):
    """Records the events of a tournament."""

    def __init__(self, tournament: Tournament | None, context: TournamentContext) -> None:
        """Starts without events."""
        super().__init__(tournament, evolve, context.now)
        self.context = context

    @property
    def tournament(self) -> Tournament:
        """The tournament after the events decided so far."""
        return self.state
