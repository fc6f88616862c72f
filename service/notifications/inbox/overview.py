"""The inbox in groups of urgency, in the order in which a player should answer.

| group | what is in it |
|---|---|
| `deadline_near` | turns that are overdue, or with less than a fifth of their time left |
| `deadline_near` | decisions in tournaments whose deadline is less than a day away |
| `my_turn` | the other turns |
| `my_answer` | what waits for consent: to take back, to a proposal, to play together |
| `others` | challenges, and what tournaments ask for |
| `snoozed` | what the player has snoozed |

Inside a group, the earliest deadline comes first. Without deadlines, what has waited longest comes first.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Literal, NamedTuple, get_args

from domain.kernel.seats import Seat
from service.notifications.about import TableAbout
from service.notifications.inbox.document_types import Reply
from service.notifications.inbox.handlers import Awaited, Inbox, WaitingChallenge, WaitingProposal, WaitingTurn
from service.notifications.inbox.marks import InboxMark, snoozed_until
from service.notifications.inbox.replies import challenge_replies, proposal_replies, tournament_replies, turn_replies

Group = Literal["deadline_near", "my_turn", "my_answer", "others", "snoozed"]
GROUPS: tuple[Group, ...] = get_args(Group)
Kind = Literal["turn", "proposal", "challenge", "tournament"]
ANSWERS = frozenset(("partner_consent", "accept_place", "agree_time", "confirm_result", "answer_challenge"))
"""Decisions in tournaments for which others wait."""
NEAR = timedelta(days=1)
"""A decision in a tournament is near its deadline if less than this is left."""
TOLD_LIMIT = 20
"""The maximum number of entries that tell what has happened since the last visit."""


class Entry(NamedTuple):
    """Something that waits for the player.

    Attributes:
        kind: what it is.
        group: its group.
        what: the decision, or the kind of the proposal.
        table: the id of its table; `None` for decisions in tournaments.
        tournament: the id of the tournament of such a decision, or `None`.
        round, match: the match that such a decision is about, or `None`.
        seat: the seat of the player, or the seat of a challenge; `None` if there is none.
        version: the version of the table, or `None`.
        since: when it began to wait, or `None` if that is not known.
        deadline_at: its deadline, or `None`.
        by: the seat that made the proposal, or the challenger.
        until: until when it is snoozed, or `None`.
        replies: the requests that answer it.
    """

    kind: Kind
    group: Group
    what: str
    replies: list[Reply]
    table: str | None = None
    tournament: str | None = None
    round: int | None = None
    match: int | None = None
    seat: Seat | None = None
    version: int | None = None
    since: datetime | None = None
    deadline_at: datetime | None = None
    by: str | int | None = None
    until: datetime | None = None

    @property
    def order(self) -> tuple[bool, float, bool, float, str]:
        """The place in its group."""
        return (*_placed(self.deadline_at), *_placed(self.since), self.table or self.tournament or "")


def _placed(at: datetime | None) -> tuple[bool, float]:
    return (at is None, at.timestamp() if at else 0.0)


def entries_of(inbox: Inbox, games: Mapping[str, str], marks: Mapping[str, InboxMark], now: datetime) -> list[Entry]:
    """Returns the entries of an inbox in the order in which the player should answer: `play next`.

    Args:
        inbox: what waits.
        games: the games of its tables, by table.
        marks: what the player has marked, by table.
        now: the current time of the player.
    """
    entries = [_snoozed(each, marks, now) for each in _awake(inbox, games, now)]
    return sorted(entries, key=lambda entry: (GROUPS.index(entry.group), entry.order))


def _awake(inbox: Inbox, games: Mapping[str, str], now: datetime) -> Iterator[Entry]:
    yield from (_turn(each, games.get(each.table_id)) for each in inbox.turns)
    yield from map(_proposal, inbox.proposals)
    yield from map(_challenge, inbox.challenges)
    yield from (_tournament(each, now) for each in inbox.tournaments)


def _snoozed(entry: Entry, marks: Mapping[str, InboxMark], now: datetime) -> Entry:
    if entry.table is None or entry.version is None:
        return entry
    until = snoozed_until(marks.get(entry.table), entry.version, entry.deadline_at, now)
    return entry if until is None else entry._replace(group="snoozed", until=until)


def _turn(turn: WaitingTurn, game: str | None) -> Entry:
    is_near = turn.urgency in ("overdue", "urgent")
    group: Group = "deadline_near" if is_near else "my_answer" if turn.what == "consent" else "my_turn"
    return Entry(
        "turn",
        group,
        turn.what,
        turn_replies(turn, game),
        table=turn.table_id,
        seat=turn.seat,
        version=turn.version,
        since=turn.since,
        deadline_at=turn.deadline_at,
    )


def _proposal(proposal: WaitingProposal) -> Entry:
    return Entry(
        "proposal",
        "my_answer",
        proposal.what,
        proposal_replies(proposal),
        table=proposal.table_id,
        seat=proposal.seat,
        version=proposal.version,
        by=proposal.by,
    )


def _challenge(challenge: WaitingChallenge) -> Entry:
    return Entry(
        "challenge",
        "others",
        "challenge",
        challenge_replies(challenge),
        table=challenge.table_id,
        seat=challenge.seat,
        version=challenge.version,
        by=challenge.by,
    )


def _tournament(awaited: Awaited, now: datetime) -> Entry:
    is_near = awaited.deadline_at is not None and awaited.deadline_at - now < NEAR
    group: Group = "deadline_near" if is_near else "my_answer" if awaited.what in ANSWERS else "others"
    return Entry(
        "tournament",
        group,
        awaited.what,
        tournament_replies(awaited),
        tournament=awaited.tournament_id,
        round=awaited.round,
        match=awaited.match,
        deadline_at=awaited.deadline_at,
    )


def told_tables(entries: Sequence[Entry], abouts: Mapping[str, TableAbout]) -> list[str]:
    """Returns the tables about which an inbox tells what has happened: the first ones where the player has a seat."""
    awake = dict.fromkeys(entry.table for entry in entries if entry.group != "snoozed" and entry.table)
    return [table for table in awake if table in abouts and abouts[table].own is not None][:TOLD_LIMIT]
