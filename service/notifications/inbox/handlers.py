"""The inbox of a player, from read models, which follow the log with a short delay."""

from collections.abc import Callable, Collection, Mapping
from datetime import UTC, datetime
from typing import Literal, NamedTuple

from domain.clocks.calendar import ALWAYS, Calendar, is_on_vacation, share_left
from domain.clocks.ladder import Pauses, allowed_pauses, pauses
from domain.kernel.instants import instant_of
from domain.kernel.players import PlayerId
from domain.kernel.seats import Seat
from domain.table.events import ProposalKind
from domain.tournaments.awaited import AwaitedKind
from domain.tournaments.terms import EntrantId
from service.platform.store.database import Database, Row
from service.tables.document_types import Decision

Urgency = Literal["overdue", "urgent", "soon", "calm", "no_clock"]
Calendars = Callable[[Collection[PlayerId], Pauses], Mapping[PlayerId, Calendar]]
"""Returns the calendars of these players, limited to the pauses that a table allows."""
SOON, URGENT = 0.5, 0.2
"""Shares of the turn's time. With less time left, a turn is due soon or urgent."""


class ListPlace(NamedTuple):
    """A position in the order of turns: the turn's deadline (`infinity` without a clock), start, table and seat."""

    deadline: str
    since: str
    table_id: str
    seat: int


FIRST = ListPlace("-infinity", "-infinity", "", -1)


class WaitingTurn(NamedTuple):
    """A decision that a table waits for.

    Attributes:
        what: kind of decision.
        since: when the table reached its version.
        deadline_at: deadline, with all pauses; `None` without a clock.
        now: time of the query.
        urgency: the urgency, by the share of the time that is left without pauses.
    """

    table_id: str
    seat: Seat
    what: Decision
    since: datetime
    version: int
    deadline_at: datetime | None
    now: datetime
    urgency: Urgency

    @property
    def remaining_s(self) -> int | None:
        """Seconds until the deadline; 0 if it has passed, `None` without a clock."""
        return None if self.deadline_at is None else max(int((self.deadline_at - self.now).total_seconds()), 0)

    @property
    def place(self) -> ListPlace:
        """The position in the order of turns."""
        deadline = self.deadline_at.astimezone(UTC).isoformat() if self.deadline_at else "infinity"
        return ListPlace(deadline, self.since.astimezone(UTC).isoformat(), self.table_id, self.seat)


class WaitingChallenge(NamedTuple):
    """A challenge that waits for an answer. `seat` is `None` if it is to any seat."""

    table_id: str
    seat: Seat | None
    by: PlayerId
    version: int


class WaitingProposal(NamedTuple):
    """A proposal at a table that waits for the agreement of a seat."""

    table_id: str
    seat: Seat
    what: ProposalKind
    by: Seat
    version: int


class Awaited(NamedTuple):
    """What a tournament expects from a player.

    Attributes:
        tournament_id, what, entrant: the tournament, the kind and the entrant.
        deadline_at: the deadline if there is one.
        round, match: the match that it is about, or `None`.
        times: the times that the other side proposes for it, separated by spaces; `None` for none.
    """

    tournament_id: str
    what: AwaitedKind
    entrant: EntrantId
    deadline_at: datetime | None
    round: int | None
    match: int | None
    times: str | None


class Inbox(NamedTuple):
    """What waits for a player.

    Attributes:
        turns_count, challenges_count, proposals_count, tournaments_count: total numbers.
        turns: a page of the turns, the most urgent first.
        challenges, proposals, tournaments: the first of each.
        more: whether more turns follow this page.
    """

    turns_count: int
    challenges_count: int
    proposals_count: int
    tournaments_count: int
    turns: list[WaitingTurn]
    challenges: list[WaitingChallenge]
    proposals: list[WaitingProposal]
    tournaments: list[Awaited]
    more: bool


def _turn(row: Row, calendar: Calendar) -> WaitingTurn:
    """Returns the turn in a row of `turns`, with its urgency by the calendar of its player."""
    table_id, seat, what, since, version, started_at, deadline_at, is_grace, allowed, now = row
    own = allowed_pauses(pauses(allowed), calendar)
    urgency = _urgency(own, started_at, deadline_at, now, is_grace=is_grace)
    return WaitingTurn(table_id, seat, what, since, version, deadline_at, now, urgency)


def _urgency(
    calendar: Calendar, started_at: datetime | None, deadline_at: datetime | None, now: datetime, *, is_grace: bool
) -> Urgency:
    """Returns how urgent a turn is. On vacation none is, because its clock does not run."""
    if started_at is None or deadline_at is None:
        return "no_clock"
    if is_on_vacation(calendar, instant_of(now)):
        return "calm"
    share = share_left(calendar, instant_of(started_at), instant_of(deadline_at), instant_of(now))
    if is_grace or share <= 0:
        return "overdue"
    return "urgent" if share < URGENT else "soon" if share < SOON else "calm"


class Inboxes:
    """The inboxes of players. Methods raise `DatabaseUnavailable` if the database does not answer."""

    def __init__(self, database: Database, calendars: Calendars) -> None:
        """Takes the database, and what returns the calendars of players."""
        self._database = database
        self._calendars = calendars

    def of(self, player: PlayerId, after: ListPlace, limit: int, now: datetime | None = None) -> Inbox:
        """Returns what waits for the player: turns after a position, challenges, proposals and tournaments.

        The urgency of turns follows from the current time of the player's sandbox, unless `now` is given.
        """
        [(turns, challenges, proposals, tournaments)] = self._database.read("count_waiting", {"player_id": player})
        rows = self._database.read("turns", {"player_id": player, **after._asdict(), "now": now, "limit": limit + 1})
        some = {"player_id": player, "limit": limit}
        calendar = self._calendars([player], Pauses()).get(player, ALWAYS) if rows else ALWAYS
        return Inbox(
            turns,
            challenges,
            proposals,
            tournaments,
            [_turn(row, calendar) for row in rows[:limit]],
            [WaitingChallenge(*row) for row in self._database.read("waiting_challenges", some)],
            [WaitingProposal(*row) for row in self._database.read("waiting_proposals", some)],
            [Awaited(*row) for row in self._database.read("waiting_tournaments", some)],
            more=len(rows) > limit,
        )
