"""Long documents are written outside the event loop."""

import dataclasses
from collections.abc import Callable
from typing import Any

import pytest

from service.platform.computing import Computing
from service.processes.app import create_app
from service.wiring import Service
from tests.support import large
from tests.support.api import Api, User
from tests.support.play import finished_table


class CountingExecutor:
    """Runs work at once and counts it."""

    def __init__(self) -> None:
        self.done = 0

    def __call__(self, work: Callable[[], Any], /) -> Any:
        self.done += 1
        return work()


@pytest.fixture
def executor() -> CountingExecutor:
    return CountingExecutor()


@pytest.fixture
def watched(service: Service, executor: CountingExecutor) -> Api:
    """The API with this executor."""
    return Api(create_app(dataclasses.replace(service, computing=Computing(executor))))


@pytest.mark.slow
def test_the_record_of_a_table_is_written_outside_the_event_loop(api: Api, watched: Api, executor: CountingExecutor):
    table, [player, *_] = finished_table(api, *(api.sign_up(name) for name in ("Ann", "Ben", "Cat", "Dan")), hands=1)

    record = User(watched, player.id, player.token).get(f"/v1/tables/{table}/record")
    assert (record.status_code, record.json["hands"], executor.done) == (200, 1, 1)


@pytest.mark.slow
@pytest.mark.parametrize(
    "papers",
    [f"{name}{form}" for name in ("boards", "standings", "cross-table") for form in ("", "?format=csv")] + ["report"],
)
def test_the_documents_of_a_tournament_are_written_outside_the_event_loop(
    api: Api, service: Service, watched: Api, executor: CountingExecutor, papers: str
):
    owner = api.sign_up("Olga")
    tournament = large.written(service, owner.id, 8)

    assert User(watched, owner.id, owner.token).get(f"/v1/tournaments/{tournament}/{papers}").status_code == 200
    assert executor.done == 1
