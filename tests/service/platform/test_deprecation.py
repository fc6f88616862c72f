"""Deprecation notices, tested on an application with further deprecated parts."""

import copy
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
from flask import Flask, Response
from marshmallow import RAISE, Schema, fields
from werkzeug.test import TestResponse

from service.platform.http import requests
from service.platform.http.answers import answer
from service.platform.http.deprecation import DEPRECATED, Deprecation, deprecated, deprecated_parameter
from service.platform.http.fields import load
from service.platform.http.rate_limits import uncounted
from service.processes.app import create_app
from service.wiring import Service
from tests.support.contract import contract
from tests.support.deprecations import in_contract, in_program

SINCE = datetime(2026, 1, 1, tzinfo=UTC)
SUNSET = datetime(2026, 7, 1, tzinfo=UTC)
ABROAD = timezone(timedelta(hours=8))
LATER, LATEST = (each.astimezone(ABROAD) + timedelta(days=31) for each in (SINCE, SUNSET))
HEADERS = {
    "Deprecation": "@1767225600",
    "Sunset": "Wed, 01 Jul 2026 00:00:00 GMT",
    "Link": '</docs/new>; rel="deprecation"',
}


class OldSchema(Schema):
    class Meta:
        unknown = RAISE

    name = fields.String(required=True)
    nick = fields.String(metadata={DEPRECATED: Deprecation(SINCE, SUNSET, "/docs/new")})


OLD = OldSchema()


@pytest.fixture(scope="module")
def app(service: Service) -> Flask:
    """The application with two more operations: a deprecated one and one with deprecated parts."""
    app = create_app(service)

    @app.get("/v1/old/<name>")
    @deprecated(SINCE, SUNSET, "/docs/new")
    @uncounted
    def old(name: str) -> Response:
        requests.check_parameters()
        return answer({"name": name})

    @app.post("/v1/parts")
    @uncounted
    @deprecated_parameter("sort", SINCE, SUNSET, "/docs/new")
    @deprecated_parameter("order", LATER, LATEST, "/docs/order")
    def parts() -> Response:
        requests.check_parameters("sort", "order", "limit")
        return answer(load(OLD, requests.body()))

    return app


def deprecation_headers(answered: TestResponse) -> dict[str, str]:
    return {name: ", ".join(answered.headers.getlist(name)) for name in HEADERS if name in answered.headers}


def test_every_answer_of_a_deprecated_operation_has_deprecation_headers(app: Flask):
    client = app.test_client()
    assert deprecation_headers(client.get("/v1/old/one")) == HEADERS
    assert deprecation_headers(client.head("/v1/old/one")) == HEADERS
    refused = client.get("/v1/old/one?misspelt=1")
    assert refused.status_code == 400
    assert deprecation_headers(refused) == HEADERS


def test_a_deprecated_parameter_sets_the_headers_only_if_it_is_used(app: Flask):
    client = app.test_client()
    assert deprecation_headers(client.post("/v1/parts?limit=1", json={"name": "Ada"})) == {}
    assert deprecation_headers(client.post("/v1/parts?sort=up&limit=1", json={"name": "Ada"})) == HEADERS


def test_a_deprecated_member_of_a_body_sets_the_headers_only_if_it_is_used(app: Flask):
    client = app.test_client()
    assert deprecation_headers(client.post("/v1/parts", json={"name": "Ada"})) == {}
    assert deprecation_headers(client.post("/v1/parts", json={"name": "Ada", "nick": "A."})) == HEADERS


def test_of_several_deprecations_the_earliest_dates_are_sent_with_all_links(app: Flask):
    answered = app.test_client().post("/v1/parts?order=up&sort=up", json={"name": "Ada", "nick": "A."})
    assert answered.headers.getlist("Deprecation") == [HEADERS["Deprecation"]]
    assert answered.headers.getlist("Sunset") == [HEADERS["Sunset"]]
    assert sorted(answered.headers.getlist("Link")) == [
        '</docs/new>; rel="deprecation"',
        '</docs/order>; rel="deprecation"',
    ]
    alone = app.test_client().post("/v1/parts?order=up", json={"name": "Ada"})
    assert deprecation_headers(alone)["Deprecation"] == "@1769904000"
    assert deprecation_headers(alone)["Sunset"] == "Sat, 01 Aug 2026 00:00:00 GMT"


def test_other_answers_have_no_deprecation_headers(app: Flask):
    client = app.test_client()
    assert [deprecation_headers(client.get(path)) for path in ("/healthz", "/v1/rules/kinds", "/v1/nothing")] == [
        {},
        {},
        {},
    ]


def test_dates_need_a_time_zone_and_must_not_contradict_each_other():
    for since, sunset in ((SUNSET, SINCE), (SINCE.replace(tzinfo=None), SUNSET.replace(tzinfo=None))):
        with pytest.raises(ValueError, match=r"date|before"):
            Deprecation(since, sunset, "/")


# -- the contract ------------------------------------------------------------------------------------------------------

PARTS = {
    "GET /v1/old/{name}": ("paths", "/v1/old/{name}", "get"),
    "POST /v1/parts?sort": ("paths", "/v1/parts", "post", "parameters", 0),
    "POST /v1/parts?order": ("paths", "/v1/parts", "post", "parameters", 1),
    "Old.nick": ("components", "schemas", "Old", "properties", "nick"),
}
"""Deprecated parts and their places in the contract."""
OF_API = {"GET /v1/moderation/reports?state", "GET /v1/me/webhooks/{webhook_id}/deliveries?state"}
"""The deprecated parts of the API itself."""


def contract_of_app(*, without: str | None = None, further: tuple[Any, ...] = ()) -> dict[str, Any]:
    """The contract with these operations and `deprecated` in the right or wrong places."""
    made = copy.deepcopy(contract())
    made["paths"] |= {
        "/v1/old/{name}": {"get": {"parameters": [{"name": "name", "in": "path"}]}},
        "/v1/parts": {"post": {"parameters": [{"name": name, "in": "query"} for name in ("sort", "order", "limit")]}},
    }
    made["components"]["schemas"]["Old"] = {"properties": {"name": {"type": "string"}, "nick": {"type": "string"}}}
    for place in [*(at for name, at in PARTS.items() if name != without), *([further] if further else [])]:
        found = made
        for step in place:
            found = found[step]
        found["deprecated"] = True
    return made


def test_the_contract_and_the_code_mark_the_same_deprecations(app: Flask):
    assert in_program(app, {"Old": OLD}) == in_contract(contract_of_app(), {"Old"}) == set(PARTS) | OF_API


@pytest.mark.parametrize("name", PARTS)
def test_a_deprecation_missing_from_the_contract_is_found(app: Flask, name: str):
    assert in_program(app, {"Old": OLD}) - in_contract(contract_of_app(without=name), {"Old"}) == {name}


@pytest.mark.parametrize(
    ("place", "name"),
    [
        (("paths", "/v1/me", "get"), "GET /v1/me"),
        (("paths", "/v1/parts", "post", "parameters", 2), "POST /v1/parts?limit"),
        (("components", "schemas", "Old", "properties", "name"), "Old.name"),
    ],
)
def test_a_deprecation_missing_from_the_code_is_found(app: Flask, place: Any, name: str):
    assert in_contract(contract_of_app(further=place), {"Old"}) - in_program(app, {"Old": OLD}) == {name}
