"""The decisions that a table waits for, and what happens without one.

Callers use it to notify players, to run bots and to start timers.
"""

from collections.abc import Iterable
from typing import NamedTuple

from domain.kernel.players import PlayerId
from domain.kernel.seats import Seat
from domain.table.game import GameClock
from domain.table.state import Occupant, Table


class Asking(NamedTuple):
    """A decision that a table waits for.

    `bot` names the bot that has to decide, either as the occupant of the seat or as a stand-in, or is `None` for a
    player.
    """

    seat: Seat
    player: PlayerId
    bot: str | None
    what: str


def asking(table: Table) -> tuple[Asking, ...]:
    """Returns the decisions that the table waits for.

    They are public, because they never depend on hidden cards. A paused table waits for nobody.
    """
    if table.status != "playing" or table.paused_at is not None:
        return ()
    occupied = ((seat, what, table.seats[seat]) for seat, what in table.game.asked(table.match))
    return tuple(Asking(seat, who.player, table.bot_of(seat), what) for seat, what, who in occupied if who)


def running_clock(table: Table) -> GameClock | None:
    """Returns what the clock of the game does next, or `None` if it is stopped or no match is being played."""
    return table.game.clock(table.match) if table.status == "playing" and table.paused_at is None else None


def of_bots_alone(seats: Iterable[Occupant | None]) -> bool:
    """Returns whether bots hold all occupied seats. A stand-in does not count, since it plays for a person."""
    return all(one is None or one.bot is not None for one in seats)
