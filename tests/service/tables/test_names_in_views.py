"""The member `players` of a view: the names of the players whom the view mentions, and of nobody else."""

import pytest

from service.accounts.names.handlers import Names
from service.platform.limits import Limits
from service.tables.views import Views
from service.wiring import Service
from tests.support.api import Api, Json, User, started_table

UNKNOWN = "ply_01M7ZBDNSHQCWSW0S3ZGDQ9HR5"


def named(name: str, *, is_bot: bool = False) -> Json:
    return {"name": name, "is_bot": is_bot}


def close(user: User) -> None:
    assert user.api.call("DELETE", "/v1/me", {"confirm": user.id}, token=user.token).status_code == 204


def test_a_view_names_host_seats_bots_and_challenged_players(api: Api):
    host, sitting, challenged = api.sign_up("Hosts"), api.sign_up("Sits", "bot"), api.sign_up("Asked")
    table = host.open_table()
    sitting.command(table, "sit", seat=0)
    host.command(table, "seat_bot", seat=1, bot="steady")
    assert host.command(table, "challenge_player", player=challenged.id).status_code == 200

    assert api.sign_up("Watches").view(table)["players"] == {
        host.id: named("Hosts"),
        sitting.id: named("Sits", is_bot=True),
        "ply_house_steady": named("steady", is_bot=True),
        challenged.id: named("Asked"),
    }


def test_every_form_of_the_view_has_the_names(api: Api):
    table, players = started_table(api)
    code = User(api, players[0].id, players[0].token)
    names = {each.id: named(f"player {seat}") for seat, each in enumerate(players)}
    mover = players[code.view(table)["asked"][0]["seat"]]

    inbox = mover.get("/v1/me/turns?include=view").json["turns"]
    done = mover.command(table, "set_entropy", {"Prefer": "return=representation"}, entropy="dice")

    assert mover.view(table)["players"] == names
    assert [turn["view"]["players"] for turn in inbox if turn["table"] == table] in ([names], [])
    assert done.json["view"]["players"] == names


def test_an_invitation_shows_the_names_at_its_table(api: Api):
    host = api.sign_up("Hosts")
    table = host.open_table()
    code = host.post(f"/v1/tables/{table}/invitations", {}).json["code"]

    assert api.sign_up().get(f"/v1/invitations/{code}").json["view"]["players"] == {host.id: named("Hosts")}


def test_views_read_the_names_once_and_not_for_each_view_or_version(
    api: Api, service: Service, statements_read: list[str]
):
    table, players = started_table(api)
    statements_read.clear()
    service.accounts.forget()
    for entropy in ("a", "b", "c"):
        players[1].command(table, "set_entropy", {"Prefer": "return=representation"}, entropy=entropy)
        for each in players:
            each.view(table)

    assert statements_read.count("names") == 1


def test_a_closed_account_has_no_name_at_once_and_its_view_another_tag(api: Api):
    table, players = started_table(api)
    before = players[0].get(f"/v1/tables/{table}")
    seen = {"If-None-Match": before.headers["ETag"]}
    assert players[0].get(f"/v1/tables/{table}", headers=seen).status_code == 304
    watcher = api.sign_up("Watches")
    watched = watcher.get(f"/v1/tables/{table}")
    close(players[2])

    after = watcher.get(f"/v1/tables/{table}", headers={"If-None-Match": watched.headers["ETag"]})

    assert after.status_code == 200
    assert watched.json["players"][players[2].id] == named("player 2")
    assert after.json["players"][players[2].id] == {"name": None, "is_bot": False}


def test_the_tag_of_a_view_changes_with_a_name_alone(api: Api, service: Service):
    host = api.sign_up("Before")
    address = f"/v1/tables/{host.open_table()}"
    before = host.get(address)
    seen = {"If-None-Match": before.headers["ETag"]}
    assert host.get(address, headers=seen).status_code == 304
    with service.database.session() as connection:
        connection.execute("UPDATE shengji.player SET name = 'After' WHERE id = $1", [host.id])
    service.accounts.forget()

    after = host.get(address, headers=seen)

    assert (after.status_code, after.json["version"]) == (200, before.json["version"])
    assert (before.json["players"], after.json["players"]) == ({host.id: named("Before")}, {host.id: named("After")})


def test_another_process_drops_a_name_when_its_time_is_over(api: Api, service: Service):
    now = [0.0]
    names = Names(service.database, Limits(), lambda: now[0])
    ada = api.sign_up("Ada")
    first = names.part((ada.id,), None)
    close(ada)
    now[0] = Limits().names_s - 1
    assert names.part((ada.id,), None) is first
    now[0] = Limits().names_s + 1

    later = names.part((ada.id,), None)

    assert b"Ada" in first.body
    assert b"null" in later.body
    assert first.tag != later.tag
    assert Limits().names_s * 2 <= 60, "a part may be made of a name that is about to end"


def test_names_of_another_sandbox_and_of_unknown_players_are_left_out(api: Api, service: Service):
    ada = api.sign_up("Ada")
    inside = ada.in_sandbox()
    sandbox = inside.get("/v1/token").json["sandbox"]
    everyone = (ada.id, inside.id, "ply_house_steady", UNKNOWN)

    assert set(service.accounts.known_names.of(everyone, None)) == {ada.id, "ply_house_steady"}
    assert set(service.accounts.known_names.of(everyone, sandbox)) == {inside.id, "ply_house_steady"}


def test_the_order_of_names_does_not_tell_which_were_cached(api: Api, service: Service):
    ids = sorted(api.sign_up(f"one of {number}").id for number in range(4))
    names = Names(service.database)
    names.of(ids[2:], None)

    assert list(names.of(ids, None)) == ids


def test_the_cache_of_names_is_bounded(api: Api, service: Service):
    ids = [api.sign_up(f"one of {number}").id for number in range(4)]
    names = Names(service.database, Limits(names_kept=3))
    for each in ids:
        names.part((each,), None)

    assert len(names._known) <= 3
    assert len(names._parts) <= 3


def seat_with_a_newcomer(api: Api) -> tuple[str, list[User], User]:
    """A table that spectators see a hand later, whose seat 2 was taken over just now."""
    table, players = started_table(api, spectators={"delay": "hand"})
    newcomer = api.sign_up("Newcomer")
    for each in (
        players[2].command(table, "leave"),
        players[0].command(table, "challenge_player", player=newcomer.id, seat=2),
        newcomer.command(table, "sit", seat=2),
    ):
        assert each.status_code == 200, each.text
    return table, players, newcomer


def test_a_delayed_view_does_not_name_those_who_came_since(api: Api):
    table, players, newcomer = seat_with_a_newcomer(api)

    early, late = players[1].view(table), api.sign_up("Late").view(table)

    assert early["players"][newcomer.id] == named("Newcomer")
    assert late["seats"][2]["player"] == players[2].id
    assert newcomer.id not in late["players"]
    assert "Newcomer" not in str(late)


def test_planted_names_of_today_in_a_delayed_view_are_found(
    api: Api, service: Service, monkeypatch: pytest.MonkeyPatch
):
    table, _, newcomer = seat_with_a_newcomer(api)
    now = service.tables.newest(table)
    honest = Views.names
    monkeypatch.setattr(Views, "names", lambda self, _: honest(self, now))

    with pytest.raises(AssertionError, match=newcomer.id):
        api.sign_up("Late").view(table)
