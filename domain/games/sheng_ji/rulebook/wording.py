"""Ranks, units and results in words, for the rule book of Sheng Ji."""

from collections.abc import Iterable, Mapping
from functools import reduce

from domain.games.sheng_ji.levels import LEVEL_NAMES
from domain.games.sheng_ji.scoring import Score
from domain.kernel.cards import RANK_NAMES, Rank
from domain.kernel.messages import Message, counted, message
from domain.kernel.wording import number

SUIT_WORDS = (message("clubs"), message("diamonds"), message("hearts"), message("spades"))
_TUPLES = {1: message("single"), 2: message("pair"), 3: message("triple"), 4: message("quadruple")}


SIDES: Mapping[str, Message] = {"declarers": message("declarers"), "opponents": message("opponents")}
_CONSECUTIVE = {
    1: message("{length} consecutive singles"),
    2: message("{length} consecutive pairs"),
    3: message("{length} consecutive triples"),
    4: message("{length} consecutive quadruples"),
}
_CONSECUTIVE_EQUAL = message("{length} consecutive tuples of {width} equal cards")


def rank_name(rank: Rank | None) -> str:
    """Returns the name of a rank, or `none`."""
    return message("none") if rank is None else RANK_NAMES[rank]


def level_name(level: Rank) -> str:
    """Returns the name of a level."""
    return LEVEL_NAMES[level]


def tuple_name(width: int) -> Message:
    """Returns the name of a tuple of that many equal cards."""
    return _TUPLES.get(width, message("{width} equal cards", width=width))


def shape_name(width: int, length: int) -> Message:
    """Returns the name of a unit of that shape."""
    return (
        tuple_name(width)
        if length == 1
        else _CONSECUTIVE.get(width, _CONSECUTIVE_EQUAL).about(length=number(length), width=width)
    )


def together(parts: Iterable[str]) -> str:
    """Returns parts that are played together: `a pair + a single`."""
    return reduce(lambda before, part: message("{before} + {part}", before=before, part=part), parts)


def in_turn(parts: Iterable[str]) -> str:
    """Returns what follows one after another: `a, then b`."""
    return reduce(lambda before, part: message("{before}, then {part}", before=before, part=part), parts)


def result_in_words(result: Score) -> Message:
    """Returns the winners of a hand and what they gain."""
    if result.winners == "opponents" and not result.levels:
        return message("opponents become declarers, no level")
    return message(
        "{winners} gain {levels}",
        winners=SIDES[result.winners],
        levels=counted("{count} level", "{count} levels", result.levels),
    )
