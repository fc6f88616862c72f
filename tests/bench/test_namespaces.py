"""Namespaces are removed at the end, also after an error, and the benchmark says what is missing to make them."""

import os
from collections.abc import Sequence
from contextlib import ExitStack

import psutil
import pytest

from tests.bench import namespaces
from tests.bench.apart_server import apart_server
from tests.bench.namespaces import CannotIsolate, bridged, obstacle
from tests.bench.stream_player import StreamPlay


class FakeIp:
    """Remembers what exists instead of running `ip`. `refused` is a word of the command that fails."""

    def __init__(self, refused: str = "", before: str = "", left: str = "") -> None:
        self.refused = refused
        self.existing: set[str] = set(before.split())
        self._before, self._left = before, left
        self.removed: list[str] = []

    def __call__(self, command: Sequence[str]) -> str:
        if self.refused and self.refused in command:
            raise CannotIsolate(self.refused)
        match list(command[1:]):
            case ["netns" | "link", "add", name, *_]:
                self.existing.add(name)
            case ["netns" | "link", "delete", name]:
                if name not in self.existing:
                    raise CannotIsolate(f"there is no {name}")
                self.existing.remove(name)
                self.removed.append(name)
            case ["netns", "list"]:
                return "\n".join(f"{name} (id: 0)" for name in self._before.split())
            case ["link", "show", "type", "bridge"]:
                return self._left
        return ""


def test_each_namespace_has_a_link_and_an_address():
    ip = FakeIp()
    with bridged(3, ip) as made:
        own = os.getpid()
        assert ip.existing == {
            f"sj{own}b",
            *(f"sjbench-{own}-{place}" for place in range(3)),
            *(f"sj{own}v{place}" for place in range(3)),
        }
        assert len({made.address, *(each.address for each in made.namespaces)}) == 4

    assert ip.existing == set()


@pytest.mark.parametrize("error", [RuntimeError, KeyboardInterrupt])
def test_everything_is_removed_after_an_error_or_an_interrupt(error: type[BaseException]):
    ip = FakeIp()
    with pytest.raises(error), bridged(2, ip):
        raise error

    assert ip.existing == set()


@pytest.mark.parametrize("refused", ["address", "master", "eth0", "lo"])
def test_what_was_made_is_removed_when_a_later_step_fails(refused: str):
    ip = FakeIp(refused)
    with pytest.raises(CannotIsolate, match=refused), bridged(2, ip):
        pass

    assert ip.existing == set()


def test_the_rest_is_removed_when_one_removal_fails():
    ip = FakeIp()
    with bridged(2, ip):
        ip.existing.remove(f"sj{os.getpid()}v1")

    assert ip.existing == set()


def test_what_a_killed_benchmark_left_behind_is_removed(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(psutil, "pid_exists", lambda pid: pid == 7)
    ip = FakeIp(before="sjbench-5-0 sjbench-7-0 other", left="4: sj5b: <UP>\n9: sj7b: <UP>\n")
    ip.existing |= {"sj5b", "sj7b"}
    namespaces.remove_left_over(ip)

    assert ip.removed == ["sjbench-5-0", "sj5b"]


def test_the_obstacles_say_what_to_do(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(namespaces.sys, "platform", "linux")
    monkeypatch.setattr(namespaces.shutil, "which", lambda _: "/sbin/ip")
    monkeypatch.setattr(namespaces.os, "geteuid", lambda: 0)
    assert obstacle() is None
    monkeypatch.setattr(namespaces.os, "geteuid", lambda: 1000)
    assert "run this as root" in str(obstacle())
    monkeypatch.setattr(namespaces.shutil, "which", lambda _: None)
    assert "install iproute2" in str(obstacle())
    monkeypatch.setattr(namespaces.sys, "platform", "darwin")
    assert "run this on Linux" in str(obstacle())


@pytest.mark.slow
def test_a_table_is_played_by_processes_in_two_namespaces():
    if (reason := obstacle()) is not None:
        pytest.skip(reason)
    name = f"sjbench-{os.getpid()}-"
    with ExitStack() as stack:
        try:
            server = stack.enter_context(apart_server(2, hosts=True))
        except namespaces.CannotIsolate as error:
            # In a container, root may not be allowed to make namespaces.
            pytest.skip(str(error))
        for number in (1, 2):
            pid = server.pids()[f"api-{number}"]
            assert str(pid) in namespaces.run(["ip", "netns", "pids", f"{name}{number - 1}"]).split()
        play = StreamPlay(server.addresses)
        for _ in range(12):
            play.step()
        play.close()

    assert name not in namespaces.run(["ip", "netns", "list"])
    assert f"sj{os.getpid()}" not in namespaces.run(["ip", "link", "show"])
