"""HTTP routes for tables: opening and listing them, commands, views, legal moves, and the record."""

from collections.abc import Sequence
from typing import Any

from flask import Blueprint, Response, request

from domain.clocks.ladder import ladder, pauses
from domain.clocks.rules import clock_rules
from domain.games.rulebooks import book_with
from domain.kernel.players import PlayerId
from domain.table.commands import OpenTable
from domain.table.deals import GivenDeal
from domain.table.length import default_hands, hands_of
from domain.table.sealing import TableSealed
from domain.table.spectators import AT_ONCE, Spectators
from service.platform.documents import Json
from service.platform.http import requests
from service.platform.http.answers import JSON, answer, page_of
from service.platform.http.fields import load
from service.platform.http.rate_limits import counts_as
from service.platform.store.stream_repository import Done
from service.request_context import identity, needs, player, service
from service.sandbox.handlers import NotInSandbox
from service.tables.commands import read_command
from service.tables.documents import event_document, view_document, view_tag
from service.tables.lists import Filter
from service.tables.player_commands import Foreseen
from service.tables.records import record_document
from service.tables.schemas import OpenTableSchema, RematchSchema
from service.tables.views import Visibility

tables = Blueprint("tables", __name__, url_prefix="/v1/tables")

STATUSES = ("open", "playing", "finished", "cancelled")

_OPEN_TABLE = OpenTableSchema()
_REMATCH = RematchSchema()


@tables.post("")
@counts_as("open")
@needs("table:create")
def open_table() -> Response:
    requests.known_parameters()
    by = player()
    command = _opening(by, load(_OPEN_TABLE, requests.body()))
    done = service().tables.open(command, requests.idempotency_key(by))
    response = done_answer(done, 201)
    response.headers["Location"] = f"/v1/tables/{done.id}"
    return response


def _opening(by: PlayerId, asked: Json) -> OpenTable:
    """Returns the command that opens the requested table. Raises `InvalidTimes`."""
    clock = clock_rules(asked["clock"] or {"kind": "none"})
    return OpenTable(
        by=by,
        game=asked.get("game") or book_with(asked["profile"]).game,
        profile=asked["profile"],
        overrides=asked["options"],
        listed=asked["listed"],
        hands=_hands(asked, has_clock=clock.kind != "none"),
        spectators=Spectators(**asked["spectators"]) if "spectators" in asked else AT_ONCE,
        clock=clock,
        pauses=pauses(asked["pauses"], clock),
        ladder=ladder(asked["ladder"], clock),
        expires_after_s=asked["expires_after_s"],
        starts_when_full=asked["starts_when_full"],
        min_reliability=asked["min_reliability"],
        chat=asked["chat"],
        world=identity().sandbox,
        deals=_deals(asked["deals"]),
    )


def _deals(given: Sequence[GivenDeal]) -> tuple[GivenDeal, ...]:
    """Returns the chosen deals. Raises `NotInSandbox` outside sandboxes."""
    if given and identity().sandbox is None:
        raise NotInSandbox
    return tuple(given)


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
        found = service().lists.tables(identity().sandbox, wanted, before, count + 1)
    return page_of("tables", found, count)


@tables.get("/<table_id:table_id>")
@counts_as("read")
@needs("table:read")
def view_table(table_id: str) -> Response:
    requests.known_parameters()
    viewer, at = service().views.seen_by(table_id, player())
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
    given = read_command(requests.body(), by, service().randomness.token_hex(16))
    expected = requests.expected_version(given.expected_version)
    is_dry_run = requests.truth("dry_run")
    key = requests.idempotency_key(by)
    if is_dry_run:
        # A dry run changes nothing, so it has no earlier result to repeat.
        key = None
    if not given.is_of_tables:
        service().views.check_not_sealed(table_id, by)
    # `read_command` has already checked the form. Only now is the game of the table needed.
    command = given.at_table(service().table_cache.cached(table_id).table.game.name)
    if is_dry_run:
        return _foreseen_answer(table_id, service().player_commands.foresee(table_id, by, command, expected))
    done = service().player_commands.carry_out(table_id, command, expected, key)
    return done_answer(done, 200)


@tables.post("/<table_id:table_id>/rematch")
@counts_as("open")
@needs("table:create")
def rematch(table_id: str) -> Response:
    requests.known_parameters()
    asked = load(_REMATCH, requests.body())
    entropy = asked.get("entropy") or service().randomness.token_hex(16)
    done, opened = service().rematches.ask(table_id, player(), asked["seats"], entropy)
    response = done_answer(done, 201 if opened else 200)
    response.headers["Location"] = f"/v1/tables/{done.id}"
    return response


@tables.get("/<table_id:table_id>/moves")
@counts_as("read")
@needs("table:read")
def legal_moves(table_id: str) -> Response:
    requests.known_parameters()
    seat, at = service().views.own(table_id, player())
    table = at.table
    nothing: Json = {"asked": None, "cards": [], "complete": True}
    moves = table.game.legal_moves(table.match, seat) if table.status == "playing" else nothing
    return answer({"table": table_id, "version": at.version, "seat": seat, "moves": moves})


@tables.get("/<table_id:table_id>/record")
@counts_as("read")
@needs("table:read")
def table_record(table_id: str) -> Response:
    requests.known_parameters()
    until = _visibility(table_id).until
    return answer(record_document(service().store, table_id, until, computing=service().computing))


def _hands(asked: dict[str, Any], *, has_clock: bool) -> int | None:
    """Returns the length of the match in hands, or `None` for no limit, from either form of the request."""
    if "length" in asked:
        return hands_of(**asked["length"])
    hands: int | None = asked["hands"] if "hands" in asked else default_hands(has_clock=has_clock)
    return hands


def _visibility(table_id: str, heard: int = 0) -> Visibility:
    """Returns the viewer and the visibility cutoff of the player. The table has at least version `heard`."""
    return service().views.visibility(table_id, player(), heard)


def done_answer(done: Done, status: int) -> Response:
    """Returns the response to a command, with the events that the player may see."""
    try:
        return _seen_answer(done, status)
    except TableSealed:
        # Players may act at a table that is sealed for them, by a challenge or by opening it for others.
        return answer({"table": done.id, "version": 1, "events": []}, status)


def _seen_answer(done: Done, status: int) -> Response:
    game = service().table_cache.cached(done.id).table.game.name
    viewer, seen, _ = _visibility(done.id, done.version)
    until = done.version if seen is None else seen
    happened = service().table_cache.for_who_sits(done.id, viewer, done.happened)
    document: Json = {
        "table": done.id,
        "version": min(done.version, until),
        "events": [event_document(each, game, viewer) for each in happened if each.version <= until],
    }
    wants_view = requests.prefers("return=representation")
    if wants_view:
        at = service().table_cache.view(done.id, viewer, from_version=done.version)
        document["view"] = view_document(done.id, at, viewer)
    response = answer(document, status)
    if wants_view:
        response.headers["Preference-Applied"] = "return=representation"
    if done.replayed:
        response.headers["Idempotency-Replayed"] = "true"
    return response


def _foreseen_answer(table_id: str, foreseen: Foreseen) -> Response:
    return answer({"table": table_id, "version": foreseen.version, "legal": True, "foreseen": foreseen.facts})
