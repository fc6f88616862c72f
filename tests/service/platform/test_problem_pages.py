"""Every problem is explained: to people as a page, and to programs as JSON."""

import dataclasses
import re
from html import unescape
from pathlib import Path

import pytest
import yaml

from domain.games.rulebooks import BOOKS
from service.platform.http.document_pages import VARY
from service.platform.http.problems import PROBLEMS
from service.platform.runtime.unreadable_requests import LateHead, response_to_unread
from service.processes.app import create_app
from service.processes.explanations import explained, explanations, read, texts
from service.wiring import Service
from tests.support.api import Api
from tests.support.contract import contract
from tests.support.laws import law

BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
CALL = re.compile(r"`(GET|POST|PUT|PATCH|DELETE) (/[^`]+)`")
NAME = re.compile(r"`(facts\.)?([a-z_]+)`")
CODES = sorted(PROBLEMS)


@law
@pytest.mark.parametrize("code", CODES)
def test_every_problem_has_a_cause_a_remedy_and_an_example(code: str):
    text = explanations()[code]

    assert len(text.cause) > 20
    assert len(text.remedy) > 10
    assert text.detail
    assert text.cause.endswith(".")
    assert text.remedy.endswith((".", "`"))
    assert text.cause.rstrip(".") != PROBLEMS[code].title.rstrip("."), "the cause only repeats the title"


def test_no_text_explains_something_else():
    assert set(explanations()) == set(PROBLEMS)


def test_texts_of_a_game_stand_beside_it():
    assert {path.parent.name for path in texts()} >= {"sheng_ji", "zheng_shangyou", "tables", "tournaments", "http"}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ({"unheard_of": {"cause": "a", "remedy": "b", "detail": "c"}}, "no problem unheard_of"),
        ({"not_found": {"cause": "a", "remedy": "b"}}, "not_found needs cause, detail, remedy"),
        ({"not_found": {"cause": "a", "remedy": "b", "detail": "c", "why": "d"}}, "and nothing else"),
    ],
)
def test_a_wrong_text_is_an_error(tmp_path: Path, text: dict[str, dict[str, str]], said: str):
    file = tmp_path / "problems.yaml"
    file.write_text(yaml.safe_dump(text))

    with pytest.raises(ValueError, match=said):
        read(file)


def test_operations_members_and_rules_in_the_texts_exist():
    calls = {f"{method.upper()} {path}" for path, item in contract()["paths"].items() for method in item}
    words = re.findall(r"\w+", str(contract()))
    known, facts = set(words), set(contract()["components"]["schemas"]["Facts"]["properties"])
    for code, text in explanations().items():
        said = f"{text.cause} {text.remedy}"
        assert {f"{method} {path}" for method, path in CALL.findall(said)} <= calls, code
        for of_facts, name in NAME.findall(said):
            assert name in (facts if of_facts else known), f"{code}: {name}"
        assert text.rule is None or any(text.rule in book.entries for book in BOOKS.values()), code


@law
@pytest.mark.parametrize("code", CODES)
def test_a_browser_gets_a_page_and_a_program_json(api: Api, code: str):
    page = api.call("GET", f"/problems/{code}", headers={"Accept": BROWSER})
    document = api.call("GET", f"/problems/{code}")
    text = explanations()[code]

    assert page.mimetype == "text/html"
    shown = unescape(re.sub(r"<[^>]+>", "", page.text)).replace('\\"', '"')
    for each in (PROBLEMS[code].title, code, text.cause.replace("`", ""), text.remedy.replace("`", ""), text.detail):
        assert each in shown
    assert (f"/docs/rules/all#{text.rule}" in page.text) is (text.rule is not None)
    assert document.json == explained(code, "http://localhost")
    assert document.json["sample"]["detail"] == text.detail


@pytest.mark.parametrize(
    ("accepted", "mimetype"),
    [
        (BROWSER, "text/html"),
        ("text/html", "text/html"),
        ("*/*", "application/json"),
        ("application/json", "application/json"),
        ("application/json, text/html;q=0.5", "application/json"),
        ("application/problem+json", "application/json"),
        (None, "application/json"),
    ],
)
@pytest.mark.parametrize("path", ["/problems", "/problems/not_found"])
def test_the_accepted_type_decides_and_caches_know(api: Api, path: str, accepted: str | None, mimetype: str):
    headers = {} if accepted is None else {"Accept": accepted}
    answered = api.call("GET", path, headers=headers)
    again = api.call("GET", path, headers={**headers, "If-None-Match": answered.headers["ETag"]})

    assert (answered.mimetype, answered.headers["Vary"]) == (mimetype, VARY)
    assert (again.status_code, again.data) == (304, b"")


def test_the_list_links_to_every_problem(api: Api):
    page = api.call("GET", "/problems", headers={"Accept": BROWSER}).text

    assert set(re.findall(r'href="/problems/([a-z_]+)"', page)) == set(PROBLEMS)
    assert [each["code"] for each in api.call("GET", "/problems").json["problems"]] == CODES


def test_pages_run_nothing_and_load_nothing(api: Api):
    page = api.call("GET", "/problems/not_found", headers={"Accept": BROWSER})
    policy = page.headers["Content-Security-Policy"]

    assert policy.startswith("default-src 'none'")
    assert "script-src" not in policy
    assert not re.search(r"<(script|img|link|iframe)\b| style=", page.text)


# ------------------------------------------------------------------------------------------------ the type


def test_the_type_is_an_address_that_explains_the_problem(api: Api):
    refused = api.call("GET", "/v1/me", headers={"Host": "localhost:8080"})

    assert refused.json["type"] == "http://localhost:8080/problems/not_authenticated"
    assert api.call("GET", "/problems/not_authenticated").json["code"] == refused.json["code"]


def test_the_type_has_the_public_address(service: Service):
    settings = dataclasses.replace(service.settings, public_address="https://cards.example.org")
    api = Api(create_app(dataclasses.replace(service, settings=settings)))

    for path in ("/v1/me", "/nowhere"):
        refused = api.call("GET", path, headers={"Host": "evil.example"}).json
        assert refused["type"] == f"https://cards.example.org/problems/{refused['code']}"
    assert api.call("GET", "/problems").json["problems"][0]["type"].startswith("https://cards.example.org/problems/")


def test_the_type_never_repeats_a_forged_host(api: Api):
    assert api.call("GET", "/v1/me", headers={"Host": "evil.example"}).json["type"].startswith("http://127.0.0.1:80/")


@pytest.mark.parametrize("address", ["", "https://cards.example.org"])
def test_answers_to_unreadable_requests_have_the_public_address_or_a_path(address: str):
    answered = response_to_unread(LateHead(), address)

    assert f'"type":"{address}/problems/invalid_request"'.encode() in answered
