"""Invitation links over HTTP: a link admits players to an open table within its uses and its lifetime."""

import logging
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import psycopg
import pytest

from service.lobby.invitations.handlers import INVITATIONS_LIMIT
from tests.support.api import Api, User

NOWHERE = "sji_" + "A" * 22


@pytest.fixture
def table(host: User) -> str:
    return host.open_table(listed=False)


def invite(user: User, table: str, **members: object) -> dict:
    made = user.post(f"/v1/tables/{table}/invitations", members)
    assert made.status_code == 201, made.text
    return made.json


def accept(user: User, code: str, **more):
    return user.post(f"/v1/invitations/{code}/accept", {}, **more)


def test_a_link_lets_a_player_join_an_unlisted_table(host: User, ben: User, table: str):
    made = invite(host, table)
    assert made["url"] == f"http://localhost/v1/invitations/{made['code']}"

    seen = ben.get(f"/v1/invitations/{made['code']}").json
    assert (seen["table"], seen["by"], seen["seat"], seen["used"]) == (table, host.id, None, 0)
    assert seen["view"] == ben.view(table)
    assert "code" not in seen

    sat = accept(ben, made["code"])
    assert (sat.status_code, sat.json["table"]) == (200, table)
    assert sat.json["events"][0]["data"]["seat"] == 0
    assert ben.view(table)["you"] == 0


def test_a_link_for_a_seat_gives_that_seat(host: User, ben: User, table: str):
    code = invite(host, table, seat=2)["code"]
    assert accept(ben, code).json["events"][0]["data"]["seat"] == 2


def test_a_link_without_a_seat_gives_the_first_free_seat(api: Api, host: User, table: str):
    host.command(table, "sit", seat=1)
    code = invite(host, table, uses=3)["code"]

    assert [accept(api.sign_up(), code).json["events"][0]["data"]["seat"] for _ in range(3)] == [0, 2, 3]


def test_joining_by_link_accepts_an_open_challenge(host: User, ben: User, table: str):
    host.command(table, "challenge_player", player=ben.id)

    sat = accept(ben, invite(host, table)["code"])

    assert [event["type"] for event in sat.json["events"]] == ["seat_taken", "challenge_accepted"]


def test_a_link_to_a_taken_seat_is_refused_and_costs_no_use(api, host, ben, table):
    code = invite(host, table, seat=2)["code"]
    api.sign_up().command(table, "sit", seat=2)

    refused = accept(ben, code)

    assert (refused.status_code, refused.json["code"]) == (409, "seat_occupied")
    assert ben.get(f"/v1/invitations/{code}").json["used"] == 0


def not_found(user: User, code: str) -> dict:
    """Returns the answer to an invalid code without the parts that repeat the request."""
    looked, accepted = user.get(f"/v1/invitations/{code}"), accept(user, code)
    assert looked.status_code == accepted.status_code == 404
    answers = [{name: value for name, value in each.json.items() if name not in ("instance", "request_id")}
            for each in (looked, accepted)]  # fmt: skip
    assert answers[0] == answers[1]
    assert code not in looked.text + accepted.text
    return answers[0]


def test_wrong_expired_revoked_used_and_ended_codes_get_the_same_answer(api, service, host, ben, table, database_url):
    wrong = not_found(ben, NOWHERE)

    used = invite(host, table)["code"]
    accept(api.sign_up(), used)
    assert not_found(ben, used) == wrong

    revoked = invite(host, table)
    assert (
        host.api.call("DELETE", f"/v1/tables/{table}/invitations/{revoked['id']}", token=host.token).status_code == 204
    )
    assert not_found(ben, revoked["code"]) == wrong

    expired = invite(host, table)
    with psycopg.connect(database_url, autocommit=True) as connection:
        connection.execute("UPDATE shengji.invitation SET expires_at = now() WHERE id = %s", [expired["id"]])
    assert not_found(ben, expired["code"]) == wrong

    begun, off = invite(host, table, uses=5)["code"], host.open_table()
    cancelled = invite(host, off)["code"]
    host.command(off, "cancel")
    assert not_found(ben, cancelled) == wrong
    for seat in (1, 2, 3):
        host.command(table, "seat_bot", seat=seat, bot="random")
    host.command(table, "start")
    assert not_found(ben, begun) == wrong


def test_a_player_who_lost_the_connection_or_left_returns_with_the_same_use(
    api: Api, host: User, ben: User, table: str
):
    code = invite(host, table)["code"]
    key = {"Idempotency-Key": "once"}
    sat = accept(ben, code, headers=key)

    again = accept(ben, code, headers=key)
    assert again.headers["Idempotency-Replayed"] == "true"
    assert again.json == sat.json
    assert accept(ben, code).json["code"] == "already_seated"

    ben.command(table, "leave")
    assert accept(ben, code).status_code == 200
    # The table has moved on, so nothing is asked after these events.
    assert accept(ben, code, headers=key).json == {**sat.json, "asked": None}
    for seat in (1, 2, 3):
        host.command(table, "seat_bot", seat=seat, bot="random")
    host.command(table, "start")
    assert accept(ben, code, headers=key).json == {**sat.json, "asked": None}
    assert accept(api.sign_up(), code).status_code == 404


