"""Blocks: what a blocked player can no longer do, and who sees it."""

from collections.abc import Iterator

import pytest

from service.processes.app import create_app
from service.wiring import Service
from tests.support.api import Api, started_table
from tests.support.chat_messages import code_of
from tests.support.fixtures import another
from tests.support.moderating import NOBODY, block
from tests.support.play import play_commands


def test_the_block_list_is_visible_only_to_its_owner(api: Api):
    ada, ben, eve = (api.sign_up(name) for name in ("Ada", "Ben", "Eve"))
    for other in (ben, eve, eve):
        assert block(ada, other.id).status_code == 204

    first = ada.get("/v1/me/blocks?limit=1").json
    second = ada.get(f"/v1/me/blocks?limit=1&cursor={first['next_cursor']}").json

    assert [each["name"] for each in (*first["blocks"], *second["blocks"])] == ["Ben", "Eve"]
    assert second["next_cursor"] is None
    assert ben.get("/v1/me/blocks").json["blocks"] == []
    assert ada.id not in ben.get("/v1/me/export").text
    assert block(ada, ben.id, "DELETE").status_code == 204
    assert [each["id"] for each in ada.get("/v1/me/blocks").json["blocks"]] == [eve.id]


@pytest.mark.parametrize("dry", ["", "?dry_run=true"])
def test_a_challenge_to_a_player_who_blocked_the_sender_is_refused_like_an_unknown_player(api: Api, dry: str):
    ada, ben = api.sign_up(), api.sign_up()
    table = ben.open_table()
    block(ada, ben.id)

    refused, unknown = (
        ben.post(f"/v1/tables/{table}/commands{dry}", {"type": "challenge_player", "player": player})
        for player in (ada.id, NOBODY)
    )

    differing = {"request_id", "detail"}
    assert code_of(refused) == (422, "cannot_be_challenged")
    assert {name: value for name, value in refused.json.items() if name not in differing} == {
        name: value for name, value in unknown.json.items() if name not in differing
    }
    assert refused.json["detail"] == unknown.json["detail"].replace(NOBODY, ada.id)
    assert ben.view(table)["challenges"] == []
    block(ada, ben.id, "DELETE")
    assert ben.command(table, "challenge_player", player=ada.id).status_code == 200


@pytest.mark.parametrize("dry", ["", "?dry_run=true"])
def test_a_blocked_player_can_join_tables_of_the_blocker_only_when_challenged(api: Api, dry: str):
    ada, ben = api.sign_up(), api.sign_up()
    table = ada.open_table()
    block(ada, ben.id)

    refused = ben.post(f"/v1/tables/{table}/commands{dry}", {"type": "sit", "seat": 0})

    assert code_of(refused) == (403, "seat_refused")
    assert "block" not in refused.text.replace(table, "")
    assert ada.view(table)["seats"][0]["player"] is None
    ada.command(table, "challenge_player", player=ben.id)
    assert ben.post(f"/v1/tables/{table}/commands{dry}", {"type": "sit", "seat": 0}).status_code == 200


def test_a_command_from_before_the_block_is_still_answered_by_its_key(api: Api):
    ada, ben = api.sign_up(), api.sign_up()
    table = ada.open_table()
    sat = ben.command(table, "sit", headers={"Idempotency-Key": "sat"}, seat=0)
    asked = ben.command(table, "challenge_player", headers={"Idempotency-Key": "asked"}, player=ada.id, seat=1)
    assert (sat.status_code, asked.status_code) == (200, 200)
    block(ada, ben.id)

    for kind, members, before in (
        ("sit", {"seat": 0}, sat),
        ("challenge_player", {"player": ada.id, "seat": 1}, asked),
    ):
        key = "sat" if kind == "sit" else "asked"
        again = ben.command(table, kind, headers={"Idempotency-Key": key}, **members)
        assert (again.status_code, again.json["events"]) == (200, before.json["events"])
        assert again.headers["Idempotency-Replayed"] == "true"
    assert code_of(ben.command(table, "sit", headers={"Idempotency-Key": "other"}, seat=1)) == (403, "seat_refused")
    assert code_of(ben.command(table, "sit", headers={"Idempotency-Key": "sat"}, seat=1))[0] == 422


