"""Counts of several processes, merged in Redis. The clock of each process is a number."""

from collections.abc import Iterator

import pytest
import redis

from service.platform.counting import Counting
from service.platform.merged_counts import MergedCounts
from service.platform.runtime.redis_server import EmbeddedRedis

KEY, WINDOW_S = "shengji:limits:read:somebody", 60
NEVER_S = 3600.0


class Process:
    """The counts of one process. It merges only in `merge`."""

    def __init__(self, url: str, kept: int = 100) -> None:
        self.now = 1000.0
        self._counting = Counting(url)
        self.counts = MergedCounts(self._counting, kept, NEVER_S, lambda: self.now)

    def sends(self, requests: int, key: str = KEY) -> tuple[int, float]:
        """Counts requests. Returns the state after the last one."""
        return [self.counts.count(key, WINDOW_S) for _ in range(requests)][-1]

    def close(self) -> None:
        self.counts.close()
        self._counting.close()


@pytest.fixture
def processes(emptied: EmbeddedRedis) -> Iterator[tuple[Process, Process]]:
    made = Process(emptied.url), Process(emptied.url)
    yield made
    for each in made:
        each.close()


def test_a_process_counts_its_own_requests_at_once(processes: tuple[Process, Process]):
    here, there = processes
    assert here.sends(3) == (3, 60.0)
    assert there.sends(1) == (1, 60.0)


def test_a_merge_adds_the_requests_of_other_processes(processes: tuple[Process, Process]):
    here, there = processes
    here.sends(3)
    there.sends(2)
    for each in (here, there, here):
        each.sends(1)
        each.counts.merge()
    assert here.sends(1)[0] == 3 + 2 + 3 + 1
    there.sends(1)
    there.counts.merge()
    here.counts.merge()
    assert here.sends(1)[0] == 11


def test_a_merge_without_new_requests_adds_nothing(processes: tuple[Process, Process], emptied: EmbeddedRedis):
    here, _ = processes
    here.sends(3)
    for _ in range(3):
        here.counts.merge()
    with redis.Redis.from_url(emptied.url) as client:
        assert client.get(KEY) == b"3"


def test_a_window_ends_at_its_time_whenever_it_is_merged(processes: tuple[Process, Process]):
    here, _ = processes
    here.sends(1)
    here.now += 10
    here.counts.merge()
    assert here.sends(1) == (2, 50.0)
    here.now += 50
    assert here.sends(1) == (1, 60.0)


def test_the_window_in_redis_ends_with_that_of_the_process(processes: tuple[Process, Process], emptied: EmbeddedRedis):
    here, _ = processes
    here.sends(1)
    here.now += 59
    here.counts.merge()
    with redis.Redis.from_url(emptied.url) as client:
        assert client.pttl(KEY) <= 1000


def test_a_process_takes_over_the_window_that_another_one_began(processes: tuple[Process, Process]):
    here, there = processes
    here.sends(1)
    here.now += 40
    here.counts.merge()
    there.sends(1)
    there.counts.merge()
    used, left_s = there.sends(1)
    assert used == 3
    assert 0 < left_s <= 20


def test_requests_of_a_window_that_has_ended_are_not_merged(processes: tuple[Process, Process], emptied: EmbeddedRedis):
    here, _ = processes
    here.sends(5)
    here.now += 60
    here.counts.merge()
    with redis.Redis.from_url(emptied.url) as client:
        assert client.get(KEY) is None


def test_a_closing_process_merges_its_last_requests(emptied: EmbeddedRedis):
    here = Process(emptied.url)
    here.sends(2)
    here.close()
    with redis.Redis.from_url(emptied.url) as client:
        assert client.get(KEY) == b"2"


def test_the_key_used_longest_ago_is_forgotten_first(emptied: EmbeddedRedis):
    here = Process(emptied.url, kept=2)
    here.sends(5, "one")
    here.sends(5, "two")
    here.sends(1, "one")
    here.sends(1, "three")
    assert here.sends(1, "one")[0] == 7
    assert here.sends(1, "two")[0] == 1
    here.close()


def test_windows_that_have_ended_are_forgotten_and_others_are_not(processes: tuple[Process, Process]):
    here, _ = processes
    for number in range(5):
        here.sends(1, f"{KEY}{number}")
    here.now += WINDOW_S / 2
    here.sends(7)
    here.now += WINDOW_S / 2
    for _ in range(7):
        here.counts.merge()

    assert len(here.counts) == 1
    assert here.sends(1)[0] == 8
