"""Leagues: divisions above each other, and the assignment of players to the divisions of the next season.

| rule | effect |
|---|---|
| promotion | the top places of each division except the highest move up one division |
| relegation | the bottom places of each division except the lowest move down, unless they are promoted |
| how many move | a number, or a share of the players of the division, rounded as the share says |
| withdrawal | leaves a gap; the place still counts in the standings, and no other player moves for it |
| newcomers | join the lowest division, the highest rating first |
| number of divisions | as before if the size limits allow it; otherwise the nearest number they allow |
| sizes | as before within the limits; a surplus or deficit changes the lowest division, then the next one up |
| a division would be too small | the best of the division below that stay there move up, one by one |
| a division would be too large | the last that stay there move down, one by one |
| divisions end, or are new | members of an ended division join the lowest; new divisions are filled from above |
| no number of divisions fits | the fewest that are not too large, as even as possible |

The first season has no standings: all players are newcomers, and the divisions are as even as possible. Each division
plays its own round robin or Swiss tournament. The returned order of its members is that of their seeds: those that came
down, those that stay, those that came up.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from domain.tournaments.terms import Entrant, EntrantId

Division = tuple[EntrantId, ...]


class Share(NamedTuple):
    """A share of a division and its rounding; `nearest` rounds a half up."""

    numerator: int
    denominator: int
    rounding: Literal["up", "down", "nearest"]

    def of(self, size: int) -> int:
        """Returns the share of `size`, as a whole number."""
        exact = self.numerator * size
        match self.rounding:
            case "up":
                return -(-exact // self.denominator)
            case "down":
                return exact // self.denominator
            case "nearest":
                return (2 * exact + self.denominator) // (2 * self.denominator)


MoverCount = int | Share
SIXTH = Share(1, 6, "up")


@dataclass(frozen=True, slots=True)
class LeagueRules:
    """The parameters of a league.

    Attributes:
        least: the fewest players of a division.
        most: the most players of a division.
        promoted: how many move up from a division.
        relegated: how many move down.

    Raises:
        ValueError: the sizes are impossible, a figure is negative, or a share is above 1.
    """

    least: int = 13
    most: int = 20
    promoted: MoverCount = SIXTH
    relegated: MoverCount = SIXTH

    def __post_init__(self) -> None:
        """Checks that such a league is possible."""
        if not 1 <= self.least <= self.most:
            raise ValueError(f"a division cannot have from {self.least} to {self.most}")
        for figure in (self.promoted, self.relegated):
            fits = 0 <= figure.numerator <= figure.denominator != 0 if isinstance(figure, Share) else figure >= 0
            if not fits:
                raise ValueError(f"{figure} cannot go up or down")


class Movers(NamedTuple):
    """How many of a division move up, counted from the first place, and down, counted from the last."""

    up: int
    down: int


def movers_of_division(rules: LeagueRules, size: int, place: int, number: int) -> Movers:
    """Returns how many move up and down from a division.

    Args:
        rules: the parameters.
        size: the number of players of the division.
        place: the division, from 0 for the highest.
        number: the number of divisions.
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
    """Returns the divisions of the next season, the highest first.

    Args:
        standings: the final order of each division, the highest division first, and in each the first place first.
        rules: the parameters.
        withdrawn: players that do not play in the next season.
        newcomers: players that were in no division, in any order.

    Returns:
        The members of each division, seed 1 first.

    Raises:
        ValueError: a player appears twice, or a newcomer is also in the standings.
    """
    new = sorted(newcomers, key=lambda entrant: (-entrant.rating, entrant.seed, entrant.id))
    _check_once([*(entrant for division in standings for entrant in division), *(entrant.id for entrant in new)])
    pools = _divisions_after_moves(standings, rules, withdrawn) or [_Pool()]
    pools[-1].stays += [entrant.id for entrant in new if entrant.id not in withdrawn]
    sizes = sizes_of_divisions(sum(map(len, pools)), [len(division) for division in standings], rules)
    if not sizes:
        return ()
    _fit_number(pools, len(sizes))
    for place, size in enumerate(sizes):
        _fit_size(pools, place, size)
    return tuple(pool.members() for pool in pools)


def sizes_of_divisions(total: int, before: Sequence[int], rules: LeagueRules) -> tuple[int, ...]:
    """Returns the sizes of the divisions, the highest first.

    Args:
        total: the number of players.
        before: the sizes of the divisions so far, the highest first.
        rules: the parameters.
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
    """The future members of a division in three groups, each with the best first."""

    came_down: list[EntrantId] = field(default_factory=list)
    stays: list[EntrantId] = field(default_factory=list)
    came_up: list[EntrantId] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.came_down) + len(self.stays) + len(self.came_up)

    def members(self) -> Division:
        return (*self.came_down, *self.stays, *self.came_up)

    def take_best(self) -> EntrantId:
        """Removes and returns the next one to move up: one of those that stay, if there are any."""
        return (self.stays or self.came_down or self.came_up).pop(0)

    def take_last(self) -> EntrantId:
        """Removes and returns the next one to move down: one of those that stay, if there are any."""
        return (self.stays or self.came_down or self.came_up).pop()


def _check_once(entrants: Sequence[EntrantId]) -> None:
    twice = [entrant for entrant, times in Counter(entrants).items() if times > 1]
    if twice:
        raise ValueError(f"{twice[0]!r} would play in two divisions")


def _divisions_after_moves(
    standings: Sequence[Sequence[EntrantId]], rules: LeagueRules, withdrawn: Collection[EntrantId]
) -> list[_Pool]:
    """Returns the divisions after promotion and relegation, without the withdrawn."""
    pools = [_Pool() for _ in standings]
    for place, division in enumerate(standings):
        up, down = movers_of_division(rules, len(division), place, len(standings))
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


def _number(figure: MoverCount, size: int) -> int:
    return figure.of(size) if isinstance(figure, Share) else figure


def _fit_number(pools: list[_Pool], number: int) -> None:
    """Adjusts the number of divisions: ends the lowest, or adds new ones below."""
    while len(pools) > number:
        ended = pools.pop(number)
        pools[number - 1].came_up += ended.members()
    pools += [_Pool() for _ in range(number - len(pools))]


def _fit_size(pools: list[_Pool], place: int, size: int) -> None:
    """Adjusts the size of a division, after those above it have theirs."""
    pool = pools[place]
    while len(pool) > size:
        pools[place + 1].came_down.insert(0, pool.take_last())
    while len(pool) < size:
        below = next(other for other in pools[place + 1 :] if len(other))
        pool.came_up.append(below.take_best())
