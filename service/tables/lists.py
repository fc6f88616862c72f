"""Lists over many tables, from the read models (which follow the log with a short delay)."""

from datetime import UTC, datetime
from typing import Any, Literal, NamedTuple

from domain.kernel.players import PlayerId
from service.platform.documents import Json
from service.platform.store.database import Database

AFTER_ALL = "tbl_~"
"""Sorts behind the id of every table."""


Urgency = Literal["overdue", "urgent", "soon", "calm", "no_clock"]
SOON, URGENT = 0.5, 0.2
"""Less than so much of the time is left."""


class ListPlace(NamedTuple):
    """A place in the order of turns: behind the one with this deadline (`infinity` without one), wait, table, seat."""

    deadline: str
    since: str
    table_id: str
    seat: int


FIRST = ListPlace("-infinity", "-infinity", "", -1)


class WaitingTurn(NamedTuple):
    """A decision that waits for a player.

    Attributes:
        what: is asked.
        since: when the table came to this version.
        started_at: when it would have begun if its time ran evenly to the deadline; none without a clock.
        deadline_at: when its clock runs down, with all pauses; none without a clock.
        is_grace: whether its time is over already, and this is grace.
        now: when this was looked up.
    """

    table_id: str
    seat: int
    what: str
    since: datetime
    version: int
    started_at: datetime | None
    deadline_at: datetime | None
    is_grace: bool
    now: datetime

    @property
    def remaining_s(self) -> int | None:
        """For how many seconds it may wait still; 0 when it is overdue, none without a clock."""
        return None if self.deadline_at is None else max(int((self.deadline_at - self.now).total_seconds()), 0)

    @property
    def urgency(self) -> Urgency:
        """How soon it has to be answered, by the part of its time that is left."""
        if self.deadline_at is None:
            return "no_clock"
        if self.is_grace or self.deadline_at <= self.now:
            return "overdue"
        whole = self.deadline_at - (self.started_at or self.since)
        share = (self.deadline_at - self.now) / whole
        return "urgent" if share < URGENT else "soon" if share < SOON else "calm"

    @property
    def place(self) -> ListPlace:
        """Where it stands in the order."""
        deadline = self.deadline_at.astimezone(UTC).isoformat() if self.deadline_at else "infinity"
        return ListPlace(deadline, self.since.astimezone(UTC).isoformat(), self.table_id, self.seat)


class WaitingChallenge(NamedTuple):
    """A challenge that waits for an answer; any seat where it is none."""

    table_id: str
    seat: int | None
    by: PlayerId


class WaitingProposal(NamedTuple):
    """A proposal at a table that waits for the agreement of a seat."""

    table_id: str
    seat: int
    what: str
    by: int


class Awaited(NamedTuple):
    """What a tournament waits for from a player: in a word, for which entrant, and until when, if that is settled."""

    tournament_id: str
    what: str
    entrant: str
    deadline_at: datetime | None


class Inbox(NamedTuple):
    """What waits for a player.

    Attributes:
        turns_count, challenges_count, proposals_count, tournaments_count: how many there are in all.
        turns: some of them, the most urgent first.
        challenges, proposals, tournaments: some of them.
        more: whether there are more turns behind these.
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


class Filter(NamedTuple):
    """Which tables are wanted; `status` none is any."""

    status: str | None
    free_seats: bool


class Lists:
    """The lists."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def tables(self, sandbox: str | None, wanted: Filter, before: str | None, limit: int) -> list[Json]:
        """Listed tables of a world, the newest first, from behind the table of id `before`."""
        if sandbox is None:
            return self._tables("list_tables", {}, wanted, before, limit)
        return self._tables("list_tables_in_sandbox", {"world": sandbox}, wanted, before, limit)

    def own_tables(self, player: PlayerId, wanted: Filter, before: str | None, limit: int) -> list[Json]:
        """Tables that the player opened or sits at, listed or not, the newest first."""
        return self._tables("list_own_tables", {"player_id": player}, wanted, before, limit)

    def _tables(self, query: str, whose: dict[str, Any], wanted: Filter, before: str | None, limit: int) -> list[Json]:
        rows = self._database.read(
            query,
            {
                **whose,
                "before": before or AFTER_ALL,
                "status": wanted.status,
                "free": wanted.free_seats,
                "limit": limit,
            },
        )
        return [summary for (summary,) in rows]

    def inbox(self, player: PlayerId, after: ListPlace, limit: int, now: datetime | None = None) -> Inbox:
        """What waits for the player: the most urgent turns behind a place, challenges, proposals, and tournaments.

        The urgency of turns follows from the time where the player lives, unless another time is given as `now`.
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
