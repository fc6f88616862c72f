"""What happens at a table whatever game is played: its life, and the opening and closing of hands."""

from dataclasses import dataclass
from typing import Any, Literal, NewType

from domain.clocks.ladder import Ladder, Pauses
from domain.clocks.rules import NO_CLOCK, ClockRules
from domain.clocks.running import ClockReading
from domain.kernel.cards import Cards
from domain.kernel.events import Document, event
from domain.kernel.instants import Instant
from domain.kernel.seats import Seat
from domain.orders.order import EndReason as OrderEnd
from domain.orders.order import Orders
from domain.table.deals import ChosenDeal
from domain.table.match_ref import MatchRef
from domain.table.spectators import Spectators

PlayerId = NewType("PlayerId", str)
EndReason = Literal["won", "hands_played", "conceded", "drawn", "abandoned", "forfeited"]
ProposalKind = Literal["undo", "draw", "abandon", "concede_hand", "concede_match"]
ChatRule = Literal["all", "canned", "off"]
ActedHow = Literal["order", "forced", "stand_in", "automatic"]
StandInReason = Literal["turns_missed", "left"]
CalledOffWhy = Literal["result_given", "match_called_off", "tournament_over"]
DeclineReason = Literal[
    "no_time", "not_now", "rules", "pace", "too_fast", "too_slow", "partner", "opponents", "bots", "other"
]


NO_PAUSES = Pauses(vacation=False, weekends=False, quiet_hours=False)
NO_LADDER = Ladder(grace_s=0, stand_in_after=3, stand_in="caretaker", forfeit_after_s=None)
"""Of tables that were opened before there were any."""


def _table_opened_2(document: Document) -> Document:
    """Spectators always saw what happens at once."""
    return {**document, "spectators": {"delay": "none", "minutes": None}}


def _table_opened_3(document: Document) -> Document:
    """Tables had no clock, did not expire, and were begun by a command only."""
    return {
        **document,
        "clock": {"kind": "none"},
        "pauses": {"vacation": False, "weekends": False, "quiet_hours": False},
        "ladder": {"grace_s": 0, "stand_in_after": 3, "stand_in": "caretaker", "forfeit_after_s": None},
        "expires_at": None,
        "starts_when_full": False,
        "min_reliability": None,
        "chat": "all",
        "world": None,
        "deals": [],
    }


def _table_opened_4(document: Document) -> Document:
    """No table was sealed."""
    return {**document, "sealed": False}


def _table_opened_5(document: Document) -> Document:
    """No table knew of a match."""
    return {**document, "match": None}


@event("table_opened", _table_opened_2, _table_opened_3, _table_opened_4, _table_opened_5)
@dataclass(frozen=True, slots=True)
class TableOpened:
    """A table has been opened.

    Attributes:
        game: the name of the game.
        rules: the game's rules as its document.
        rules_revision: the revision of the rules catalogue that the table keeps to.
        seats: how many seats there are.
        host: who opened it.
        listed: whether it is found in the list of tables.
        hands: after how many hands it ends; none: when the match is won.
        spectators: how late those who hold no seat see the table.
        commitment: of the secret of the first hand.
        secret: that secret in hexadecimal; hidden.
        clock: how much time the seats have.
        pauses: when their clocks may pause.
        ladder: what happens when a seat does not act in time.
        expires_at: when the table is given up if it has not begun.
        starts_when_full: whether the match begins as soon as the last seat is taken.
        min_reliability: the least reliability score with which one may sit down.
        chat: what may be said there.
        world: the sandbox world to which it belongs; none: the world of everybody.
        deals: the deals of the first hands, where they were chosen; their cards are hidden.
        sealed: whether only who sits there sees anything of it, until it is unsealed.
        match: which match of a tournament is played there; none: none.
    """

    game: str
    rules: dict[str, Any]
    rules_revision: int
    seats: int
    host: PlayerId
    listed: bool
    hands: int | None
    spectators: Spectators
    commitment: str
    secret: str | None
    clock: ClockRules = NO_CLOCK
    pauses: Pauses = NO_PAUSES
    ladder: Ladder = NO_LADDER
    expires_at: Instant | None = None
    starts_when_full: bool = False
    min_reliability: int | None = None
    chat: ChatRule = "all"
    world: str | None = None
    deals: tuple[ChosenDeal, ...] = ()
    sealed: bool = False
    match: MatchRef | None = None


@event("seat_taken")
@dataclass(frozen=True, slots=True)
class SeatTaken:
    """A player, or a bot of the house by its name, has sat down and given entropy for the shuffles."""

    seat: Seat
    player: PlayerId
    bot: str | None
    entropy: str


@event("seat_left")
@dataclass(frozen=True, slots=True)
class SeatLeft:
    """A seat has become free again before the start."""

    seat: Seat
    player: PlayerId


@event("entropy_changed")
@dataclass(frozen=True, slots=True)
class EntropyChanged:
    """A seat gives other entropy for the hands to come."""

    seat: Seat
    entropy: str


