"""Measures the cost of standings: 1,000 entrants after 7 and after 11 rounds, by four tie-breaks with explanations.

    made from nothing   points, tie-breaks, ranks and explanations, computed from the context, as after every result
    as a document       the conversion of these to a document for JSON
    possible ranks      bounds, with two rounds to come; and exact, with 12 matches of 8 entrants to come

Pairings are random among entrants with similar points. One entrant in twenty sits out, and one match in twenty is a
forfeit, so that dummies and adjusted scores are included. Nothing is cached between runs. Times are processor time of
one process, so that other load on the machine does not count.
"""

import argparse
import random
import statistics
import time
from collections.abc import Callable, Sequence
from itertools import combinations

from rich.console import Console
from rich.table import Table as Grid

from domain.tournaments.exports.documents import standing_document
from domain.tournaments.standings.possible_ranks import EXACT_MATCHES, RemainingPlay, possible_ranks
from domain.tournaments.standings.ranking import standings
from domain.tournaments.standings.tie_break_values import TieBreak
from domain.tournaments.terms import (
    DRAW,
    LOSS,
    WIN,
    Bye,
    ByeKind,
    Entrant,
    EntrantId,
    Match,
    PairingContext,
    PlayedRound,
    Result,
    Round,
)

OUT = Console()
TIE_BREAKS: tuple[TieBreak, ...] = ("buchholz_cut_1", "buchholz", "sonneborn_berger", "direct_encounter")
RESULTS = (Result(WIN, LOSS), Result(DRAW, DRAW), Result(LOSS, WIN))
NOT_COME = (Result(WIN, LOSS, "forfeit"), Result(LOSS, WIN, "forfeit"))
KINDS: tuple[ByeKind, ...] = ("half", "zero", "absent")


def course_of(entrants: int, rounds: int, luck: random.Random) -> PairingContext:
    """Returns a random context in which entrants with similar points have met."""
    context = PairingContext(
        tuple(Entrant(EntrantId(f"entrant-{seed}"), seed, 2500 - seed) for seed in range(1, entrants + 1))
    )
    for number in range(1, rounds + 1):
        points = context.points()
        order = sorted((entrant.id for entrant in context.entrants), key=lambda each: (-points[each], luck.random()))
        out = {each for each in order if luck.random() < 0.05}
        there = [each for each in order if each not in out]
        byes = tuple(Bye(each, luck.choice(KINDS)) for each in out)
        if len(there) % 2:
            byes += (Bye(there.pop(), "pairing"),)
        matches = tuple(Match(*pair) for pair in zip(there[::2], there[1::2], strict=True))
        results = tuple(luck.choice(NOT_COME if luck.random() < 0.05 else RESULTS) for _ in matches)
        context = context._replace(rounds=(*context.rounds, PlayedRound(Round(number, matches, byes), results)))
    return context


def milliseconds(run: Callable[[], object], times: int) -> Sequence[float]:
    """Returns the processor time of each of `times` runs in ms, sorted."""
    took = []
    for _ in range(times):
        begun = time.process_time()
        run()
        took.append(1000 * (time.process_time() - begun))
    return sorted(took)


def main(arguments: list[str] | None = None) -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(prog="shengji bench standings", description=__doc__)
    parser.add_argument("--entrants", type=int, default=1000)
    parser.add_argument("--times", type=int, default=15, help="runs of each measurement (default 15)")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)

    grid = Grid("", "median ms", "max ms", title=f"{given.entrants:,} entrants, {', '.join(TIE_BREAKS)}; one process")
    for rounds in (7, 11):
        context = course_of(given.entrants, rounds, random.Random(given.seed))
        found = standings(context, TIE_BREAKS)
        for name, run in (
            (f"{rounds} rounds, made from nothing", lambda context=context: standings(context, TIE_BREAKS)),
            (f"{rounds} rounds, as a document", lambda found=found: [standing_document(each) for each in found]),
            (
                f"{rounds} rounds, bound of possible ranks",
                lambda context=context: possible_ranks(context, RemainingPlay((), 2)),
            ),
        ):
            took = milliseconds(run, given.times)
            grid.add_row(name, f"{statistics.median(took):.0f}", f"{took[-1]:.0f}")
    eight = course_of(8, 4, random.Random(given.seed))
    pairs = [Match(one.id, two.id) for one, two in combinations(eight.entrants, 2)]
    future = RemainingPlay((Round(5, tuple(random.Random(given.seed).sample(pairs, EXACT_MATCHES))),))
    took = milliseconds(lambda: possible_ranks(eight, future), given.times)
    grid.add_row(
        f"8 entrants, {EXACT_MATCHES} matches to come, exact", f"{statistics.median(took):.0f}", f"{took[-1]:.0f}"
    )
    OUT.print(grid)


if __name__ == "__main__":
    main()
