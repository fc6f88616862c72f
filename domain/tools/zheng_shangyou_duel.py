"""Duels in the climbing game: two bots play the same deals with rotated seats.

At one table the bots sit alternately. Then every bot moves one seat to the right, until each line-up has been played
with the same secrets, and therefore with the same cards and first leader. A deal is one sample: its figures are the
means over its tables, and errors are computed over deals.

The value of a table for bot A:

    points   the mean gain of A's sides in a hand, less that of B's sides; a side is a seat or a team
    first    the share of A in the seats that came first, less its share in the seats
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from domain.games.zheng_shangyou.events import PlacesScored
from domain.games.zheng_shangyou.state import MatchState
from domain.games.zheng_shangyou.teams import side_of
from domain.kernel.seats import Seat
from domain.table.bot import Bot, Luck
from domain.tools.sheng_ji_duel import Estimate, estimate, estimate_share
from domain.tools.simulation import Simulation, SimulationSetting, secrets_from

GAME = "zheng_shangyou"
LineUp = tuple[bool, ...]
"""For each seat, whether bot A has it."""


class TableResult(NamedTuple):
    """The value of a hand for bot A at one table, or the mean over all tables of a deal."""

    points: float
    first: float


class DuelResult(NamedTuple):
    """The mean values of a hand for bot A over some deals."""

    deals: int
    points: Estimate
    first: Estimate


def line_ups(seats: int) -> tuple[LineUp, ...]:
    """Returns the distinct line-ups that rotating the seats produces. In the first one, the bots sit alternately."""
    first = [seat % 2 == 0 for seat in range(seats)]
    return tuple(dict.fromkeys(tuple(first[-moved:] + first[:-moved]) for moved in range(seats)))


def duel(
    bots: tuple[Bot, Bot],
    seeds: Iterable[str],
    luck_of: Callable[[str], Luck],
    *,
    profile: str = "zheng-shangyou",
    overrides: Mapping[str, object] | None = None,
    hands: int = 1,
) -> Iterator[TableResult]:
    """Plays one deal for each seed at all its tables, lazily.

    Args:
        bots: bot A, for which values are computed, and bot B.
        seeds: each determines the cards of a deal.
        luck_of: returns the random numbers of the bots for a name, which is different for each table.
        profile: the rules.
        overrides: options that differ from the profile.
        hands: the number of hands at each table. Cards are exchanged from the second hand on.
    """
    setting = SimulationSetting(GAME, profile, overrides or {}, hands)
    for seed in seeds:
        seats = len(Simulation(setting, secrets_from(seed)).table.seats)
        tables = [
            _play(setting, seed, bots, line_up, luck_of(f"{seed}/{number}"))
            for number, line_up in enumerate(line_ups(seats))
        ]
        yield TableResult(*(sum(values) / len(tables) for values in zip(*tables, strict=True)))


def result_of(deals: Iterable[TableResult], seats: int) -> DuelResult:
    """Returns the mean values over the deals played so far, at tables of `seats` seats."""
    played = list(deals)
    held = _mean([_mean(list(map(float, line_up))) for line_up in line_ups(seats)])
    return DuelResult(
        len(played),
        estimate([deal.points for deal in played]),
        estimate_share([deal.first for deal in played], least=-held),
    )


def _play(setting: SimulationSetting, seed: str, bots: tuple[Bot, Bot], line_up: LineUp, luck: Luck) -> TableResult:
    """Plays the hands at one table."""
    simulation = Simulation(setting, secrets_from(seed))
    match: MatchState = simulation.play([bots[not is_a] for is_a in line_up], luck).match
    scores = [event for event in simulation.events if isinstance(event, PlacesScored)]
    of_side = {side_of(match.rules.team_mode, Seat(seat)): is_a for seat, is_a in enumerate(line_up)}
    points = _mean([match.totals[side] for side, is_a in of_side.items() if is_a])
    others = _mean([match.totals[side] for side, is_a in of_side.items() if not is_a])
    first = _mean([float(line_up[score.order[0]]) for score in scores])
    return TableResult((points - others) / len(scores), first - _mean(list(map(float, line_up))))


def _mean(values: list[float] | list[int]) -> float:
    return sum(values) / len(values)
