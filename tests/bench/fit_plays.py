"""Fits a net with which the bot `club` of Sheng Ji judges leads or follows, and compares it with the committed one.

    python -m tests.bench.fit_plays leads --write domain/games/sheng_ji/bots/lead_weights.py
    python -m tests.bench.fit_plays follows --write domain/games/sheng_ji/bots/follow_weights.py

Bots play hands, playouts value all plays, and a net is fitted to these values. Other hands show how many points the
choices of `steady`, of the committed net and of the new net lose to the best plays. The same seed and the same sizes
give the same net. The numbers of the committed nets are not those of this command: a faster program fitted them in the
same way, to more hands of `club` itself.
"""

import argparse
import tempfile
import textwrap
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from statistics import fmean, stdev

from rich.console import Console
from rich.table import Table as Grid

from domain.games.sheng_ji.bots import follow_weights, lead_weights
from domain.games.sheng_ji.playouts import kernel
from service.cli.terminal import progress_bar
from tests.bench.judged_plays import JudgedPlays, Kind, judged_hand
from tests.bench.play_net import Net, fitted, loss
from tests.support.playout_problems import built_kernel

OUT = Console()
UNITS: dict[Kind, int] = {"leads": 20, "follows": 16}
Z_95 = 1.96
COMMITTED: dict[Kind, Net] = {
    "leads": Net(lead_weights.DIRECT, lead_weights.UNITS),
    "follows": Net(follow_weights.DIRECT, follow_weights.UNITS),
}
SOURCES: dict[Kind, Path] = {"leads": Path(lead_weights.__file__), "follows": Path(follow_weights.__file__)}


def module_of(kind: Kind, net: Net) -> str:
    """Returns the text of a module with the weights of a net. It begins like the committed one."""
    head, _ = SOURCES[kind].read_text().split("DIRECT = ")
    units = [
        f"    Unit(\n        {sign},\n        {bias!r},\n        {_numbers(weights, 8)},\n    ),\n"
        for sign, bias, weights in net.units
    ]
    return f"{head}DIRECT = {_numbers(net.direct, 0)}\nUNITS = (\n{''.join(units)})\n"


def _numbers(numbers: Sequence[float], indent: int) -> str:
    """Returns the call that reads numbers from a text, as the formatter indents it."""
    lines = textwrap.wrap(" ".join([f"{number:.3g}" for number in numbers]), 112)
    text = "".join([f"    {line}\n" for line in lines])
    space = " " * indent
    return f'numbers(\n{space}    """\n{text}    """\n{space})'


def positions_of(kind: Kind, seed: str, hands: int, worlds: int, computing: kernel.Kernel) -> list[list[JudgedPlays]]:
    """Returns the judged plays of each of so many hands."""
    with progress_bar() as bar:
        task = bar.add_task(f"hands of {seed}", total=hands)
        found = []
        for number in range(hands):
            found.append(judged_hand(kind, seed, number, computing, worlds))
            bar.advance(task)
    return found


def fit(kind: Kind, positions: Sequence[JudgedPlays], rounds: int, seed: str) -> Net:
    """Returns a fitted net, and shows the progress."""
    with progress_bar() as bar:
        task = bar.add_task("rounds of the fit", total=rounds)
        return fitted(positions, UNITS[kind], rounds, Random(f"{seed}/fit"), progress=lambda: bar.advance(task))


def losses_of(net: Net, positions: Sequence[JudgedPlays]) -> list[float]:
    """Returns what the choices of a net lose."""
    return [loss(plays, [net.score(features) for features in plays.features]) for plays in positions]


def compare(kind: Kind, net: Net, hands: Sequence[Sequence[JudgedPlays]]) -> None:
    """Prints what the choices of `steady` and of both nets lose in a hand, and the difference between the nets."""
    steady = [sum([loss(plays, plays.steady) for plays in positions]) for positions in hands]
    committed, new = ([sum(losses_of(each, positions)) for positions in hands] for each in (COMMITTED[kind], net))
    title = f"{len(hands)} held-out hands, {sum(map(len, hands))} positions"
    grid = Grid(f"{kind} by", "points lost in a hand, by all seats", title=title)
    for name, values in (("steady", steady), ("committed net", committed), ("new net", new)):
        grid.add_row(name, _with_interval(values))
    more = [one - other for one, other in zip(new, committed, strict=True)]
    grid.add_row("new net, more than committed", _with_interval(more))
    OUT.print(grid)


def _with_interval(values: Sequence[float]) -> str:
    """Returns a mean with its 95 % interval."""
    return f"{fmean(values):.2f} ± {Z_95 * stdev(values) / len(values) ** 0.5:.2f}"


def _at_least(least: int) -> Callable[[str], int]:
    """Returns a function that reads a number from an argument."""

    def number(text: str) -> int:
        if int(text) < least:
            raise argparse.ArgumentTypeError(f"must be at least {least}")
        return int(text)

    return number


def main(arguments: list[str] | None = None) -> None:
    """Makes the positions, fits the net, compares it, and writes the module if asked."""
    parser = argparse.ArgumentParser(
        prog="fit_plays", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("kind", choices=SOURCES, help="whether to judge leads or follows")
    parser.add_argument("--seed", default="plays", help="seed of cards, playouts and the fit; %(default)s by default")
    parser.add_argument("--hands", type=_at_least(1), default=1000, help="hands for the fit; %(default)s by default")
    parser.add_argument(
        "--held-out", type=_at_least(2), default=300, help="hands to measure by; %(default)s by default"
    )
    parser.add_argument("--worlds", type=_at_least(2), default=100, help="worlds of a play; %(default)s by default")
    parser.add_argument("--rounds", type=_at_least(1), default=16, help="rounds of the fit; %(default)s by default")
    parser.add_argument("--write", type=Path, metavar="FILE", help="write the module with the weights into this file")
    given = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        compiled = built_kernel(Path(folder))
        if compiled is None:
            OUT.print("there is no C compiler: playouts take fifty times as long")
        computing = compiled or kernel.plain
        hands = positions_of(given.kind, f"{given.seed}/fit", given.hands, given.worlds, computing)
        held_out = positions_of(given.kind, f"{given.seed}/held-out", given.held_out, given.worlds, computing)
    net = fit(given.kind, [plays for positions in hands for plays in positions], given.rounds, given.seed)
    compare(given.kind, net, held_out)
    if given.write:
        given.write.write_text(module_of(given.kind, net))
        OUT.print(f"{given.write} was written")


if __name__ == "__main__":
    main()
