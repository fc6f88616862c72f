"""HTTP routes for operators and client authors: health, the contract, and the explanations of problems."""

import re
from typing import Any

from flask import Blueprint, Response

from service.platform.http.answers import answer
from service.platform.http.archive import ARCHIVED, document_response
from service.platform.http.problems import PROBLEMS, Problem
from service.platform.http.rate_limits import uncounted
from service.platform.version import VERSION
from service.request_context import service

operations = Blueprint("operations", __name__)


@operations.get("/")
@uncounted
def start_page() -> Response:
    return Response(status=302, headers={"Location": "/docs/"})


@operations.get("/docs")
@uncounted
def start_documents() -> Response:
    # Flask's own redirect would contain the Host of the request.
    return Response(status=308, headers={"Location": "/docs/"})


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
        raise Problem("not_found", f"there is no part {part[:60]!r}", hint=f"give one of {', '.join(known)}")
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
