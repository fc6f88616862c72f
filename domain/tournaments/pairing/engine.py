"""The only user of the package py4swiss, which finds Dutch pairings and matchings of least cost.

| input | how it is passed to the package |
|---|---|
| a competitor | a line of a tournament report, its place in the order of strength as the starting number |
| a match that was played | a drawn game with its colour, `first` being White; the scores alone tell its result |
| any other round of a competitor | a bye without points, or the pairing-allocated bye where it bars another bye |
| scores before each round | accelerations; games are worth 0 points, so that a score can be any whole number |
| a win | the points of a forfeit win; no line has one; a topscorer has more than half of them a round |
| competitors that must not meet | forbidden pairs |
| absent competitors | zeroed starting numbers |

The engine implements the Dutch system of FIDE (C.04.3) in the edition of 2016, with the criteria C.1 to C.19. The later
edition has further criteria for the bye. One point is 10 units of the engine, which it needs for the artificial score
below a bracket (A.8).

The package is loaded at the first pairing. Processes that never pair do not load it.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple

STEP_BITS = 16
"""Weights are passed in steps of this many bits, because the package takes plain integers up to 32 bits."""
MARGIN_BITS = 2
"""Extra bits above the heaviest weight, which the matching of the package needs."""

Unplayed = Literal["without_points", "like_a_win"]
"""A round that a competitor did not play; `like_a_win` if it bars them from a pairing bye."""


class PlayedPairing(NamedTuple):
    """The match of a competitor in a round: the number of the opponent, and whether the competitor was `first`."""

    opponent: int
    is_first: bool


class Competitor(NamedTuple):
    """A competitor for the engine. Its number is its place in the order of strength, from 1.

    Attributes:
        history: what it did in each round.
        scores: the score used to pair each round, and last the one for the next round; one more than the history.
        points: its current points, by which the tables are sorted.
        is_present: whether it is to be paired now.
    """

    history: tuple[PlayedPairing | Unplayed, ...]
    scores: tuple[int, ...]
    points: int
    is_present: bool


class PairingTask(NamedTuple):
    """A round to be paired.

    Attributes:
        competitors: by number; all histories have the same length.
        rounds: the number of rounds of the tournament.
        win: the most that a round is worth, in the unit of the scores.
        forbidden: pairs of numbers that must not meet.
        strongest_is_first: the lot of the first competitor in the first round.
    """

    competitors: tuple[Competitor, ...]
    rounds: int
    win: int
    forbidden: frozenset[tuple[int, int]]
    strongest_is_first: bool


class PairedCompetitors(NamedTuple):
    """The numbers of two competitors that meet; the second is `None` for the bye."""

    first: int
    second: int | None


def dutch_pairing(task: PairingTask) -> tuple[PairedCompetitors, ...] | None:
    """Returns the pairs by table, with the bye if there is one; `None` if no pairing keeps the absolute criteria."""
    return first_pairing(task) or engine_pairing(task)


def first_pairing(task: PairingTask) -> tuple[PairedCompetitors, ...] | None:
    """Returns the pairing of a first round: the stronger half meets the weaker one in order, and the last has the bye.

    The engine finds the same pairs, but takes a minute for a thousand competitors (C.04.3, A.6, C.12 and E.5).

    Returns:
        `None` if it is not a first round, the scores differ, or a forbidden pair would meet.
    """
    present = [number for number, each in enumerate(task.competitors, 1) if each.is_present]
    if (
        any(each.history for each in task.competitors)
        or len({task.competitors[each - 1].scores for each in present}) != 1
    ):
        return None
    half = len(present) // 2
    pairs = list(zip(present[:half], present[half:], strict=False))
    if any(pair in task.forbidden or pair[::-1] in task.forbidden for pair in pairs):
        return None
    matches = [
        PairedCompetitors(*pair) if (pair[0] % 2 == 1) is task.strongest_is_first else PairedCompetitors(*pair[::-1])
        for pair in pairs
    ]
    return (*matches, *(PairedCompetitors(each, None) for each in present[2 * half :]))


def engine_pairing(task: PairingTask) -> tuple[PairedCompetitors, ...] | None:
    """Returns the pairing that the package finds, as `dutch_pairing` does."""
    from py4swiss.engines import DutchEngine  # noqa: PLC0415 - loaded when it is needed
    from py4swiss.engines.common import PairingError  # noqa: PLC0415 - loaded when it is needed

    try:
        pairs = DutchEngine.generate_pairings(_report(task))
    except PairingError:
        return None
    return tuple(PairedCompetitors(pair.white, pair.black or None) for pair in pairs)


def _report(task: PairingTask) -> Any:
    """Returns the task as a tournament report of the package."""
    from py4swiss.trf import ParsedTrf  # noqa: PLC0415 - loaded when it is needed
    from py4swiss.trf.results import ColorToken, ResultToken, ScoringPointSystem  # noqa: PLC0415 - see above
    from py4swiss.trf.sections import XSection  # noqa: PLC0415 - see above

    nothing = dict.fromkeys(ScoringPointSystem().score_dict, 0)
    x_section = XSection(
        number_of_rounds=task.rounds,
        scoring_point_system=ScoringPointSystem(
            score_dict={**nothing, (ResultToken.FORFEIT_WIN, ColorToken.WHITE): task.win}
        ),
        accelerations={number: list(each.scores) for number, each in enumerate(task.competitors, 1)},
        zeroed_ids={number for number, each in enumerate(task.competitors, 1) if not each.is_present},
        forbidden_pairs=set(task.forbidden),
    )
    x_section.configuration.first_round_color = task.strongest_is_first
    sections = [_player_section(number, each) for number, each in enumerate(task.competitors, 1)]
    return ParsedTrf(player_sections=sections, x_section=x_section)


def _player_section(number: int, competitor: Competitor) -> Any:
    from py4swiss.trf.codes import PlayerCode  # noqa: PLC0415 - loaded when it is needed
    from py4swiss.trf.sections import PlayerSection  # noqa: PLC0415 - loaded when it is needed

    return PlayerSection(
        code=PlayerCode.PLAYER,
        starting_number=number,
        points_times_ten=competitor.points,
        rank=number,
        results=[_round_result(each) for each in competitor.history],
    )


def _round_result(each: PlayedPairing | Unplayed) -> Any:
    from py4swiss.trf.results import ColorToken, ResultToken, RoundResult  # noqa: PLC0415 - loaded when it is needed

    if isinstance(each, PlayedPairing):
        color = ColorToken.WHITE if each.is_first else ColorToken.BLACK
        return RoundResult(id=each.opponent, color=color, result=ResultToken.DRAW)
    bye = ResultToken.PAIRING_ALLOCATED_BYE if each == "like_a_win" else ResultToken.ZERO_POINT_BYE
    return RoundResult(id=0, color=ColorToken.BYE_OR_NOT_PAIRED, result=bye)


def cheapest_matching(count: int, costs: Mapping[tuple[int, int], int]) -> tuple[tuple[int, int], ...]:
    """Matches all in pairs with the least sum of costs. Returns the sorted pairs, each in order.

    Args:
        count: the number of items, which is even; they are numbered from 0.
        costs: the cost of every pair, the lower number first; not negative.
    """
    # Every pair has a positive weight, so the heaviest matching leaves none out and has the least sum of costs.
    worth = max(costs.values(), default=0) + 1
    partners = _heaviest_matching(count, {two: worth - cost for two, cost in costs.items()})
    return tuple((one, two) for one, two in enumerate(partners) if one < two)


def _heaviest_matching(count: int, weights: Mapping[tuple[int, int], int]) -> Sequence[int]:
    """Returns the partner of each; an unmatched one is its own partner."""
    from py4swiss.dynamicuint import DynamicUint  # noqa: PLC0415 - loaded when it is needed
    from py4swiss.matching_computer import ComputerDutchOptimality  # noqa: PLC0415 - loaded when it is needed

    widest = DynamicUint(1)
    widest.shift_grow(max(weights.values(), default=0).bit_length() + MARGIN_BITS)
    nothing = widest & 0
    computer = ComputerDutchOptimality(count, (widest >> 1) - (nothing | 1))
    for _ in range(count):
        computer.add_vertex()
    for (one, two), weight in weights.items():
        computer.set_edge_weight(one, two, _as_wide_as(weight, nothing))
    computer.compute_matching()
    matching: list[int] = computer.get_matching()
    return matching


def _as_wide_as(weight: int, nothing: Any) -> Any:
    """Returns a weight as a number of the package, as wide as the given zero."""
    wide = nothing + nothing
    for shift in reversed(range(0, weight.bit_length(), STEP_BITS)):
        wide <<= STEP_BITS
        wide |= weight >> shift & (1 << STEP_BITS) - 1
    return wide
