"""Feeds over sockets: one resource in three formats, resumable from any number, with heartbeats and a final message."""

import dataclasses
import signal
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

import orjson
import psutil
import pytest
import urllib3

from service import feed_answers as feeds
from service.platform.feeds.feed import FeedEntry, FeedPage
from service.platform.feeds.listeners import Listeners
from service.platform.feeds.notifier import Notifier
from service.platform.feeds.poller import Poller
from service.platform.limits import LIMITS
from service.platform.settings import Settings
from service.platform.store.database import DatabaseUnavailable
from service.processes.app import create_app
from service.processes.server import STOP_S
from service.tables.feeds import TableFeed
from service.wiring import Service
from tests.support.api import Api, User, started_table
from tests.support.contract import at, misfits
from tests.support.fixtures import limited
from tests.support.play import play_on
from tests.support.served import Served, served
from tests.support.waiting import until

SSE, NDJSON = "text/event-stream", "application/x-ndjson"
PATIENCE_S = 60.0
LONG_POLL_S = Settings().long_poll_s
"""Longest wait of a page, in seconds."""


@pytest.fixture(scope="module")
def server(settings: Settings) -> Iterator[Served]:
    with served(settings, TOKEN_CACHE_S="0.2") as running:
        yield running


@pytest.fixture(scope="module")
def game(api: Api) -> tuple[str, list[User]]:
    table, players = started_table(api, hands=3)
    play_on(table, players, commands=20)
    return table, players


class Stream:
    """A stream of events that is being read."""

    def __init__(self, server: Served, path: str, user: User, form: str, **headers: str) -> None:
        self._pool = urllib3.PoolManager(retries=False)
        self.answer = self._pool.request(
            "GET",
            server.address + path,
            headers={"Authorization": f"Bearer {user.token}", "Accept": form, **headers},
            preload_content=False,
            timeout=urllib3.Timeout(connect=PATIENCE_S, read=PATIENCE_S),
        )
        self.lines = self._read()

    def _read(self) -> Iterator[str]:
        buffered = b""
        for piece in self.answer.stream(1 << 16):
            *lines, buffered = (buffered + piece).split(b"\n")
            yield from (line.decode() for line in lines)

    def events(self, count: int) -> list[dict[str, Any]]:
        """Returns the next events."""
        found: list[dict[str, Any]] = []
        while len(found) < count:
            line = next(self.lines)
            if self.answer.headers["Content-Type"].startswith(NDJSON):
                found += [orjson.loads(line)] if line else []
            elif line.startswith("id: "):
                data = next(self.lines)
                assert data.startswith("data: ")
                found.append(orjson.loads(data.removeprefix("data: ")))
                number = found[-1]["version"] if "version" in found[-1] else found[-1]["number"]
                assert line == f"id: {number}"
        return found

    def close(self) -> None:
        self.answer.close()
        self._pool.clear()


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

    play_on(table, players, commands=6)
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

    play_on(table, players, commands=1)

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

    play_on(table, players, commands=4 + 1 + 4 * 3 + 2)

    now = page(spectator, path)
    assert begun < len(now) < players[0].view(table)["version"]
    assert received + listener.events(len(now) - begun) == now
    assert now[-1]["type"] == "trick_won"
    listener.close()


def page_of(user: User, path: str) -> Any:
    return user.get(path).json


@pytest.mark.slow
def test_heartbeats_are_at_most_fifteen_seconds_apart(server: Served, game):
    table, players = game
    version = players[0].view(table)["version"]
    assert LIMITS.heartbeat_s < 15
    stream = Stream(server, f"/v1/tables/{table}/events?after={version}", players[0], SSE)
    assert [next(stream.lines), next(stream.lines)] == ["retry: 500", ""]

    began = time.monotonic()
    beat = [next(stream.lines), next(stream.lines)]

    assert beat == [":", ""]
    # The read times out by itself; this only names what was received.
    assert time.monotonic() - began < PATIENCE_S
    stream.close()


@pytest.mark.slow
def test_the_number_of_streams_of_a_player_is_limited_across_all_tokens(settings: Settings, api: Api, game):
    table, _ = game
    with served(settings, LISTENERS_PER_PLAYER="3") as server:
        user = api.sign_up("listener")
        path = f"/v1/tables/{table}/events"
        streams = [Stream(server, path, user, NDJSON) for _ in range(3)]
        assert [stream.events(1)[0]["version"] for stream in streams] == [1, 1, 1]

        more = user.post("/v1/me/tokens", {"name": "more", "scopes": ["table:read"]}).json["secret"]
        refused = Stream(server, path, replace(user, token=more), NDJSON)
        problem = orjson.loads(refused.answer.data)
        assert (refused.answer.status, problem["code"]) == (429, "too_many_listeners")
        assert refused.answer.headers["Retry-After"]

        streams[0].close()

        def accepted() -> Stream | None:
            stream = Stream(server, path, user, NDJSON)
            if stream.answer.status != 429:
                return stream
            stream.close()
            return None

        # A disconnected listener is noticed when the next event or heartbeat cannot be sent.
        again = until(accepted, "accepted stream", every_s=0.2)
        assert again.events(1)[0]["version"] == 1
        for stream in (*streams[1:], again):
            stream.close()


def test_a_stream_that_failed_to_start_does_not_count(
    api: Api, service: Service, game, monkeypatch: pytest.MonkeyPatch
):
    table, players = game
    before = service.listeners.count()

    with monkeypatch.context() as patched:
        patched.setattr(TableFeed, "end", _unavailable)
        answer = players[0].get(f"/v1/tables/{table}/events", headers={"Accept": NDJSON})

    assert (answer.status_code, answer.json["code"]) == (503, "unavailable")
    assert service.listeners.count() == before


