"""Sealed declaration plans (`deal_mode` = `plan`, EX-PLAN-01).

Each seat sees its whole hand and files once, unseen by the others, what it would show and over whom. Then the draw is
gone through card by card, as it was dealt: whenever the cards of a planned show have been drawn, it is legal over what
stands, and stands over whom it shall, it is made. A seat's shows are tried in the order of its plan, each at most once;
when several seats could show, the one that has just drawn comes first, then counter-clockwise; after each show it goes
on with the seat on the right of whoever showed.

`over`      when the cards are shown
nobody      while nothing stands
others      over the declaration of another seat
opponents   over one of the other side (where friends are called, of any other seat)
any         whenever it is legal; adding to one's own declaration is possible only so
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Literal, NamedTuple

from domain.games.sheng_ji.declare import DeclarationRules, Floor, Show, show
from domain.kernel.cards import Cards, Face, Rank
from domain.kernel.refusals import Illegal
from domain.kernel.seats import Seat, in_turn, right_of

Over = Literal["nobody", "others", "opponents", "any"]


class PlannedShow(NamedTuple):
    """Cards to be shown, and over whom."""

    cards: Cards
    over: Over


Plan = tuple[PlannedShow, ...]
PLAN_LIMIT = 12
"""The most shows of one plan."""


class Made(NamedTuple):
    """A show that a plan brought about."""

    seat: Seat
    act: Show


def resolve(
    rules: DeclarationRules,
    rank_of_seat: Callable[[Seat], Rank],
    opposed: Callable[[Seat, Seat], bool],
    first_drawer: Seat,
    hands: Sequence[Cards],
    plans: Sequence[Plan],
) -> Iterator[Made]:
    """The shows that the plans bring about, in their order.

    Args:
        rules: the table's options for declaring.
        rank_of_seat: with which rank each seat declares.
        opposed: whether two seats are opponents.
        first_drawer: who drew the first card.
        hands: what each seat drew, in the order of the draw.
        plans: what each seat has filed.
    """
    return _Replay(rules, rank_of_seat, opposed, hands, plans).run(first_drawer)


class _Replay:
    def __init__(
        self,
        rules: DeclarationRules,
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
                    # "Immediately" ends with one's own next card (DEC-06).
                    self._floor = self._floor._replace(overridden=None)
                self._drawn[seat][self._hands[seat][place]] += 1
                yield from self._shows_from(seat)

    def _shows_from(self, seat: Seat) -> Iterator[Made]:
        """All that is shown before the next card, beginning with that seat."""
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
