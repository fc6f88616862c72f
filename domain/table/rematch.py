"""Rematches: after a match, its players can open another table with the same settings (see `LinkRematch`).

The first player to ask opens the table, takes a seat, seats the same bots and challenges each of the other players to a
seat. The match begins when all seats are taken.
"""

from collections.abc import Callable, Collection
from typing import Literal, NamedTuple

from domain.clocks.odds import TimeOdds
from domain.kernel.players import PlayerId
from domain.kernel.seats import Seat
from domain.table.commands import ChallengePlayer, OpenTable, SeatBot, Sit, TableCommand
from domain.table.state import Occupant, Table

EXPIRES_AFTER_S = 7 * 24 * 3600
"""The seconds after which the table expires if not all players accept."""
Seating = Literal["same", "rotate"]
"""`same` keeps all seats. `rotate` keeps the first seat and moves all others on by one.

In teams of two, `rotate` gives every player a new partner.
"""


class Asker(NamedTuple):
    """The player who asks for the rematch, and their entropy."""

    player: PlayerId
    entropy: str


def rematch_of(
    table: Table, by: Asker, seating: Seating, absent: Collection[PlayerId], entropy: Callable[[], str]
) -> tuple[OpenTable, list[TableCommand]]:
    """Returns the commands that open a table for a rematch.

    Args:
        table: the table, whose match is over.
        by: the player who asks, who held a seat.
        seating: how the seats are assigned.
        absent: players who are not challenged.
        entropy: returns fresh entropy for the seat of a bot.

    Returns:
        The command that opens the table, and the commands to give there afterwards.
    """
    opened = OpenTable(
        by=by.player,
        game=table.game.name,
        profile=table.game.rules_document(table.rules)["profile"],
        overrides=table.game.choices(table.rules),
        listed=table.listed,
        hands=table.hands,
        spectators=table.spectators,
        clock=table.clock,
        pauses=table.pauses,
        ladder=table.ladder,
        expires_after_s=EXPIRES_AFTER_S,
        starts_when_full=True,
        min_reliability=table.min_reliability,
        chat=table.chat,
        public=table.public,
        time_odds=_odds(table, seating),
        sandbox=table.sandbox,
    )
    seated = sorted(
        (_next_seat(seat, len(table.seats), seating), occupant) for seat, occupant in enumerate(table.seats) if occupant
    )
    commands = [
        command for seat, occupant in seated for command in _commands_of_occupant(by, seat, occupant, absent, entropy)
    ]
    # Challenges come last, because only the host or a seated player can make them.
    return opened, sorted(commands, key=lambda command: isinstance(command, ChallengePlayer))


def _odds(table: Table, seating: Seating) -> TimeOdds:
    """Returns the odds of the seats. They move with the players."""
    if not table.time_odds:
        return ()
    moved = {_next_seat(seat, len(table.seats), seating): percent for seat, percent in enumerate(table.time_odds)}
    return tuple(moved[Seat(seat)] for seat in range(len(table.seats)))


def _next_seat(seat: int, seats: int, seating: Seating) -> Seat:
    return Seat(seat if seating == "same" or seat == 0 else seat % (seats - 1) + 1)


def _commands_of_occupant(
    by: Asker, seat: Seat, occupant: Occupant, absent: Collection[PlayerId], entropy: Callable[[], str]
) -> list[TableCommand]:
    """Returns the commands for one occupant of the former table and their new seat."""
    if occupant.bot is not None:
        return [SeatBot(by.player, seat, occupant.bot, occupant.player, entropy())]
    if occupant.player == by.player:
        return [Sit(by.player, seat, by.entropy)]
    return [] if occupant.player in absent else [ChallengePlayer(by.player, occupant.player, seat)]