def test_a_block_does_not_affect_tables_of_others_or_of_the_blocked_player(api: Api):
    ada, ben, host = api.sign_up(), api.sign_up(), api.sign_up()
    block(ada, ben.id)
    others, bens = host.open_table(), ben.open_table()
    ada.command(others, "sit", seat=0)

    assert ben.command(others, "sit", seat=1).status_code == 200
    assert ada.command(bens, "sit", seat=1).status_code == 200


def test_an_invitation_link_does_not_admit_players_whom_the_host_blocks(api: Api):
    ada, ben = api.sign_up(), api.sign_up()
    table = ada.open_table()
    code = ada.post(f"/v1/tables/{table}/invitations", {}).json["code"]
    block(ada, ben.id)

    assert code_of(ben.post(f"/v1/invitations/{code}/accept", {})) == (403, "seat_refused")
    block(ada, ben.id, "DELETE")
    assert ben.post(f"/v1/invitations/{code}/accept", {}).status_code == 200


def test_a_blocked_player_cannot_request_a_partnership_or_a_rematch(api: Api):
    table, players = started_table(api, hands=1)
    play_commands(table, players, 200)
    ada, ben, eve, _ = players
    block(ada, ben.id)
    seek = {"rules": [{"profile": "zhang-2021"}], "partner": ada.id}

    assert code_of(ben.post("/v1/seeks", seek)) == (422, "cannot_be_challenged")
    opened = ben.post(f"/v1/tables/{table}/rematch", {}).json["table"]
    assert [each["player"] for each in ben.view(opened)["challenges"]] == [player.id for player in players[2:]]
    assert eve.post(f"/v1/tables/{table}/rematch", {}).status_code == 200


def test_matchmaking_separates_players_of_whom_one_blocks_the_other(api: Api, service):
    players = [api.sign_up() for _ in range(5)]
    block(players[3], players[0].id)
    seek = {"rules": [{"profile": "zhang-2021"}]}
    for player in players:
        assert player.post("/v1/seeks", seek).status_code == 201

    assert service.matchmaking.match() == 1

    found = [player.get("/v1/me/seeks").json["seeks"][0]["state"] for player in players]
    assert [state == "matched" for state in found] == [True, True, True, False, True]


def test_matchmaking_knows_all_pairs_with_a_block(api: Api, service):
    ada, ben, eve, zoe = (api.sign_up() for _ in range(4))
    block(ada, ben.id)
    block(ben, ada.id)
    block(zoe, eve.id)

    everybody = [ada.id, ben.id, eve.id, zoe.id]

    assert service.blocks.blocked_pairs(everybody) == {frozenset({ada.id, ben.id}), frozenset({eve.id, zoe.id})}
    assert service.blocks.blocked_pairs([ada.id, eve.id]) == set()


@pytest.fixture
def limited_api(service: Service) -> Iterator[Api]:
    """The API of a process that allows one block."""
    with another(service.settings, blocks=1) as strict:
        yield Api(create_app(strict))


def test_blocks_are_limited_in_number_and_not_possible_for_every_account(limited_api: Api):
    api = limited_api
    ada, ben, eve = (api.sign_up() for _ in range(3))
    gone = api.sign_up()
    api.call("DELETE", "/v1/me", {"confirm": gone.id}, token=gone.token)

    assert code_of(block(ada, ada.id)) == (409, "cannot_be_blocked")
    assert code_of(block(ada, "ply_house_steady")) == (409, "cannot_be_blocked")
    assert code_of(block(ada, NOBODY)) == (404, "not_found")
    assert code_of(block(ada, gone.id)) == (404, "not_found")
    assert block(ada, ben.id).status_code == 204
    assert code_of(block(ada, eve.id)) == (409, "too_many_blocks")
    assert block(ada, ben.id).status_code == 204
