"""Messages at tables: numbers, order, pages, waiting requests, validity and retries."""

import dataclasses
import threading
from typing import Any

import pytest

from domain.table.chat import CANNED
from service.platform.settings import Rate
from service.processes.app import create_app
from tests.support.api import Api, User, started_table
from tests.support.chat_messages import code_of, heard, say
from tests.support.fixtures import wired

NOWHERE = "tbl_" + "0" * 26


# ------------------------------------------------------------------------------------------------ saying and reading


def test_messages_are_numbered_and_readable_for_all_seats(game):
    table, players = game

    first = say(players[0], table, "Good evening!")
    second = players[1].post(f"/v1/tables/{table}/messages/seats", {"canned": "good_luck"})

    assert (first.status_code, first.json["number"], first.json["text"]) == (201, 1, "Good evening!")
    for player in players:
        read = heard(player, table)
        assert read == [first.json, second.json]
        assert [(each["player"], each["text"], each["canned"]) for each in read] == [
            (players[0].id, "Good evening!", None),
            (players[1].id, None, "good_luck"),
        ]
        assert all(each["at"].endswith(":00.000Z") for each in read)


def test_rooms_and_tables_are_numbered_separately(api: Api, game):
    table, players = game
    watcher = api.sign_up()
    say(players[0], table)

    assert say(watcher, table, room="spectators").json["number"] == 1
    other = players[0].open_table()
    assert say(players[0], other, room="spectators").json["number"] == 1
    assert [each["number"] for each in heard(players[1], table)] == [1]


def test_concurrent_messages_have_no_gap_and_no_duplicate(api: Api, settings):
    table, players = started_table(api)
    apart = wired(dataclasses.replace(settings))
    elsewhere = Api(create_app(apart))

    def talk(user: User) -> None:
        for number in range(10):
            assert say(user, table, f"{number}").status_code == 201

    users = [*players, *(User(elsewhere, player.id, player.token) for player in players)]
    threads = [threading.Thread(target=talk, args=(user,)) for user in users]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    apart.close()

    read = heard(players[0], table)
    assert [each["number"] for each in read] == list(range(1, 81))
    assert sorted(each["text"] for each in read) == sorted(str(number) for number in range(10) for _ in users)


def test_a_page_continues_after_a_number_and_says_if_there_is_more(game):
    table, players = game
    for number in range(5):
        say(players[0], table, f"{number}")

    page = players[1].get(f"/v1/tables/{table}/messages/seats?after=1&limit=2").json

    assert [each["text"] for each in page["messages"]] == ["1", "2"]
    assert (page["next_after"], page["more"]) == (3, True)
    last = players[1].get(f"/v1/tables/{table}/messages/seats?after=3&limit=2").json
    assert (last["next_after"], last["more"]) == (5, False)
    assert players[1].get(f"/v1/tables/{table}/messages/seats?after=99&wait=0").json["next_after"] == 5


def test_a_waiting_request_gets_messages_of_other_processes(api: Api, game, another_process: Api):
    table, players = game
    listener = User(another_process, players[1].id, players[1].token)
    answers: list[Any] = []
    waiting = threading.Thread(
        target=lambda: answers.append(listener.get(f"/v1/tables/{table}/messages/seats?wait=30"))
    )
    waiting.start()
    say(players[0], table, "can you hear me?")
    waiting.join(60)

    assert [each["text"] for each in answers[0].json["messages"]] == ["can you hear me?"]


def test_the_poller_finds_messages_without_a_notification(service, game):
    table, players = game
    with service.notifier.waiting_for(f"room-{table}/seats", 0) as waiter:
        service.database.run(
            "say",
            {
                "table_id": table,
                "room": "seats",
                "player_id": players[0].id,
                "words": "psst",
                "canned": None,
                "command_id": None,
                "fingerprint": None,
            },
        )
        service.poller.poll()
        assert waiter.heard == 1


@pytest.mark.parametrize("word", CANNED)
def test_every_canned_message_can_be_sent(api: Api, word: str):
    user = api.sign_up()
    table = user.open_table()

    said = user.post(f"/v1/tables/{table}/messages/spectators", {"canned": word})

    assert (said.status_code, said.json["canned"], said.json["text"]) == (201, word, None)


