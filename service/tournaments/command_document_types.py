"""The types of answers to commands of tournaments."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired, TypedDict

from domain.kernel.document_types import TableId, Time, TournamentId, Version
from domain.kernel.players import PlayerId
from domain.kernel.schema_markers import Deprecated, MaxItems, Minimum, MinItems, Ref
from domain.tournaments.parts import TournamentStatus
from domain.tournaments.terms import EntrantId
from service.tournaments.board_document_types import MatchResult
from service.tournaments.guests.document_types import NewGuest
from service.tournaments.result_document_types import EntrantStanding, TournamentRound

TournamentEvent = Annotated[dict[str, Any], Ref("TournamentEvent")]


class TournamentDone(TypedDict):
    """The result of a command."""

    tournament: TournamentId
    version: Annotated[Version, "The version of the last of the events."]
    events: Annotated[list[TournamentEvent], "The events of the command, as you may see them."]
    guests: NotRequired[
        Annotated[
            list[NewGuest],
            "The guests that `enter_entrants` created, with their claim codes. A repeated answer leaves them out.",
            MinItems(1),
        ]
    ]


class NewTournament(TypedDict):
    """The result of creating a tournament."""

    tournament: Annotated[TournamentId, "The older name of `id` in this answer.", Deprecated()]
    version: Annotated[Version, "The version of the last of the events."]
    events: Annotated[list[TournamentEvent], "The events of the command, as you may see them."]
    id: TournamentId
    status: TournamentStatus
    created_at: Annotated[Time, "When it was created."]


class CreationDryRun(TypedDict):
    """The result of a dry run for a tournament that could be created."""

    legal: Literal[True]
    events: Annotated[list[str], "The types of the events that would follow."]


class TournamentDryRun(TypedDict):
    """The result of a dry run of a command that would be accepted."""

    tournament: TournamentId
    version: Annotated[Version, "The version of the tournament for which this is the result."]
    legal: Literal[True]
    events: Annotated[list[str], "The types of the events that would follow."]
    leaving: NotRequired[Annotated[LeavingCost, "The cost of leaving, for `leave_entrant`."]]
    remarks: NotRequired[
        Annotated[list[PairingRemark], "Remarks about the round that the command pairs, if there are any.", MinItems(1)]
    ]
    standings: NotRequired[
        Annotated[list[EntrantStanding], "The standings, if they would change and nothing can be sealed."]
    ]
    round: NotRequired[
        Annotated[
            TournamentRound,
            "The newest round, if it would change and nothing can be sealed. The command draws the same lots, unless "
            "something happens in the tournament before it.",
        ]
    ]


class PairingRemark(TypedDict):
    """Something that staff may want to know about a pairing, although no rule forbids it."""

    rule: Annotated[Literal["club"], "`club`: two entrants of one club meet."]
    detail: Annotated[str, "A sentence."]
    match: Annotated[int, "The number of the match.", Minimum(1)]
    entrants: Annotated[list[EntrantId], "The entrants concerned.", MinItems(2), MaxItems(2)]


class LeavingCostMatch(TypedDict):
    round: Annotated[int, Minimum(1)]
    number: Annotated[int, Minimum(1)]
    table: TableId


class LeavingCost(TypedDict):
    """The current cost of leaving a tournament."""

    match: Annotated[LeavingCostMatch | None, "The match that you play at a table; null if you play none."]
    seat_goes_to: Annotated[
        Literal["substitute", "stand_in"] | None, "Who takes your seat; null if the match ends, or if you play none."
    ]
    stand_in: Annotated[str | None, "The bot that plays until a substitute comes, or to the end if none does."]
    substitute: Annotated[PlayerId | None, "The first substitute that is called."]
    ends: Annotated[bool, "Whether the match ends."]
    result: Annotated[
        MatchResult | None, "The value of the match if it ends; null if it continues, and while results are sealed."
    ]
    rating: Annotated[
        Literal["unchanged", "loss", "first_hand"],
        "`loss`: you alone lose the game for your rating, as by a forfeit; `first_hand`: no hand is over, so the "
        "game is unrated for all; `unchanged`: the game is not rated, or another player who left earlier loses "
        "it.",
    ]
    sentence: Annotated[str, "An explanation in a sentence."]
