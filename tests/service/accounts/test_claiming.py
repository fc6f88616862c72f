"""Claiming accounts of guests: wrong codes delay further attempts, and the server may be closed to new accounts."""

import dataclasses
from typing import Any

import pytest
from werkzeug.test import TestResponse

from service.accounts.attempts import FREE
from service.accounts.guests.handlers import MOST_GUESTS
from service.platform.limits import LIMITS, Limits
from service.processes.app import create_app
from service.wiring import Service
from tests.support.api import Api, User
from tests.support.browsers import Browser
from tests.support.fixtures import PATIENT, wired
from tests.support.guests import acting, claim, claimed, entered, problem
from tests.support.tournament_requests import refused
from tests.support.tournaments_served import Tournament

HERE, ELSEWHERE = "192.0.2.1", "198.51.100.7"
WRONG = "0000-0000-0000-0000"
PAIR = [{"guests": ["Mrs Wang", "Mr Xu"]}]


@pytest.fixture(scope="module")
def limits() -> Limits:
    """Delays long enough to be observed by a test."""
    return dataclasses.replace(PATIENT, first_delay_s=1000 * LIMITS.first_delay_s)


def test_wrong_codes_delay_further_ones_from_the_same_network(api: Api):
    guest, _ = entered(tournament := Tournament(api), tournament.owner, entrants=PAIR)

    assert [problem(claim(api, WRONG, HERE)) for _ in range(FREE)] == [(403, "wrong_claim_code")] * FREE
    limited = claim(api, guest.code, HERE)

    assert problem(limited) == (429, "rate_limited")
    assert limited.json["facts"]["policy"] == "password"
    assert int(limited.headers["Retry-After"]) > 0
    assert claim(api, guest.code, ELSEWHERE).status_code == 201


def test_a_server_that_is_closed_to_new_accounts_has_no_guests(api: Api, service: Service):
    tournament = Tournament(api)
    closed = wired(dataclasses.replace(service.settings, sign_up="closed"))
    there = Api(create_app(closed))
    owner = User(there, tournament.owner.id, tournament.owner.token)
    for parameters in ("", "?dry_run=true"):
        body = {"type": "enter_entrants", "entrants": PAIR}
        answered = owner.post(f"{tournament.path}/commands{parameters}", body)
        assert problem(answered) == (403, "sign_up_closed")
    closed.close()
    assert tournament.read("/entrants")["entrants"] == []


