"""Every view reads the parameters that the contract names for it."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from service.accounts.handlers import SCOPES
from service.accounts.oauth.models import GRANT_TYPES
from service.accounts.oauth.routes import AUTHORIZE_PARAMETERS
from service.feed_answers import WAIT_LIMIT_S
from service.notifications.inbox import cursors as turn_cursors
from service.platform.http import requests
from service.platform.settings import Settings
from service.ratings import cursors as leaderboard_cursors
from tests.support.api import Api
from tests.support.browsers import OWN_PAGE
from tests.support.contract import Operation, contract, operation, operations
from tests.support.contract_operations import Json, component, member_of, plain
from tests.support.good_requests import good_request
from tests.support.laws import law

FORM = "application/x-www-form-urlencoded"
OF_OAUTH = ("/oauth/", "/.well-known/")
"""Below these the customs of OAuth 2 hold: forms, errors as RFC 6749 has them, unknown parameters ignored."""


BY_OUR_CUSTOMS = pytest.mark.parametrize(
    "one", [each for each in operations() if not each.path.startswith(OF_OAUTH)], ids=str
)


BY_OAUTH = pytest.mark.parametrize("one", [each for each in operations() if each.path.startswith(OF_OAUTH)], ids=str)


class Listening:
    """Hears what a view asks of the query, by standing in for the functions that read it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.known: list[tuple[str, ...]] = []
        self.read: dict[str, Json] = {}
        for name, described in {
            "whole_parameter": self._whole,
            "boolean_parameter": lambda name: {name: {"type": "boolean", "default": False}},
            "word_parameter": lambda name, allowed: {name: {"type": "string", "enum": sorted(allowed)}},
            "page_cursor": lambda: {"cursor": {"type": "string"}},
            "turn_cursor": lambda: {"cursor": {"type": "string"}},
            "leaderboard_cursor": lambda: {"cursor": {"type": "string"}},
            "text_parameter": lambda name, most: {name: {"type": "string", "minLength": 1, "maxLength": most}},
            "ids_parameter": lambda name, *_: {name: {"type": "string", "minLength": 1, "maxLength": 4000}},
            "included": lambda: {"include": {"type": "string"}},
            "check_parameters": self._know,
        }.items():
            module = {"turn_cursor": turn_cursors, "leaderboard_cursor": leaderboard_cursors}.get(name, requests)
            monkeypatch.setattr(module, name, self._heard(getattr(module, name), described))

    def _heard(self, function: Callable[..., Any], described: Callable[..., Json]) -> Callable[..., Any]:
        def heard(*args: Any, **more: Any) -> Any:
            self.read |= described(*args, **more)
            return function(*args, **more)

        return heard

    def _know(self, *names: str) -> Json:
        self.known.append(names)
        return {}

    @staticmethod
    def _whole(name: str, default: int, low: int, high: int, or_word: str | None = None) -> Json:
        if or_word:
            return {name: {"default": default}}
        return {name: {"type": "integer", "default": default, "minimum": low, "maximum": high}}


@pytest.mark.slow
@BY_OUR_CUSTOMS
def test_a_view_accepts_exactly_the_query_parameters_of_its_operation(api: Api, seated, monkeypatch, one: Operation):
    """Every view is really run, so one that forgets to say what it knows is found out as well."""
    request = good_request(one, *seated)
    api.call("DELETE", "/v1/session", headers=OWN_PAGE)  # an earlier operation may have begun one
    listening = Listening(monkeypatch)
    request["headers"] = {**request.get("headers", {}), **OWN_PAGE}
    answered = api.call(**request)
    assert answered.status_code < 400 or any(each in answered.text for each in NOT_NOW)
    assert len(listening.known) == one.path.startswith("/v1"), "asks once, under /v1, what it may be asked"
    promised = {each["name"]: each["schema"] for each in one.parameters if each["in"] == "query"}
    assert {name for names in listening.known for name in names} == set(promised) == set(listening.read)
    for name, schema in promised.items():
        assert plain(schema) == listening.read[name], name


NOT_NOW = (
    "nothing at this table waits for you", "no_hand_over", "there is no puzzle", "no_mail",
    "code_not_good", "This link is no longer valid", "not_settled_yet", "wrong_login",
)  # fmt: skip
"""What can be answered to a good request too: how things stand, or a code that was made up."""


OF_OTHERS = {"token": "tok", "webhook": "whk", "delivery": "msg", "client": "cli", "seek": "sek", "invitation": "inv"}
OF_OTHERS |= {
    "world": "wld",
    "report": "rep",
    "tournament": "trn",
    "entrant": "ent",
    "passkey": "psk",
    "puzzle": "puz",
    "other": "ent",
    "league": "lge",
    "series": "ser",
    "board": "brd",
    "board_match": "bmt",
}


