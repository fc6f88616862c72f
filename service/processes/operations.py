"""HTTP routes for operators and client authors: health, the contract, and the explanations of problems."""

from typing import Any

from flask import Blueprint, Response, request

from service.platform.documents import links
from service.platform.http import requests
from service.platform.http.answers import JSON, answer, json_bytes
from service.platform.http.contract import Contract, contract_as_json, contract_as_yaml
from service.platform.http.problems import PROBLEMS, Problem
from service.platform.http.rate_limits import uncounted
from service.platform.version import VERSION
from service.request_context import service

operations = Blueprint("operations", __name__)

CONTRACT_FRESH_S = 300
ENTRY_POINTS = json_bytes(
    {
        "version": VERSION,
        "_links": links(
            self="/v1",
            contract="/openapi.json",
            documentation="/docs/",
            problems="/problems",
            sign_up="/v1/players",
            token="/v1/token",  # noqa: S106 - an address, no secret
            me="/v1/me",
            turns="/v1/me/turns",
            account_events="/v1/me/events{?after}",
            players="/v1/players{?ids,name}",
            player="/v1/players/{player_id}",
            tables="/v1/tables{?status,free_seats,mine}",
            table="/v1/tables/{table_id}",
            seeks="/v1/seeks",
            tournaments="/v1/tournaments{?status,mine}",
            tournament="/v1/tournaments/{tournament_id}",
            leagues="/v1/leagues{?status,mine}",
            series="/v1/series{?status,mine}",
            ratings="/v1/ratings",
            leaderboard="/v1/ratings/{pool}{?system,season}",
            boards="/v1/boards",
            profiles="/v1/rules/profiles",
            options="/v1/rules/options",
            sandbox="/v1/sandbox",
        ),
    }
)
"""What there is, with links. It is the same for everyone, so the bytes are made once."""


@operations.get("/")
@uncounted
def start_page() -> Response:
    return Response(status=302, headers={"Location": "/docs/"})


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
    return _in_accepted_encoding(contract_as_yaml())


@operations.get("/openapi.json")
@uncounted
def contract_json() -> Response:
    return _in_accepted_encoding(service().computing(contract_as_json))


def _in_accepted_encoding(contract: Contract) -> Response:
    """Returns the contract in the encoding that the client accepts, or 304 if the client has it."""
    quality = request.accept_encodings
    is_zipped = 0 < quality["gzip"] >= quality["identity"]
    shown = contract.zipped if is_zipped else contract.plain
    response = Response(shown.body, content_type=contract.content_type)
    if is_zipped:
        response.headers["Content-Encoding"] = "gzip"
    response.headers["Cache-Control"] = f"public, max-age={CONTRACT_FRESH_S}"
    response.headers["Vary"] = "Accept-Encoding"
    response.set_etag(shown.tag)
    response.make_conditional(request.environ)
    del response.headers["Date"]  # the server sets it on every response
    return response


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
    return answer({"problems": [_problem_document(code) for code in sorted(PROBLEMS)]})


@operations.get("/problems/<code>")
@uncounted
def view_problem(code: str) -> Response:
    if code not in PROBLEMS:
        raise Problem("not_found", f"there is no problem {code!r}", hint="GET /problems lists them")
    return answer(_problem_document(code))


def _problem_document(code: str) -> dict[str, Any]:
    kind = PROBLEMS[code]
    return {"type": f"/problems/{code}", "code": code, "status": kind.status, "title": kind.title}
