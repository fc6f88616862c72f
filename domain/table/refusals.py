"""Refusals of moves that are common to all games: made at the wrong time, or with cards that are not held.

The rule that a move breaks has an id in the catalogue of its game, so the game passes it to the refusal.
"""

from domain.kernel.refusals import Illegal, WrongMoment


class WrongPhase(WrongMoment):
    """The hand is not in the phase in which this is done."""


class NotYourTurn(WrongMoment):
    """Another seat has to act first."""


class CardsNotHeld(Illegal):
    """These cards are not in your hand."""
