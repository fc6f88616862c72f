"""The bot `caretaker`, which makes simple moves for an absent player (DEC-21, DEC-92).

declaring, bidding, redeals   passes; files an empty plan
the kitty                     the lowest side cards without points
friends                       calls like `steady`, since calls are required
a lead                        the lowest card without points
a follow                      the lowest legal cards without points
a throw that failed           the first unit that may be led
"""

from domain.games.sheng_ji.bots.calling import call_friends
from domain.games.sheng_ji.bots.random_bot import is_asked_to_agree
from domain.games.sheng_ji.card_order import CardOrder
from domain.games.sheng_ji.commands import Bury, Consent, FilePlan, Move, Pass, Play
from domain.games.sheng_ji.holding import hand_cards
from domain.games.sheng_ji.layers import Hand
from domain.games.sheng_ji.orders.following import dearness, lowest
from domain.games.sheng_ji.state import (
    Bidding,
    Burying,
    Calling,
    Declaring,
    MatchState,
    Redealing,
    Reviewing,
    Tricks,
)
from domain.games.sheng_ji.ways_of_declaring import Sealed
from domain.kernel.cards import Cards
from domain.kernel.seats import Seat
from domain.table.bot import Luck
from domain.table.state import Table


class CaretakerBot:
    """Passes if it can, gives nothing away, and files no plan. The same view always gives the same move."""

    name = "caretaker"
    version = 1
    about = "Plays the lowest legal cards without points, for players who are absent."

    def choose(self, view: Table, seat: Seat, luck: Luck) -> Move:  # noqa: ARG002 - it takes no chances
        """Returns the simplest legal move."""
        match: MatchState = view.match
        if is_asked_to_agree(match, seat):
            return Consent(agree=True)
        match match.phase:
            case Declaring(way=Sealed()):
                return FilePlan(())
            case Burying() as burying:
                cheapest = _cheapest_first(burying.deal.order, burying.hands[seat].known)
                return Bury(cheapest[: match.rules.deal_shape.kitty])
            case Calling() as calling:
                return call_friends(match, calling)
            case Tricks() as tricks if seat in (tricks.turn, tricks.chooser):
                return Play(_cards(match, tricks, seat))
            case Declaring() | Redealing() | Bidding() | Tricks() | Reviewing():
                return Pass()
            case phase:
                raise ValueError(f"nothing is asked in {type(phase).__name__}")

    def interject(self, view: Table, seat: Seat, luck: Luck) -> Move | None:  # noqa: ARG002 - nothing decides it
        """Returns `None`: it never acts unasked."""
        return None


def _cards(match: MatchState, tricks: Tricks, seat: Seat) -> Cards:
    order, hand = tricks.deal.order, tricks.hands[seat].known
    if tricks.choices:
        return tricks.choices[0]
    if tricks.trick is None:
        return _cheapest_first(order, hand)[:1]
    return lowest(order, match.rules, tricks.trick, hand)


def _cheapest_first(order: CardOrder, hand: Hand) -> Cards:
    return tuple(sorted(hand_cards(order, hand), key=lambda card: dearness(order, card)))
