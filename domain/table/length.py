"""The length of a match, which is chosen when its table is opened.

    match   until a side has won by the rules, as far as options of the game say (`final_level`, `laps`; `zs_target`)
    hands   a number of hands; the side that is ahead then wins, unless a side has won before
    board   one hand

A table stores the length as a number of hands or `None` (`TableOpened.hands`).
"""

from typing import Literal, get_args

LengthKind = Literal["match", "hands", "board"]
LENGTH_KINDS: tuple[LengthKind, ...] = get_args(LengthKind)

HANDS_BY_CLOCK = 4
"""With four hands, each of four seats deals once. At a few hours for each move, that takes weeks rather than months."""


def hands_of(kind: LengthKind, hands: int | None = None) -> int | None:
    """Returns the number of hands after which the match ends, or `None` to play until it is won."""
    return {"match": None, "hands": hands, "board": 1}[kind]


def default_hands(*, has_clock: bool) -> int | None:
    """Returns the default length: a few hands at a table with a clock, since correspondence takes long, else `None`."""
    return HANDS_BY_CLOCK if has_clock else None
