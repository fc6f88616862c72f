"""Moderators: appointment, permissions, measures, and the list of actions."""

import pytest

from tests.support.api import Api, Json, User, started_table
from tests.support.chat_messages import code_of, heard, new_moderator, say
from tests.support.moderating import close, report, reports

NOTHING = "rep_" + "0" * 26


def actions(moderator: User) -> list[Json]:
    return list(moderator.get("/v1/moderation/actions?limit=100").json["actions"])


def moderated(user: User) -> list[Json]:
    return [each for each in user.get("/v1/me/events").json["events"] if each["type"] == "moderated"]


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
