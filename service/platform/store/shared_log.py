"""The newest events of the log, read once for all followers of a process."""

from collections.abc import Sequence

from service.platform.store.event_store import EventStore, LoggedEvent, LogPlace
from service.platform.store.subscription import known_commands, whole_commands


class SharedLog:
    """The events between two places in the log. It contains whole commands only.

    Attributes:
        start: the place before the first event.
        end: the place of the last event.
        may_have_more: whether the last read reached its limit, so that the log may have more events.
    """

    def __init__(self, store: EventStore, start: LogPlace) -> None:
        """Starts without events at a place."""
        self._store = store
        self._at_once = store.limits.events_at_once
        self.start = self.end = start
        self._events: list[LoggedEvent] = []
        self.may_have_more = False

    def __len__(self) -> int:
        """Returns the number of events."""
        return len(self._events)

    def read(self) -> Sequence[LoggedEvent]:
        """Reads the events after the end, by one statement, and returns them. Reads none if there are many already."""
        if len(self._events) >= self._at_once:
            return ()
        found = self._store.feed(self.end, self._at_once)
        self.may_have_more = len(found) >= self._at_once
        new = whole_commands(found, self._at_once)
        if new:
            self._events += new
            self.end = new[-1].place
        return new

    def after(self, place: LogPlace, *, accepts_unknown: bool) -> Sequence[LoggedEvent]:
        """Returns the events after a place.

        Args:
            place: a place that is not before the start. It may be after the end.
            accepts_unknown: whether to return events that this release does not know. Otherwise the commands before
                the first such event are returned.

        Raises:
            NewerRelease: the first command has such an event.
        """
        after = [logged for logged in self._events if logged.place > place]
        return after if accepts_unknown else known_commands(after)

    def drop(self) -> None:
        """Drops all events and continues at the end."""
        self.start = self.end
        self._events = []