def test_of_two_concurrent_players_only_one_gets_the_last_use(
    api: Api, host: User, ben: User, table: str, database_url: str
):
    made = invite(host, table)
    other = api.sign_up()
    with psycopg.connect(database_url) as first, ThreadPoolExecutor() as aside:
        first.execute("SELECT FROM shengji.invitation WHERE id = %s FOR UPDATE", [made["id"]])
        first.execute(
            "INSERT INTO shengji.invitation_use (invitation_id, player_id) VALUES (%s, %s)", [made["id"], other.id]
        )
        second = aside.submit(accept, ben, made["code"])
        while not second.done() and not somebody_waits(database_url):
            pass
        first.commit()

        assert second.result().status_code == 404


def somebody_waits(database_url: str) -> bool:
    """Returns whether a session waits for the lock of another."""
    with psycopg.connect(database_url) as connection:
        found = connection.execute("SELECT FROM pg_locks WHERE NOT granted").fetchone()
    return found is not None


def test_the_host_sees_and_revokes_all_links_and_other_players_only_their_own(
    api: Api, host: User, ben: User, table: str
):
    ben.command(table, "sit", seat=0)
    of_host, of_ben = invite(host, table), invite(ben, table)
    path = f"/v1/tables/{table}/invitations"

    def listed(user: User) -> list[str]:
        return [each["id"] for each in user.get(path).json["invitations"]]

    assert listed(host) == [of_host["id"], of_ben["id"]]
    assert listed(ben) == [of_ben["id"]]
    assert listed(api.sign_up()) == []
    assert api.call("DELETE", f"{path}/{of_host['id']}", token=ben.token).status_code == 404
    assert api.call("DELETE", f"{path}/{of_ben['id']}", token=host.token).status_code == 204
    assert listed(host) == [of_host["id"]]


def test_only_hosts_and_seated_players_invite_and_only_before_the_start(api, host, ben, table):
    def code(user: User, **members: object) -> tuple[int, str]:
        refused = user.post(f"/v1/tables/{table}/invitations", members)
        return refused.status_code, refused.json["code"]

    assert code(ben) == (403, "not_seated")
    assert code(host, seat=4) == (422, "no_such_seat")
    for _ in range(INVITATIONS_LIMIT):
        invite(host, table)
    assert code(host) == (409, "too_many_invitations")
    host.command(table, "cancel")
    assert code(host) == (409, "table_over")


@pytest.mark.parametrize(
    ("members", "wrong"),
    [
        ({"uses": 0}, "uses"),
        ({"uses": 101}, "uses"),
        ({"seat": "2"}, "seat"),
        ({"seat": -1}, "seat"),
        ({"expires_after_s": 59}, "expires_after_s"),
        ({"expires_after_s": 30 * 24 * 3600 + 1}, "expires_after_s"),
        ({"code": NOWHERE}, "code"),
    ],
    ids=str,
)
def test_an_invalid_invitation_is_refused_by_member(host: User, table: str, members, wrong: str):
    refused = host.post(f"/v1/tables/{table}/invitations", members)

    assert (refused.status_code, refused.json["code"]) == (400, "invalid_request")
    assert list(refused.json["facts"]["fields"]) == [wrong]


def test_a_link_expires_at_its_time(host: User, table: str):
    made = invite(host, table, expires_after_s=3600)

    end = datetime.fromisoformat(made["expires_at"])
    assert abs(end - datetime.now(UTC) - timedelta(hours=1)) < timedelta(minutes=5)


def test_a_code_is_stored_as_a_hash_and_never_logged(host: User, ben: User, table: str, database_url: str, caplog):
    caplog.set_level(logging.DEBUG)
    code = invite(host, table)["code"]
    ben.get(f"/v1/invitations/{code}")
    accept(ben, code)

    with psycopg.connect(database_url) as connection:
        rows = connection.execute("SELECT i::text FROM shengji.invitation AS i").fetchall()
    assert not any(code in row for (row,) in rows)
    assert not any(code in str(record.__dict__) for record in caplog.records)


def test_links_are_in_the_export_and_deleted_with_the_account(
    api: Api, host: User, ben: User, table: str, database_url
):
    ben.command(table, "sit", seat=0)
    made = invite(ben, table, uses=2)
    guest = api.sign_up()
    accept(guest, made["code"])
    assert [each["id"] for each in ben.get("/v1/me/export").json["invitations"]] == [made["id"]]
    (used,) = guest.get("/v1/me/export").json["invitation_uses"]
    assert (used["invitation"], used["table"]) == (made["id"], table)

    for user in (guest, ben):
        assert api.call("DELETE", "/v1/me", {"confirm": user.id}, token=user.token).status_code == 204

    with psycopg.connect(database_url) as connection:
        rows = connection.execute("SELECT i::text FROM shengji.invitation AS i").fetchall()
        rows += connection.execute("SELECT u::text FROM shengji.invitation_use AS u").fetchall()
    assert not any(user.id in row for (row,) in rows for user in (guest, ben))