@pytest.mark.parametrize(
    ("body", "wrong"),
    [
        ({}, "text"),
        ({"text": ""}, "text"),
        ({"text": "   "}, "text"),
        ({"text": "a" * 501}, "text"),
        ({"text": "two\nlines"}, "text"),
        ({"text": "a\u0000b"}, "text"),
        ({"text": 5}, "text"),
        ({"canned": "i_hold_the_big_joker"}, "canned"),
        ({"text": "both", "canned": "hello"}, "text"),
        ({"text": "a", "room": "seats"}, "room"),
    ],
    ids=str,
)
def test_an_invalid_message_is_refused_by_member(game, body, wrong: str):
    table, players = game

    refused = players[0].post(f"/v1/tables/{table}/messages/seats", body)

    assert code_of(refused) == (400, "invalid_request")
    assert wrong in refused.json["facts"]["fields"]
    assert heard(players[0], table) == []


@pytest.mark.parametrize(
    "path",
    [
        f"/v1/tables/{NOWHERE}/messages/seats",
        f"/v1/tables/{NOWHERE}/notes",
        "/v1/tables/{table}/messages/kitchen",
        "/v1/tables/{table}/messages/seats/0",
        "/v1/tables/{table}/messages",
    ],
)
def test_rooms_and_notes_exist_only_for_tables(game, path: str):
    table, players = game
    method = "DELETE" if path.endswith("/0") else "GET"

    assert code_of(players[0].api.call(method, path.format(table=table), token=players[0].token)) == (404, "not_found")


def test_a_read_only_token_cannot_send_messages(game):
    table, players = game
    secret = players[0].post("/v1/me/tokens", {"name": "a watch", "scopes": ["table:read"]}).json["secret"]
    watch = User(players[0].api, players[0].id, secret)

    assert code_of(say(watch, table)) == (403, "missing_scope")
    assert code_of(watch.get(f"/v1/tables/{table}/notes")) == (403, "missing_scope")
    assert heard(watch, table) == []


# -- retries -----------------------------------------------------------------------------------------------------------


def test_a_message_with_a_key_is_sent_once(game):
    table, players = game
    key = {"Idempotency-Key": "k1"}

    first, again = (say(players[0], table, "once", headers=key) for _ in range(2))

    assert first.json == again.json
    assert "Idempotency-Replayed" not in first.headers
    assert again.headers["Idempotency-Replayed"] == "true"
    assert len(heard(players[1], table)) == 1
    assert code_of(say(players[0], table, "something else", headers=key)) == (422, "idempotency_key_reused")
    assert say(players[1], table, "once", headers=key).json["number"] == 2


def test_a_message_from_before_the_match_is_answered_again_by_its_key(api: Api):
    """The repetition sends no new message, so the present rules of the room do not matter."""
    players = [api.sign_up() for _ in range(4)]
    table = players[0].open_table()
    for seat, player in enumerate(players):
        player.command(table, "sit", seat=seat)
    key = {"Idempotency-Key": "k2"}
    said = say(players[0], table, room="spectators", headers=key)
    players[0].command(table, "start")

    assert say(players[0], table, room="spectators", headers=key).json == said.json
    assert code_of(say(players[0], table, room="spectators")) == (403, "not_in_room")


# ------------------------------------------------------------------------------------------------ limits


def test_the_talk_limit_counts_all_tokens_of_a_player(settings):
    limited = wired(dataclasses.replace(settings, rate_limit_talk=Rate("3/hour")))
    there = Api(create_app(limited))
    user = there.sign_up()
    table = user.open_table()
    second = user.post("/v1/me/tokens", {"name": "another", "scopes": ["table:play"]}).json["secret"]

    answers = [
        say(User(there, user.id, token), table, room="spectators").status_code
        for token in (user.token, second, user.token, second, user.token)
    ]
    limited.close()

    assert answers == [201, 201, 201, 429, 429]
