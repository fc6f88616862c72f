"""A store of a million commands: generates it, and measures what can grow with the log.

Some distinct matches are played by house bots, with several profiles of Sheng Ji and Zheng Shangyou, live and by
correspondence. They are then copied under new ids of tables, players and commands, with times spread over the last
year, until there are enough commands. Copies that begin late are still under way. The cards of a copy are those of its
match. The result says how many matches are distinct. The store has no chat, tournaments or account events.

The store stays in the folder, and a second run measures it again. Some days later, deadlines of the tables under way
pass, and a start then has more to do.

| part | what is measured |
|---|---|
| size | bytes and rows of the larger tables, and their indexes |
| backup | a base backup and a dump, as in the guide for operators |
| check | shengji db check |
| rebuild | shengji projections rebuild |
| idle | a round of all followers of the log without new events |
| start | shengji run, until it answers |
| cold | the first view of a short and of a long table, in processes that have just started |
| lists | the first pages of lists |
| history | the tables of a player |
"""

import argparse
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table as Grid

from service.cli.terminal import progress_bar
from tests.bench import store_answers, store_measures
from tests.bench.store_folder import NoStore, StoreServers, filled_store, servers_of
from tests.bench.store_measures import Figure

OUT = Console()
SERVERS: dict[str, Callable[[StoreServers], Iterator[Figure]]] = {
    "size": store_measures.sizes,
    "backup": store_measures.backup,
    "check": store_measures.check,
    "rebuild": store_measures.rebuild,
    "idle": store_measures.idle,
}
"""The parts that need the servers of the store, and nothing else of the service."""
SAMPLE = 100
API: dict[str, Callable[[Path], Iterator[Figure]]] = {
    "start": store_answers.start,
    "cold": lambda folder: store_answers.cold(folder, SAMPLE),
    "lists": store_answers.lists,
    "history": store_answers.history,
}
"""The parts that start the service themselves."""
PARTS = (*SERVERS, *API)


def figures(folder: Path, parts: Sequence[str]) -> Iterator[Figure]:
    """Yields the figures of some parts, in the order of `PARTS`."""
    asked = [part for part in PARTS if part in parts]
    with OUT.status("") as status:

        def begin(part: str) -> str:
            status.update(f"measuring: {part}")
            return part

        if any(part in SERVERS for part in asked):
            with servers_of(folder) as servers:
                for part in filter(SERVERS.__contains__, asked):
                    yield from SERVERS[begin(part)](servers)
        for part in filter(API.__contains__, asked):
            yield from API[begin(part)](folder)


def main(arguments: Sequence[str] | None = None) -> None:
    """Generates the store, measures and prints."""
    parser = argparse.ArgumentParser(
        prog="shengji bench store", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--folder", type=Path, required=True, help="the folder of the store; a new one is filled")
    parser.add_argument("--commands", type=int, default=1_000_000, help="commands of the store (default 1000000)")
    parser.add_argument("--matches", type=int, default=100, help="distinct matches (default 100)")
    parser.add_argument("--parts", nargs="*", choices=PARTS, default=PARTS, metavar="PART", help="default: all parts")
    given = parser.parse_args(arguments)
    if given.commands < 1 or given.matches < 1:
        parser.error("give at least one command and one match")
    try:
        with progress_bar() as bar:
            filled = filled_store(given.folder.resolve(), given.commands, given.matches, bar)
    except NoStore as error:
        parser.error(str(error))
    OUT.print(
        f"{filled.commands:,} commands, {filled.events:,} events, {filled.tables:,} tables of {filled.matches} distinct"
        f" matches, {filled.players:,} players"
    )
    grid = Grid("part", "what", "figure", title="a large store")
    for figure in figures(given.folder.resolve(), given.parts):
        grid.add_row(*figure)
    OUT.print(grid)


if __name__ == "__main__":
    main()
