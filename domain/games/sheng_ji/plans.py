"""Sealed declaration plans (`deal_mode` = `plan`, EX-PLAN-01).

Each seat sees its whole hand and files one plan: the cards it would show, and over which declarations. Other seats do
not see the plan. The draw is then simulated card by card, as it was dealt. A planned show is made once its cards have
been drawn, if it is legal over the standing declaration and `over` permits it. The shows of a seat are tried in the
order of its plan, each at most once. If several seats could show, the seat that has just drawn comes first, then the
others counter-clockwise. After each show the turn passes to the right of the seat that showed.

`over`      when the cards are shown
nobody      if nothing has been declared
others      over the declaration of another seat
opponents   over one of the other side (where friends are called, of any other seat)
any         whenever it is legal; the only way to add to the seat's own declaration
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Literal, NamedTuple

from domain.games.sheng_ji.declare import Floor, Show, show
from domain.games.sheng_ji.options.declaring import DeclaringOptions
from domain.kernel.cards import Cards, Face, Rank
from domain.kernel.refusals import Illegal
from domain.kernel.seats import Seat, in_turn, right_of

Over = Literal["nobody", "others", "opponents", "any"]


class PlannedShow(NamedTuple):
    """Cards to show, and over which declarations."""

    cards: Cards
    over: Over


Plan = tuple[PlannedShow, ...]
PLAN_LIMIT = 12
"""Largest number of shows in a plan."""


class Made(NamedTuple):
    """A show that results from a plan."""

    seat: Seat
    act: Show


def resolve(
    rules: DeclaringOptions,
    rank_of_seat: Callable[[Seat], Rank],
    opposed: Callable[[Seat, Seat], bool],
    first_drawer: Seat,
    hands: Sequence[Cards],
    plans: Sequence[Plan],
) -> Iterator[Made]:
    """Yields the shows that result from the plans, in order.

    Args:
        rules: the table's options for declaring.
        rank_of_seat: returns the rank with which a seat declares.
        opposed: returns whether two seats are opponents.
        first_drawer: the seat that drew the first card.
        hands: for each seat, the cards drawn, in order.
        plans: for each seat, its plan.
    """
    return _Replay(rules, rank_of_seat, opposed, hands, plans).run(first_drawer)


class _Replay:
    def __init__(
        self,
        rules: DeclaringOptions,
        rank_of_seat: Callable[[Seat], Rank],
        opposed: Callable[[Seat, Seat], bool],
        hands: Sequence[Cards],
        plans: Sequence[Plan],
    ) -> None:
        self._rules = rules
        self._rank_of_seat = rank_of_seat
        self._opposed = opposed
        self._hands = hands
        self._waiting = [list(plan) for plan in plans]
        self._drawn: list[Counter[Face]] = [Counter() for _ in hands]
        self._floor = Floor()

    def run(self, first_drawer: Seat) -> Iterator[Made]:
        seats = len(self._hands)
        for place in range(max(map(len, self._hands), default=0)):
            for seat in in_turn(first_drawer, seats):
                if self._floor.overridden is not None and self._floor.overridden.seat == seat:
                    # "Immediately" ends with the seat's own next card (DEC-06).
                    self._floor = self._floor._replace(overridden=None)
                self._drawn[seat][self._hands[seat][place]] += 1
                yield from self._shows_from(seat)

    def _shows_from(self, seat: Seat) -> Iterator[Made]:
        """Yields all shows before the next card, starting with that seat."""
        seats = len(self._hands)
        asked = list(in_turn(seat, seats))
        while asked:
            speaker = asked.pop(0)
            acts = self._next_show(speaker)
            for act in acts:
                self._floor = act.floor
                yield Made(speaker, act)
            if acts:
                asked = list(in_turn(right_of(speaker, seats), seats))

    def _next_show(self, seat: Seat) -> tuple[Show, ...]:
        for number, planned in enumerate(self._waiting[seat]):
            if self._wanted(seat, planned) and self._has_drawn(seat, planned.cards):
                try:
                    acts = show(self._rules, self._rank_of_seat(seat), self._floor, seat, planned.cards)
                except Illegal:
                    continue
                if self._has_drawn(seat, acts[-1].standing.cards):
                    del self._waiting[seat][number]
                    return acts
        return ()

    def _wanted(self, seat: Seat, planned: PlannedShow) -> bool:
        standing = self._floor.standing
        if planned.over == "any":
            return True
        if planned.over == "nobody" or standing is None:
            return planned.over == "nobody" and standing is None
        return standing.seat != seat if planned.over == "others" else self._opposed(standing.seat, seat)

    def _has_drawn(self, seat: Seat, cards: Cards) -> bool:
        return not Counter(cards) - self._drawn[seat]
