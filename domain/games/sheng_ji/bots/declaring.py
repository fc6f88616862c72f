"""Declaring: on length (BOT-01, BOT-02), and against the grain only with more of it.

What is wanted of a suit, in trumps counted with jokers and cards of the trump rank; of HAND cards, of other hands in
proportion, and while the cards are drawn those to come count as far as they are likely to be trumps:

    nobody has declared, and whoever declares deals    FIRST
    nobody has declared, one deals oneself             OWN
    nobody has declared, another seat deals            LATER
    the partner's suit stands                          PARTNER
    the other side's suit stands                       AGAINST
    one's own suit stands (reinforced, always)         nothing
    one's own suit was just beaten                     as much as before it was

A sealed plan holds the best show over nobody, the copies to be added to it, and what would be shown over opponents.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Literal

from domain.games.sheng_ji.commands import Declare, FilePlan, Move, Pass
from domain.games.sheng_ji.declare import Floor, may_declare
from domain.games.sheng_ji.declaring_checks import declarations, rank_to_declare
from domain.games.sheng_ji.holding import hand_of, size
from domain.games.sheng_ji.order import TRUMPS, order_of, printed_trump_suit
from domain.games.sheng_ji.plans import PLAN_LIMIT, PlannedShow
from domain.games.sheng_ji.state import Declaring, LiveDraw, Match, team_of
from domain.kernel.cards import BIG_JOKER, POINTS_OF_RANK, Cards, has_rank, is_joker, rank_of
from domain.kernel.seats import Seat

HAND = 25
FIRST = 5.0
OWN = 7.5
LATER = 9.0
PARTNER = 10.5
AGAINST = 8.5
TRUMP = 1.7
"""What one trump more than wanted is worth, on the scale on which no trump is reckoned."""
MORE_CARDS = 0.1
"""What each further card shown is worth: the declaration is harder to beat."""
TRUMPS_TO_COME = 0.3
"""How likely a card still to be drawn is a trump."""

NO_TRUMP = -2.0
NO_TRUMP_BIG_JOKER = 8.0
NO_TRUMP_POINT_RANK = 12.0
"""With 5, 10 or K as trump rank the points are trumps themselves, so that no trump suit is needed to win them."""
NO_TRUMP_PARTNER = -10.0
NO_TRUMP_AGAINST = 4.0

Standing = Literal["nobody", "own", "partner", "opponent"]
"""Whose declaration stands, from the point of view of a seat."""


def allied(match: Match, one: Seat, other: Seat) -> bool:
    """Whether two seats are on one side before anybody has called friends."""
    return one == other or (match.rules.friends is None and team_of(one) == team_of(other))


def declare(match: Match, declaring: Declaring, seat: Seat) -> Move:
    """The best declaration of the seat if one is worth more than nothing, else a pass."""
    voice = _Voice(match, declaring, seat)
    best: Cards | None = None
    most = 0.0
    for cards in declarations(match, declaring, seat):
        worth = voice.worth(cards, voice.standing(cards))
        if worth > most:
            best, most = cards, worth
    return Pass() if best is None else Declare(best)


def plan(match: Match, declaring: Declaring, seat: Seat) -> Move:
    """What the seat would show as the cards are drawn."""
    voice = _Voice(match, declaring, seat)
    silence = declaring._replace(floor=Floor())
    best = declare(match, silence, seat)
    shows: list[PlannedShow] = []
    added: list[PlannedShow] = []
    if isinstance(best, Declare):
        card = best.cards[0]
        # Most is shown where it can be, but the first card as soon as it is drawn, and others added to it one by one.
        openings = [cards for cards in declarations(match, silence, seat) if cards[0] == card]
        shows = [PlannedShow(cards, "nobody") for cards in sorted(openings, key=len, reverse=True)]
        added = [PlannedShow((card,), "any")] * (voice.hand.count(card) - 1 if has_rank(card) else 0)
    shows += [PlannedShow(cards, "opponents") for cards in voice.tuples() if voice.worth(cards, "opponent") > 0]
    return FilePlan((*shows, *added)[:PLAN_LIMIT])


class _Voice:
    """One seat that may declare."""

    def __init__(self, match: Match, declaring: Declaring, seat: Seat) -> None:
        self.match = match
        self.declaring = declaring
        self.seat = seat
        self.hand = declaring.hands[seat]
        self.rank = rank_to_declare(match, declaring, seat)
        whole = match.rules.deal_shape.hand
        self.scale = whole / HAND
        self.to_come = TRUMPS_TO_COME * (whole - len(self.hand)) if isinstance(declaring.way, LiveDraw) else 0.0

    def standing(self, cards: Cards) -> Standing:
        """Whose declaration stands when these cards would be shown."""
        standing, beaten = self.declaring.floor
        if standing is None:
            return "nobody"
        if standing.seat == self.seat:
            return "own"
        if allied(self.match, standing.seat, self.seat):
            return "partner"
        mine = beaten is not None and beaten.seat == self.seat and cards[0] == beaten.card
        return "own" if mine else "opponent"

    def tuples(self) -> Iterator[Cards]:
        """All that the seat could show over somebody else's declaration, most cards first."""
        rules, counts = self.match.rules.declaration, Counter(self.hand)
        for card, count in counts.items():
            if may_declare(rules, card) if is_joker(card) else has_rank(card) and rank_of(card) == self.rank:
                yield from ((card,) * copies for copies in range(count, 1, -1))

    def worth(self, cards: Cards, standing: Standing) -> float:
        """What it is worth to show the cards; it is done when that is more than nothing."""
        more = MORE_CARDS * (len(cards) - 1)
        if is_joker(cards[0]):
            return self._worth_of_no_trump(standing) + more
        return TRUMP * (self._length(cards) - self._wanted(standing) * self.scale) + more

    def _wanted(self, standing: Standing) -> float:
        """How many trumps a declaration of a suit takes."""
        dealer = self.declaring.prepared.dealer
        if standing == "nobody":
            return FIRST if dealer is None else OWN if dealer == self.seat else LATER
        return {"own": 0.0, "partner": PARTNER, "opponent": AGAINST}[standing]

    def _worth_of_no_trump(self, standing: Standing) -> float:
        if standing == "own":
            return 1.0
        worth = NO_TRUMP
        if standing != "nobody":
            worth += NO_TRUMP_PARTNER if standing == "partner" else NO_TRUMP_AGAINST
        if BIG_JOKER in self.hand:
            worth += NO_TRUMP_BIG_JOKER
        if self.rank in POINTS_OF_RANK:
            worth += NO_TRUMP_POINT_RANK
        return worth

    def _length(self, cards: Cards) -> float:
        """How many trumps the seat would have."""
        order = order_of(self.rank, printed_trump_suit(cards[0]), self.match.rules.ordering)
        return size(hand_of(order, self.match.rules.copies, self.hand)[TRUMPS]) + self.to_come
