"""Metrics: on their own address, bounded by the number of operations, and summed over processes."""

import contextlib
import http.client
import json
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import get_args

import psutil
import pytest
from prometheus_client import generate_latest
from prometheus_client.parser import text_string_to_metric_families

from service.platform.http.rate_limits import Class
from service.platform.metrics import NO_OPERATION, UNCOUNTED, RequestOutcome, everything
from service.platform.rate_limits import NAMES
from service.platform.runtime import metrics_server
from service.platform.runtime.metrics_server import listening_server
from service.platform.settings import InvalidSetting, Listening, Settings, read_settings
from service.wiring import Service
from tests.support.api import Api
from tests.support.contract import operations
from tests.support.fixtures import directory_for_servers
from tests.support.receiver import nobody
from tests.support.running import all_running
from tests.support.served import Served, served
from tests.support.waiting import until

MOST_BYTES = 65_000
WAIT_S = 60.0
Samples = dict[tuple[str, tuple[tuple[str, str], ...]], float]

COUNT = """
import json, sys
from service.platform import metrics
asked = json.load(sys.stdin)
for operation in asked["operations"]:
    for outcome in asked["outcomes"]:
        metrics.REQUESTS.labels(operation, outcome).inc(10**9)
for each in asked["classes"]:
    metrics.REQUEST_SECONDS.labels(each).observe(0.123456789)
for each in asked["policies"]:
    metrics.REQUESTS_REFUSED.labels(each).inc(10**9)
metrics.RATE_LIMITS_UNAVAILABLE.inc(10**9)
metrics.LISTENERS.inc(1000)
"""
"""Returns the metrics of a process that has counted everything."""


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    """The directory for the counts of processes."""
    return tmp_path


def count(directory: Path, **asked: list[str]) -> None:
    """A process counts and exits."""
    wanted = {"operations": [], "outcomes": ["ok"], "classes": [], "policies": [], **asked}
    subprocess.run(
        [sys.executable, "-c", COUNT],
        input=json.dumps(wanted),
        env={**os.environ, "PROMETHEUS_MULTIPROC_DIR": str(directory)},
        check=True,
        text=True,
    )


