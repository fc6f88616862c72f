"""Refusals of standing orders when they are given.

`facts` contains the path of the invalid member, and what would be valid.
"""

from domain.kernel.refusals import Illegal, WrongMoment


class OrderNotInThisGame(Illegal):
    """The game of this table does not have this order or member."""


class OrderNotComplete(Illegal):
    """The order lacks a required member."""


class OrderContradictsItself(Illegal):
    """Two members of the order contradict each other."""


class OrderCardsNotHeld(Illegal):
    """The order names cards that are not in your hand or are already used."""


class OrderCannotBePlayed(Illegal):
    """These cards cannot be played as the order says."""


class OrderEndsAtOnce(Illegal):
    """The order would end immediately."""


class TooManyOrders(Illegal):
    """The seat has too many standing orders, or their replies are nested too deeply."""


class NoSuchOrder(WrongMoment):
    """The seat has no standing order with this id."""
