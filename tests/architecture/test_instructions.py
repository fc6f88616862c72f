"""The instructions that one command, one view and one decision take, compared with the committed figures.

A figure is the mean over the plays of one hand. Each version of Python has other instructions, so only 3.11 is
compared. When a figure grows on purpose, write the printed one to `FIGURES`, and say in the commit why it has grown.
"""

import io
import statistics
import sys
from collections import defaultdict
from collections.abc import Callable
from typing import Any

import orjson
import pytest
from werkzeug.test import EnvironBuilder

from domain.games.registry import GAMES
from domain.games.sheng_ji.commands import Play
from domain.kernel.cards import read_cards
from domain.kernel.players import PlayerId
from domain.table.commands import Act
from domain.table.decide import decide
from domain.table.hands import Chance
from service.wiring import Service
from tests.bench.http_player import move
from tests.support.api import Api, User, started_table
from tests.support.chance import is_random
from tests.support.instructions import instructions_of
from tests.support.measured_run import REPORTED

FIGURES = {"one command": 16020, "one view": 10920, "one decision": 1184}
"""The committed figures, in bytecode instructions of Python 3.11."""
MOST_GROWTH = 0.05

# Other versions of Python run other instructions, and a deep run draws other deals. CI runs 3.11 with fixed deals.
pytestmark = [
    pytest.mark.skipif(sys.version_info[:2] != (3, 11), reason="the figures are of Python 3.11"),
    pytest.mark.skipif(is_random(), reason="new random deals take other numbers of instructions"),
]


def request_of(api: Api, user: User, method: str, path: str, body: Any = None) -> Callable[[], Any]:
    """Returns a function that sends one request to the application, without a client or a server."""
    headers = {"Authorization": f"Bearer {user.token}", "Prefer": "return=representation"}
    data = None if body is None else orjson.dumps(body)
    environ = EnvironBuilder(
        path, method=method, headers=headers, data=data, content_type=body and "application/json"
    ).get_environ()
    environ["wsgi.errors"] = io.StringIO()

    def send() -> Any:
        statuses: list[str] = []
        parts = api.app(environ, lambda status, _headers: statuses.append(status))
        found = orjson.loads(b"".join(parts))
        assert statuses == ["200 OK"], found
        return found

    return send


def counted(work: Callable[[], Any]) -> tuple[Any, int]:
    """Returns the result of the work, and its instructions."""
    results: list[Any] = []
    count = instructions_of(lambda: results.append(work()))
    return results[0], count


def figures_of_a_hand(api: Api, service: Service) -> dict[str, int]:
    """Plays one hand through the API. Returns the mean instructions of its commands, views and decisions."""
    table, players = started_table(api, hands=1)
    address = f"/v1/tables/{table}"
    counts: defaultdict[str, list[int]] = defaultdict(list)
    view = players[0].view(table)
    while view["status"] == "playing":
        seat = view["asked"][0]["seat"]
        mover = players[seat]
        view, of_view = counted(request_of(api, mover, "GET", address))
        body = move(view, seat)
        of_decision = instructions_of(warm(decision_of(service, table, mover, body))) if body["type"] == "play" else 0
        answer, of_command = counted(request_of(api, mover, "POST", f"{address}/commands", body))
        if of_decision:
            for name, count in zip(FIGURES, (of_command, of_view, of_decision), strict=True):
                counts[name].append(count)
        view = answer["view"]
    return {name: round(statistics.fmean(each)) for name, each in counts.items()}


def warm(work: Callable[[], object]) -> Callable[[], object]:
    """Returns the work after doing it once, so that no figure depends on what other tests have put into caches."""
    work()
    return work


def decision_of(service: Service, table: str, user: User, body: dict[str, Any]) -> Callable[[], object]:
    """Returns a function that decides a play, without a database."""
    at = service.tables.newest(table).table
    act = Act(PlayerId(user.id), Play(read_cards(body["cards"])))
    return lambda: decide(GAMES, at, act, Chance(bytes(32)))


def test_a_command_a_view_and_a_decision_take_no_more_instructions_than_committed(
    api: Api, service: Service, record_property: Callable[[str, object], None]
):
    found = figures_of_a_hand(api, service)

    record_property(REPORTED, ", ".join(f"{name} {count:,}" for name, count in found.items()))
    grown = {name: count for name, count in found.items() if count > FIGURES[name] * (1 + MOST_GROWTH)}
    assert not grown, f"found {found}, committed {FIGURES}"
    shrunk = {name: count for name, count in found.items() if count < FIGURES[name] * (1 - MOST_GROWTH)}
    assert not shrunk, f"write the lower figures to FIGURES: found {found}, committed {FIGURES}"
