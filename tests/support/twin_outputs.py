"""All outputs of the service in a position, and in the same position with other hidden cards."""

from functools import cache
from random import Random
from types import ModuleType
from typing import NamedTuple

from hypothesis import settings as hypothesis_settings

from tests.support import outlets, shengji_moments
from tests.support.frozen_api import Asked, Moment, NextMove, command
from tests.support.outlets import PARTS, Heard, Outlets

ROUNDS = max(hypothesis_settings().max_examples // 15, 2)
"""The number of positions tested for each game."""


class Twice(NamedTuple):
    """A position and the same position with other hidden cards, each with the requests that follow."""

    here: Moment
    there: Moment
    then_here: list[Asked]
    then_there: list[Asked]

    def heard(self, ways: Outlets, *parts: str, only: str | None = None) -> tuple[list[Heard], list[Heard]]:
        """Returns all outputs of the service in both cases. `parts` are the parts to look at, by default all."""
        looked_at = parts or PARTS
        return (
            ways.everything(self.here, self.then_here, looked_at, only),
            ways.everything(self.there, self.then_there, looked_at, only),
        )


def twice(ways: Outlets, family: ModuleType, moment: Moment, seed: int) -> Twice:
    other, move = family.exchanged_with_next_move(moment, Random(seed))
    here, there = (outlets.with_a_clock_and_a_bot(each) for each in (moment, other))
    return Twice(here, there, *(_then(ways, family, moment, move, case) for case in ("here", "there")))


def _then(ways: Outlets, family: ModuleType, moment: Moment, move: NextMove | None, case: str) -> list[Asked]:
    """Returns the requests that follow: a move that reveals nothing else, if there is one, and entropy of seat 0."""
    seats = ways.house.seats
    entropy = command(seats[0].token, {"type": "set_entropy", "entropy": "new"}, is_own=moment.viewer == 0)
    if move is None:
        return [entropy]
    moved = family.in_json(getattr(move, case))
    return [command(seats[move.seat].token, moved, is_own=move.seat == moment.viewer), entropy]


def of_sheng_ji(ways: Outlets, kind: str, place: int | None, seed: int) -> Twice:
    return twice(ways, shengji_moments, _moment_of_sheng_ji(kind, place, seed), seed)


@cache
def _moment_of_sheng_ji(kind: str, place: int | None, seed: int) -> Moment:
    return shengji_moments.moment_of(kind, place, f"anywhere {kind} {place} {seed}")
