"""HTTP routes for the chat of a table, and for private notes about it."""

from flask import Blueprint, Response

from domain.table.chat import Room
from service.feed_answers import answer_feed
from service.platform.documents import Json, timestamp
from service.platform.http import requests
from service.platform.http.answers import answer
from service.platform.http.fields import load
from service.platform.http.rate_limits import rate_class
from service.request_context import moderates, needs, player, service, with_names
from service.social.chat.handlers import RoomOfTable, Saying, message_document
from service.social.chat.schemas import MessageSchema
from service.social.notes.handlers import Note
from service.social.notes.schemas import NotesSchema

talk = Blueprint("talk", __name__, url_prefix="/v1/tables/<table_id:table_id>")

_MESSAGE = MessageSchema()
_NOTES = NotesSchema()


@talk.get("/messages/<room:room>")
@rate_class("feed")
@needs("table:read", ticket=True)
def room_messages(table_id: str, room: Room) -> Response:
    return answer_feed(service().chat.feed(RoomOfTable(table_id, room), player(), moderates=moderates()), is_named=True)


@talk.post("/messages/<room:room>")
@rate_class("talk")
@needs("table:play")
def post_message(table_id: str, room: Room) -> Response:
    requests.check_parameters()
    by = player()
    body = load(_MESSAGE, requests.body())
    saying = Saying(body.get("text"), body.get("canned"))
    message, is_replayed = service().chat.say(RoomOfTable(table_id, room), by, saying, requests.idempotency_key(by))
    location = f"/v1/tables/{table_id}/messages/{room}/{message.number}"
    return answer(message_document(message), 201, location=location, replayed=is_replayed)


@talk.get("/messages/<room:room>/<number:number>")
@rate_class("read")
@needs("table:read")
def view_message(table_id: str, room: Room, number: int) -> Response:
    requests.check_parameters()
    place, by = RoomOfTable(table_id, room), player()
    message = service().chat.shown_message(place, number, by, moderates=moderates())
    return answer(with_names(message_document(message)), cache="no-store")


@talk.delete("/messages/<room:room>/<number:number>")
@rate_class("talk")
@needs("table:play")
def remove_message(table_id: str, room: Room, number: int) -> Response:
    requests.check_parameters()
    service().chat.remove(RoomOfTable(table_id, room), number, player(), moderates=moderates())
    return Response(status=204)


@talk.put("/messages/<room:room>/mute")
@rate_class("account")
@needs("table:play")
def mute_room(table_id: str, room: Room) -> Response:
    requests.check_parameters()
    service().chat.mute(RoomOfTable(table_id, room), player())
    return Response(status=204)


@talk.delete("/messages/<room:room>/mute")
@rate_class("account")
@needs("table:play")
def unmute_room(table_id: str, room: Room) -> Response:
    requests.check_parameters()
    service().chat.unmute(RoomOfTable(table_id, room), player())
    return Response(status=204)


@talk.get("/notes")
@rate_class("account")
@needs("table:play")
def view_notes(table_id: str) -> Response:
    requests.check_parameters()
    return _notes_answer(table_id, service().notes.of(player(), table_id))


@talk.put("/notes")
@rate_class("account")
@needs("table:play")
def put_notes(table_id: str) -> Response:
    requests.check_parameters()
    return _notes_answer(table_id, service().notes.put(player(), table_id, load(_NOTES, requests.body())["text"]))


@talk.delete("/notes")
@rate_class("account")
@needs("table:play")
def drop_notes(table_id: str) -> Response:
    requests.check_parameters()
    service().notes.drop(player(), table_id)
    return Response(status=204)


def _notes_answer(table_id: str, note: Note) -> Response:
    document: Json = {
        "table": table_id,
        "text": note.words,
        "changed_at": timestamp(note.changed_at) if note.changed_at else None,
    }
    return answer(document, cache="no-store")
