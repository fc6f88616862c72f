"""Declaring: on length (RULES §29a, BOT-01, BOT-02), and against the grain only with more of it.

What is wanted of a suit, in trumps counted with jokers and cards of the trump rank:

    nobody has declared, and whoever declares deals    FIRST
    nobody has declared, one deals oneself             OWN
    nobody has declared, another seat deals            LATER
    the partner's suit stands                          PARTNER
    the other side's suit stands                       AGAINST
    one's own suit stands (reinforced, always)         nothing
"""

from domain.cards import BIG_JOKER, POINTS_OF_RANK, Cards, is_joker
from domain.seats import Seat
from domain.shengji.check import declarations, rank_to_declare
from domain.shengji.commands import Declare, Move, Pass
from domain.shengji.holding import hand_of, size
from domain.shengji.order import TRUMPS, order_of, printed_trump_suit
from domain.shengji.state import Declaring, Match, team_of

FIRST = 5.0
OWN = 7.5
LATER = 9.0
PARTNER = 10.5
AGAINST = 8.5
TRUMP = 1.7
"""What one trump more than wanted is worth, on the scale on which no trump is reckoned."""
MORE_CARDS = 0.1
"""What each further card shown is worth: the declaration is harder to beat."""

NO_TRUMP = -2.0
NO_TRUMP_BIG_JOKER = 8.0
NO_TRUMP_POINT_RANK = 12.0
"""With 5, 10 or K as trump rank the points are trumps themselves, so that no trump suit is needed to win them."""
NO_TRUMP_PARTNER = -10.0
NO_TRUMP_AGAINST = 4.0


def declare(match: Match, declaring: Declaring, seat: Seat) -> Move:
    """The best declaration of the seat if one is worth more than nothing, else a pass."""
    best: Cards | None = None
    most = 0.0
    for cards in declarations(match, declaring, seat):
        worth = _worth(match, declaring, seat, cards) + MORE_CARDS * (len(cards) - 1)
        if worth > most:
            best, most = cards, worth
    return Pass() if best is None else Declare(best)


def _worth(match: Match, declaring: Declaring, seat: Seat, cards: Cards) -> float:
    if is_joker(cards[0]):
        return _worth_of_no_trump(declaring, seat)
    return TRUMP * (_length(match, declaring, seat, cards) - _wanted(declaring, seat))


def _wanted(declaring: Declaring, seat: Seat) -> float:
    """How many trumps a declaration of a suit takes."""
    standing, dealer = declaring.floor.standing, declaring.prepared.dealer
    if standing is not None:
        if standing.seat == seat:
            return 0.0
        return PARTNER if team_of(standing.seat) == team_of(seat) else AGAINST
    if dealer is None:
        return FIRST
    return OWN if dealer == seat else LATER


def _worth_of_no_trump(declaring: Declaring, seat: Seat) -> float:
    worth, standing = NO_TRUMP, declaring.floor.standing
    if standing is not None:
        if standing.seat == seat:
            return 1.0
        worth += NO_TRUMP_PARTNER if team_of(standing.seat) == team_of(seat) else NO_TRUMP_AGAINST
    if BIG_JOKER in declaring.hands[seat]:
        worth += NO_TRUMP_BIG_JOKER
    if declaring.prepared.trump_rank in POINTS_OF_RANK:
        worth += NO_TRUMP_POINT_RANK
    return worth


def _length(match: Match, declaring: Declaring, seat: Seat, cards: Cards) -> int:
    """How many trumps the seat would have."""
    rank = rank_to_declare(match, declaring, seat)
    order = order_of(rank, printed_trump_suit(cards[0]), match.rules.ordering)
    return size(hand_of(order, match.rules.copies, declaring.hands[seat])[TRUMPS])
