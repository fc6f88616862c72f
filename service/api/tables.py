"""Tables over HTTP: opening and listing them, commands, views, legal moves, the record."""

import secrets
from typing import Any

from flask import Blueprint, Response, request

from domain.games import GAMES
from domain.rulebooks import book_with
from domain.seats import Seat
from domain.table.commands import Act, ChallengePlayer, OpenTable, TableCommand
from domain.table.decide import Chance, NotSeated, acting_seat, check_asker, decide
from domain.table.spectators import AT_ONCE, Spectators
from domain.table.state import Table
from domain.viewers import Onlooker, Viewer
from service.api import requests
from service.api.answers import JSON, answer, page_of
from service.api.commands import read_command
from service.api.rate_limits import counts_as
from service.api.requests import needs, player, service
from service.api.schemas import OpenTableSchema, load
from service.application.lists import Filter
from service.application.records import record_document
from service.application.tables import Done, StaleVersion
from service.projections.documents import Json, event_document, view_document, view_tag
from service.projections.streams import At
from service.projections.views import Outlook

tables = Blueprint("tables", __name__, url_prefix="/v1/tables")

STATUSES = ("open", "playing", "finished", "cancelled")

_OPEN_TABLE = OpenTableSchema()


@tables.post("")
@counts_as("open")
@needs("table:create")
def open_table() -> Response:
    requests.known_parameters()
    by = player()
    asked = load(_OPEN_TABLE, requests.body())
    game = asked.get("game") or book_with(asked["profile"]).game
    spectators = Spectators(**asked["spectators"]) if "spectators" in asked else AT_ONCE
    command = OpenTable(by, game, asked["profile"], asked["options"], asked["listed"], asked["hands"], spectators)
    done = service().tables.open(command, requests.idempotency_key(by))
    response = _done_answer(done, _outlook(done.table_id), 201)
    response.headers["Location"] = f"/v1/tables/{done.table_id}"
    return response


@tables.get("")
@counts_as("read")
@needs("table:read")
def list_tables() -> Response:
    requests.known_parameters("status", "free_seats", "mine", "limit", "cursor")
    wanted = Filter(requests.word("status", STATUSES), requests.truth("free_seats"))
    count, before = requests.limit(), requests.cursor()
    if requests.truth("mine"):
        found = service().lists.own_tables(player(), wanted, before, count + 1)
    else:
        found = service().lists.tables(wanted, before, count + 1)
    return page_of("tables", found, count)


@tables.get("/<table_id:table_id>")
@counts_as("read")
@needs("table:read")
def view_table(table_id: str) -> Response:
    requests.known_parameters()
    viewer = _viewer(table_id)
    at = service().streams.view(table_id, viewer)
    tag = view_tag(at.version, viewer)
    if request.if_none_match.contains_weak(tag):
        response = Response(status=304)
    else:
        response = Response(service().views.written(table_id, at, viewer), content_type=JSON)
    response.set_etag(tag)
    response.headers["Cache-Control"] = "private, no-cache"
    response.headers["Vary"] = "Authorization"
    return response


@tables.post("/<table_id:table_id>/commands")
@counts_as("command")
@needs("table:play")
def command_table(table_id: str) -> Response:
    requests.known_parameters("dry_run")
    by = player()
    given = read_command(requests.body(), by, secrets.token_hex(16))
    expected = requests.expected_version(given.expected_version)
    is_dry_run = requests.truth("dry_run")
    key = None if is_dry_run else requests.idempotency_key(by)
    # The form is looked at before the table is, whichever game it has.
    command = given.at_table(service().streams.at_hand(table_id).table.game.name)
    if isinstance(command, ChallengePlayer):
        service().accounts.check_can_be_challenged(command.player)
    if is_dry_run:
        return _dry_run(table_id, command, expected)
    done = service().tables.carry_out(table_id, command, expected=expected, key=key)
    return _done_answer(done, _outlook(table_id), 200)


@tables.get("/<table_id:table_id>/moves")
@counts_as("read")
@needs("table:read")
def legal_moves(table_id: str) -> Response:
    requests.known_parameters()
    seat, at = _own_view(table_id)
    table = at.table
    nothing: Json = {"asked": None, "cards": [], "complete": True}
    moves = table.game.legal_moves(table.match, seat) if table.status == "playing" else nothing
    return answer({"table": table_id, "version": at.version, "seat": seat, "moves": moves})


@tables.get("/<table_id:table_id>/record")
@counts_as("read")
@needs("table:read")
def table_record(table_id: str) -> Response:
    requests.known_parameters()
    return answer(record_document(service().store, table_id, _outlook(table_id).until))


def _viewer(table_id: str) -> Viewer:
    """As whom the player sees the table: from the seat they hold, or as a spectator."""
    return service().views.viewer(table_id, player())


def _outlook(table_id: str) -> Outlook:
    """As whom the player sees the table, and how far."""
    return service().views.outlook(table_id, player())


def _own_view(table_id: str) -> tuple[Seat, At]:
    """The seat the player holds, and the table as it sees it. Raises `NotSeated`."""
    viewer = _viewer(table_id)
    at = service().streams.view(table_id, viewer)
    if isinstance(viewer, Onlooker):
        raise NotSeated("you hold no seat at this table")
    return viewer, at


def _done_answer(done: Done, outlook: Outlook, status: int) -> Response:
    """What a command brought about, as the one who gave it may see it, and as far."""
    game = service().streams.at_hand(done.table_id).table.game.name
    viewer, until = outlook.viewer, done.version if outlook.until is None else outlook.until
    document: Json = {
        "table": done.table_id,
        "version": min(done.version, until),
        "events": [event_document(each, game, viewer) for each in done.happened if each.version <= until],
    }
    wants_view = requests.prefers("return=representation")
    if wants_view:
        at = service().streams.view(done.table_id, viewer, from_version=done.version)
        document["view"] = view_document(done.table_id, at, viewer)
    response = answer(document, status)
    if wants_view:
        response.headers["Preference-Applied"] = "return=representation"
    if done.replayed:
        response.headers["Idempotency-Replayed"] = "true"
    return response


def _dry_run(table_id: str, command: TableCommand, expected: int | None) -> Response:
    """Says whether a command would be accepted, from what the asker may know, and changes nothing."""
    foreseen: dict[str, Any] = {}
    at = service().streams.now(table_id)
    if not at.table.sees_late(player()):
        _expect(at, expected)
    if isinstance(command, Act):
        # Who may ask, and when, is public; whether the move is legal is asked of the seat's own view.
        check_asker(at.table, command)
        seat = acting_seat(at.table, command.by)
        at = service().streams.view(table_id, seat, from_version=at.version)
        foreseen = _foresee(at.table, seat, command)
    else:
        decide(GAMES, at.table, command, Chance(secrets.token_bytes(32)))
        # Who sees the table late is refused first, as when the command is carried out.
        _expect(at, expected)
    return answer({"table": table_id, "version": at.version, "legal": True, "foreseen": foreseen})


def _expect(at: At, expected: int | None) -> None:
    if expected is not None and at.version != expected:
        raise StaleVersion(at.version)


def _foresee(table: Table, seat: Seat, command: Act) -> Json:
    """What the seat may know of its move beforehand. Raises `Refusal`."""
    return table.game.check(table.match, seat, command.move)
