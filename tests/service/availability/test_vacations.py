"""Vacations: requested and cancelled over HTTP, started automatically by workers, and applied to every clock."""

import threading
from typing import Any

import psycopg
import pytest

from domain.clocks.ladder import Pauses
from domain.clocks.rules import ClockRules
from domain.clocks.vacation import AUTOMATIC_MOST_MS, DAYS_FOR_ONE, RECENT_LIMIT
from domain.kernel.instants import (
    DAY_MS,
    HOUR_MS,
    MINUTE_MS,
    SECOND_MS,
    Instant,
    instant_of,
    read_instant,
    write_instant,
)
from domain.kernel.players import PlayerId
from domain.kernel.seats import Seat
from domain.table.commands import OpenTable, Sit, Start
from service.accounts.handlers import AccountClosed
from service.availability.jobs import apply_vacation
from service.platform.sources import time_of_day
from service.tables.deadlines import apply_deadlines
from service.tables.dispatch import TableDispatch
from service.worker_context import WorkerContext
from tests.support.api import Api, Json, User
from tests.support.stored import catch_up

A_DAY = ClockRules("simple", per_move_s=24 * 3600)
ALL = Pauses(vacation=True, weekends=True, quiet_hours=True)
NEARLY = 10 * MINUTE_MS
"""Allowed lateness in milliseconds, because the machine may be busy."""


def go(user: User, **members: Any) -> Any:
    return user.post("/v1/me/vacation", members)


def come_back(user: User) -> Any:
    return user.api.call("DELETE", "/v1/me/vacation", token=user.token)


def vacations(user: User) -> Json:
    return dict(user.get("/v1/me/vacation").json)


def at(ms_from_now: int) -> str:
    return write_instant(Instant(time_of_day() + ms_from_now))


def started(service: Any, user: User, ago_ms: int = 0, pauses: Pauses = ALL) -> str:
    """Returns a table started some time ago with the player on seat 0 to move."""
    now = Instant(time_of_day() - ago_ms)
    players = [PlayerId(user.id), *(PlayerId(f"ply_other{seat}") for seat in range(1, 4))]
    opening = OpenTable(players[0], "sheng_ji", "zhang-2021", {}, listed=True, hands=1, clock=A_DAY, pauses=pauses)
    table_id = str(service.tables.open(opening, None).id)
    for seat, player in enumerate(players):
        service.tables.carry_out(table_id, Sit(player, Seat(seat), f"entropy {seat}"), now=now)
    service.tables.carry_out(table_id, Start(players[0]), now=now)
    seat_asked = next(
        reading.seat for reading in service.table_cache.newest(table_id).table.clocks if reading.running is not None
    )
    if seat_asked != 0:
        return started(service, user, ago_ms, pauses)
    catch_up(service)
    return table_id


def deadline(service: Any, table_id: str) -> Instant:
    running = service.table_cache.newest(table_id).table.clocks[0].running
    assert running is not None
    return Instant(running.deadline)


def is_about(instant: Instant, ms_from_now: int) -> bool:
    return abs(instant - (time_of_day() + ms_from_now)) < NEARLY


def kinds(service: Any, table_id: str) -> list[str]:
    return [type(each.event).__name__ for each in service.table_cache.since(table_id, 0)]


def sleeps_until(user: User) -> Instant | None:
    """Returns until when others see the player as away."""
    shown = user.api.sign_up().get(f"/v1/players/{user.id}").json["availability"]["vacation"]
    return None if shown is None else read_instant(shown["ends_at"])


# -- requests ----------------------------------------------------------------------------------------------------------


