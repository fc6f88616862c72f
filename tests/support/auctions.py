"""Tables of Sheng Ji at the start of the auction of DEC-01."""

import pytest

from domain.games.sheng_ji.declare import Declaration, Floor, show
from domain.games.sheng_ji.rules import rules_of
from domain.kernel.cards import RANK_OF_NAME
from domain.kernel.seats import Seat
from tests.support.deals import after_a_hand, declaring, started
from tests.support.table import Given, cards

# Eight is the trump rank. Every seat holds a pair of eights and other cards, except seat 3 of `HANDS`, which has one.
HANDS = ["8C 8C SJ 3D 4D", "8D 8D SJ 8S 5D", "8H 8H BJ BJ 6D", "8S SJ BJ 7D 9D"]
PAIRS = ["8C 8C BJ BJ 3D", "8D 8D SJ SJ 4D", "8H 8H 3S 5D 6D", "8S 8S 4S 7D 9D"]
PROFILES = ["zhang-2016", "zhang-2021"]
both_profiles = pytest.mark.parametrize("profile", PROFILES)


def auction(hands=HANDS, *, profile="zhang-2021", first_drawer=0, dealer=None, **options) -> Given:
    match = started(profile, **options)
    if dealer is not None:
        match = after_a_hand(match, ("8", "8"), next_dealer=dealer)
        first_drawer = dealer
    return declaring(hands, "3C KC", rank="8", first_drawer=first_drawer, dealer=dealer, match=match)


def shown(standing: str | None, text: str, *, seat: int = 1, profile: str = "zhang-2021", **options: object):
    """Returns the acts of a seat that shows these cards, after seat 0's declaration if there is one."""
    rules = rules_of(profile, options)
    return show(rules, RANK_OF_NAME["2"], floor(standing), Seat(seat), cards(text))


def floor(standing: str | None) -> Floor:
    """Returns the floor after seat 0's declaration, if there is one."""
    if standing is None:
        return Floor()
    face, *others = cards(standing)
    return Floor(Declaration(Seat(0), face, 1 + len(others)))
