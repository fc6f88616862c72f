"""HTTP routes for operators and client authors: health, the contract, and the explanations of problems."""

import hashlib
import re

from flask import Blueprint, Response, request

from domain.kernel.messages import message
from service.platform.documents import links
from service.platform.http import requests
from service.platform.http.addresses import own_address
from service.platform.http.answers import JSON, answer, json_bytes
from service.platform.http.archive import ARCHIVED, document_response
from service.platform.http.document_pages import VARY, has_page, prefers_page
from service.platform.http.pages import HTML
from service.platform.http.problems import PROBLEMS, Problem
from service.platform.http.rate_limits import uncounted
from service.platform.languages import in_language
from service.platform.version import VERSION
from service.processes.explanations import explained, problem_kind
from service.processes.problem_pages import HEADERS as PAGE_HEADERS
from service.processes.problem_pages import list_page, problem_page
from service.request_context import reader_language, service
from service.web.routes import page_response

operations = Blueprint("operations", __name__)

ENTRY_POINTS = json_bytes(
    {
        "version": VERSION,
        "_links": links(
            self="/v1",
            contract="/openapi.json",
            contract_of_play="/openapi-play.json",
            contract_of_tag="/openapi-{tag}.json",
            documentation="/docs/",
            problems="/problems",
            sign_up="/v1/players",
            token="/v1/token",  # noqa: S106 - an address, no secret
            me="/v1/me",
            turns="/v1/me/turns",
            account_events="/v1/me/events{?after,wait,limit,include}",
            records="/v1/me/records{?after}",
            replay="/v1/records",
            tokens="/v1/me/tokens",
            notifications="/v1/me/notifications",
            webhooks="/v1/me/webhooks",
            tickets="/v1/tickets",
            reports="/v1/reports",
            oauth="/.well-known/oauth-authorization-server",
            players="/v1/players{?ids,name}",
            player="/v1/players/{player_id}",
            tables="/v1/tables{?status,free_seats,mine}",
            table="/v1/tables/{table_id}",
            table_events="/v1/tables/{table_id}/events{?after,wait,limit,include}",
            invitation="/v1/invitations/{code}",
            seeks="/v1/seeks",
            tournaments="/v1/tournaments{?status,mine}",
            tournament="/v1/tournaments/{tournament_id}",
            leagues="/v1/leagues{?status,mine}",
            series="/v1/series{?status,mine}",
            ratings="/v1/ratings",
            leaderboard="/v1/ratings/{pool}{?system,season}",
            grades="/v1/grades/{pool}",
            boards="/v1/boards",
            board_matches="/v1/board-matches",
            profiles="/v1/rules/profiles",
            options="/v1/rules/options",
            questions="/v1/rules/kinds",
            question="/v1/rules/{kind}",
            sandbox="/v1/sandbox",
        ),
    }
)
"""What there is, with links. It is the same for everyone, so the bytes are made once."""


@operations.get("/")
@uncounted
@has_page("Accept")
def start_page() -> Response:
    if prefers_page():
        response = page_response()
        response.vary.add("Accept")
        return response
    return Response(status=302, headers={"Location": "/docs/", "Vary": "Accept"})


@operations.get("/docs")
@uncounted
def start_documents() -> Response:
    # Flask's own redirect would contain the Host of the request.
    return Response(status=308, headers={"Location": "/docs/"})


@operations.get("/v1")
@uncounted
def entry_points() -> Response:
    requests.check_parameters()
    return Response(ENTRY_POINTS, content_type=JSON)


@operations.get("/openapi.yaml")
@uncounted
def contract_yaml() -> Response:
    return document_response(ARCHIVED.documents()["/openapi.yaml"])


@operations.get("/openapi.json")
@uncounted
def contract_json() -> Response:
    return document_response(ARCHIVED.documents()["/openapi.json"])


@operations.get("/openapi-<part>.json")
@uncounted
def contract_part(part: str) -> Response:
    documents = ARCHIVED.documents()
    found = documents.get(f"/openapi-{part}.json")
    if found is None:
        parts = (re.fullmatch(r"/openapi-(.+)\.json", name) for name in documents)
        known = sorted(each[1] for each in parts if each)
        raise Problem(
            "not_found",
            message("there is no part {part!r}", part=part[:60]),
            hint=message("give one of {known}", known=", ".join(known)),
        )
    return document_response(found)


@operations.get("/healthz")
@uncounted
def healthy() -> Response:
    return answer({"status": "ok", "version": VERSION})


@operations.get("/readyz")
@uncounted
def ready() -> Response:
    [(schema,)] = service().database.read("schema_number")
    return answer({"status": "ok", "schema": schema})


@operations.get("/problems")
@uncounted
def list_problems() -> Response:
    wanted = reader_language()
    if prefers_page():
        return _explanation(list_page(wanted).encode(), HTML, wanted)
    address = own_address()
    listed = {"problems": [problem_kind(code, address) for code in sorted(PROBLEMS)]}
    return _explanation(json_bytes(in_language(listed, wanted)), JSON, wanted)


@operations.get("/problems/<code>")
@uncounted
@has_page(VARY)
def view_problem(code: str) -> Response:
    if code not in PROBLEMS:
        raise Problem(
            "not_found", message("there is no problem {code!r}", code=code), hint=message("GET /problems lists them")
        )
    wanted = reader_language()
    if prefers_page():
        return _explanation(problem_page(code, own_address(), wanted).encode(), HTML, wanted)
    return _explanation(json_bytes(in_language(explained(code, own_address()), wanted)), JSON, wanted)


def _explanation(body: bytes, content_type: str, said_in: str) -> Response:
    headers = {
        "Vary": VARY,
        "Content-Language": said_in,
        "Cache-Control": "no-cache",
        **(PAGE_HEADERS if content_type == HTML else {}),
    }
    response = Response(body, content_type=content_type, headers=headers)
    response.set_etag(hashlib.sha256(body).hexdigest()[:32])
    response.make_conditional(request.environ)
    del response.headers["Date"]  # the server sets it on every response
    return response
