"""Throws at a table of Sheng Ji."""

from tests.support.deals import playing, started
from tests.support.table import Given, When, plays


def table(
    leader: str, right: str, opposite: str, left: str, *, trumps: str = "2H", buried: str = "3C", **options
) -> Given:
    """Returns a table where seat 0 is the dealer and leads. Low diamonds fill up the hands; tests do not throw them."""
    hands = [leader.split(), right.split(), opposite.split(), left.split()]
    size = max(map(len, hands)) + 1
    filler = iter([rank + "D" for rank in "3456789" for _ in range(2)] * 2)
    hands = [hand + [next(filler) for _ in range(size - len(hand))] for hand in hands]
    return playing([" ".join(hand) for hand in hands], trumps=trumps, buried=buried, match=started(**options))


def thrown(given: Given, text: str) -> When:
    return given.when(0, plays(text))
