"""Throws: several units of one effective suit led together.

SJ-THROW-02  valid when no other hand, the partner's included, has a unit of the same shape with a higher top
SJ-THROW-04  an invalid throw is taken back and part of it is led:
             `weakest` the weakest beatable unit
             `leader_choice` any beatable unit the leader likes
             `challenger_choice` any unit that the challenger can beat and likes; the challenger is the first seat to
             the right that can beat one of the units at all
             `all_beatable` all beatable units together, which are not tried again (DEC-54)
SJ-THROW-05  the order of weakness (units.weakness); equal ones by printed suit (RUL-10)
DEC-51       one witness is shown: the first seat to the right that can beat the unit led, with its lowest such unit
DEC-55       cards in the kitty do not count, for they are in no hand
DEC-56       the beating unit must be in one hand

`throw_penalty` (SJ-THROW-07)   points
none                            0
flat_10                         10
per_invalid_unit_10             10 for each beatable unit
per_invalid_card_10             10 for each card of the beatable units
per_withdrawn_card_10           10 for each card of the throw that is not led after all
"""

from collections.abc import Iterable
from typing import Literal

from domain.games.sheng_ji.holding import Holding
from domain.games.sheng_ji.order import Chain
from domain.games.sheng_ji.units import Unit, has_unit_above, lowest_unit_above, weakness

ThrowForcedLead = Literal["weakest", "leader_choice", "challenger_choice", "all_beatable"]
ThrowPenalty = Literal["none", "flat_10", "per_invalid_unit_10", "per_invalid_card_10", "per_withdrawn_card_10"]
ThrowReveal = Literal["witness_cards", "witness_seat", "none"]


def beatable_units(chain: Chain, units: Iterable[Unit], others: Iterable[Holding]) -> tuple[Unit, ...]:
    """The units of a throw that some other hand could beat, weakest first; none when the throw is valid.

    Args:
        chain: the ladder of the suit thrown.
        units: the units of the throw.
        others: what each other hand holds of that suit.
    """
    holdings = tuple(others)
    beatable = (unit for unit in units if any(has_unit_above(chain, holding, unit) for holding in holdings))
    return tuple(sorted(beatable, key=weakness))


def witness(chain: Chain, unit: Unit, others: Iterable[Holding]) -> tuple[int, Unit] | None:
    """Who beats a unit: the place of the first of the holdings that can, and its lowest such unit (DEC-51)."""
    for place, holding in enumerate(others):
        higher = lowest_unit_above(chain, holding, unit)
        if higher:
            return place, higher
    return None


def challenge(chain: Chain, units: Iterable[Unit], others: Iterable[Holding]) -> tuple[int, tuple[Unit, ...]] | None:
    """Who challenges a throw, if anybody can: the place of the first of the holdings that beats a unit of it.

    With the place come the units that this one holding beats, weakest first: to choose among them tells nothing about
    the other hands.

    Args:
        chain: the ladder of the suit thrown.
        units: the units of the throw.
        others: what each other hand holds of that suit, from the first seat to the right.
    """
    thrown = tuple(units)
    for place, holding in enumerate(others):
        beaten = beatable_units(chain, thrown, (holding,))
        if beaten:
            return place, beaten
    return None


def beatable_part(units: Iterable[Unit], beatable: Iterable[Unit]) -> tuple[Unit, ...]:
    """The units of a throw that can be beaten, in the order of the throw: what is led under `all_beatable`."""
    losing = set(beatable)
    return tuple(unit for unit in units if unit in losing)


def penalty_points(penalty: ThrowPenalty, thrown: int, beatable: tuple[Unit, ...], led: int) -> int:
    """What an invalid throw costs, by the table above.

    Args:
        penalty: the rule at this table.
        thrown: how many cards were thrown.
        beatable: the units that could be beaten.
        led: how many cards are led instead.
    """
    amounts: dict[ThrowPenalty, int] = {
        "none": 0,
        "flat_10": 10,
        "per_invalid_unit_10": 10 * len(beatable),
        "per_invalid_card_10": 10 * sum(unit.size for unit in beatable),
        "per_withdrawn_card_10": 10 * (thrown - led),
    }
    return amounts[penalty]
