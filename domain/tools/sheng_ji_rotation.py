"""Compares two bots in games without fixed partners. A rotation of seats cancels the luck of cards and seats.

Each deal is played once for each seat, with the same secrets and therefore the same cards. Bot A sits on every other
seat: half of the seats, rounded down. It moves on by one seat each time. So each seat has bot A equally often. A deal
is one sample, and all errors are computed over deals.

The measure is the mean number of levels that a seat gains in a hand, from the result of the hand
(`scoring.levels_of_winner`). The end of the match does not limit them. A seat that loses gains no level.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from domain.games.sheng_ji.events import TrumpFixed
from domain.games.sheng_ji.play_events import HandScored
from domain.games.sheng_ji.rules import Rules
from domain.games.sheng_ji.scoring import Score, levels_of_winner
from domain.kernel.cards import RANK_NAMES
from domain.kernel.seats import Seat
from domain.table.bot import Bot, Luck
from domain.tools.sheng_ji_duel import Estimate, estimate
from domain.tools.simulation import Simulation, SimulationSetting, secrets_from


class RotationDeal(NamedTuple):
    """The mean number of levels that a seat of each bot gained in a hand of one deal, and the number of hands."""

    seed: str
    first: float
    second: float
    hands: int


class RotationResult(NamedTuple):
    """The mean levels of both bots over some deals, and the difference: bot A less bot B."""

    deals: int
    first: Estimate
    second: Estimate
    better: Estimate


def rotation(  # noqa: PLR0913 - the arguments of a duel, and the number of hands
    first: Bot,
    second: Bot,
    seeds: Iterable[str],
    luck_of: Callable[[str], Luck],
    *,
    profile: str,
    overrides: Mapping[str, object] | None = None,
    hands: int = 2,
) -> Iterator[RotationDeal]:
    """Plays one deal for each seed and yields its levels.

    Args:
        first: bot A.
        second: bot B.
        seeds: each gives the cards of a deal. The initial level goes from 2 to A with the index of the seed.
        luck_of: makes the random choices of the bots from a name that is different for each table.
        profile: the profile of the rules.
        overrides: options that differ from the profile; `initial_level` is overridden.
        hands: the number of hands for each seating. The second hand has a dealer from the start.
    """
    for place, seed in enumerate(seeds):
        options = {**(overrides or {}), "initial_level": RANK_NAMES[place % len(RANK_NAMES)]}
        yield _deal(first, second, SimulationSetting("sheng_ji", profile, options, hands), seed, luck_of)


def rotation_result(deals: Iterable[RotationDeal]) -> RotationResult:
    """Returns the figures of the deals."""
    played = list(deals)
    return RotationResult(
        len(played),
        estimate([deal.first for deal in played]),
        estimate([deal.second for deal in played]),
        estimate([deal.first - deal.second for deal in played]),
    )


def _deal(
    first: Bot, second: Bot, setting: SimulationSetting, seed: str, luck_of: Callable[[str], Luck]
) -> RotationDeal:
    """Plays a deal with every seating and returns its mean levels."""
    gained: tuple[list[float], list[float]] = ([], [])
    players = len(Simulation(setting, secrets_from(seed)).table.seats)
    for turn in range(players):
        of_first = seats_of_first(players, turn)
        simulation = Simulation(setting, secrets_from(seed))
        bots = [first if Seat(seat) in of_first else second for seat in range(players)]
        simulation.play(bots, luck_of(f"{seed}/{turn}"))
        for gains in gains_by_hand(simulation.table.rules, simulation.events):
            for seat, levels in enumerate(gains):
                gained[Seat(seat) not in of_first].append(levels)
    one, other = (sum(levels) / len(levels) for levels in gained)
    return RotationDeal(seed, one, other, (len(gained[0]) + len(gained[1])) // players)


def seats_of_first(players: int, turn: int) -> frozenset[Seat]:
    """Returns the seats of bot A in a seating: every other seat, starting with the number of the seating."""
    return frozenset(Seat((turn + 2 * step) % players) for step in range(players // 2))


def gains_by_hand(rules: Rules, events: Iterable[Any]) -> Iterator[Sequence[float]]:
    """Yields the levels gained by each seat, for each scored hand."""
    dealer = Seat(0)
    for event in events:
        if isinstance(event, TrumpFixed):
            dealer = event.dealer
        elif isinstance(event, HandScored):
            yield [_gain(rules, event, Seat(seat), dealer) for seat in range(rules.players)]


def _gain(rules: Rules, scored: HandScored, seat: Seat, dealer: Seat) -> float:
    if (seat in scored.declarers) != (scored.winners == "declarers"):
        return 0.0
    return levels_of_winner(
        Score(scored.winners, scored.levels_won),
        is_dealer=seat == dealer,
        missing=scored.missing,
        missing_bonus=rules.missing_bonus,
        solo=scored.solo,
    )
