"""Declaring: needs a long suit (BOT-01, BOT-02), and a longer one to overcall.

The table gives the required length of a suit, in trumps including jokers and cards of the trump rank. It applies to
HAND cards and is scaled for other hands. During the draw, cards to come count with the probability that they are
trumps.

    no declaration yet, and the declarer becomes dealer    FIRST
    no declaration yet, and the seat is the dealer         OWN
    no declaration yet, and another seat is the dealer     LATER
    the partner's suit stands                              PARTNER
    an opponent's suit stands                              AGAINST
    the seat's own suit stands (always reinforced)         nothing
    the seat's own suit was just beaten                    as before it was beaten

A sealed plan contains the best declaration if there is none yet, the copies to add to it, and what to show over
opponents.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Literal

from domain.games.sheng_ji.card_order import TRUMPS, order_of, printed_trump_suit
from domain.games.sheng_ji.commands import Declare, FilePlan, Move, Pass
from domain.games.sheng_ji.declare import Floor, may_declare
from domain.games.sheng_ji.holding import hand_of, in_suit
from domain.games.sheng_ji.move_checks import declarations, rank_to_declare
from domain.games.sheng_ji.plans import PLAN_LIMIT, PlannedShow
from domain.games.sheng_ji.state import Declaring, MatchState, team_of
from domain.games.sheng_ji.ways_of_declaring import LiveDraw
from domain.kernel.cards import BIG_JOKER, POINTS_OF_RANK, Cards, has_rank, is_joker, rank_of
from domain.kernel.seats import Seat

HAND = 25
FIRST = 5.0
OWN = 7.5
LATER = 9.0
PARTNER = 10.5
AGAINST = 8.5
TRUMP = 1.7
"""The value of each trump beyond the required length, on the scale of the values for no trump."""
MORE_CARDS = 0.1
"""The value of each further card shown, because the declaration is harder to beat."""
TRUMPS_TO_COME = 0.3
"""The probability that a card still to be drawn is a trump."""

NO_TRUMP = -2.0
NO_TRUMP_BIG_JOKER = 8.0
NO_TRUMP_POINT_RANK = 12.0
"""If the trump rank is 5, 10 or K, the points are trumps themselves, so no trump suit is needed to win them."""
NO_TRUMP_PARTNER = -10.0
NO_TRUMP_AGAINST = 4.0

StandingDeclaration = Literal["nobody", "own", "partner", "opponent"]
"""Whose declaration stands, as seen by a seat."""


def allied(match: MatchState, one: Seat, other: Seat) -> bool:
    """Returns whether two seats are on one side before friends are called."""
    return one == other or (match.rules.friends is None and team_of(one) == team_of(other))


def declare(match: MatchState, declaring: Declaring, seat: Seat) -> Move:
    """Returns the best declaration if its value is positive, else a pass."""
    voice = _Voice(match, declaring, seat)
    best: Cards | None = None
    most = 0.0
    for cards in declarations(match, declaring, seat):
        worth = voice.worth(cards, voice.standing(cards))
        if worth > most:
            best, most = cards, worth
    return Pass() if best is None else Declare(best)


def plan(match: MatchState, declaring: Declaring, seat: Seat) -> Move:
    """Returns the plan of what the seat would show while the cards are drawn."""
    voice = _Voice(match, declaring, seat)
    silence = declaring._replace(floor=Floor())
    best = declare(match, silence, seat)
    shows: list[PlannedShow] = []
    added: list[PlannedShow] = []
    if isinstance(best, Declare):
        card = best.cards[0]
        # Show as many copies as possible, but show the first card as soon as it is drawn and add the others later.
        openings = [cards for cards in declarations(match, silence, seat) if cards[0] == card]
        shows = [PlannedShow(cards, "nobody") for cards in sorted(openings, key=len, reverse=True)]
        added = [PlannedShow((card,), "any")] * (voice.hand.count(card) - 1 if has_rank(card) else 0)
    shows += [PlannedShow(cards, "opponents") for cards in voice.tuples() if voice.worth(cards, "opponent") > 0]
    return FilePlan((*shows, *added)[:PLAN_LIMIT])


class _Voice:
    """A seat that may declare."""

    def __init__(self, match: MatchState, declaring: Declaring, seat: Seat) -> None:
        self.match = match
        self.declaring = declaring
        self.seat = seat
        self.hand = declaring.hands[seat]
        self.rank = rank_to_declare(match, declaring, seat)
        whole = match.rules.deal_shape.hand
        self.scale = whole / HAND
        self.to_come = TRUMPS_TO_COME * (whole - len(self.hand)) if isinstance(declaring.way, LiveDraw) else 0.0

    def standing(self, cards: Cards) -> StandingDeclaration:
        """Returns whose declaration stands if these cards are shown."""
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
        """Yields all cards that the seat could show over another declaration, most copies of a card first."""
        rules, counts = self.match.rules, Counter(self.hand)
        for card, count in counts.items():
            if may_declare(rules, card) if is_joker(card) else has_rank(card) and rank_of(card) == self.rank:
                yield from ((card,) * copies for copies in range(count, 1, -1))

    def worth(self, cards: Cards, standing: StandingDeclaration) -> float:
        """Returns the value of showing the cards. They are shown if it is positive."""
        more = MORE_CARDS * (len(cards) - 1)
        if is_joker(cards[0]):
            return self._worth_of_no_trump(standing) + more
        return TRUMP * (self._length(cards) - self._wanted(standing) * self.scale) + more

    def _wanted(self, standing: StandingDeclaration) -> float:
        """Returns the number of trumps required to declare a suit."""
        dealer = self.declaring.prepared.dealer
        if standing == "nobody":
            return FIRST if dealer is None else OWN if dealer == self.seat else LATER
        return {"own": 0.0, "partner": PARTNER, "opponent": AGAINST}[standing]

    def _worth_of_no_trump(self, standing: StandingDeclaration) -> float:
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
        """Returns the number of trumps that the seat would have."""
        order = order_of(self.rank, printed_trump_suit(cards[0]), self.match.rules.ordering)
        return in_suit(hand_of(order, self.hand), TRUMPS).bit_count() + self.to_come
