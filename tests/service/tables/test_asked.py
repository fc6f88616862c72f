"""Answers to commands and feeds say what a table asks, so that a client needs no further request before its move."""

from collections.abc import Iterator
from typing import Any

import orjson
import pytest

from domain.kernel.instants import read_instant
from service.notifications.handlers import Mail
from service.notifications.projections import AccountFeeds
from service.platform.settings import Settings
from service.wiring import Service
from tests.support.api import Api, User, started_table
from tests.support.contract import misfits
from tests.support.feeds import NDJSON, SSE, Stream
from tests.support.play import legal_command, play_commands
from tests.support.served import Served, served


@pytest.fixture(scope="module")
def server(settings: Settings) -> Iterator[Served]:
    with served(settings) as running:
        yield running


@pytest.fixture
def game(api: Api) -> tuple[str, list[User]]:
    table, players = started_table(api, hands=1)
    play_commands(table, players, commands=8)
    return table, players


def _mover(table: str, players: list[User]) -> User:
    return players[players[0].view(table)["asked"][0]["seat"]]


def _others(mover: User, players: list[User]) -> list[User]:
    return [each for each in players if each is not mover]


def _move(table: str, players: list[User], query: str = "") -> tuple[User, dict[str, Any]]:
    """Makes one legal move and returns the mover and the answer."""
    mover = _mover(table, players)
    answer = mover.post(f"/v1/tables/{table}/commands{query}", legal_command(mover, table))
    assert answer.status_code == 200, answer.text
    return mover, dict(answer.json)


def _write_account_events(service: Service) -> None:
    feeds = AccountFeeds(service.database, service.store, service.notifier, Mail(0.0))
    while feeds.catch_up():
        pass


def _lines(server: Served, user: User, path: str, count: int) -> list[dict[str, Any]]:
    stream = Stream(server, path, user, NDJSON)
    found = stream.events(count)
    stream.close()
    return found


# ------------------------------------------------------------------------------------------------------ commands


def test_the_answer_to_a_command_says_what_the_table_asks(game):
    table, players = game

    _, done = _move(table, players)

    assert done["asked"] == players[0].view(table)["asked"] != []
    assert "moves" not in done
    assert "view" not in done


@pytest.mark.parametrize("include", ["all", "moves,view", "view,moves"])
def test_the_answer_to_a_command_includes_the_moves_and_the_view_of_its_sender(game, include: str):
    table, players = game

    mover, done = _move(table, players, f"?include={include}")

    assert done["moves"] == mover.get(f"/v1/tables/{table}/moves").json["moves"]
    assert done["view"] == mover.view(table)


def test_a_sender_who_is_asked_again_gets_the_moves_with_the_answer(game):
    table, players = game
    mover, done = _move(table, players, "?include=moves")
    while done["asked"][0]["seat"] != players.index(mover):
        mover, done = _move(table, players, "?include=moves")

    assert done["moves"]["asked"] == done["asked"][0]["what"]
    assert done["moves"]["cards"]


def test_a_repeated_answer_asks_nothing_once_the_table_has_moved_on(game):
    table, players = game
    mover = _mover(table, players)
    command = legal_command(mover, table)
    path, key = f"/v1/tables/{table}/commands?include=all", {"Idempotency-Key": "once"}
    first = mover.post(path, command, headers=key).json
    _move(table, players)

    again = mover.post(path, command, headers=key).json

    assert first["asked"]
    assert {**first, "asked": None, "moves": None, "view": None} == again


@pytest.mark.parametrize("include", ["", "cards", "moves,", "moves,cards", "all,moves"])
def test_an_unknown_word_in_include_is_refused_with_the_known_ones(game, include: str):
    table, players = game

    for path in (f"/v1/tables/{table}/events", "/v1/me/events", "/v1/me/turns"):
        refused = players[0].get(f"{path}?include={include}")
        assert (refused.status_code, refused.json["code"]) == (400, "invalid_request")
        assert "moves, view" in refused.json["facts"]["fields"]["include"]


# ------------------------------------------------------------------------------------------------------ deadlines


