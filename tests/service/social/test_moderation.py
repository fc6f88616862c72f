"""Blocks, reports and measures of moderators: permissions, effects on others, and the list of actions."""

from collections.abc import Iterator
from typing import Any

import pytest

from service.processes.app import create_app
from service.social.moderation.handlers import OPEN_LIMIT
from service.wiring import Service
from tests.support.api import Api, Json, User, started_table
from tests.support.fixtures import another
from tests.support.play import play_on
from tests.support.rooms import code_of, heard, new_moderator, say

NOBODY = "ply_" + "0" * 26
NOTHING = "rep_" + "0" * 26


def block(user: User, other: str, method: str = "PUT") -> Any:
    return user.api.call(method, f"/v1/me/blocks/{other}", token=user.token)


def report(user: User, headers: Json | None = None, **members: Any) -> Any:
    return user.post("/v1/reports", {"reason": "abuse", **members}, headers=headers or {})


def message(table: str, number: int, room: str = "seats") -> Json:
    return {"table": table, "room": room, "number": number}


def close(moderator: User, report_id: str, action: str = "none", **members: Any) -> Any:
    return moderator.post(f"/v1/moderation/reports/{report_id}/close", {"action": action, **members})


def reports(moderator: User, state: str = "open") -> list[Json]:
    found, cursor = [], ""
    while True:
        page = moderator.get(f"/v1/moderation/reports?state={state}&limit=2{cursor}").json
        found += page["reports"]
        if page["next_cursor"] is None:
            return found
        cursor = f"&cursor={page['next_cursor']}"


def actions(moderator: User) -> list[Json]:
    return list(moderator.get("/v1/moderation/actions?limit=100").json["actions"])


def moderated(user: User) -> list[Json]:
    return [each for each in user.get("/v1/me/events").json["events"] if each["type"] == "moderated"]


@pytest.fixture(scope="module")
def moderator(api: Api, service) -> User:
    return new_moderator(api, service)


@pytest.fixture
def insult(api: Api) -> tuple[str, User, User, Json]:
    """Returns a table, the author of a message, the reporter and the report."""
    table, players = started_table(api)
    say(players[0], table, "you donkey")
    made = report(players[1], message=message(table, 1))
    assert made.status_code == 201
    return table, players[0], players[1], made.json


# ------------------------------------------------------------------------------------------------ blocks


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
    play_on(table, players, 200)
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


# ------------------------------------------------------------------------------------------------ reports


def test_a_reported_message_is_kept_for_the_moderators_unchanged(api: Api, moderator: User, insult):
    table, author, reporter, made = insult
    api.call("DELETE", f"/v1/tables/{table}/messages/seats/1", token=author.token)

    (waiting,) = (each for each in reports(moderator) if each["id"] == made["id"])

    assert (waiting["by"], waiting["player"], waiting["said"]) == (reporter.id, author.id, "you donkey")
    assert (waiting["table"], waiting["room"], waiting["number"]) == (table, "seats", 1)
    assert (waiting["state"], waiting["reason"], waiting["action"]) == ("open", "abuse", None)


def test_players_and_tables_can_be_reported(api: Api, moderator: User):
    ada, ben = api.sign_up(), api.sign_up()
    table = ben.open_table()

    made = [
        report(ada, player=ben.id, reason="name", text="It insults\npeople.").json["id"],
        report(ada, table=table, reason="table_talk").json["id"],
    ]

    of_player, of_table = (each for each in reports(moderator) if each["id"] in made)
    assert (of_player["player"], of_player["text"], of_player["table"]) == (ben.id, "It insults\npeople.", None)
    assert (of_table["player"], of_table["table"], of_table["room"]) == (None, table, None)


def test_the_queue_is_paginated_and_contains_open_reports(api: Api, moderator: User):
    made = [report(api.sign_up(), table=api.sign_up().open_table()).json["id"] for _ in range(3)]
    close(moderator, made[1])

    waiting = [each["id"] for each in reports(moderator) if each["id"] in made]
    closed = [each["id"] for each in reports(moderator, "closed") if each["id"] in made]

    assert waiting == [made[0], made[2]]
    assert closed == [made[1]]
    assert waiting == sorted(waiting)
    everything = moderator.get("/v1/moderation/reports?limit=100").json["reports"]
    assert set(made) <= {each["id"] for each in everything}


