"""The types of the data of account events about tournaments and leagues."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypedDict

from domain.kernel.document_types import Time, TimeOrNone, TournamentId, Version
from domain.kernel.players import PlayerId
from domain.kernel.schema_markers import Minimum, Ref
from domain.tournaments.terms import ByeKind, EntrantId
from service.leagues.document_types import LeagueId
from service.notifications.account_event_types import without_table

TournamentEvent = Annotated[dict[str, Any], Ref("TournamentEvent")]


@without_table
class TournamentRegistrationOpenedAccountEventData(TypedDict):
    """Registration is open for the next tournament of a series. You have run or played one of its last four
    tournaments.
    """

    tournament: TournamentId
    series: Annotated[str, "The id of the series."]
    closes_at: Annotated[Time | None, "When registration closes, if this is known."]
    starts_at: Annotated[Time | None, "When the tournament begins, if this is known."]
    version: Annotated[Version, "The version of the tournament after it."]


@without_table
class TournamentRegistrationClosingAccountEventData(TypedDict):
    """Registration closes soon, and an answer of yours or of your entrant is missing. It is sent once, a day before or
    when half of the time is left, whichever is later. It is sent again if the closing time moves.
    """

    tournament: TournamentId
    what: Annotated[
        Literal["partner_consent", "partners", "registration"],
        "What is missing: your answer to an invitation, the answer of another player of your entrant, or your "
        "registration, because you played in the series recently.",
    ]
    closes_at: Time


@without_table
class TournamentPartnerAskedAccountEventData(TypedDict):
    """You are asked to play for an entrant. Answer with `accept_partner` or `decline_partner`."""

    tournament: TournamentId
    entrant: EntrantId
    by: PlayerId
    version: Annotated[Version, "The version of the tournament after it."]


@without_table
class TournamentPartnerAnsweredAccountEventData(TypedDict):
    """A player who was asked to play for your entrant has accepted or declined."""

    tournament: TournamentId
    entrant: EntrantId
    player: PlayerId
    accepted: bool
    version: Annotated[Version, "The version of the tournament after it."]


@without_table
class TournamentWaitingAccountEventData(TypedDict):
    """Your entrant is complete, but there is no place; it is on the waiting list."""

    tournament: TournamentId
    entrant: EntrantId
    version: Annotated[Version, "The version of the tournament after it."]


@without_table
class TournamentPlaceOfferedAccountEventData(TypedDict):
    """Your entrant is called for a free place. Send `accept_place` or `decline_place`."""

    tournament: TournamentId
    entrant: EntrantId
    until: Annotated[Time, "When the next entrant is called if you do not answer."]
    version: Annotated[Version, "The version of the tournament after it."]


@without_table
class TournamentEnteredAccountEventData(TypedDict):
    """Your entrant has a place."""

    tournament: TournamentId
    entrant: EntrantId
    from_waiting_list: Annotated[bool, "Whether the place comes from the waiting list."]
    version: Annotated[Version, "The version of the tournament after it."]


@without_table
class TournamentLeftAccountEventData(TypedDict):
    """You no longer take part: others decided so, or you did not check in or answer in time."""

    tournament: TournamentId
    entrant: EntrantId
    reason: Annotated[
        Literal["left", "removed", "no_show", "not_checked_in", "replaced", "declined", "no_answer"], "Why."
    ]
    version: Annotated[Version, "The version of the tournament after it."]


@without_table
class TournamentCheckInOpenAccountEventData(TypedDict):
    """Check-in is open. Confirm with `check_in` before the start."""

    tournament: TournamentId
    starts_at: TimeOrNone
    version: Annotated[Version, "The version of the tournament after it."]


@without_table
class TournamentSubstituteCalledAccountEventData(TypedDict):
    """A substitute plays for your entrant, or you are that substitute."""

    tournament: TournamentId
    entrant: EntrantId
    player: PlayerId
    version: Annotated[Version, "The version of the tournament after it."]


@without_table
class TournamentByeAccountEventData(TypedDict):
    """You have a bye in a round."""

    tournament: TournamentId
    round: Annotated[int, Minimum(1)]
    kind: ByeKind
    version: Annotated[Version, "The version of the tournament after it."]


@without_table
class TournamentLadderAccountEventData(TypedDict):
    """A challenge in a ladder was made to your entrant, or one of its challenges has ended."""

    tournament: TournamentId
    what: Annotated[
        Literal["challenged", "withdrawn", "accepted", "declined", "unanswered"],
        "What has happened. After the last two, the challenger has the place of the challenged entrant.",
    ]
    challenger: EntrantId
    challenged: EntrantId
    until: Annotated[Time | None, "The end of the time to answer; null if the challenge has ended."]
    version: Annotated[Version, "The version of the tournament after it."]


@without_table
class TournamentRoundScheduledAccountEventData(TypedDict):
    """Staff have scheduled, moved or unscheduled the start of the next round."""

    tournament: TournamentId
    round: Annotated[int, Minimum(1)]
    begins_at: Annotated[Time | None, "The start of the round; null if it was unscheduled."]
    reason: Annotated[str | None, "The reason for unscheduling it."]
    version: Annotated[Version, "The version of the tournament after it."]


@without_table
class TournamentStartedAccountEventData(TypedDict):
    """The tournament in which you take part has begun."""

    tournament: TournamentId
    version: Annotated[Version, "The version of the tournament after it."]


@without_table
class TournamentPausedAccountEventData(TypedDict):
    """Staff have paused a tournament in which you take part. Your clocks stop until `tournament_resumed`."""

    tournament: TournamentId
    at: Annotated[Time, "When the pause began."]
    reason: Annotated[str, "The reason that the staff gave."]
    version: Annotated[Version, "The version of the tournament after it."]


@without_table
class TournamentResumedAccountEventData(TypedDict):
    """A paused tournament in which you take part goes on. If it is your turn, `turn_began` follows."""

    tournament: TournamentId
    at: Annotated[Time, "When the pause ended."]
    version: Annotated[Version, "The version of the tournament after it."]


@without_table
class TournamentFinishingAccountEventData(TypedDict):
    """All matches of a tournament in which you take part or are staff are over, and its results can be corrected for
    some time. It is also sent when the tournament was reopened for corrections.
    """

    tournament: TournamentId
    corrections_until: Annotated[Time, "The end of the time for corrections."]
    is_reopened: Annotated[bool, "Whether the tournament was reopened."]
    reason: Annotated[str | None, "The reason for reopening it, or for its early end."]
    version: Annotated[Version, "The version of the tournament after it."]


@without_table
class TournamentOverAccountEventData(TypedDict):
    """A tournament in which you take part or are staff is finished for the first time, or was cancelled."""

    tournament: TournamentId
    outcome: Literal["finished", "cancelled"]
    reason: Annotated[str | None, "The reason, if one was given."]
    version: Annotated[Version, "The version of the tournament after it."]


@without_table
class TournamentCorrectedAccountEventData(TypedDict):
    """A tournament in which you take part or are staff was reopened and finished again with different results. It is
    not sent if the results are the same.
    """

    tournament: TournamentId
    corrections: Annotated[int, "The number of results and board scores that differ from the previous end.", Minimum(1)]
    reason: Annotated[str, "The reason for reopening it."]
    version: Annotated[Version, "The version of the tournament after it."]


@without_table
class TournamentEventAccountEventData(TypedDict):
    """An event of a tournament that you run and have a webhook for, as you see it."""

    tournament: TournamentId
    version: Annotated[Version, "The version of the tournament after the event."]
    event: TournamentEvent


@without_table
class LeaguePartnerAskedAccountEventData(TypedDict):
    """You are asked to play for a member of a league."""

    league: LeagueId
    entrant: EntrantId
    by: PlayerId
    version: Annotated[Version, "The version of the league after it."]


@without_table
class LeaguePartnerAnsweredAccountEventData(TypedDict):
    """A player who was asked to play for your entry in a league has accepted or declined."""

    league: LeagueId
    entrant: EntrantId
    player: PlayerId
    accepted: Annotated[bool, "Whether they accepted."]
    version: Annotated[Version, "The version of the league after it."]


@without_table
class LeagueContinueAskedAccountEventData(TypedDict):
    """A season is over, and the league asks whether you continue. Players who do not answer by `closes_at` leave the
    league.
    """

    league: LeagueId
    entrant: EntrantId
    season: Annotated[int, "The number of the season, from 1.", Minimum(1)]
    closes_at: Time
    version: Annotated[Version, "The version of the league after it."]


@without_table
class LeagueSeasonSettledAccountEventData(TypedDict):
    """The division in which you play in the next season was settled."""

    league: LeagueId
    entrant: EntrantId
    season: Annotated[int, "The number of the season, from 1.", Minimum(1)]
    division: Annotated[int, "The number of the division; 1 is the highest.", Minimum(1)]
    starts_at: Time
    version: Annotated[Version, "The version of the league after it."]


@without_table
class LeagueLeftAccountEventData(TypedDict):
    """Your entry in a league ended: staff have removed it, a partner has withdrawn it, or a player has not confirmed
    that they continue.
    """

    league: LeagueId
    entrant: EntrantId
    reason: Literal["left", "removed", "declined", "not_continued"]
    version: Annotated[Version, "The version of the league after it."]


@without_table
class LeagueRegistrationClosingAccountEventData(TypedDict):
    """Registration for the next season of a league ends soon, and an answer of yours or of your entrant is missing. It
    is sent at the same times as for tournaments.
    """

    league: LeagueId
    season: Annotated[int, "The number of the season, from 1.", Minimum(1)]
    what: Annotated[
        Literal["partner_consent", "partners", "continue"],
        "What is missing: your answer to an invitation, the answer of another player of your entrant, or your "
        "decision to continue.",
    ]
    closes_at: Time
