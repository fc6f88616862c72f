"""Records of games: exported after a hand, and proof of shuffle and play without other data."""

import re

import orjson
import pytest

from domain.tools.verification import verify
from service.platform.queue.job_queue import JobQueue
from service.tables.bot_turns import play_bot_turns
from service.tables.records import NotARecord, events_of_record
from service.worker_context import WorkerContext
from tests.support.api import Api, User, started_table
from tests.support.play import play_commands


@pytest.fixture(scope="module")
def finished(api: Api) -> tuple[str, list[User], dict]:
    table, players = started_table(api, hands=2)
    play_commands(table, players, commands=400)
    record = players[0].get(f"/v1/tables/{table}/record")
    assert record.status_code == 200
    return table, players, record.json


def test_there_is_no_record_before_a_hand_has_ended(api: Api):
    table, players = started_table(api)
    play_commands(table, players, commands=20)

    answer = players[0].get(f"/v1/tables/{table}/record")

    assert (answer.status_code, answer.json["code"]) == (409, "no_hand_over")


def test_a_record_verifies_without_other_data(finished):
    _, _, record = finished

    verified = verify(events_of_record(record))

    assert verified.disagreements == ()
    assert verified.hands == record["hands"] == 2
    assert record["complete"] is True


def test_every_player_gets_the_same_record(finished, api: Api):
    table, players, record = finished

    assert players[3].get(f"/v1/tables/{table}/record").json == record
    assert api.sign_up().get(f"/v1/tables/{table}/record").json == record


def test_the_record_of_a_running_match_ends_with_the_last_finished_hand(api: Api):
    table, players = started_table(api)
    play_commands(table, players, commands=130)
    assert players[0].view(table)["match"]["hands_played"] >= 1

    record = players[0].get(f"/v1/tables/{table}/record").json

    assert record["complete"] is False
    assert record["events"][-1]["type"] == "secret_published"
    assert verify(events_of_record(record)).disagreements == ()
    later = [event for event in record["events"] if event["version"] > record["events"][-1]["version"]]
    assert later == []


def test_a_record_contains_no_secret_of_a_later_hand(api: Api):
    table, players = started_table(api)
    play_commands(table, players, commands=130)
    record = players[0].get(f"/v1/tables/{table}/record").json

    assert all(event["data"]["next_secret"] is None for event in record["events"] if event["type"] == "hand_opened")
    assert record["events"][0]["data"]["secret"] is None


def _changed(record: dict, kind: str, **members: object) -> dict:
    """Returns the record with other members in the last event of that type."""
    copy = orjson.loads(orjson.dumps(record))
    event = [each for each in copy["events"] if each["type"] == kind][-1]
    assert any(event["data"][name] != value for name, value in members.items())
    event["data"].update(members)
    return copy


@pytest.mark.parametrize(
    ("kind", "members"),
    [
        ("secret_published", {"secret": "00" * 32}),
        ("hand_opened", {"commitment": "00" * 32}),
        ("hand_opened", {"entropies": ["a", "b", "c", "d"]}),
        ("hand_prepared", {"first_drawer": 9}),
        ("cards_dealt", {"cut": 0}),
        ("trump_fixed", {"dealer": 7}),
        ("trick_won", {"points": 1}),
        ("hand_scored", {"opponent_points": 1}),
        ("hand_scored", {"levels_after": ["K", "K"]}),
        ("match_ended", {"winners": [7]}),
    ],
)
def test_a_tampered_record_does_not_verify(finished, kind: str, members: dict):
    _, _, record = finished

    assert verify(events_of_record(_changed(record, kind, **members))).disagreements


def test_a_record_with_two_cards_swapped_does_not_verify(finished):
    _, _, record = finished
    dealt = next(event for event in record["events"] if event["type"] == "cards_dealt")
    order = list(dealt["data"]["order"])
    other = next(place for place, card in enumerate(order) if card != order[0])
    order[0], order[other] = order[other], order[0]
    copy = orjson.loads(orjson.dumps(record))
    next(event for event in copy["events"] if event["type"] == "cards_dealt")["data"]["order"] = order

    assert verify(events_of_record(copy)).disagreements


@pytest.mark.parametrize(
    "document",
    [
        None,
        [],
        {},
        {"format": "pgn"},
        {"format": "shengji-record", "revision": 99, "events": []},
        {"format": "shengji-record", "revision": 1},
        {"format": "shengji-record", "revision": 1, "events": [{}]},
        {"format": "shengji-record", "revision": 1, "events": [{"type": "x", "revision": 1, "data": {}}]},
    ],
)
def test_an_invalid_record_is_refused(document):
    with pytest.raises(NotARecord):
        events_of_record(document)


@pytest.mark.parametrize(
    ("members", "said"),
    [
        ({"data": "x"}, "event 2: give a known type, a revision, and the data as an object"),
        ({"data": {}}, "event 2, seat_taken: data: there is no seat"),
        ({"revision": 99}, "event 2, seat_taken: "),
        ({"version": "a"}, "event 2, seat_taken: version: give a whole number"),
        ({"at": 5}, "event 2, seat_taken: at: give a time like"),
        ({"at": "yesterday"}, "event 2, seat_taken: at: give a time like"),
    ],
)
def test_an_unreadable_event_of_a_record_is_named(finished, members: dict, said: str):
    _, _, record = finished
    copy = orjson.loads(orjson.dumps(record))
    assert copy["events"][1]["type"] == "seat_taken"
    copy["events"][1].update(members)
    with pytest.raises(NotARecord, match=re.escape(said)):
        events_of_record(copy)


def test_an_unknown_member_of_an_event_is_named(finished):
    _, _, record = finished
    copy = orjson.loads(orjson.dumps(record))
    copy["events"][1]["data"]["more"] = 1
    with pytest.raises(NotARecord, match="event 2, seat_taken: this program knows no SeatTaken with more"):
        events_of_record(copy)


def test_a_record_names_the_game_of_its_events(finished):
    _, _, record = finished
    with pytest.raises(NotARecord, match="game: the events are those of 'sheng_ji'"):
        events_of_record({**record, "game": "zheng_shangyou"})


def test_a_record_says_which_version_of_a_bot_moved_for_each_seat(api: Api, service, settings):
    WorkerContext.service, WorkerContext.queue = service, JobQueue(settings.redis_url)
    host = api.sign_up()
    table = host.open_table(hands=1)
    for seat, bot in enumerate(("steady", "random", "steady", "caretaker")):
        assert host.command(table, "seat_bot", seat=seat, bot=bot).status_code == 200
    assert host.command(table, "start").status_code == 200
    while play_bot_turns(table, 0):
        pass

    record = host.get(f"/v1/tables/{table}/record").json
    assert [(each["seat"], each["bot"]) for each in record["bots"]] == [
        (0, "steady@1"),
        (1, "random@1"),
        (2, "steady@1"),
        (3, "caretaker@1"),
    ]
    moves = {"declared", "declaration_passed", "kitty_buried", "cards_played", "throw_failed", "hand_ended"}
    kinds = [each["type"] for each in record["events"] if each["type"] in moves]
    made = sum(each["moves"] for each in record["bots"])
    assert 0 < made <= len(kinds)
    assert api.call("POST", "/v1/records", record, token=host.token).status_code == 200


def test_a_record_without_bots_names_none(finished):
    assert finished[2]["bots"] == []
