"""Nothing is lost when any process is killed with SIGKILL during a match, and the match continues to its end.

Two people play over HTTP, and ask again with the same key whenever they get no answer; two bots of the house play from
the queue. The victims are killed at some moments of the match, and the supervisor starts them again.
"""

import contextlib
import os
import signal
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import orjson
import psutil
import pytest

from domain.tools.verification import verify
from service.platform.settings import Settings
from service.platform.store.checks import check_store
from service.processes.supervisor import Supervisor
from service.tables.records import events_of_record
from tests.support.children import end, start
from tests.support.fixtures import directory_for_servers, wired
from tests.support.receiver import nobody
from tests.support.repeating_player import PatientPlayer, Seated
from tests.support.running import all_running
from tests.support.victims import VICTIMS, kill_tree
from tests.support.waiting import until

PATIENCE_S = 180.0
MOVES = {"declared", "declaration_passed", "kitty_buried", "cards_played"}
BOTS = {2: "random", 3: "steady"}
KILLS_AFTER = (4, 12, 20)
"""A victim is killed after this many acknowledged commands of the match; 40 hands had 36 to 54."""
KILL_EVERY = 3
"""The number of acknowledged commands between two kills if one victim after the other is killed."""


@pytest.fixture(scope="module")
def supervisor() -> Iterator[Supervisor]:
    """All processes, on embedded servers of their own."""
    with all_running(BOT_GRACE_S="1") as supervisor:
        yield supervisor


def _open_match(address: str, hands: int = 1) -> tuple[str, list[Seated]]:
    """Returns a started match: people on seats 0 and 1, bots on the others."""
    people = [PatientPlayer(address, f"person {seat}") for seat in range(2)]
    table = people[0].open_table(profile="zhang-2021", hands=hands)
    for seat, person in enumerate(people):
        person.command(table, {"type": "sit", "seat": seat})
    for seat, bot in BOTS.items():
        people[0].command(table, {"type": "seat_bot", "seat": seat, "bot": bot})
    people[0].command(table, {"type": "start"})
    for person in people:
        person.acknowledged.clear()
    return table, [Seated(person, table, seat) for seat, person in enumerate(people)]


def _play_through(seated: list[Seated], disasters: dict[int, Callable[[], None]]) -> None:
    """Plays to the end. Each disaster happens after that many acknowledged commands."""
    threads = [threading.Thread(target=each.play) for each in seated]
    for thread in threads:
        thread.start()
    for after, disaster in disasters.items():

        def is_reached(after: int = after) -> bool:
            moves = _moves(seated)
            assert moves >= after or all(thread.is_alive() for thread in threads), f"it ended after {moves} commands"
            return moves >= after

        until(is_reached, "moves")
        disaster()
    for thread in threads:
        thread.join(PATIENCE_S)
    _moves(seated)
    assert not any(thread.is_alive() for thread in threads), "the match does not go on"


def _moves(seated: list[Seated]) -> int:
    """Returns the number of acknowledged commands. Raises the error of a player."""
    for each in seated:
        for error in each.errors:
            raise error
    return sum(len(each.player.acknowledged) for each in seated)


def _nothing_is_lost(table: str, seated: list[Seated]) -> None:
    """Checks that the match is over, each acknowledged event is there once, and no unknown move is."""
    for each in seated:
        feed = each.player.feed(table)
        assert [event["version"] for event in feed] == list(range(1, len(feed) + 1))
        assert feed[-1]["type"] == "match_ended"
        acknowledged = [event for events in each.player.acknowledged for event in events]
        by_version = {event["version"]: event for event in feed}
        assert acknowledged
        assert all(by_version[event["version"]] == event for event in acknowledged)
        assert max(Counter(event["version"] for event in acknowledged).values()) == 1
        own_moves = {
            event["version"] for event in feed if event["type"] in MOVES and event["data"]["seat"] == each.seat
        }
        assert own_moves <= {event["version"] for event in acknowledged}
    record = seated[0].player.record(table)
    verified = verify(events_of_record(record))
    assert record["complete"]
    assert verified.disagreements == ()


def _store_is_sound(database_url: str, redis_url: str) -> None:
    service = wired(Settings(database_url=database_url, redis_url=redis_url))
    try:
        assert check_store(service.database, lambda _, __: None) == []
    finally:
        service.close()


