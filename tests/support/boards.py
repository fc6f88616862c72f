"""Plays hands through the service until they have a score, with few moves."""

from random import Random
from typing import Any

from domain.games.bots import BOTS
from domain.games.sheng_ji.state import Tricks
from domain.kernel.seats import Seat
from domain.table.commands import Act, Agree, Propose
from domain.table.state import Table
from service.wiring import Service


def score_hand(
    service: Service, table_id: str, luck: Random, *, plays: int | None = None, conceder: Seat | None = None
) -> Table:
    """Plays a table to its end. After some plays in all, a seat concedes this hand and every later one.

    Args:
        service: the service.
        table_id: id of the table.
        luck: chooses the moves. Without `plays` it chooses 4 to 15, and without `conceder` a seat for each hand.
        plays: the number of plays before a seat concedes.
        conceder: the seat that concedes, whose side gets a bad score.

    Returns:
        The table.
    """
    bot, plays_left = BOTS["sheng_ji"]["random"], luck.randrange(4, 16) if plays is None else plays
    while (table := service.table_cache.newest(table_id).table).status == "playing":
        phase: Any = table.match.phase
        if isinstance(phase, Tricks) and phase.last_trick is not None and plays_left <= 0:
            _concede(service, table_id, table, Seat(luck.randrange(4)) if conceder is None else conceder)
            continue
        plays_left -= isinstance(phase, Tricks)
        seat = table.game.asked(table.match)[0].seat
        occupant = table.occupant(seat)
        assert occupant
        service.tables.carry_out(table_id, Act(occupant.player, bot.choose(table, seat, luck)))
    return table


def _concede(service: Service, table_id: str, table: Table, seat: Seat) -> None:
    players = [each.player for each in table.seats if each]
    service.tables.carry_out(table_id, Propose(players[seat], "concede_hand"))
    service.tables.carry_out(table_id, Agree(players[(seat + 2) % 4], "concede_hand"))
