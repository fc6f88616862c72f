"""A small run with one kill of every kind of process. `python -m tests.histories` kills fifty times."""

from collections.abc import Iterator

import pytest

from tests.histories.__main__ import NEEDED, UNLIMITED
from tests.histories.killing import Outcome, Plan, UnderFire
from tests.support.running import all_running
from tests.support.victims import VICTIMS

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def outcome() -> Iterator[Outcome]:
    with all_running(**NEEDED, **UNLIMITED) as supervisor:
        yield UnderFire(supervisor, Plan(tables=2, kills=len(VICTIMS), pause_s=2.0), lambda *_: None).play()


@pytest.mark.timeout(1800)
def test_the_history_is_linearizable_and_no_acknowledged_event_is_lost_or_duplicated(outcome: Outcome):
    assert outcome.faults == []


@pytest.mark.timeout(1800)
def test_the_tables_were_played_while_processes_were_killed(outcome: Outcome):
    """Otherwise the other test would prove nothing."""
    assert set(outcome.kills) == set(VICTIMS)
    assert outcome.played >= 2
    assert outcome.acknowledged > 100
    assert outcome.copies > 20
    assert outcome.refused
    assert outcome.messages >= outcome.account_events > 50
