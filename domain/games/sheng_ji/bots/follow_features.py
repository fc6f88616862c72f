"""What the bot `club` considers about a follow, as numbers: about the trick, the cards, and the rest of the hand.

It compares more discards than `steady` does: the lowest card of each side suit, and those with points.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from domain.games.sheng_ji.bots.card_counting import units_above
from domain.games.sheng_ji.bots.following import Follower
from domain.games.sheng_ji.bots.prospects import SIDE_SUITS, Prospects, largest, side_masters
from domain.games.sheng_ji.bots.situation import WHOLE, situation_of
from domain.games.sheng_ji.card_order import EFFECTIVE_SUITS, TRUMPS, CardOrder, EffectiveSuit
from domain.games.sheng_ji.holding import hand_cards, hand_of, holding_cards, in_suit
from domain.games.sheng_ji.layers import Hand, layer, without
from domain.games.sheng_ji.state import MatchState, Trick, Tricks
from domain.games.sheng_ji.trick import WinningPlay, beats
from domain.kernel.cards import POINTS, Cards, points
from domain.kernel.seats import Seat

MOST_ABOVE = 8


class SideSuit(NamedTuple):
    """What is the same for all discards of a suit.

    Attributes:
        held: the number of its cards in the hand, in fives.
        unseen: the unseen points, in twenties.
        alone: whether the hand has one card of it.
        friends, opponents: the expected number of friends and of opponents that are void.
    """

    held: float
    unseen: float
    alone: float
    friends: float
    opponents: float


class Discarding(NamedTuple):
    """A hand with too few cards of the suit that was led.

    Attributes:
        must: its cards of that suit, all of which have to be played.
        rest: the other cards.
        wanted: how many of them complete the play.
    """

    must: Cards
    rest: Hand
    wanted: int

    def lowest(self, order: CardOrder, suit: EffectiveSuit) -> Cards | None:
        """Returns the play with the lowest cards of a suit, or `None` if the suit has too few."""
        cards = holding_cards(order, suit, in_suit(self.rest, suit))
        return self.must + cards[: self.wanted] if len(cards) >= self.wanted else None

    def most_points(self, order: CardOrder) -> Cards:
        """Returns the play that gives away the most points without trumps, if it can."""
        every = hand_cards(order, self.rest)
        return self.must + tuple(sorted(every, key=lambda card: (order.is_trump(card), -POINTS[card])))[: self.wanted]


def distinct(order: CardOrder, plays: Iterable[Cards]) -> list[Cards]:
    """Returns the plays without those of the same cards in another order."""
    found: dict[Hand, Cards] = {}
    for cards in plays:
        found.setdefault(hand_of(order, cards), cards)
    return [*found.values()]


class FollowFeatures(Follower):
    """A seat that has to follow, and turns its plays into numbers.

    Attributes:
        shared: the numbers that are the same for all plays.
    """

    def __init__(self, match: MatchState, tricks: Tricks, trick: Trick, seat: Seat) -> None:
        super().__init__(match, tricks, trick, seat)
        self._prospects = Prospects(self.counting, self.after)
        self._sides: dict[EffectiveSuit, SideSuit] = {}
        held = in_suit(self.hand, self.lead.suit).bit_count()
        self.shared = (*self._of_the_trick(held), *self._of_the_hand(tricks))

    def _of_the_trick(self, held: int) -> tuple[float, ...]:
        """Returns numbers about the cards on the table, and about the seats that still have to play."""
        counting, lead, standing, ahead = self.counting, self.lead, self.trick.standing, self._prospects
        is_ruffed = standing.suit == TRUMPS != lead.suit
        beaten = ahead.beaten(lead.suit, largest(standing.reading)) if standing.suit == lead.suit else (0.0, 0.0)
        return (
            *(float(lead.suit == TRUMPS), lead.size / 4, float(lead.size > 1)),
            *(float(not self.after), float(len(self.after) == 1)),
            *(counting.friends[self.trick.winner], self.chance, self.table_points / 10),
            *ahead.expected_points(lead.suit, lead.size),
            *(ahead.ruffing(lead.suit) if lead.suit != TRUMPS else (0.0, 0.0)),
            *(held / 10, float(held >= lead.size), float(held == 0)),
            *(counting.left[lead.suit] / 10, counting.rich[lead.suit] / 20),
            *(*beaten, float(is_ruffed)),
        )

    def _of_the_hand(self, tricks: Tricks) -> tuple[float, ...]:
        """Returns numbers about the own hand, and about the rest of the pack."""
        counting, trumps = self.counting, in_suit(self.hand, TRUMPS)
        empty = sum([not in_suit(self.hand, suit) for suit in SIDE_SUITS])
        return (
            *situation_of(tricks, counting),
            *(counting.sizes[counting.seat] / WHOLE, float(tricks.burier == counting.seat)),
            *(trumps.bit_count() / 10, layer(trumps, 2).bit_count() / 4, float(empty)),
            *((sum(counting.rich) - counting.rich[TRUMPS]) / 40, side_masters(counting) / 4),
        )

    def candidates(self) -> list[Cards]:
        """Returns the plays that are compared."""
        return distinct(self.order, (*super().candidates(), *self._discards()))

    def discarding(self) -> Discarding | None:
        """Returns what the hand has besides the suit that was led, or `None` if it has enough cards of that suit."""
        held = in_suit(self.hand, self.lead.suit)
        wanted = self.lead.size - held.bit_count()
        if wanted <= 0:
            return None
        must = holding_cards(self.order, self.lead.suit, held)
        return Discarding(must, without(self.hand, hand_of(self.order, must)), wanted)

    def _discards(self) -> Iterator[Cards]:
        """Yields plays with cards of side suits, if the hand has too few cards of the suit that was led."""
        order, discarding = self.order, self.discarding()
        if discarding is None:
            return
        must, rest, wanted = discarding
        for suit in SIDE_SUITS:
            lowest = discarding.lowest(order, suit)
            if lowest is not None:
                yield lowest
            if wanted == 1:
                cards = holding_cards(order, suit, in_suit(rest, suit))
                yield from ((*must, card) for card in dict.fromkeys(cards) if POINTS[card])
        if wanted > 1:
            yield discarding.most_points(order)
            cheap = sorted(
                hand_cards(order, rest), key=lambda card: (order.is_trump(card), POINTS[card], self.worth[card])
            )
            yield must + tuple(cheap[:wanted])

    def features(self, cards: Cards) -> tuple[tuple[float, ...], float]:
        """Returns the features of a play that follow the shared ones, and the chance of the own side after it."""
        rules, order, play = self.rules, self.order, hand_of(self.order, cards)
        better = beats(order, self.lead, self.trick.standing, play, rules.trump_throw_compare, rules.bombs)
        chance, takes, table = self.chance, 0.0, self.table_points / 10
        if better is not None:
            chance, takes = self._chance_to_win(better, ours=1.0), 1.0
        own = points(cards) / 10
        trumps = [card for card in cards if order.is_trump(card)]
        others = [card for card in cards if not order.is_trump(card)]
        ruffs = len(trumps) if self.lead.suit != TRUMPS else 0
        of_trick = (chance, takes, chance * table, takes * table, chance * own, takes * float(ruffs > 0))
        of_cards = (
            *(own, sum([self.worth[card] for card in trumps]) / 10, sum([self.worth[card] for card in others]) / 10),
            *(len(trumps) / 4, ruffs / 4, float(ruffs > 0) * (1.0 - takes)),
        )
        of_rest = (*self._of_the_play(play, better), *self._of_discards(cards, own))
        return of_trick + of_cards + of_rest, chance

    def _of_the_play(self, play: Hand, better: WinningPlay | None) -> tuple[float, ...]:
        """Returns numbers about the height of the play, the cards above it, and the pairs that it breaks."""
        order, counting = self.order, self.counting
        breaks = 0
        for suit in EFFECTIVE_SUITS:
            holding, pairs = in_suit(play, suit), layer(in_suit(self.hand, suit), 2)
            breaks += (pairs & layer(holding, 1) & ~layer(holding, 2)).bit_count()
        beaten = self._prospects.beaten(better.suit, largest(better.reading)) if better else (0.0, 0.0)
        suit = self.lead.suit if in_suit(play, self.lead.suit) else TRUMPS
        mask = layer(in_suit(play, suit), 1)
        if not mask:
            return (float(breaks), 0.0, 0.0, 0.0, 0.0, 0.0, *beaten)
        chain, slot = order.chains[suit], mask.bit_length() - 1
        level, mine = chain.level_of[slot], in_suit(self.hand, suit)
        above = units_above(chain, in_suit(counting.unseen, suit), (1, 1), level)
        height, is_trump = level / max(1, chain.levels - 1), float(suit == TRUMPS)
        higher = sum([(layer(mine, copy) >> slot + 1).bit_count() for copy in (1, 2)])
        return (
            *(float(breaks), min(above, MOST_ABOVE) / 4, float(not above)),
            *(height * is_trump, height * (1.0 - is_trump), higher / 5, *beaten),
        )

    def _of_discards(self, cards: Cards, own: float) -> tuple[float, ...]:
        """Returns numbers about the cards of other side suits than the one that was led."""
        order, unseen = self.order, self.counting.unseen
        masters = seconds = 0
        suits: list[SideSuit] = []
        for card in cards:
            suit = order.suit_of[card]
            if suit not in (self.lead.suit, TRUMPS):
                chain = order.chains[suit]
                above = units_above(chain, in_suit(unseen, suit), (1, 1), chain.level_of[order.slot_of[card]])
                masters += above == 0
                seconds += above == 1
                suits.append(self._side(suit))
        sums = tuple(map(sum, zip(*suits, strict=True))) if suits else (0.0,) * len(SideSuit._fields)
        return (len(suits) / 4, *sums, float(masters), float(seconds), own * len(suits) / 4)

    def _side(self, suit: EffectiveSuit) -> SideSuit:
        if suit not in self._sides:
            counting = self.counting
            held = in_suit(self.hand, suit).bit_count()
            friends = opponents = 0.0
            for seat, friend in enumerate(counting.friends):
                if seat != counting.seat:
                    void = counting.chance_of_void(Seat(seat), suit)
                    friends += friend * void
                    opponents += (1.0 - friend) * void
            self._sides[suit] = SideSuit(held / 5, counting.rich[suit] / 20, float(held == 1), friends, opponents)
        return self._sides[suit]
