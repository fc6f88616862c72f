"""Refusals of standing orders when they are given.

`facts` contains the path of the invalid member, and what would be valid.
"""

from domain.kernel.refusals import Illegal, WrongMoment


class OrderNotInThisGame(Illegal):
    """The game of this table has no such order, or no such member of it."""


class OrderNotComplete(Illegal):
    """The order does not say all that it has to."""


class OrderContradictsItself(Illegal):
    """Two members of the order do not go together."""


class OrderCardsNotHeld(Illegal):
    """An order names cards that are not in your hand, or has already used them."""


class OrderCannotBePlayed(Illegal):
    """These cards could not be played as the order says."""


class OrderEndsAtOnce(Illegal):
    """The order would end as soon as it is given."""


class TooManyOrders(Illegal):
    """More orders than a seat may have, or replies too deep in each other."""


class NoSuchOrder(WrongMoment):
    """The seat has no order of this id, or none at all."""
