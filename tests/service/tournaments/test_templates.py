"""Templates of tournaments: those of the server are valid and playable, and those of a player are private."""

from typing import Any

import pytest

from service.platform.limits import LIMITS
from service.processes.app import create_app
from service.tournaments.templates.catalogue import CATALOGUE
from service.wiring import Service
from tests.support.api import Api, Json, User
from tests.support.clocked_sandboxes import ClockedSandbox
from tests.support.fixtures import another
from tests.support.tournaments_served import PAIRS

MINE = "/v1/me/tournament-templates"
NAMES = [each.name for each in CATALOGUE]


def save(user: User, template: str, /, **changed: Any) -> Any:
    return user.api.call("PUT", f"{MINE}/{template}", {**PAIRS, **changed}, token=user.token)


def settings_of(api: Api, name: str) -> Json:
    found = api.call("GET", "/v1/tournament-templates").json["templates"]
    return dict(next(each["settings"] for each in found if each["name"] == name))


def test_everybody_reads_the_templates_of_the_server(api: Api):
    listed = api.call("GET", "/v1/tournament-templates").json["templates"]
    assert [each["name"] for each in listed] == NAMES
    assert all(each["description"].endswith(".") for each in listed)


@pytest.mark.parametrize("name", NAMES)
def test_a_template_of_the_server_is_a_valid_tournament(api: Api, name: str):
    answered = api.sign_up("Olga").post("/v1/tournaments?dry_run=true", settings_of(api, name))
    assert (answered.status_code, answered.json["legal"]) == (200, True)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_a_template_of_the_server_is_played_to_its_end(api: Api, at_work: Service, name: str):
    sandbox = ClockedSandbox(api, at_work)
    settings = settings_of(api, name)
    settings["play"]["hands"] = 1
    path = f"/v1/tournaments/{sandbox.author.post('/v1/tournaments', settings).json['tournament']}"
    size = 2 if settings["entrants"]["kind"] == "pair" else 1
    entrants = [{"bots": ["random"] * size, "number": 8}]
    for command in ({"type": "enter_entrants", "entrants": entrants}, {"type": "start_tournament"}):
        assert sandbox.author.post(f"{path}/commands", command).status_code == 200

    sandbox.settle()
    sandbox.advance("2027-06-01T00:00:00Z")

    assert sandbox.author.get(path).json["status"] == "finished"
    assert len(sandbox.author.get(f"{path}/standings").json["standings"]) == 8


def test_a_player_saves_reads_and_deletes_templates(api: Api):
    olga = api.sign_up("Olga")
    saved = save(olga, "our-friday", name="Our Friday")
    assert saved.status_code == 200
    assert saved.json["settings"]["name"] == "Our Friday"
    save(olga, "our-friday", name="Our other Friday")
    save(olga, "big-one")

    listed = olga.get(MINE).json["templates"]
    assert [each["name"] for each in listed] == ["big-one", "our-friday"]
    one = olga.get(f"{MINE}/our-friday").json
    assert one["settings"]["name"] == "Our other Friday"
    assert olga.post("/v1/tournaments", one["settings"]).status_code == 201

    assert api.call("DELETE", f"{MINE}/our-friday", token=olga.token).status_code == 204
    assert olga.get(f"{MINE}/our-friday").json["code"] == "not_found"
    assert api.call("DELETE", f"{MINE}/our-friday", token=olga.token).status_code == 404


def test_nobody_else_sees_a_template(api: Api):
    olga, ada = api.sign_up("Olga"), api.sign_up("Ada")
    save(olga, "our-friday")
    assert ada.get(f"{MINE}/our-friday").status_code == 404
    assert ada.get(MINE).json["templates"] == []
    assert api.call("DELETE", f"{MINE}/our-friday", token=ada.token).status_code == 404


def test_a_template_may_have_past_times_but_no_wrong_settings(api: Api):
    olga = api.sign_up("Olga")
    assert save(olga, "last-year", schedule={"starts_at": "2020-01-01T12:00:00Z"}).status_code == 200
    wrong = save(olga, "wrong", figures={})
    assert (wrong.status_code, wrong.json["code"]) == (422, "invalid_settings")
    assert olga.get(f"{MINE}/wrong").status_code == 404


def test_the_number_of_templates_is_limited(service: Service):
    with another(service.settings, templates=1) as strict:
        olga = Api(create_app(strict)).sign_up("Olga")
        assert save(olga, "one").status_code == 200
        refused = save(olga, "two")
        assert (refused.status_code, refused.json["code"]) == (409, "too_many_templates")
        assert save(olga, "one", name="Changed").status_code == 200


def test_the_contract_names_the_limit():
    assert LIMITS.templates == 50
