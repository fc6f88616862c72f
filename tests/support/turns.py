"""A clock for turns, and the player to move."""

from tests.support.api import User

HOUR_S = 3600
CLOCK = {"kind": "simple", "per_move_s": 10 * HOUR_S}


def mover(table: str, players: list[User]) -> User:
    return players[players[0].view(table)["asked"][0]["seat"]]
