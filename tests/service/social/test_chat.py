"""Messages at tables: readers, order, hiding, removal and notifications."""

import dataclasses
import threading
from typing import Any

import pytest

from domain.table.chat import CANNED
from service.platform.settings import Rate
from service.processes.app import create_app
from service.social.chat.handlers import RoomFeed, RoomOfTable
from tests.support.api import Api, User, started_table
from tests.support.fixtures import another, wired
from tests.support.play import play_on
from tests.support.rooms import code_of, heard, new_moderator, say

NOWHERE = "tbl_" + "0" * 26


@pytest.fixture
def game(api: Api) -> tuple[str, list[User]]:
    return started_table(api)


@pytest.fixture
def over(api: Api) -> tuple[str, list[User]]:
    """Returns a table whose match is over."""
    table, players = started_table(api, hands=1)
    play_on(table, players, 200)
    assert players[0].view(table)["status"] == "finished"
    return table, players


def message_events(user: User) -> list[dict[str, Any]]:
    """Returns the message events in an account feed."""
    return [each for each in user.get("/v1/me/events").json["events"] if each["type"] == "chat_message"]


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


# -- rooms -------------------------------------------------------------------------------------------------------------


def test_only_seated_players_can_use_the_room_of_the_seats(api: Api, game):
    table, players = game
    watcher = api.sign_up()
    say(players[0], table, "among us")

    for refused in (
        watcher.get(f"/v1/tables/{table}/messages/seats"),
        say(watcher, table),
        watcher.api.call("DELETE", f"/v1/tables/{table}/messages/seats/1", token=watcher.token),
    ):
        assert code_of(refused) == (403, "not_in_room")
        assert "among us" not in refused.text


def test_giving_up_a_seat_ends_access_to_the_room_of_the_seats(api: Api):
    host, other = api.sign_up(), api.sign_up()
    table = host.open_table()
    for seat, user in enumerate((host, other)):
        user.command(table, "sit", seat=seat)
    say(other, table)
    other.command(table, "leave")
    say(host, table, "now that they are gone")

    assert code_of(other.get(f"/v1/tables/{table}/messages/seats")) == (403, "not_in_room")


@pytest.mark.parametrize("spectators", [{"delay": "none"}, {"delay": "hand"}])
def test_seats_cannot_read_the_spectator_room_during_the_match(api: Api, spectators):
    table, players = started_table(api, spectators=spectators)
    watcher = api.sign_up()

    assert say(watcher, table, "seat 2 has both jokers", room="spectators").status_code == 201

    path = f"/v1/tables/{table}/messages/spectators"
    for player in players:
        for refused in (player.get(path), say(player, table, room="spectators"), player.get(f"{path}?wait=1")):
            assert code_of(refused) == (403, "not_in_room")
            assert "jokers" not in refused.text
        stream = player.get(path, headers={"Accept": "application/x-ndjson"})
        assert stream.status_code == 403
        assert message_events(player) == []
        assert "jokers" not in player.get("/v1/me/export").text
    assert [each["text"] for each in heard(api.sign_up(), table, "spectators")] == ["seat 2 has both jokers"]


def test_the_spectator_room_is_open_to_all_after_the_match(api: Api, over):
    table, players = over
    watcher = api.sign_up()
    say(watcher, table, room="spectators")

    assert say(players[0], table, "thank you for watching", room="spectators").status_code == 201
    assert len(heard(players[1], table, "spectators")) == 2
    assert code_of(watcher.get(f"/v1/tables/{table}/messages/seats")) == (403, "not_in_room")


def test_a_request_waiting_in_the_spectator_room_gets_nothing_once_the_match_of_its_player_starts(api: Api, service):
    players = [api.sign_up() for _ in range(4)]
    table = players[0].open_table(hands=1)
    for seat, player in enumerate(players):
        player.command(table, "sit", seat=seat)
    watcher = api.sign_up()
    feed = service.chat.feed(RoomOfTable(table, "spectators"), players[0].id, moderates=False)
    say(watcher, table, "before", room="spectators")
    assert [each.document["text"] for each in feed.read(0, 10, 0).entries] == ["before"]
    assert feed.end() == 1

    players[0].command(table, "start")
    say(watcher, table, "meanwhile", room="spectators")

    assert feed.read(0, 10, 2).entries == []
    assert feed.end() == 1
    play_on(table, players, 200)
    assert [each.document["text"] for each in feed.read(1, 10, 0).entries] == ["meanwhile"]


