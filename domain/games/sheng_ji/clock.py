"""The clock of a live draw (`deal_mode` = `live_draw`, EX-LIVE-01, DEC-03): what happens next though nobody acts.

A round is drawn every `draw_seconds`. After the last card `declare_seconds` remain to declare, anew after each
declaration; where declaring lasts until the kitty is taken (SJ-BID-18) no clock ends it.
"""

from domain.games.sheng_ji.commands import CloseDeclaring, DrawRound
from domain.games.sheng_ji.state import Declaring, LiveDraw, Match
from domain.table.game import Clock


def clock(match: Match) -> Clock | None:
    """What the clock will do next, and after how many seconds; none when it stands still."""
    match match.phase:
        case Declaring(way=LiveDraw() as live) if not live.drawn:
            return Clock(live.rounds, match.rules.draw_seconds, DrawRound())
        case Declaring(way=LiveDraw() as live) if not match.rules.until_kitty_taken:
            return Clock(live.rounds + live.shows, match.rules.declare_seconds, CloseDeclaring())
        case _:
            return None
