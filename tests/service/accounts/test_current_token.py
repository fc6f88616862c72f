"""`GET /v1/token` says whose a token is, what it allows, and until when."""

import dataclasses

import pytest

from service.accounts.handlers import SCOPES
from service.platform.settings import Rate
from service.processes.app import create_app
from tests.support.api import Api, User
from tests.support.fixtures import wired


def test_every_answer_that_creates_a_token_names_its_player(api: Api):
    made = api.call("POST", "/v1/players", {"name": "Ada"}).json
    ada = User(api, made["player"]["id"], made["token"]["secret"])
    sandbox = ada.post("/v1/sandbox", {}).json
    guest = User(api, sandbox["player"]["id"], sandbox["token"]["secret"])
    further = guest.post("/v1/sandbox/players", {"name": "Ben"}).json

    assert made["token"]["player"] == ada.id
    assert ada.post("/v1/me/tokens", {"name": "bot", "scopes": ["table:play"]}).json["player"] == ada.id
    assert sandbox["token"]["player"] == guest.id
    assert further["token"]["player"] == further["player"]["id"]


@pytest.mark.parametrize("scope", sorted(SCOPES))
def test_a_token_with_any_single_scope_can_read_whose_it_is(api: Api, scope: str):
    ada = api.sign_up("Ada", "bot")
    made = ada.post("/v1/me/tokens", {"name": "narrow", "scopes": [scope], "expires_in_s": 3600}).json

    told = User(api, ada.id, made["secret"]).get("/v1/token").json

    assert told["player"] == {"id": ada.id, "name": "Ada", "kind": "bot"}
    assert (told["id"], told["scopes"], told["expires_at"]) == (made["id"], [scope], made["expires_at"])
    assert (told["client"], told["sandbox"]) == (None, None)


def test_a_token_of_a_sandbox_names_the_sandbox(api: Api):
    ada = api.sign_up()
    assert ada.in_sandbox().get("/v1/token").json["sandbox"].startswith("wld_")


def test_a_token_tells_the_limits_of_this_server_that_count_its_player(service):
    limited = wired(dataclasses.replace(service.settings, rate_limit_read=Rate("7/minute"), rate_limit_lab=Rate("")))
    api = Api(create_app(limited))
    ada = api.sign_up()

    limits = ada.get("/v1/token").json["limits"]

    assert limits["requests"]["read"] == {"quota": 7, "window_s": 60}
    assert not {"lab", "address", "sign_up", "oauth"} & set(limits["requests"])
    assert limits["streams"] == limited.settings.listeners_per_player
    limited.close()


@pytest.mark.parametrize("token", [None, "sj_unknown"])
def test_without_a_valid_token_nothing_is_told(api: Api, token: str | None):
    answer = api.call("GET", "/v1/token", token=token)

    assert (answer.status_code, answer.json["code"]) == (401, "not_authenticated")


def test_the_current_token_costs_no_statement_of_its_own(api: Api, service, monkeypatch):
    ada = api.sign_up()
    ada.get("/v1/token")
    monkeypatch.setattr(service.database, "read", lambda *_: pytest.fail("it read"))

    assert ada.get("/v1/token").status_code == 200
