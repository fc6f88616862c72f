"""Refusals of moves that are common to all games: made at the wrong time, or with cards that are not held.

The rule that a move breaks has an id in the catalogue of its game, so the game passes it to the refusal.
"""

from domain.kernel.refusals import Illegal, WrongMoment


class WrongPhase(WrongMoment):
    """This is not possible in the current phase of the hand."""


class NotYourTurn(WrongMoment):
    """Another seat must act first."""


class CardsNotHeld(Illegal):
    """These cards are not in your hand."""
