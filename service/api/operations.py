"""For operators and newcomers: health, metrics, the contract, and what problems mean."""

from functools import cache
from pathlib import Path
from typing import Any

import yaml
from flask import Blueprint, Response
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

from service.api.answers import answer
from service.api.metrics import LagCollector, many_processes
from service.api.problems import PROBLEMS, Problem
from service.api.rate_limits import uncounted
from service.api.requests import service
from service.version import VERSION

operations = Blueprint("operations", __name__)

CONTRACT = Path(__file__).parents[2] / "openapi.yaml"
YAML = "application/yaml"


@cache
def contract() -> tuple[bytes, dict[str, Any]]:
    """The contract, as it is written and as JSON."""
    text = CONTRACT.read_bytes()
    return text, yaml.safe_load(text)


@operations.get("/")
@uncounted
def start_page() -> Response:
    return Response(status=302, headers={"Location": "/docs/"})


@operations.get("/openapi.yaml")
@uncounted
def contract_yaml() -> Response:
    return Response(contract()[0], content_type=YAML)


@operations.get("/openapi.json")
@uncounted
def contract_json() -> Response:
    return answer(contract()[1])


@operations.get("/healthz")
@uncounted
def healthy() -> Response:
    return answer({"status": "ok", "version": VERSION})


@operations.get("/readyz")
@uncounted
def ready() -> Response:
    [(schema,)] = service().database.read("schema_number")
    return answer({"status": "ok", "schema": schema})


@operations.get("/metrics")
@uncounted
def metrics() -> Response:
    lag = CollectorRegistry()
    lag.register(LagCollector(service().database))
    counted: CollectorRegistry = REGISTRY
    if many_processes():
        counted = CollectorRegistry()
        MultiProcessCollector(counted)  # type: ignore[no-untyped-call]  # has no type hints
    return Response(generate_latest(counted) + generate_latest(lag), content_type=CONTENT_TYPE_LATEST)


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
