"""Following a lead.

    SJ-FOLLOW-01  as many cards as were led
    SJ-FOLLOW-02  at most that many of the suit led held: all of them, and any others; void: anything
    SJ-FOLLOW-03  more than that many held: cards of the suit only, with the best possible fit to the lead
    SJ-FOLLOW-05  longer runs and wider tuples are not protected
    SJ-FOLLOW-06  `protect_tuples`: if the follower holds more copies of a face than the widest tuple led has, its
                  cards count as single cards, in the hand and in the play (DEC-66, RUL-11)
    SJ-FOLLOW-08  with two decks the best fit reduces to counting pairs and runs of pairs
    RUL-07, RUL-08  a tuple led is answered by at most one tuple, and a held tuple serves at one width only

The best fit is a list of owed shapes. It is found width by width from the widest tuple led: first the number of runs,
then their lengths, longest first, then the number of tuples, none more than were led. Each step calls `packing.fits`,
so possible answers are never enumerated. A play is legal if the shapes that the whole holding owes fit into it. Where
bombs may be of any suit, a bomb is legal too.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from typing import NamedTuple

from domain.games.sheng_ji.bombs import bomb_in
from domain.games.sheng_ji.card_order import EffectiveSuit
from domain.games.sheng_ji.chain import Chain
from domain.games.sheng_ji.holding import in_suit
from domain.games.sheng_ji.layers import EVERY_LAYER, LAYER_BITS, SUIT_FACES, Hand, Holding, layer
from domain.games.sheng_ji.options.extensions import Bombs
from domain.games.sheng_ji.packing import Shapes, fits, packings, tuples_only, with_tuples
from domain.games.sheng_ji.units import Unit


class Demand(NamedTuple):
    """The demand of a lead at one width: its runs of at least this width, and its tuples, including those in runs."""

    width: int
    run_lengths: tuple[int, ...]
    tuples: int


Demands = tuple[Demand, ...]
"""Demands from the widest tuple led down to pairs; empty if only singles were led."""


@lru_cache(maxsize=1 << 14)
def demands_of(shapes: tuple[tuple[int, int], ...]) -> Demands:
    """Returns the demands of a lead with these shapes, width by width (SJ-FOLLOW-03)."""
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
    """Returns the shapes that the best fit takes from a holding, in descending order (SJ-FOLLOW-03).

    Args:
        chain: the chain of the suit led.
        tuples: the holding as `tuples_only` gives it, since single cards owe nothing.
        demands: the demands of the lead.
    """
    if not tuples:
        return ()
    holding = with_tuples(tuples)
    shapes: Shapes = ()
    for demand in demands:
        shapes = _with_runs(chain, holding, demand, shapes)
        shapes = _with_tuples(chain, holding, demand, shapes)
    return shapes


def _with_runs(chain: Chain, holding: Holding, demand: Demand, shapes: Shapes) -> Shapes:
    """Adds runs of the demand's width to the shapes: first as many as possible, then as long, longest first."""
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
    """Returns the largest possible number up to the limit.

    0 is always possible, and so is each number below a possible one.
    """
    if limit <= 0 or possible(limit):
        return max(limit, 0)
    low, high = 0, limit
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if possible(middle) else (low, middle)
    return low


def _runs_fit(chain: Chain, holding: Holding, demand: Demand, shapes: Shapes, lengths: list[int]) -> bool:
    """Returns whether the holding has runs of these lengths, none longer than the run led that it answers."""
    all_lengths = sorted([*lengths, *(length for _, length in shapes if length > 1)], reverse=True)
    if any(length > led for length, led in zip(all_lengths, demand.run_lengths, strict=False)):
        return False
    return fits(chain, holding, _joined(shapes, ((demand.width, length) for length in lengths)))


def _with_tuples(chain: Chain, holding: Holding, demand: Demand, shapes: Shapes) -> Shapes:
    """Adds as many loose tuples of the demand's width as are owed and held."""

    def more(count: int) -> Shapes:
        return _joined(shapes, iter([(demand.width, 1)] * count))

    missing = demand.tuples - sum(length for _, length in shapes)
    return more(_most(missing, lambda count: fits(chain, holding, more(count))))


