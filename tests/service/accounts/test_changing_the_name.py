"""Changing the name of an account: who may, what is refused, and where the new name shows."""

from typing import Any

import pytest

from domain.kernel.players import house_player
from service.accounts.handlers import AccountClosed
from service.accounts.names.handlers import Names
from service.wiring import Service
from tests.support.api import Api, User
from tests.support.browsers import Browser
from tests.support.guests import acting, claimed, entered, problem
from tests.support.stored import catch_up
from tests.support.tournaments_served import Tournament

PAIR = [{"guests": ["Mrs Wang", "Mr Xu"]}]


@pytest.fixture
def browser(api: Api) -> Browser:
    return Browser(api.app)


def rename(user: User, name: Any) -> Any:
    return user.api.call("PUT", "/v1/me/name", {"name": name}, token=user.token)


def named(name: str) -> dict[str, Any]:
    return {"name": name, "is_bot": False}


def test_a_player_changes_the_name_as_often_as_wanted(api: Api):
    user = api.sign_up("Guest 4711")
    for name in ("Lin", "Lin", "林小姐"):
        answered = rename(user, name)
        assert (answered.status_code, answered.json) == (200, {"name": name})
        assert user.get("/v1/me").json["player"]["name"] == name
        assert user.get("/v1/token").json["player"]["name"] == name
        assert api.sign_up().get(f"/v1/players/{user.id}").json["name"] == name
    assert user.get("/v1/me/export").json["account"]["name"] == "林小姐"


def test_names_are_not_unique_and_the_player_is_found_by_the_new_one(api: Api):
    ada, other = api.sign_up("Ada"), api.sign_up("Boris")

    assert rename(other, "ADA").status_code == 200

    assert set(ada.get("/v1/players?name=ada").json["players"]) == {ada.id, other.id}
    assert ada.get("/v1/players?name=Boris").json["players"] == {}


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("", id="nothing"),
        pytest.param("   ", id="spaces alone"),
        pytest.param("n" * 41, id="too long"),
        pytest.param("Li\u202en", id="turns the direction of writing"),
        pytest.param("Li\nn", id="two lines"),
        pytest.param(None, id="null"),
        pytest.param(7, id="a number"),
    ],
)
def test_names_that_sign_up_refuses_are_refused_in_the_same_way(api: Api, name: Any):
    user = api.sign_up("Ada")

    answered, at_sign_up = rename(user, name), api.call("POST", "/v1/players", {"name": name})

    assert answered.status_code == 400
    assert answered.headers["Content-Type"] == "application/problem+json"
    assert answered.json["facts"]["fields"] == at_sign_up.json["facts"]["fields"]
    assert set(answered.json["facts"]["fields"]) == {"name"}
    assert user.get("/v1/me").json["player"]["name"] == "Ada"


def test_the_body_has_a_name_and_nothing_else(api: Api):
    user = api.sign_up("Ada")
    for body in ({}, {"name": "Lin", "kind": "bot"}):
        assert problem(api.call("PUT", "/v1/me/name", body, token=user.token)) == (400, "invalid_request")


def test_a_token_needs_the_scope(api: Api):
    user = api.sign_up("Ada")
    made = user.post("/v1/me/tokens", {"name": "reader", "scopes": ["account:read"]})

    assert problem(rename(User(api, user.id, made.json["secret"]), "Lin")) == (403, "missing_scope")


def test_house_bots_keep_their_names(api: Api, service: Service):
    house = house_player("steady")
    _, token = service.accounts.make_token(house, "found somewhere", ["account:write"], None)

    assert problem(rename(User(api, house, token), "Ada")) == (403, "house_stays")

    assert api.sign_up().get(f"/v1/players/{house}").json["name"] == "steady"


def test_a_closed_account_gets_no_name_again(api: Api, service: Service):
    user = api.sign_up("Ada")
    assert api.call("DELETE", "/v1/me", {"confirm": user.id}, token=user.token).status_code == 204

    assert problem(rename(user, "Lin")) == (401, "not_authenticated")
    # A process that still knows the token gets as far as this.
    with pytest.raises(AccountClosed):
        service.accounts.rename(user.id, "Lin")

    assert api.sign_up().get(f"/v1/players/{user.id}").json["name"] is None


def test_a_guest_of_the_page_chooses_a_name(api: Api, browser: Browser):
    player = browser.change("POST", "/v1/session/guest", {}).json["player"]

    assert browser.change("PUT", "/v1/me/name", {"name": "Lin"}).json == {"name": "Lin"}

    assert api.sign_up().get(f"/v1/players/{player['id']}").json["name"] == "Lin"


def test_a_guest_of_a_tournament_changes_the_name_after_claiming_the_account(api: Api):
    guest, _ = entered(tournament := Tournament(api), tournament.owner, entrants=PAIR)
    assert problem(rename(acting(tournament, tournament.owner, guest), "Wang Fang")) == (403, "guest_token")

    person = claimed(api, guest)
    assert rename(person, "Wang Fang").status_code == 200

    entrants = tournament.read("/entrants")
    assert entrants["players"][guest.id]["name"] == "Wang Fang"


def test_tables_and_their_lists_show_the_new_name_at_once(api: Api, service: Service):
    host, other = api.sign_up("Before"), api.sign_up()
    address = f"/v1/tables/{host.open_table()}"
    catch_up(service)
    before = other.get(address)
    assert before.json["players"] == {host.id: named("Before")}

    rename(host, "After")

    after = other.get(address, headers={"If-None-Match": before.headers["ETag"]})
    assert (after.status_code, after.json["version"]) == (200, before.json["version"])
    assert after.json["players"] == {host.id: named("After")}
    assert host.get("/v1/tables?mine=true").json["players"] == {host.id: named("After")}


def test_results_of_a_finished_round_show_the_new_name(api: Api):
    event = Tournament(api)
    event.start()
    event.play()
    _, player, *_ = event.pairs[0]
    event.read("/standings")

    rename(player, "Somebody Else")

    for document in ("entrants", "standings", "cross-table"):
        assert event.read(f"/{document}")["players"][player.id] == named("Somebody Else")


def test_only_the_renamed_player_leaves_the_cache_of_names(api: Api, service: Service):
    ada, ben = api.sign_up("Ada"), api.sign_up("Ben")
    names = Names(service.database)
    both, alone = names.part((ada.id, ben.id), None), names.part((ben.id,), None)
    rename(ada, "Lin")
    assert names.part((ada.id, ben.id), None) is both

    names.forget_player(ada.id)

    assert b"Lin" in names.part((ada.id, ben.id), None).body
    assert names.part((ben.id,), None) is alone
