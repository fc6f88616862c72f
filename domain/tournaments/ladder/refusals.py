"""Refusals of challenges in a ladder."""

from domain.kernel.refusals import Illegal, WrongMoment


class NoLadder(Illegal):
    """The tournament is not a ladder."""


class LadderEnded(WrongMoment):
    """The time for challenges is over."""


class OutOfReach(Illegal):
    """The entrant is not close enough above the challenger."""


class HasChallenge(WrongMoment):
    """One of the two entrants has an open challenge or match."""


class NoLadderChallenge(WrongMoment):
    """There is no such open challenge."""
