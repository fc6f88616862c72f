"""Stakes: what playing certain cards gains or costs besides the points on the table, in points.

for a called card, where friends are called:
the own copy answers the call for certain          SURE
another seat may answer it first                   CONTESTED
the copy is not the one that counts                TOO_EARLY, so that the copy before it is played first
the dealer answers a call, or one friend two       WASTED, because a friend is lost
once the opponents have won                        the negative values, because it is better not to be revealed

a red five that the other side may win             the penalty of the table (SJ-CARD-11)
"""

from domain.games.sheng_ji.bots.card_counting import CardCounting
from domain.games.sheng_ji.bots.roles import held, open_calls
from domain.games.sheng_ji.card_order import red_fives
from domain.games.sheng_ji.early_end import opponents_points
from domain.games.sheng_ji.friends import Call
from domain.games.sheng_ji.state import MatchState, Tricks
from domain.kernel.cards import Cards, Face

SURE = 1.5
CONTESTED = 6.0
TOO_EARLY = -5.0
WASTED = -12.0


class Stakes:
    """The stakes for one seat."""

    __slots__ = ("_calls", "_five_penalty", "_fives")

    def __init__(self, match: MatchState, tricks: Tricks, counting: CardCounting) -> None:
        rules = match.rules
        self._five_penalty = rules.hong_wu_penalty
        self._fives: frozenset[Face] = red_fives(rules.ordering.hong_wu) if self._five_penalty else frozenset()
        self._calls = _calls_of(match, tricks, counting) if tricks.friends else {}

    def of(self, cards: Cards, chance: float) -> float:
        """Returns the gain, in points, of playing these cards now.

        Args:
            cards: the play.
            chance: the probability that the own side wins the trick.
        """
        worth = 0.0
        if self._five_penalty:
            fives = sum([card in self._fives for card in cards])
            worth -= fives * self._five_penalty * (1.0 - chance)
        for card, by_copies in self._calls.items():
            count = cards.count(card)
            if count:
                worth += by_copies[count - 1]
        return worth


def _calls_of(match: MatchState, tricks: Tricks, counting: CardCounting) -> dict[Face, list[float]]:
    """Returns, for each called card in the hand, the value of playing one, two, … copies of it."""
    worth: dict[Face, list[float]] = {}
    for call, seen in open_calls(tricks):
        mine = held(counting.order, counting.hand, call.card)
        if mine:
            here = [_worth(match, tricks, counting, call, seen + count) for count in range(1, mine + 1)]
            before = worth.get(call.card, [0.0] * mine)
            worth[call.card] = [one + other for one, other in zip(before, here, strict=True)]
    return worth


def _worth(match: MatchState, tricks: Tricks, counting: CardCounting, call: Call, counted: int) -> float:
    """Returns the value if `counted` copies have counted for a call, the last one played by this seat."""
    seat, dealer = counting.seat, tricks.deal.dealer
    friends = match.rules.friends
    answers = counted >= call.ordinal
    if seat == dealer and call.word != "ordinal":
        return 0.0
    if tricks.deal.declares(seat):
        ignored = friends is not None and friends.double_join == "ignored"
        outside = held(counting.order, counting.unseen, call.card)
        return WASTED if answers and outside and not ignored else 0.0
    wanted = -1.0 if opponents_points(tricks) >= match.rules.threshold else 1.0
    if not answers:
        return TOO_EARLY * wanted
    return wanted * (SURE if counting.declaring[seat] >= 1.0 else CONTESTED)
