"""How a tournament says no."""

from domain.refusals import WrongMoment


class RoundNotOver(WrongMoment):
    """A round can be paired when every match of the rounds before it has a result."""


class TooFewToPair(WrongMoment):
    """There are too few entrants present for a round."""


class NoLegalPairing(WrongMoment):
    """No way to pair all who are present keeps the absolute rules of the format."""
