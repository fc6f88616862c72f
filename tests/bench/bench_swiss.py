"""Measures the time to pair a Swiss round, by the number of entrants and by the round.

    Dutch         two entrants at a table; random wins and draws, with more wins of the stronger entrant
    victory       the same with victory points, with which few scores are equal
    individuals   tables of four

Each figure is one round, in processor seconds of this process, so that other load on the machine does not count. One
round is paired before the measurement, to load the package.
"""

import argparse
import random
import time
from collections.abc import Callable, Iterator, Sequence

from rich.console import Console
from rich.progress import track
from rich.table import Table as Grid

from domain.tournaments.pairing import individual_swiss, swiss
from domain.tournaments.terms import Entrant, EntrantId, PairingContext, PlayedRound, Points, Result

OUT = Console()
ROUNDS = 7
SEED = b"bench"
DRAWS = 0.1
"""The share of matches that are drawn."""


def field(size: int) -> tuple[Entrant, ...]:
    """Returns `size` entrants."""
    return tuple(Entrant(EntrantId(f"p{seed}"), seed) for seed in range(1, size + 1))


def win_or_draw(luck: random.Random, edge: float) -> Result:
    """Returns a random result. The first entrant is stronger by `edge`, from -1 to 1."""
    if luck.random() < DRAWS:
        return Result(Points(50), Points(50))
    return Result(Points(100), Points(0)) if luck.random() < 0.5 + edge / 2 else Result(Points(0), Points(100))


def victory_points(luck: random.Random, edge: float) -> Result:
    """Returns a random result in victory points: twenty for both together, in hundredths."""
    first = min(max(round(luck.gauss(1000 + 500 * edge, 400)), 0), 2000)
    return Result(Points(first), Points(2000 - first))


def dutch(
    size: int, win: int, result: Callable[[random.Random, float], Result], luck: random.Random
) -> Iterator[float]:
    """Processor seconds of each round."""
    context, rules = PairingContext(field(size)), swiss.SwissRules(ROUNDS, Points(win))
    seeds = {entrant.id: entrant.seed for entrant in context.entrants}
    for _ in range(ROUNDS):
        began = time.process_time()
        round_ = swiss.next_round(context, rules, SEED)
        yield time.process_time() - began
        if round_ is None:
            return
        results = tuple(result(luck, (seeds[second] - seeds[first]) / size) for first, second in round_.matches)
        context = context._replace(rounds=(*context.rounds, PlayedRound(round_, results)))


def individuals(size: int, luck: random.Random) -> Iterator[float]:
    """Processor seconds of each round."""
    context = PairingContext(field(size))
    rules = individual_swiss.IndividualSwissRules(ROUNDS)
    for _ in range(ROUNDS):
        began = time.process_time()
        round_ = individual_swiss.next_round(context, rules, SEED)
        yield time.process_time() - began
        if round_ is None:
            return
        results = tuple(win_or_draw(luck, 0) for _ in round_.matches)
        context = context._replace(rounds=(*context.rounds, PlayedRound(round_, results)))


def main(arguments: Sequence[str] | None = None) -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(prog="shengji bench swiss", description=__doc__)
    parser.add_argument(
        "--entrants", type=int, nargs="+", default=[64, 256, 1000], help="numbers of entrants (default 64 256 1000)"
    )
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)

    next(dutch(4, 100, win_or_draw, random.Random(given.seed)))
    grid = Grid("", "entrants", *map(str, range(1, ROUNDS + 1)), title=f"seconds for rounds 1 to {ROUNDS}")
    for size in given.entrants:
        for name, seconds in (
            ("Dutch", dutch(size, 100, win_or_draw, random.Random(given.seed))),
            ("victory", dutch(size, 2000, victory_points, random.Random(given.seed))),
            ("individuals", individuals(size, random.Random(given.seed))),
        ):
            took = track(seconds, f"{name}, {size}", total=ROUNDS, console=OUT, transient=True)
            grid.add_row(name, f"{size:,}", *(f"{each:.2f}" for each in took))
    OUT.print(grid)


if __name__ == "__main__":
    main()
