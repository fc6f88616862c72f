"""Plans without a movement of tables: entrants play at any time, and only the comparisons are balanced.

Every table has its own copy of each deal, so no table waits for the boards of another.

| entrants | plan |
|---|---|
| pairs against pairs | rounds in which all tables play one set of boards |
| one player with bots | fields of players for each board, each with a deal of its own |

| entrants | guarantee |
|---|---|
| pairs against pairs | the numbers of meetings of two pairs differ by at most one, and so do the rounds sat out |
| | all pairs that play a round are compared with equally many pairs in it |
| one player with bots | the total numbers of players that each is compared with differ by at most one |
| | on a board all players have the same seat and the same bots |

Two pairs are compared where they sit in the same direction. With 2n pairs the meetings rotate. Pairs are the numbers
modulo m = 2n - 1 and one fixed pair. In round r, pairs whose sum is 2r meet, and r meets the fixed pair. If m is a
prime with remainder 3 modulo 4, x has the even seats in round r if x - r is a square modulo m. As -1 is no square,
exactly one pair of each meeting has the even seats. By R. E. A. C. Paley's theorem (1933), any two pairs are then
compared n - 1 times in m rounds. For other numbers, the directions of the first round are changed one by one while
that spreads comparisons more evenly, and then rotated.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from domain.kernel.seats import Seat
from domain.kernel.shuffle import Dice
from domain.tournaments.boards.movements.movement import Movement, NoMovement, Seating, without_phantom
from domain.tournaments.rounds import EntrantId

FEWEST_PAIRS = 4
"""With fewer pairs there are no comparisons."""

Couple = tuple[int, int]


class Sitting(NamedTuple):
    """A board of a player who sits with bots.

    Attributes:
        board: the number of the board, from 1.
        field: the deal of that board, from 1; players of one field are compared.
        seat: the seat of the player.
    """

    entrant: EntrantId
    board: int
    field: int
    seat: Seat


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
            f"{pairs} pairs in {rounds} rounds cannot be compared",
            hint=f"it takes at least {FEWEST_PAIRS} pairs and a round",
        )
    modulus = pairs - 1 + pairs % 2
    couples = _directed(modulus)
    planned = [
        [
            Seating(1, modulus + 1, number % modulus + 1, number + 1),
            *(
                Seating(table, (even + number) % modulus + 1, (odd + number) % modulus + 1, number + 1)
                for table, (even, odd) in enumerate(couples, start=2)
            ),
        ]
        for number in range(rounds)
    ]
    return Movement(pairs, rounds, 1, without_phantom(pairs, planned))


def _directed(modulus: int) -> list[Couple]:
    """Returns the couples {x, -x} of the first round, each with the even seats first."""
    squares = {number * number % modulus for number in range(1, modulus)}
    couples = [(number, modulus - number) for number in range(1, modulus // 2 + 1)]
    if modulus % 4 == 3 and _is_prime(modulus):
        return [couple if couple[0] in squares else couple[::-1] for couple in couples]
    return _evened_out(modulus, couples)


def _is_prime(number: int) -> bool:
    return number > 1 and all(number % divisor for divisor in range(2, int(number**0.5) + 1))


def _evened_out(modulus: int, couples: list[Couple]) -> list[Couple]:
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


def fields(entrants: Sequence[EntrantId], boards: int, size: int, seats: int, key: bytes) -> list[Sitting]:
    """Returns the boards of all players who sit with bots, board by board.

    If fields cannot have equal sizes, players compared least so far go into the larger fields. Each player then
    joins those that it has met least; the order of the players is drawn by lot.

    Args:
        entrants: the players.
        boards: the number of boards for each player.
        size: the fewest players of a field; if there are fewer players, they form one field.
        seats: the number of seats of a table; players move on by one seat after each board.
        key: the key of all lots; public afterwards.

    Raises:
        ValueError: an entrant is named twice, or a field would have no players.
    """
    if size < 1 or len(set(entrants)) < len(entrants):
        raise ValueError("entrants are named once, and fields have players")
    compared: Counter[EntrantId] = Counter()
    met: Counter[frozenset[EntrantId]] = Counter()
    sittings: list[Sitting] = []
    for board in range(1, boards + 1):
        drawn = _drawn(entrants, Dice(key, b"fields" + board.to_bytes(4, "big")))
        for number, field in enumerate(_fields(sorted(drawn, key=compared.__getitem__), size, met), start=1):
            seat = Seat((board - 1) % seats)
            sittings += [Sitting(entrant, board, number, seat) for entrant in field]
            met.update(frozenset(two) for two in combinations(field, 2))
            compared.update({entrant: len(field) - 1 for entrant in field})
    return sittings


def bots_beside(sitting: Sitting, seats: int, bots: Sequence[str]) -> dict[Seat, str]:
    """Returns the bots on the other seats: the same for all players of a board.

    Args:
        sitting: the board of the player.
        seats: the number of seats of a table.
        bots: the names of the bots, in the order of the seats after the player's; repeated as needed.
    """
    return {Seat((sitting.seat + step) % seats): bots[(step - 1) % len(bots)] for step in range(1, seats)}


def _drawn(entrants: Sequence[EntrantId], dice: Dice) -> list[EntrantId]:
    """Returns the entrants in random order."""
    order = list(entrants)
    for place in range(len(order) - 1, 0, -1):
        other = dice.below(place + 1)
        order[place], order[other] = order[other], order[place]
    return order


def _fields(order: Sequence[EntrantId], size: int, met: Counter[frozenset[EntrantId]]) -> list[list[EntrantId]]:
    """Returns the fields of a board: the first entrants go into the larger ones, each with those it has met least."""
    number = max(len(order) // size, 1)
    small, larger = divmod(len(order), number)
    rooms = [small + 1] * larger + [small] * (number - larger)
    in_larger = larger * (small + 1)
    found: list[list[EntrantId]] = [[] for _ in rooms]
    for place, entrant in enumerate(order):
        choices = range(larger) if place < in_larger else range(larger, number)
        free = [each for each in choices if len(found[each]) < rooms[each]]
        best = min(
            free, key=lambda each: (sum(met[frozenset((entrant, other))] for other in found[each]), len(found[each]))
        )
        found[best].append(entrant)
    return found
