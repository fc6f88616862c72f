"""Every answer that mentions players by id has their names beside them, once for the document."""

from typing import Any

from tests.support.contract import Operation, contract, nodes, operations, resolved

PLAYER_ID = "#/components/schemas/PlayerId"
NAMES = {"$ref": "#/components/schemas/PlayerNames"}
WITHOUT_NAMES = {
    "view_me": "the profile has the name",
    "view_player": "the profile has the name",
    "view_token": "the member `player` has the name",
    "list_blocks": "each row has the name",
    "view_leaderboard": "each row has the name, and `players` is the list of rows",
    "list_tournament_templates": "the templates of the server name no players",
    "make_entry_code": "the request names the only player, and the answer is a code for them",
    "view_delivery": "a message has the names of those players who allow it, in its member `about`",
    "table_events": "events stay as they were stored, and the view of the table has the names",
    "tournament_events": "events stay as they were stored, and the views of the tournament have the names",
    "league_events": "events stay as they were stored, and the view of the league has the names",
    "series_events": "events stay as they were stored, and the view of the series has the names",
    "account_events": "events stay as they were stored, also in streams and webhooks",
    "table_record": "a record is the same for all readers and at all times, and names change",
    "list_bots": "only bots, each with its name",
    "export_account": "the export has what is stored about its owner, and no names of others",
}
"""The operations whose answers have ids of players and no member `players`, and why."""


def test_every_answer_with_ids_of_players_has_their_names():
    without = {str(one.id) for one in operations() if one.method == "get" and _lacks_names(one)}

    assert without == WITHOUT_NAMES.keys()


def _lacks_names(one: Operation) -> bool:
    schemas = [
        response["content"]["application/json"]["schema"]
        for status, response in one.responses.items()
        if status.startswith("2") and "application/json" in response.get("content", {})
    ]
    return any(PLAYER_ID in _references(each) and NAMES not in _players_of(each) for each in schemas)


def _references(schema: Any) -> set[str]:
    """Returns the pointers to all components that a schema refers to, directly or not."""
    found: set[str] = set()
    unread = [schema]
    while unread:
        pointers = {node["$ref"] for _, node in nodes(unread.pop()) if isinstance(node.get("$ref"), str)}
        for pointer in pointers - found:
            found.add(pointer)
            unread.append(contract()["components"]["schemas"][pointer.rpartition("/")[2]])
    return found


def _players_of(schema: Any) -> list[Any]:
    """Returns the schemas of the member `players` that the document always has."""
    whole = resolved(schema)
    return [whole["properties"]["players"]] if "players" in whole.get("required", ()) else []
