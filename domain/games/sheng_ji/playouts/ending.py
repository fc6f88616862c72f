"""The last tricks in one world, searched with all cards known, in plain Python. `native.c` does the same.

If no hand holds more than a few cards, both sides play as well as possible after the tried move, and not by the policy.
The plays follow the rules of playouts:

    a lead     one unit, or a throw of which no other hand beats a unit
    a follow   as many cards of the suit as possible, among them the widest tuple that was led, or else that is held
    a win      a higher unit of the suit, or trumps with as many tuples; nobody beats a throw in its own suit

So few cards have no other run than two pairs. It is a whole hand, so a hand that has to answer it has no choice.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from domain.games.sheng_ji.playouts.groups import MIXED, MOST_HELD, NO_TOP, SHAPES, Group, Groups
from domain.games.sheng_ji.playouts.problem import TRUMPS, UNBEATABLE, Problem
from domain.games.sheng_ji.playouts.world import Rows, World

MOST_CARDS = 16
"""Tricks are searched if all hands would hold at most so many cards if each were as large as the largest one."""
EVERY_SLOT = (1 << UNBEATABLE) - 1
BEYOND = 1 << 29
"""More points than a hand can have."""


def is_ending(problem: Problem) -> bool:
    """Returns whether the last tricks of a problem are searched."""
    sizes = [
        free + sum([mask.bit_count() for masks in hand for mask in masks])
        for free, hand in zip(problem.free, problem.known, strict=False)
    ]
    return max(sizes) <= min(MOST_HELD, MOST_CARDS // problem.players)


class Turn(NamedTuple):
    """A trick under way, before the play of a seat.

    Attributes:
        suit, size: the suit and number of cards of the lead.
        shape, pairs: the number of the shape of its largest unit, and its number of faces with at least two copies.
        is_throw: whether it has several units.
        over, over_trumps: the slots of its suit and of trumps that beat the standing unit.
        winner, points: the seat that wins so far, and the points on the table.
        left: the number of seats that still have to play.
    """

    suit: int
    size: int
    shape: int
    pairs: int
    is_throw: bool
    over: int
    over_trumps: int
    winner: int
    points: int
    left: int


class Ending:
    """The last tricks in one world. What a search finds serves all moves that are tried there."""

    def __init__(self, problem: Problem, world: World) -> None:
        """Prepares the search. Sets of cards are masks, as in `Groups`."""
        self._problem, self._players = problem, problem.players
        self._kitty = world.kitty
        self._declares = [world.declarers >> seat & 1 for seat in range(problem.players)]
        self._groups = Groups(problem, world.hands)
        self._known: dict[tuple[int, int], tuple[int, int]] = {}

    def value(self, hands: Rows, seat: int, turn: Turn | None) -> int:
        """Returns the points that the opponents still win, those on the table included.

        Args:
            hands: the cards that are left.
            seat: the seat that has to play.
            turn: the trick under way, or `None` before a lead.
        """
        left = self._groups.mask_of(hands)
        if turn is None:
            return self._lead(left, seat, -BEYOND, BEYOND)
        return self._follow(left, seat, turn, -BEYOND, BEYOND)

    def _lead(self, left: int, seat: int, low: int, high: int) -> int:
        """Returns the value before a lead: exactly if it is between `low` and `high`, or else a bound on that side."""
        if not self._kitty and not self._groups.points(left):
            return 0
        least, most = self._known.get((left, seat), (-BEYOND, BEYOND))
        if least >= high or least == most:
            return least
        if most <= low:
            return most
        best = self._best(seat, self._leads(left, seat), low, high)
        self._known[left, seat] = (best if best > low else least, best if best < high else most)
        return best

    def _follow(self, left: int, seat: int, turn: Turn, low: int, high: int) -> int:
        """Returns the value during a trick, in the same way."""
        if turn.left:
            return self._best(seat, self._follows(left, seat, turn), low, high)
        declares = self._declares[turn.winner]
        won = 0 if declares else turn.points
        if left:
            return won + self._lead(left, turn.winner, low - won, high - won)
        width, length = SHAPES[turn.shape]
        return won if declares else won + self._kitty * self._problem.factors[width][length]

    def _best(self, seat: int, plays: Iterable[tuple[int, Turn]], low: int, high: int) -> int:
        """Returns the value of the best play of a seat. Each is given by the cards and the trick after it."""
        declares, following = self._declares[seat], (seat + 1) % self._players
        best = BEYOND if declares else -BEYOND
        for left, turn in plays:
            value = self._follow(left, following, turn, low, high)
            if declares and value < best:
                best, high = value, min(high, value)
            elif not declares and value > best:
                best, low = value, max(low, value)
            if low >= high:
                break
        return best

    def _leads(self, left: int, seat: int) -> Iterator[tuple[int, Turn]]:
        """Yields the cards and the trick after each possible lead."""
        for play in self._groups.plays(left, seat):
            if play.suit != MIXED and (len(play.units) == 1 or not self._is_beaten(left, seat, play)):
                yield left ^ play.cards, self._begun(seat, play)

    def _is_beaten(self, left: int, seat: int, throw: Group) -> bool:
        """Returns whether another hand holds a higher unit than one of a throw."""
        over = self._problem.over[throw.suit]
        for other in range(self._players):
            if other != seat:
                tops = self._groups.part(left, other, throw.suit).tops
                if any(tops[shape] != NO_TOP and over[top] >> tops[shape] & 1 for shape, top in throw.units):
                    return True
        return False

    def _begun(self, seat: int, lead: Group) -> Turn:
        """Returns a trick after its lead."""
        suit, (shape, top) = lead.suit, lead.units[0]
        over, over_trumps = self._problem.over[suit][top], 0 if suit == TRUMPS else EVERY_SLOT
        left, is_throw = self._players - 1, len(lead.units) > 1
        return Turn(suit, lead.size, shape, lead.pairs, is_throw, over, over_trumps, seat, lead.points, left)

    def _follows(self, left: int, seat: int, turn: Turn) -> Iterator[tuple[int, Turn]]:
        """Yields the cards and the trick after each possible follow."""
        for play in self._groups.follows(left, seat, turn.suit, turn.size, SHAPES[turn.shape][0]):
            yield left ^ play.cards, self._joined(turn, seat, play)

    def _joined(self, turn: Turn, seat: int, play: Group) -> Turn:
        """Returns a trick after a follow."""
        suit, size, shape, pairs, is_throw, over, over_trumps, winner, points, left = turn
        top = play.tops[shape]
        if top != NO_TOP and play.suit == suit and not is_throw and over >> top & 1:
            over, winner = self._problem.over[suit][top], seat
        elif top != NO_TOP and play.suit == TRUMPS and over_trumps >> top & 1 and play.pairs >= pairs:
            over, over_trumps, winner = 0, self._problem.over[TRUMPS][top], seat
        return Turn(suit, size, shape, pairs, is_throw, over, over_trumps, winner, points + play.points, left - 1)