def test_a_page_that_waits_while_the_match_starts_is_empty(api: Api, service, monkeypatch):
    players = [api.sign_up() for _ in range(4)]
    table = players[0].open_table()
    for seat, player in enumerate(players):
        player.command(table, "sit", seat=seat)
    watcher = api.sign_up()
    reads = RoomFeed.read

    def begins_meanwhile(feed: RoomFeed, after: int, limit: int, heard: int) -> Any:
        if players[1].view(table)["status"] == "open":
            players[1].command(table, "start")
            say(watcher, table, "seat 2 has both jokers", room="spectators")
        return reads(feed, after, limit, heard)

    monkeypatch.setattr(RoomFeed, "read", begins_meanwhile)
    page = players[0].get(f"/v1/tables/{table}/messages/spectators?wait=1")

    assert page.json["messages"] == []
    assert page.json["next_after"] == 0


# ------------------------------------------------------------------------------------------------ chat of a table


@pytest.mark.parametrize(
    ("chat", "text", "canned"),
    [("all", 201, 201), ("canned", (403, "canned_only"), 201), ("off", (403, "chat_off"), (403, "chat_off"))],
)
@pytest.mark.parametrize("room", ["seats", "spectators"])
def test_the_chat_policy_of_a_table_is_set_when_it_is_opened(api: Api, chat: str, text, canned, room: str):
    table, players = started_table(api, chat=chat)
    who = players[0] if room == "seats" else api.sign_up()

    for words, wanted in (("in my own words", text), (None, canned)):
        said = say(who, table, words, room=room)
        assert (said.status_code if said.status_code == 201 else code_of(said)) == wanted
    assert who.view(table)["chat"] == chat
    assert len(heard(who, table, room)) == [text, canned].count(201)


# ------------------------------------------------------------------------------------------------ removing and hiding


def test_an_author_can_remove_a_message_and_its_number_stays(game, database_url: str):
    table, players = game
    say(players[0], table, "a slip of the tongue")
    say(players[0], table, "what I meant")

    for _ in range(2):
        removed = players[0].api.call("DELETE", f"/v1/tables/{table}/messages/seats/1", token=players[0].token)
        assert removed.status_code == 204

    first, second = heard(players[1], table)
    assert (first["number"], first["text"], first["removed_by"]) == (1, None, "author")
    assert first["player"] == players[0].id
    assert (second["number"], second["text"]) == (2, "what I meant")


def test_only_the_author_can_remove_a_message(api: Api, game):
    table, players = game
    say(players[0], table, "it stays")

    refused = api.call("DELETE", f"/v1/tables/{table}/messages/seats/1", token=players[1].token)

    assert code_of(refused) == (403, "not_your_message")
    assert heard(players[1], table)[0]["text"] == "it stays"
    missing = api.call("DELETE", f"/v1/tables/{table}/messages/seats/2", token=players[0].token)
    assert code_of(missing) == (404, "not_found")


def test_muting_a_room_affects_only_the_muting_account(api: Api, game):
    table, players = game
    path = f"/v1/tables/{table}/messages/seats/mute"
    say(players[0], table, "again and again")
    say(players[1], table, "my own")
    assert api.call("PUT", path, token=players[1].token).status_code == 204

    page = players[1].get(f"/v1/tables/{table}/messages/seats").json

    assert page["muted"]
    assert [(each["text"], each["hidden"]) for each in page["messages"]] == [(None, "muted"), ("my own", None)]
    say(players[0], table, "and again")
    assert len(message_events(players[1])) == 1
    assert heard(players[2], table)[0]["text"] == "again and again"
    assert api.call("DELETE", path, token=players[1].token).status_code == 204
    assert [each["text"] for each in heard(players[1], table)] == ["again and again", "my own", "and again"]


def test_messages_of_blocked_players_are_hidden(api: Api, game):
    table, players = game
    say(players[0], table, "you will not read this")
    api.call("PUT", f"/v1/me/blocks/{players[0].id}", token=players[1].token)
    say(players[0], table, "nor this")
    say(players[2], table, "but this")

    read = heard(players[1], table)

    assert [(each["number"], each["text"], each["hidden"]) for each in read] == [
        (1, None, "blocked"),
        (2, None, "blocked"),
        (3, "but this", None),
    ]
    assert all(each["hidden"] is None for each in heard(players[0], table))


