"""A small season; `python -m tests.season` plays one of full size."""

from collections.abc import Iterator

import pytest

from service.processes.supervisor import Supervisor
from tests.season.ledger import Figures
from tests.season.season import Plan, Season
from tests.season.verdict import verdict
from tests.support.running import all_running

pytestmark = pytest.mark.slow

UNLIMITED = {f"RATE_LIMIT_{name}": "" for name in ("ADDRESS", "READ", "FEED", "COMMAND", "OPEN", "ACCOUNT", "SANDBOX")}
SMALL = Plan(people=24, tables=8, days=10)


@pytest.fixture(scope="module")
def running() -> Iterator[Supervisor]:
    with all_running(WORKERS="2", **UNLIMITED) as supervisor:
        yield supervisor


@pytest.fixture(scope="module")
def played(running: Supervisor) -> tuple[list[str], Figures]:
    """Returns the faults and figures of a finished season."""
    season = Season(running.address, SMALL)
    season.play()
    return verdict(running, season)


def test_every_table_ends_with_correct_clocks_and_histories(played: tuple[list[str], Figures]):
    faults, figures = played

    assert faults == []
    assert figures.hands >= SMALL.tables // 2
    assert figures.answers["players"] > 0


def test_missed_turns_stand_ins_and_orders_occur(played: tuple[list[str], Figures]):
    """Otherwise the season would prove nothing about clocks."""
    _, figures = played

    assert all(figures.answers[who] > 0 for who in ("missed", "stand_ins", "orders", "forced"))
    assert figures.share_by_orders > 0.2
