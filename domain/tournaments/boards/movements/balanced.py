"""Rounds without a movement of tables: all tables of a round play one set of boards, and comparisons are balanced.

Every table has its own copy of each deal, so no table waits for the boards of another.

* The numbers of meetings of two pairs differ by at most one, and so do the rounds sat out.
* All pairs that play a round are compared with equally many pairs in it.

Two pairs are compared where they sit in the same direction. With 2n pairs the meetings rotate. Pairs are the numbers
modulo m = 2n - 1 and one fixed pair. In round r, pairs whose sum is 2r meet, and r meets the fixed pair. If m is a
prime with remainder 3 modulo 4, x has the even seats in round r if x - r is a square modulo m. As -1 is no square,
exactly one pair of each meeting has the even seats. By R. E. A. C. Paley's theorem (1933), any two pairs are then
compared n - 1 times in m rounds. For other numbers, the directions of the first round are changed one by one while
that spreads comparisons more evenly, and then rotated.
"""

from collections import Counter
from itertools import combinations

from domain.kernel.messages import message
from domain.tournaments.boards.movements.movement import Movement, NoMovement, TableSeating, without_phantom

FEWEST_PAIRS = 4
"""With fewer pairs there are no comparisons."""

Couple = tuple[int, int]


def balanced_rounds(pairs: int, rounds: int) -> Movement:
    """Returns the meetings of all rounds; all tables of round r play set r.

    Args:
        pairs: the number of pairs; if it is odd, one pair sits out in each round.
        rounds: the number of rounds. When all pairs have met, the meetings repeat with new boards.

    Raises:
        NoMovement: there are too few pairs, or no rounds.
    """
    if pairs < FEWEST_PAIRS or rounds < 1:
        raise NoMovement(
            message("{pairs} pairs in {rounds} rounds cannot be compared", pairs=pairs, rounds=rounds),
            hint=message("use at least {fewest_pairs} pairs and one round", fewest_pairs=FEWEST_PAIRS),
        )
    modulus = pairs - 1 + pairs % 2
    couples = _directed_couples(modulus)
    planned = [
        [
            TableSeating(1, modulus + 1, number % modulus + 1, number + 1),
            *(
                TableSeating(table, (even + number) % modulus + 1, (odd + number) % modulus + 1, number + 1)
                for table, (even, odd) in enumerate(couples, start=2)
            ),
        ]
        for number in range(rounds)
    ]
    return Movement(pairs, rounds, 1, without_phantom(pairs, planned))


def _directed_couples(modulus: int) -> list[Couple]:
    """Returns the couples {x, -x} of the first round, each with the even seats first."""
    squares = {number * number % modulus for number in range(1, modulus)}
    couples = [(number, modulus - number) for number in range(1, modulus // 2 + 1)]
    if modulus % 4 == 3 and _is_prime(modulus):
        return [couple if couple[0] in squares else couple[::-1] for couple in couples]
    return _balanced_couples(modulus, couples)


def _is_prime(number: int) -> bool:
    return number > 1 and all(number % divisor for divisor in range(2, int(number**0.5) + 1))


def _balanced_couples(modulus: int, couples: list[Couple]) -> list[Couple]:
    """Changes the directions of couples one by one while that spreads comparisons more evenly."""
    couples = [couple[::-1] if place % 2 else couple for place, couple in enumerate(couples)]
    least = _unevenness(modulus, couples)
    place = tried = 0
    while tried < len(couples):
        changed = [*couples[:place], couples[place][::-1], *couples[place + 1 :]]
        unevenness = _unevenness(modulus, changed)
        tried += 1
        if unevenness < least:
            couples, least, tried = changed, unevenness, 0
        place = (place + 1) % len(couples)
    return couples


def _unevenness(modulus: int, couples: list[Couple]) -> int:
    """Returns the sum of the squared counts of each difference within a direction; 0 is on the odd seats."""
    evens, odds = zip(*couples, strict=True)
    counts = Counter(
        min((one - other) % modulus, (other - one) % modulus)
        for field in (evens, (*odds, 0))
        for one, other in combinations(field, 2)
    )
    return sum(count * count for count in counts.values())
