"""The inbox in groups of urgency, in the order in which a player should answer.

| group | what is in it |
|---|---|
| `deadline_near` | turns that are overdue, or with less than a fifth of their time left |
| `deadline_near` | challenges and decisions in tournaments whose deadline is less than a day away |
| `my_turn` | the other turns |
| `my_answer` | what waits for consent: to take back, to a proposal, to play together |
| `others` | challenges, and what tournaments ask for |
| `snoozed` | what the player has snoozed |

Inside a group, the earliest deadline comes first. Without deadlines, what has waited longest comes first.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Literal, NamedTuple, cast, get_args

from domain.clocks.document_types import Clock
from domain.clocks.rules import clock_document
from domain.games.registry import GAMES
from domain.kernel.players import PlayerId
from domain.kernel.seats import Seat
from domain.tournaments.awaited import AwaitedDecision, opponents_of
from domain.tournaments.settings import TableGame
from domain.tournaments.state import Tournament
from service.notifications.about import TableAbout
from service.notifications.inbox.document_types import InboxPlay, Reply
from service.notifications.inbox.handlers import Awaited, Inbox, WaitingChallenge, WaitingProposal, WaitingTurn
from service.notifications.inbox.marks import InboxMark, snoozed_until
from service.notifications.inbox.replies import challenge_replies, proposal_replies, tournament_replies, turn_replies

Group = Literal["deadline_near", "my_turn", "my_answer", "others", "snoozed"]
GROUPS: tuple[Group, ...] = get_args(Group)
Kind = Literal["turn", "proposal", "challenge", "tournament"]
ANSWERS = frozenset(("partner_consent", "accept_place", "agree_time", "confirm_result", "answer_challenge"))
"""Decisions in tournaments for which others wait."""
NEAR = timedelta(days=1)
"""A challenge or a decision in a tournament is near its deadline if less than this is left."""
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
        opponents: the players of the other side of a match or challenge in a tournament.
        play: how it is played, or `None` if that is not known.
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
    opponents: Sequence[PlayerId] = ()
    play: InboxPlay | None = None
    until: datetime | None = None

    @property
    def order(self) -> tuple[bool, float, bool, float, str]:
        """The place in its group."""
        return (*_placed(self.deadline_at), *_placed(self.since), self.table or self.tournament or "")


def _placed(at: datetime | None) -> tuple[bool, float]:
    return (at is None, at.timestamp() if at else 0.0)


class Known(NamedTuple):
    """The tables and tournaments of the entries, and the marks of the player.

    Attributes:
        abouts: what the player knows about the tables, by id.
        tournaments: the tournaments that wait for the player, by id. Those that cannot be read are left out.
        marks: what the player has marked, by table.
        now: the current time of the player.
    """

    abouts: Mapping[str, TableAbout]
    tournaments: Mapping[str, Tournament]
    marks: Mapping[str, InboxMark]
    now: datetime


def entries_of(inbox: Inbox, known: Known) -> list[Entry]:
    """Returns the entries of an inbox in the order in which the player should answer: `play next`."""
    entries = [_snoozed(each, known) for each in _awake(inbox, known)]
    return sorted(entries, key=lambda entry: (GROUPS.index(entry.group), entry.order))


def _awake(inbox: Inbox, known: Known) -> Iterator[Entry]:
    yield from (_at_table(_turn(each, known.abouts.get(each.table_id)), known) for each in inbox.turns)
    yield from (_at_table(_proposal(each), known) for each in inbox.proposals)
    yield from (_at_table(_challenge(each, known), known) for each in inbox.challenges)
    yield from (_tournament(each, known) for each in inbox.tournaments)


def _at_table(entry: Entry, known: Known) -> Entry:
    """Returns an entry of the inbox with the rules, the hands and the clock of its table."""
    about = known.abouts.get(entry.table or "")
    if about is None:
        return entry
    return entry._replace(
        play={
            "game": about.game,
            "profile": about.profile,
            "options": about.options,
            "hands": about.hands,
            "clock": cast(Clock, about.clock),
        }
    )


def _snoozed(entry: Entry, known: Known) -> Entry:
    if entry.table is None or entry.version is None:
        return entry
    until = snoozed_until(known.marks.get(entry.table), entry.version, entry.deadline_at, known.now)
    return entry if until is None else entry._replace(group="snoozed", until=until)


def _turn(turn: WaitingTurn, about: TableAbout | None) -> Entry:
    is_near = turn.urgency in ("overdue", "urgent")
    group: Group = "deadline_near" if is_near else "my_answer" if turn.what == "consent" else "my_turn"
    return Entry(
        "turn",
        group,
        turn.what,
        turn_replies(turn, about.game if about else None),
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


def _is_near(deadline_at: datetime | None, now: datetime) -> bool:
    return deadline_at is not None and deadline_at - now < NEAR


def _challenge(challenge: WaitingChallenge, known: Known) -> Entry:
    about = known.abouts.get(challenge.table_id)
    deadline_at = about.expires_at if about else None
    return Entry(
        "challenge",
        "deadline_near" if _is_near(deadline_at, known.now) else "others",
        "challenge",
        challenge_replies(challenge),
        table=challenge.table_id,
        seat=challenge.seat,
        version=challenge.version,
        deadline_at=deadline_at,
        by=challenge.by,
    )


def _tournament(awaited: Awaited, known: Known) -> Entry:
    tournament = known.tournaments.get(awaited.tournament_id)
    decision = AwaitedDecision(awaited.what, None, awaited.round, awaited.match)
    is_near = _is_near(awaited.deadline_at, known.now)
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
        opponents=opponents_of(tournament, decision, awaited.entrant) if tournament else (),
        play=_play_of(tournament.settings.play) if tournament else None,
    )


def _play_of(play: TableGame) -> InboxPlay:
    """Returns how it is played at the tables of a tournament."""
    return {
        "game": play.game,
        "profile": play.profile,
        "options": GAMES[play.game].rules_document(play.rules)["options"],
        "hands": play.hands,
        "clock": clock_document(play.clock),
    }


def told_tables(entries: Sequence[Entry], abouts: Mapping[str, TableAbout]) -> list[str]:
    """Returns the tables about which an inbox tells what has happened: the first ones where the player has a seat."""
    awake = dict.fromkeys(entry.table for entry in entries if entry.group != "snoozed" and entry.table)
    return [table for table in awake if table in abouts and abouts[table].own is not None][:TOLD_LIMIT]
