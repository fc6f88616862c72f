"""The probability that a play stands, from the cards still out and from who holds how many of them.

All unseen cards are in the hands of others. So the expected number of opponents who hold a higher play follows from the
sizes of their hands, and the probability that one of them plays it is a matter of experience:

    single              WILLING_SINGLE for each higher card
    set                 WILLING_SET, and WILLING_WILD if it needs wild cards
    sequence            WILLING_RUN, and the same for each suited one above a mixed one

An opponent who has passed in this round is less likely to play now (PASSED).
"""

from collections.abc import Iterator
from functools import cached_property

from domain.games.zheng_shangyou.card_order import ACE, BLACK_JOKER, RED_JOKER, RUNG_OF, TWO
from domain.games.zheng_shangyou.combinations import Combination
from domain.games.zheng_shangyou.state import Climbing, MatchState, held
from domain.kernel.cards import FACES, Cards
from domain.kernel.seats import Seat

WILLING_SINGLE = 0.3
WILLING_SET = 0.6
WILLING_WILD = 0.25
WILLING_RUN = 0.6
PASSED = 0.4


class Opponent:
    """What is expected of one opponent.

    Attributes:
        size: the number of its cards.
        share: its share of the unseen cards, which is the probability that it holds one of them.
        willing: how likely it plays what it holds, compared with an opponent who has not passed in this round.
    """

    def __init__(self, size: int, share: float, *, willing: float) -> None:
        self.size = size
        self.share = share
        self.willing = willing

    def holds(self, left: int, width: int) -> float:
        """Returns the probability that it holds at least `width` of `left` unseen cards."""
        share, other = self.share, 1 - self.share
        if width > left:
            return 0.0
        if width == 1:
            return float(1 - other**left)
        chance, ways = 0.0, 1
        for missing in range(left - width + 1):
            chance += ways * share ** (left - missing) * other**missing
            ways = ways * (left - missing) // (missing + 1)
        return chance


class Chances:
    """The chances of one seat during play.

    Attributes:
        match: the match as the seat sees it.
        seat: the seat.
        hand: its cards.
        left: the number of unseen cards on each rung.
        unseen: the unseen cards.
        opponents: the opponents that hold cards.
    """

    def __init__(self, match: MatchState, climbing: Climbing, seat: Seat) -> None:
        self.match = match
        self.seat = seat
        self.hand: Cards = held(climbing.hands, seat)
        seen = {*self.hand, *climbing.gone}
        self.unseen: Cards = tuple(card for card in FACES if card not in seen)
        self.left = [0] * (RED_JOKER + 1)
        for card in self.unseen:
            self.left[RUNG_OF[card]] += 1
        passed = {made.seat for made in climbing.round if made.reading is None}
        self.opponents = [
            Opponent(each.size, each.size / len(self.unseen), willing=PASSED if other in passed else 1.0)
            for other, each in enumerate(climbing.hands)
            if each.size and match.side_of(Seat(other)) != match.side_of(seat)
        ]
        self.partners = [
            each.size
            for other, each in enumerate(climbing.hands)
            if each.size and other != seat and match.side_of(Seat(other)) == match.side_of(seat)
        ]

    @cached_property
    def fewest(self) -> int:
        """The least number of cards that an opponent holds, or 0 if none holds any."""
        return min((opponent.size for opponent in self.opponents), default=0)

    def to_stand(self, combination: Combination) -> float:
        """Returns the probability that no opponent plays higher."""
        stands = 1.0
        for opponent in self.opponents:
            if opponent.size >= combination.size:
                stands *= 1 - min(opponent.willing * self._expected(opponent, combination), 1.0)
        return stands

    def _expected(self, opponent: Opponent, combination: Combination) -> float:
        """Returns the probability that an opponent beats a play."""
        match combination.pattern:
            case "single":
                higher = sum(self.left[combination.top + 1 :])
                return 1 - float((1 - WILLING_SINGLE * opponent.share) ** higher)
            case "set":
                return self._higher_sets(opponent, combination)
            case "sequence" | "multiple_sequence":
                return self._higher_runs(opponent, combination)

    def _higher_sets(self, opponent: Opponent, combination: Combination) -> float:
        width, wild = combination.width, sum(self.left[TWO:])
        none = 1.0
        for rung in range(combination.top + 1, TWO + 1):
            left = self.left[rung]
            none *= 1 - WILLING_SET * opponent.holds(left, width)
            if left and rung < TWO:
                none *= 1 - WILLING_WILD * opponent.holds(left, width - 1) * opponent.holds(wild, 1)
        if width == 2:
            none *= 1 - WILLING_SET * opponent.holds(sum(self.left[BLACK_JOKER:]), 2)
        return 1 - none

    def _higher_runs(self, opponent: Opponent, combination: Combination) -> float:
        ranks, width = combination.ranks, combination.width
        none = 1.0
        for low in self._lows(ranks, combination.top + 1):
            held = 1.0
            for rung in range(low, low + ranks):
                held *= opponent.holds(self.left[rung], width)
            none *= 1 - WILLING_RUN * held
        if combination.pattern == "sequence":
            lows = self._lows(ranks, combination.top + 1 if combination.suited else ranks - 1)
            none *= float((1 - WILLING_RUN * 4 * (0.9 * opponent.share) ** ranks) ** len(list(lows)))
        return 1 - none

    def _lows(self, ranks: int, lowest_top: int) -> Iterator[int]:
        """Yields the lowest rungs of the runs that end at a rung or above, and whose ranks are all out."""
        for top in range(lowest_top, ACE + 1):
            if all(self.left[top - ranks + 1 : top + 1]):
                yield top - ranks + 1