@pytest.mark.parametrize(
    ("members", "status", "code"),
    [
        ({}, 400, "invalid_request"),
        ({"player": NOBODY, "table": "tbl_" + "0" * 26}, 400, "invalid_request"),
        ({"player": "Ben"}, 400, "invalid_request"),
        ({"player": NOBODY, "reason": "ugly"}, 400, "invalid_request"),
        ({"player": NOBODY, "text": ""}, 400, "invalid_request"),
        ({"message": {"table": "tbl_" + "0" * 26, "room": "seats"}}, 400, "invalid_request"),
        ({"player": NOBODY}, 404, "not_found"),
        ({"table": "tbl_" + "0" * 26}, 404, "not_found"),
        ({"message": {"table": "tbl_" + "0" * 26, "room": "seats", "number": 1}}, 404, "not_found"),
    ],
    ids=str,
)
def test_an_invalid_report_is_refused(api: Api, members, status: int, code: str):
    assert code_of(report(api.sign_up(), **members)) == (status, code)


def test_players_cannot_report_themselves_or_what_they_cannot_read_or_what_is_deleted(api: Api):
    table, players = started_table(api)
    watcher = api.sign_up()
    say(players[0], table)
    say(players[0], table)
    api.call("DELETE", f"/v1/tables/{table}/messages/seats/2", token=players[0].token)

    assert code_of(report(players[0], player=players[0].id)) == (409, "cannot_be_reported")
    assert code_of(report(players[0], message=message(table, 1))) == (409, "cannot_be_reported")
    assert code_of(report(players[1], message=message(table, 2))) == (409, "cannot_be_reported")
    assert code_of(report(players[1], message=message(table, 3))) == (404, "not_found")
    assert code_of(report(watcher, message=message(table, 1))) == (403, "not_in_room")


def test_a_report_is_made_once_and_open_reports_are_limited(api: Api, moderator: User):
    ada = api.sign_up()
    tables = [ada.open_table() for _ in range(OPEN_LIMIT + 1)]
    key = {"Idempotency-Key": "r1"}
    made = report(ada, table=tables[0], headers=key).json

    assert report(ada, table=tables[0], headers=key).json == made
    assert code_of(report(ada, table=tables[1], headers=key)) == (422, "idempotency_key_reused")
    assert code_of(report(ada, table=tables[0])) == (409, "already_reported")
    for table in tables[1:OPEN_LIMIT]:
        assert report(ada, table=table).status_code == 201
    assert code_of(report(ada, table=tables[-1])) == (409, "too_many_reports")
    close(moderator, made["id"])
    assert report(ada, table=tables[-1]).status_code == 201


def test_sandboxes_are_not_moderated_and_others_cannot_talk_there(api: Api, moderator: User):
    ada = api.sign_up()
    author = ada.in_sandbox()
    table = author.open_table()
    assert say(author, table, "to myself", room="spectators").status_code == 201

    assert code_of(report(author, table=table)) == (403, "no_sandbox_within")
    for outside in (ada, moderator):
        assert code_of(report(outside, table=table)) == (404, "not_found")
        assert code_of(report(outside, message=message(table, 1, "spectators"))) == (404, "not_found")
        assert code_of(report(outside, player=author.id)) == (404, "not_found")
        assert code_of(outside.get(f"/v1/tables/{table}/messages/spectators")) == (404, "not_found")
        assert code_of(say(outside, table, room="spectators")) == (404, "not_found")
        assert code_of(outside.get(f"/v1/tables/{table}/notes")) == (404, "not_found")
    assert code_of(block(ada, author.id)) == (404, "not_found")
    assert table not in str(reports(moderator))


# -- appointment of moderators -----------------------------------------------------------------------------------------


