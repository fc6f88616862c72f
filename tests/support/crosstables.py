"""Reads printed crosstables into pairing contexts. Each has one line for each entrant, in the order of their numbers.

    2150  10b1 7w1 1b= 16w1 3b=

A line begins with the rating. Then it has a cell for each round. The cell of a match has three parts:

- the number of the opponent;
- `w` for the first side or `b` for the second;
- `1`, `=` or `0` for a win, draw or loss, or `+` or `-` for a win or loss by forfeit.

The other cells are `U` (a bye from the pairing), `F` (a full-point bye), `H` (a half-point bye) and `Z` (a zero-point
bye).
"""

import re

from domain.tournaments.terms import (
    DRAW,
    LOSS,
    WIN,
    Bye,
    Entrant,
    EntrantId,
    Match,
    PairingContext,
    PlayedRound,
    Result,
    Round,
)

BYES = {"U": "pairing", "F": "full", "H": "half", "Z": "zero"}
POINTS = {"1": WIN, "+": WIN, "=": DRAW, "0": LOSS, "-": LOSS}


def name(number: int | str) -> EntrantId:
    return EntrantId(f"e{number}")


def course_of(table: str) -> PairingContext:
    """Returns the context of a crosstable. The numbers of the lines are the seeds."""
    lines = [line.split() for line in table.strip().splitlines()]
    entrants = tuple(Entrant(name(seed), seed, int(line[0])) for seed, line in enumerate(lines, 1))
    cells = [line[1:] for line in lines]
    return PairingContext(entrants, tuple(_round(number, cells) for number in range(1, len(cells[0]) + 1)))


def _round(number: int, cells: list[list[str]]) -> PlayedRound:
    of_round = {seed: line[number - 1] for seed, line in enumerate(cells, 1)}
    matches, results, byes = [], [], []
    for seed, cell in of_round.items():
        if cell in BYES:
            byes.append(Bye(name(seed), BYES[cell]))
            continue
        other, side, won = re.fullmatch(r"(\d+)([wb])([10=+-])", cell).groups()
        back, back_side, lost = re.fullmatch(r"(\d+)([wb])([10=+-])", of_round[int(other)]).groups()
        assert (int(back), {side, back_side}) == (seed, {"w", "b"}), f"{cell} of {seed} is not what {other} says"
        if side == "w":
            matches.append(Match(name(seed), name(other)))
            results.append(Result(POINTS[won], POINTS[lost], _kind(won + lost)))
    return PlayedRound(Round(number, tuple(matches), tuple(byes)), tuple(results))


def _kind(signs: str) -> str:
    if signs == "--":
        return "double_forfeit"
    return "forfeit" if set(signs) & set("+-") else "played"
