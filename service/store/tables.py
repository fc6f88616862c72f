"""The folded state of a table as JSON, and back: what `head` and the snapshots of views hold (design §6).

The state can be thrown away and folded again at any time. `STATE_REVISION` goes up whenever its shape changes; a stored
state of another revision is not read, but folded anew from the events.
"""

from typing import Any, get_type_hints

from domain.climbing.state import Match as ClimbingMatch
from domain.games import GAMES
from domain.shengji.state import Match
from domain.table.state import Table
from service.store.codec import decoder, encoder

STATE_REVISION = 4

_MATCHES: dict[str, Any] = {"sheng_ji": Match, "zheng_shangyou": ClimbingMatch}
"""For each game the type of its state."""

_PLAIN = {
    name: (encoder(hint), decoder(hint))
    for name, hint in get_type_hints(Table).items()
    if name not in ("game", "rules", "match")
}


def table_document(table: Table) -> dict[str, Any]:
    """The table as JSON."""
    game = table.game
    match = None if table.match is None else encoder(_MATCHES[game.name])(table.match)
    return {
        "game": game.name,
        "rules": game.rules_document(table.rules),
        "match": match,
        **{name: encode(getattr(table, name)) for name, (encode, _) in _PLAIN.items()},
    }


def table_from_document(document: dict[str, Any]) -> Table:
    """The table that `table_document` wrote."""
    game = GAMES[document["game"]]
    match = None if document["match"] is None else decoder(_MATCHES[game.name])(document["match"])
    return Table(
        game=game,
        rules=game.rules_from_document(document["rules"], document["rules_revision"]) if match is None else match.rules,
        match=match,
        **{name: decode(document[name]) for name, (_, decode) in _PLAIN.items()},
    )
