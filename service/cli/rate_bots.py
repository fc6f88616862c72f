"""The command `shengji rate-bots`: rates the bots of a game among themselves, and writes the data file of the API."""

import random
import time
from pathlib import Path
from statistics import median, quantiles
from typing import Any

import click
import orjson
from rich.table import Table as Grid

from domain.games.bots import BOTS, versioned
from domain.games.registry import GAMES
from domain.games.rulebooks import book_with
from domain.kernel.cards import RANK_NAMES
from domain.kernel.options import UnknownProfile
from domain.table.bot import Bot, Luck
from domain.tools.bot_ladder import TimedBot, pairs_of, play_deal, ratings_of
from domain.tools.simulation import SimulationSetting
from service.cli.failures import Failed
from service.cli.terminal import OUT, progress_bar
from service.platform.documents import Json

PROFILES = ("zhang-2021", "zheng-shangyou")
FORMULA = (
    "Bradley-Terry ratings of deals that were played twice with exchanged seats, 1500 + 400 * log10(strength), one "
    "drawn deal added for each pair, 95 % intervals from the Fisher information; see domain/tools/bot_ladder.py"
)


@click.command()
@click.option("--profile", "profiles", multiple=True, default=PROFILES, show_default=True, help="Profile; repeatable.")
@click.option("--deals", type=click.IntRange(2, 1_000_000), default=100, show_default=True, help="Deals of each pair.")
@click.option("--seed", default="ladder", show_default=True, help="Seed of cards and bots.")
@click.option("--bot", "names", multiple=True, help="Rate only these bots; repeatable.")
@click.option(
    "--write",
    "file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Write the result into this data file. The API shows that in service/bots.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def rate_bots(
    *, profiles: tuple[str, ...], deals: int, seed: str, names: tuple[str, ...], file: Path | None, as_json: bool
) -> None:
    """Rate the bots among themselves: each two of them play duplicate deals.

    The ratings are Bradley-Terry ratings on the scale of Elo, with 95 % intervals.
    """
    ladders = [_ladder(profile, deals, f"{seed}/{profile}", names) for profile in profiles]
    if file is not None:
        _write(ladders, file)
    if as_json:
        OUT.print_json(orjson.dumps(ladders).decode())
        return
    for ladder in ladders:
        _print(ladder)


def _ladder(profile: str, deals: int, seed: str, names: tuple[str, ...]) -> Json:
    """Plays the deals of a profile and returns its ladder."""
    try:
        game = book_with(profile).game
    except UnknownProfile as unknown:
        raise Failed(unknown.detail) from unknown
    bots = {versioned(bot): bot for name, bot in BOTS[game].items() if not names or name in names}
    if len(bots) < 2:
        raise Failed(f"{game} has fewer than two of these bots")
    timed = {name: TimedBot(bot, time.perf_counter) for name, bot in bots.items()}
    outcomes: dict[tuple[str, str], list[float]] = {}
    with progress_bar() as bar:
        task = bar.add_task(f"{profile}: deals, each played twice", total=deals * len(pairs_of([*bots])))
        for first, second in pairs_of([*bots]):
            won = outcomes[first, second] = []
            pair: tuple[Bot, Bot] = (timed[first], timed[second])
            for number in range(deals):
                won.append(play_deal(_setting(game, profile, number), pair, f"{seed}/{number}", _luck))
                bar.advance(task)
    rated = ratings_of([*bots], outcomes)
    return {
        "game": game,
        "profile": profile,
        "seed": seed,
        "deals_of_each_pair": deals,
        "formula": FORMULA,
        "bots": [
            {
                "bot": name,
                "rating": round(rated[name].rating, 1),
                "low_95": round(rated[name].low, 1),
                "high_95": round(rated[name].high, 1),
                "deals": deals * (len(bots) - 1),
                **_times(timed[name].seconds),
            }
            for name in sorted(bots, key=lambda name: -rated[name].rating)
        ],
        "pairs": [
            {"bots": [*pair], "won": round(sum(won) / len(won), 4), "drawn": won.count(0.5)}
            for pair, won in outcomes.items()
        ],
    }


def _setting(game: str, profile: str, number: int) -> SimulationSetting:
    """Returns how a deal is played. With levels, the trump rank goes from 2 to A with the number of the deal."""
    levels = {"initial_level": RANK_NAMES[number % len(RANK_NAMES)]} if GAMES[game].has_levels else {}
    return SimulationSetting(game, profile, levels, hands=1)


def _times(seconds: list[float]) -> Json:
    return {
        "decision_ms": round(1000 * median(seconds), 3),
        "slowest_ms": round(1000 * quantiles(seconds, n=100)[-1], 3),
    }


def _luck(name: str) -> Luck:
    return random.Random(name)  # noqa: S311 - must be repeatable


def _write(ladders: list[Json], file: Path) -> None:
    """Replaces the ladders of these profiles in the data file, and keeps the others."""
    known: Json = orjson.loads(file.read_bytes())
    written = {each["profile"] for each in ladders}
    kept = [each for each in known["ladders"] if each["profile"] not in written]
    document: Any = {"ladders": sorted([*kept, *ladders], key=lambda each: (each["game"], each["profile"]))}
    file.write_bytes(orjson.dumps(document, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE))
    OUT.print(f"{file.name} was written")


def _print(ladder: Json) -> None:
    title = f"{ladder['profile']}: {ladder['deals_of_each_pair']} deals of each pair, seed {ladder['seed']}"
    grid = Grid("bot", "rating", "95 % interval", "median of a decision", "slowest in a hundred", title=title)
    for each in ladder["bots"]:
        interval = f"{each['low_95']:.0f} to {each['high_95']:.0f}"
        times = [f"{each[name]:.2f} ms" for name in ("decision_ms", "slowest_ms")]
        grid.add_row(each["bot"], f"{each['rating']:.0f}", interval, *times)
    OUT.print(grid)
