"""One resource in three formats over sockets: the same events in each, resumable from any number."""

import threading
from typing import Any

import pytest

from service.platform.feeds.notifier import Notifier
from service.platform.feeds.poller import Poller
from service.wiring import Service
from tests.support.api import Api, User, started_table
from tests.support.feeds import LONG_POLL_S, NDJSON, PATIENCE_S, SSE, Stream
from tests.support.play import play_commands
from tests.support.served import Served
from tests.support.waiting import until


def page(user: User, path: str, after: int = 0) -> list[dict[str, Any]]:
    answer = user.get(f"{path}?after={after}&limit=1000")
    assert answer.status_code == 200, answer.text
    assert not answer.json["more"]
    return list(answer.json["events"])


@pytest.mark.parametrize("form", [SSE, NDJSON])
@pytest.mark.parametrize("seat", [0, 3])
def test_a_stream_of_a_table_sends_the_same_events_as_its_pages(server: Served, game, form: str, seat: int):
    table, players = game
    path = f"/v1/tables/{table}/events"
    there = page(players[seat], path)

    stream = Stream(server, path, players[seat], form)

    assert stream.events(len(there)) == there
    assert stream.answer.headers["Content-Type"].startswith(form)
    assert stream.answer.headers["Cache-Control"] == "private, no-store"
    stream.close()


@pytest.mark.parametrize("form", [SSE, NDJSON])
def test_a_stream_sends_events_of_other_processes(server: Served, game, form: str):
    table, players = game
    path = f"/v1/tables/{table}/events"
    version = players[0].view(table)["version"]
    listeners = [Stream(server, f"{path}?after={version}", player, form) for player in players]

    play_commands(table, players, commands=6)
    now = players[0].view(table)["version"]

    for player, listener in zip(players, listeners, strict=True):
        assert listener.events(now - version) == page(player, path, version)
        listener.close()


def test_a_stream_can_resume_from_any_number(server: Served, game):
    table, players = game
    path = f"/v1/tables/{table}/events"
    everything = page(players[1], path)

    for number in (0, 1, 17, len(everything) - 1):
        by_parameter = Stream(server, f"{path}?after={number}", players[1], NDJSON)
        by_header = Stream(server, f"{path}?after=3", players[1], SSE, **{"Last-Event-ID": str(number)})
        assert by_parameter.events(len(everything) - number) == everything[number:]
        assert by_header.events(len(everything) - number) == everything[number:]
        by_parameter.close()
        by_header.close()


def test_a_cursor_beyond_the_end_skips_nothing(server: Served, game):
    table, players = game
    version = players[0].view(table)["version"]
    stream = Stream(server, f"/v1/tables/{table}/events?after={version + 1000}", players[0], NDJSON)

    play_commands(table, players, commands=1)

    assert stream.events(1)[0]["version"] == version + 1
    stream.close()


def test_a_waiting_page_with_a_cursor_beyond_the_end_skips_nothing(api: Api, service: Service):
    host = api.sign_up("host")
    table = host.open_table()
    pages: list[Any] = []
    path = f"/v1/tables/{table}/events?after=1000&wait={LONG_POLL_S}"
    thread = threading.Thread(target=lambda: pages.append(page_of(host, path)))
    thread.start()
    until(lambda: f"table-{table}" in service.notifier.awaited_streams(), "waiting page")

    host.command(table, "sit", seat=0)

    thread.join(PATIENCE_S)
    assert [event["version"] for event in pages[0]["events"]] == [2]


def test_a_listener_who_sits_down_sees_their_own_cards(server: Served, api: Api):
    players = [api.sign_up(f"player {seat}") for seat in range(4)]
    table = players[0].open_table()
    path = f"/v1/tables/{table}/events"
    listener = Stream(server, path, players[2], NDJSON)
    assert listener.events(1)[0]["type"] == "table_opened"
    waiting: list[Any] = []
    asked = f"{path}?after=1&wait={LONG_POLL_S}"
    thread = threading.Thread(target=lambda: waiting.append(page_of(players[2], asked)))
    thread.start()

    for seat, player in enumerate(players):
        player.command(table, "sit", seat=seat)
    players[0].command(table, "start")
    now = players[0].view(table)["version"]

    there = page(players[2], path)
    assert listener.events(now - 1) == there[1:]
    (dealt,) = (event for event in there if event["type"] == "cards_dealt")
    assert sum(card != "??" for card in dealt["data"]["order"]) == 25
    thread.join(PATIENCE_S)
    assert waiting[0]["events"] == there[1 : 1 + len(waiting[0]["events"])]
    listener.close()


