"""The bot `caretaker`: makes the moves of a player who is away, as plainly as can be.

tribute                      the highest card, the first of equals
what is offered              the first of it
a card to give back          the lowest
a lead                       the lowest card
anything else                passes
"""

from domain.games.zheng_shangyou.commands import Discard, Move, Pass, PayTribute, Play, Take
from domain.games.zheng_shangyou.order import RUNG_OF, highest
from domain.games.zheng_shangyou.state import Choosing, Climbing, Discarding, Match, Paying, Returning, held
from domain.kernel.cards import Face
from domain.kernel.seats import Seat
from domain.table.bot import Luck
from domain.table.state import Table


class CaretakerBot:
    """Sheds its lowest card on the lead and passes otherwise; the same view gives the same move always."""

    name = "caretaker"

    def choose(self, view: Table, seat: Seat, luck: Luck) -> Move:  # noqa: ARG002 - it takes no chances
        """The plainest move there is."""
        match: Match = view.match
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

    def interject(self, _view: Table, _seat: Seat, _luck: Luck) -> Move | None:
        """Nothing: in this game nobody acts who is not asked."""
        return None


def _lowest(hand: tuple[Face, ...]) -> Face:
    return min(hand, key=lambda card: (RUNG_OF[card], card))