def _joined(shapes: Shapes, more: Iterator[tuple[int, int]]) -> Shapes:
    return tuple(sorted([*shapes, *more], reverse=True))


class Lead(NamedTuple):
    """The lead of a trick, as followers have to answer it.

    Attributes:
        suit: the effective suit led.
        size: the number of cards led.
        units: the units of the lead, largest first.
        demands: the demands of the lead, width by width.
        equal_cards: whether the lead is a single card or one tuple.
    """

    suit: EffectiveSuit
    size: int
    units: tuple[Unit, ...]
    demands: Demands
    equal_cards: bool


@lru_cache(maxsize=1 << 14)
def lead_of(suit: EffectiveSuit, units: tuple[Unit, ...]) -> Lead:
    """Returns the lead made of these units of one effective suit."""
    size = sum(unit.size for unit in units)
    return Lead(suit, size, units, demands_of(tuple(unit.shape for unit in units)), units[0].width == size)


def answering(lead: Lead, held: Holding, *, protect_tuples: bool = False) -> Holding:
    """Returns the cards that count for the best fit: one copy of each protected face, all of the others (SJ-FOLLOW-06).

    Args:
        lead: the lead.
        held: the follower's cards of its suit.
        protect_tuples: the option.
    """
    if not protect_tuples or not lead.demands:
        return held
    wider = layer(held, lead.demands[0].width + 1)
    return Holding(held & ~(wider * EVERY_LAYER << LAYER_BITS))


def owed_shapes(chain: Chain, lead: Lead, held: Holding, *, protect_tuples: bool = False) -> Shapes:
    """Returns the shapes that a hand with more cards of the suit than were led has to play, without singles.

    Args:
        chain: the chain of the suit led.
        lead: the lead.
        held: the follower's cards of its suit.
        protect_tuples: the option (SJ-FOLLOW-06).
    """
    return owed(chain, tuples_only(answering(lead, held, protect_tuples=protect_tuples)), lead.demands)


def best_fits(chain: Chain, lead: Lead, held: Holding, *, protect_tuples: bool = False) -> Iterator[tuple[Unit, ...]]:
    """Yields the ways to take the owed shapes from the hand, lazily.

    Each of them makes a legal play together with any other cards of the suit.

    Args:
        chain: the chain of the suit led.
        lead: the lead.
        held: the follower's cards of its suit, more than were led.
        protect_tuples: the option (SJ-FOLLOW-06).
    """
    counting = answering(lead, held, protect_tuples=protect_tuples)
    return packings(chain, counting, owed(chain, tuples_only(counting), lead.demands))


def is_legal_follow(
    chain: Chain, lead: Lead, hand: Hand, play: Hand, *, protect_tuples: bool = False, bombs: Bombs = "off"
) -> bool:
    """Returns whether a play answers the lead (SJ-FOLLOW-01..03).

    Args:
        chain: the chain of the suit led.
        lead: the lead.
        hand: the follower's hand before the play.
        play: the cards played: part of the hand, and as many as were led.
        protect_tuples: the option (SJ-FOLLOW-06).
        bombs: the option. Under `any_suit` a bomb need not follow suit.
    """
    suit, size, _, demands, _ = lead
    if size == 1:
        faces = SUIT_FACES[suit]
        return play & faces != 0 or hand & faces == 0
    if bombs == "any_suit" and bomb_in(lead.units, size, play):
        return True
    held, played = in_suit(hand, suit), in_suit(play, suit)
    held_size = held.bit_count()
    if held_size <= size:
        return played == held
    if played.bit_count() != size:
        return False
    if not demands:
        return True
    if size == 2 and not protect_tuples:
        # A pair led is answered by any pair. With the case of a single card this covers nine plays of ten.
        return bool(tuples_only(played)) or not tuples_only(held)
    if protect_tuples:
        wider = layer(held, demands[0].width + 1) * EVERY_LAYER
        held, played = Holding(held & ~wider), Holding(played & ~wider)
    return fits(chain, played, owed(chain, tuples_only(held), demands))
