"""The Mitchell movement: the even seats stay, the odd seats move a table up, and the boards a table down.

With t tables, counted from 0, in round r (from 0) with the move m:

| table k has | |
|---|---|
| on the even seats | pair k |
| on the odd seats | the pair that began at table k - m |
| set of boards | k + r |
| move m, t odd | r |
| move m, t even | r, and from round t / 2 on r + 1: one table is skipped, so that no pair meets the same boards again |
| rounds | at most t if t is odd, t - 1 if t is even |

There are two winners, one of each direction. With an arrow switch, the pairs at every table exchange directions in the
last rounds, and all pairs are ranked together. If an eighth of the rounds is switched, a pair's result depends about
equally on the pairs of both initial directions. This dependence is counted on each board. A pair in the
same direction counts 1. A pair in the other direction at another table counts -1, because its good result is bad for a
rival. The opponent counts the number of other tables.

If the number of pairs is odd, the highest number is missing, and the pair that would meet it sits out.
"""

from domain.kernel.messages import message
from domain.tournaments.boards.movements.movement import Movement, NoMovement, TableSeating, without_phantom

FEWEST_TABLES = 3


def most_rounds(pairs: int) -> int:
    """Returns the largest number of rounds for a number of pairs.

    Raises:
        NoMovement: there are too few pairs for three tables.
    """
    tables = (pairs + 1) // 2
    if tables < FEWEST_TABLES:
        raise NoMovement(
            message("{pairs} pairs are too few for a Mitchell", pairs=pairs),
            hint=message("use at least {value} pairs", value=2 * FEWEST_TABLES - 1),
        )
    return tables if tables % 2 else tables - 1


def mitchell_movement(pairs: int, rounds: int | None = None, switched: int = 0) -> Movement:
    """Returns a Mitchell movement.

    Args:
        pairs: the number of pairs; the first half begins on the even seats.
        rounds: the number of rounds; `None` for as many as possible.
        switched: the number of last rounds with exchanged directions; 0 gives two winners.

    Raises:
        NoMovement: there are too few pairs, or too many rounds.
    """
    most = most_rounds(pairs)
    rounds = most if rounds is None else rounds
    if not 1 <= rounds <= most or not 0 <= switched <= rounds:
        raise NoMovement(
            message(
                "{pairs} pairs cannot play {rounds} rounds with {switched} switched",
                pairs=pairs,
                rounds=rounds,
                switched=switched,
            ),
            hint=message("give at most {most} rounds", most=most),
        )
    tables = (pairs + 1) // 2
    seated = [_round(tables, number, is_switched=number >= rounds - switched) for number in range(rounds)]
    return Movement(pairs, tables, 1 if switched else 2, without_phantom(pairs, seated))


def _round(tables: int, number: int, *, is_switched: bool) -> list[TableSeating]:
    skips = tables % 2 == 0 and number >= tables // 2
    move = number + skips
    seatings: list[TableSeating] = []
    for table in range(tables):
        stays, moves = table + 1, tables + (table - move) % tables + 1
        even, odd = (moves, stays) if is_switched else (stays, moves)
        seatings.append(TableSeating(table + 1, even, odd, (table + number) % tables + 1))
    return seatings
