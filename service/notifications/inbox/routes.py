"""The HTTP routes of the inbox."""

import hashlib
import logging
from collections.abc import Collection, Mapping

import orjson
from flask import Blueprint, Response, request

from domain.kernel.instants import utc
from domain.kernel.messages import message
from domain.kernel.players import PlayerId
from domain.kernel.viewers import Onlooker
from service.accounts.names.documents import players_in
from service.accounts.names.handlers import names_document
from service.notifications.inbox import cursors
from service.notifications.inbox.document_types import Turn, Turns
from service.notifications.inbox.documents import own_inbox_document, pace_document, waiting_document
from service.notifications.inbox.handlers import Inbox, WaitingTurn
from service.notifications.inbox.marks import SnoozeWish
from service.notifications.inbox.schemas import SnoozeSchema, VisitSchema
from service.platform.documents import INCLUDES, Json, timestamp, timestamp_of_move
from service.platform.http import requests
from service.platform.http.answers import answer, cursor_of
from service.platform.http.fields import load
from service.platform.http.language import answer_with_texts, language
from service.platform.http.rate_limits import rate_class
from service.platform.languages import digits_of
from service.platform.store.folding import UnreadableStream
from service.request_context import names_of, needs, now, player, service, with_names

INCLUDED_LIMIT = 20
"""Maximum number of tables that one response may include in full."""

inbox = Blueprint("inbox", __name__, url_prefix="/v1")

_log = logging.getLogger(__name__)
_SNOOZE = SnoozeSchema()
_VISIT = VisitSchema()


@inbox.get("/me/turns")
@rate_class("read")
@needs("table:read", guest=True)
def list_turns() -> Response:
    requests.check_parameters("limit", "cursor", "include")
    include = requests.included()
    limit = requests.page_limit()
    if include and limit > INCLUDED_LIMIT:
        raise requests.wrong_parameter(
            "limit", message("give at most {included_limit} together with include", included_limit=INCLUDED_LIMIT)
        )
    found = service().inboxes.of(player(), cursors.turn_cursor(), limit)
    document = _inbox_document(found)
    # The tag changes with the names, too.
    document["players"] = names_document(names_of(players_in(document)))
    tag = _tag_of(document, include) + (digits_of(language()) if include else "")
    if request.if_none_match.contains_weak(tag):
        response = Response(status=304)
    else:
        for turn, shown in zip(found.turns, document["turns"], strict=True):
            shown["remaining_s"] = turn.remaining_s
            _include(turn, include, shown)
        response = answer(document)
    response.set_etag(tag, weak=True)
    response.headers["Cache-Control"] = "private, no-cache"
    response.headers["Vary"] = "Accept-Language, Authorization, Cookie"
    return response


@inbox.get("/me/inbox")
@rate_class("read")
@needs("table:read")
def view_inbox() -> Response:
    requests.check_parameters("limit")
    at = now()
    own = service().own_inboxes.of(player(), requests.page_limit(), at, _names)
    return answer_with_texts(with_names(own_inbox_document(own, at)))


def _names(players: Collection[PlayerId]) -> Mapping[PlayerId, str]:
    return {each: known.name for each, known in names_of(players).items() if known.name is not None}


@inbox.get("/me/pace")
@rate_class("account")
@needs("table:read")
def view_pace() -> Response:
    requests.check_parameters()
    return answer(pace_document(service().own_inboxes.pace(player(), now())))


@inbox.put("/me/inbox/<table_id:table_id>/visit")
@rate_class("account")
@needs("table:play")
def visit_table(table_id: str) -> Response:
    requests.check_parameters()
    wanted: int = load(_VISIT, requests.body())["version"]
    _, at = service().views.own_view(table_id, player())
    service().own_inboxes.marks.visit(player(), table_id, min(wanted, at.version))
    return Response(status=204)


@inbox.put("/me/inbox/<table_id:table_id>/snooze")
@rate_class("account")
@needs("table:play")
def snooze_entry(table_id: str) -> Response:
    requests.check_parameters()
    wish = SnoozeWish(load(_SNOOZE, requests.body())["until"])
    until = service().own_inboxes.marks.snooze(player(), table_id, wish, utc(now()))
    return answer({"table": table_id, "until": timestamp(until)})


@inbox.delete("/me/inbox/<table_id:table_id>/snooze")
@rate_class("account")
@needs("table:play")
def wake_entry(table_id: str) -> Response:
    requests.check_parameters()
    service().tables.cached(table_id)
    service().own_inboxes.marks.wake(player(), table_id)
    return Response(status=204)


def _inbox_document(found: Inbox) -> Turns:
    """Returns the inbox without the members that change every second."""
    return {
        "count": found.turns_count,
        "waiting": waiting_document(found),
        "turns": [
            {
                "table": turn.table_id,
                "seat": turn.seat,
                "what": turn.what,
                "since": timestamp_of_move(turn.since),
                "version": turn.version,
                "deadline_at": timestamp(turn.deadline_at) if turn.deadline_at else None,
                "urgency": turn.urgency,
            }
            for turn in found.turns
        ],
        "challenges": [{"table": each.table_id, "seat": each.seat, "by": each.by} for each in found.challenges],
        "proposals": [
            {"table": each.table_id, "seat": each.seat, "what": each.what, "by": each.by} for each in found.proposals
        ],
        "tournaments": [
            {
                "tournament": each.tournament_id,
                "what": each.what,
                "entrant": each.entrant,
                "deadline_at": timestamp(each.deadline_at) if each.deadline_at else None,
            }
            for each in found.tournaments
        ],
        "next_cursor": cursor_of(" ".join(map(str, found.turns[-1].place))) if found.more else None,
    }


def _tag_of(document: Turns, include: frozenset[str]) -> str:
    """Returns an entity tag that changes with the inbox, except with the remaining seconds."""
    written = orjson.dumps([player(), sorted(include), document])
    return f"inbox-{hashlib.sha256(written).hexdigest()[:32]}"


def _include(turn: WaitingTurn, include: frozenset[str], shown: Turn) -> None:
    """Adds the view and the legal moves to a turn, if they are included."""
    included = _included(turn, include)
    if "moves" in included:
        shown["moves"] = included["moves"]
    if "view" in included:
        shown["view"] = included["view"]


def _included(turn: WaitingTurn, include: frozenset[str]) -> Json:
    """Returns the view and the legal moves of the table, if they are included.

    They are `None` if the table cannot be read or if the player no longer holds the seat.
    """
    nothing: Json = dict.fromkeys(each for each in INCLUDES if each in include)
    if not include:
        return nothing
    try:
        viewer, at = service().views.seen_by(turn.table_id, player())
    except UnreadableStream as error:
        # One unreadable table must not hide the others.
        _log.warning("%s cannot be read; an inbox leaves it out", error.stream)
        return nothing
    if isinstance(viewer, Onlooker):
        return nothing
    included: Json = {}
    if "view" in include:
        included["view"] = service().views.view_fragment(turn.table_id, at, viewer, language())
    if "moves" in include:
        playing = at.table.status == "playing" and at.table.paused_at is None
        included["moves"] = at.table.game.legal_moves(at.table.match, viewer) if playing else None
    return included
