"""Every benchmark has help of its own, which `shengji bench NAME --help` prints."""

import pytest

from service.cli.bench import BENCHES
from tests.support.laws import law

NAMES = sorted(path.stem.removeprefix("bench_") for path in BENCHES.glob("bench_*.py"))


@law
@pytest.mark.parametrize("name", NAMES)
def test_every_benchmark_has_help_of_its_own(shengji, capsys, name: str):
    helped = shengji("bench", name, "--help")

    printed = helped.stdout + capsys.readouterr().out
    assert helped.exit_code == 0
    assert f"usage: shengji bench {name}" in printed


def test_an_unknown_benchmark_is_answered_with_their_names(shengji):
    helped = shengji("bench", "nothing")

    assert helped.exit_code == 1
    assert "http" in helped.stderr
