"""Sandboxes are isolated: nothing inside is visible outside, and nothing outside is visible inside."""

import psycopg
from werkzeug.test import TestResponse

from tests.support.api import User
from tests.support.fixtures import another
from tests.support.sandboxes import NOBODY, NOWHERE, SEEK, document_of, joined
from tests.support.stored import catch_up


def asked_of_a_table(user: User, table: str) -> list[TestResponse]:
    """Every request about a table, valid and invalid."""
    path = f"/v1/tables/{table}"
    return [
        user.get(path),
        user.get(f"{path}?wrong=1"),
        user.get(path, headers={"If-None-Match": '"1-spectator-2"'}),
        user.get(f"{path}/moves"),
        user.get(f"{path}/events"),
        user.get(f"{path}/events?after=x"),
        user.get(f"{path}/record"),
        user.command(table, "sit", seat=0),
        user.command(table, "sit", seat=99),
        user.command(table, "sit", seat=0, headers={"If-Match": '"7-s0-2"'}),
        user.command(table, "take", card="2S"),
        user.command(table, "nothing"),
        user.post(f"{path}/commands?dry_run=true", {"type": "sit", "seat": 0}),
    ]


def test_a_table_of_another_sandbox_gets_the_same_answer_as_a_missing_one(owner: User):
    author, outsider = owner.in_sandbox(), owner.api.sign_up()
    inside, outside, elsewhere = author.open_table(), outsider.open_table(), outsider.in_sandbox()

    cases = [(outsider, inside), (owner, inside), (author, outside), (elsewhere, inside), (elsewhere, outside)]
    for user, table in cases:
        there, nowhere = asked_of_a_table(user, table), asked_of_a_table(user, NOWHERE)
        assert [document_of(answer) for answer in there] == [document_of(answer) for answer in nowhere]
        assert {answer.status_code for answer in there} == {400, 404}
        assert table in there[0].json["detail"]
        stream = {"Accept": "application/x-ndjson"}
        assert user.get(f"/v1/tables/{table}/events", headers=stream).status_code == 404
    assert author.get(f"/v1/tables/{inside}").status_code == 200
    assert outsider.get(f"/v1/tables/{outside}").status_code == 200


def test_a_player_of_another_sandbox_gets_the_same_answer_as_a_missing_one(owner: User):
    author, outsider = owner.in_sandbox(), owner.api.sign_up()
    for user, other in ((outsider, author), (owner, author), (author, outsider), (author, owner)):
        assert document_of(user.get(f"/v1/players/{other.id}")) == document_of(user.get(f"/v1/players/{NOBODY}"))
        assert other.id in user.get(f"/v1/players/{other.id}").json["detail"]
        table = user.open_table()
        challenged = [user.command(table, "challenge_player", player=each) for each in (other.id, NOBODY)]
        assert document_of(challenged[0]) == document_of(challenged[1])
        assert challenged[0].status_code == 422
    assert author.get(f"/v1/players/{joined(author).id}").status_code == 200


def test_the_house_bots_are_in_every_sandbox(owner: User):
    author = owner.in_sandbox()
    assert author.get("/v1/players/ply_house_steady").status_code == 200
    assert author.command(author.open_table(), "seat_bot", seat=0, bot="steady").status_code == 200


def test_lists_contain_only_tables_of_the_players_sandbox(owner: User, service):
    author, outsider = owner.in_sandbox(), owner.api.sign_up()
    inside, outside = author.open_table(), outsider.open_table()
    elsewhere = owner.in_sandbox().open_table()
    catch_up(service)

    def listed(user: User) -> set[str]:
        return {each["id"] for each in user.get("/v1/tables?limit=100").json["tables"]}

    assert listed(author) == {inside}
    assert outside in listed(outsider)
    assert not listed(outsider) & {inside, elsewhere}
    assert [each["id"] for each in author.get("/v1/tables?mine=true").json["tables"]] == [inside]


def test_players_of_one_sandbox_can_share_a_table(owner: User):
    author = owner.in_sandbox()
    other = joined(author)
    table = author.open_table()
    assert author.command(table, "challenge_player", player=other.id).status_code == 200
    assert other.command(table, "sit", seat=1).status_code == 200
    assert author.view(table)["seats"][1]["player"] == other.id


def test_seeks_of_a_sandbox_are_visible_and_matched_only_there(owner: User, service):
    author, outsider = owner.in_sandbox(), owner.api.sign_up()
    inside = [author, *(joined(author) for _ in range(3))]
    outside = [outsider, *(owner.api.sign_up() for _ in range(3))]
    sought = [user.post("/v1/seeks", SEEK).json["id"] for user in (*inside[:3], *outside[:3])]

    def open_to(user: User) -> list[str]:
        return [each["id"] for each in user.get("/v1/seeks?limit=100").json["seeks"] if each["id"] in sought]

    assert open_to(author) == sought[:3]
    assert open_to(outsider) == sought[3:]
    for user, seek in ((outsider, sought[0]), (author, sought[3])):
        nothing = user.get("/v1/seeks/sek_" + "0" * 26)
        assert (user.get(f"/v1/seeks/{seek}").status_code, nothing.status_code) == (404, 404)
    service.matchmaking.match()
    assert {author.get(f"/v1/seeks/{seek}").json["state"] for seek in sought[:3]} == {"open"}

    last = inside[3].post("/v1/seeks", SEEK).json["id"]
    service.matchmaking.match()

    table = inside[3].get(f"/v1/seeks/{last}").json["table"]
    assert {seat["player"] for seat in author.view(table)["seats"]} == {user.id for user in inside}
    assert outsider.get(f"/v1/tables/{table}").status_code == 404
    assert outsider.get(f"/v1/seeks/{sought[3]}").json["state"] == "open"


def test_old_seeks_of_a_sandbox_do_not_block_others(owner: User, service):
    """By the clock of the sandbox its seeks wait longest."""
    author = owner.in_sandbox()
    with psycopg.connect(service.settings.database_url, autocommit=True) as connection:
        connection.execute("DELETE FROM shengji.seek")
        connection.execute("UPDATE shengji.world SET clock = '2000-01-01'")
    for number in range(4):
        assert author.post("/v1/seeks", {**SEEK, "hands": {"least": number + 1, "most": number + 1}}).status_code == 201
    outside = [owner.api.sign_up() for _ in range(4)]
    for user in outside:
        user.post("/v1/seeks", SEEK)

    with another(service.settings, seeks_at_once=4) as brief:
        assert brief.matchmaking.match() == 1

    assert {user.get("/v1/me/seeks").json["seeks"][0]["state"] for user in outside} == {"matched"}


def test_nobody_can_seek_with_a_partner_of_another_sandbox(owner: User):
    author = owner.in_sandbox()
    refused = author.post("/v1/seeks", {**SEEK, "partner": owner.id})
    assert (refused.status_code, refused.json["code"]) == (422, "cannot_be_challenged")


def test_an_invitation_link_admits_nobody_from_another_sandbox(owner: User):
    author, outsider = owner.in_sandbox(), owner.api.sign_up()
    made = author.post(f"/v1/tables/{author.open_table()}/invitations", {}).json["code"]
    for user, status in ((outsider, 404), (owner, 404), (joined(author), 200)):
        assert user.get(f"/v1/invitations/{made}").status_code == status
        assert user.post(f"/v1/invitations/{made}/accept", {}).status_code == status
