import importlib.util
from math import isfinite
from pathlib import Path
from random import Random

import pytest

from tests.bench.fit_leads import COMMITTED, SOURCE, losses_of, main, module_of
from tests.bench.judged_leads import JudgedLeads
from tests.bench.lead_net import Net, fitted, loss

WIDTH = len(COMMITTED.direct)


def written(path: Path) -> Net:
    spec = importlib.util.spec_from_file_location("written_weights", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return Net(module.DIRECT, tuple(module.UNITS))


def planted(luck: Random) -> JudgedLeads:
    """Returns six leads whose values bend at 0 of the first feature. A sum of weights cannot rank them."""
    features = tuple((luck.uniform(-1, 1), luck.uniform(-1, 1), 1.0) for _ in range(6))
    values = tuple(2 * abs(first) + 0.4 * second for first, second, _ in features)
    return JudgedLeads(features, (0.0,) * 6, values, values)


def test_a_tiny_run_writes_weights_and_compares_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    sizes = ["--hands", "1", "--held-out", "2", "--worlds", "2", "--rounds", "2"]
    nets = []
    for name in ("first.py", "again.py"):
        main([*sizes, "--write", str(tmp_path / name)])
        nets.append(written(tmp_path / name))

    net = nets[0]
    assert [unit.sign for unit in net.units] == [1] * 6 + [-1] * 6
    assert [len(net.direct), *[len(unit.weights) for unit in net.units]] == [WIDTH] * 13
    assert all(isfinite(x) for unit in net.units for x in (*net.direct, unit.bias, *unit.weights))
    assert nets[0] == nets[1]
    assert "new net, more than committed" in capsys.readouterr().out


def test_the_committed_weights_are_written_as_they_stand():
    assert module_of(COMMITTED) == SOURCE.read_text()


def test_a_fit_finds_what_no_sum_of_weights_can_rank():
    luck = Random(1)
    positions, others = ([planted(luck) for _ in range(200)] for _ in range(2))

    lost_by_sum, lost_by_net = (sum(losses_of(fitted(positions, units, 60, luck), others)) for units in (0, 4))

    assert lost_by_net < 0.1 * lost_by_sum


def test_the_luck_of_the_best_lead_does_not_count():
    leads = JudgedLeads(((0.0,), (0.0,)), (1.0, 0.0), first=(0.0, 8.0), second=(0.0, -8.0))

    assert loss(leads, leads.steady) == -4.0
