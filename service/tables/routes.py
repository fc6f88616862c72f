"""HTTP routes for tables: opening and listing them, commands, views, legal moves, and the record."""

from collections.abc import Sequence
from typing import Any

from flask import Blueprint, Response, request

from domain.clocks.ladder import ladder, pauses
from domain.clocks.rules import clock_rules
from domain.games.bots import stand_ins
from domain.games.rulebooks import book_with
from domain.kernel.messages import message
from domain.kernel.players import PlayerId
from domain.table.commands import OpenTable
from domain.table.deals import GivenDeal
from domain.table.length import default_hands, hands_of
from domain.table.spectators import NO_DELAY, Spectators
from service.accounts.handlers import NOBODY
from service.feed_answers import answer_feed
from service.platform.documents import Json
from service.platform.http import requests
from service.platform.http.answers import JSON, JsonResponse, answer
from service.platform.http.document_pages import with_page
from service.platform.http.fields import load
from service.platform.http.language import answer_with_texts, language
from service.platform.http.rate_limits import rate_class
from service.platform.languages import ENGLISH, digits_of
from service.request_context import identity, named_page_of, needs, player, reader, service
from service.sandbox.handlers import NotInSandbox
from service.tables.answers import done_answer, language_of_view, new_table_answer
from service.tables.asked import FeedState
from service.tables.commands import read_command
from service.tables.documents import moves_document, view_tag
from service.tables.feeds import TableFeed
from service.tables.lists import Filter
from service.tables.player_commands import DryRun
from service.tables.records import record_document
from service.tables.schemas import OpenTableSchema, RematchSchema
from service.tables.seats import options_with_seats

tables = Blueprint("tables", __name__, url_prefix="/v1/tables")

STATUSES = ("open", "playing", "finished", "cancelled")

_OPEN_TABLE = OpenTableSchema()
_REMATCH = RematchSchema()


@tables.post("")
@rate_class("open")
@needs("table:create")
def open_table() -> Response:
    requests.check_parameters()
    by = player()
    command = _opening(by, load(_OPEN_TABLE, requests.body()))
    done = service().tables.open(command, requests.idempotency_key(by))
    return new_table_answer(done, 201, f"/v1/tables/{done.id}")


def _opening(by: PlayerId, request_body: Json) -> OpenTable:
    """Returns the command that opens the requested table. Raises `InvalidTimes`."""
    clock = clock_rules(request_body["clock"] or {"kind": "none"})
    game = request_body.get("game") or book_with(request_body["profile"]).game
    return OpenTable(
        by=by,
        game=game,
        profile=request_body["profile"],
        overrides=options_with_seats(request_body),
        listed=request_body["listed"],
        hands=_hands(request_body, has_clock=clock.kind != "none"),
        spectators=Spectators(**request_body["spectators"]) if "spectators" in request_body else NO_DELAY,
        clock=clock,
        time_odds=tuple(request_body["time_odds"]),
        pauses=pauses(request_body["pauses"], clock),
        ladder=ladder(request_body["ladder"], stand_ins(game), clock),
        expires_after_s=request_body["expires_after_s"],
        starts_when_full=request_body["starts_when_full"],
        min_reliability=request_body["min_reliability"],
        chat=request_body["chat"],
        public=request_body["public"],
        sandbox=identity().sandbox,
        deals=_deals(request_body["deals"]),
    )


def _deals(given: Sequence[GivenDeal]) -> tuple[GivenDeal, ...]:
    """Returns the chosen deals. Raises `NotInSandbox` outside sandboxes."""
    if given and identity().sandbox is None:
        raise NotInSandbox
    return tuple(given)


@tables.get("")
@rate_class("read")
@needs("table:read", public=True)
def list_tables() -> Response:
    requests.check_parameters("status", "free_seats", "mine", "limit", "cursor")
    wanted = Filter(requests.word_parameter("status", STATUSES), requests.boolean_parameter("free_seats"))
    count, before = requests.page_limit(), requests.page_cursor()
    if requests.boolean_parameter("mine"):
        found = service().lists.own_tables(player(), wanted, before, count + 1)
    elif identity() is NOBODY:
        found = service().lists.public_tables(wanted, before, count + 1)
    else:
        found = service().lists.tables(identity().sandbox, wanted, before, count + 1)
    return named_page_of("tables", found, count)


