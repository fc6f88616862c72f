"""A small circuit of tournaments. `python -m tests.circuit` plays one of full size."""

from collections.abc import Iterator

import pytest

from service.processes.supervisor import Supervisor
from tests.circuit.circuit import Circuit, Plan
from tests.circuit.recomputed import verdict
from tests.support.running import all_running

pytestmark = pytest.mark.slow

UNLIMITED = {f"RATE_LIMIT_{name}": "" for name in ("ADDRESS", "READ", "FEED", "COMMAND", "OPEN", "ACCOUNT", "SANDBOX")}
SMALL = Plan(
    nights=2,
    players=8,
    pairs=6,
    rounds=3,
    divisions=2,
    division_pairs=4,
    seasons=2,
    boards=4,
    duplicate_pairs=4,
    bad_players=9,
    bad_pairs=5,
    bad_rounds=3,
)


@pytest.fixture(scope="module")
def running() -> Iterator[Supervisor]:
    with all_running(WORKERS="2", **UNLIMITED) as supervisor:
        yield supervisor


@pytest.fixture(scope="module")
def circuit(running: Supervisor) -> Circuit:
    """Returns a finished circuit."""
    circuit = Circuit(running, SMALL)
    circuit.play()
    return circuit


@pytest.mark.timeout(1800)
def test_rounds_standings_divisions_boards_and_ratings_agree_with_independent_computations(
    running: Supervisor, circuit: Circuit
):
    assert verdict(running, circuit) == []


def test_processes_were_killed_while_tournaments_were_played(circuit: Circuit):
    """Without outages, the circuit would not show that outages lose nothing."""
    assert circuit.outages >= 4
    assert circuit.tables >= 40
