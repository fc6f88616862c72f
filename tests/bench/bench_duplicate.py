"""How much of the luck of the cards duplicate boards take away, and the scale of IMPs that follows from bots' play.

    first against second   each board is played twice with the same cards, with the sides exchanged; what the first bot
                           has over both tables is a board's duplicate difference. What it has at one table alone is a
                           hand of play that is not duplicated.
    variance               of a hand alone, of two hands with different cards, and of the two hands of a board
    boards for equal error how many hands, or pairs of hands, take the place of one board with the same standard error
    lapses                 with --lapses the second bot plays like the first, but for one move in so many, which is that
                           of the bot named: so players who are not much unlike are compared
    the scale              fitted to differences between tables with sides of equal strength: every pair is the first
                           bot with the second, on both sides and at both tables

A hand is worth what `scoring.board` says: points above the threshold, and a step for each level.
"""

import argparse
import random
import statistics
from collections.abc import Iterator
from typing import Any

from rich.console import Console
from rich.progress import track
from rich.table import Table as Grid

from domain.bots import BOTS
from domain.bots.policy import Bot, Luck
from domain.cards import RANK_NAMES
from domain.duel import DealResult, HandResult, deal_seeds, duel
from domain.seats import Seat
from domain.shengji.rules import rules_of
from domain.shengji.state import Scored
from domain.simulation import Setting, Simulation, secrets_from
from domain.table.state import Table
from domain.tournament.scoring.board import BoardScore, score_of_even_seats
from domain.tournament.scoring.calibration import TARGET, calibrated
from domain.tournament.scoring.imps import SHENG_JI

OUT = Console()
PROFILE = "zhang-2021"
STEP = rules_of(PROFILE).score_step
FEWEST_BOARDS = 2


class Lapsing:
    """A bot that plays like one bot, and by chance like another."""

    def __init__(self, usual: Bot, lapse: Bot, one_in: int) -> None:
        self.name = f"{usual.name}, one move in {one_in} {lapse.name}"
        self._usual = usual
        self._lapse = lapse
        self._one_in = one_in

    def choose(self, view: Table, seat: Seat, luck: Luck) -> Any:
        return (self._usual if luck.randrange(self._one_in) else self._lapse).choose(view, seat, luck)

    def interject(self, view: Table, seat: Seat, luck: Luck) -> Any | None:
        return self._usual.interject(view, seat, luck)


def worth(hand: HandResult) -> int:
    """What a hand of a duel was worth to the first bot."""
    return BoardScore(int(hand.points), int(hand.levels), STEP).total


def boards_played(bots: tuple[Bot, Bot], seeds: list[str]) -> Iterator[DealResult]:
    """The boards of the comparison."""
    return duel(*bots, seeds, random.Random, profile=PROFILE)


def equal_tables(bots: tuple[Bot, Bot], seeds: list[str]) -> Iterator[int]:
    """For each board the difference of the even seats' scores at two tables where everybody has the same partners."""
    line_up = [bots[0], bots[0], bots[1], bots[1]]
    for place, seed in enumerate(seeds):
        setting = Setting("sheng_ji", PROFILE, {"initial_level": RANK_NAMES[place % len(RANK_NAMES)]}, hands=1)
        scores = [score_at(setting, seed, line_up, random.Random(f"{seed}/equal/{table}")) for table in range(2)]
        yield scores[0] - scores[1]


def score_at(setting: Setting, seed: str, line_up: list[Bot], luck: random.Random) -> int:
    """What the even seats have on a board."""
    table = Simulation(setting, secrets_from(seed)).play(line_up, luck)
    scored = table.match.phase
    if not isinstance(scored, Scored):
        raise TypeError(f"no hand has been scored: {scored}")
    return score_of_even_seats(scored.score, table.rules).total


def variances(boards: list[DealResult]) -> Grid:
    """What was found of hands and boards."""
    hands = [(worth(board.even), worth(board.odd)) for board in boards]
    alone = (statistics.variance(even for even, _ in hands) + statistics.variance(odd for _, odd in hands)) / 2
    together = statistics.variance(even + odd for even, odd in hands)
    grid = Grid("", "value", title=f"{len(boards):,} boards, {2 * len(boards):,} hands")
    rows = [
        ("mean of a hand", f"{statistics.mean(even + odd for even, odd in hands) / 2:,.1f}"),
        ("variance of a hand alone", f"{alone:,.0f}"),
        ("variance of the sum of two hands with different cards", f"{2 * alone:,.0f}"),
        ("variance of a board's duplicate difference (its two hands together)", f"{together:,.0f}"),
        ("variance of a board's mean for a hand", f"{together / 4:,.0f}"),
        ("pairs of hands for the standard error of one board", f"{2 * alone / together:.2f}"),
        ("hands for the standard error of one board", f"{4 * alone / together:.2f}"),
    ]
    for row in rows:
        grid.add_row(*row)
    return grid


def scales(differences: list[int]) -> Grid:
    """The scale that fits, beside the one that is checked in."""
    found = calibrated(differences)
    grid = Grid("", "value", title=f"the scale of IMPs, from {found.samples:,} boards")
    grid.add_row("standard deviation of a difference, points", f"{statistics.pstdev(differences, 0):.1f}")
    grid.add_row("differences of 0", f"{differences.count(0) / len(differences):.0%}")
    grid.add_row("per cent of bridge's table", f"{found.percent}")
    grid.add_row(f"standard deviation of a board, IMPs (aim: {TARGET})", f"{found.deviation:.2f}")
    grid.add_row("steps", ", ".join(map(str, found.scale.steps)))
    grid.add_row("the checked-in scale", "the same" if found.scale == SHENG_JI else ", ".join(map(str, SHENG_JI.steps)))
    return grid


def main(arguments: list[str] | None = None) -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench.bench_duplicate",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    bots = BOTS["sheng_ji"]
    parser.add_argument("--first", choices=sorted(bots), default="steady", help="(default steady)")
    parser.add_argument("--second", choices=sorted(bots), default="random", help="(default random)")
    parser.add_argument("--lapses", type=int, metavar="N", help="see above: one move in N (default: none)")
    parser.add_argument("--boards", type=int, default=2_000, help="at least 2 (default 2000)")
    parser.add_argument("--seed", default="duplicate", help="the name of the deals (default duplicate)")
    given = parser.parse_args(arguments)
    if given.boards < FEWEST_BOARDS:
        parser.error(f"give at least {FEWEST_BOARDS} boards")

    first, second = bots[given.first], bots[given.second]
    if given.lapses is not None:
        if given.lapses < 1:
            parser.error("give at least 1 for --lapses")
        second = Lapsing(first, second, given.lapses)
    both = first, second
    seeds = list(deal_seeds(given.seed, given.boards))
    played = track(boards_played(both, seeds), f"{first.name} against {second.name}", len(seeds), console=OUT)
    OUT.print(variances(list(played)))
    OUT.print(scales(list(track(equal_tables(both, seeds), "equal sides", len(seeds), console=OUT))))


if __name__ == "__main__":
    main()
