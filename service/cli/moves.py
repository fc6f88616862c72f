"""How a move is written as a command of the API, whichever game it is made in."""

from collections.abc import Callable
from typing import Any

from service.cli import climbing_moves, shengji_moves

_COMMANDS_OF: dict[str, Callable[[Any], tuple[str, dict[str, Any]]]] = {
    "sheng_ji": shengji_moves.command_of,
    "zheng_shangyou": climbing_moves.command_of,
}


def command_of(game: str, move: Any) -> tuple[str, dict[str, Any]]:
    """The type of the command, and its other members."""
    return _COMMANDS_OF[game](move)
