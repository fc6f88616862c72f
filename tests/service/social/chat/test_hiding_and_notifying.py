"""Messages are removed by authors and hidden by mutes and blocks, and other seats are notified of messages."""

from tests.support.api import Api
from tests.support.chat_messages import code_of, heard, say
from tests.support.chatting import message_events

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
