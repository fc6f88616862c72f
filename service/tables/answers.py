"""Answers to commands at tables."""

from collections.abc import Container

from flask import Response

from domain.table.sealing import TableSealed
from service.platform.documents import Json
from service.platform.http import requests
from service.platform.http.answers import answer
from service.platform.store.stream_repository import CommandResult
from service.request_context import player, service
from service.tables.documents import event_document


def done_answer(
    done: CommandResult, status: int = 200, location: str | None = None, include: Container[str] = ()
) -> Response:
    """Returns the response to a command: the events that the player may see, what is asked now, and what is included.

    With the preference `return=representation`, the response has the newest view, even if others have acted meanwhile.
    """
    try:
        return _seen_answer(done, status, location, include)
    except TableSealed:
        # A player can open a table, or challenge others to it, that is sealed for this player.
        return answer({"table": done.id, "version": 1, "events": [], "asked": None}, status, location=location)


def _seen_answer(done: CommandResult, status: int, location: str | None, include: Container[str]) -> Response:
    parts = service()
    game = parts.table_cache.cached(done.id).table.game.name
    viewer, seen, _ = parts.views.visibility(done.id, player(), done.version)
    version = done.version if seen is None else min(done.version, seen)
    events = parts.table_cache.without_earlier_orders(done.id, viewer, done.events)
    document: Json = {
        "table": done.id,
        "version": version,
        "events": [event_document(each, game, viewer) for each in events if each.version <= version],
        **parts.asked.after(done.id, version, viewer, include),
    }
    wants_view = requests.prefers("return=representation")
    if wants_view:
        at = parts.table_cache.view(done.id, viewer, from_version=done.version)
        document["view"] = parts.views.view_fragment(done.id, at, viewer)
    response = answer(document, status, location=location, replayed=done.replayed)
    if wants_view:
        response.headers["Preference-Applied"] = "return=representation"
    return response
