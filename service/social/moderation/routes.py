"""HTTP routes for blocks, for reports, and for moderators."""

from flask import Blueprint, Response

from service.accounts.handlers import MODERATION, NoSuchPlayer
from service.platform.documents import timestamp
from service.platform.http import requests
from service.platform.http.answers import answer, page_of
from service.platform.http.deprecation import renamed_parameter
from service.platform.http.fields import load
from service.platform.http.rate_limits import rate_class
from service.platform.lists import AFTER_ALL
from service.request_context import identity, named_page_of, needs, player, service, with_names
from service.sandbox.handlers import InSandbox
from service.social.blocks.handlers import Blocked
from service.social.moderation.audit import Noted
from service.social.moderation.document_types import Block, ModerationAction, OwnReport
from service.social.moderation.document_types import Report as ReportDocument
from service.social.moderation.handlers import STATES, Report, ReportState, ReportVerdict, Subject
from service.social.moderation.schemas import ReportSchema, VerdictSchema
from service.tables.events import NoSuchTable

moderation = Blueprint("moderation", __name__, url_prefix="/v1")


_REPORT = ReportSchema()
_VERDICT = VerdictSchema()


@moderation.get("/me/blocks")
@rate_class("account")
@needs("account:read")
def list_blocks() -> Response:
    requests.check_parameters("limit", "cursor")
    count = requests.page_limit()
    found = service().blocks.of(player(), requests.page_cursor() or "", count + 1)
    return page_of("blocks", [_block_document(each) for each in found], count)


@moderation.put("/me/blocks/<player_id:player_id>")
@rate_class("account")
@needs("account:write")
def block_player(player_id: str) -> Response:
    requests.check_parameters()
    service().blocks.block(player(), player_id)
    return Response(status=204)


@moderation.delete("/me/blocks/<player_id:player_id>")
@rate_class("account")
@needs("account:write")
def unblock_player(player_id: str) -> Response:
    requests.check_parameters()
    service().blocks.unblock(player(), player_id)
    return Response(status=204)


@moderation.post("/reports")
@rate_class("talk")
@needs("table:play")
def make_report() -> Response:
    requests.check_parameters()
    by = player()
    body = load(_REPORT, requests.body())
    subject = Subject(body.get("player"), body.get("table"))
    if "message" in body:
        subject = Subject(None, **body["message"])
    _check_is_here(subject)
    key = requests.idempotency_key(by)
    made = service().moderation.report(by, subject, body["reason"], body.get("text"), key)
    document = {"id": made.id, "status": "open", "created_at": timestamp(made.made_at)}
    return answer(document, 201, location=f"/v1/reports/{made.id}")


@moderation.get("/reports/<report_id:report_id>")
@rate_class("account")
@needs("account:read")
def view_report(report_id: str) -> Response:
    requests.check_parameters()
    return answer(with_names(_own_report_document(service().moderation.report_of(player(), report_id))))


@moderation.get("/moderation/reports")
@rate_class("account")
@needs(MODERATION)
@renamed_parameter("state")
def list_reports() -> Response:
    requests.check_parameters("status", "state", "limit", "cursor")
    status, count = requests.renamed_word_parameter("status", "state", STATES), requests.page_limit()
    found = service().moderation.reports(status, requests.page_cursor() or "", count + 1)
    return named_page_of("reports", [_report_document(each) for each in found], count)


@moderation.post("/moderation/reports/<report_id:report_id>/close")
@rate_class("account")
@needs(MODERATION)
def close_report(report_id: str) -> Response:
    requests.check_parameters()
    body = load(_VERDICT, requests.body())
    verdict = ReportVerdict(body["action"], body.get("days"), body.get("note"))
    return answer(_report_document(service().moderation.close(player(), report_id, verdict)))


@moderation.get("/moderation/actions")
@rate_class("account")
@needs(MODERATION)
def list_moderation_actions() -> Response:
    requests.check_parameters("limit", "cursor")
    count = requests.page_limit()
    found = service().moderation.actions(requests.page_cursor() or AFTER_ALL, count + 1)
    return named_page_of("actions", [_action_document(each) for each in found], count)


def _check_is_here(subject: Subject) -> None:
    """Checks that the subject is outside all sandboxes, since moderators only deal with these.

    Raises:
        InSandbox: the player belongs to a sandbox.
        NoSuchPlayer, NoSuchTable: the subject is in a sandbox.
    """
    if identity().sandbox is not None:
        raise InSandbox
    if subject.table is not None and not service().sandboxes.has_table(None, subject.table):
        raise NoSuchTable(subject.table)
    if subject.player is not None and not service().sandboxes.has_player(None, subject.player):
        raise NoSuchPlayer(subject.player)


def _block_document(blocked: Blocked) -> Block:
    at = timestamp(blocked.blocked_at)
    return {"id": blocked.player, "name": blocked.name, "created_at": at, "blocked_at": at}


def _report_document(report: Report) -> ReportDocument:
    status: ReportState = "open" if report.closed_at is None else "closed"
    return {
        "id": report.id,
        "status": status,
        "state": status,
        "created_at": timestamp(report.made_at),
        "made_at": timestamp(report.made_at),
        "by": report.reporter,
        "player": report.player,
        "table": report.table,
        "room": report.room,
        "number": report.number,
        "said": report.said,
        "reason": report.reason,
        "text": report.words,
        "closed_at": timestamp(report.closed_at) if report.closed_at else None,
        "action": report.action,
    }


def _own_report_document(report: Report) -> OwnReport:
    """Returns a report as its author sees it. What a moderator did about it is not told."""
    whole = _report_document(report)
    return {
        "id": whole["id"],
        "status": whole["status"],
        "created_at": whole["created_at"],
        "closed_at": whole["closed_at"],
        "player": whole["player"],
        "table": whole["table"],
        "room": whole["room"],
        "number": whole["number"],
        "reason": whole["reason"],
        "text": whole["text"],
    }


def _action_document(noted: Noted) -> ModerationAction:
    done = noted.done
    return {
        "id": noted.id,
        "at": timestamp(noted.at),
        "moderator": done.moderator,
        "action": done.action,
        "report": done.report,
        "player": done.player,
        "table": done.table,
        "room": done.room,
        "number": done.number,
        "until": timestamp(done.until) if done.until else None,
        "note": done.note,
    }
