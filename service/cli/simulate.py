"""The command `shengji simulate`: plays bots against each other without a server, to measure them.

By default it plays a duel of single hands. In Sheng Ji each deal is played twice with the seats exchanged, so that the
luck of the cards cancels out. Where friends are called, each deal is played once for each rotation of the seats, and in
Zheng Shangyou once for each rotation of the line-up. With `--matches`, whole matches are played, also with called
friends. The bots take alternate seats, and swap them for the next match, which has the same cards.
"""

import random
import secrets
from collections.abc import Callable, Iterator, Mapping
from math import isfinite
from typing import Any, NamedTuple

import click
import orjson
from rich.table import Table as Grid

from domain.games.bots import BOT_NAMES, BOTS
from domain.games.rulebooks import book_with
from domain.kernel.refusals import Refusal
from domain.table.bot import Bot, Luck
from domain.tools import zheng_shangyou_duel
from domain.tools.sheng_ji_duel import DealResult, Estimate, deal_seeds, duel, estimate, estimate_share, result_of
from domain.tools.sheng_ji_rotation import RotationDeal, rotation, rotation_result
from domain.tools.simulation import Simulation, SimulationSetting, secrets_from
from service.cli.failures import Failed
from service.cli.options import read_option
from service.cli.terminal import OUT, progress_bar


class Contest(NamedTuple):
    """The setup of a simulation: two bots by name, the rules, and the seed of all cards."""

    first: str
    second: str
    profile: str
    options: Mapping[str, object]
    seed: str

    @property
    def bots(self) -> tuple[Bot, Bot]:
        """Both bots."""
        of_game = BOTS[self.game]
        return of_game[self.first], of_game[self.second]

    @property
    def game(self) -> str:
        """The game of the profile. Raises `UnknownProfile`."""
        return book_with(self.profile).game


class MatchResult(NamedTuple):
    """The result of one match for the first bot.

    Attributes:
        won: the fraction of the winning seats that it held, or 1/2 if nobody won.
        hands: the number of hands played.
    """

    won: float
    hands: int


