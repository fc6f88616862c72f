"""Play without a movement of tables: everybody plays when they like, and only the comparisons are kept in balance.

Every table has a copy of its own of each deal, so no table waits for another one's boards.

| who plays | what is planned |
|---|---|
| pairs against pairs | rounds in which all tables play one set of boards |
| one player with bots | fields of players for each board, each with a deal of its own |

| who plays | what holds |
|---|---|
| pairs against pairs | how often two pairs meet differs by at most one, and so do the rounds that a pair sits out |
| | whoever plays a round is compared with equally many in it |
| one player with bots | with how many a player is compared in all differs by at most one |
| | on a board all sit on the same seat, with the same bots |

Two pairs are compared where they sit in the same direction. With 2n pairs the meetings go round: pairs are the numbers
modulo m = 2n - 1 and one that stays, and in round r those whose sum is 2r meet, r meets who stays. Where m is a prime
that leaves 3 when divided by 4, x is on the even seats in round r if x - r is a square modulo m: -1 is none, so of two
who meet just one is, and by R. E. A. C. Paley's theorem (1933) any two pairs are compared n - 1 times in m rounds. For
other numbers the directions of the first round are changed one by one for as long as that spreads comparisons more
evenly, and carried around.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from domain.seats import Seat
from domain.shuffle import Dice
from domain.tournament.movements.movement import Movement, NoMovement, Seating, without_phantom
from domain.tournament.rounds import EntrantId

FEWEST_PAIRS = 4
"""With fewer nobody is compared."""

Couple = tuple[int, int]


class Sitting(NamedTuple):
    """What a player who sits with bots plays.

    Attributes:
        board: its number, from 1.
        field: which of the deals of that board, from 1; players of one field are compared.
        seat: where the player sits.
    """

    entrant: EntrantId
    board: int
    field: int
    seat: Seat


def balanced_rounds(pairs: int, rounds: int) -> Movement:
    """Who meets whom in so many rounds; round r is played with set r, at all tables.

    Args:
        pairs: how many there are; with an odd number one sits out in each round.
        rounds: how many; after everybody has met everybody it begins again, with new boards.

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
    """The couples {x, -x} of the first round, those on the even seats in front."""
    squares = {number * number % modulus for number in range(1, modulus)}
    couples = [(number, modulus - number) for number in range(1, modulus // 2 + 1)]
    if modulus % 4 == 3 and _is_prime(modulus):
        return [couple if couple[0] in squares else couple[::-1] for couple in couples]
    return _evened_out(modulus, couples)


def _is_prime(number: int) -> bool:
    return number > 1 and all(number % divisor for divisor in range(2, int(number**0.5) + 1))


def _evened_out(modulus: int, couples: list[Couple]) -> list[Couple]:
    """The couples with their directions changed one by one for as long as that spreads comparisons more evenly."""
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
    """The sum of the squares of how often each difference comes up within a direction; 0 is on the odd seats."""
    evens, odds = zip(*couples, strict=True)
    counts = Counter(
        min((one - other) % modulus, (other - one) % modulus)
        for field in (evens, (*odds, 0))
        for one, other in combinations(field, 2)
    )
    return sum(count * count for count in counts.values())


def fields(entrants: Sequence[EntrantId], boards: int, size: int, seats: int, key: bytes) -> list[Sitting]:
    """What everybody plays who sits with bots, board by board.

    On each board who has been compared least so far comes into the larger fields, where fields cannot be equally large.
    Who meets whom follows from chance, and then from who has met least.

    Args:
        entrants: who plays.
        boards: how many boards each plays.
        size: the fewest players of a field; where there are fewer in all there is one field.
        seats: how many seats a table has; players move on by one seat from board to board.
        key: what chance is derived from; public afterwards.

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
    """Which bot sits where beside the player: the same for all who play this board.

    Args:
        sitting: what is played.
        seats: how many seats a table has.
        bots: names, in whose order the seats after the player's are filled, again and again.
    """
    return {Seat((sitting.seat + step) % seats): bots[(step - 1) % len(bots)] for step in range(1, seats)}


def _drawn(entrants: Sequence[EntrantId], dice: Dice) -> list[EntrantId]:
    """The entrants in an order by chance."""
    order = list(entrants)
    for place in range(len(order) - 1, 0, -1):
        other = dice.below(place + 1)
        order[place], order[other] = order[other], order[place]
    return order


def _fields(order: Sequence[EntrantId], size: int, met: Counter[frozenset[EntrantId]]) -> list[list[EntrantId]]:
    """The fields of a board: the first of the order in the larger ones, each with those it has met least."""
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
