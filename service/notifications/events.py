"""Account events: their types and streams, before and after they have a number."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any, Generic, Literal, NamedTuple, TypeVar, get_args

from domain.kernel.players import PlayerId, bot_of
from service.platform.documents import Json

S = TypeVar("S")
FEED_PREFIX = "account-"

TournamentAccountEventType = Literal[
    "tournament_registration_opened",
    "tournament_registration_closing",
    "tournament_partner_asked",
    "tournament_partner_answered",
    "tournament_waiting",
    "tournament_place_offered",
    "tournament_entered",
    "tournament_left",
    "tournament_check_in_open",
    "tournament_substitute_called",
    "tournament_match_ready",
    "tournament_bye",
    "tournament_ladder",
    "tournament_result",
    "tournament_round_scheduled",
    "tournament_deadline_moved",
    "tournament_time_proposed",
    "tournament_time_agreed",
    "tournament_match_soon",
    "tournament_match_open",
    "tournament_result_reported",
    "tournament_result_disputed",
    "tournament_started",
    "tournament_paused",
    "tournament_resumed",
    "tournament_finishing",
    "tournament_over",
    "tournament_corrected",
    "tournament_event",
]
LeagueAccountEventType = Literal[
    "league_partner_asked",
    "league_partner_answered",
    "league_continue_asked",
    "league_season_settled",
    "league_left",
    "league_registration_closing",
]
AccountEventType = Literal[
    "challenged",
    "challenge_accepted",
    "challenge_declined",
    "challenge_withdrawn",
    "partner_asked",
    "partner_agreed",
    "partner_withdrew",
    "match_found",
    "seat_taken",
    "seat_left",
    "table_started",
    "table_cancelled",
    "turn_began",
    "turn_reminder",
    "turn_resumed",
    "turn_missed",
    "orders_ended",
    "vacation_began",
    "vacation_ending",
    "stand_in_seated",
    "seat_resumed",
    "substitute_seated",
    "proposal_made",
    "proposal_ended",
    "hand_over",
    "match_ended",
    "table_expired",
    "table_called_off",
    "chat_message",
    "moderated",
    "board_challenged",
    "board_challenge_answered",
    TournamentAccountEventType,
    LeagueAccountEventType,
]
ACCOUNT_EVENT_TYPES: tuple[AccountEventType, ...] = get_args(AccountEventType)


class NewAccountEvent(NamedTuple):
    """An account event for a player, and its table if it has one. It has no number yet."""

    player: PlayerId
    type: AccountEventType
    data: Json
    table_id: str | None = None


class TimedAccountEvent(NamedTuple):
    """An account event and its time."""

    recorded_at: datetime
    event: NewAccountEvent


class Numbered(NamedTuple):
    """An account event with its number in the feed."""

    number: int
    type: str
    table_id: str | None
    data: Json
    recorded_at: datetime


def feed_of(player: PlayerId) -> str:
    """Returns the stream name of the account feed of a player."""
    return FEED_PREFIX + player


def account_of(stream: str) -> PlayerId | None:
    """Returns the player of an account feed, or `None` for other streams."""
    return PlayerId(stream.removeprefix(FEED_PREFIX)) if stream.startswith(FEED_PREFIX) else None


class StateChange(NamedTuple, Generic[S]):
    """A tournament or a league before and after one event.

    Attributes:
        id: id of the tournament or league.
        version: version of the event.
        before: the state before the event; `None` if the event created it.
        event: the event.
        after: the state after the event.
    """

    id: str
    version: int
    before: S | None
    event: Any
    after: S


def for_players(
    players: Iterable[PlayerId], name: AccountEventType, data: Json, table_id: str | None = None
) -> Iterator[NewAccountEvent]:
    """Yields the same account event for each of the players, once for each. House bots, which read none, get none."""
    for player in dict.fromkeys(players):
        if bot_of(player) is None:
            yield NewAccountEvent(player, name, data, table_id)
