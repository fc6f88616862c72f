"""The Mitchell movement: the even seats stay, the odd seats move a table up, and the boards a table down.

With t tables, counted from 0, in round r (from 0) with the move m:

| table k has | |
|---|---|
| on the even seats | pair k |
| on the odd seats | the one that began at table k - m |
| set of boards | k + r |
| move m, t odd | r |
| move m, t even | r, and from round t / 2 on r + 1: once a table is skipped, so that nobody meets boards again |
| rounds | at most t for t odd, t - 1 for t even |

There are two winners, one of each direction. With an arrow switch the pairs at every table exchange their directions in
the last rounds, and all are ranked together. With an eighth of the rounds switched, a pair's result depends on pairs
that began in the other direction about as much as on those that began in its own. That is counted on each board: 1 for
who sits in the same direction, -1 for who sits in the other one at another table (their good result is a bad one for a
rival of theirs), and the number of other tables for who is met.

With an odd number of pairs the highest is missing, and who would meet it sits out.
"""

from domain.tournament.movements.movement import Movement, NoMovement, Seating, without_phantom

FEWEST_TABLES = 3
SWITCHED_SHARE = 8
"""One round in so many is arrow-switched, and at least one."""


def most_rounds(pairs: int) -> int:
    """How many rounds so many pairs can play.

    Raises:
        NoMovement: there are too few for three tables.
    """
    tables = (pairs + 1) // 2
    if tables < FEWEST_TABLES:
        raise NoMovement(
            f"{pairs} pairs are too few for a Mitchell", hint=f"it takes at least {2 * FEWEST_TABLES - 1} pairs"
        )
    return tables if tables % 2 else tables - 1


def usual_switch(rounds: int) -> int:
    """How many rounds are arrow-switched, where there is to be one winner."""
    return max(1, (rounds + SWITCHED_SHARE // 2) // SWITCHED_SHARE)


def mitchell(pairs: int, rounds: int | None = None, switched: int = 0) -> Movement:
    """A Mitchell movement.

    Args:
        pairs: how many there are; the first half begins on the even seats.
        rounds: how many are played; none: as many as can be.
        switched: in how many of the last rounds directions are exchanged; 0 makes two winners.

    Raises:
        NoMovement: there are too few pairs, or too many rounds.
    """
    most = most_rounds(pairs)
    rounds = most if rounds is None else rounds
    if not 1 <= rounds <= most or not 0 <= switched <= rounds:
        raise NoMovement(
            f"{pairs} pairs cannot play {rounds} rounds of which {switched} are switched",
            hint=f"give at most {most} rounds",
        )
    tables = (pairs + 1) // 2
    seated = [_round(tables, number, is_switched=number >= rounds - switched) for number in range(rounds)]
    return Movement(pairs, tables, 1 if switched else 2, without_phantom(pairs, seated))


def _round(tables: int, number: int, *, is_switched: bool) -> list[Seating]:
    skips = tables % 2 == 0 and number >= tables // 2
    move = number + skips
    seatings: list[Seating] = []
    for table in range(tables):
        stays, moves = table + 1, tables + (table - move) % tables + 1
        even, odd = (moves, stays) if is_switched else (stays, moves)
        seatings.append(Seating(table + 1, even, odd, (table + number) % tables + 1))
    return seatings
