"""Answers to commands at tables."""

import orjson
from flask import Response

from domain.table.sealing import TableSealed
from service.platform.documents import Json
from service.platform.http import requests
from service.platform.http.answers import answer
from service.platform.store.stream_repository import CommandResult
from service.request_context import player, service
from service.tables.documents import event_document


def done_answer(done: CommandResult, status: int = 200, location: str | None = None) -> Response:
    """Returns the response to a command, with the events that the player may see."""
    try:
        return _seen_answer(done, status, location)
    except TableSealed:
        # A player can open a table, or challenge others to it, that is sealed for this player.
        return answer({"table": done.id, "version": 1, "events": []}, status, location=location)


def _seen_answer(done: CommandResult, status: int, location: str | None) -> Response:
    parts = service()
    game = parts.table_cache.cached(done.id).table.game.name
    viewer, seen, _ = parts.views.visibility(done.id, player(), done.version)
    until = done.version if seen is None else seen
    events = parts.table_cache.without_earlier_orders(done.id, viewer, done.events)
    document: Json = {
        "table": done.id,
        "version": min(done.version, until),
        "events": [event_document(each, game, viewer) for each in events if each.version <= until],
    }
    wants_view = requests.prefers("return=representation")
    if wants_view:
        at = parts.table_cache.view(done.id, viewer, from_version=done.version)
        document["view"] = orjson.Fragment(parts.views.view_bytes(done.id, at, viewer))
    response = answer(document, status, location=location, replayed=done.replayed)
    if wants_view:
        response.headers["Preference-Applied"] = "return=representation"
    return response
