"""The types of the data of account events about tables, seeks, boards and moderation."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from domain.kernel.document_types import OrderEnd, OrderId, TableId, Time, TimeOrNone, Version
from domain.kernel.players import PlayerId
from domain.kernel.schema_markers import MaxItems, Minimum, MinItems, part
from domain.kernel.seats import Seat
from domain.orders.order import ORDERS_LIMIT
from domain.table.events import CalledOffWhy, EndReason, ProposalKind
from domain.table.seat_events import DeclineReason
from service.boards.document_types import BoardMatchId
from service.lobby.seeks.document_types import SeekId
from service.notifications.account_event_types import without_table
from service.notifications.document_types import EventNumber
from service.platform.document_types import Measure, ReportReason, Room
from service.tables.document_types import Decision


@part
class ChallengedAccountEventData(TypedDict):
    """A player challenges you to take a seat at an open table. `seat` is null for any seat."""

    by: PlayerId
    seat: Seat | None
    version: Version


@part
class ChallengeAcceptedAccountEventData(TypedDict):
    """A player whom you challenged has taken a seat."""

    player: PlayerId
    seat: Seat
    version: Version


@part
class ChallengeDeclinedAccountEventData(TypedDict):
    """A player whom you challenged has declined."""

    player: PlayerId
    reason: DeclineReason
    version: Version


@part
class ChallengeWithdrawnAccountEventData(TypedDict):
    """A challenge to you has ended. It was withdrawn, the table has begun or was cancelled, the seat to take over has a
    player again, or its match is over.
    """

    by: PlayerId
    version: Version


@without_table
class PartnerAskedAccountEventData(TypedDict):
    """A player wants to seek a match with you as a pair. Agree to the seek, or withdraw it."""

    seek: SeekId
    by: PlayerId


@without_table
class PartnerAgreedAccountEventData(TypedDict):
    """Your partner has agreed, and your seek is open."""

    seek: SeekId
    partner: PlayerId


@without_table
class PartnerWithdrewAccountEventData(TypedDict):
    """The other player of a pair has withdrawn the seek, which ends it."""

    seek: SeekId
    by: PlayerId


@part
class MatchFoundAccountEventData(TypedDict):
    """Players were found for your seek, and the match has begun."""

    seek: SeekId
    seat: Seat
    version: Version


@part
class SeatTakenAccountEventData(TypedDict):
    """Another player has taken a seat at a table that you opened or sit at."""

    seat: Seat
    player: PlayerId
    version: Version


@part
class SeatLeftAccountEventData(TypedDict):
    """Another player has left a table that you opened or sit at."""

    seat: Seat
    player: PlayerId
    version: Version


@part
class TableStartedAccountEventData(TypedDict):
    """The match has begun at a table where you sit."""

    seat: Seat
    version: Version


@part
class TableCancelledAccountEventData(TypedDict):
    """A table where you had a seat was cancelled."""

    seat: Seat
    version: Version


@part
class TurnBeganAccountEventData(TypedDict):
    """It is your turn."""

    seat: Seat
    what: Decision
    version: Version


@part
class TurnReminderAccountEventData(TypedDict):
    """Half or a fifth of the time for your turn is left, by the current deadline. Each is sent at most once in a turn,
    and never after the turn. If a vacation moves the deadline, earlier reminders do not repeat; `turn_resumed` is sent
    when the clock continues.
    """

    seat: Seat
    what: Decision
    left: Annotated[Literal["half", "fifth"], "The share of the time that is left."]
    deadline_at: Annotated[Time, "The deadline, with all pauses."]
    version: Annotated[Version, "The version of the table when the turn began."]


@without_table
class VacationBeganAccountEventData(TypedDict):
    """A vacation has begun automatically, because your time was about to run out at a table."""

    ends_at: Annotated[Time, "When it ends, unless you end it earlier."]


@without_table
class VacationEndingAccountEventData(TypedDict):
    """Your vacation ends in a day. It is not sent for a vacation of a day or less, or if you end it early."""

    ends_at: Annotated[Time, "When it ends."]


@part
class TurnResumedAccountEventData(TypedDict):
    """Your vacation is over, automatic or not, and the clock of a waiting turn continues. It is sent once for each such
    turn when the vacation runs out, but not when you end it early. During your quiet hours and weekends, the clock
    continues after these.
    """

    seat: Seat
    what: Decision
    remaining_s: Annotated[int, "Seconds left on the clock, without quiet hours and weekends.", Minimum(0)]
    deadline_at: Annotated[Time, "The deadline, with all pauses."]
    version: Annotated[
        Version, "The version of the table when the turn began, or when the vacation moved its deadline."
    ]


@part
class TurnMissedAccountEventData(TypedDict):
    """You have not acted in time. A bot makes this move for you."""

    seat: Seat
    in_a_row: Annotated[int, "The number of turns that you have missed in succession.", Minimum(1)]
    version: Version


@part
class OrdersEndedAccountEventData(TypedDict):
    """Some of your standing orders have ended for the same reason. `orders` in your view of the table has the reason in
    words. It is not sent for orders that you withdraw, and for those that end with the match.
    """

    seat: Seat
    orders: Annotated[list[OrderId], "The orders.", MinItems(1), MaxItems(ORDERS_LIMIT)]
    reason: OrderEnd
    version: Version


@part
class StandInSeatedAccountEventData(TypedDict):
    """A bot plays a seat, yours if `of` is your `seat`, until its player returns."""

    seat: Seat
    of: Annotated[Seat, "The seat that the bot plays."]
    reason: Annotated[Literal["turns_missed", "left"], "Why."]
    forfeits_at: TimeOrNone
    version: Version


@part
class SeatResumedAccountEventData(TypedDict):
    """The player of a seat is back and plays it."""

    seat: Seat
    of: Annotated[Seat, "The seat of the player who is back."]
    version: Version


@part
class SubstituteSeatedAccountEventData(TypedDict):
    """A player has taken over the seat of another, perhaps yours, for the rest of the match."""

    seat: Annotated[Seat | None, "Your own seat; null if you have none."]
    of: Annotated[Seat, "The seat that was taken over."]
    player: Annotated[PlayerId, "The player who plays it now."]
    instead_of: Annotated[PlayerId, "The player who had the seat before."]
    version: Version


@part
class ProposalMadeAccountEventData(TypedDict):
    """Another seat at a table has made a proposal."""

    seat: Annotated[Seat, "The seat that makes the proposal."]
    what: ProposalKind
    asks_you: Annotated[bool, "Whether your agreement is required."]
    version: Version


@part
class ProposalEndedAccountEventData(TypedDict):
    """A proposal has ended. If it ends a match or hand, `match_ended` or `hand_over` is sent instead; if it lapses,
    nothing is sent.
    """

    seat: Annotated[Seat, "The seat that declined or withdrew it, or whose move is undone."]
    outcome: Annotated[Literal["declined", "withdrawn", "undone"], "How the proposal ended."]
    version: Version


@part
class HandOverAccountEventData(TypedDict):
    """A hand in which you played is over."""

    seat: Seat
    hand: Annotated[int, "The number of the hand.", Minimum(1)]
    version: Version


@part
class MatchEndedAccountEventData(TypedDict):
    """A match in which you played is over."""

    seat: Seat
    reason: EndReason
    winners: Annotated[list[Seat], "The seats that have won; empty for a draw."]
    won: Annotated[bool, "Whether you have won."]
    version: Version


@part
class TableExpiredAccountEventData(TypedDict):
    """A table of yours has expired, because it did not begin in time."""

    seat: Annotated[Seat | None, "Your own seat; null if you have none."]
    version: Version


@part
class TableCalledOffAccountEventData(TypedDict):
    """Your match in a tournament was decided or cancelled by the tournament, so its table was stopped."""

    seat: Seat
    why: CalledOffWhy
    version: Version


@part
class ChatMessageAccountEventData(TypedDict):
    """A message in the room of the seats. You get one notification, and the next only after you have read the room."""

    room: Room
    number: EventNumber


@without_table
class ModeratedAccountEventData(TypedDict):
    """Moderators have acted on a report about you: `warn`, `mute_player` with its end, or `remove_message` with the
    place of your message.
    """

    action: Measure
    reason: ReportReason
    table: TableId | None
    room: Room | None
    number: EventNumber | None
    until: Time | None


@without_table
class BoardChallengedAccountEventData(TypedDict):
    """A player challenges you to a board match. Accept it by playing its first board. In a match of pairs, each player
    answers with `answer_board_match` instead.
    """

    match: BoardMatchId
    by: PlayerId
    boards: Annotated[int, "The number of boards.", Minimum(1)]
    closes_at: Time


@without_table
class BoardChallengeAnsweredAccountEventData(TypedDict):
    """The player whom you challenged to a board match has begun to play its first board. In a match of pairs: a player
    has accepted or declined.
    """

    match: BoardMatchId
    by: PlayerId
    agrees: Annotated[bool, "Whether the player plays. If not, the match is over."]