MODERATION = [
    ("GET", "/v1/moderation/reports", None),
    ("GET", "/v1/moderation/actions", None),
    ("POST", f"/v1/moderation/reports/{NOTHING}/close", {"action": "none"}),
]


@pytest.mark.parametrize(("method", "path", "body"), MODERATION)
def test_only_players_appointed_by_the_operator_moderate(api: Api, method: str, path: str, body):
    user = api.sign_up()

    refused = api.call(method, path, body, token=user.token)

    assert code_of(refused) == (403, "missing_scope")
    assert refused.json["facts"] == {"scope": "moderation"}


def test_players_cannot_give_themselves_or_a_program_the_moderation_scope(api: Api, moderator: User):
    for user in (api.sign_up(), moderator):
        for scopes in (["moderation"], ["table:read", "moderation"]):
            refused = user.post("/v1/me/tokens", {"name": "mine", "scopes": scopes})
            assert refused.status_code in (400, 403)
    metadata = api.call("GET", "/.well-known/oauth-authorization-server").json
    assert "moderation" not in metadata["scopes_supported"]


def test_a_moderation_token_is_useless_to_a_player_who_is_not_a_moderator(api: Api, service):
    user = api.sign_up()
    _, secret = service.accounts.make_token(user.id, "stolen", ["moderation", "table:read"], None)

    assert code_of(User(api, user.id, secret).get("/v1/moderation/reports")) == (403, "missing_scope")


def test_a_dismissed_moderator_cannot_moderate(api: Api, service):
    former = new_moderator(api, service)
    assert former.get("/v1/moderation/reports").status_code == 200

    service.moderation.dismiss(former.id)

    assert code_of(former.get("/v1/moderation/reports")) == (403, "missing_scope")
    assert former.get(f"/v1/players/{former.id}").status_code == 200


def test_appointments_and_dismissals_are_in_the_list_of_actions(api: Api, service, moderator: User):
    other = new_moderator(api, service)
    # Actions within one millisecond have no defined order.
    assert other.get("/v1/moderation/reports").status_code == 200
    service.moderation.dismiss(other.id)

    newest, before = actions(moderator)[:2]

    assert [(each["action"], each["moderator"], each["player"]) for each in (newest, before)] == [
        ("dismiss", None, other.id),
        ("appoint", None, other.id),
    ]


# ------------------------------------------------------------------------------------------------ measures


def test_dismissing_a_report_closes_it_once_and_notifies_nobody(insult, moderator: User):
    _, author, _, made = insult

    closed = close(moderator, made["id"], note="a joke among friends")

    assert (closed.status_code, closed.json["state"], closed.json["action"]) == (200, "closed", "none")
    assert moderated(author) == []
    newest = actions(moderator)[0]
    assert (newest["moderator"], newest["action"], newest["report"]) == (moderator.id, "none", made["id"])
    assert newest["note"] == "a joke among friends"
    assert code_of(close(moderator, made["id"])) == (409, "report_closed")
    assert code_of(close(moderator, NOTHING)) == (404, "not_found")
    assert actions(moderator)[0] == newest


def test_a_moderator_removes_a_message_and_its_author_is_notified(insult, moderator: User):
    table, author, reporter, made = insult

    assert close(moderator, made["id"], "remove_message").status_code == 200

    (read,) = heard(reporter, table)
    assert (read["text"], read["removed_by"]) == (None, "moderator")
    (told,) = moderated(author)
    where = {"table": table, "room": "seats", "number": 1}
    assert told["data"] == {"action": "remove_message", "reason": "abuse", **where, "until": None}
    assert reporter.id not in str(told)


def test_a_moderator_can_remove_a_message_without_a_report_and_the_action_is_listed(api: Api, moderator: User):
    table, players = started_table(api)
    say(players[0], table, "you donkey")

    for _ in range(2):
        removed = api.call("DELETE", f"/v1/tables/{table}/messages/seats/1", token=moderator.token)
        assert removed.status_code == 204

    assert heard(players[1], table)[0]["removed_by"] == "moderator"
    newest, before = actions(moderator)[:2]
    assert (newest["action"], newest["player"], newest["table"], newest["number"]) == (
        "remove_message",
        players[0].id,
        table,
        1,
    )
    assert before["table"] != table