def _survives(supervisor: Supervisor, victims: dict[int, str]) -> None:
    """Plays a match and kills each victim after that many acknowledged commands."""

    def kill(victim: str) -> None:
        # A killed process has to be running again before the next kill.
        until(lambda: all(pid is not None for pid in supervisor.pids().values()), f"restart before {victim} is killed")
        VICTIMS[victim](supervisor)

    table, seated = _open_match(supervisor.address)
    _play_through(seated, {after: partial(kill, victim) for after, victim in victims.items()})
    _nothing_is_lost(table, seated)
    _store_is_sound(supervisor.database_url, supervisor.redis_url)


@pytest.mark.timeout(900)
def test_a_match_survives_kills_of_all_processes_one_after_another(supervisor: Supervisor):
    _survives(supervisor, {KILL_EVERY * number: victim for number, victim in enumerate(VICTIMS, 1)})


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("victim", VICTIMS)
def test_a_match_survives_three_kills_of_the_same_process(victim: str, supervisor: Supervisor):
    _survives(supervisor, dict.fromkeys(KILLS_AFTER, victim))


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_a_match_continues_after_a_restart_when_all_processes_were_killed():
    with directory_for_servers() as directory:
        _kill_everything_and_start_again(directory)


def _kill_everything_and_start_again(directory: Path) -> None:
    port = nobody()
    environment = {**os.environ, "DATA_DIR": str(directory), "BOT_GRACE_S": "1", "PORT": str(port)}
    environment.pop("DATABASE_URL", None)
    environment.pop("REDIS_URL", None)
    running = [_start(environment, directory)]
    table, seated = _open_match(f"http://127.0.0.1:{port}")

    def strike() -> None:
        kill_tree(running[-1].pid)
        for process in psutil.process_iter(["name", "cmdline"]):
            command = " ".join(process.info["cmdline"] or ())
            if process.info["name"] in ("postgres", "valkey-server") and str(directory) in command:
                # It may have noticed by itself that it is alone.
                with contextlib.suppress(psutil.NoSuchProcess):
                    process.kill()
        end(running[-1], signal.SIGKILL)
        running.append(_start(environment, directory))

    try:
        _play_through(seated, dict.fromkeys(KILLS_AFTER, strike))
        _nothing_is_lost(table, seated)
    finally:
        assert end(running[-1], signal.SIGINT) == 0


def _start(environment: dict[str, str], directory: Path) -> "subprocess.Popen[bytes]":
    """Yields `shengji run` when it is ready."""
    said = directory / "said"
    said.unlink(missing_ok=True)
    with said.open("wb") as file:
        running = start(
            [sys.executable, "-m", "service", "run", "--no-demo"],
            env=environment,
            stdout=file,
            stderr=subprocess.STDOUT,
        )
    until(lambda: b"documents" in said.read_bytes() or running.poll() is not None, "start")
    assert running.poll() is None, said.read_text()
    return running


@pytest.mark.slow
def test_the_check_for_lost_events_finds_a_planted_loss(supervisor: Supervisor):
    table, seated = _open_match(supervisor.address)
    _play_through(seated, {})
    _nothing_is_lost(table, seated)
    answers = seated[0].player.acknowledged

    twice = [*answers, answers[3]]
    other = orjson.loads(orjson.dumps(answers))
    other[3][0]["version"] += 1
    for changed in (twice, answers[:-1], other):
        seated[0].player.acknowledged = changed
        with pytest.raises(AssertionError):
            _nothing_is_lost(table, seated)


ROUNDS = 25
KILLS_AT_ROUNDS = (3, 10, 18)


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("victim", ["the worker", "the scheduler", "Redis", "PostgreSQL"])
def test_a_live_draw_survives_a_kill_of_any_process(victim: str, supervisor: Supervisor):
    kill = VICTIMS[victim]
    host = PatientPlayer(supervisor.address, "host")
    options = {"deal_mode": "live_draw", "draw_seconds": 0, "declare_seconds": 0}
    table = host.open_table(profile="zhang-2021", hands=1, options=options)
    for seat in range(4):
        host.command(table, {"type": "seat_bot", "seat": seat, "bot": "random"})
    host.command(table, {"type": "start"})

    def rounds() -> list[int]:
        return [event["data"]["round"] for event in host.feed(table) if event["type"] == "round_drawn"]

    for number in KILLS_AT_ROUNDS:
        until(lambda number=number: len(rounds()) >= number, "rounds")
        until(lambda: all(pid is not None for pid in supervisor.pids().values()), "restart")
        kill(supervisor)
    until(lambda: host.feed(table)[-1]["type"] == "match_ended", "end")

    assert rounds() == list(range(1, ROUNDS + 1))
    verified = verify(events_of_record(host.record(table)))
    assert verified.disagreements == ()
    _store_is_sound(supervisor.database_url, supervisor.redis_url)
