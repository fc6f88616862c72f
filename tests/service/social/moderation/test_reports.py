"""Reports of messages, players and tables: who can make them, and what moderators see."""

import pytest

from service.social.moderation.handlers import OPEN_LIMIT
from tests.support.api import Api, User, started_table
from tests.support.chat_messages import code_of, say
from tests.support.moderating import NOBODY, block, close, message, report, reports


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
