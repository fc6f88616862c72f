"""Tables in which a bot has to choose."""

import random

from domain.games.bots import BOTS
from domain.games.sheng_ji.bots.card_counting import CardCounting
from domain.kernel.seats import Seat
from tests.support.deals import started
from tests.support.table import Given

STEADY, RANDOM = BOTS["sheng_ji"]["steady"], BOTS["sheng_ji"]["random"]


def choice(at: Given, seat: int):
    """Returns the decision of the steady bot from the view of the seat."""
    return STEADY.choose(at.seen_by(Seat(seat)), Seat(seat), random.Random(0))


def counting(given: Given, seat: int) -> CardCounting:
    table = given.seen_by(Seat(seat))
    return CardCounting(table.match, table.match.phase, Seat(seat))


KITTY = "3C 4C 6C 7C 8C 9C 3D 4D"


LEVELUP = started("levelup-5")
