"""Compares the two kernels of playouts on random hands, and measures both.

    shengji bench playouts --hands 100000

Each hand is another random problem. Both kernels have to give the same numbers, or the command fails.
"""

import argparse
import sys
import tempfile
import time
from pathlib import Path
from random import Random

from rich.console import Console

from domain.games.sheng_ji.playouts import kernel
from tests.support.playout_problems import built_kernel, random_problem

OUT = Console()
MEASURED, WORLDS = 100, 20
"""One problem of so many is played out in so many worlds and measured. The call itself takes little of that time."""


def main(arguments: list[str] | None = None) -> int:
    """Compares the kernels and prints the playouts a second of each."""
    parser = argparse.ArgumentParser(prog="shengji bench playouts", description=__doc__)
    parser.add_argument("--hands", type=int, default=1000)
    parser.add_argument("--start", type=int, default=0)
    chosen = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        compiled = built_kernel(Path(folder))
        if compiled is None:
            OUT.print("there is no C compiler")
            return 1
        spent = {"plain": 0.0, "compiled": 0.0}
        playouts = 0
        for seed in range(chosen.start, chosen.start + chosen.hands):
            problem, trials = random_problem(Random(seed))
            measured = seed % MEASURED == 0
            answers = []
            for name, compute in (("plain", kernel.plain), ("compiled", compiled)):
                start = time.process_time()
                values, state = compute(problem, trials[:1], WORLDS if measured else 1, seed + 1)
                spent[name] += (time.process_time() - start) * measured
                answers.append(([list(row) for row in values], state))
            playouts += WORLDS * measured
            if answers[0] != answers[1]:
                OUT.print(f"hand {seed}: {answers}")
                return 1
    OUT.print(f"{chosen.hands} hands with equal results")
    for name, seconds in spent.items():
        OUT.print(f"{name}: {playouts / seconds:,.0f} playouts a second")
    return 0


if __name__ == "__main__":
    sys.exit(main())