@pytest.mark.parametrize("form", [SSE, NDJSON])
def test_the_stream_of_a_delayed_spectator_ends_at_the_visibility_cutoff(server: Served, api: Api, form: str):
    table, players = started_table(api, hands=1, spectators={"delay": "trick"})
    path = f"/v1/tables/{table}/events"
    spectator = api.sign_up("spectator")
    begun = len(page(spectator, path))
    listener = Stream(server, path, spectator, form)
    received = listener.events(begun)

    play_commands(table, players, commands=4 + 1 + 4 * 3 + 2)

    now = page(spectator, path)
    assert begun < len(now) < players[0].view(table)["version"]
    assert received + listener.events(len(now) - begun) == now
    assert now[-1]["type"] == "trick_won"
    listener.close()


def page_of(user: User, path: str) -> Any:
    return user.get(path).json


@pytest.mark.parametrize("form", [SSE, NDJSON, "application/json"])
def test_an_impossible_event_number_is_refused_in_every_format(api: Api, game, form: str):
    table, players = game
    for text in ("99999999999", "x", "-1"):
        headers = {"Accept": form, "Last-Event-ID": text}
        answer = players[0].get(f"/v1/tables/{table}/events", headers=headers)
        assert (answer.status_code, "Last-Event-ID" in answer.json["facts"]["fields"]) == (400, True)


def test_a_page_can_start_after_the_last_event_id_header(game):
    table, players = game
    answer = players[0].get(f"/v1/tables/{table}/events?after=2&limit=1", headers={"Last-Event-ID": "7"})
    assert answer.json["next_after"] == 8


@pytest.mark.parametrize(
    ("path", "headers", "named"),
    [
        ("?after=-1", {}, "after"),
        ("?after=x", {}, "after"),
        ("?limit=5", {}, "limit"),
        ("?wait=5", {}, "wait"),
        ("", {"Last-Event-ID": "x"}, "Last-Event-ID"),
        ("", {"Last-Event-ID": "99999999999"}, "Last-Event-ID"),
    ],
)
def test_unsupported_stream_parameters_are_named(api: Api, game, path: str, headers: dict[str, str], named: str):
    table, players = game

    answer = players[0].get(f"/v1/tables/{table}/events{path}", headers={"Accept": SSE, **headers})

    assert answer.status_code == 400
    assert named in answer.json["facts"]["fields"]


@pytest.mark.parametrize(
    ("accept", "form"),
    [
        ("application/json", "application/json"),
        ("*/*", "application/json"),
        ("text/html", "application/json"),
        ("application/json;q=0.5, text/event-stream", SSE),
        ("text/event-stream;q=0.5, application/x-ndjson;q=0.7", NDJSON),
    ],
)
def test_the_requested_format_is_used(server: Served, game, accept: str, form: str):
    table, players = game
    stream = Stream(server, f"/v1/tables/{table}/events", players[0], accept)

    assert stream.answer.headers["Content-Type"].startswith(form)
    assert {"Accept", "Authorization"} <= set(stream.answer.headers["Vary"].split(", "))
    stream.close()


def test_the_poller_finds_a_lost_notification(game, service: Service):
    table, _ = game
    # A notifier that sends nothing and a poller that polls once.
    notifier = Notifier(service.settings.redis_url)
    with notifier.waiting_for(f"table-{table}", known=3) as waiter:
        assert not waiter.wait(0)

        Poller(notifier, service.poller.numbers).poll()

        assert waiter.wait(0)
        assert waiter.heard > 3
