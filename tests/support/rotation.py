"""A rotation: two bots where nobody has a fixed partner, so that the luck of cards and seats cancels out.

Each deal is played once for each seat, with the same secrets and therefore the same cards. Bot A sits on half of the
seats (the smaller half if their number is odd), spread around the table, and moves on by one seat each time. So each
bot holds every hand equally often in proportion. A deal is one sample, and all errors are computed over deals.

    levels   the levels that a seat gains in a hand, on the average: uncapped by the end of the match, as the hand's
             result gives them (`scoring.levels_of_winner`); nothing for who has lost
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
    """What a hand of one deal brought a seat of each bot, on the average."""

    seed: str
    first: float
    second: float


class RotationResult(NamedTuple):
    """How both bots did over some deals, and by how much bot A did better."""

    deals: int
    first: Estimate
    second: Estimate
    better: Estimate


def rotation(  # noqa: PLR0913 - the same as a duel, and how many hands
    first: Bot,
    second: Bot,
    seeds: Iterable[str],
    luck_of: Callable[[str], Luck],
    *,
    profile: str,
    overrides: Mapping[str, object] | None = None,
    hands: int = 2,
) -> Iterator[RotationDeal]:
    """Plays one deal for each seed, lazily.

    Args:
        first: bot A.
        second: bot B.
        seeds: each gives the cards of a deal; the level goes from 2 to A with the place among the seeds.
        luck_of: makes the bots' own chance from a name that is different for each table.
        profile: the rules.
        overrides: options that differ from the profile; `initial_level` is overridden.
        hands: how many hands are played with each seating: in the second there is a dealer from the beginning.
    """
    for place, seed in enumerate(seeds):
        options = {**(overrides or {}), "initial_level": RANK_NAMES[place % len(RANK_NAMES)]}
        yield _deal(first, second, SimulationSetting("sheng_ji", profile, options, hands), seed, luck_of)


def rotation_result(deals: Iterable[RotationDeal]) -> RotationResult:
    """The figures of a rotation, or of as much of it as has been played."""
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
    """Plays a deal with every seating."""
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
    return RotationDeal(seed, *(sum(levels) / len(levels) for levels in gained))


def seats_of_first(players: int, turn: int) -> frozenset[Seat]:
    """Where bot A sits in that seating: every other seat from the one of its number."""
    return frozenset(Seat((turn + 2 * step) % players) for step in range(players // 2))


def gains_by_hand(rules: Rules, events: Iterable[Any]) -> Iterator[Sequence[float]]:
    """For each hand that was scored what each seat gained by it."""
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
