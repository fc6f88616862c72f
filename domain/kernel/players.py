"""The ids of players, and the house bots that they name.

| id | player |
|---|---|
| `ply_` and a ULID | an account |
| `ply_house_steady` | the house bot `steady` |
| `ply_house_steady_3` | the third of several bots `steady` in one tournament |
"""

import re
from typing import NewType

PlayerId = NewType("PlayerId", str)

_HOUSE_PLAYER = re.compile(r"ply_house_([a-z_]+?)(?:_[0-9]{1,4})?\Z")


def house_player(bot: str, number: int | None = None) -> PlayerId:
    """Returns the player id of a house bot, or that of a numbered one."""
    return PlayerId(f"ply_house_{bot}" if number is None else f"ply_house_{bot}_{number}")


def bot_of(player: str) -> str | None:
    """Returns the name of the house bot with this player id, or `None` for all other players."""
    house = _HOUSE_PLAYER.match(player)
    return house[1] if house else None
