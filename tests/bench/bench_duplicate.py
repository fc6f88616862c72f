"""How far duplicate boards reduce the luck of the cards, and the scale of IMPs that fits the play of bots.

    first against second   Each board is played twice, with the same cards and exchanged sides. The sum of the first
                           bot's scores is the duplicate difference of the board. Its score at one table is that of a
                           hand that is not duplicated.
    variance               The variance of one hand, of two hands with different cards, and of both hands of a board.
    equal error            The number of hands, or of pairs of hands, with the same standard error as one board.
    lapses                 With --lapses N, the second bot plays like the first, except for one move in N, which the
                           second bot chooses. This compares players who differ little.
    the scale              It is fitted to differences between tables with sides of equal strength. Every side has one
                           second bot; all others are first bots.

The score of a hand is that of the game's boards. In Sheng Ji it is the points above the threshold, plus a step for each
level. In Zheng Shangyou it is the places; this game needs a profile with two sides (--profile).
"""

import argparse
import random
import statistics
from collections.abc import Iterator
from typing import Any, NamedTuple

from rich.console import Console
from rich.progress import track
from rich.table import Table as Grid

from domain.games.bots import BOTS
from domain.games.registry import GAMES
from domain.games.rulebooks import book_with
from domain.kernel.cards import RANK_NAMES
from domain.kernel.scale import Scale
from domain.kernel.seats import Seat
from domain.table.bot import Bot, Luck
from domain.table.state import Table
from domain.tools.sheng_ji_duel import deal_seeds
from domain.tools.simulation import Simulation, SimulationSetting, secrets_from
from domain.tournaments.boards.records import Place
from domain.tournaments.boards.table_results import board_result, scale_of_two_sides
from domain.tournaments.settings import TableGame
from tests.support.calibration import TARGET, calibrated

OUT = Console()
PROFILE = "zhang-2021"
FEWEST_BOARDS = 2
SIDES = 2


class Lapsing:
    """A bot that plays like `usual`. Of its moves, one in `one_in`, at random, is chosen by `lapse`."""

    def __init__(self, usual: Bot, lapse: Bot, one_in: int) -> None:
        self.name = f"{usual.name}, one move in {one_in} {lapse.name}"
        self._usual = usual
        self._lapse = lapse
        self._one_in = one_in

    def choose(self, view: Table, seat: Seat, luck: Luck) -> Any:
        return (self._usual if luck.randrange(self._one_in) else self._lapse).choose(view, seat, luck)

    def interject(self, view: Table, seat: Seat, luck: Luck) -> Any | None:
        return self._usual.interject(view, seat, luck)


class Board(NamedTuple):
    """The scores of the first bot on a board: on the even seats, and on the odd seats."""

    even: int
    odd: int


def boards_played(profile: str, bots: tuple[Bot, Bot], seeds: list[str]) -> Iterator[Board]:
    """Plays each board with the first bot on the even seats, then on the odd seats. Yields the scores."""
    for place, seed in enumerate(seeds):
        setting = setting_of(profile, place)
        seats = seats_of(setting)
        worth = [
            score_at(setting, seed, [bots[(seat + side) % 2] for seat in range(seats)], random.Random(f"{seed}/{side}"))
            for side in range(2)
        ]
        yield Board(worth[0], -worth[1])


def equal_tables(profile: str, bots: tuple[Bot, Bot], seeds: list[str]) -> Iterator[int]:
    """Yields, for each board, the difference between the even seats' scores at two tables with the same bots."""
    for place, seed in enumerate(seeds):
        setting = setting_of(profile, place)
        seats = seats_of(setting)
        line_up = [*[bots[0]] * (seats - 2), bots[1], bots[1]]
        scores = [score_at(setting, seed, line_up, random.Random(f"{seed}/equal/{table}")) for table in range(2)]
        yield scores[0] - scores[1]


def setting_of(profile: str, place: int) -> SimulationSetting:
    """Returns the settings of a board. In Sheng Ji, the initial level changes from board to board."""
    game = book_with(profile).game
    level = {"initial_level": RANK_NAMES[place % len(RANK_NAMES)]} if game == "sheng_ji" else {}
    return SimulationSetting(game, profile, level, hands=1)


def seats_of(setting: SimulationSetting) -> int:
    """Returns the number of seats at a table."""
    game = GAMES[setting.game]
    return game.seats(game.rules(setting.profile, setting.overrides))


