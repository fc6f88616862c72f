"""The ledger of a season finds planted errors of the clocks."""

import time
from datetime import UTC, datetime, timedelta

from domain.clocks.ladder import Ladder
from domain.clocks.rules import ClockRules
from domain.kernel.instants import Instant
from domain.kernel.players import PlayerId
from domain.kernel.seats import Seat
from domain.table.commands import OpenTable, Sit, Start, TimePasses
from service.wiring import Service
from tests.season.ledger import Ledger

PLAYERS = [PlayerId(f"ply_{seat}") for seat in range(4)]
HOUR = timedelta(hours=1)


def opened(service: Service, ago: timedelta) -> str:
    """Returns a table outside sandboxes that started `ago` before now. Each turn has an hour."""
    now = Instant(int((time.time() - ago.total_seconds()) * 1000))
    clock = ClockRules("simple", per_move_s=3600)
    opening = OpenTable(
        PLAYERS[0], "sheng_ji", "zhang-2021", {}, listed=True, hands=1, clock=clock, ladder=Ladder(forfeit_after_s=None)
    )
    table_id = service.tables.open(opening, None).id
    for seat, player in enumerate(PLAYERS):
        service.tables.carry_out(table_id, Sit(player, Seat(seat), "entropy"), now=now)
    service.tables.carry_out(table_id, Start(PLAYERS[0]), now=now)
    return table_id


def faults(service: Service, table_id: str, now: datetime | None = None) -> list[str]:
    found = Ledger(service.database, [table_id]).faults(now or datetime.now(UTC))
    assert all(fault.startswith(table_id) for fault in found)
    return found


def test_a_table_that_waits_within_its_time_is_merely_unfinished(service: Service):
    table_id = opened(service, timedelta(0))

    assert [fault.partition(": ")[2] for fault in faults(service, table_id)] == [
        "the table is in no sandbox",
        "the match has not ended",
    ]


def test_a_deadline_without_any_event_is_found(service: Service):
    table_id = opened(service, HOUR / 2)

    assert any("has not happened by" in fault for fault in faults(service, table_id, datetime.now(UTC) + HOUR))


def test_a_turn_missed_later_than_its_deadline_is_found(service: Service):
    table_id = opened(service, 2 * HOUR)

    service.tables.carry_out(table_id, TimePasses())

    found = " ".join(faults(service, table_id))
    assert "came first" in found
    assert "missed its turn at" in found


def test_the_days_of_a_hand_are_counted_at_its_end(service: Service):
    figures = Ledger(service.database, [opened(service, HOUR)]).figures()

    assert (figures.hands, figures.median_days, figures.seats) == (0, 0.0, 4)
    assert figures.ends == {"playing": 1}
