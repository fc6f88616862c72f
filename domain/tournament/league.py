"""Leagues: divisions one above the other, and who plays in which of them next season.

| | |
|---|---|
| promotion | the first places of each division but the highest go one up |
| relegation | the last places of each division but the lowest go one down, as far as they are not promoted |
| how many | a number, or a share of those who have played in the division, rounded as the share says |
| withdrawal | who withdraws leaves a hole; their place in the standings counts, and moves nobody else |
| newcomers | go into the lowest division, the highest rating in front |
| how many divisions | as before, as far as the bounds of the sizes allow it; otherwise as near to that as they do |
| how large they are | as before, within the bounds; what there is more or less of changes the lowest, then the next |
| a division would be too small | the best of below who stay there come up, one after the other |
| a division would be too large | the last who stay there go down, one after the other |
| divisions end, or are new | who was in those that end is in the lowest; new ones are filled from above |
| no number of divisions keeps the bounds | the fewest that are not too large; all are as even as can be |

A first season has no standings: all are newcomers, and the divisions are as even as can be. Each division plays a
round robin or a Swiss tournament of its own; the order in which its members come out here is that of their seeds: who
came down, who stays, who came up.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from domain.tournament.rounds import Entrant, EntrantId

Division = tuple[EntrantId, ...]


class Share(NamedTuple):
    """A share of a division, and how it becomes a whole number; `nearest` goes up from a half."""

    numerator: int
    denominator: int
    rounding: Literal["up", "down", "nearest"]

    def of(self, size: int) -> int:
        """How many of so many."""
        exact = self.numerator * size
        match self.rounding:
            case "up":
                return -(-exact // self.denominator)
            case "down":
                return exact // self.denominator
            case "nearest":
                return (2 * exact + self.denominator) // (2 * self.denominator)


Figure = int | Share
SIXTH = Share(1, 6, "up")


@dataclass(frozen=True, slots=True)
class LeagueRules:
    """The figures of a league.

    Attributes:
        least: how many a division has at the least.
        most: how many it has at the most.
        promoted: how many go up from a division.
        relegated: how many go down.

    Raises:
        ValueError: there can be no such division, or a figure is below zero, or a share above the whole.
    """

    least: int = 13
    most: int = 20
    promoted: Figure = SIXTH
    relegated: Figure = SIXTH

    def __post_init__(self) -> None:
        """Check that there can be such a league."""
        if not 1 <= self.least <= self.most:
            raise ValueError(f"a division cannot have from {self.least} to {self.most}")
        for figure in (self.promoted, self.relegated):
            fits = 0 <= figure.numerator <= figure.denominator != 0 if isinstance(figure, Share) else figure >= 0
            if not fits:
                raise ValueError(f"{figure} cannot go up or down")


class Movers(NamedTuple):
    """How many of a division go up, from the first place on, and down, to the last."""

    up: int
    down: int


def movers(rules: LeagueRules, size: int, place: int, number: int) -> Movers:
    """How many go up and down from a division.

    Args:
        rules: the figures.
        size: how many have played in it.
        place: which it is, from 0, the highest.
        number: how many divisions there are.
    """
    up = min(_number(rules.promoted, size), size) if place > 0 else 0
    down = min(_number(rules.relegated, size), size - up) if place < number - 1 else 0
    return Movers(up, down)


def next_season(
    standings: Sequence[Sequence[EntrantId]],
    rules: LeagueRules,
    withdrawn: Collection[EntrantId] = (),
    newcomers: Sequence[Entrant] = (),
) -> tuple[Division, ...]:
    """The divisions of the next season, the highest in front.

    Args:
        standings: how the divisions have ended, the highest in front; in each the first place in front.
        rules: the figures.
        withdrawn: who does not play on.
        newcomers: who was in no division, in any order.

    Returns:
        For each division its members, seed 1 in front.

    Raises:
        ValueError: somebody stands twice, or is a newcomer and no newcomer.
    """
    new = sorted(newcomers, key=lambda entrant: (-entrant.rating, entrant.seed, entrant.id))
    _check_once([*(entrant for division in standings for entrant in division), *(entrant.id for entrant in new)])
    pools = _moved(standings, rules, withdrawn) or [_Pool()]
    pools[-1].stays += [entrant.id for entrant in new if entrant.id not in withdrawn]
    sizes = sizes_of_divisions(sum(map(len, pools)), [len(division) for division in standings], rules)
    if not sizes:
        return ()
    _fit_number(pools, len(sizes))
    for place, size in enumerate(sizes):
        _fit_size(pools, place, size)
    return tuple(pool.members() for pool in pools)


def sizes_of_divisions(total: int, before: Sequence[int], rules: LeagueRules) -> tuple[int, ...]:
    """How many are in each division, the highest in front.

    Args:
        total: how many play.
        before: how large the divisions have been, the highest in front.
        rules: the figures.
    """
    if not total:
        return ()
    fewest = -(-total // rules.most)
    number = min(max(len(before), fewest), max(fewest, total // rules.least))
    even, over = divmod(total, number)
    if not before or even < rules.least:
        return tuple(even + (place < over) for place in range(number))
    sizes = [min(max(size, rules.least), rules.most) for size in before[:number]]
    sizes += [rules.least] * (number - len(sizes))
    for place in reversed(range(number)):
        size = sizes[place] + total - sum(sizes)
        sizes[place] = min(max(size, rules.least), rules.most)
    return tuple(sizes)


@dataclass(slots=True)
class _Pool:
    """Who is to be in a division, in three groups, each with the best in front."""

    came_down: list[EntrantId] = field(default_factory=list)
    stays: list[EntrantId] = field(default_factory=list)
    came_up: list[EntrantId] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.came_down) + len(self.stays) + len(self.came_up)

    def members(self) -> Division:
        return (*self.came_down, *self.stays, *self.came_up)

    def take_best(self) -> EntrantId:
        """Take out who is to come up next: of those who stay, if there are any."""
        return (self.stays or self.came_down or self.came_up).pop(0)

    def take_last(self) -> EntrantId:
        """Take out who is to go down next: of those who stay, if there are any."""
        return (self.stays or self.came_down or self.came_up).pop()


def _check_once(entrants: Sequence[EntrantId]) -> None:
    twice = [entrant for entrant, times in Counter(entrants).items() if times > 1]
    if twice:
        raise ValueError(f"{twice[0]!r} would play in two places")


def _moved(
    standings: Sequence[Sequence[EntrantId]], rules: LeagueRules, withdrawn: Collection[EntrantId]
) -> list[_Pool]:
    """The divisions after promotion and relegation, without those who have withdrawn."""
    pools = [_Pool() for _ in standings]
    for place, division in enumerate(standings):
        up, down = movers(rules, len(division), place, len(standings))
        for rank, entrant in enumerate(division):
            if entrant in withdrawn:
                continue
            if rank < up:
                pools[place - 1].came_up.append(entrant)
            elif rank >= len(division) - down:
                pools[place + 1].came_down.append(entrant)
            else:
                pools[place].stays.append(entrant)
    return pools


def _number(figure: Figure, size: int) -> int:
    return figure.of(size) if isinstance(figure, Share) else figure


def _fit_number(pools: list[_Pool], number: int) -> None:
    """Let there be so many divisions: the lowest end, or new ones are below them."""
    while len(pools) > number:
        ended = pools.pop(number)
        pools[number - 1].came_up += ended.members()
    pools += [_Pool() for _ in range(number - len(pools))]


def _fit_size(pools: list[_Pool], place: int, size: int) -> None:
    """Let a division have its size, when those above it have theirs."""
    pool = pools[place]
    while len(pool) > size:
        pools[place + 1].came_down.insert(0, pool.take_last())
    while len(pool) < size:
        below = next(other for other in pools[place + 1 :] if len(other))
        pool.came_up.append(below.take_best())
