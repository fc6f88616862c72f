"""HTTP routes for records: those of a player as one stream, and the verification and replay of any record."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import chain, islice
from typing import Any

from flask import Blueprint, Response

from domain.kernel.messages import message
from domain.kernel.players import PlayerId
from domain.kernel.seats import Seat
from service.accounts.names.documents import players_in
from service.accounts.names.handlers import names_document
from service.platform.http import requests
from service.platform.http.answers import answer, json_bytes
from service.platform.http.archive import ARCHIVED
from service.platform.http.fields import SEATS_LIMIT, TABLE_ID, load
from service.platform.http.rate_limits import rate_class
from service.request_context import names_of, needs, player, service
from service.tables.foreign_events import EventSchemas
from service.tables.record_document_types import Replay
from service.tables.records import own_records
from service.tables.replays import ReplayPage, replay_document
from service.tables.schemas import RecordSchema

records = Blueprint("records", __name__, url_prefix="/v1")

_RECORD = RecordSchema()

NDJSON = "application/x-ndjson"
ID_LENGTH = 30
SEATS = tuple(map(str, range(SEATS_LIMIT)))
VIEWS_DEFAULT = 20
VIEWS_LIMIT = 200
VERSION_LIMIT = 2**31 - 1


@records.get("/me/records")
@rate_class("record")
@needs("table:read")
def export_records() -> Response:
    requests.check_parameters("after")
    after = requests.text_parameter("after", ID_LENGTH) or ""
    if after and not re.fullmatch(TABLE_ID, after):
        raise requests.wrong_parameter("after", message("give the id of the table in the last record that you have"))
    found = own_records(service().database, player(), after, computing=service().computing.for_records)
    # Read the first record before the response begins, so that an unavailable database still gives a proper error.
    first = list(islice(found, 1))
    response = Response(_lines(chain(first, found)), content_type=NDJSON)
    response.headers["Cache-Control"] = "no-store"
    response.headers["Content-Disposition"] = f'attachment; filename="{player()}.records.ndjson"'
    return response


def _lines(documents: Iterator[Any]) -> Iterator[bytes]:
    for document in documents:
        yield json_bytes(document) + b"\n"


@records.post("/records")
@rate_class("record")
@needs("table:read")
def replay_record() -> Response:
    requests.check_parameters("seat", "after", "limit")
    seat = requests.word_parameter("seat", SEATS)
    after = requests.whole_parameter("after", 0, 0, VERSION_LIMIT)
    limit = requests.whole_parameter("limit", VIEWS_DEFAULT, 1, VIEWS_LIMIT)
    page = ReplayPage(None if seat is None else Seat(int(seat)), after, limit)
    data = requests.json_bytes(service().settings.record_limit)
    computing = service().computing.for_records
    # If the archive has to be written first, that takes a process, and a thread beside the event loop can start none.
    ARCHIVED.documents()

    def replayed() -> tuple[Replay, set[PlayerId]]:
        replay = replay_document(load(_RECORD, requests.parsed(data)), page, _event_schemas())
        return replay, set(players_in(replay["views"]))

    replay, players = computing(replayed)
    # Players of other servers have no account here, and so no name.
    return answer({**replay, "players": names_document(names_of(players))}, cache="no-store")


@cache
def _event_schemas() -> EventSchemas:
    """Returns the schemas of events. The first call takes a tenth of a second."""
    return EventSchemas(ARCHIVED.documents()["/openapi.json"].json())