def _unavailable(_: TableFeed) -> int:
    raise DatabaseUnavailable("gone")


def test_waiting_pages_count_as_streams(api: Api, service: Service, game):
    table, players = game
    service = dataclasses.replace(service, listeners=Listeners(1))
    user = dataclasses.replace(api.sign_up("patient"), api=Api(create_app(service)))
    path = f"/v1/tables/{table}/events?after={user.view(table)['version']}"
    before = service.listeners.count()
    waiting = threading.Thread(target=lambda: user.get(f"{path}&wait={LONG_POLL_S}"))
    waiting.start()
    until(lambda: service.listeners.count() > before, "counted page")

    refused = user.get(f"{path}&wait=1")

    assert (refused.status_code, refused.json["code"]) == (429, "too_many_listeners")
    assert user.get(path).status_code == 200, "a request that does not wait does not count"
    play_on(table, players, commands=1)
    waiting.join()
    assert service.listeners.count() == before


@pytest.mark.slow
def test_a_stream_ends_when_its_token_is_revoked(server: Served, api: Api, game):
    table, _ = game
    user = api.sign_up("spectator")
    token = user.get("/v1/me").json["token"]["id"]
    spare = user.post("/v1/me/tokens", {"name": "spare", "scopes": ["account:write"]}).json["secret"]
    stream = Stream(server, f"/v1/tables/{table}/events", user, NDJSON)
    stream.events(5)

    assert api.call("DELETE", f"/v1/me/tokens/{token}", token=spare).status_code == 204

    # The stream ends with the next heartbeat, without a request to reconnect.
    assert all(not line or "version" in line for line in stream.lines)
    stream.close()


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


@pytest.mark.slow
@pytest.mark.parametrize("form", [SSE, NDJSON])
def test_listeners_are_asked_to_reconnect_when_the_server_stops(settings: Settings, game, form: str):
    table, players = game
    version = players[0].view(table)["version"]
    with served(settings) as stopping:
        paths = [f"/v1/tables/{table}/events?after={version}", "/v1/me/events?after=0"]
        streams = [Stream(stopping, path, player, form) for path in paths for player in players]
        for stream in streams:
            assert next(stream.lines) in ("retry: 500", "")

        assert stopping.stop() == 0

        for stream in streams:
            received_lines = [line for line in stream.lines if line]
            if form == SSE:
                assert received_lines[-2] == "event: reconnect"
                last = orjson.loads(received_lines[-1].removeprefix("data: "))
                assert received_lines[-3] == f"retry: {last['retry_ms']}"
            else:
                last = orjson.loads(received_lines[-1])
                assert last["type"] == "reconnect"
            assert not misfits(at("#/components/schemas/Reconnect"), last)
            assert last["after"] == (version if stream in streams[:4] else 0)
            assert 500 <= last["retry_ms"] <= 3000
            stream.close()


@pytest.mark.slow
def test_a_process_suspended_while_the_server_stops_asks_its_listeners_to_reconnect_on_resume(settings: Settings, game):
    _, players = game
    with served(settings) as stopping:
        stream = Stream(stopping, "/v1/me/events", players[0], NDJSON)
        assert next(stream.lines) == ""
        psutil.Process(stopping.process.pid).suspend()
        stopping.process.send_signal(signal.SIGTERM)
        time.sleep(STOP_S + 1)  # It is suspended for longer than a stop may take.
        psutil.Process(stopping.process.pid).resume()

        assert orjson.loads(next(line for line in stream.lines if line))["type"] == "reconnect"
        assert stopping.process.wait(PATIENCE_S) == 0
        stream.close()


class Busy:
    """A feed that always has a new event."""

    stream, about = "table-none", {}

    def read(self, after: int, _limit: int, _heard: int) -> FeedPage:
        return FeedPage([FeedEntry(after + 1, {"version": after + 1})])

    def end(self) -> int:
        return 1


def test_a_busy_stream_ends_with_its_token_too(service: Service):
    limits = limited(service, heartbeat_s=0.0).limits
    listener = feeds.Listener(Busy(), feeds.Lines(), service.notifier, service.accounts, "sj_revoked", limits)

    assert b"".join(islice(listener.pieces(0), 100)) == feeds.Lines.opening


class Failing:
    """A feed that has one event and then fails."""

    stream, about = "table-none", {}

    def __init__(self, error: Exception) -> None:
        self._error = error

    def read(self, after: int, _limit: int, _heard: int) -> FeedPage:
        if after:
            raise self._error
        return FeedPage([FeedEntry(1, {"version": 1})])

    def end(self) -> int:
        return 1


@pytest.mark.parametrize("error", [DatabaseUnavailable("gone"), ValueError("a defect")])
def test_a_listener_is_asked_to_reconnect_when_the_feed_fails(
    service: Service, caplog: pytest.LogCaptureFixture, error: Exception
):
    listener = feeds.Listener(Failing(error), feeds.Lines(), service.notifier, service.accounts, "sj_none")

    sent = b"".join(listener.pieces(0)).split(b"\n")

    assert sent[:2] == [b"", b'{"version":1}']
    last = orjson.loads(sent[2])
    assert (last["type"], last["after"], sent[3:]) == ("reconnect", 1, [b""])
    assert str(error) in caplog.text
