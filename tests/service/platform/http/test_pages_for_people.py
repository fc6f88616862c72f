"""The address of a table, an invitation, a player or a tournament is one that people can open in a browser."""

import re
from html import escape
from urllib.parse import urlsplit

import pytest
from werkzeug.test import TestResponse

from tests.support.api import Api, User
from tests.support.tournaments_served import Tournament

BROWSER = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}


@pytest.fixture
def host(api: Api) -> User:
    return api.sign_up("Ada")


def _opened(api: Api, path: str) -> str:
    """Returns the page at an address, as a browser without a token gets it."""
    answered = api.call("GET", path, headers=BROWSER)
    assert (answered.status_code, answered.content_type) == (200, "text/html; charset=utf-8")
    return answered.text


def test_a_table_is_a_page(api: Api, host: User):
    table = host.open_table()

    page = _opened(api, f"/v1/tables/{table}")

    assert f"<h1>Table {table}</h1>" in page
    assert "<dt>Status</dt><dd>open</dd>" in page
    assert "Ada" in page


def test_a_player_is_a_page(api: Api, host: User):
    assert "<h1>Ada</h1>" in _opened(api, f"/v1/players/{host.id}")


def test_a_tournament_is_a_page(api: Api):
    tournament = Tournament(api)

    assert "<dt>Status</dt>" in _opened(api, f"/v1/tournaments/{tournament.id}")


def test_the_link_of_an_invitation_is_a_page_even_for_an_unlisted_table(api: Api, host: User):
    table = host.open_table(listed=False)
    made = host.post(f"/v1/tables/{table}/invitations", {}).json

    page = _opened(api, urlsplit(made["url"]).path)

    assert "<h1>You are invited to a table</h1>" in page
    assert table in page


def test_programs_still_get_json_and_the_code_still_opens_nothing_else(api: Api, host: User):
    table = host.open_table(listed=False)
    made = host.post(f"/v1/tables/{table}/invitations", {}).json

    assert api.call("GET", f"/v1/invitations/{made['code']}").json["view"]["id"] == table
    assert api.call("GET", f"/v1/tables/{table}").status_code == 401
    assert api.call("POST", f"/v1/invitations/{made['code']}/accept", {}).status_code == 401


def test_a_table_names_its_players_and_leads_on(api: Api):
    host = api.sign_up("<script>alert(1)</script>")
    table = host.open_table()

    page = _opened(api, f"/v1/tables/{table}")

    assert "<script" not in page
    assert f'title="{host.id}">&lt;script&gt;alert(1)&lt;/script&gt;</a>' in page
    assert f'<a href="/v1/tables/{table}/record">Record</a>' in page
    assert "/commands" not in page


def test_a_tournament_leads_to_the_pages_of_its_rounds_and_they_lead_back(api: Api):
    tournament = Tournament(api)
    tournament.start()
    tournament.pair()

    page = _opened(api, tournament.path)
    of_round = _opened(api, f"{tournament.path}/rounds/1")

    assert f'Rounds <a href="{tournament.path}/rounds/1">1</a>' in page
    assert f'<a href="{tournament.path}/standings">Standings</a>' in page
    assert "<h1>Friday pairs: round 1</h1>" in of_round
    assert f'<a href="{tournament.path}">' in of_round


def test_a_page_depends_on_nothing_but_the_document(api: Api, host: User):
    path = f"/v1/tables/{host.open_table()}"
    document, page = api.call("GET", path), api.call("GET", path, headers=BROWSER)
    with_more = {**BROWSER, "Accept-Language": "de", "User-Agent": "x"}

    assert api.call("GET", path, headers=with_more).data == page.data
    assert page.get_etag() == (f"{document.get_etag()[0]}0", document.get_etag()[1])
    assert {page.headers["Cache-Control"], document.headers["Cache-Control"]} == {"private, no-cache"}


