"""Cross-origin requests as browsers send them."""

import dataclasses

import pytest
from werkzeug.test import TestResponse

from service.platform.http.cookies import PROOF
from service.platform.http.cors import ASKED, METHODS, PATHS, TOLD
from service.platform.rate_limits import RateLimits
from service.platform.settings import Origins, Rate
from service.processes.app import create_app
from service.wiring import Service
from tests.support.api import Api
from tests.support.contract import contract, operations

PAGE = "https://cards.example"
OURS = "Access-Control-"


def app_for(service: Service, origins: str) -> Api:
    settings = dataclasses.replace(service.settings, cors_origins=Origins(origins))
    return Api(create_app(dataclasses.replace(service, settings=settings)))


def allowed(answer: TestResponse) -> dict[str, str]:
    """Returns the headers of the answer that concern browsers; each occurs once."""
    names = [name for name, _ in answer.headers if name.startswith(OURS)]
    assert len(names) == len(set(names))
    return {name.removeprefix(OURS): answer.headers[name] for name in names}


def preflight(api: Api, path: str, method: str, *headers: str, origin: str = PAGE) -> TestResponse:
    asked = {"Origin": origin, "Access-Control-Request-Method": method}
    if headers:
        asked["Access-Control-Request-Headers"] = ", ".join(headers)
    return api.call("OPTIONS", path, headers=asked)


@pytest.fixture(scope="module")
def some_origins(service: Service) -> Api:
    return app_for(service, f"{PAGE},http://localhost:5173,http://[::1]:5173")


@pytest.mark.slow
@pytest.mark.parametrize("path", ["/v1/rules/kinds", "/v1/me", "/v1/nothing", "/openapi.json", "/openapi.yaml"])
def test_pages_of_any_origin_may_read_every_answer(api: Api, path: str):
    for headers in ({"Origin": PAGE}, {}, {"Origin": "null"}):
        said = allowed(api.call("GET", path, headers=headers))
        assert said == {"Allow-Origin": "*", "Expose-Headers": ", ".join(TOLD)}


def test_all_headers_in_the_contract_are_exposed():
    documented = {name for one in operations() for each in one.responses.values() for name in each.get("headers", {})}
    # Headers that every page may read without permission, and headers for caches and servers only.
    documented -= {"Cache-Control", "Content-Encoding", "Content-Type", "Set-Cookie", "Vary", "WWW-Authenticate"}
    # Headers that tell a browser how to treat the answer itself.
    documented -= {"Content-Disposition", "Content-Security-Policy", "Referrer-Policy", "X-Frame-Options"}
    assert documented <= set(TOLD)
    assert "Deprecation:" in contract()["info"]["description"]


def test_all_headers_of_operations_are_allowed():
    taken = {each["name"] for one in operations() for each in one.parameters if each["in"] == "header"}
    # Pages of other origins must not be able to send what our own pages send with a cookie.
    assert (taken - {PROOF}) | {"Authorization", "Content-Type"} <= set(ASKED)
    assert PROOF not in ASKED


@pytest.mark.parametrize("path", ["/", "/docs/", "/docs/rules", "/docs/rules/all", "/healthz", "/problems"])
def test_html_pages_and_operator_endpoints_have_no_cors_headers(api: Api, path: str):
    assert allowed(api.call("GET", path, headers={"Origin": PAGE})) == {}
    assert allowed(preflight(api, path, "GET")) == {}


@pytest.mark.parametrize(
    ("path", "is_open"),
    [
        ("/oauth/token", True),
        ("/oauth/revoke", True),
        ("/oauth/device_authorization", True),
        ("/.well-known/oauth-authorization-server", True),
        ("/oauth/authorize", False),
        ("/oauth/device", False),
        ("/oauth/token/further", False),
        ("/oauth/tokens", False),
        ("/openapi.json.html", False),
        ("/v12/me", False),
        ("/docs/v1/me", False),
    ],
)
def test_api_routes_have_cors_headers_and_html_pages_do_not(path: str, is_open: bool):  # noqa: FBT001 - a column
    assert bool(PATHS.match(path)) is is_open


