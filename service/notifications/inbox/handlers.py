"""The inbox of a player, from read models, which follow the log with a short delay."""

from datetime import UTC, datetime
from typing import Literal, NamedTuple

from domain.kernel.players import PlayerId
from domain.kernel.seats import Seat
from domain.table.events import ProposalKind
from domain.tournaments.awaited import AwaitedKind
from domain.tournaments.terms import EntrantId
from service.platform.store.database import Database
from service.tables.document_types import Decision

Urgency = Literal["overdue", "urgent", "soon", "calm", "no_clock"]
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
        started_at: when the turn began, counted back from the deadline without pauses; `None` without a clock.
        deadline_at: deadline, with all pauses; `None` without a clock.
        is_grace: whether the time is over and the grace period runs.
        now: time of the query.
    """

    table_id: str
    seat: Seat
    what: Decision
    since: datetime
    version: int
    started_at: datetime | None
    deadline_at: datetime | None
    is_grace: bool
    now: datetime

    @property
    def remaining_s(self) -> int | None:
        """Seconds until the deadline; 0 if it has passed, `None` without a clock."""
        return None if self.deadline_at is None else max(int((self.deadline_at - self.now).total_seconds()), 0)

    @property
    def urgency(self) -> Urgency:
        """The urgency, from the share of the time that is left."""
        if self.deadline_at is None:
            return "no_clock"
        if self.is_grace or self.deadline_at <= self.now:
            return "overdue"
        whole = self.deadline_at - (self.started_at or self.since)
        share = (self.deadline_at - self.now) / whole
        return "urgent" if share < URGENT else "soon" if share < SOON else "calm"

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


class Inboxes:
    """The inboxes of players. Methods raise `DatabaseUnavailable` if the database does not answer."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def of(self, player: PlayerId, after: ListPlace, limit: int, now: datetime | None = None) -> Inbox:
        """Returns what waits for the player: turns after a position, challenges, proposals and tournaments.

        The urgency of turns follows from the current time of the player's sandbox, unless `now` is given.
        """
        [(turns, challenges, proposals, tournaments)] = self._database.read("count_waiting", {"player_id": player})
        rows = self._database.read("turns", {"player_id": player, **after._asdict(), "now": now, "limit": limit + 1})
        some = {"player_id": player, "limit": limit}
        return Inbox(
            turns,
            challenges,
            proposals,
            tournaments,
            [WaitingTurn(*row) for row in rows[:limit]],
            [WaitingChallenge(*row) for row in self._database.read("waiting_challenges", some)],
            [WaitingProposal(*row) for row in self._database.read("waiting_proposals", some)],
            [Awaited(*row) for row in self._database.read("waiting_tournaments", some)],
            more=len(rows) > limit,
        )