def test_a_player_on_vacation_is_away_for_everybody_to_see(api: Api):
    before = time_of_day()
    user = api.sign_up()
    shown = vacations(user)
    # The balance grows while the machine is busy.
    grown_s = (time_of_day() - before) // DAYS_FOR_ONE // SECOND_MS
    assert 0 <= shown.pop("balance_s") - 5 * 24 * 3600 <= grown_s
    assert shown == {"current": None, "vacations": []}
    end = at(3 * DAY_MS)

    begun = go(user, ends_at=end)

    assert begun.status_code == 201
    assert (begun.json["ends_at"], begun.json["came_back_at"], begun.json["automatic"]) == (end, None, False)
    assert is_about(read_instant(begun.json["starts_at"]), 0)
    assert sleeps_until(user) == read_instant(end)
    assert vacations(user)["current"] == begun.json
    assert vacations(user)["vacations"] == [begun.json]


def test_times_may_be_given_in_any_zone(api: Api):
    user = api.sign_up()
    start = read_instant(at(10 * DAY_MS)[:11] + "12:00:00.000Z")
    local = write_instant(Instant(start + 90 * MINUTE_MS))[:19] + "+01:30"

    begun = go(user, starts_at=local, ends_at=write_instant(Instant(start + DAY_MS)))

    assert begun.json["starts_at"] == write_instant(start)


@pytest.mark.parametrize(
    ("members", "status", "code"),
    [
        ({}, 400, "invalid_request"),
        ({"ends_at": "tomorrow"}, 400, "invalid_request"),
        ({"ends_at": "2030-02-30T00:00:00Z"}, 400, "invalid_request"),
        ({"ends_at": "0000-01-01T00:00:00Z"}, 400, "invalid_request"),
        ({"ends_at": "9999-12-31T23:59:59-23:59"}, 400, "invalid_request"),
        ({"ends_at": "2030-01-01T00:00:00"}, 400, "invalid_request"),
        ({"ends_at": "2030-01-01T00:00:00Z\n"}, 400, "invalid_request"),
        ({"ends_at": 1}, 400, "invalid_request"),
        ({"ends_at": "2030-01-01T00:00:00Z", "days": 3}, 400, "invalid_request"),
        ({"ends_at": "2001-01-01T00:00:00Z"}, 422, "vacation_not_possible"),
        ({"ends_at": "0001-01-01T00:00:00Z"}, 422, "vacation_not_possible"),
        ({"ends_at": "9999-12-31T23:59:59Z"}, 422, "not_enough_vacation"),
        ({"starts_at": "2001-01-01T00:00:00Z", "ends_at": "2001-01-02T00:00:00Z"}, 422, "vacation_not_possible"),
        ({"starts_at": "9999-12-30T00:00:00Z", "ends_at": "9999-12-31T00:00:00Z"}, 422, "vacation_not_possible"),
    ],
)
def test_an_invalid_vacation_is_refused_and_changes_nothing(api: Api, members, status, code):
    user = api.sign_up()

    refused = go(user, **members)

    assert (refused.status_code, refused.json["code"]) == (status, code)
    assert vacations(user)["vacations"] == []


