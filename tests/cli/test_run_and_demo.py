"""`shengji run` and `shengji demo` with servers of their own, as somebody with a bare machine types them."""

import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import orjson
import pytest
import urllib3

import service.cli.demo
from domain.verification import Verified
from service.cli.verify import verified_record
from service.client import Client
from tests.support.fixtures import directory_for_servers
from tests.support.running import WAIT_S, Run, processes_of


def played_on(client: Client, table: str, version: int) -> int:
    """Waits until a table has gone on from a version, and returns the new one."""
    until = time.monotonic() + WAIT_S
    while (now := client.view(table)["version"]) <= version:
        assert time.monotonic() < until, "the bots do not play"
        list(client.events(table, version, wait_s=2))
    return int(now)


def test_run_starts_everything_and_a_second_start_goes_on_with_the_same_table(environment: dict[str, str]):
    first = Run(environment)
    try:
        assert set(first.printed) >= {"API", "documents", "demo table", "its token  in"}
        address = first.printed["API"].removesuffix("/v1")
        assert urllib3.request("GET", f"{address}/readyz").status == 200
        assert b"swagger" in urllib3.request("GET", first.printed["documents"]).data
        table = first.printed["demo table"].rpartition("/")[2]
        token = orjson.loads(Path(first.printed["its token  in"]).read_bytes())["token"]
        version = played_on(Client(address, token), table, 0)
        host = Client.of_new_player(address, "somebody")
        own = host.open_table({"profile": "zhang-2016"})["table"]
        before = host.view(own)
        names = " ".join(" ".join(process.cmdline()) for process in processes_of(environment))
        assert all(re.search(name, names) for name in ("serve", "work", "schedule", "postgres", "redis"))
    finally:
        assert first.interrupt() == 0
    assert processes_of(environment) == []

    second = Run(environment)
    try:
        address = second.printed["API"].removesuffix("/v1")
        assert Client(address, host.token).view(own) == before
        demo = Client(address, token)
        now = demo.view(table)
        assert now["version"] >= version
        shown = second.printed["demo table"].rpartition("/")[2]
        # The bots are quick: their match may be over, and then another one is shown.
        assert (shown == table) or now["status"] == "finished"
        played_on(demo, shown, 0)
    finally:
        assert second.interrupt() == 0


def test_run_ends_well_by_terminate_too_and_can_leave_the_demo_out(environment: dict[str, str]):
    command = [sys.executable, "-m", "service", "run", "--no-demo"]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline().startswith("API ")
        assert process.stdout.readline().startswith("documents ")
        process.terminate()
        assert process.stdout.read() == ""
    assert process.returncode == 0
    assert processes_of(environment) == []
    assert not (Path(environment["DATA_DIR"]) / "demo.json").exists()


def test_the_demo_plays_a_whole_match_and_verifies_it(environment: dict[str, str]):
    command = [sys.executable, "-m", "service", "demo", "--start-level", "A"]
    played = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)

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
    played = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)

    assert played.returncode == 0, played.stderr
    assert "seats by places" in played.stdout
    assert re.search(r"seats (0 and 2|1 and 3) win", played.stdout)
    assert orjson.loads((Path(environment["DATA_DIR"]) / "demo-record.json").read_bytes())["game"] == "zheng_shangyou"


def test_the_demo_fails_when_the_record_does_not_agree(shengji, monkeypatch: pytest.MonkeyPatch):
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
    first = Run(environment)
    try:
        command = [sys.executable, "-m", "service", "run", "--no-demo"]
        second = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        assert second.returncode == 1
        assert "is in use by another start" in second.stderr
        address = first.printed["API"].removesuffix("/v1")
        assert urllib3.request("GET", f"{address}/readyz").status == 200
        assert Client.of_new_player(address, "somebody").token
    finally:
        assert first.interrupt() == 0


@pytest.mark.parametrize("command", [["run", "--no-demo"], ["demo"]], ids=["run", "demo"])
@pytest.mark.parametrize("after_s", [1.0, 2.0])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGHUP], ids=["ctrl-c", "hang up"])
def test_whoever_is_interrupted_while_starting_leaves_nothing_behind(
    environment: dict[str, str], command: list[str], after_s: float, number: int
):
    with subprocess.Popen(
        [sys.executable, "-m", "service", *command],
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as process:
        time.sleep(after_s)
        process.send_signal(number)
        process.wait(WAIT_S)

    until = time.monotonic() + WAIT_S
    while left := processes_of(environment):
        # What was making the empty database goes on to its end, which is soon.
        assert time.monotonic() < until, f"left behind: {left}"
        time.sleep(0.1)
    if number == signal.SIGINT:
        assert Run(environment).interrupt() == 0
