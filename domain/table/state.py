"""The state of a table, as the table itself knows it or as a viewer does (design §3).

There is one type for both: a viewer's state is the fold of the events as this viewer may see them, so that what is
hidden from the viewer is simply not in it.
"""

from typing import Any, Literal, NamedTuple

from domain.seats import Seat
from domain.table.events import EndReason, PlayerId
from domain.table.game import Game
from domain.table.spectators import AT_ONCE, Spectators

Status = Literal["open", "playing", "finished", "cancelled"]


class Occupant(NamedTuple):
    """Who holds a seat, and the entropy they gave; `bot` names a bot of the house."""

    player: PlayerId
    bot: str | None
    entropy: str


class Challenge(NamedTuple):
    """Whom somebody has asked to take a seat; any seat when none is named."""

    by: PlayerId
    player: PlayerId
    seat: Seat | None


class OpenedHand(NamedTuple):
    """What was published when the hand was opened; `secret` is hidden until it is over."""

    number: int
    entropies: tuple[str, ...]
    commitment: str
    secret: str | None


class Result(NamedTuple):
    """How the match ended; no winners when it was drawn."""

    reason: EndReason
    winners: tuple[Seat, ...]


class Table(NamedTuple):
    """A table.

    Attributes:
        game: what is played; the rules belong to it.
        hands: after how many hands the match ends; none: when it is won.
        spectators: how late they see the table.
        challenges: those that are open, in the order in which they were made.
        commitment, secret: of the next hand to be opened; the secret is hidden.
        hand: the hand being played, or the last one.
        match: the game's state, once the match has begun.
    """

    game: Game
    rules: Any
    rules_revision: int
    status: Status
    host: PlayerId
    listed: bool
    hands: int | None
    spectators: Spectators
    seats: tuple[Occupant | None, ...]
    challenges: tuple[Challenge, ...]
    commitment: str
    secret: str | None
    hand: OpenedHand | None
    match: Any
    result: Result | None

    def occupant(self, seat: Seat) -> Occupant | None:
        """Who holds a seat; none when nobody does, or there is no such seat."""
        return self.seats[seat] if 0 <= seat < len(self.seats) else None

    def seat_of(self, player: PlayerId) -> Seat | None:
        """The seat a player holds; none for bots of the house, which may hold several."""
        for number, occupant in enumerate(self.seats):
            if occupant and occupant.player == player and occupant.bot is None:
                return Seat(number)
        return None

    def sees_late(self, player: PlayerId) -> bool:
        """Whether the player sees the table only as far as it is released: holding no seat of one with a delay."""
        return self.spectators != AT_ONCE and all(one is None or one.player != player for one in self.seats)

    def challenge_of(self, player: PlayerId) -> Challenge | None:
        """The open challenge of a player."""
        return next((challenge for challenge in self.challenges if challenge.player == player), None)

    def with_match(self, match: Any) -> "Table":
        """The table with the game in another state."""
        return Table(*self[:-2], match, self.result)