# -- notifications -----------------------------------------------------------------------------------------------------


def test_other_seats_are_notified_once_and_again_only_after_reading(game):
    table, players = game
    for number in range(3):
        say(players[0], table, f"{number}")

    assert [each["data"] for each in message_events(players[1])] == [{"room": "seats", "number": 1}]
    assert message_events(players[1])[0]["table"] == table
    assert message_events(players[0]) == []

    heard(players[1], table)
    say(players[0], table, "at once")
    say(players[0], table, "and more")
    assert [each["data"]["number"] for each in message_events(players[1])] == [1, 4], (
        "they are notified again directly after reading"
    )
    assert [each["data"]["number"] for each in message_events(players[2])] == [1]


def test_messages_of_blocked_players_and_messages_to_spectators_cause_no_notification(api: Api, game):
    table, players = game
    watcher = api.sign_up()
    api.call("PUT", f"/v1/me/blocks/{players[0].id}", token=players[1].token)

    say(players[0], table)
    say(watcher, table, room="spectators")

    assert message_events(players[1]) == []
    assert [message_events(player) != [] for player in players] == [False, False, True, True]


def test_message_notifications_reach_webhooks_and_wake_listeners(service, game):
    table, players = game
    service.webhooks.create(players[1].id, "https://93.184.216.34/heard", ["chat_message"])
    number = service.account_events.last(players[1].id)

    with service.notifier.waiting_for(f"account-{players[1].id}", number) as waiter:
        say(players[0], table)
        assert waiter.heard == number + 1

    (hook,) = players[1].get("/v1/me/webhooks").json["webhooks"]
    (delivery,) = players[1].get(f"/v1/me/webhooks/{hook['id']}/deliveries").json["deliveries"]
    assert delivery["type"] == "chat_message"


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


# ------------------------------------------------------------------------------------------------ notes


def test_notes_are_visible_only_to_their_player_even_after_the_match(api: Api, over):
    table, players = over
    path = f"/v1/tables/{table}/notes"
    assert players[0].get(path).json == {"table": table, "text": "", "changed_at": None}

    put = api.call("PUT", path, {"text": "seat 1 leads low\nfrom length"}, token=players[0].token)

    assert put.json["text"] == "seat 1 leads low\nfrom length"
    assert players[0].get(path).json == put.json
    assert players[1].get(path).json["text"] == ""
    api.call("PUT", path, {"text": "shorter"}, token=players[0].token)
    assert players[0].get(path).json["text"] == "shorter"
    assert api.call("DELETE", path, token=players[0].token).status_code == 204
    assert players[0].get(path).json["text"] == ""


@pytest.mark.parametrize("text", ["", " \n ", "a" * 4001, "a\u0007", None])
def test_notes_can_be_read_back_and_have_a_maximum_length(api: Api, text):
    user = api.sign_up()

    refused = api.call("PUT", f"/v1/tables/{user.open_table()}/notes", {"text": text}, token=user.token)

    assert code_of(refused) == (400, "invalid_request")


def test_the_number_of_tables_with_notes_is_limited(service):
    with another(service.settings, notes=2) as strict:
        user = Api(create_app(strict)).sign_up()
        tables = [user.open_table() for _ in range(3)]

        def put(table: str, text: str) -> Any:
            return user.api.call("PUT", f"/v1/tables/{table}/notes", {"text": text}, token=user.token)

        answers = [put(table, "x") for table in tables]

        assert [each.status_code for each in answers] == [200, 200, 409]
        assert (answers[2].json["code"], answers[2].json["detail"]) == ("too_many_notes", "you have notes at 2 tables")
        assert put(tables[0], "y").status_code == 200


# ------------------------------------------------------------------------------------------------ moderators


def test_a_moderator_reads_all_rooms_of_tables_without_sitting_there(api: Api, service, game):
    table, players = game
    moderator = new_moderator(api, service)
    say(players[0], table, "in private")

    assert heard(moderator, table)[0]["text"] == "in private"
    assert code_of(say(moderator, table)) == (403, "not_in_room")


def test_a_moderator_who_plays_reads_only_what_other_seats_read(api: Api, service, game):
    table, players = game
    say(api.sign_up(), table, "seat 2 has both jokers", room="spectators")
    _, secret = service.moderation.appoint(players[0].id)

    refused = User(api, players[0].id, secret).get(f"/v1/tables/{table}/messages/spectators")

    assert code_of(refused) == (403, "not_in_room")
