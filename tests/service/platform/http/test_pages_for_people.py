"""The address of a table, an invitation, a player or a tournament is one that people can open in a browser."""

from urllib.parse import urlsplit

import pytest

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


def test_a_wrong_code_is_a_problem_in_a_browser_too(api: Api):
    assert api.call("GET", "/v1/invitations/inv_wrong", headers=BROWSER).status_code == 404
