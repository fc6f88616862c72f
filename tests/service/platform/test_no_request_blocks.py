"""No request blocks an API process for longer than a quarter of a second.

The process's own watchdog logs how long a greenlet had the event loop, by the clock and in processor time of that
thread. The tests judge by processor time, so that they do not fail on a busy computer.
"""

import http.client
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any
from urllib.parse import urlencode

import orjson
import pytest

from service.platform.settings import Settings
from service.wiring import Service
from tests.support import large
from tests.support.api import FORM, Api, Json
from tests.support.belongings import Belongings, bodies
from tests.support.browsers import OWN_PAGE
from tests.support.contract import Operation, operations
from tests.support.served import Served, served

LIMIT_S = 0.25
POLL_S = 0.02
LAST = ("drop_login", "revoke_token", "end_sandbox", "close_account")
"""Operations that are requested last because they remove the player's token or data."""
LARGE = 160
"""The number of entrants of a large tournament in these tests."""
PAPERS = ("", "/standings", "/standings?format=csv", "/cross-table", "/cross-table?format=csv", "/report", "/entrants")
IN_SANDBOX = ("view_sandbox", "add_sandbox_player", "advance_sandbox", "end_sandbox")


def blocks(log: str) -> list[Json]:
    """Returns the watchdog's log lines about slow turns."""
    lines = [orjson.loads(line) for line in log.splitlines() if line.startswith("{")]
    return [line for line in lines if line["message"].startswith("the event loop")]


class Requests:
    """Sends requests to a process, one after the other on one connection."""

    def __init__(self, api: Served) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", api.port, timeout=120)
        self.close = self._connection.close

    def send(self, method: str, path: str, body: Any = None, token: str | None = None, **headers: str) -> int:
        """Sends a request, reads the whole answer and returns its status."""
        if token:
            headers["Authorization"] = f"Bearer {token}"
        is_form = headers.get("Content-Type") == FORM
        data = None if body is None else urlencode(body).encode() if is_form else orjson.dumps(body)
        if data is not None:
            headers.setdefault("Content-Type", "application/json")
        self._connection.request(method.upper(), path, data, headers)
        answer = self._connection.getresponse()
        answer.read()
        return answer.status


@contextmanager
def polled(api: Served) -> Iterator[list[float]]:
    """Requests `/healthz` continuously and yields the seconds of each answer."""
    took: list[float] = []
    over = threading.Event()

    def poll() -> None:
        with closing(Requests(api)) as requests:
            while not over.wait(POLL_S):
                began = time.monotonic()
                assert requests.send("get", "/healthz") == 200
                took.append(time.monotonic() - began)

    thread = threading.Thread(target=poll)
    thread.start()
    try:
        yield took
    finally:
        over.set()
        thread.join()


def ids(belongings: Belongings) -> Json:
    """Returns an id for every path parameter of the contract."""
    return {
        **belongings.ids,
        "mail_code": "sjm_" + "A" * 43,
        "stopped": "all",
        "part": "play",
    }


def content_of(one: Operation) -> Json:
    return dict(one.definition.get("requestBody", {}).get("content", {}))


def examples_of(one: Operation, belongings: Belongings) -> Iterator[tuple[str, Any]]:
    """Returns the examples of bodies of an operation by name."""
    if FORM in content_of(one):
        yield from ((name, example["value"]) for name, example in content_of(one)[FORM]["examples"].items())
    else:
        yield from bodies(one, belongings)


def in_order() -> list[Operation]:
    """Returns every operation: reading ones first, deleting ones later, and `LAST` at the end."""

    def rank(one: Operation) -> int:
        if one.id in LAST:
            return 3 + LAST.index(one.id)
        return {"get": 0, "delete": 2}.get(one.method, 1)

    return sorted(operations(), key=rank)


