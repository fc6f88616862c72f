"""HTTP routes for seeks, and for their results."""

from typing import Any

from flask import Blueprint, Response

from domain.games.rulebooks import book_with
from domain.kernel.players import PlayerId
from domain.seeks.opponents import OpponentWishes
from domain.seeks.wishes import AcceptedClocks, IntegerSpan
from domain.table.spectators import NO_DELAY, Spectators
from service.lobby.seeks.handlers import UNTIMED_PACE, RulesSought, SeekLife, Wishes, seek_document
from service.lobby.seeks.schemas import SeekSchema
from service.platform.http import requests
from service.platform.http.answers import answer
from service.platform.http.fields import load
from service.platform.http.rate_limits import rate_class
from service.request_context import named_page_of, needs, player, service, with_names

seeks = Blueprint("seeks", __name__, url_prefix="/v1")

_SEEK = SeekSchema()


@seeks.post("/seeks")
@rate_class("open")
@needs("table:play")
def post_seek() -> Response:
    requests.check_parameters()
    by = player()
    body = load(_SEEK, requests.body())
    partner = PlayerId(body["partner"]) if "partner" in body else None
    key = requests.idempotency_key(by)
    lives = SeekLife(body["expires_after_s"], body.get("keep"))
    sought, is_replayed = service().seeks.post(by, _wishes(body), partner, lives, key)
    return answer(with_names(seek_document(sought)), 201, location=f"/v1/seeks/{sought.id}", replayed=is_replayed)


@seeks.get("/seeks")
@rate_class("read")
@needs("table:read")
def list_seeks() -> Response:
    requests.check_parameters("limit", "cursor")
    count = requests.page_limit()
    found = service().seeks.open(player(), requests.page_cursor() or "", count + 1)
    return named_page_of("seeks", [seek_document(each) for each in found], count)


@seeks.get("/me/seeks")
@rate_class("read")
@needs("table:read")
def list_own_seeks() -> Response:
    requests.check_parameters("limit", "cursor")
    count = requests.page_limit()
    found = service().seeks.own(player(), requests.page_cursor(), count + 1)
    return named_page_of("seeks", [seek_document(each) for each in found], count)


@seeks.get("/seeks/<seek_id:seek_id>")
@rate_class("read")
@needs("table:read")
def view_seek(seek_id: str) -> Response:
    requests.check_parameters()
    return answer(with_names(seek_document(service().seeks.one(player(), seek_id))))


@seeks.post("/seeks/<seek_id:seek_id>/agree")
@rate_class("command")
@needs("table:play")
def agree_to_seek(seek_id: str) -> Response:
    requests.check_parameters()
    return answer(with_names(seek_document(service().seeks.agree(player(), seek_id))))


@seeks.delete("/seeks/<seek_id:seek_id>")
@rate_class("command")
@needs("table:play")
def withdraw_seek(seek_id: str) -> Response:
    requests.check_parameters()
    service().seeks.withdraw(player(), seek_id)
    return Response(status=204)


def _wishes(body: dict[str, Any]) -> Wishes:
    rules = (
        RulesSought(each.get("game") or book_with(each["profile"]).game, each["profile"], each["options"])
        for each in body["rules"]
    )
    return Wishes(
        rules=tuple(rules),
        hands=IntegerSpan(**body["hands"]) if "hands" in body else None,
        pace=_pace(body["clock"]) if "clock" in body else UNTIMED_PACE,
        spectators=Spectators(**body["spectators"]) if "spectators" in body else NO_DELAY,
        with_bots=body["bots"],
        opponents=OpponentWishes(**body.get("opponents", {})),
    )


def _pace(clock: dict[str, Any]) -> AcceptedClocks:
    per_move_s = IntegerSpan(**clock["per_move_s"]) if "per_move_s" in clock else None
    return AcceptedClocks(tuple(dict.fromkeys(clock["kinds"])), per_move_s)