@event("player_challenged")
@dataclass(frozen=True, slots=True)
class PlayerChallenged:
    """Somebody asks a player to take a seat, or any that is free when none is named."""

    by: PlayerId
    player: PlayerId
    seat: Seat | None


@event("challenge_accepted")
@dataclass(frozen=True, slots=True)
class ChallengeAccepted:
    """A player who was challenged has sat down.

    Attributes:
        by: who challenged.
        player: who was challenged.
        seat: where they sit now, which may be another seat than they were asked to take.
    """

    by: PlayerId
    player: PlayerId
    seat: Seat


@event("challenge_declined")
@dataclass(frozen=True, slots=True)
class ChallengeDeclined:
    """A player who was challenged by somebody will not sit down, and says why."""

    by: PlayerId
    player: PlayerId
    reason: DeclineReason


@event("challenge_withdrawn")
@dataclass(frozen=True, slots=True)
class ChallengeWithdrawn:
    """The challenge of a player, made by somebody, was taken back."""

    by: PlayerId
    player: PlayerId


@event("rematch_opened")
@dataclass(frozen=True, slots=True)
class RematchOpened:
    """Those who sat here can play again at another table; only they are told at which."""

    by: PlayerId
    table: str | None


@event("table_started")
@dataclass(frozen=True, slots=True)
class TableStarted:
    """All seats are taken and the match has begun."""


@event("table_cancelled")
@dataclass(frozen=True, slots=True)
class TableCancelled:
    """The host has called the table off before the start."""


@event("hand_opened")
@dataclass(frozen=True, slots=True)
class HandOpened:
    """A hand begins.

    Attributes:
        hand: its number, from 1; a deal that replaces another has a number of its own.
        entropies: what each seat gave, as it is used for this hand.
        commitment: of this hand's secret; it was published before.
        next_commitment: of the next hand's secret, so that seats can still change their entropy after it.
        next_secret: that secret in hexadecimal; hidden.
    """

    hand: int
    entropies: tuple[str, ...]
    commitment: str
    next_commitment: str
    next_secret: str | None


def _cards_dealt_2(document: Document) -> Document:
    """All cards were always drawn at once."""
    return {**document, "drawn": document["hand_size"]}


def _cards_dealt_3(document: Document) -> Document:
    """All hands were shuffled."""
    return {**document, "chosen": False}


@event("cards_dealt", _cards_dealt_2, _cards_dealt_3)
@dataclass(frozen=True, slots=True)
class CardsDealt:
    """The whole draw of a hand, card by card, counter-clockwise from the first drawer; what is left is the kitty.

    Attributes:
        seats: how many seats draw.
        first_drawer: who drew the first card.
        hand_size: how many cards each seat draws; the last seats one less where the pack does not come out even.
        drawn: how many of them it has drawn at once; the others come one by one.
        cut: after how many cards from the top the pack was cut; 0 for a deal that was chosen.
        order: the cut pack from the top; a seat sees the cards that it has drawn, all others are hidden.
        chosen: whether the deal was chosen when the table was opened, and not shuffled.
    """

    seats: int
    first_drawer: Seat
    hand_size: int
    drawn: int
    cut: int
    order: Cards
    chosen: bool = False

    def drawn_by(self, seat: Seat) -> Cards:
        """The cards a seat draws, in the order in which it draws them."""
        return self.order[(seat - self.first_drawer) % self.seats : self.seats * self.hand_size : self.seats]

    def left_over(self) -> Cards:
        """The cards nobody drew."""
        return self.order[self.seats * self.hand_size :]


@event("proposal_made")
@dataclass(frozen=True, slots=True)
class ProposalMade:
    """A seat proposes something that is done when others agree.

    Attributes:
        seat: who proposes it, and agrees by that.
        what: what is proposed.
        seats: whose agreement it takes: all seats, or to concede those of a side; bots agree to everything.
    """

    seat: Seat
    what: ProposalKind
    seats: tuple[Seat, ...]


@event("proposal_agreed")
@dataclass(frozen=True, slots=True)
class ProposalAgreed:
    """A seat agrees to what is proposed; when it is the last, what follows in the same moment is what was agreed."""

    seat: Seat


@event("proposal_declined")
@dataclass(frozen=True, slots=True)
class ProposalDeclined:
    """A seat does not agree, and nothing is proposed any more."""

    seat: Seat


@event("proposal_withdrawn")
@dataclass(frozen=True, slots=True)
class ProposalWithdrawn:
    """A seat has taken its proposal back."""

    seat: Seat


@event("move_undone")
@dataclass(frozen=True, slots=True)
class MoveUndone:
    """All have agreed that the last move is undone: the game stands as it did before that seat made it."""

    seat: Seat


@event("secret_published")
@dataclass(frozen=True, slots=True)
class SecretPublished:
    """A hand is over and its secret, in hexadecimal, is public: deal and cut can be verified."""

    hand: int
    secret: str


@event("table_expired")
@dataclass(frozen=True, slots=True)
class TableExpired:
    """The table has not begun in time, and is given up."""


