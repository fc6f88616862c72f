"""Answers to commands at tables."""

from collections.abc import Container

from flask import Response

from domain.kernel.viewers import Viewer
from domain.table.events import TableStarted
from domain.table.sealing import TableSealed
from domain.table.state import Table
from service.platform.documents import Json, creation
from service.platform.http import requests
from service.platform.http.answers import answer
from service.platform.http.language import language
from service.platform.languages import ENGLISH
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
        return _seen_answer(done, {}, status, location, include)
    except TableSealed:
        return _sealed_answer(done, {}, status, location)


def new_table_answer(done: CommandResult, status: int, location: str) -> Response:
    """Returns the response to a request that leads to a table: that of a command, with the `id` of the table."""
    try:
        return _seen_answer(done, creation(done.id, _status(done)), status, location, ())
    except TableSealed:
        return _sealed_answer(done, creation(done.id, "open"), status, location)


def _status(done: CommandResult) -> str:
    """Returns the status of the table after the command, so that a repeated request gets the same answer.

    Without events, the command found the table as it is now. Raises `TableSealed`.
    """
    if done.events:
        return "playing" if any(isinstance(each.event, TableStarted) for each in done.events) else "open"
    _, at = service().views.seen_by(done.id, player())
    return at.table.status


def _sealed_answer(done: CommandResult, named: Json, status: int, location: str | None) -> Response:
    """Returns the response for a player who can open a table, or challenge others to it, but may not see it."""
    document = {**named, "table": done.id, "version": 1, "events": [], "asked": None}
    return answer(document, status, location=location)


def _seen_answer(
    done: CommandResult, named: Json, status: int, location: str | None, include: Container[str]
) -> Response:
    """Returns the response for a player who may see the table. `named` has further members, which come first."""
    parts = service()
    game = parts.table_cache.cached(done.id).table.game.name
    viewer, seen, _ = parts.views.visibility(done.id, player(), done.version)
    version = done.version if seen is None else min(done.version, seen)
    events = parts.table_cache.without_earlier_orders(done.id, viewer, done.events)
    document: Json = {
        **named,
        "table": done.id,
        "version": version,
        "events": [event_document(each, game, viewer) for each in events if each.version <= version],
        **parts.asked.after(done.id, version, viewer, include),
    }
    wants_view = requests.prefers("return=representation")
    if wants_view:
        at = parts.table_cache.view(done.id, viewer, from_version=done.version)
        document["view"] = parts.views.view_fragment(done.id, at, viewer, language_of_view(at.table, viewer))
    response = answer(document, status, location=location, replayed=done.replayed)
    if wants_view:
        response.headers["Preference-Applied"] = "return=representation"
    return response


def language_of_view(table: Table, viewer: Viewer) -> str:
    """Returns the language for a view: the reader's if the seat has standing orders, which are its texts."""
    if not table.orders or not isinstance(viewer, int) or table.orders_of(viewer) is None:
        return ENGLISH
    return language()
