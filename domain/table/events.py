"""What happens at a table whatever game is played: its life, and the opening and closing of hands."""

from dataclasses import dataclass
from typing import Any, Literal, NewType

from domain.cards import Cards
from domain.events import Document, event
from domain.seats import Seat
from domain.table.spectators import Spectators

PlayerId = NewType("PlayerId", str)
EndReason = Literal["won", "hands_played"]
DeclineReason = Literal["no_time", "rules", "opponents", "pace", "other"]


def _table_opened_2(document: Document) -> Document:
    """Spectators always saw what happens at once."""
    return {**document, "spectators": {"delay": "none", "minutes": None}}


@event("table_opened", _table_opened_2)
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


@event("cards_dealt", _cards_dealt_2)
@dataclass(frozen=True, slots=True)
class CardsDealt:
    """The whole draw of a hand, card by card, counter-clockwise from the first drawer; what is left is the kitty.

    Attributes:
        seats: how many seats draw.
        first_drawer: who drew the first card.
        hand_size: how many cards each seat draws; the last seats one less where the pack does not come out even.
        drawn: how many of them it has drawn at once; the others come one by one.
        cut: after how many cards from the top the pack was cut.
        order: the cut pack from the top; a seat sees the cards that it has drawn, all others are hidden.
    """

    seats: int
    first_drawer: Seat
    hand_size: int
    drawn: int
    cut: int
    order: Cards

    def drawn_by(self, seat: Seat) -> Cards:
        """The cards a seat draws, in the order in which it draws them."""
        return self.order[(seat - self.first_drawer) % self.seats : self.seats * self.hand_size : self.seats]

    def left_over(self) -> Cards:
        """The cards nobody drew."""
        return self.order[self.seats * self.hand_size :]


@event("secret_published")
@dataclass(frozen=True, slots=True)
class SecretPublished:
    """A hand is over and its secret, in hexadecimal, is public: deal and cut can be verified."""

    hand: int
    secret: str


@event("match_ended")
@dataclass(frozen=True, slots=True)
class MatchEnded:
    """The match is over; the winners are seats, none when it is drawn."""

    reason: EndReason
    winners: tuple[Seat, ...]


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
    | SecretPublished
    | MatchEnded
)
