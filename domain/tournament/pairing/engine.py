"""The one door to the package py4swiss: Dutch pairings, and matchings of least cost.

| what goes in | how the package is told of it |
|---|---|
| a competitor | a line of a tournament report, its place in the order of strength as the starting number |
| a match that was played | a drawn game with its colour, `first` being White; the scores alone tell its result |
| any other round of a competitor | a bye without points, or the pairing-allocated bye where it bars another bye |
| scores before each round | accelerations, while games are worth nothing: so a score can be any whole number |
| a win | the points of a forfeit win, which no line has: topscorers are those above half of it for each round |
| who must not meet | forbidden pairs |
| who is not there | zeroed starting numbers |

The engine keeps the Dutch system of FIDE (C.04.3) with the criteria C.1 to C.19, that is the edition of 2016: the one
that has followed it chooses who gets the bye by further criteria. A point is 10 to it, which it needs to know for the
artificial score below a bracket (A.8).

The package is loaded at the first pairing, so that processes that never pair do not pay for it.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple

STEP_BITS = 16
"""A weight is handed over in steps of so many bits: the package takes plain integers up to 32."""
MARGIN_BITS = 2
"""Room above the heaviest weight that the package's matching works in."""

Unplayed = Literal["without_points", "like_a_win"]
"""A round in which a competitor did not play; `like_a_win`: and got what bars them from a pairing bye."""


class Played(NamedTuple):
    """What a competitor did in a round: the number of the opponent, and whether they were `first`."""

    opponent: int
    is_first: bool


class Competitor(NamedTuple):
    """What the engine has to know of one, whose number is the place in the order of strength, from 1.

    Attributes:
        history: what they did in each round.
        scores: by which they were paired in each round, and by which they are paired now; one more than the history.
        points: what they have now, by which the tables are put in order.
        is_present: whether they are to be paired now.
    """

    history: tuple[Played | Unplayed, ...]
    scores: tuple[int, ...]
    points: int
    is_present: bool


class Task(NamedTuple):
    """A round to be paired.

    Attributes:
        competitors: by number; all histories have the same length.
        rounds: how many there are to be in all.
        win: what a round is worth at the most, in the unit of the scores.
        forbidden: the numbers of those who must not meet.
        strongest_is_first: what the lot gave the first competitor in the first round.
    """

    competitors: tuple[Competitor, ...]
    rounds: int
    win: int
    forbidden: frozenset[tuple[int, int]]
    strongest_is_first: bool


class Paired(NamedTuple):
    """The numbers of two who meet; nobody is second to who gets the bye."""

    first: int
    second: int | None


def dutch(task: Task) -> tuple[Paired, ...] | None:
    """The pairs by table, with the bye where there is one; none when no pairing keeps the absolute criteria."""
    from py4swiss.engines import DutchEngine  # noqa: PLC0415 - loaded when it is needed
    from py4swiss.engines.common import PairingError  # noqa: PLC0415 - loaded when it is needed

    try:
        pairs = DutchEngine.generate_pairings(_report(task))
    except PairingError:
        return None
    return tuple(Paired(pair.white, pair.black or None) for pair in pairs)


def _report(task: Task) -> Any:
    """The task as the package's tournament report."""
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


def _round_result(each: Played | Unplayed) -> Any:
    from py4swiss.trf.results import ColorToken, ResultToken, RoundResult  # noqa: PLC0415 - loaded when it is needed

    if isinstance(each, Played):
        color = ColorToken.WHITE if each.is_first else ColorToken.BLACK
        return RoundResult(id=each.opponent, color=color, result=ResultToken.DRAW)
    bye = ResultToken.PAIRING_ALLOCATED_BYE if each == "like_a_win" else ResultToken.ZERO_POINT_BYE
    return RoundResult(id=0, color=ColorToken.BYE_OR_NOT_PAIRED, result=bye)


def cheapest_matching(count: int, costs: Mapping[tuple[int, int], int]) -> tuple[tuple[int, int], ...]:
    """Everybody in twos so that the sum of the costs is least, each pair in order and the pairs by their first.

    Args:
        count: how many there are, an even number; they are numbered from 0.
        costs: of every two of them, the lower number first; from 0.
    """
    # Every pair is worth something, so the heaviest matching leaves no two out, and has the least sum of costs.
    worth = max(costs.values(), default=0) + 1
    partners = _heaviest_matching(count, {two: worth - cost for two, cost in costs.items()})
    return tuple((one, two) for one, two in enumerate(partners) if one < two)


def _heaviest_matching(count: int, weights: Mapping[tuple[int, int], int]) -> Sequence[int]:
    """Whom each is matched with; themselves when with nobody."""
    from py4swiss.dynamicuint import DynamicUint  # noqa: PLC0415 - loaded when it is needed
    from py4swiss.matching_computer import ComputerDutchOptimality  # noqa: PLC0415 - loaded when it is needed

    widest = DynamicUint(1)
    widest.shift_grow(max(weights.values(), default=0).bit_length() + MARGIN_BITS)
    nothing = widest & 0
    computer = ComputerDutchOptimality(count, (widest >> 1) - (nothing | 1))
    for _ in range(count):
        computer.add_vertex()
    for (one, two), weight in weights.items():
        computer.set_edge_weight(one, two, _wide(weight, nothing))
    computer.compute_matching()
    matching: list[int] = computer.get_matching()
    return matching


def _wide(weight: int, nothing: Any) -> Any:
    """A weight as a number of the package, as wide as the nothing that is given."""
    wide = nothing + nothing
    for shift in reversed(range(0, weight.bit_length(), STEP_BITS)):
        wide <<= STEP_BITS
        wide |= weight >> shift & (1 << STEP_BITS) - 1
    return wide
