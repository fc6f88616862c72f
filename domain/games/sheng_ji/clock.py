"""The clock of a live draw (`deal_mode` = `live_draw`, EX-LIVE-01, DEC-03).

A round is drawn every `draw_seconds`. After the last card, players have `declare_seconds` to declare; each declaration
restarts that time. Where declaring lasts until the kitty is taken (SJ-BID-18), no clock ends it.
"""

from domain.games.sheng_ji.commands import CloseDeclaring, DrawRound
from domain.games.sheng_ji.state import Declaring, MatchState
from domain.games.sheng_ji.ways_of_declaring import LiveDraw
from domain.table.game import GameClock


def clock(match: MatchState) -> GameClock | None:
    """Returns the next tick and the seconds until it, or `None` if the clock is stopped."""
    match match.phase:
        case Declaring(way=LiveDraw() as live) if not live.drawn:
            return GameClock(live.rounds, match.rules.draw_seconds, DrawRound())
        case Declaring(way=LiveDraw() as live) if match.rules.declaration_window == "draw":
            return GameClock(live.rounds + live.shows, match.rules.declare_seconds, CloseDeclaring())
        case _:
            return None
