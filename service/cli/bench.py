"""The command `shengji bench`: runs the benchmarks of a checkout, each together with its reference."""

import importlib
import sys
from pathlib import Path

import click

from service.cli.failures import Failed

CHECKOUT = Path(__file__).parents[2]
BENCHES = CHECKOUT / "tests" / "bench"


@click.command(context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False})
@click.argument("name", required=False)
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
def bench(name: str | None, arguments: tuple[str, ...]) -> None:
    """Run the benchmark NAME, or list them. Works in a checkout, where tests/bench is."""
    names = sorted(path.stem.removeprefix("bench_") for path in BENCHES.glob("bench_*.py"))
    if not names:
        raise Failed("there are no benchmarks here: run this in a checkout of the project")
    if name not in names:
        raise Failed(f"name a benchmark: {', '.join(names)}")
    sys.path.insert(0, str(CHECKOUT))
    importlib.import_module(f"tests.bench.bench_{name}").main(list(arguments))