@law
@BY_OUR_CUSTOMS
def test_an_undocumented_parameter_is_refused_under_v1(api: Api, seated, one: Operation):
    table, user = seated
    made_up = {f"{name}_id": f"{prefix}_" + "0" * 26 for name, prefix in OF_OTHERS.items()}
    there = {
        "table_id": table,
        "player_id": user.id,
        "code": "not_found",
        "kind": "score",
        "room": "seats",
        "number": 1,
        "template": "ours",
    }
    made_up |= {"mail_code": f"sjm_{'0' * 43}", "stopped": "all", "pool": "sheng_ji.live.4.people", "part": "play"}
    path = one.path.format(**there, **made_up)
    answered = api.call(one.method.upper(), f"{path}?misspelt=1", {}, token=user.token, headers=OWN_PAGE)
    assert (answered.status_code == 400) is one.path.startswith("/v1")
    assert ("400" in one.responses) is one.path.startswith("/v1")


@pytest.mark.slow
@BY_OUR_CUSTOMS
def test_an_idempotency_key_is_accepted_exactly_where_documented(api: Api, seated, monkeypatch, one: Operation):
    request = good_request(one, *seated)
    taken: list[bool] = []
    monkeypatch.setattr(requests, "idempotency_key", lambda _: taken.append(True))
    api.call(**request)
    listed = any(each["name"] == "Idempotency-Key" for each in one.parameters)
    assert bool(taken) is listed


REPEATABLE = {
    "agree_to_seek": "a repeated agreement changes nothing",
    "ask": "it changes nothing",
    "close_report": "a closed report is not closed again",
    "confirm_mail_address": "a code counts once",
    "rematch": "a repeated request returns the same table",
    "replay_record": "it changes nothing",
}
"""Operations that ignore an idempotency key, because a second request has no second effect."""


@pytest.mark.slow
@pytest.mark.parametrize("one", [each for each in operations() if each.method == "post"], ids=str)
def test_a_post_takes_an_idempotency_key_or_refuses_it(api: Api, seated, one: Operation):
    if not one.path.startswith("/v1") or any(each["name"] == "Idempotency-Key" for each in one.parameters):
        return
    request = good_request(one, *seated)
    request["headers"] = {**request.get("headers", {}), "Idempotency-Key": "k"}
    answered = api.call(**request)
    named = "Idempotency-Key" in (answered.json or {}).get("facts", {}).get("fields", {})
    assert named is (one.id not in REPEATABLE), answered.text


def test_the_documented_longest_wait_and_largest_body_are_the_defaults():
    (wait,) = (each for each in operation("table_events").parameters if each["name"] == "wait")
    assert wait["schema"]["maximum"] == WAIT_LIMIT_S
    assert f"waits at most {Settings().long_poll_s} s," in wait["description"]
    assert f"several streams at once ({Settings().listeners_per_player}, pages" in contract()["info"]["description"]
    assert Settings().body_limit == 64 * 1024
    assert "64 KiB" in contract()["info"]["description"]


@BY_OAUTH
def test_oauth_endpoints_take_a_form_and_ignore_unknown_members(api: Api, seated, one: Operation):
    _, user = seated
    body = one.definition.get("requestBody")
    assert body is None or list(body["content"]) == [FORM]
    token = user.token if one.definition["security"] else None
    with_more = f"{one.path}?misspelt=1"
    if body is None:
        answers = [api.call("GET", path, token=token) for path in (one.path, with_more)]
    else:
        answers = [api.form(path, {"misspelt": "1"}, token=token) for path in (one.path, with_more)]
    assert answers[0].data == answers[1].data
    assert not {each["name"] for each in one.parameters} & {"Idempotency-Key"}


def test_the_documented_authorization_parameters_are_those_in_the_code():
    asked = [each["name"] for each in operation("show_authorization").parameters if each["in"] == "query"]
    assert asked == list(AUTHORIZE_PARAMETERS)
    decided = list(component("AuthorizationDecision")["properties"])
    assert decided == [*AUTHORIZE_PARAMETERS, "decision", "login", "password", "consent"]


def test_the_documented_grant_types_are_those_in_the_code():
    assert member_of(component("TokenRequest"), "grant_type")["enum"] == list(GRANT_TYPES)


def test_the_documented_scopes_are_those_in_the_code():
    pattern = re.compile(component("ScopeList")["pattern"])
    assert pattern.search(" ".join(SCOPES))
    assert not pattern.search(" ".join([*SCOPES, "table:all"]))
