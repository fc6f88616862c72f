"""Commands that are due at a steady rate, the latency that is counted from then, and the options of the benchmark."""

import pytest

from tests.bench import bench_http
from tests.bench.bench_http import beside, parsed
from tests.bench.http_player import Command
from tests.bench.loads import Load, Schedule


def test_commands_are_due_at_a_steady_rate():
    schedule = Schedule(1000.0)
    first, second, third = (schedule.wait() for _ in range(3))

    assert (second - first, third - second) == pytest.approx((0.001, 0.001))


def test_latency_begins_when_a_command_is_due_and_not_when_it_is_sent():
    load = Load([(1.0, Command(3.0, 3.5)), (2.0, Command(3.5, 4.0))], 4.0, 1.0)

    assert load.percentile_ms(1.0) == 2500
    assert load.stall_ms() == 500
    assert load.rate == 0.5


def test_the_defaults_measure_all_modes_with_one_process():
    given = parsed([])

    assert (given.modes, given.tables, given.processes) == (["all", "next", "streams"], [1, 8], [1])
    assert (given.hosts, given.busy, given.kill) == (False, 0, False)


def test_kill_has_defaults_that_it_can_work_with():
    given = parsed(["--kill"])

    assert (given.modes, given.tables, given.processes) == (["streams"], [8], [2])


@pytest.mark.parametrize(
    ("arguments", "remedy"),
    [
        (["--busy", "-1"], "give 0 or more"),
        (["--processes", "0"], "give 1 or more"),
        (["--tables", "0"], "give 1 or more"),
        (["--kill", "--modes", "all"], "give --modes streams"),
        (["--kill", "--processes", "1", "2"], "give --processes 2 or more"),
        (["--kill", "--tables", "1"], "give --tables 2 or more"),
        (["--by-table"], "give it with --hosts"),
        (["--by-table", "--hosts", "--kill"], "without --kill"),
    ],
)
def test_wrong_options_are_refused_with_a_remedy(arguments: list[str], remedy: str, capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit):
        parsed(arguments)

    assert remedy in capsys.readouterr().err


def test_hosts_are_refused_where_they_cannot_be_made(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr(bench_http, "obstacle", lambda: "install iproute2")
    with pytest.raises(SystemExit):
        parsed(["--hosts"])

    assert "install iproute2" in capsys.readouterr().err
    assert not parsed([]).hosts


def test_the_title_says_how_the_processes_run():
    both = beside(hosts=True, busy_processes=2)

    assert beside(hosts=False, busy_processes=0) == ""
    assert both == ", each API process in a network namespace of its own, on a machine with 2 busy processes"