@event("table_called_off")
@dataclass(frozen=True, slots=True)
class TableCalledOff:
    """The match of a tournament that was played here goes on no longer; nobody has won, or failed, by that.

    Attributes:
        why: `result_given`: the match has a result, as by its deadline or by staff; `match_called_off`: it is not
            played any more, or not by these players, as when its round was paired again; `tournament_over`: the
            tournament is finished or was cancelled.
    """

    why: CalledOffWhy


@event("clocks_set")
@dataclass(frozen=True, slots=True)
class ClocksSet:
    """Clocks were started, stopped or set anew by the command that ends with this event.

    Attributes:
        at: when.
        clocks: those that have changed, by seat; the clocks of others are seen to the minute (DEC-96).
    """

    at: Instant
    clocks: tuple[ClockReading, ...]


@event("turn_missed")
@dataclass(frozen=True, slots=True)
class TurnMissed:
    """A seat has not acted in time; a bot makes this one move for it (DEC-92).

    Attributes:
        seat: which.
        in_a_row: how many turns it has missed in succession, this one with them.
        bot: who acts for it.
    """

    seat: Seat
    in_a_row: int
    bot: str


@event("turn_lapsed")
@dataclass(frozen=True, slots=True)
class TurnLapsed:
    """A turn that a seat has missed is no longer asked for, so no bot makes a move for it."""

    seat: Seat


@event("stand_in_seated")
@dataclass(frozen=True, slots=True)
class StandInSeated:
    """A bot plays a seat until its player is back (DEC-91).

    Attributes:
        seat: which.
        bot: who plays it.
        reason: whether the player has missed turns, or left.
        forfeits_at: when the seat forfeits the match if nobody has taken it up; none: never.
    """

    seat: Seat
    bot: str
    reason: StandInReason
    forfeits_at: Instant | None


@event("seat_resumed")
@dataclass(frozen=True, slots=True)
class SeatResumed:
    """The player of a seat is back and plays it."""

    seat: Seat


@event("substitute_seated")
@dataclass(frozen=True, slots=True)
class SubstituteSeated:
    """A player who was asked to, or whom a tournament has called, takes over a seat for the rest of the match."""

    seat: Seat
    player: PlayerId
    instead_of: PlayerId


@event("acted_for")
@dataclass(frozen=True, slots=True)
class ActedFor:
    """The move that follows was not made by the player of the seat.

    Attributes:
        seat: whose move it is.
        how: `stand_in`: by a bot; `order`: by a standing order; `forced`: as the only legal choice. Others see one
            word, `automatic`, for the latter two, since which it was tells about the cards of the seat.
        order: which standing order; hidden from others.
    """

    seat: Seat
    how: ActedHow
    order: str | None


def _match_ended_2(document: Document) -> Document:
    """Nobody could forfeit."""
    return {**document, "forfeited_by": None}


@event("match_ended", _match_ended_2)
@dataclass(frozen=True, slots=True)
class MatchEnded:
    """The match is over.

    Attributes:
        reason: `won` by the rules; `hands_played`: as many as the table was opened for; `conceded` by the other side;
            `drawn` or `abandoned` because all agreed, and an abandoned match is not rated; `forfeited` by a seat.
        winners: their seats; none when nobody has won.
        forfeited_by: the seat that has forfeited it, which is not its partner's doing.
    """

    reason: EndReason
    winners: tuple[Seat, ...]
    forfeited_by: Seat | None = None


@event("table_unsealed")
@dataclass(frozen=True, slots=True)
class TableUnsealed:
    """The table was sealed, and from now on is seen like any other."""


@event("orders_given")
@dataclass(frozen=True, slots=True)
class OrdersGiven:
    """A seat has given its standing orders, in place of those that it had; nobody else sees whose and which they are.

    Attributes:
        seat: whose they are.
        orders: all that it has now.
        auto_forced: whether moves to which there is no other are made for it.
    """

    seat: Seat | None
    orders: Orders
    auto_forced: bool | None


@event("orders_ended")
@dataclass(frozen=True, slots=True)
class OrdersEnded:
    """Orders of a seat have ended before they were carried out; nobody else sees which, and why.

    Attributes:
        seat: whose they were.
        orders: their ids.
        reason: why.
        auto_forced: whether forced moves are still made for the seat.
    """

    seat: Seat | None
    orders: tuple[str, ...]
    reason: OrderEnd | None
    auto_forced: bool | None


TableEvent = (
    TableOpened
    | SeatTaken
    | SeatLeft
    | EntropyChanged
    | PlayerChallenged
    | ChallengeAccepted
    | ChallengeDeclined
    | ChallengeWithdrawn
    | TableStarted
    | TableCancelled
    | HandOpened
    | CardsDealt
    | ProposalMade
    | ProposalAgreed
    | ProposalDeclined
    | ProposalWithdrawn
    | MoveUndone
    | SecretPublished
    | TableExpired
    | TableCalledOff
    | ClocksSet
    | TurnMissed
    | TurnLapsed
    | StandInSeated
    | SeatResumed
    | SubstituteSeated
    | ActedFor
    | MatchEnded
    | RematchOpened
    | TableUnsealed
    | OrdersGiven
    | OrdersEnded
)
