"""The state of a match of Zheng Shangyou, as the table knows it or as a viewer does; hidden cards are hidden in it.

A hand passes through phases in one order; each phase is a type of its own and holds what is true in it:

    Prepared - Dealt (where an exposed card decides who leads)                 - Climbing - Scored
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
    """What is known of a seat's cards: those known, low to high, and how many more there are."""

    known: Cards
    hidden: int

    @property
    def size(self) -> int:
        """How many cards the seat holds."""
        return len(self.known) + self.hidden


Hands = tuple[Held, ...]
Chosen = tuple[Face | None, ...]
"""For each of two seats the card it has chosen unseen by the others; none while it has not."""


class Prepared(NamedTuple):
    """The hand is prepared; the cards are about to be dealt."""

    prepared: DealPrepared


class Dealt(NamedTuple):
    """The cards are dealt, and it has to be seen who has the card that was exposed."""

    prepared: DealPrepared
    hands: Hands


class Paying(NamedTuple):
    """The pit dwellers choose their tribute; `paid` is in the order of `places.givers`."""

    hands: Hands
    leader: Seat
    places: Places
    paid: Chosen


class Choosing(NamedTuple):
    """The tribute lies open, and the winner chooses."""

    hands: Hands
    leader: Seat
    places: Places
    offers: tuple[Offer, ...]


class Discarding(NamedTuple):
    """The winners choose what they give up; `laid` is in the order of `places.takers`."""

    hands: Hands
    leader: Seat
    places: Places
    laid: Chosen


class Returning(NamedTuple):
    """The discards lie open, and the next-to-last chooses."""

    hands: Hands
    leader: Seat
    places: Places
    offers: tuple[Offer, ...]


class Moved(NamedTuple):
    """A card that has changed hands in the exchange."""

    seat: Seat
    card: Face


class Made(NamedTuple):
    """What a seat has done in a round; no cards and no reading when it has passed."""

    seat: Seat
    cards: Cards
    reading: Combination | None


class Standing(NamedTuple):
    """The play that has to be beaten."""

    seat: Seat
    cards: Cards
    reading: Combination


class Climbing(NamedTuple):
    """The hand is being played.

    Attributes:
        turn: who has to play.
        standing: what has to be beaten; none on a lead.
        polled: who is still to be asked before the round ends, in turn; on a lead nobody.
        round: all that was done in the running round, passes too.
        last_round: all that was done in the one before.
        order: the seats that have run out of cards, by their places.
        gone: every card that has been played, low to high.
        exposed: the card that was shown before the deal.
    """

    hands: Hands
    turn: Seat
    standing: Standing | None
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
Exchange = Paying | Choosing | Discarding | Returning


class Match(NamedTuple):
    """A match.

    Attributes:
        totals: the points of each side.
        hands_played: how many hands have been scored.
        order: the places of the hand before; none before the first hand has been scored.
        leader: who leads next by these places; none before the first hand has been scored.
        exchanged: the cards that changed hands in the exchange of the hand, in this order.
        phase: where the hand stands; none before the first.
        won_by: the seats that have won.
    """

    rules: Rules
    totals: tuple[int, ...]
    hands_played: int
    order: tuple[Seat, ...]
    leader: Seat | None
    exchanged: tuple[Moved, ...]
    phase: Phase | None
    won_by: tuple[Seat, ...]

    def in_phase(self, phase: Phase) -> "Match":
        """The match with the hand in another phase."""
        return self._replace(phase=phase)

    def side_of(self, seat: Seat) -> int:
        """The side a seat plays for."""
        return side_of(self.rules.team_mode, seat)


def held(hands: Hands, seat: Seat) -> Cards:
    """What is known of the cards of a seat; all of them, for itself and for the table."""
    return hands[seat].known


def with_cards(hands: Hands) -> tuple[Seat, ...]:
    """The seats that hold cards, in order."""
    return tuple(Seat(seat) for seat, each in enumerate(hands) if each.size)
