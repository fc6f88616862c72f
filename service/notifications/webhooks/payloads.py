"""The messages of webhooks: an account event, and what the player may know of its table when it is sent."""

from domain.kernel.players import PlayerId
from service.notifications.about import MatchAbout, TableAbout, about_tables, tournament_about
from service.notifications.documents import account_event_document
from service.notifications.events import Numbered
from service.notifications.names import Read
from service.notifications.webhooks.document_types import About, AboutMatch
from service.platform.documents import Json


def payload_of(read: Read, player: PlayerId, event: Numbered) -> Json:
    """Returns the message about an account event of a player. Raises `DatabaseUnavailable`."""
    return {**account_event_document(event), "about": _about(read, player, event)}


def _about(read: Read, player: PlayerId, event: Numbered) -> About | None:
    table = None if event.table_id is None else about_tables(read, player, [event.table_id]).get(event.table_id)
    match = table.match if table and table.match else tournament_about(read, event.data)
    if table is None:
        return match and {**_NOTHING, "tournament": _match_document(match)}
    return _document(table, match)


_NOTHING: About = {
    "game": None,
    "profile": None,
    "hands": None,
    "hand": None,
    "levels": [],
    "totals": [],
    "taken": None,
    "tournament": None,
    "seats": [],
}
"""The facts about an event without a table."""


def _document(table: TableAbout, match: MatchAbout | None) -> About:
    return {
        "game": table.game,
        "profile": table.profile,
        "hands": table.hands,
        "hand": table.hand,
        "levels": list(table.levels),
        "totals": list(table.totals),
        "taken": table.taken,
        "tournament": _match_document(match),
        "seats": [
            {"seat": each.seat, "side": each.side, "player": each.player, "bot": each.bot, "name": each.name}
            for each in table.seats
        ],
    }


def _match_document(match: MatchAbout | None) -> AboutMatch | None:
    return match and {"id": match.id, "name": match.name, "round": match.round, "match": match.match}
