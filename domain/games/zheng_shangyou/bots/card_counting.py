"""Card counting: which cards are still out, and the probability that a play is not beaten.

That probability is estimated from the higher plays of the same shape that are possible with the cards still out:

    pattern            probability of each higher play
    single             SINGLE for each higher card
    set                SET for each higher rank with enough cards, half if wild cards are needed
    sequences          RUN for each possible higher top, halved for each card beyond three
"""

from collections.abc import Iterator

from domain.games.zheng_shangyou.card_order import ACE, BLACK_JOKER, NATURALS, RUNG_OF, TWO
from domain.games.zheng_shangyou.combinations import SHORTEST, Combination
from domain.games.zheng_shangyou.state import Climbing, MatchState, held
from domain.kernel.cards import FACES, Cards
from domain.kernel.seats import Seat

SINGLE = 0.25
SET = 0.2
RUN = 0.15
SUITED = 0.25
"""The probability that a suited sequence is beaten by another suited one, relative to a mixed one being beaten."""


class CardCounting:
    """The counting of one seat during play.

    Attributes:
        match: the match as the seat sees it.
        seat: the seat.
        hand: its cards.
        others: the sizes of the other hands, by seat.
        left: the number of cards still out on each rung.
    """

    def __init__(self, match: MatchState, climbing: Climbing, seat: Seat) -> None:
        self.match = match
        self.seat = seat
        self.hand: Cards = held(climbing.hands, seat)
        seen = {*self.hand, *climbing.gone}
        self.left = [0] * (BLACK_JOKER + 2)
        for card in FACES:
            if card not in seen:
                self.left[RUNG_OF[card]] += 1
        self.others = {Seat(other): hand.size for other, hand in enumerate(climbing.hands) if other != seat}

    def is_partner(self, seat: Seat) -> bool:
        """Returns whether another seat plays for the same side."""
        return seat != self.seat and self.match.side_of(seat) == self.match.side_of(self.seat)

    def opponents(self) -> Iterator[int]:
        """Yields the sizes of the opponents' hands that are not empty."""
        return (size for seat, size in self.others.items() if size and not self.is_partner(seat))

    def chance_to_stand(self, combination: Combination) -> float:
        """Returns the probability that no other seat plays higher."""
        if all(size < combination.size for size in self.others.values()):
            return 1.0
        match combination.pattern:
            case "single":
                return float((1 - SINGLE) ** sum(self.left[combination.top + 1 :]))
            case "set":
                return float((1 - SET) ** self._higher_sets(combination))
            case "sequence" | "multiple_sequence":
                return self._runs_stand(combination)

    def _higher_sets(self, combination: Combination) -> float:
        wild = sum(self.left[TWO:])
        higher = 0.0
        for rung in range(combination.top + 1, TWO + 1):
            of_rank = self.left[rung]
            missing = combination.width - of_rank
            if of_rank and missing <= (wild if rung < TWO else sum(self.left[BLACK_JOKER:])):
                higher += 1.0 if missing <= 0 else 0.5
        return higher

    def _runs_stand(self, combination: Combination) -> float:
        tops = sum(
            all(self.left[rung] >= combination.width for rung in range(top - combination.ranks + 1, top + 1))
            for top in range(combination.top + 1, ACE + 1)
        )
        likely = RUN * 0.5 ** (combination.size - SHORTEST)
        if combination.suited:
            return float((1 - likely * SUITED) ** tops)
        # Any suited sequence of the same length beats a mixed one.
        suited = len(NATURALS) - combination.ranks + 1 if combination.pattern == "sequence" else 0
        return float((1 - likely) ** tops * (1 - likely * SUITED) ** suited)
