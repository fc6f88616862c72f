"""What the options of formats share: their refusal, and whether a game has levels."""

from domain.games.registry import GAMES
from domain.tournaments.refusals import InvalidSettings


def has_levels(name: str) -> bool:
    """Returns whether there is such a game, and its players climb levels."""
    game = GAMES.get(name)
    return game is not None and game.has_levels


def invalid(option: str, detail: str, hint: str, **facts: object) -> InvalidSettings:
    """Returns the refusal of an option."""
    return InvalidSettings(detail, hint=hint, facts={"option": option, **facts})
