"""Hands with friend calls at tables of five and six players."""

from tests.support.deals import started
from tests.support.friends import calling
from tests.support.table import Given

KITTY = "3C 4C 5C 6C 7C 9C 10C JC"
FIVE = ["3S KD 9D", "AS 4D 2D", "4S 6D 7D", "5S KS 8D", "6S 7S 3D"]
PROFILE = "zhao-peng-you"


def five(hands=FIVE, *, trumps="2H", dealer=0, match: Given | None = None, profile=PROFILE, **options) -> Given:
    """Returns a table of five players. The dealer has buried 15 points and is to call one friend."""
    return calling(hands, KITTY, trumps=trumps, dealer=dealer, match=match or started(profile, **options))


def six(hands, *, trumps="2H", **options) -> Given:
    """Returns a table of six players with three decks. The dealer is to call two friends."""
    match = started(PROFILE, players=6, **options)
    return calling(hands, "3C 4C 6C 7C 9C JC", trumps=trumps, match=match)
