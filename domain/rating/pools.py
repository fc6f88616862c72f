"""Which games are comparable: a rating belongs to one pool, and games of other pools do not touch it.

| a pool is told by | values | why it is kept apart |
|---|---|---|
| game | the name of the game | other skills |
| pace | `live`, `correspondence`, `duplicate` | time to think; the same cards for several tables |
| seats | how many sit at the table | other sides, other odds |
| among | `people`, or `programs` when at least one of the players is one | a program can be played again and again |

A game is live where its clock lets nobody think about one turn for longer than an hour, with all that can be saved up
for it; so all sit there together. Every other game, one without a clock too, is by correspondence. Where the deals were
given, so that other tables play the same cards, it is duplicate, whatever the clock.
"""

import re
from typing import Literal, NamedTuple, cast, get_args

from domain.clocks.rules import ClockRules

Pace = Literal["live", "correspondence", "duplicate"]
Among = Literal["people", "programs"]

LIVE_TURN_S = 3600
"""Where no turn can take longer by the clock a game is live."""


class Pool(NamedTuple):
    """Games whose results are comparable; the module says what the members mean."""

    game: str
    pace: Pace
    seats: int
    among: Among = "people"

    @property
    def name(self) -> str:
        """The pool in a word, such as `sheng_ji.live.4.people`."""
        return f"{self.game}.{self.pace}.{self.seats}.{self.among}"


POOL_NAME = rf"[a-z_]{{1,30}}\.(?:{'|'.join(get_args(Pace))})\.[1-9][0-9]?\.(?:{'|'.join(get_args(Among))})"
"""How the name of a pool is made."""
_NAME = re.compile(POOL_NAME)


def pool_named(name: str) -> Pool | None:
    """The pool of that name; none where no pool can have it."""
    if not _NAME.fullmatch(name):
        return None
    game, pace, seats, among = name.split(".")
    return Pool(game, cast("Pace", pace), int(seats), cast("Among", among))


def pace_of(clock: ClockRules, *, has_given_deals: bool) -> Pace:
    """At which pace a table with that clock is played; the module says where the border is."""
    if has_given_deals:
        return "duplicate"
    longest_s = _longest_turn_s(clock)
    return "live" if longest_s is not None and longest_s <= LIVE_TURN_S else "correspondence"


def _longest_turn_s(clock: ClockRules) -> int | None:
    """How long one may think about one turn with all that can be saved up for it; none: for ever."""
    match clock.kind:
        case "none":
            return None
        case "fischer":
            return clock.cap_s
        case "byo_yomi":
            return (clock.main_s or 0) + (clock.periods or 0) * (clock.period_s or 0)
        case _:
            return (clock.per_move_s or 0) + (clock.bank_s or 0)