@tables.get("/<table_id:table_id>")
@rate_class("read")
@needs("table:read", public=True, guest=True)
@with_page(lambda document: message("Table {number}", number=document["id"]))
def view_table(table_id: str) -> Response:
    requests.check_parameters()
    views = service().views
    viewer, at = views.seen_by(table_id, reader())
    names = views.names(at)
    said_in = language_of_view(at.table, viewer)
    texts = names.tag if said_in == ENGLISH else names.tag + digits_of(said_in)
    tag = view_tag(at.version, viewer, texts)
    if request.if_none_match.contains_weak(tag):
        response = Response(status=304)
    else:
        response = JsonResponse(views.view_bytes(table_id, at, viewer, names, said_in), content_type=JSON)
    response.set_etag(tag)
    response.headers["Cache-Control"] = "private, no-cache"
    return response


@tables.get("/<table_id:table_id>/events")
@rate_class("feed")
@needs("table:read", public=True, ticket=True, guest=True)
def table_events(table_id: str) -> Response:
    parts, by = service(), reader()
    state = FeedState(parts.asked, table_id, by, requests.included(), language())
    return answer_feed(TableFeed(parts.table_cache, parts.views, table_id, by), state, ("include",))


@tables.post("/<table_id:table_id>/commands")
@rate_class("command")
@needs("table:play", guest=True)
def command_table(table_id: str) -> Response:
    requests.check_parameters("dry_run", "include")
    include = requests.included()
    by, parts = player(), service()
    given = read_command(requests.body(), by, parts.randomness.token_hex(16))
    expected = requests.expected_version(given.expected_version)
    is_dry_run = requests.boolean_parameter("dry_run")
    key = requests.idempotency_key(by)
    if is_dry_run:
        # A dry run changes nothing, so it has no earlier result to repeat.
        key = None
    if not given.is_for_any_game:
        parts.views.check_not_sealed(table_id, by)
    # `read_command` has already checked the form. Only now is the game of the table needed.
    command = given.at_table(parts.table_cache.cached(table_id).table.game.name)
    if is_dry_run:
        return _dry_run_answer(table_id, parts.player_commands.dry_run(table_id, by, command, expected))
    done = parts.player_commands.carry_out(table_id, command, expected, key)
    return done_answer(done, include=include)


@tables.post("/<table_id:table_id>/rematch")
@rate_class("open")
@needs("table:create")
def rematch(table_id: str) -> Response:
    requests.check_parameters()
    request_body = load(_REMATCH, requests.body())
    entropy = request_body.get("entropy") or service().randomness.token_hex(16)
    done, opened = service().rematches.ask(table_id, player(), request_body["seats"], entropy)
    return new_table_answer(done, 201 if opened else 200, f"/v1/tables/{done.id}")


@tables.get("/<table_id:table_id>/moves")
@rate_class("read")
@needs("table:read", guest=True)
def legal_moves(table_id: str) -> Response:
    requests.check_parameters()
    seat, at = service().views.own_view(table_id, player())
    moves = moves_document(at.table, seat)
    return answer({"table": table_id, "version": at.version, "seat": seat, "moves": moves})


@tables.get("/<table_id:table_id>/record")
@rate_class("read")
@needs("table:read", public=True, guest=True)
def table_record(table_id: str) -> Response:
    requests.check_parameters()
    until = service().views.visibility(table_id, reader()).until
    return answer(record_document(service().store, table_id, until, computing=service().computing.for_records))


def _hands(request_body: dict[str, Any], *, has_clock: bool) -> int | None:
    """Returns the length of the match in hands, or `None` for no limit, from either form of the request."""
    if "length" in request_body:
        return hands_of(**request_body["length"])
    hands: int | None = request_body["hands"] if "hands" in request_body else default_hands(has_clock=has_clock)
    return hands


def _dry_run_answer(table_id: str, dry_run: DryRun) -> Response:
    return answer_with_texts({"table": table_id, "version": dry_run.version, "legal": True, "foreseen": dry_run.facts})