def test_a_muted_player_cannot_talk_or_report_until_the_mute_ends(api: Api, service, insult, moderator: User):
    table, author, reporter, made = insult

    closed = close(moderator, made["id"], "mute_player", days=7, note="the third time")

    assert closed.json["action"] == "mute_player"
    (told,) = moderated(author)
    assert (told["data"]["action"], told["data"]["reason"]) == ("mute_player", "abuse")
    assert "third" not in author.get("/v1/me/export").text
    for refused in (say(author, table), say(author, table, "but"), report(author, player=reporter.id)):
        assert code_of(refused) == (403, "silenced")
        assert refused.json["facts"] == {"until": told["data"]["until"]}
    assert actions(moderator)[0]["until"] == told["data"]["until"]
    assert heard(author, table) != []
    assert author.command(table, "set_entropy", entropy="dice").status_code == 200
    with service.database.session() as connection:
        connection.execute("UPDATE shengji.silence SET ends_at = now() WHERE player_id = $1", [author.id])
    assert say(author, table).status_code == 201


def test_a_player_muted_twice_is_muted_until_the_later_end(api: Api, moderator: User):
    user = api.sign_up()
    ends = []
    for days in (30, 1):
        made = report(api.sign_up(), player=user.id).json["id"]
        close(moderator, made, "mute_player", days=days)
        ends.append(say(user, user.open_table(), room="spectators").json["facts"]["until"])

    assert ends[0] == ends[1]


def test_a_warned_player_is_notified_and_not_restricted(insult, moderator: User):
    table, author, _, made = insult

    close(moderator, made["id"], "warn")

    assert [each["data"]["action"] for each in moderated(author)] == ["warn"]
    assert say(author, table).status_code == 201


def test_a_measure_has_to_fit_the_report(api: Api, moderator: User):
    of_table = report(api.sign_up(), table=api.sign_up().open_table()).json["id"]
    of_player = report(api.sign_up(), player=api.sign_up().id).json["id"]

    assert code_of(close(moderator, of_table, "warn")) == (409, "action_does_not_fit")
    assert code_of(close(moderator, of_table, "mute_player", days=1)) == (409, "action_does_not_fit")
    assert code_of(close(moderator, of_player, "remove_message")) == (409, "action_does_not_fit")
    assert {of_table, of_player} <= {each["id"] for each in reports(moderator)}


@pytest.mark.parametrize(
    ("members", "wrong"),
    [
        ({"action": "mute_player"}, "days"),
        ({"action": "mute_player", "days": 0}, "days"),
        ({"action": "warn", "days": 3}, "days"),
        ({"action": "banish"}, "action"),
        ({}, "action"),
        ({"action": "none", "note": ""}, "note"),
    ],
    ids=str,
)
def test_an_invalid_measure_is_refused(insult, moderator: User, members, wrong: str):
    *_, made = insult

    refused = moderator.post(f"/v1/moderation/reports/{made['id']}/close", members)

    assert code_of(refused) == (400, "invalid_request")
    assert list(refused.json["facts"]["fields"]) == [wrong]


def test_a_moderator_cannot_judge_their_own_case(api: Api, service, moderator: User):
    about = report(api.sign_up(), player=moderator.id).json["id"]
    by = report(moderator, player=api.sign_up().id).json["id"]

    for own in (about, by):
        assert code_of(close(moderator, own)) == (403, "own_case")
    assert close(new_moderator(api, service), about).status_code == 200


def test_the_list_of_actions_is_paginated_newest_first(moderator: User):
    everything = [each["id"] for each in actions(moderator)]
    found, cursor = [], ""
    while True:
        page = moderator.get(f"/v1/moderation/actions?limit=3{cursor}").json
        found += [each["id"] for each in page["actions"]]
        if page["next_cursor"] is None:
            break
        cursor = f"&cursor={page['next_cursor']}"

    assert found[:100] == everything
    assert found == sorted(found, reverse=True)
