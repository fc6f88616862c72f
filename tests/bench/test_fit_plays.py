import importlib.util
from math import isfinite
from pathlib import Path
from random import Random

import pytest

from tests.bench.fit_plays import COMMITTED, SOURCES, UNITS, losses_of, main, module_of
from tests.bench.judged_plays import JudgedPlays, Kind
from tests.bench.play_net import Net, fitted, loss


def written(path: Path) -> Net:
    spec = importlib.util.spec_from_file_location("written_weights", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return Net(module.DIRECT, tuple(module.UNITS))


def planted(luck: Random) -> JudgedPlays:
    """Returns six plays whose values bend at 0 of the first feature. A sum of weights cannot rank them."""
    features = tuple((luck.uniform(-1, 1), luck.uniform(-1, 1), 1.0) for _ in range(6))
    values = tuple(2 * abs(first) + 0.4 * second for first, second, _ in features)
    return JudgedPlays(features, (0.0,) * 6, values, values)


@pytest.mark.parametrize("kind", SOURCES)
def test_a_tiny_run_writes_weights_and_compares_them(kind: Kind, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    sizes = ["--hands", "1", "--held-out", "2", "--worlds", "2", "--rounds", "2"]
    nets = []
    for name in ("first.py", "again.py"):
        main([kind, *sizes, "--write", str(tmp_path / name)])
        nets.append(written(tmp_path / name))

    net, units, width = nets[0], UNITS[kind], len(COMMITTED[kind].direct)
    assert [unit.sign for unit in net.units] == [1] * (units // 2) + [-1] * (units // 2)
    assert [len(net.direct), *[len(unit.weights) for unit in net.units]] == [width] * (units + 1)
    assert all(isfinite(x) for unit in net.units for x in (*net.direct, unit.bias, *unit.weights))
    assert nets[0] == nets[1]
    assert "new net, more than committed" in capsys.readouterr().out


@pytest.mark.parametrize("kind", SOURCES)
def test_the_committed_weights_are_written_as_they_stand(kind: Kind):
    assert module_of(kind, COMMITTED[kind]) == SOURCES[kind].read_text()


def test_a_fit_finds_what_no_sum_of_weights_can_rank():
    luck = Random(1)
    positions, others = ([planted(luck) for _ in range(200)] for _ in range(2))

    lost_by_sum, lost_by_net = (sum(losses_of(fitted(positions, units, 240, luck), others)) for units in (0, 4))

    assert lost_by_net < 0.1 * lost_by_sum


def test_the_luck_of_the_best_lead_does_not_count():
    leads = JudgedPlays(((0.0,), (0.0,)), (1.0, 0.0), first=(0.0, 8.0), second=(0.0, -8.0))

    assert loss(leads, leads.steady) == -4.0