def test_a_preflight_lists_what_may_be_sent(api: Api):
    said = allowed(preflight(api, "/v1/tables", "POST", "authorization", "content-type", "idempotency-key"))
    assert said["Allow-Origin"] == "*"
    assert set(said["Allow-Methods"].split(", ")) == set(METHODS)
    assert said["Allow-Headers"] == "authorization, content-type, idempotency-key"
    assert int(said["Max-Age"]) > 0


def test_a_preflight_allows_exactly_the_documented_headers(api: Api):
    promised = "Authorization Content-Type If-Match If-None-Match Idempotency-Key Prefer Last-Event-ID X-Request-Id"
    said = allowed(preflight(api, "/v1/me", "GET", *promised.split(), "X-Other", "Cookie"))
    assert set(said["Allow-Headers"].split(", ")) == set(promised.split())


@pytest.mark.parametrize("method", ["GET", "POST", "DELETE"])
def test_every_method_is_allowed(api: Api, method: str):
    assert {one.method.upper() for one in operations()} <= set(METHODS)
    assert method in allowed(preflight(api, "/v1/me/tokens", method))["Allow-Methods"]


def test_credentials_are_never_allowed(api: Api, some_origins: Api):
    for each in (api, some_origins):
        for answer in (preflight(each, "/v1/me", "GET"), each.call("GET", "/v1/me", headers={"Origin": PAGE})):
            assert "Access-Control-Allow-Credentials" not in answer.headers


@pytest.mark.parametrize("origin", [PAGE, "http://localhost:5173", "http://[::1]:5173", PAGE.upper()])
def test_a_configured_origin_is_allowed(some_origins: Api, origin: str):
    answer = some_origins.call("GET", "/v1/rules/kinds", headers={"Origin": origin})
    assert allowed(answer)["Allow-Origin"] == origin
    assert allowed(preflight(some_origins, "/v1/tables", "POST", origin=origin))["Allow-Origin"] == origin
    assert "Origin" in answer.headers["Vary"]


@pytest.mark.parametrize(
    "origin",
    [
        None,
        "null",
        "http://cards.example",
        "https://cards.example.evil.test",
        "https://evil.test/https://cards.example",
        "https://cardsXexample",
        "http://localhost:51731",
        "http://:",
    ],
)
def test_another_origin_is_not_allowed(some_origins: Api, origin: str | None):
    answer = some_origins.call("GET", "/v1/rules/kinds", headers={"Origin": origin} if origin else {})
    assert answer.status_code == 200
    assert allowed(answer) == {}
    # A cache must not give this answer to a page of an allowed origin.
    assert "Origin" in answer.headers["Vary"]


def test_answers_always_vary_by_origin(api: Api, some_origins: Api):
    user = api.sign_up()
    table = user.open_table()
    seen = dataclasses.replace(user, api=some_origins).get(f"/v1/tables/{table}", headers={"Origin": PAGE})
    assert seen.headers["Vary"] == "Accept, Accept-Language, Authorization, Cookie, Origin"


def test_no_origin_is_allowed_when_none_is_configured(service: Service):
    closed = app_for(service, "")
    assert allowed(closed.call("GET", "/v1/rules/kinds", headers={"Origin": PAGE})) == {}
    assert allowed(preflight(closed, "/v1/tables", "POST")) == {}


@pytest.mark.parametrize("path", ["/v1/me", "/v1/nothing", "/v1/me/turns"])
def test_refusals_have_cors_headers_too(api: Api, path: str):
    for method in ("GET", "PATCH"):
        answer = api.call(method, path, headers={"Origin": PAGE})
        assert answer.status_code >= 400
        assert allowed(answer)["Allow-Origin"] == "*"


def test_a_preflight_does_not_count_against_the_rate_limit(service: Service):
    limits = {f"rate_limit_{name}": Rate("1/minute") for name in ("public", "address")}
    counting = RateLimits(service.counting, dataclasses.replace(service.settings, **limits))
    app = Api(create_app(dataclasses.replace(service, rate_limits=counting)))
    answers = [preflight(app, "/v1/tables", "GET", "Authorization") for _ in range(3)]
    assert {each.status_code for each in answers} == {200}
    assert not any("RateLimit" in each.headers for each in answers)
    from_elsewhere = {"environ_overrides": {"REMOTE_ADDR": "192.0.2.99"}}
    assert "RateLimit" in app.call("GET", "/v1/tables", **from_elsewhere).headers
