"""Values of moves from playouts: in C if the optional extension is built, else in plain Python. Both are equal."""

from array import array
from collections.abc import Sequence
from typing import Any, Protocol

from domain.games.sheng_ji.playouts.ending import Ending, is_ending
from domain.games.sheng_ji.playouts.plain import Playout
from domain.games.sheng_ji.playouts.position import Tables
from domain.games.sheng_ji.playouts.problem import Problem, Standing, Trial
from domain.games.sheng_ji.playouts.world import sample

Values = list[Sequence[int]]
"""For each world, the value of each trial."""


class Kernel(Protocol):
    """A way to compute playouts."""

    def __call__(self, problem: Problem, trials: Sequence[Trial], worlds: int, state: int) -> tuple[Values, int]:
        """Returns the values of the trials in so many worlds, and the state of the generator after them."""


def plain(problem: Problem, trials: Sequence[Trial], worlds: int, state: int) -> tuple[Values, int]:
    """Computes playouts in plain Python."""
    values: Values = []
    tables, searches = Tables(problem), is_ending(problem)
    for _ in range(worlds):
        world, state = sample(problem, state)
        ending = Ending(problem, world) if searches else None
        values.append([Playout(problem, tables, world).value(trial, ending) for trial in trials])
    return values, state


class Compiled:
    """Computes playouts in C."""

    def __init__(self, module: Any) -> None:
        """Takes the extension module that is built from `native.c`."""
        self._values = module.values

    def __call__(self, problem: Problem, trials: Sequence[Trial], worlds: int, state: int) -> tuple[Values, int]:
        """Does the same as `plain`."""
        found, state = self._values(flat(problem, trials), state, worlds)
        numbers, width = array("i", found), len(trials)
        return [numbers[place : place + width] for place in range(0, len(numbers), width)], state


def flat(problem: Problem, trials: Sequence[Trial]) -> bytes:
    """Returns a problem and its trials as `native.c` reads them."""
    p, numbers = problem, array("i")
    numbers.extend((p.players, p.layers, p.seat, p.dealer, p.declarers, p.kitty, p.penalty))
    for row in (*p.over, p.joint, p.tens, p.fives, *p.keep):
        numbers.extend(row)
    for suit, slots in enumerate((*p.hold, *p.feed)):
        _put_cards(numbers, [(suit % 5, slot) for slot in slots])
    for hand in p.known:
        for layers in hand:
            numbers.extend(layers)
    _put_cards(numbers, p.pool)
    numbers.extend((*p.free, *p.voids, *p.points))
    _put_cards(numbers, p.calls)
    _put_trick(numbers, p)
    for row in p.factors:
        numbers.extend(row)
    numbers.append(len(trials))
    for trial in trials:
        _put_trial(numbers, trial)
    return numbers.tobytes()


def _put_cards(numbers: "array[int]", cards: Sequence[tuple[int, int]]) -> None:
    numbers.append(len(cards))
    for card in cards:
        numbers.extend(card)


def _put_standing(numbers: "array[int]", standing: Standing | None) -> None:
    if standing is not None:
        numbers.extend(standing)


def _put_trick(numbers: "array[int]", problem: Problem) -> None:
    trick = problem.trick
    numbers.append(trick is not None)
    if trick is not None:
        numbers.extend((trick.suit, trick.size, len(trick.units)))
        for unit in trick.units:
            numbers.extend(unit)
        _put_standing(numbers, trick.standing)
        numbers.extend((trick.winner, trick.points, trick.left))


def _put_trial(numbers: "array[int]", trial: Trial) -> None:
    numbers.extend((trial.kind, trial.size))
    for layers in trial.cards:
        numbers.extend(layers)
    numbers.append(len(trial.units))
    for unit in trial.units:
        numbers.extend(unit)
    numbers.append(trial.standing is not None)
    _put_standing(numbers, trial.standing)


# `BEST` is the fastest kernel that is installed.
try:
    from domain.games.sheng_ji.playouts import native
except ImportError:
    BEST: Kernel = plain
else:
    BEST = Compiled(native)