def test_a_tournament_has_a_largest_number_of_guests(api: Api):
    tournament = Tournament(api)
    [guest, *_] = entered(tournament, tournament.owner, entrants=PAIR * (MOST_GUESTS // 2))
    refused(tournament, tournament.owner, 409, "too_many_guests", "enter_entrants", entrants=PAIR)
    tried = tournament.owner.post(
        f"{tournament.path}/commands?dry_run=true", {"type": "enter_entrants", "entrants": PAIR}
    )
    assert problem(tried) == (409, "too_many_guests")

    claimed(api, guest._replace(code=renewed_code(tournament, guest.id, guest.entrant)))

    ada = api.sign_up("Ada")
    entered(tournament, tournament.owner, entrants=[{"players": [ada.id], "guests": ["Mrs Li"]}])


def renewed_code(tournament: Tournament, guest: str, entrant: str) -> str:
    """Returns a new claim code of a guest."""
    renewed = tournament.owner.post(f"{tournament.path}/entrants/{entrant}/claim-codes", {"player": guest})
    return str(renewed.json["claim_code"])


def test_guests_of_a_sandbox_belong_to_it(api: Api):
    dweller = api.sign_up().in_sandbox()
    tournament = Tournament(api, owner=dweller)
    guest, _ = entered(tournament, dweller, entrants=PAIR)
    assert acting(tournament, dweller, guest).get("/v1/token").json["sandbox"] is not None
    assert problem(api.sign_up().get(f"/v1/players/{guest.id}")) == (404, "not_found")
    assert claimed(api, guest).get("/v1/me").json["sandbox"] is not None


def test_a_claimed_account_is_exported_and_closed_like_any_other(api: Api):
    guest, _ = entered(tournament := Tournament(api), tournament.owner, entrants=PAIR)
    acting(tournament, tournament.owner, guest)
    person = claimed(api, guest)

    exported = person.get("/v1/me/export").json

    assert [each["revoked_at"] is None for each in exported["tokens"]] == [False, True]
    assert api.call("DELETE", "/v1/me", {"confirm": guest.id}, token=person.token).status_code == 204
    assert tournament.owner.get(f"/v1/players/{guest.id}").json["name"] is None
    assert problem(claim(api, guest.code)) == (403, "wrong_claim_code")


# --------------------------------------------------------------------------------------------- in a browser


def claim_in(browser: Browser, code: str, **more: Any) -> TestResponse:
    return browser.change("POST", "/v1/session/claim", {"claim_code": code}, **more)


def test_a_code_shows_whose_account_it_claims_and_changes_nothing(api: Api):
    tournament = Tournament(api)
    guest, _ = entered(tournament, tournament.owner, entrants=PAIR)
    staff = acting(tournament, tournament.owner, guest)

    for code in (guest.code, guest.code.lower().replace("-", " ")):
        shown = api.call("POST", "/v1/claims/preview", {"claim_code": code})
        assert shown.status_code == 200
        assert shown.json["player"]["name"] == "Mrs Wang"
        assert shown.json["tournament"] == tournament.id
        assert shown.json["tournament_name"] == tournament.read()["settings"]["name"]
        assert shown.headers["Cache-Control"] == "no-store"
    assert staff.get("/v1/token").status_code == 200

    claimed(api, guest)
    assert problem(api.call("POST", "/v1/claims/preview", {"claim_code": guest.code})) == (403, "wrong_claim_code")


def test_a_browser_claims_an_account_and_no_script_gets_a_token(api: Api):
    tournament = Tournament(api)
    guest, _ = entered(tournament, tournament.owner, entrants=PAIR)
    staff, browser = acting(tournament, tournament.owner, guest), Browser(api.app)

    done = claim_in(browser, guest.code)

    assert done.status_code == 200
    assert done.json["player"]["id"] == guest.id
    assert set(done.json) == {"player"}
    assert browser.cookie() not in done.text
    assert "HttpOnly" in done.headers["Set-Cookie"]
    assert browser.call("GET", "/v1/me").json["player"]["id"] == guest.id
    assert browser.call("GET", f"{tournament.path}").json["you"]["entrant"] == guest.entrant
    assert staff.get("/v1/token").status_code == 401
    # The code is used up.
    assert problem(claim_in(Browser(api.app), guest.code)) == (403, "wrong_claim_code")


def test_a_browser_with_a_session_claims_nothing(api: Api):
    guest, _ = entered(tournament := Tournament(api), tournament.owner, entrants=PAIR)
    browser = Browser(api.app).as_guest(name="Mei")

    assert problem(claim_in(browser, guest.code)) == (409, "already_signed_in")
    assert browser.call("GET", "/v1/me").json["player"]["id"] == browser.player

    assert browser.change("DELETE", "/v1/session").status_code == 204
    assert claim_in(browser, guest.code).status_code == 200


@pytest.mark.parametrize(
    "headers", [{"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-site"}, {"X-Shengji-Request": "0"}]
)
def test_a_page_of_another_site_claims_nothing(api: Api, headers: dict[str, str]):
    guest, _ = entered(tournament := Tournament(api), tournament.owner, entrants=PAIR)
    refusal = claim_in(Browser(api.app), guest.code, headers=headers)
    assert problem(refusal) == (401, "cross_site_request")
    assert "Set-Cookie" not in refusal.headers
    assert claim(api, guest.code).status_code == 201


@pytest.mark.parametrize("path", ["/v1/claims/preview", "/v1/session/claim"])
def test_all_ways_to_try_a_code_share_one_delay(api: Api, path: str):
    guest, _ = entered(tournament := Tournament(api), tournament.owner, entrants=PAIR)
    browser, here = Browser(api.app), {"environ_overrides": {"REMOTE_ADDR": f"203.0.113.{len(path)}"}}

    wrong = [browser.change("POST", path, {"claim_code": WRONG}, **here) for _ in range(FREE)]
    limited = claim(api, guest.code, f"203.0.113.{len(path)}")

    assert [problem(each) for each in wrong] == [(403, "wrong_claim_code")] * FREE
    assert problem(limited) == (429, "rate_limited")
