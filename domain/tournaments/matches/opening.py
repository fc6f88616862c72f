"""How the table of a match is opened: with all its players, so that play begins at once."""

from typing import NamedTuple

from domain.kernel.players import PlayerId, bot_of
from domain.kernel.seats import Seat
from domain.table.commands import OpenTable, SeatBot, Sit


class MatchOpening(NamedTuple):
    """A table to open with all its players; play begins at once."""

    opened: OpenTable
    seats: tuple[Sit | SeatBot, ...]

    @property
    def players(self) -> tuple[PlayerId, ...]:
        """The players in the order of their seats."""
        return tuple(each.player if isinstance(each, SeatBot) else each.by for each in self.seats)


def seating_command(host: PlayerId, player: PlayerId, seat: Seat, entropy: str) -> Sit | SeatBot:
    """Returns the command that seats a player, or a house bot that is an entrant."""
    bot = bot_of(player)
    return Sit(player, seat, entropy) if bot is None else SeatBot(host, seat, bot, player, entropy)
