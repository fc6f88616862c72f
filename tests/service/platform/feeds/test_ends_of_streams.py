"""Streams send heartbeats, are limited in number, and end with a final message."""

import dataclasses
import signal
import threading
import time
from dataclasses import replace
from functools import partial
from itertools import islice

import orjson
import psutil
import pytest

from service import feed_answers as feeds
from service.platform.feeds.feed import FeedEntry, FeedPage
from service.platform.feeds.listeners import Listeners
from service.platform.limits import LIMITS
from service.platform.settings import Settings
from service.platform.store.database import DatabaseUnavailable
from service.processes.app import create_app
from service.processes.server import STOP_S
from service.tables.feeds import TableFeed
from service.wiring import Service
from tests.support.api import Api
from tests.support.contract import at, misfits
from tests.support.feeds import LONG_POLL_S, NDJSON, PATIENCE_S, SSE, Stream
from tests.support.fixtures import limited
from tests.support.play import play_commands
from tests.support.served import Served, served
from tests.support.waiting import until


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
    play_commands(table, players, commands=1)
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
    is_valid = partial(service.accounts.identify, "sj_revoked")
    listener = feeds.Listener(Busy(), feeds.Lines(), service.notifier, lambda: is_valid() is not None, limits)

    assert b"".join(islice(listener.pieces(0), 100)) == feeds.Lines.opening


class Failing:
    """A feed that has one event and then fails."""

    stream, about = "table-none", {}

    def __init__(self, error: Exception) -> None:
        self._error = error

    def read(self, after: int, _limit: int, _heard: int) -> FeedPage:
        if after:
            raise self._error
        # More becomes visible at once, so the feed is read again.
        return FeedPage([FeedEntry(1, {"version": 1})], 0.0)

    def end(self) -> int:
        return 1


@pytest.mark.parametrize("error", [DatabaseUnavailable("gone"), ValueError("a defect")])
def test_a_listener_is_asked_to_reconnect_when_the_feed_fails(
    service: Service, caplog: pytest.LogCaptureFixture, error: Exception
):
    listener = feeds.Listener(Failing(error), feeds.Lines(), service.notifier, lambda: True)

    sent = b"".join(listener.pieces(0)).split(b"\n")

    assert sent[:2] == [b"", b'{"version":1}']
    last = orjson.loads(sent[2])
    assert (last["type"], last["after"], sent[3:]) == ("reconnect", 1, [b""])
    assert str(error) in caplog.text
