"""The figures of the peer are read and added up."""

import json

import pytest

from tests.bench.bench_peer import SOURCES, Side, read_load, together
from tests.bench.http_player import Command
from tests.bench.loads import Load
from tests.support.node_packages import LOCK

PRINTED = b'{"commands": [[1.0, 1.5], [2.0, 2.25]], "seconds": 4.0, "clients": 0.5}\n'


def test_the_printed_figures_are_a_load():
    load = read_load(PRINTED)

    assert load.rate == 0.5
    assert [command.took for _, command in load.commands] == [0.5, 0.25]
    assert load.percentile_ms(1.0) == 500


def test_turns_are_added_up():
    turn = Side(read_load(PRINTED), 1.0, 2.0, 3.0)
    both = together([turn, Side(Load([(9.0, Command(9.0, 9.5))], 2.0, 0.25), 2.0, 2.0, 0.0)])

    assert both.load.rate == 0.5
    assert both.each_ms() == pytest.approx((1000, 4000 / 3, 1000, 10000 / 3))


def test_every_package_of_the_peer_is_pinned_by_its_hash_and_names_no_host():
    lock = (SOURCES / LOCK).read_text()
    packages = json.loads(lock)["packages"]

    assert [name for name, each in packages.items() if name and not each["integrity"].startswith("sha512-")] == []
    assert "://" not in lock
