"""Who has to act at a table, and what happens there though nobody does."""

from collections.abc import Iterable
from typing import NamedTuple

from domain.kernel.seats import Seat
from domain.table.events import PlayerId
from domain.table.game import Clock
from domain.table.state import Occupant, Table


class Asking(NamedTuple):
    """A decision that a table waits for: whose, for which seat, and what is asked.

    `bot` names the bot that has to make it: one of the house, or one that stands in for the player.
    """

    seat: Seat
    player: PlayerId
    bot: str | None
    what: str


def asking(table: Table) -> tuple[Asking, ...]:
    """The decisions that the table waits for. They are public: what is waited for never depends on hidden cards."""
    if table.status != "playing":
        return ()
    occupied = ((seat, what, table.seats[seat]) for seat, what in table.game.asked(table.match))
    return tuple(Asking(seat, who.player, table.bot_of(seat), what) for seat, what, who in occupied if who)


def running_clock(table: Table) -> Clock | None:
    """What the clock of the game will do next; none when it stands still, as before the start and at the end."""
    return table.game.clock(table.match) if table.status == "playing" else None


def of_bots_alone(seats: Iterable[Occupant | None]) -> bool:
    """Whether all seats that are taken are held by bots of the house. A bot that stands in plays for a person."""
    return all(one is None or one.bot is not None for one in seats)