@click.command()
@click.argument("first", type=click.Choice(BOT_NAMES), default="steady")
@click.argument("second", type=click.Choice(BOT_NAMES), default="random")
@click.option("--deals", type=click.IntRange(1, 1_000_000), default=100, show_default=True, help="Deals of the duel.")
@click.option("--matches", type=click.IntRange(1, 100_000), default=None, help="Play whole matches instead.")
@click.option("--profile", default="zhang-2021", show_default=True, help="Profile of rules.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="Override an option; VALUE is JSON.")
@click.option("--seed", default=None, help="Seed of cards and bots. The same seed gives the same result.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def simulate(  # noqa: PLR0913 - one argument for each option of the command
    *,
    first: str,
    second: str,
    deals: int,
    matches: int | None,
    profile: str,
    options: tuple[str, ...],
    seed: str | None,
    as_json: bool,
) -> None:
    """Let bot FIRST play against bot SECOND without a server, and print the mean result of FIRST.

    All means have a 95 % confidence interval. For shares (hands or matches won, first places) it is Wilson's score
    interval, which never leaves 0 to 1.
    """
    contest = Contest(first, second, profile, dict(map(read_option, options)), seed or secrets.token_hex(8))
    try:
        result = _matches_result(contest, matches) if matches else _deals_result(contest, deals)
    except Refusal as refusal:
        raise Failed("; ".join(filter(None, (refusal.detail, refusal.hint)))) from refusal
    if as_json:
        OUT.print_json(orjson.dumps(result).decode())
    else:
        _print(contest, result)


def _luck(name: str) -> Luck:
    return random.Random(name)  # noqa: S311 - a simulation must be repeatable


def _duel_result(contest: Contest, deals: int) -> dict[str, Any]:
    """Returns the figures of a duel of Sheng Ji, with each deal played at two tables."""
    if book_with(contest.profile).rules_of(contest.profile, contest.options).friends:
        return _rotation_result(contest, deals)
    played: list[DealResult] = []
    first, second = contest.bots
    with progress_bar() as bar:
        task = bar.add_task("deals, each played twice", total=deals)
        seeds = deal_seeds(contest.seed, deals)
        for deal in duel(first, second, seeds, _luck, profile=contest.profile, overrides=contest.options):
            played.append(deal)
            bar.advance(task)
    found = result_of(played)
    return {
        "seed": contest.seed,
        "deals": found.deals,
        "hands": 2 * found.deals,
        "points_per_hand": _estimate_document(found.points),
        "levels_per_hand": _estimate_document(found.levels),
        "hands_won": _estimate_document(found.won),
    }


def _rotation_result(contest: Contest, deals: int) -> dict[str, Any]:
    """Returns the figures of Sheng Ji with called friends, with each deal played once for each rotation."""
    played: list[RotationDeal] = []
    with progress_bar() as bar:
        task = bar.add_task("deals, each played with the seats rotated", total=deals)
        rotated = rotation(
            *contest.bots,
            deal_seeds(contest.seed, deals),
            _luck,
            profile=contest.profile,
            overrides=contest.options,
            hands=1,
        )
        for deal in rotated:
            played.append(deal)
            bar.advance(task)
    found = rotation_result(played)
    return {
        "seed": contest.seed,
        "deals": found.deals,
        "hands": sum(deal.hands for deal in played),
        "levels_per_hand": _estimate_document(found.first),
        "levels_more_than_the_other": _estimate_document(found.better),
    }


def _climbing_duel_result(contest: Contest, deals: int) -> dict[str, Any]:
    """Returns the figures of a duel of Zheng Shangyou, with each deal played once for each line-up."""
    played: list[zheng_shangyou_duel.TableResult] = []
    with progress_bar() as bar:
        task = bar.add_task("deals, each played with the seats rotated", total=deals)
        seeds = deal_seeds(contest.seed, deals)
        contests = zheng_shangyou_duel.duel(
            contest.bots, seeds, _luck, profile=contest.profile, overrides=contest.options
        )
        for deal in contests:
            played.append(deal)
            bar.advance(task)
    seats = len(
        Simulation(SimulationSetting(contest.game, contest.profile, contest.options, 1), secrets_from("")).table.seats
    )
    found = zheng_shangyou_duel.result_of(played, seats)
    return {
        "seed": contest.seed,
        "deals": found.deals,
        "hands": found.deals * len(zheng_shangyou_duel.line_ups(seats)),
        "points_per_hand": _estimate_document(found.points),
        "first_places": _estimate_document(found.first),
    }


DUELS: dict[str, Callable[[Contest, int], dict[str, Any]]] = {
    "sheng_ji": _duel_result,
    "zheng_shangyou": _climbing_duel_result,
}
"""The duel of each game that has one. Whole matches work for every game."""


def _deals_result(contest: Contest, deals: int) -> dict[str, Any]:
    """Returns the figures of the duel of the game. Raises `Failed` if the game has no duel."""
    duel_result = DUELS.get(contest.game)
    if duel_result is None:
        raise Failed(f"{contest.game} has no duel; give --matches")
    return duel_result(contest, deals)


def _matches_result(contest: Contest, matches: int) -> dict[str, Any]:
    """Returns the figures of whole matches."""
    played: list[MatchResult] = []
    with progress_bar() as bar:
        task = bar.add_task("matches", total=matches)
        for match in _play_matches(contest, matches):
            played.append(match)
            bar.advance(task)
    return {
        "seed": contest.seed,
        "matches": len(played),
        "hands": sum(match.hands for match in played),
        "matches_won": _estimate_document(estimate_share([match.won for match in played])),
        "hands_per_match": _estimate_document(estimate([float(match.hands) for match in played], least=1.0)),
    }


def _play_matches(contest: Contest, matches: int) -> Iterator[MatchResult]:
    """Yields the results of matches. The first bot has the even seats in one match and the odd seats in the next.

    Both matches have the same cards. Each bot therefore holds each hand once, even if the number of seats is odd.
    """
    setting = SimulationSetting(contest.game, contest.profile, contest.options, hands=None)
    for number in range(matches):
        simulation = Simulation(setting, secrets_from(f"{contest.seed}/{number // 2}"))
        holders = [(seat + number) % 2 for seat in range(len(simulation.table.seats))]
        bots = [contest.bots[holder] for holder in holders]
        table = simulation.play(bots, _luck(f"{contest.seed}/{number}"))
        winners = table.result.winners if table.result else ()
        won = sum(holders[seat] == 0 for seat in winners) / len(winners) if winners else 0.5
        yield MatchResult(won, table.game.hands_played(table.match))


def _estimate_document(found: Estimate) -> dict[str, float | None]:
    """Returns a mean with its interval. Infinite ends, as from a single sample, become `None`."""
    members = {"mean": found.mean, "half_width_95": found.half_width, "low_95": found.lower, "high_95": found.upper}
    return {name: round(value, 4) if isfinite(value) else None for name, value in members.items()}


def _print(contest: Contest, result: Mapping[str, Any]) -> None:
    """Prints the result as a table."""
    grid = Grid("what", "mean", "95 % interval", title=f"{contest.first} against {contest.second}")
    for name, value in result.items():
        if isinstance(value, dict):
            low, high = value["low_95"], value["high_95"]
            interval = "" if low is None or high is None else f"{low:.3f} to {high:.3f}"
            grid.add_row(name.replace("_", " "), f"{value['mean']:.3f}", interval)
    OUT.print(grid)
    size = f"{result['deals']} deals" if "deals" in result else f"{result['matches']} matches"
    OUT.print(f"{size}, {result['hands']} hands, seed {result['seed']}", highlight=False)