def test_a_page_tells_no_id_that_the_document_does_not_tell(api: Api, host: User):
    path = f"/v1/tables/{host.open_table()}"

    told = set(re.findall(r"[a-z]{3}_[0-9A-Z]{26}", _opened(api, path)))

    assert host.id in told
    assert told <= set(re.findall(r"[a-z]{3}_[0-9A-Z]{26}", api.call("GET", path).text))


NOBODY = "0" * 26
REFUSED = [
    (f"/v1/tables/tbl_{NOBODY}", 401, "Accept, Accept-Language, Authorization, Cookie"),
    (f"/v1/tournaments/trn_{NOBODY}", 401, "Accept, Accept-Language, Authorization, Cookie"),
    (f"/v1/players/ply_{NOBODY}", 404, "Accept, Accept-Language, Authorization, Cookie"),
    ("/v1/players/ply_wrong", 404, "Accept, Accept-Language, Authorization, Cookie"),
    ("/v1/players/ply_wrong%3Cscript%3E", 404, "Accept, Accept-Language, Authorization, Cookie"),
    (f"/v1/players/ply_{NOBODY}?wrong=1", 400, "Accept, Accept-Language, Authorization, Cookie"),
    ("/v1/invitations/sji_wrong", 404, "Accept, Accept-Language, Authorization, Cookie"),
    ("/problems/nonsense%3Cscript%3E", 404, "Accept, Accept-Language, Authorization, Cookie"),
]


@pytest.mark.parametrize(("path", "status", "vary"), REFUSED)
def test_a_browser_is_refused_with_a_page_and_a_program_with_json(api: Api, path: str, status: int, vary: str):
    problem, page = api.call("GET", path), api.call("GET", path, headers=BROWSER)

    _is_page_of(page, problem)
    assert (page.status_code, page.headers["Vary"]) == (status, vary)
    assert (problem.status_code, problem.headers["Vary"]) == (status, vary)
    assert problem.headers.get("WWW-Authenticate") == page.headers.get("WWW-Authenticate")


def _is_page_of(page: TestResponse, problem: TestResponse) -> None:
    """Asserts that one answer is the page of the problem in the other."""
    assert problem.content_type == "application/problem+json"
    assert page.content_type == "text/html; charset=utf-8"
    assert "<script" not in page.text
    for member in ("title", "detail", "hint"):
        assert escape(problem.json.get(member, "")) in page.text
    assert f'href="/problems/{problem.json["code"]}"' in page.text


def test_a_closed_table_and_an_unknown_one_are_the_same_page(api: Api, host: User):
    closed = api.call("GET", f"/v1/tables/{host.open_table(public=False)}", headers=BROWSER)
    unknown = api.call("GET", f"/v1/tables/tbl_{NOBODY}", headers=BROWSER)

    def said(page: TestResponse) -> str:
        return page.text.replace(page.headers["X-Request-Id"], "")

    assert (closed.status_code, said(closed)) == (401, said(unknown))


def test_an_unknown_round_is_a_page(api: Api):
    path = f"{Tournament(api).path}/rounds/7"

    page = api.call("GET", path, headers=BROWSER)

    assert page.status_code == 404
    _is_page_of(page, api.call("GET", path))


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("POST", f"/v1/tables/tbl_{NOBODY}/commands", 401),
        ("POST", "/v1/invitations/sji_wrong/accept", 401),
        ("POST", f"/v1/players/ply_{NOBODY}", 405),
        ("GET", f"/v1/tables/tbl_{NOBODY}/moves", 401),
        ("GET", f"/v1/seeks/sek_{NOBODY}", 401),
        ("GET", "/v1/nothing", 404),
    ],
)
def test_addresses_without_a_page_refuse_browsers_with_json(api: Api, method: str, path: str, status: int):
    refused = api.call(method, path, {} if method == "POST" else None, headers=BROWSER)

    assert (refused.status_code, refused.content_type) == (status, "application/problem+json")
    assert "Accept" not in refused.vary
