"""The types of the documents of inbox."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired, TypedDict

from domain.clocks.document_types import Clock
from domain.kernel.document_types import ChosenOptions, Game, TableId, Time, TimeOrNone, TournamentId, Version
from domain.kernel.players import PlayerId
from domain.kernel.schema_markers import Added, MaxItems, Minimum, MinItems, Ref
from domain.kernel.seats import Seat
from domain.table.events import ProposalKind
from domain.tournaments.awaited import AwaitedKind
from domain.tournaments.terms import EntrantId
from service.accounts.document_types import PlayerNames
from service.notifications.about import Side
from service.platform.document_types import NextCursor
from service.tables.document_types import Decision, TableView

Moves = Annotated[dict[str, Any], Ref("Moves")]


class TurnsWaiting(TypedDict):
    """The total numbers, by kind."""

    turns: Annotated[int, "Decisions at tables.", Minimum(0)]
    challenges: Annotated[int, "Challenges without an answer.", Minimum(0)]
    proposals: Annotated[int, "Proposals at tables without an answer.", Minimum(0)]
    tournaments: Annotated[int, "Decisions in tournaments.", Minimum(0)]


class Turns(TypedDict):
    """The inbox of a player."""

    count: Annotated[int, "The total number of decisions at tables.", Minimum(0)]
    waiting: TurnsWaiting
    turns: Annotated[list[Turn], "Decisions at tables, most urgent first.", MaxItems(100)]
    challenges: Annotated[
        list[WaitingChallenge],
        "Challenges that wait for an answer. Their maximum number is that of the turns.",
        MaxItems(100),
    ]
    proposals: Annotated[
        list[WaitingProposal],
        "Proposals that wait for your agreement. Their maximum number is that of the turns.",
        MaxItems(100),
    ]
    tournaments: Annotated[
        list[WaitingTournament],
        "Your decisions in tournaments, most urgent first. Their maximum number is that of the turns.",
        MaxItems(100),
    ]
    players: NotRequired[Annotated[PlayerNames, Added()]]
    next_cursor: NextCursor


class WaitingTournament(TypedDict):
    """A decision in a tournament that waits for you."""

    tournament: TournamentId
    what: Annotated[
        AwaitedKind,
        "`partner_consent`: you are asked to play for the entrant. Send the command `accept_partner` or "
        "`decline_partner`. `check_in`: send the command `check_in`. `agree_time`: times are proposed for your "
        "match. Send `agree_time` or `propose_time`. `report_result`: send the command `report_result`. "
        "`confirm_result`: send `confirm_result` or `dispute_result`. `accept_place`: send "
        "`accept_place` or `decline_place`. `answer_challenge`: send `answer_ladder_challenge`.",
    ]
    entrant: EntrantId
    deadline_at: Annotated[TimeOrNone, "The deadline of your answer; null if it is not known yet."]


class WaitingProposal(TypedDict):
    """A proposal that waits for your answer."""

    table: TableId
    seat: Seat
    what: ProposalKind
    by: Annotated[Seat, "The seat that made the proposal."]


class WaitingChallenge(TypedDict):
    """A challenge that waits for your answer. `seat` is null for any seat."""

    table: TableId
    seat: Seat | None
    by: PlayerId


class Turn(TypedDict):
    """A decision that waits for you."""

    table: TableId
    seat: Seat
    what: Decision
    since: Annotated[Time, "When the table reached this version."]
    version: Version
    deadline_at: Annotated[
        Time | None, "The deadline, including pauses of your calendar, and grace; null without a clock."
    ]
    urgency: Annotated[
        Literal["overdue", "urgent", "soon", "calm", "no_clock"],
        "The urgency, by the share of your time that is left, without pauses: `calm`, at least half; `soon`, less "
        "than half; `urgent`, less than a fifth; `overdue`, none, or only grace; `no_clock`, without a clock. While "
        "you are on vacation it is `calm` at tables that allow vacations.",
    ]
    remaining_s: NotRequired[
        Annotated[
            int | None,
            "The seconds left until `deadline_at`, including pauses; null without a clock.",
            Minimum(0),
            Added(),
        ]
    ]
    view: NotRequired[
        Annotated[TableView | None, "Your view of the table, if requested; null if you no longer have the seat."]
    ]
    moves: NotRequired[Annotated[Moves | None, "Your legal moves, if requested; null if you no longer have the seat."]]


class Reply(TypedDict):
    """A request that answers an entry of your inbox, ready to send."""

    title: Annotated[str, "What it does, in the reader's language."]
    method: Annotated[Literal["GET", "POST"], "The method."]
    href: Annotated[str, "The address."]
    body: Annotated[dict[str, Any] | None, "The body; null if there is none."]


class InboxSeat(TypedDict):
    """A seat at the table, and who holds it."""

    seat: Seat
    player: Annotated[PlayerId | None, "The player; null if the seat is free."]
    side: Annotated[Side, "`partner` and `opponent` where two fixed teams play; otherwise `other`."]


class InboxMatch(TypedDict):
    """The tournament of an entry."""

    id: TournamentId
    name: Annotated[str | None, "Its name; null if it cannot be shown."]
    round: Annotated[int | None, "The round; null if there is none."]
    match: Annotated[int | None, "The match; null if there is none."]


class InboxPlay(TypedDict):
    """How it is played at a table, or at the tables of a tournament."""

    game: Game
    profile: Annotated[str, "The profile on which the rules are based."]
    options: ChosenOptions
    hands: Annotated[int | None, "The number of hands; null without a limit.", Minimum(1)]
    clock: Clock


class InboxEntry(TypedDict):
    """Something that waits for you."""

    kind: Annotated[Literal["turn", "proposal", "challenge", "tournament"], "What waits."]
    what: Annotated[str, "The decision, or the kind of the proposal."]
    table: Annotated[TableId | None, "Its table; null for decisions in tournaments."]
    version: Annotated[Version | None, "The version of the table; null without a table."]
    seat: Annotated[Seat | None, "Your seat, or the seat that you are offered; null if there is none."]
    by: Annotated[str | int | None, "The challenger, or the seat that made the proposal; otherwise null."]
    opponents: NotRequired[
        Annotated[
            list[PlayerId],
            "The players of the other side of a match in a tournament, or those who challenge you in a ladder.",
            Added(),
        ]
    ]
    since: Annotated[Time | None, "When it began to wait; null if that is not known."]
    deadline_at: Annotated[
        Time | None,
        "Its deadline, with pauses and grace; for a challenge, when the table expires. Null without one, and while "
        "the tournament is paused.",
    ]
    play: NotRequired[
        Annotated[InboxPlay | None, "The rules, the number of hands and the clock; null if not known.", Added()]
    ]
    game: Annotated[str | None, "The game; null without a table."]
    hand: Annotated[int | None, "The number of the hand; null if there is none, or if it is hidden."]
    seats: Annotated[list[InboxSeat], "The seats of the table."]
    tournament: Annotated[InboxMatch | None, "Its tournament; null outside tournaments."]
    since_visit: Annotated[
        list[str],
        "What has happened at the table since your last visit or move, whichever is later, in the reader's language. "
        "It tells only what spectators can see, and why standing orders of yours have ended.",
        MaxItems(3),
    ]
    snoozed_until: Annotated[Time | None, "Until when it is snoozed; null if it is not."]
    replies: Annotated[list[Reply], "The requests that answer it."]


class InboxGroup(TypedDict):
    """A group of your inbox."""

    name: Annotated[
        Literal["deadline_near", "my_turn", "my_answer", "others", "snoozed"],
        "`deadline_near`: overdue, or less than a fifth of the time of your turn is left, or less than a day for a "
        "challenge or a decision in a tournament. `my_turn`: other turns. `my_answer`: what waits for your consent. "
        "`others`: challenges, and what tournaments ask for. `snoozed`: what you have snoozed.",
    ]
    entries: Annotated[list[InboxEntry], "The entries, the one to answer next first.", MaxItems(400)]


class MyInbox(TypedDict):
    """Your inbox, in groups of urgency."""

    now: Annotated[Time, "The time of this answer, in your sandbox if you are in one."]
    waiting: TurnsWaiting
    groups: Annotated[
        list[InboxGroup],
        "All groups, the most urgent first. The entries of all groups in this order are those to answer next.",
        MinItems(5),
        MaxItems(5),
    ]
    players: PlayerNames


class Snooze(TypedDict):
    """A snoozed entry of your inbox."""

    table: TableId
    until: Annotated[Time, "When the snooze ends, unless the table changes before."]


class MyPace(TypedDict):
    """Your pace over the last 30 days, at tables with a clock."""

    days: Annotated[int, "The number of days.", Minimum(30)]
    moves: Annotated[int, "The number of turns that you have answered.", Minimum(0)]
    moves_per_day: Annotated[float, "The mean number of answered turns a day.", Minimum(0)]
    median_answer_s: Annotated[
        int | None, "The seconds within which you answer half of your turns; null without an answered turn.", Minimum(0)
    ]
    ninety_percent_answer_s: Annotated[
        int | None, "The seconds within which you answer 90 % of your turns; null without one.", Minimum(0)
    ]
    late_turns: Annotated[int, "The number of turns whose time ran out.", Minimum(0)]