def test_no_operation_of_a_cold_process_blocks_other_requests(api: Api, settings: Settings):
    belongings = Belongings(api)
    sandbox = belongings.owner.in_sandbox()
    belongings.ids = ids(belongings)
    statuses: dict[str, int] = {}
    with served(settings) as process:
        with closing(Requests(process)) as requests, polled(process) as took:
            for one in in_order():
                token = (sandbox if one.id in IN_SANDBOX else belongings.owner).token
                # Operations of sessions answer only pages of the server.
                headers = {**({"Content-Type": FORM} if FORM in content_of(one) else {}), **OWN_PAGE}
                for name, body in examples_of(one, belongings):
                    # A question to the rules lab is named after its kind.
                    belongings.ids["kind"] = name
                    asked = requests.send(one.method, belongings.path(one), body, token, **headers)
                    statuses[f"{one.id} {name}"] = asked
        log = process.log.read_text()

    assert {one.id for one in operations()} == {name.split(" ")[0] for name in statuses}
    assert len(took) > 10
    assert [each for each in statuses.items() if each[1] in (401, 500)] == []
    assert sum(status < 300 for status in statuses.values()) > len(operations())
    assert [each for each in blocks(log) if each["cpu_seconds"] > LIMIT_S] == []


@pytest.mark.slow
def test_pairing_a_large_field_blocks_no_other_request(service: Service, api: Api, settings: Settings):
    """With 1,000 entrants pairing takes half a minute; with this number it takes about a second."""
    owner = api.sign_up("Olga")
    rounds = large.ROUNDS
    tournament = large.written(service, owner.id, LARGE)
    path = f"/v1/tournaments/{tournament}"
    with served(settings) as process:
        with closing(Requests(process)) as requests, polled(process) as took:

            def asked(what: str, query: str = "", **members: Any) -> int:
                return requests.send("post", f"{path}/commands{query}", {"type": what, **members}, owner.token)

            statuses = [
                asked("finish_tournament", "?dry_run=true", reason="it rains"),
                asked("pair_round", "?dry_run=true", round=rounds),
                asked("pair_round", round=rounds),
                *(requests.send("get", path + each, None, owner.token) for each in PAPERS),
            ]
        log = process.log.read_text()

    assert statuses == [200] * len(statuses)
    assert len(took) > 20
    assert [each for each in blocks(log) if each["cpu_seconds"] > LIMIT_S] == []


WATCHED = """
import sys
from gevent import monkey
monkey.patch_all()
import gevent, orjson, time
from service.processes import operations
from service.platform.logs import set_up_logs
from service.platform.runtime import watchdog
from service.processes.server import Api
from service.platform.settings import read_settings

def busy(document):
    until = time.thread_time() + 1.0
    while time.thread_time() < until:
        pass
    return answered(document)

answered = operations.answer
set_up_logs("INFO")
app = Api(read_settings()).load()
environ = {
    "REQUEST_METHOD": "GET", "PATH_INFO": "/healthz", "QUERY_STRING": "secret=sj_secret", "SERVER_NAME": "x",
    "SERVER_PORT": "80", "wsgi.url_scheme": "http", "wsgi.input": None, "REMOTE_ADDR": "127.0.0.1",
}
def send():
    gevent.spawn(lambda: list(app(dict(environ), lambda *_: None))).join()
send()  # A cold process spends long before and after the function.
operations.answer = busy
send()
gevent.sleep(0.3)
[count] = [each.value for each in watchdog.BLOCKED_SECONDS.collect()[0].samples if each.name.endswith("_count")]
print(count)
"""


@pytest.mark.slow
def test_the_watchdog_logs_duration_and_operation_of_a_blocked_loop_and_no_request_data(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
):
    for name in ("database_url", "redis_url", "secrets_keys"):
        monkeypatch.setenv(name.upper(), getattr(settings, name))
    ran = subprocess.run([sys.executable, "-c", WATCHED], capture_output=True, text=True, check=True, timeout=300)

    # On a busy machine even a trivial turn may take this long by the clock.
    logged = blocks(ran.stderr)
    assert ran.stdout.split() == [f"{len(logged)}.0"], ran.stderr
    [line] = [each for each in logged if each["cpu_seconds"] > LIMIT_S]
    assert line["operation"] == "GET /healthz"
    assert line["seconds"] >= line["cpu_seconds"] >= 0.4
    assert any("operations.healthy:" in each for each in line["where"]), line["where"]
    assert set(line) == {"at", "level", "logger", "message", "seconds", "cpu_seconds", "operation", "where"}
    assert "secret" not in ran.stderr
