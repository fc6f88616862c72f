"""Requests and jobs for other tables work while one table is unreadable."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from domain.kernel.players import PlayerId
from service.notifications.reminding import Reminding
from service.platform.queue.job_queue import JobQueue
from service.processes.worker import work
from service.tables.dispatch import TableDispatch
from service.wiring import Service
from tests.support.api import Api, User, started_table
from tests.support.poison import hasten, poisoned, set_aside
from tests.support.set_aside import account_events, follow, stream
from tests.support.stored import empty


def test_requests_for_the_unreadable_table_get_a_clean_error_and_all_others_work(
    api: Api, another_process: Api, service: Service, lines: Callable[[], list[str]]
):
    odd, others = started_table(api)
    follow(service, "tables")
    ada = User(another_process, others[0].id, others[0].token)
    with poisoned(service, stream(odd), 2):
        for response in (ada.get(f"/v1/tables/{odd}"), ada.command(odd, "pass"), ada.get(f"/v1/tables/{odd}/moves")):
            assert (response.status_code, response.json["code"]) == (503, "unreadable")
            assert "a hidden card" not in response.text
            assert "Traceback" not in response.text
        assert ada.get("/v1/tables").status_code == 200
        turns = [each for user in others for each in turns_of(another_process, user)]
        assert [(turn["table"], turn["view"], turn["moves"]) for turn in turns] == [(odd, None, None)]
        assert ada.get("/v1/me/export").status_code == 200
        # An id may contain these letters.
        assert not [line for line in lines() if re.search(r"\bS5\b", line)]
    assert ada.get(f"/v1/tables/{odd}").status_code == 200


def turns_of(api: Api, user: User) -> list[dict[str, Any]]:
    answer = User(api, user.id, user.token).get("/v1/me/turns?include=all")
    assert answer.status_code == 200
    return list(answer.json["turns"])


def test_an_account_at_an_unreadable_table_can_be_closed(api: Api, another_process: Api, service: Service):
    odd, others = started_table(api)
    follow(service, "tables")
    ada = User(another_process, others[0].id, others[0].token)
    with poisoned(service, stream(odd), 2):
        assert another_process.call("DELETE", "/v1/me", {"confirm": ada.id}, token=ada.token).status_code < 300


@pytest.mark.slow
def test_jobs_skip_the_unreadable_table_for_a_while(
    api: Api, service: Service, queue: JobQueue, lines: Callable[[], list[str]]
):
    host = api.sign_up()
    table = host.open_table()
    for seat in range(4):
        assert host.command(table, "seat_bot", seat=seat, bot="random").status_code == 200
    assert host.command(table, "start").status_code == 200
    empty(service.table_cache)

    def due() -> None:
        with service.database.session() as session:
            session.execute("UPDATE shengji.head SET due_at = now() WHERE stream = $1", [stream(table)])

    with poisoned(service, stream(table), 2):
        for expected in (1, 2):
            # Another one than before has forgotten what was queued, as after some time.
            dispatch = TableDispatch(service.database, service.store, queue, 1.0)
            hasten(service)
            due()
            assert dispatch.queue_lost_bot_turns() >= 1
            work(service, ["tables"], burst=True)
            assert set_aside(service, stream(table))["jobs"][2] == expected
            due()
            queued = set(queue.queues["tables"].job_ids)
            dispatch.queue_lost_bot_turns()
            assert not [job for job in set(queue.queues["tables"].job_ids) - queued if table in job]
            queue.free_turns([table])  # Its job has failed and would pause for some seconds.
    assert len([line for line in lines() if table in line and '"trace"' in line]) == 1
    hasten(service)
    due()
    TableDispatch(service.database, service.store, queue, 1.0).queue_lost_bot_turns()
    work(service, ["tables"], burst=True)
    service.database.run("forget_set_aside")
    assert set_aside(service, stream(table)) == {}


def test_a_vacation_applies_to_all_other_clocks(api: Api, service: Service):
    clock = {"kind": "simple", "per_move_s": 36_000}
    odd, others = started_table(api, clock=clock)
    ada = others[0]
    follow(service, "tables")
    empty(service.table_cache)
    with poisoned(service, stream(odd), 2):
        ends = (datetime.now(UTC) + timedelta(hours=20)).strftime("%Y-%m-%dT%H:%M:%SZ")
        begun = ada.post("/v1/me/vacation", {"ends_at": ends})
        assert begun.status_code in (200, 201)
        assert service.vacations.apply(PlayerId(ada.id))


def test_reminders_of_other_tables_are_sent(api: Api, service: Service):
    clock = {"kind": "simple", "per_move_s": 36_000}
    odd, _ = started_table(api, clock=clock)
    table, players = started_table(api, clock=clock)
    follow(service, "accounts")
    empty(service.table_cache)
    reminding = Reminding(service.database, service.store, service.notifier)
    with poisoned(service, stream(odd), 2):
        reminding.send_due(now=datetime.now(UTC) + timedelta(hours=6))
    reminded = [
        event["table"] for player in players for event in account_events(player) if event["type"] == "turn_reminder"
    ]
    assert reminded == [table]
