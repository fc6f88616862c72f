"""Throws: several units of one effective suit led together.

SJ-THROW-02  valid if no other hand, the partner's included, has a higher unit of the same shape
SJ-THROW-04  an invalid throw is taken back, and part of it is led:
             `weakest` the weakest beatable unit
             `leader_choice` any beatable unit, chosen by the leader
             `challenger_choice` any unit that the challenger can beat, chosen by the challenger: the first seat to
             the right that can beat a unit
             `all_beatable` all beatable units together, which are not tested again (DEC-54)
SJ-THROW-05  the order of weakness (units.weakness); equal units by printed suit (RUL-10)
DEC-51       one witness is revealed: the first seat to the right that can beat the unit led, with its lowest such unit
DEC-55       cards in the kitty do not count, since no hand holds them
DEC-56       the beating unit must be in one hand

`throw_penalty` (SJ-THROW-07)   points
none                            0
flat_10                         10
per_invalid_unit_10             10 for each beatable unit
per_invalid_card_10             10 for each card of the beatable units
per_withdrawn_card_10           10 for each card of the throw that is not led
"""

from collections.abc import Iterable, Sequence

from domain.games.sheng_ji.chain import Chain
from domain.games.sheng_ji.layers import Holding, layer
from domain.games.sheng_ji.options.playing import ThrowPenalty
from domain.games.sheng_ji.units import Unit, lowest_unit_above, weakness


def beatable_units(chain: Chain, units: Sequence[Unit], others: Iterable[Holding]) -> tuple[Unit, ...]:
    """Returns the units of a throw that another hand could beat, weakest first; empty if the throw is valid.

    Args:
        chain: the chain of the suit thrown.
        units: the units of the throw.
        others: the holding of each other hand in that suit.
    """
    holdings = tuple(others)
    highest = {shape: _highest(chain, holdings, *shape) for shape in {unit.shape for unit in units}}
    return tuple(sorted((unit for unit in units if unit.top < highest[unit.shape]), key=weakness))


def _highest(chain: Chain, holdings: Iterable[Holding], width: int, length: int) -> int:
    """Returns the highest top of a unit of that shape in one of the holdings; -1 without any."""
    if length > 1:
        return max([chain.tops(holding, width, length).bit_length() for holding in holdings], default=0) - 1
    every = 0
    for holding in holdings:
        every |= holding
    slots = layer(every, width)
    return chain.level_of[slots.bit_length() - 1] if slots else -1


def witness(chain: Chain, unit: Unit, others: Iterable[Holding]) -> tuple[int, Unit] | None:
    """Returns the index of the first holding that beats the unit, and its lowest such unit; or `None` (DEC-51)."""
    for place, holding in enumerate(others):
        higher = lowest_unit_above(chain, holding, unit)
        if higher:
            return place, higher
    return None


def challenge(chain: Chain, units: Iterable[Unit], others: Iterable[Holding]) -> tuple[int, tuple[Unit, ...]] | None:
    """Returns the index of the first holding that beats a unit of a throw, and the units it beats; or `None`.

    The units are sorted weakest first. They are those that this holding beats, so offering them reveals nothing about
    the other hands.

    Args:
        chain: the chain of the suit thrown.
        units: the units of the throw.
        others: the holding of each other hand in that suit, from the first seat to the right.
    """
    thrown = tuple(units)
    for place, holding in enumerate(others):
        beaten = beatable_units(chain, thrown, (holding,))
        if beaten:
            return place, beaten
    return None


def beatable_part(units: Iterable[Unit], beatable: Iterable[Unit]) -> tuple[Unit, ...]:
    """Returns the beatable units in the order of the throw, as they are led under `all_beatable`."""
    losing = set(beatable)
    return tuple(unit for unit in units if unit in losing)


def penalty_points(penalty: ThrowPenalty, thrown: int, beatable: tuple[Unit, ...], led: int) -> int:
    """Returns the penalty of an invalid throw in points, by the table above.

    Args:
        penalty: the option of the table.
        thrown: the number of cards thrown.
        beatable: the units that could be beaten.
        led: the number of cards led instead.
    """
    amounts: dict[ThrowPenalty, int] = {
        "none": 0,
        "flat_10": 10,
        "per_invalid_unit_10": 10 * len(beatable),
        "per_invalid_card_10": 10 * sum(unit.size for unit in beatable),
        "per_withdrawn_card_10": 10 * (thrown - led),
    }
    return amounts[penalty]