def score_at(setting: SimulationSetting, seed: str, line_up: list[Bot], luck: random.Random) -> int:
    """Plays a board and returns the score of the even seats. Raises `TypeError` if no hand was scored."""
    table = Simulation(setting, secrets_from(seed)).play(line_up, luck)
    made = board_result(Place(), "", table)
    if made.score is None:
        raise TypeError(f"no hand has been scored: {table.match.phase}")
    return made.score.total


def variances(boards: list[Board]) -> Grid:
    """Returns a grid of the variances of hands and boards."""
    alone = (statistics.variance(even for even, _ in boards) + statistics.variance(odd for _, odd in boards)) / 2
    together = statistics.variance(even + odd for even, odd in boards)
    grid = Grid("", "value", title=f"{len(boards):,} boards, {2 * len(boards):,} hands")
    rows = [
        ("mean of a hand", f"{statistics.mean(even + odd for even, odd in boards) / 2:,.2f}"),
        ("variance of a hand alone", f"{alone:,.1f}"),
        ("variance of the sum of two hands with different cards", f"{2 * alone:,.1f}"),
        ("variance of a board's duplicate difference (its two hands together)", f"{together:,.1f}"),
        ("variance of a board's mean for a hand", f"{together / 4:,.1f}"),
        ("pairs of hands with the standard error of one board", f"{2 * alone / together:.2f}"),
        ("hands with the standard error of one board", f"{4 * alone / together:.2f}"),
    ]
    for row in rows:
        grid.add_row(*row)
    return grid


def scales(differences: list[int], known: Scale) -> Grid:
    """Returns a grid of the fitted scale, with the scale in the code."""
    found = calibrated(differences, per=known.per)
    grid = Grid("", "value", title=f"the scale of IMPs, from {found.samples:,} boards")
    grid.add_row("standard deviation of a difference, points", f"{statistics.pstdev(differences, 0):.2f}")
    grid.add_row("differences of 0", f"{differences.count(0) / len(differences):.0%}")
    grid.add_row("per cent of bridge's table", f"{found.percent}")
    grid.add_row(f"standard deviation of a board, IMPs (aim: {TARGET})", f"{found.deviation:.2f}")
    grid.add_row(f"steps, {known.per} to a point", ", ".join(map(str, found.scale.steps)))
    grid.add_row("the scale in the code", "the same" if found.scale == known else ", ".join(map(str, known.steps)))
    checked_in = sum(known.imps(each) ** 2 for each in differences) / len(differences)
    grid.add_row("standard deviation of a board on that scale, IMPs", f"{checked_in**0.5:.2f}")
    return grid


def main(arguments: list[str] | None = None) -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(
        prog="shengji bench duplicate",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    names = sorted(set(BOTS["sheng_ji"]) & set(BOTS["zheng_shangyou"]))
    parser.add_argument("--profile", default=PROFILE, help=f"the rules; two sides play by them (default {PROFILE})")
    parser.add_argument("--first", choices=names, default="steady", help="(default steady)")
    parser.add_argument("--second", choices=names, default="random", help="(default random)")
    parser.add_argument("--lapses", type=int, metavar="N", help="see above: one move in N (default: none)")
    parser.add_argument("--boards", type=int, default=2_000, help="at least 2 (default 2000)")
    parser.add_argument("--seed", default="duplicate", help="the name of the deals (default duplicate)")
    given = parser.parse_args(arguments)
    if given.boards < FEWEST_BOARDS:
        parser.error(f"give at least {FEWEST_BOARDS} boards")

    game = book_with(given.profile).game
    if len(GAMES[game].teams(GAMES[game].rules(given.profile, {}))) != SIDES:
        parser.error("give a profile by which two sides play")
    bots, scale = BOTS[game], scale_of_two_sides(TableGame(game, given.profile))
    first, second = bots[given.first], bots[given.second]
    if given.lapses is not None:
        if given.lapses < 1:
            parser.error("give at least 1 for --lapses")
        second = Lapsing(first, second, given.lapses)
    both = first, second
    seeds = list(deal_seeds(given.seed, given.boards))
    played = track(
        boards_played(given.profile, both, seeds), f"{first.name} against {second.name}", len(seeds), console=OUT
    )
    OUT.print(variances(list(played)))
    differences = track(equal_tables(given.profile, both, seeds), "equal sides", len(seeds), console=OUT)
    OUT.print(scales(list(differences), scale))


if __name__ == "__main__":
    main()