def samples(text: str) -> Samples:
    """Returns the values by name and labels."""
    return {
        (sample.name, tuple(sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def scraped(address: str, path: str = "/metrics") -> str:
    """Returns what Prometheus reads; waits until the server listens."""
    host, _, port = address.rpartition(":")

    def text() -> str:
        is_local = address.startswith("unix:")
        connection = _Local(address[5:]) if is_local else http.client.HTTPConnection(host, int(port), timeout=WAIT_S)
        with contextlib.closing(connection):
            connection.request("GET", path)
            answer = connection.getresponse()
            assert answer.status == 200
            return answer.read().decode()

    return until(text, "answer", despite=(OSError, http.client.HTTPException))


class _Local(http.client.HTTPConnection):
    """A connection to a Unix socket."""

    def __init__(self, path: str) -> None:
        super().__init__("localhost", timeout=WAIT_S)
        self._path = path

    def connect(self) -> None:
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.connect(self._path)


# -- number of metrics -------------------------------------------------------------------------------------------------


def test_the_public_port_serves_no_metrics(api: Api):
    assert api.call("GET", "/metrics").status_code == 404


def test_all_label_values_together_stay_below_the_bound(service: Service, directory: Path, api: Api):
    views = {api.app.view_functions[rule.endpoint].__name__ for rule in api.app.url_map.iter_rules()}
    count(
        directory,
        operations=[*views, NO_OPERATION],
        outcomes=list(get_args(RequestOutcome)),
        classes=[*get_args(Class), UNCOUNTED],
        policies=[*NAMES, "password"],
    )
    text = generate_latest(everything(service.database, directory))

    assert text.count(b"shengji_requests_total{") == 3 * (len(views) + 1)
    assert len(text) < MOST_BYTES


@pytest.fixture(scope="module")
def address() -> str:
    return f"127.0.0.1:{nobody()}"


@pytest.fixture(scope="module")
def measured(settings: Settings, address: str) -> Iterator[Served]:
    """An API of two processes with metrics."""
    with served(settings, METRICS_ADDRESS=address, API_PROCESSES="2") as server:
        yield server


@pytest.mark.slow
def test_requests_to_every_operation_are_counted_within_the_bound(measured: Served, address: str):
    before = requests_counted(scraped(address))
    asked = 0
    for one in operations():
        for method in (one.method.upper(), "OPTIONS", "MADEUP"):
            connection = http.client.HTTPConnection("127.0.0.1", measured.port, timeout=WAIT_S)
            connection.request(method, one.path.replace("{", "").replace("}", ""), headers={"Connection": "close"})
            connection.getresponse().read()
            connection.close()
            asked += 1
    text = scraped(address)

    assert requests_counted(text) - before == asked
    assert len(text) < MOST_BYTES
    assert "MADEUP" not in text
    assert samples(text)["shengji_database_up", ()] == 1


@pytest.mark.slow
def test_counts_of_an_ended_process_are_kept(settings: Settings):
    address = f"127.0.0.1:{nobody()}"
    with served(settings, METRICS_ADDRESS=address, API_PROCESSES="2") as server:
        healthy(server)
        counted = requests_counted(scraped(address))
        process, _ = (each for each in psutil.Process(server.process.pid).children() if "serve" in each.cmdline())
        process.terminate()
        process.wait(WAIT_S)
        healthy(server)
        assert requests_counted(scraped(address)) == counted + 1


def healthy(server: Served) -> None:
    """Repeats a request until it is answered."""

    def answers() -> bool:
        with contextlib.closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=5)) as connection:
            connection.request("GET", "/healthz", headers={"Connection": "close"})
            return connection.getresponse().status == 200

    until(answers, "answer", despite=(OSError, http.client.HTTPException))


def requests_counted(text: str) -> float:
    return sum(value for (name, _), value in samples(text).items() if name == "shengji_requests_total")


@pytest.mark.slow
def test_the_metrics_server_stops_with_the_api(settings: Settings):
    address = f"127.0.0.1:{nobody()}"
    with served(settings, METRICS_ADDRESS=address) as server:
        scraped(address)
        assert server.stop() == 0
    host, _, port = address.partition(":")
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection((host, int(port)), timeout=5)


@pytest.mark.slow
def test_a_killed_metrics_server_is_restarted(settings: Settings):
    address = f"127.0.0.1:{nobody()}"
    with served(settings, METRICS_ADDRESS=address) as server:
        scraped(address)
        (process,) = (each for each in psutil.Process(server.process.pid).children() if "metrics" in each.cmdline())
        process.kill()
        process.wait(WAIT_S)
        assert "shengji_database_up 1.0" in scraped(address)
        assert server.stop() == 0


@pytest.mark.slow
def test_metrics_are_served_on_a_unix_socket_that_other_users_cannot_open(settings: Settings):
    with directory_for_servers() as place:
        address = f"unix:{place}/metrics"
        with served(settings, METRICS_ADDRESS=address):
            assert "shengji_database_up 1.0" in scraped(address)
            assert (place / "metrics").stat().st_mode & 0o777 == metrics_server.SOCKET_MODE


@pytest.mark.slow
def test_a_supervisor_serves_the_counts_of_all_its_processes():
    address = f"127.0.0.1:{nobody()}"
    with all_running(METRICS_ADDRESS=address) as supervisor:
        counted = requests_counted(scraped(address))
        assert counted >= 1  # The supervisor has checked whether the API is ready.
        pid = supervisor.pids()["metrics"]
        assert pid is not None
        os.kill(pid, 9)
        assert requests_counted(scraped(address)) >= counted


# ------------------------------------------------------------------------------------------------ many processes


def test_files_of_ended_processes_are_merged_without_a_scrape(directory: Path):
    server = metrics_server.MetricsServer(Listening("127.0.0.1:0"), add_up_every_s=0.0)
    server.directory = directory
    try:
        for _ in range(3):
            count(directory, operations=["view_table"], classes=["read"])
            server.service_actions()
            assert all(each.stem.endswith("_ended") for each in directory.glob("*.db"))
    finally:
        server.server_close()


def test_counts_of_ended_processes_are_merged_into_one_file_and_their_gauges_removed(service: Service, directory: Path):
    for _ in range(3):
        count(directory, operations=["view_table"], classes=["read"])
    for _ in range(2):
        found = samples(generate_latest(everything(service.database, directory)).decode())
        assert found["shengji_requests_total", (("operation", "view_table"), ("outcome", "ok"))] == 3e9
        assert found["shengji_request_seconds_count", (("class", "read"),)] == 3
        assert found["shengji_request_seconds_bucket", (("class", "read"), ("le", "0.25"))] == 3
        assert found["shengji_request_seconds_bucket", (("class", "read"), ("le", "0.1"))] == 0
        assert "shengji_listeners" not in {name for name, _ in found}
    assert sorted(file.name for file in directory.iterdir()) == ["counter_ended.db", "histogram_ended.db"]


# ------------------------------------------------------------------------------------------------ addresses


@contextmanager
def served_here(begin: Callable[[], metrics_server.MetricsServer]) -> Iterator[None]:
    server = begin()
    server.set_app(lambda _, start: (start("200 OK", []), [b"here"])[1])
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def test_binding_a_taken_address_is_retried_until_it_is_free(caplog):
    with socket.create_server(("127.0.0.1", 0)) as other:
        address = Listening(f"127.0.0.1:{other.getsockname()[1]}")
        pauses = iter([lambda: None, other.close])
        with served_here(lambda: listening_server(address, pause=lambda _: next(pauses)())):
            assert scraped(address) == "here"
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    assert str(address) in caplog.text


def test_a_socket_left_by_a_killed_process_is_replaced():
    with directory_for_servers() as place:
        address = Listening(f"unix:{place}/metrics")
        with socket.socket(socket.AF_UNIX) as left:
            left.bind(str(place / "metrics"))
        with served_here(lambda: listening_server(address)):
            assert scraped(address) == "here"


def test_a_file_that_is_not_a_socket_is_not_replaced():
    class Tried(Exception):
        pass

    def stop(_: float) -> None:
        raise Tried

    with directory_for_servers() as place:
        (place / "metrics").write_text("mine")
        with pytest.raises(Tried):
            listening_server(Listening(f"unix:{place}/metrics"), pause=stop)
        assert (place / "metrics").read_text() == "mine"


def test_an_idle_client_does_not_block_the_next_one(monkeypatch):
    monkeypatch.setattr(metrics_server.Handler, "timeout", 0.2)
    address = Listening(f"127.0.0.1:{nobody()}")
    with served_here(lambda: listening_server(address)), socket.create_connection(("127.0.0.1", address.target[1])):
        assert scraped(address) == "here"


@pytest.mark.parametrize(
    ("text", "family", "target"),
    [
        ("127.0.0.1:9464", socket.AF_INET, ("127.0.0.1", 9464)),
        ("0.0.0.0:0", socket.AF_INET, ("0.0.0.0", 0)),
        ("[::1]:9464", socket.AF_INET6, ("::1", 9464)),
        ("unix:/run/shengji/metrics", socket.AF_UNIX, "/run/shengji/metrics"),
    ],
)
def test_an_address_is_a_port_or_a_socket(text: str, family: socket.AddressFamily, target: tuple[str, int] | str):
    address = read_settings({"METRICS_ADDRESS": text}).metrics_address
    assert (address.family, address.target) == (family, target)


def test_an_empty_address_disables_the_server():
    assert not read_settings({"METRICS_ADDRESS": ""}).metrics_address


@pytest.mark.parametrize("text", ["9464", ":9464", "127.0.0.1", "127.0.0.1:70000", "unix:here", "unix:/" + "x" * 100])
def test_an_invalid_address_is_refused(text: str):
    with pytest.raises(InvalidSetting, match="METRICS_ADDRESS"):
        read_settings({"METRICS_ADDRESS": text})
