"""The types of the documents about rehearsals."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from domain.kernel.document_types import Time, TournamentId
from domain.kernel.schema_markers import Minimum
from domain.tournaments.parts import TournamentStatus
from service.accounts.document_types import NewToken, Player
from service.platform.document_types import WorldId
from service.sandbox.document_types import Sandbox


class NewRehearsal(TypedDict):
    """A rehearsal that has begun, with the organiser in its sandbox and a token for them."""

    id: Annotated[WorldId, "The id of the sandbox."]
    created_at: Time
    sandbox: Sandbox
    player: Annotated[Player, "The owner of the tournament in the sandbox."]
    token: NewToken
    tournament: Annotated[TournamentId, "The tournament, for use with the new token."]


class RehearsalRefusal(TypedDict):
    """Why a round cannot be paired."""

    round: int
    code: Annotated[str, "The code of the refusal."]
    title: Annotated[str, "What the code means, in the language of the reader."]
    detail: Annotated[str, "What is wrong. The server stores it in English."]


class Rehearsal(TypedDict):
    """A rehearsal, and how it went so far."""

    id: Annotated[WorldId, "The id of the sandbox."]
    tournament: TournamentId
    status: Annotated[
        Literal["playing", "finished", "stopped"],
        "`playing`: the service plays it and moves the clock; `finished`: the tournament is over; `stopped`: it cannot "
        "go on without staff. `refusal` says why if a round cannot be paired.",
    ]
    tournament_status: Annotated[TournamentStatus, "The status of the tournament."]
    changed: Annotated[list[str], "The settings that differ from those that were given."]
    now: Annotated[Time, "The current time of the clock of the sandbox."]
    started_at: Annotated[Time | None, "When the tournament began by this clock; null before that."]
    finished_at: Annotated[Time | None, "When it was over by this clock; null before that."]
    duration_s: Annotated[int | None, "The seconds between the two, or up to now; null before the start.", Minimum(0)]
    rounds: Annotated[int, "The number of rounds that were paired.", Minimum(0)]
    matches: Annotated[int, "The number of their matches.", Minimum(0)]
    results: Annotated[int, "The number of these matches with a result.", Minimum(0)]
    byes: Annotated[int, "The number of byes.", Minimum(0)]
    refusal: Annotated[RehearsalRefusal | None, "Why the next round cannot be paired; null if nothing prevents it."]
