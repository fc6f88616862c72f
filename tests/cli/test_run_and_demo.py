"""`shengji run` and `shengji demo` with their own servers, as on a bare machine."""

import re
import signal
import subprocess
import sys
import time
from itertools import product
from pathlib import Path

import orjson
import pytest
import urllib3

import service.cli.demo
from domain.tools.verification import Verified
from service.cli.verify import verified_record
from service.clients.python.shengji_client import Client
from tests.support.chance import is_random
from tests.support.children import WAIT_S, child, end
from tests.support.fixtures import directory_for_servers
from tests.support.receiver import nobody
from tests.support.running import processes_of, run
from tests.support.waiting import until

pytestmark = pytest.mark.slow


def played_on(client: Client, table: str, version: int) -> int:
    """Waits until a table has a later version than this one, and returns it."""
    late = time.monotonic() + WAIT_S
    while (now := client.view(table)["version"]) <= version:
        assert time.monotonic() < late, "the bots do not play"
        list(client.events(table, version, wait_s=2))
    return int(now)


def test_run_starts_everything_and_a_second_start_continues_the_same_table(environment: dict[str, str]):
    with run(environment) as first:
        assert set(first.printed) >= {"play", "API", "documents", "demo table", "its token  in"}
        address = first.printed["API"].removesuffix("/v1")
        assert urllib3.request("GET", f"{address}/readyz").status == 200
        assert b"modulepreload" in urllib3.request("GET", first.printed["play"], headers={"Accept": "text/html"}).data
        assert b"/docs/api" in urllib3.request("GET", first.printed["documents"]).data
        table = first.printed["demo table"].rpartition("/")[2]
        token = orjson.loads(Path(first.printed["its token  in"]).read_bytes())["token"]
        version = played_on(Client(address, token), table, 0)
        host = Client.of_new_player(address, "somebody")
        own = host.open_table({"profile": "zhang-2016"})["table"]
        before = host.view(own)
        names = " ".join(" ".join(process.cmdline()) for process in processes_of(environment))
        assert all(re.search(name, names) for name in ("serve", "work", "schedule", "postgres", "redis"))
    assert processes_of(environment) == []

    with run(environment) as second:
        address = second.printed["API"].removesuffix("/v1")
        assert Client(address, host.token).view(own) == before
        demo = Client(address, token)
        now = demo.view(table)
        assert now["version"] >= version
        shown = second.printed["demo table"].rpartition("/")[2]
        # The match of the bots may have ended in the meantime. Then another table is shown.
        assert (shown == table) or now["status"] == "finished"
        played_on(demo, shown, 0)


def test_run_exits_cleanly_on_sigterm_and_can_omit_the_demo(environment: dict[str, str]):
    command = [sys.executable, "-m", "service", "run", "--no-demo"]
    with child(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline().startswith("play ")
        assert process.stdout.readline().startswith("API ")
        assert process.stdout.readline().startswith("documents ")
        process.terminate()
        assert process.communicate(timeout=WAIT_S)[0] == ""
    assert process.returncode == 0
    assert processes_of(environment) == []
    assert not (Path(environment["DATA_DIR"]) / "demo.json").exists()


def test_the_demo_plays_a_whole_match_and_verifies_it(environment: dict[str, str]):
    command = [sys.executable, "-m", "service", "demo", "--start-level", "A"]
    played = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=WAIT_S)

    assert played.returncode == 0, played.stderr
    assert "the match hand by hand" in played.stdout
    assert re.search(r"seats \d and \d win", played.stdout)
    record = (Path(environment["DATA_DIR"]) / "demo-record.json").read_bytes()
    assert orjson.loads(record)["complete"] is True
    assert verified_record(record).disagreements == ()
    hands = verified_record(record).hands
    assert f"verified: {hands} shuffles" in played.stdout


def test_the_demo_finds_the_game_by_its_profile(environment: dict[str, str]):
    arguments = ["--profile", "zheng-shangyou-4-partners", "--option", "zs_target=4"]
    command = [sys.executable, "-m", "service", "demo", *arguments]
    played = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=WAIT_S)

    assert played.returncode == 0, played.stderr
    assert "seats by places" in played.stdout
    assert re.search(r"seats (0 and 2|1 and 3) win", played.stdout)
    assert orjson.loads((Path(environment["DATA_DIR"]) / "demo-record.json").read_bytes())["game"] == "zheng_shangyou"