def test_a_deadline_is_exact_for_the_own_seat_and_rounded_up_for_others(api: Api):
    clock = {"kind": "fischer", "initial_s": 3601, "increment_s": 61, "cap_s": 7201}
    table, players = started_table(api, hands=1, clock=clock)

    asked = [each.view(table)["asked"][0] for each in players]

    exact = read_instant(asked[asked[0]["seat"]]["deadline_at"])
    rounded = {read_instant(each["deadline_at"]) for place, each in enumerate(asked) if place != each["seat"]}
    assert rounded == {-(-exact // 60_000) * 60_000}
    assert exact not in rounded


def test_a_table_without_a_clock_has_no_deadline(game):
    table, players = game

    assert players[0].view(table)["asked"][0]["deadline_at"] is None


# ------------------------------------------------------------------------------------------------------ pages


def test_a_page_that_reaches_the_end_says_what_the_table_asks(game):
    table, players = game
    view = players[0].view(table)

    page = players[0].get(f"/v1/tables/{table}/events?limit=1000").json

    assert (page["asked"], page["next_after"]) == (view["asked"], view["version"])


def test_a_page_before_the_end_asks_nothing(game):
    table, players = game

    page = players[0].get(f"/v1/tables/{table}/events?limit=3&include=all").json

    assert page["more"]
    assert (page["asked"], page["moves"], page["view"]) == (None, None, None)


def test_a_page_after_the_end_is_the_current_state(game):
    table, players = game
    mover = _mover(table, players)

    page = mover.get(f"/v1/tables/{table}/events?after=end&include=all").json

    assert (page["events"], page["more"]) == ([], False)
    assert page["view"] == mover.view(table)
    assert page["next_after"] == page["view"]["version"]
    assert page["moves"] == mover.get(f"/v1/tables/{table}/moves").json["moves"]
    assert page["moves"]["asked"] == "play"


def test_a_spectator_gets_no_moves(game, api: Api):
    table, _ = game

    page = api.sign_up("spectator").get(f"/v1/tables/{table}/events?after=end&include=all").json

    assert page["moves"] is None
    assert page["view"]["you"] is None


def test_a_delayed_spectator_is_told_what_was_asked_at_the_visibility_cutoff(api: Api):
    table, players = started_table(api, hands=1, spectators={"delay": "trick"})
    play_commands(table, players, commands=11)
    late = api.sign_up("late")
    seen = late.view(table)
    assert seen["version"] < players[0].view(table)["version"]

    page = late.get(f"/v1/tables/{table}/events?after=end&include=all").json

    assert (page["next_after"], page["asked"], page["view"]) == (seen["version"], seen["asked"], seen)


# ------------------------------------------------------------------------------------------------------ streams


def test_a_stream_begins_with_the_state_and_each_later_group_says_what_is_asked(game, server: Served):
    table, players = game
    mover = _mover(table, players)
    waiting = _others(mover, players)[0]
    stream = Stream(server, f"/v1/tables/{table}/events?after=end&include=all", waiting, NDJSON)
    [first] = stream.events(1)

    _, done = _move(table, players)
    *later, last = stream.events(len(done["events"]) + 1)
    stream.close()

    assert first["type"] == last["type"] == "caught_up"
    assert misfits({"$ref": "#/components/schemas/CaughtUp"}, first) == []
    assert first["view"]["version"] == first["version"] == done["events"][0]["version"] - 1
    assert first["asked"][0]["seat"] == players.index(mover)
    assert [each["version"] for each in later] == [each["version"] for each in done["events"]]
    assert later[-1]["asked"] == last["asked"] == done["asked"]
    assert misfits({"$ref": "#/components/schemas/CaughtUp"}, last) == []
    assert last["version"] == done["version"]
    assert last["moves"] == waiting.get(f"/v1/tables/{table}/moves").json["moves"]
    assert last.get("view") == (waiting.view(table) if last["moves"]["asked"] else None)


def test_a_stream_is_all_that_a_player_needs_before_each_move(game, server: Served):
    table, players = game
    me = players[2]
    stream = Stream(server, f"/v1/tables/{table}/events?after=end&include=all", me, NDJSON)
    turns = 0

    event = stream.events(1)[0]
    while event["type"] != "match_ended":
        if event["type"] == "caught_up":
            if event["moves"]["asked"]:
                turns += 1
                assert event["moves"] == me.get(f"/v1/tables/{table}/moves").json["moves"]
                assert event["view"] == me.view(table)
            _move(table, players)
        event = stream.events(1)[0]
    stream.close()

    assert turns > 10


def test_a_stream_from_the_beginning_sends_all_events_before_it_has_caught_up(game, server: Served):
    table, players = game
    view = players[1].view(table)

    lines = _lines(server, players[1], f"/v1/tables/{table}/events?include=view", view["version"] + 1)

    assert [each["version"] for each in lines[:-1]] == list(range(1, view["version"] + 1))
    assert (lines[-1]["type"], lines[-1]["view"]) == ("caught_up", view)
    assert [each["version"] for each in lines[:-1] if "asked" in each] == [view["version"]]


def test_a_stream_without_include_has_events_only(game, server: Served):
    table, players = game
    version = players[1].view(table)["version"]
    stream = Stream(server, f"/v1/tables/{table}/events", players[1], NDJSON)
    stream.has_state = True
    lines = stream.events(version)

    _, done = _move(table, players)
    lines += stream.events(len(done["events"]))
    stream.close()

    assert [each["version"] for each in lines] == list(range(1, version + len(done["events"]) + 1))
    assert lines[-1]["asked"] == done["asked"]
    assert "moves" not in lines[-1]


def test_server_sent_events_name_the_announcement(game, server: Served):
    table, players = game
    stream = Stream(server, f"/v1/tables/{table}/events?after=end&include=moves", players[0], SSE)
    lines = [next(stream.lines) for _ in range(5)]
    stream.close()

    version = players[0].view(table)["version"]
    assert lines[:4] == ["retry: 500", "", f"id: {version}", "event: caught_up"]
    assert orjson.loads(lines[4].removeprefix("data: "))["version"] == version


# ------------------------------------------------------------------------------------------------------ accounts


def test_a_turn_in_the_feed_of_an_account_has_what_the_player_needs(game, service: Service):
    table, players = game
    _write_account_events(service)
    mover = _mover(table, players)
    path = "/v1/me/events?limit=1000"

    turns = [each for each in mover.get(f"{path}&include=all").json["events"] if each["type"] == "turn_began"]

    view = mover.view(table)
    assert turns[-1]["now"] == {
        "version": view["version"],
        "asked": view["asked"],
        "moves": mover.get(f"/v1/tables/{table}/moves").json["moves"],
        "view": view,
    }
    plain = [each for each in mover.get(path).json["events"] if each["type"] == "turn_began"]
    assert [{name: turn[name] for name in turn if name != "now"} for turn in turns] == plain


def test_a_turn_that_is_over_has_nothing_to_act_on(game, service: Service):
    table, players = game
    mover, _ = _move(table, players)
    while _mover(table, players) is mover:
        _move(table, players)
    _write_account_events(service)

    events = mover.get("/v1/me/events?limit=1000&include=moves").json["events"]

    turns = [each for each in events if each["type"] == "turn_began"]
    assert turns
    assert [each["now"] for each in turns] == [None] * len(turns)
