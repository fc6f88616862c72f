"""The types of the data of account events about matches of tournaments."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypedDict

from domain.kernel.document_types import TableId, Time, TimeOrNone, TournamentId, Version
from domain.kernel.players import PlayerId
from domain.kernel.schema_markers import Minimum, Ref, part
from domain.tournaments.terms import Outcome, ResultKind
from service.notifications.account_event_types import without_table

TournamentEvent = Annotated[dict[str, Any], Ref("TournamentEvent")]


@part
class TournamentMatchReadyAccountEventData(TypedDict):
    """Your match is played at this table."""

    tournament: TournamentId
    round: Annotated[int, Minimum(1)]
    match: Annotated[int, Minimum(1)]
    deadline: TimeOrNone
    version: Annotated[Version, "The version of the tournament after it."]


@without_table
class TournamentResultAccountEventData(TypedDict):
    """Your match has a result. Its points are null while sealed: before the round is closed in a sealed tournament, and
    while others still play the same boards.
    """

    tournament: TournamentId
    round: Annotated[int, Minimum(1)]
    match: Annotated[int, Minimum(1)]
    how: Annotated[
        Literal["recorded", "adjudicated", "overridden", "restored", "confirmed"],
        "How the result arose: at its tables, by adjudication, by staff, or as reported by its players.",
    ]
    first: Annotated[int | None, "The points of the first side, in hundredths."]
    second: Annotated[int | None, "The points of the second side, in hundredths."]
    kind: ResultKind | None
    version: Annotated[Version, "The version of the tournament after it."]


@without_table
class TournamentDeadlineMovedAccountEventData(TypedDict):
    """The deadline of a round in which you have an open match has changed."""

    tournament: TournamentId
    round: Annotated[int, Minimum(1)]
    deadline: Time
    reason: Annotated[str, "Why."]
    version: Annotated[Version, "The version of the tournament after it."]


@without_table
class TournamentTimeProposedAccountEventData(TypedDict):
    """A player proposes times for your match. Send `agree_time` with one of them, or `propose_time` with others."""

    tournament: TournamentId
    round: Annotated[int, Minimum(1)]
    match: Annotated[int, Minimum(1)]
    by: PlayerId
    times: Annotated[list[Time], "The proposed times, earliest first."]
    deadline: Annotated[Time, "The deadline of the round."]
    version: Annotated[Version, "The version of the tournament after it."]


@without_table
class TournamentTimeAgreedAccountEventData(TypedDict):
    """Your match has a time: both sides agreed on it, or staff set it."""

    tournament: TournamentId
    round: Annotated[int, Minimum(1)]
    match: Annotated[int, Minimum(1)]
    by: Annotated[PlayerId, "The player who agreed, or the member of staff who set it."]
    plays_at: Annotated[Time, "When the match is played."]
    version: Annotated[Version, "The version of the tournament after it."]


@without_table
class TournamentMatchSoonAccountEventData(TypedDict):
    """Your match is played within an hour, at the agreed time."""

    tournament: TournamentId
    round: Annotated[int, Minimum(1)]
    match: Annotated[int, Minimum(1)]
    plays_at: Annotated[Time, "When the match is played."]
    tables: Annotated[list[TableId], "The tables of the match."]
    version: Annotated[Version, "The version of the tournament after it."]


@without_table
class TournamentMatchOpenAccountEventData(TypedDict):
    """Your match was paired. It is played elsewhere: report its result with `report_result`."""

    tournament: TournamentId
    round: Annotated[int, Minimum(1)]
    match: Annotated[int, Minimum(1)]
    deadline: TimeOrNone
    version: Annotated[Version, "The version of the tournament after it."]


@without_table
class TournamentResultReportedAccountEventData(TypedDict):
    """The result of your match is reported. The other side sends `confirm_result` or `dispute_result`."""

    tournament: TournamentId
    round: Annotated[int, Minimum(1)]
    match: Annotated[int, Minimum(1)]
    by: PlayerId
    outcome: Outcome
    deadline: Annotated[TimeOrNone, "When it counts without an answer; null for never."]
    version: Annotated[Version, "The version of the tournament after it."]


@without_table
class TournamentResultDisputedAccountEventData(TypedDict):
    """The reported result of a match is disputed. Players can report again, and staff can send `override_result`."""

    tournament: TournamentId
    round: Annotated[int, Minimum(1)]
    match: Annotated[int, Minimum(1)]
    by: PlayerId
    reason: Annotated[str, "Why."]
    version: Annotated[Version, "The version of the tournament after it."]
