"""The types of the documents of inbox."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired, TypedDict

from domain.kernel.document_types import TableId, Time, TimeOrNone, TournamentId, Version
from domain.kernel.players import PlayerId
from domain.kernel.schema_markers import Added, MaxItems, Minimum, Ref
from domain.kernel.seats import Seat
from domain.table.events import ProposalKind
from domain.tournaments.terms import EntrantId
from service.accounts.document_types import PlayerNames
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
        Literal["partner_consent", "check_in", "agree_time", "report_result", "confirm_result", "accept_place"],
        "`partner_consent`: you are asked to play for the entrant. Send the command `accept_partner` or "
        "`decline_partner`. `check_in`: send the command `check_in`. `agree_time`: times are proposed for your "
        "match. Send `agree_time` or `propose_time`. `report_result`: send the command `report_result`. "
        "`confirm_result`: send `confirm_result` or `dispute_result`. `accept_place`: send "
        "`accept_place` or `decline_place`.",
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
        "The urgency, by the time that is left: `calm`, at least half; `soon`, less than half; `urgent`, less "
        "than a fifth; `overdue`, none, or only grace; `no_clock`, without a clock.",
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
