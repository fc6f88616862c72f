"""What the games add to schemas of tables: their views of a match, and their answers to the legal moves."""

from domain.games.registry import GAMES
from service.platform.documents import Json

WITH_MATCH = ("TableView", "TableReplayed")
"""The documents with the match of a table."""


def with_games(texts: Json) -> Json:
    """Returns the written schemas, with those of all games where a table has a match or legal moves.

    Args:
        texts: `matches` has the name of the schema of a match for each game, and `moves` the names of those of its
            legal moves. `schemas` has the schemas.

    Raises:
        ValueError: a game has no such texts, or texts are of no game.
    """
    for section in ("matches", "moves"):
        wrong = set(texts[section]) ^ set(GAMES)
        if wrong:
            raise ValueError(f"{section} without a game or without a text in contract.yaml: {', '.join(sorted(wrong))}")
    moves = texts["schemas"]["Moves"]
    answers = [*moves["anyOf"], *(name for game in GAMES for name in texts["moves"][game])]
    return {
        **texts["schemas"],
        **{name: _with_matches(texts["schemas"][name], texts["matches"]) for name in WITH_MATCH},
        "Moves": {**moves, "anyOf": answers},
    }


def _with_matches(view: Json, matches: Json) -> Json:
    """Returns the written schema of a view, with the matches of all games."""
    match = {**view["members"]["match"], "anyOf": [*(matches[game] for game in GAMES), "null"]}
    return {**view, "members": {**view["members"], "match": match}}
