"""How a game makes moves of commands: for each type that it takes the members that it knows, and the move they make."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

Body = Mapping[str, Any]


class GameMove(NamedTuple):
    """A type of command as one game takes it.

    Attributes:
        members: what it can say, besides what every command can.
        move: the game's move, from the members of a body.
    """

    members: frozenset[str]
    move: Callable[[Body], Any]


def game_move(members: str, move: Callable[[Body], Any]) -> GameMove:
    """A type of command; its members are written with spaces between them."""
    return GameMove(frozenset(members.split()), move)
