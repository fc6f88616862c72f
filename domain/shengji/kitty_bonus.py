"""The kitty bonus (RULES §22): what the opponents add when they win the last trick (SJ-BONUS-01).

The bonus is the kitty's points times a factor of the decisive unit, the largest unit of the last lead (SJ-BONUS-03):

    `kitty_multiplier` (SJ-BONUS-02)   factor of a unit m x k          single  pair  2 pairs  3 pairs
    pow2_pairs                         single 2; tuples m * 2^k        2       4     8        16
    pow2_cards                         2^(m k)                         2       4     16       64
    twice_cards                        2 m k                           2       4     8        12
    twice_len_plus_one                 single 2; tuples 2 (k + 1)      2       4     6        8
    twice_total_cards                  2 x cards of the whole play     2       4     8        12
    flat_2                             2                               2       2     2        2

    SJ-BONUS-04  `kitty_multiplier_singles_throw`: the factor of a throw of single cards only
"""

from typing import Literal

from domain.shengji.units import Unit, relevance

KittyMultiplier = Literal[
    "pow2_pairs", "pow2_cards", "twice_cards", "twice_len_plus_one", "twice_total_cards", "flat_2"
]


def decisive_unit(units: tuple[Unit, ...]) -> Unit:
    """The unit with most cards, then the wider, then the higher (SJ-BONUS-03)."""
    return max(units, key=lambda unit: (*relevance(unit.width, unit.length), unit.top))


def kitty_factor(multiplier: KittyMultiplier, width: int, length: int, cards: int) -> int:
    """The factor of a decisive unit `width x length` in a play of `cards` cards, by the table above."""
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
    """The factor of the last trick's lead; a throw of nothing but singles has a factor of its own (SJ-BONUS-04)."""
    if len(units) > 1 and all(unit.size == 1 for unit in units) and multiplier != "twice_total_cards":
        return singles_throw
    unit = decisive_unit(units)
    return kitty_factor(multiplier, unit.width, unit.length, sum(each.size for each in units))
