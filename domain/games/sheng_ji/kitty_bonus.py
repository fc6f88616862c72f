"""The kitty bonus: the points that the opponents add when they win the last trick (SJ-BONUS-01).

The bonus is the kitty's points times a factor. The factor depends on the decisive unit: the largest unit of one play of
the last trick.

    `kitty_unit_source` (SJ-BONUS-03, DEC-77)   that play
    lead                                        the lead, divided as it was led
    any_play                                    the play with the largest unit; of equals the earliest
    winner                                      the winning play

    `kitty_multiplier` (SJ-BONUS-02)   factor of a unit m x k          single  pair  2 pairs  3 pairs
    pow2_pairs                         single 2; tuples m * 2^k        2       4     8        16
    pow2_cards                         2^(m k)                         2       4     16       64
    twice_cards                        2 m k                           2       4     8        12
    twice_len_plus_one                 single 2; tuples 2 (k + 1)      2       4     6        8
    twice_total_cards                  2 x cards of the whole play     2       4     8        12
    flat_2                             2                               2       2     2        2

    SJ-BONUS-04  `kitty_multiplier_singles_throw`: the factor of a throw of single cards only
"""

from collections.abc import Sequence

from domain.games.sheng_ji.card_order import EFFECTIVE_SUITS, CardOrder
from domain.games.sheng_ji.holding import in_suit
from domain.games.sheng_ji.layers import Hand
from domain.games.sheng_ji.options.scoring import KittyMultiplier, KittyUnitSource
from domain.games.sheng_ji.units import Unit, decompose, relevance


def units_of_play(order: CardOrder, play: Hand) -> tuple[Unit, ...]:
    """Returns the units of a play in all effective suits. Each suit is divided separately."""
    return tuple(unit for suit in EFFECTIVE_SUITS for unit in decompose(order.chains[suit], in_suit(play, suit)))


def decisive_play(
    source: KittyUnitSource, lead: tuple[Unit, ...], plays: Sequence[tuple[Unit, ...]], winner: int
) -> tuple[Unit, ...]:
    """Returns the units of the play that determines the factor (SJ-BONUS-03).

    Args:
        source: the option of the table.
        lead: the units of the lead.
        plays: the units of every play of the trick, the lead first.
        winner: the index of the winning play.
    """
    if source == "lead" or (source == "winner" and winner == 0):
        return lead
    if source == "winner":
        return plays[winner]
    return max((lead, *plays[1:]), key=lambda units: relevance(*decisive_unit(units).shape))


def decisive_unit(units: tuple[Unit, ...]) -> Unit:
    """Returns the unit with the most cards, then the wider, then the higher (SJ-BONUS-03)."""
    return max(units, key=lambda unit: (*relevance(unit.width, unit.length), unit.top))


def kitty_factor(multiplier: KittyMultiplier, width: int, length: int, cards: int) -> int:
    """Returns the factor of a decisive unit `width x length` in a play of `cards` cards, by the table above."""
    single = width == 1
    factors: dict[KittyMultiplier, int] = {
        "pow2_pairs": 2 if single else width << length,
        "pow2_cards": 1 << width * length,
        "twice_cards": 2 * width * length,
        "twice_len_plus_one": 2 if single else 2 * (length + 1),
        "twice_total_cards": 2 * cards,
        "flat_2": 2,
    }
    return factors[multiplier]


def factor_of_lead(multiplier: KittyMultiplier, singles_throw: int, units: tuple[Unit, ...]) -> int:
    """Returns the factor of the decisive play. A throw of singles has its own factor (SJ-BONUS-04)."""
    if len(units) > 1 and all(unit.size == 1 for unit in units) and multiplier != "twice_total_cards":
        return singles_throw
    unit = decisive_unit(units)
    return kitty_factor(multiplier, unit.width, unit.length, sum(each.size for each in units))


def factor_of_trick(
    multiplier: KittyMultiplier,
    singles_throw: int,
    source: KittyUnitSource,
    lead: tuple[Unit, ...],
    plays: Sequence[tuple[Unit, ...]],
    winner: int,
) -> int:
    """Returns the factor of the last trick (SJ-BONUS-02 to SJ-BONUS-04).

    Args:
        multiplier: the option that turns a decisive unit into a factor.
        singles_throw: the factor of a throw of single cards.
        source: the option that selects the play.
        lead: the units of the lead.
        plays: the units of every play from `units_of_play`, the lead first.
        winner: the index of the winning play.
    """
    return factor_of_lead(multiplier, singles_throw, decisive_play(source, lead, plays, winner))
