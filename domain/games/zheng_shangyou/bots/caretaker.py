"""The bot `caretaker`, which makes simple moves for an absent player.

tribute                      the highest card, the first of several equal ones
revealed cards               the first one
a card to give back          the lowest card
a lead                       the lowest card
other turns                  passes
"""

from domain.games.zheng_shangyou.card_order import RUNG_OF, highest
from domain.games.zheng_shangyou.commands import Discard, Move, Pass, PayTribute, Play, Take
from domain.games.zheng_shangyou.state import Choosing, Climbing, Discarding, MatchState, Paying, Returning, held
from domain.kernel.cards import Face
from domain.kernel.seats import Seat
from domain.table.bot import ActsWhenAsked, Luck
from domain.table.state import Table


class CaretakerBot(ActsWhenAsked):
    """Leads its lowest card and otherwise passes. The same view always gives the same move."""

    name = "caretaker"
    version = 1
    about = "Plays the lowest legal cards without points, for players who are absent."

    def choose(self, view: Table, seat: Seat, luck: Luck) -> Move:  # noqa: ARG002 - it takes no chances
        """Returns the simplest legal move."""
        match: MatchState = view.match
        match match.phase:
            case Paying(hands=hands):
                return PayTribute(highest(held(hands, seat))[0])
            case Choosing(offers=offers) | Returning(offers=offers):
                return Take(offers[0].card)
            case Discarding(hands=hands):
                return Discard(_lowest(held(hands, seat)))
            case Climbing(standing=None) as climbing:
                return Play((_lowest(held(climbing.hands, seat)),))
            case Climbing():
                return Pass()
            case phase:
                raise ValueError(f"nothing is asked in {type(phase).__name__}")


def _lowest(hand: tuple[Face, ...]) -> Face:
    return min(hand, key=lambda card: (RUNG_OF[card], card))
