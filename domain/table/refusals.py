"""How every game refuses a move that comes at the wrong time, or is made with other cards than one's own.

The rule that is broken has its number in the catalogue of the game, so the game gives it with the refusal.
"""

from domain.kernel.refusals import Illegal, WrongMoment


class WrongPhase(WrongMoment):
    """The hand is not in the phase in which this is done."""


class NotYourTurn(WrongMoment):
    """Another seat has to act first."""


class CardsNotHeld(Illegal):
    """These cards are not in your hand."""