def test_the_demo_fails_when_the_record_does_not_verify(shengji, monkeypatch: pytest.MonkeyPatch):
    def tampered(data: bytes) -> Verified:
        record = orjson.loads(data)
        dealt = next(event for event in record["events"] if event["type"] == "cards_dealt")
        dealt["data"]["order"].reverse()
        return verified_record(orjson.dumps(record))

    monkeypatch.setattr(service.cli.demo, "verified_record", tampered)
    with directory_for_servers() as directory:
        monkeypatch.setenv("DATA_DIR", str(directory))
        played = shengji("demo", "--hands", "1")

    assert played.exit_code == 1
    assert "cards_dealt: this does not follow from the rules" in played.stderr
    assert "the record does not agree with the rules" in played.stderr


def test_a_second_start_in_the_same_directory_is_refused_and_disturbs_nothing(environment: dict[str, str]):
    with run(environment) as first:
        command = [sys.executable, "-m", "service", "run", "--no-demo"]
        second = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=WAIT_S)
        assert second.returncode == 1
        assert "is in use by another start" in second.stderr
        address = first.printed["API"].removesuffix("/v1")
        assert urllib3.request("GET", f"{address}/readyz").status == 200
        assert Client.of_new_player(address, "somebody").token


def test_nohup_ignores_only_the_hangup_signal(environment: dict[str, str]):
    ignoring = (
        "import os, signal, sys; signal.signal(signal.SIGHUP, signal.SIG_IGN); os.execv(sys.argv[1], sys.argv[1:])"
    )
    command = [sys.executable, "-c", ignoring, sys.executable, "-m", "service", "run", "--no-demo"]
    with child(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline().startswith("play ")
        assert process.stdout.readline().startswith("API ")
        address = process.stdout.readline().split()[1]
        process.send_signal(signal.SIGHUP)
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(2)
        assert urllib3.request("GET", address).status == 200
        assert end(process, signal.SIGTERM) == 0


EARLY_S = (0.0, 0.2, 1.0, 2.0)
SIGNALS = (signal.SIGINT, signal.SIGHUP, signal.SIGTERM)
COMMANDS = {"run": ["run", "--no-demo"], "demo": ["demo"]}
INTERRUPTED = [
    pytest.param(command, after_s, number, id=f"{number.name}-{after_s}-{name}")
    for (when, after_s), (which, number), (other, (name, command)) in product(
        enumerate(EARLY_S), enumerate(SIGNALS), enumerate(COMMANDS.items())
    )
    if is_random() or (when + which + other) % 2 == 0
]
"""Every pair of a command, a moment and a signal; `--deep` has all combinations."""


@pytest.mark.parametrize(("command", "after_s", "number"), INTERRUPTED)
def test_an_interrupted_start_leaves_nothing_behind(
    environment: dict[str, str], command: list[str], after_s: float, number: signal.Signals
):
    with child(
        [sys.executable, "-m", "service", *command],
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        time.sleep(after_s)  # Interrupts the start at different points.
        process.send_signal(number)
        _, said = process.communicate(timeout=WAIT_S)

    assert process.returncode != 0
    assert "service/cli" not in said, "a traceback of ours"
    until(lambda: not processes_of(environment), "end of all processes")


def test_a_start_continues_after_an_interrupted_one(environment: dict[str, str]):
    command = [sys.executable, "-m", "service", "run", "--no-demo"]
    with child(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        until((Path(environment["DATA_DIR"]) / "postgres").exists, "data of PostgreSQL")
        assert end(process, signal.SIGINT) != 0
    with run(environment) as second:
        assert second.printed["API"]


def test_a_start_succeeds_right_after_a_killed_one(environment: dict[str, str]):
    environment["PORT"] = str(nobody())
    command = [sys.executable, "-m", "service", "run", "--no-demo"]
    with child(command, env=environment, stdout=subprocess.PIPE, text=True) as first:
        assert first.stdout.readline().startswith("play ")
        first.kill()
    with run(environment) as second:
        address = second.printed["API"].removesuffix("/v1")
        assert urllib3.request("GET", f"{address}/readyz").status == 200