def test_concurrent_requests_start_only_one_vacation(api: Api):
    user = api.sign_up()
    answers: list[int] = []
    threads = [
        threading.Thread(target=lambda: answers.append(go(user, ends_at=at(DAY_MS)).status_code)) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(answers) == [201, 409, 409, 409]
    assert go(user, ends_at=at(DAY_MS)).json["code"] == "already_on_vacation"


def test_unused_days_of_a_vacation_are_kept(api: Api):
    user = api.sign_up()
    go(user, ends_at=at(4 * DAY_MS))

    assert come_back(user).status_code == 204

    assert vacations(user)["current"] is None
    assert vacations(user)["balance_s"] > 5 * 24 * 3600 - NEARLY / 1000
    assert vacations(user)["vacations"][0]["came_back_at"] is not None
    assert sleeps_until(user) is None
    assert go(user, ends_at=at(4 * DAY_MS)).status_code == 201


def test_an_announced_vacation_can_be_cancelled_without_trace(api: Api):
    user = api.sign_up()
    announced = go(user, starts_at=at(10 * DAY_MS), ends_at=at(15 * DAY_MS)).json

    come_back(user)

    assert vacations(user)["current"] is None
    assert vacations(user)["vacations"] == [{**announced, "came_back_at": announced["starts_at"]}]
    assert sleeps_until(user) is None
    assert go(user, ends_at=at(4 * DAY_MS)).status_code == 201


def test_returning_without_a_vacation_changes_nothing(api: Api):
    user = api.sign_up()
    assert come_back(user).status_code == 204
    assert vacations(user)["vacations"] == []


def test_the_number_of_vacations_is_limited(api: Api):
    user = api.sign_up()
    for _ in range(RECENT_LIMIT):
        assert go(user, ends_at=at(DAY_MS)).status_code == 201
        come_back(user)

    refused = go(user, ends_at=at(DAY_MS))

    assert (refused.status_code, refused.json["code"]) == (409, "too_many_vacations")


# ------------------------------------------------------------------------------------------------ clocks


def test_a_vacation_moves_all_running_clocks_and_returning_moves_them_back(api: Api, service):
    user = api.sign_up()
    tables = [started(service, user) for _ in range(2)]
    assert all(is_about(deadline(service, each), DAY_MS) for each in tables)

    go(user, ends_at=at(3 * DAY_MS))

    assert all(is_about(deadline(service, each), 4 * DAY_MS) for each in tables)
    come_back(user)
    assert all(is_about(deadline(service, each), DAY_MS) for each in tables)


def test_an_announced_vacation_counts_in_deadlines_before_it_begins(api: Api, service):
    user = api.sign_up()
    table = started(service, user)

    go(user, starts_at=at(12 * HOUR_MS), ends_at=at(36 * HOUR_MS))

    assert is_about(deadline(service, table), 2 * DAY_MS)
    come_back(user)
    assert is_about(deadline(service, table), DAY_MS)


def test_a_table_without_vacations_is_not_affected(api: Api, service):
    user = api.sign_up()
    table = started(service, user, pauses=ALL._replace(vacation=False))
    before = kinds(service, table)

    go(user, ends_at=at(3 * DAY_MS))

    assert kinds(service, table) == before


def test_the_scheduler_applies_a_vacation_that_was_not_applied_to_clocks(api: Api, at_work):
    user = api.sign_up()
    table = started(at_work, user)
    # A process died between the two steps of the request.
    at_work.vacations.begin(user.id, None, Instant(time_of_day() + 3 * DAY_MS), time_of_day())
    assert is_about(deadline(at_work, table), DAY_MS)
    dispatch = TableDispatch(at_work.database, at_work.store, WorkerContext.queue, 1.0)

    assert dispatch.queue_vacations() >= 1
    assert any(job_id.startswith(f"vacation-{user.id}") for job_id in WorkerContext.queue.queues["tables"].job_ids)

    assert apply_vacation(user.id)
    assert is_about(deadline(at_work, table), 4 * DAY_MS)
    assert (user.id,) not in at_work.database.read("unapplied_vacations", {"limit": 1000})
    events = kinds(at_work, table)
    assert apply_vacation(user.id)
    assert kinds(at_work, table) == events


def test_the_scheduler_applies_a_return_even_with_an_outdated_calendar(api: Api, at_work):
    user = api.sign_up()
    table = started(at_work, user)
    go(user, ends_at=at(3 * DAY_MS))
    availability = at_work.availability
    known = availability.calendars([user.id], ALL)[user.id]
    at_work.vacations.come_back(user.id, time_of_day())
    # As in a process that loaded the calendar before another one changed it.
    availability._known[user.id] = known

    assert (user.id,) in at_work.database.read("unapplied_vacations", {"limit": 1000})
    assert apply_vacation(user.id)

    assert is_about(deadline(at_work, table), DAY_MS)


def test_a_change_by_another_process_is_noticed_before_a_turn_is_missed(api: Api, at_work):
    user = api.sign_up()
    table = started(at_work, user, ago_ms=DAY_MS + HOUR_MS)
    now = time_of_day()
    at_work.vacations.begin(user.id, None, Instant(now + DAY_MS), Instant(now - 2 * HOUR_MS))

    apply_deadlines(table)

    assert "TurnMissed" not in kinds(at_work, table)
    assert is_about(deadline(at_work, table), 25 * HOUR_MS)


# -- automatic vacations -----------------------------------------------------------------------------------------------


def test_a_vacation_begins_automatically_when_time_runs_out_and_leaves_some_time_for_the_return(
    api: Api, at_work, database_url
):
    user = api.sign_up()
    with psycopg.connect(database_url) as owner:
        owner.execute("UPDATE shengji.player SET created_at = created_at - interval '8 days' WHERE id = %s", [user.id])
    table, other = started(at_work, user, ago_ms=DAY_MS + 1), started(at_work, user)

    apply_deadlines(table)

    (begun,) = vacations(user)["vacations"]
    assert begun["automatic"]
    assert is_about(read_instant(begun["starts_at"]), -HOUR_MS)
    assert is_about(read_instant(begun["ends_at"]), AUTOMATIC_MOST_MS)
    assert "TurnMissed" not in kinds(at_work, table)
    assert is_about(deadline(at_work, table), AUTOMATIC_MOST_MS + HOUR_MS)
    assert is_about(deadline(at_work, other), AUTOMATIC_MOST_MS + DAY_MS)
    assert apply_deadlines(table) == 0
    [told] = [each for each in at_work.account_events.since(user.id, 0, 100) if each.type == "vacation_began"]
    assert told.data == {"ends_at": begun["ends_at"]}


def test_only_one_of_two_workers_begins_a_vacation(api: Api, at_work):
    user = api.sign_up()
    now = time_of_day()
    begun: list[Any] = []
    threads = [
        threading.Thread(
            target=lambda: begun.append(at_work.vacations.begin_automatic(user.id, now, Instant(now - HOUR_MS)))
        )
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert len({each.id for each in begun}) == 1
    assert len(vacations(user)["vacations"]) == 1
    told = [each for each in at_work.account_events.since(user.id, 0, 100) if each.type == "vacation_began"]
    assert len(told) == 1


def test_players_can_disable_automatic_vacations_and_miss_the_turn_instead(api: Api, at_work):
    user = api.sign_up()
    api.call("PUT", "/v1/me/availability", {"time_zone": "UTC", "automatic_vacation": False}, token=user.token)
    table = started(at_work, user, ago_ms=DAY_MS + 1)

    apply_deadlines(table)

    assert vacations(user)["vacations"] == []
    assert "TurnMissed" in kinds(at_work, table)


def test_no_automatic_vacation_begins_at_a_table_without_vacations(api: Api, at_work):
    user = api.sign_up()
    table = started(at_work, user, ago_ms=DAY_MS + 1, pauses=ALL._replace(vacation=False))

    apply_deadlines(table)

    assert vacations(user)["vacations"] == []
    assert "TurnMissed" in kinds(at_work, table)


def test_the_turn_is_missed_when_no_vacation_days_remain(api: Api, at_work):
    user = api.sign_up()
    began = instant_of(at_work.accounts.player(user.id).created_at)
    # All five days are used up.
    at_work.database.run(
        "add_vacation",
        {
            "id": f"vac_{user.id[4:]}",
            "player_id": user.id,
            "starts_at": "2020-01-01T00:00:00Z",
            "ends_at": write_instant(Instant(began + 5 * DAY_MS)),
            "is_automatic": False,
        },
    )
    late = Instant(began + 5 * DAY_MS + HOUR_MS)

    assert at_work.vacations.balance_ms(user.id, late) < HOUR_MS
    assert at_work.vacations.begin_automatic(user.id, late, Instant(late - HOUR_MS)) is None


def test_no_vacation_begins_for_a_closed_account(api: Api, at_work):
    user = api.sign_up()
    table = started(at_work, user, ago_ms=DAY_MS + 1)
    # The state in the middle of closing the account.
    at_work.database.run("close_player", {"player_id": user.id})

    apply_deadlines(table)

    assert "TurnMissed" in kinds(at_work, table)
    with pytest.raises(AccountClosed):
        at_work.vacations.come_back(user.id, time_of_day())
