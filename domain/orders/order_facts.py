"""What a seat may know when its orders are examined, and whether the facts of an order hold.

A game builds the facts from public facts and the seat's own cards only. So the effect of an order cannot reveal a
hidden card.
"""

from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from domain.kernel.cards import Cards, Face
from domain.kernel.seats import Seat
from domain.orders.order import SIDES, Side, When


class OnTable(NamedTuple):
    """The current trick or round or, before a lead, the previous one.

    Attributes:
        leader: the seat that led.
        led: the cards that were led.
        suit: their effective suit, or `None` in games without one.
        shape: the name of their shape.
        winner: the seat that is winning, or has won.
        ruffed: whether it does so with trumps on a side suit.
        points: the value of the cards played.
    """

    leader: Seat
    led: Cards
    suit: str | None
    shape: str
    winner: Seat
    ruffed: bool
    points: int


class OrderFacts(NamedTuple):
    """What a seat may know.

    Attributes:
        seat: the seat.
        asked: the decision asked of it, or `None`.
        on_table: the trick, or `None` before the first one or outside of tricks.
        number: the number of the trick that is played or led next; 0 before the first is played.
        last_to_play: whether all others have played to the trick.
        gone: the cards that have been played in this hand.
        copies: the number of copies of each face.
        declared: the suits that others have declared.
        partners: the seats known to be on the seat's side.
        fewest: the fewest cards held by an opponent who is still playing, or `None`.
        can_beat: returns whether the seat could beat the winning play.
    """

    seat: Seat
    asked: str | None
    on_table: OnTable | None
    number: int
    last_to_play: bool
    gone: Counter[Face]
    copies: int
    declared: frozenset[str]
    partners: frozenset[Seat]
    fewest: int | None
    can_beat: Callable[[], bool]

    def side_of(self, seat: Seat) -> Side:
        """Returns the side of a seat as far as it is known. A hidden partner counts as an opponent."""
        own, partner, opponent = SIDES
        return own if seat == self.seat else partner if seat in self.partners else opponent


def holds(when: When, facts: OrderFacts) -> bool:
    """Returns whether all facts hold."""
    return (
        (not when.asked or facts.asked in when.asked)
        and _holds_of_trick(when, facts)
        and (when.trick_from is None or facts.number >= when.trick_from)
        and (when.trick_to is None or 1 <= facts.number <= when.trick_to)
        and (when.last_to_play is None or facts.last_to_play == when.last_to_play)
        and Counter(when.played) <= facts.gone
        and not _is_played(when.not_played, facts)
        and (not when.declared or not facts.declared.isdisjoint(when.declared))
        and _holds_of_opponents(when, facts)
        and (when.can_beat is None or facts.can_beat() == when.can_beat)
    )


def _holds_of_trick(when: When, facts: OrderFacts) -> bool:
    trick = facts.on_table
    if trick is None:
        return when.set_members().isdisjoint(OF_TRICK)
    return (
        (not when.led_by or trick.leader in when.led_by)
        and (not when.led_by_side or facts.side_of(trick.leader) in when.led_by_side)
        and (not when.winning or trick.winner in when.winning)
        and (not when.winning_side or facts.side_of(trick.winner) in when.winning_side)
        and (not when.led_suit or trick.suit in when.led_suit)
        and (not when.led_shape or trick.shape in when.led_shape)
        and (not when.led or Counter(when.led) == Counter(trick.led))
        and (when.ruffed is None or trick.ruffed == when.ruffed)
        and (when.points_at_least is None or trick.points >= when.points_at_least)
        and (when.points_at_most is None or trick.points <= when.points_at_most)
    )


OF_TRICK = frozenset(
    {
        "led_by",
        "led_by_side",
        "winning",
        "winning_side",
        "led_suit",
        "led_shape",
        "led",
        "ruffed",
        "points_at_least",
        "points_at_most",
    }
)


def _is_played(cards: Cards, facts: OrderFacts) -> bool:
    return any(facts.gone[card] >= copies for card, copies in Counter(cards).items())


def _holds_of_opponents(when: When, facts: OrderFacts) -> bool:
    most = when.opponent_holds_at_most
    return most is None or (facts.fewest is not None and facts.fewest <= most)


def is_impossible(when: When, facts: OrderFacts) -> bool:
    """Returns whether the facts can no longer hold in this hand."""
    if when.trick_to is not None and facts.number > when.trick_to:
        return True
    if _is_played(when.not_played, facts):
        return True
    trick = facts.on_table
    if trick is not None and Counter(trick.led) == Counter(when.led):
        return False
    # Cards that have been played can no longer be led.
    return any(facts.gone[card] + copies > facts.copies for card, copies in Counter(when.led).items())
