"""The rooms of a table: who can read and write in them, and when."""

from typing import Any

import pytest

from service.social.chat.handlers import RoomFeed, RoomOfTable
from tests.support.api import Api, User, started_table
from tests.support.chat_messages import code_of, heard, new_moderator, say
from tests.support.chatting import message_events
from tests.support.play import play_commands

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
    play_commands(table, players, 200)
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
