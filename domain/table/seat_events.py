"""Events about the seats of a table: taking and leaving them, challenges, stand-ins and orders."""

from dataclasses import dataclass
from typing import Literal

from domain.kernel.events import event
from domain.kernel.instants import Instant
from domain.kernel.players import PlayerId
from domain.kernel.seats import Seat
from domain.orders.order import OrderEndReason as OrderEnd
from domain.orders.order import Orders

ActedHow = Literal["order", "forced", "stand_in", "automatic"]
StandInReason = Literal["turns_missed", "left"]
DeclineReason = Literal[
    "no_time", "not_now", "rules", "pace", "too_fast", "too_slow", "partner", "opponents", "bots", "other"
]


@event("seat_taken")
@dataclass(frozen=True, slots=True)
class SeatTaken:
    """A player has taken a seat, or the host has seated a bot.

    `bot` is the name of the bot, or `None` for a player. `entropy` goes into the shuffles.
    """

    seat: Seat
    player: PlayerId
    bot: str | None
    entropy: str


@event("seat_left")
@dataclass(frozen=True, slots=True)
class SeatLeft:
    """A seat has become free before the start of the match."""

    seat: Seat
    player: PlayerId


@event("entropy_changed")
@dataclass(frozen=True, slots=True)
class EntropyChanged:
    """A seat has changed its entropy for the following hands."""

    seat: Seat
    entropy: str


@event("player_challenged")
@dataclass(frozen=True, slots=True)
class PlayerChallenged:
    """`by` has asked a player to take a seat. `seat` is `None` when any free seat will do."""

    by: PlayerId
    player: PlayerId
    seat: Seat | None


@event("challenge_accepted")
@dataclass(frozen=True, slots=True)
class ChallengeAccepted:
    """A challenged player has taken a seat.

    Attributes:
        by: the challenger.
        player: the challenged player.
        seat: the seat taken, which may differ from the one named in the challenge.
    """

    by: PlayerId
    player: PlayerId
    seat: Seat


@event("challenge_declined")
@dataclass(frozen=True, slots=True)
class ChallengeDeclined:
    """A player has declined the challenge of `by`, with a reason."""

    by: PlayerId
    player: PlayerId
    reason: DeclineReason


@event("challenge_withdrawn")
@dataclass(frozen=True, slots=True)
class ChallengeWithdrawn:
    """The challenge that `by` made to a player has been withdrawn."""

    by: PlayerId
    player: PlayerId


@event("stand_in_seated")
@dataclass(frozen=True, slots=True)
class StandInSeated:
    """A bot plays for a seat until its player returns (DEC-91).

    Attributes:
        seat: the seat.
        bot: the bot that stands in.
        reason: whether the player has missed turns or has left.
        forfeits_at: when the seat forfeits the match unless it is taken up again, or `None` for never.
    """

    seat: Seat
    bot: str
    reason: StandInReason
    forfeits_at: Instant | None


@event("seat_resumed")
@dataclass(frozen=True, slots=True)
class SeatResumed:
    """The player of a seat has returned and plays it again."""

    seat: Seat


@event("substitute_seated")
@dataclass(frozen=True, slots=True)
class SubstituteSeated:
    """A substitute, called by a challenge or by a tournament, plays the seat for the rest of the match."""

    seat: Seat
    player: PlayerId
    instead_of: PlayerId


@event("acted_for")
@dataclass(frozen=True, slots=True)
class ActedFor:
    """The move that follows was not made by the player of the seat.

    Attributes:
        seat: the seat that the move is for.
        how: `stand_in`: by a bot; `order`: by a standing order; `forced`: as the only legal move. Other seats see
            `automatic` for the latter two, because the difference reveals something about the cards of the seat.
        order: the id of the standing order; hidden from other seats.
    """

    seat: Seat
    how: ActedHow
    order: str | None


@event("time_given")
@dataclass(frozen=True, slots=True)
class TimeGiven:
    """A player has given bonus time to an opponent. The clocks that follow contain it.

    Attributes:
        by: the seat that gives it.
        seat: the seat whose turn gets longer.
        seconds: the bonus time, in seconds.
    """

    by: Seat
    seat: Seat
    seconds: int


@event("orders_given")
@dataclass(frozen=True, slots=True)
class OrdersGiven:
    """A seat has replaced its standing orders. Other viewers see neither the seat nor the orders.

    Attributes:
        seat: the seat; `None` for other viewers.
        orders: all standing orders of the seat from now on.
        auto_forced: whether the table makes forced moves for the seat; `None` for other viewers.
    """

    seat: Seat | None
    orders: Orders
    auto_forced: bool | None


@event("orders_ended")
@dataclass(frozen=True, slots=True)
class OrdersEnded:
    """Standing orders of a seat have ended before they were carried out. Other viewers see neither which nor why.

    Attributes:
        seat: the seat; `None` for other viewers.
        orders: the ids of the orders.
        reason: why they ended; `None` for other viewers.
        auto_forced: whether the table still makes forced moves for the seat; `None` for other viewers.
    """

    seat: Seat | None
    orders: tuple[str, ...]
    reason: OrderEnd | None
    auto_forced: bool | None
