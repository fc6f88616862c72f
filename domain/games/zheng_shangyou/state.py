"""The state of a match of Zheng Shangyou, either complete or as one viewer sees it, with hidden cards.

The phases of a hand follow each other in one order. Each phase is a type of its own, with the fields that apply to it:

    Prepared - Dealt (if an exposed card decides who leads)                    - Climbing - Scored
             - Paying - Choosing - Discarding - Returning (the exchange)       /
"""

from typing import NamedTuple

from domain.games.zheng_shangyou.combinations import Combination
from domain.games.zheng_shangyou.events import DealPrepared, PlacesScored
from domain.games.zheng_shangyou.exchange import Offer, Places
from domain.games.zheng_shangyou.rules import Rules
from domain.games.zheng_shangyou.teams import side_of
from domain.kernel.cards import Cards, Face
from domain.kernel.seats import Seat


class Held(NamedTuple):
    """The cards of a seat: the known ones, low to high, and the number of unknown ones."""

    known: Cards
    hidden: int

    @property
    def size(self) -> int:
        """The number of cards that the seat holds."""
        return len(self.known) + self.hidden


Hands = tuple[Held, ...]
Chosen = tuple[Face | None, ...]
"""For each of two seats, the card that it has chosen face down, or `None`."""


class Prepared(NamedTuple):
    """The hand is prepared but not dealt."""

    prepared: DealPrepared


class Dealt(NamedTuple):
    """The cards are dealt; the holder of the exposed card still has to be found."""

    prepared: DealPrepared
    hands: Hands


class Paying(NamedTuple):
    """The pit dwellers choose their tribute. `paid` is in the order of `places.givers`."""

    hands: Hands
    leader: Seat
    places: Places
    paid: Chosen


class Choosing(NamedTuple):
    """The tribute is revealed, and the winner chooses."""

    hands: Hands
    leader: Seat
    places: Places
    offers: tuple[Offer, ...]


class Discarding(NamedTuple):
    """The winners choose the cards to give up. `laid` is in the order of `places.takers`."""

    hands: Hands
    leader: Seat
    places: Places
    laid: Chosen


class Returning(NamedTuple):
    """The discards are revealed, and the next-to-last chooses."""

    hands: Hands
    leader: Seat
    places: Places
    offers: tuple[Offer, ...]


class Moved(NamedTuple):
    """A card that has changed hands in the exchange, and the seat that received it."""

    seat: Seat
    card: Face


class Made(NamedTuple):
    """What a seat has done in a round. A pass has no cards and no reading."""

    seat: Seat
    cards: Cards
    reading: Combination | None


class StandingPlay(NamedTuple):
    """The play that has to be beaten."""

    seat: Seat
    cards: Cards
    reading: Combination


class Climbing(NamedTuple):
    """The hand is being played.

    Attributes:
        turn: the seat that has to play.
        standing: the play that has to be beaten, or `None` on a lead.
        polled: the seats that are asked before the round ends, in turn; empty on a lead.
        round: the plays and passes of the current round.
        last_round: those of the previous round.
        order: the seats that have run out of cards, by place.
        gone: all cards that have been played, low to high.
        exposed: the card that was exposed before the deal, or `None`.
    """

    hands: Hands
    turn: Seat
    standing: StandingPlay | None
    polled: tuple[Seat, ...]
    round: tuple[Made, ...]
    last_round: tuple[Made, ...]
    order: tuple[Seat, ...]
    gone: Cards
    exposed: Face | None


class Scored(NamedTuple):
    """The hand is over."""

    last_round: tuple[Made, ...]
    gone: Cards
    score: PlacesScored


Phase = Prepared | Dealt | Paying | Choosing | Discarding | Returning | Climbing | Scored


class MatchState(NamedTuple):
    """A match.

    Attributes:
        rules: the rules of the table.
        totals: the points of each side.
        hands_played: the number of scored hands.
        order: the seats by their places in the previous hand; empty before the first hand is scored.
        leader: the seat that leads next because of these places, or `None` before the first hand is scored.
        exchanged: the cards that changed hands in the exchange of this hand, in order.
        phase: the phase of the hand, or `None` before the first hand.
        won_by: the seats that have won the match.
    """

    rules: Rules
    totals: tuple[int, ...]
    hands_played: int
    order: tuple[Seat, ...]
    leader: Seat | None
    exchanged: tuple[Moved, ...]
    phase: Phase | None
    won_by: tuple[Seat, ...]

    def in_phase(self, phase: Phase) -> "MatchState":
        """Returns the match with the hand in another phase."""
        return self._replace(phase=phase)

    def side_of(self, seat: Seat) -> int:
        """Returns the side that a seat plays for."""
        return side_of(self.rules.team_mode, seat)


def held(hands: Hands, seat: Seat) -> Cards:
    """Returns the known cards of a seat: all of them in the complete state and in the seat's own view."""
    return hands[seat].known


def with_cards(hands: Hands) -> tuple[Seat, ...]:
    """Returns the seats that still hold cards, in order."""
    return tuple(Seat(seat) for seat, each in enumerate(hands) if each.size)
