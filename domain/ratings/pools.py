"""Pools of comparable games. A rating belongs to one pool, and games of other pools do not change it.

| member | values | reason to separate |
|---|---|---|
| game | the name of the game | different skills |
| pace | `live`, `correspondence`, `duplicate` | time to think; the same cards at several tables |
| seats | the number of seats of the table | different sides, different odds |
| among | `people`, or `programs` if at least one player is a program | a program can be played again and again |

A game is live if its clock allows at most one hour for a turn, including saved time, so all players are present at the
same time. Any other game is by correspondence, even without a clock. If other tables play the same deals, the game is
duplicate with any clock.
"""

import re
from typing import Literal, NamedTuple, cast, get_args

from domain.clocks.rules import ClockRules

RatingPace = Literal["live", "correspondence", "duplicate"]
Among = Literal["people", "programs"]

LIVE_TURN_S = 3600
"""A game is live if no turn can take longer than this, in seconds."""


class Pool(NamedTuple):
    """The pool of a game; the module docstring defines the members."""

    game: str
    pace: RatingPace
    seats: int
    among: Among = "people"

    @property
    def name(self) -> str:
        """The name of the pool, such as `sheng_ji.live.4.people`."""
        return f"{self.game}.{self.pace}.{self.seats}.{self.among}"


POOL_NAME = rf"[a-z_]{{1,30}}\.(?:{'|'.join(get_args(RatingPace))})\.[1-9][0-9]?\.(?:{'|'.join(get_args(Among))})"
"""The pattern of a pool name."""
_NAME = re.compile(POOL_NAME)


def pool_named(name: str) -> Pool | None:
    """Returns the pool of that name; `None` if the name is not valid."""
    if not _NAME.fullmatch(name):
        return None
    game, pace, seats, among = name.split(".")
    return Pool(game, cast("RatingPace", pace), int(seats), cast("Among", among))


def pace_of(clock: ClockRules, *, has_given_deals: bool) -> RatingPace:
    """Returns the pace of a table with that clock; see the module docstring."""
    if has_given_deals:
        return "duplicate"
    longest_s = _longest_turn_s(clock)
    return "live" if longest_s is not None and longest_s <= LIVE_TURN_S else "correspondence"


def _longest_turn_s(clock: ClockRules) -> int | None:
    """Returns the longest time for one turn in seconds, saved time included; `None` for no limit."""
    match clock.kind:
        case "none":
            return None
        case "fischer":
            return clock.cap_s
        case "byo_yomi":
            return (clock.main_s or 0) + (clock.periods or 0) * (clock.period_s or 0)
        case _:
            return (clock.per_move_s or 0) + (clock.bank_s or 0)
