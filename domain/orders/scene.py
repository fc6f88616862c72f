"""What a seat may know when its orders are looked at, and whether the facts of an order hold in it.

A game makes the scene of public facts and of the seat's own cards, and of nothing else: so an order cannot do anything
by which a hidden card could be told.
"""

from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from domain.kernel.cards import Cards, Face
from domain.kernel.seats import Seat
from domain.orders.order import SIDES, Side, When


class OnTable(NamedTuple):
    """A trick under way, or before a lead the one before; also a round of plays.

    Attributes:
        leader: who has led.
        led: what was led; `suit` its effective suit, where that means something, and `shape` what it is called.
        winner: who is winning it, or has won it.
        ruffed: whether that is by trumps on a side suit.
        points: what has been played to it is worth.
    """

    leader: Seat
    led: Cards
    suit: str | None
    shape: str
    winner: Seat
    ruffed: bool
    points: int


class Scene(NamedTuple):
    """What a seat may know.

    Attributes:
        seat: which seat.
        asked: what is asked of it; none when it is not asked.
        on_table: the trick; none before the first, or where there are none.
        number: of the trick that is played or led next; 0 before the first is played.
        last_to_play: whether all others have played to the trick.
        gone: what has been played in this hand.
        copies: how many copies of a face there are.
        declared: the suits that others have declared.
        partners: who is known to play on the seat's side.
        fewest: the fewest cards that an opponent holds who is still playing.
        can_beat: tells whether the seat could beat what is winning.
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
        """On whose side a seat plays, as far as that is known: nobody is a partner before it has come out."""
        own, partner, opponent = SIDES
        return own if seat == self.seat else partner if seat in self.partners else opponent


def holds(when: When, scene: Scene) -> bool:
    """Whether all that is said holds."""
    return (
        (not when.asked or scene.asked in when.asked)
        and _holds_of_trick(when, scene)
        and (when.trick_from is None or scene.number >= when.trick_from)
        and (when.trick_to is None or 1 <= scene.number <= when.trick_to)
        and (when.last_to_play is None or scene.last_to_play == when.last_to_play)
        and Counter(when.played) <= scene.gone
        and not _is_played(when.not_played, scene)
        and (not when.declared or not scene.declared.isdisjoint(when.declared))
        and _holds_of_opponents(when, scene)
        and (when.can_beat is None or scene.can_beat() == when.can_beat)
    )


def _holds_of_trick(when: When, scene: Scene) -> bool:
    trick = scene.on_table
    if trick is None:
        return when.said().isdisjoint(OF_TRICK)
    return (
        (not when.led_by or trick.leader in when.led_by)
        and (not when.led_by_side or scene.side_of(trick.leader) in when.led_by_side)
        and (not when.winning or trick.winner in when.winning)
        and (not when.winning_side or scene.side_of(trick.winner) in when.winning_side)
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


def _is_played(cards: Cards, scene: Scene) -> bool:
    return any(scene.gone[card] >= copies for card, copies in Counter(cards).items())


def _holds_of_opponents(when: When, scene: Scene) -> bool:
    most = when.opponent_holds_at_most
    return most is None or (scene.fewest is not None and scene.fewest <= most)


def is_impossible(when: When, scene: Scene) -> bool:
    """Whether what is said cannot hold any more in this hand."""
    if when.trick_to is not None and scene.number > when.trick_to:
        return True
    if _is_played(when.not_played, scene):
        return True
    trick = scene.on_table
    if trick is not None and Counter(trick.led) == Counter(when.led):
        return False
    # Cards that were played do not come back to be led.
    return any(scene.gone[card] + copies > scene.copies for card, copies in Counter(when.led).items())
