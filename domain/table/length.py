"""How long a match is, which is said when its table is opened, in one of three ways.

    match   until it is won by the rules: how far that is are options of the game (`final_level`, `laps`; `zs_target`)
    hands   so many hands; whoever is ahead then has won, unless it was won before
    board   one hand

A table keeps it as a number of hands, or none (`TableOpened.hands`).
"""

from typing import Literal, get_args

LengthKind = Literal["match", "hands", "board"]
LENGTH_KINDS: tuple[LengthKind, ...] = get_args(LengthKind)

HANDS_BY_CLOCK = 4
"""Of four hands each seat of four deals one, and at some hours an answer they take weeks, not months."""


def hands_of(kind: LengthKind, hands: int | None = None) -> int | None:
    """After how many hands the match ends; none: when it is won."""
    return {"match": None, "hands": hands, "board": 1}[kind]


def default_hands(*, has_clock: bool) -> int | None:
    """The same where nothing is said: by a clock a few hands, since correspondence takes long; else until it is won."""
    return HANDS_BY_CLOCK if has_clock else None
