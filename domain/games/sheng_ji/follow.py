"""Following a lead.

    SJ-FOLLOW-01  as many cards as were led
    SJ-FOLLOW-02  at most that many of the suit led held: all of them, and any others; void: anything
    SJ-FOLLOW-03  more than that many held: cards of the suit only, with the best possible fit to the lead
    SJ-FOLLOW-05  longer runs and wider tuples are not protected
    SJ-FOLLOW-06  `protect_tuples`: of a face of which the follower holds more copies than the widest tuple led has,
                  every card counts as a single card, in the hand and in the play (DEC-66, RUL-11)
    SJ-FOLLOW-08  with two decks the best fit is a matter of counting pairs and runs of pairs
    RUL-07, RUL-08  a tuple led is answered by one tuple at the most, and no held tuple serves at two widths

What the best fit owes is a list of shapes, found width by width from the widest that was led: as many runs as were led,
then their lengths, longest first, then as many tuples as were led. Each step asks `packing.fits`, so no list of
possible answers is ever made. A play is legal when it owes itself what the whole holding owes; where bombs may be
played in any suit, a bomb is legal too.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from typing import NamedTuple

from domain.games.sheng_ji.bombs import Bombs, bomb_in
from domain.games.sheng_ji.holding import Hand, Holding, size
from domain.games.sheng_ji.order import Chain, EffectiveSuit
from domain.games.sheng_ji.packing import Shapes, fits, packings
from domain.games.sheng_ji.units import Unit


class Demand(NamedTuple):
    """What a lead asks for at one width: its runs of at least this width, and its tuples, those in runs included."""

    width: int
    run_lengths: tuple[int, ...]
    tuples: int


Demands = tuple[Demand, ...]
"""From the widest tuple led down to pairs; empty when only singles were led."""


@lru_cache(maxsize=1 << 14)
def demands_of(shapes: tuple[tuple[int, int], ...]) -> Demands:
    """What units of these shapes ask of the followers, width by width (SJ-FOLLOW-03)."""
    widest = max(width for width, _ in shapes)
    return tuple(
        Demand(
            width,
            tuple(sorted((length for wide, length in shapes if wide >= width and length > 1), reverse=True)),
            sum(length for wide, length in shapes if wide >= width),
        )
        for width in range(widest, 1, -1)
    )


@lru_cache(maxsize=1 << 16)
def owed(chain: Chain, tuples: Holding, demands: Demands) -> Shapes:
    """The shapes, in descending order, that the best fit to the demands takes from a holding (SJ-FOLLOW-03).

    Args:
        chain: the ladder of the suit led.
        tuples: the holding without its first mask: single cards owe nothing.
        demands: what was led.
    """
    if not tuples or not tuples[0]:
        return ()
    holding = (tuples[0], *tuples)
    shapes: Shapes = ()
    for demand in demands:
        shapes = _with_runs(chain, holding, demand, shapes)
        shapes = _with_tuples(chain, holding, demand, shapes)
    return shapes


def _with_runs(chain: Chain, holding: Holding, demand: Demand, shapes: Shapes) -> Shapes:
    """The shapes and the new runs of the demand's width: first as many as can be, then as long, longest first."""
    shortest = chain.shortest_run
    answered = sum(length > 1 for _, length in shapes)
    free_tuples = demand.tuples - sum(length for _, length in shapes)
    most = min(len(demand.run_lengths) - answered, free_tuples // shortest)

    def fit(lengths: list[int]) -> bool:
        return sum(lengths) <= free_tuples and _runs_fit(chain, holding, demand, shapes, lengths)

    lengths = [shortest] * _most(most, lambda runs: fit([shortest] * runs))

    def fit_longer(index: int, more: int) -> bool:
        return fit([*lengths[:index], shortest + more, *lengths[index + 1 :]])

    for index in range(len(lengths)):
        longest = lengths[index - 1] if index else demand.run_lengths[0]
        lengths[index] = shortest + _most(longest - shortest, partial(fit_longer, index))
    return _joined(shapes, ((demand.width, length) for length in lengths))


def _most(limit: int, possible: Callable[[int], bool]) -> int:
    """The largest number up to the limit that is possible; 0 is, and so is every number below one that is."""
    if limit <= 0 or possible(limit):
        return max(limit, 0)
    low, high = 0, limit
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if possible(middle) else (low, middle)
    return low


def _runs_fit(chain: Chain, holding: Holding, demand: Demand, shapes: Shapes, lengths: list[int]) -> bool:
    """Whether runs of these lengths answer the runs led, none longer than the one it answers, and can be held."""
    all_lengths = sorted([*lengths, *(length for _, length in shapes if length > 1)], reverse=True)
    if any(length > led for length, led in zip(all_lengths, demand.run_lengths, strict=False)):
        return False
    return fits(chain, holding, _joined(shapes, ((demand.width, length) for length in lengths)))


def _with_tuples(chain: Chain, holding: Holding, demand: Demand, shapes: Shapes) -> Shapes:
    """The shapes and as many loose tuples of the demand's width as are still owed and held."""

    def more(count: int) -> Shapes:
        return _joined(shapes, iter([(demand.width, 1)] * count))

    missing = demand.tuples - sum(length for _, length in shapes)
    return more(_most(missing, lambda count: fits(chain, holding, more(count))))


def _joined(shapes: Shapes, more: Iterator[tuple[int, int]]) -> Shapes:
    return tuple(sorted([*shapes, *more], reverse=True))


class Lead(NamedTuple):
    """What the followers of a trick have to answer.

    Attributes:
        suit: the effective suit led.
        size: how many cards were led.
        units: the units in which the lead is read, largest first.
        demands: what they ask for, width by width.
    """

    suit: EffectiveSuit
    size: int
    units: tuple[Unit, ...]
    demands: Demands


@lru_cache(maxsize=1 << 14)
def lead_of(suit: EffectiveSuit, units: tuple[Unit, ...]) -> Lead:
    """The lead made of these units of one effective suit."""
    return Lead(suit, sum(unit.size for unit in units), units, demands_of(tuple(unit.shape for unit in units)))


def answering(lead: Lead, held: Holding, *, protect_tuples: bool = False) -> Holding:
    """The cards of the suit led as they count for the best fit: with one copy of each protected face (SJ-FOLLOW-06).

    Args:
        lead: what was led.
        held: all that the follower holds of its suit.
        protect_tuples: the option.
    """
    widest = lead.demands[0].width if lead.demands else len(held)
    if not protect_tuples or widest >= len(held) or not held[widest]:
        return held
    return (held[0], *(mask & ~held[widest] for mask in held[1:]))


def owed_shapes(chain: Chain, lead: Lead, held: Holding, *, protect_tuples: bool = False) -> Shapes:
    """The shapes that a hand holding more of the suit than was led has to answer with; singles are not listed.

    Args:
        chain: the ladder of the suit led.
        lead: what was led.
        held: all that the follower holds of it.
        protect_tuples: the option (SJ-FOLLOW-06).
    """
    return owed(chain, answering(lead, held, protect_tuples=protect_tuples)[1:], lead.demands)


def best_fits(chain: Chain, lead: Lead, held: Holding, *, protect_tuples: bool = False) -> Iterator[tuple[Unit, ...]]:
    """The ways to take what is owed from the hand, lazily; with any other cards of the suit each makes a legal play.

    Args:
        chain: the ladder of the suit led.
        lead: what was led.
        held: all that the follower holds of it, more cards than were led.
        protect_tuples: the option (SJ-FOLLOW-06).
    """
    counting = answering(lead, held, protect_tuples=protect_tuples)
    return packings(chain, counting, owed(chain, counting[1:], lead.demands))


def is_legal_follow(
    chain: Chain, lead: Lead, hand: Hand, play: Hand, *, protect_tuples: bool = False, bombs: Bombs = "off"
) -> bool:
    """Whether a play answers the lead as SJ-FOLLOW-01..03 want it.

    Args:
        chain: the ladder of the suit led.
        lead: what was led.
        hand: the follower's hand before the play.
        play: the cards played, all of them in the hand, as many as were led.
        protect_tuples: the option (SJ-FOLLOW-06).
        bombs: the option; a bomb need not follow suit under `any_suit`.
    """
    if bombs == "any_suit" and bomb_in(lead.units, lead.size, play):
        return True
    held, played = hand[lead.suit], play[lead.suit]
    held_size = size(held)
    if held_size <= lead.size:
        return played == held
    if size(played) != lead.size:
        return False
    if not lead.demands:
        return True
    if protect_tuples:
        widest = lead.demands[0].width
        if widest < len(held) and held[widest]:
            single = ~held[widest]
            held, played = tuple([mask & single for mask in held]), tuple([mask & single for mask in played])
    return owed(chain, played[1:], lead.demands) == owed(chain, held[1:], lead.demands)
