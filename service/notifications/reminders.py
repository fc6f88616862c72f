"""Reminders for turns: at half and at a fifth of the time (DEC-91), and at the end of a vacation.

| change of a turn | change of its reminders |
|---|---|
| it begins | one for half, one for a fifth, and one for the end of a vacation before its deadline are added |
| a vacation or bonus time moves its deadline | unsent ones move with it; those whose time has passed are deleted |
| it is over | they are deleted |

So each share is sent at most once in a turn, and never for a time before the deadline was set. Reminders are stored in
PostgreSQL from the start of the turn. The subscription `accounts` writes them in the transaction of its checkpoint. A
reminder is deleted in the transaction that sends it, which locks the head of the table. So each is sent once, and none
after its turn.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Literal, NamedTuple, get_args

from domain.clocks.calendar import Calendar, active_between, due_at, end_of_vacation
from domain.clocks.ladder import Pauses
from domain.clocks.running import Running, started_as_if
from domain.kernel.instants import Instant, utc
from domain.kernel.players import PlayerId
from domain.kernel.seats import Seat
from domain.table.asking import asking
from domain.table.state import Table
from service.platform.store.checkpoints import Run

Occasion = Literal["fifth", "half", "vacation"]
"""The reason for a reminder: a fifth or half of the time is left, or a vacation of the player is over."""
PARTS: dict[Occasion, int] = {"fifth": 5, "half": 2}
"""The divisor of the share that is left."""
Calendars = Callable[[Collection[PlayerId], Pauses], Mapping[PlayerId, Calendar]]
"""Returns the calendars of these players, limited to the pauses that the table allows."""
WITHOUT_CALENDARS: Calendars = lambda _, __: {}  # noqa: E731 - a value of that type
LEAST_MS = 10 * 60 * 1000
"""Shortest time for a whole turn, in milliseconds, that has reminders. Players with less are at the table."""


class Change(NamedTuple):
    """The change of the reminders of a seat by a command.

    Attributes:
        what: `begun`: a turn has begun; `moved`: its pauses have changed; `over`: no reminder is due any more.
        player: player of the turn.
        asked: what the player is asked for.
        version: version of the table when the turn began.
        deadline: deadline of the turn.
        at: when to remind, for each occasion.
        left_s: seconds that the clock runs on after the vacation, without pauses of the player.
    """

    what: Literal["begun", "moved", "over"]
    table_id: str
    seat: Seat
    player: PlayerId = PlayerId("")
    asked: str = ""
    version: int = 0
    deadline: datetime | None = None
    at: Mapping[Occasion, datetime] = MappingProxyType({})
    sandbox: str | None = None
    left_s: int | None = None


def reminded_at(running: Running, calendar: Calendar | None, parts: int) -> Instant:
    """Returns when one part in `parts` of the time for a turn is left. Pauses of the player do not count.

    If the calendar differs from the one that set the clock, the time is taken to run evenly to the deadline.
    """
    before_ms = running.left_ms - (running.used_ms + running.left_ms) // parts
    if before_ms <= 0:
        return running.since
    if calendar is not None and due_at(calendar, running.since, running.left_ms) == running.deadline:
        return due_at(calendar, running.since, before_ms)
    return Instant(running.deadline - (running.deadline - started_as_if(running)) // parts)


def changes_of(
    table_id: str, version: int, before: Table | None, after: Table, calendars: Calendars = WITHOUT_CALENDARS
) -> Iterator[Change]:
    """Yields the changes of the reminders of a table by a command that ends at `version`.

    `calendars` returns the times at which players pause.
    """
    asked = {each.seat: each for each in asking(after) if each.bot is None}
    was_asked = {each.seat: each.what for each in asking(before) if each.bot is None} if before else {}
    for reading in after.clocks:
        seat, running = reading.seat, reading.running
        had = before.clocks[seat].running if before else None
        is_replaced = before is not None and _player(before, seat) != _player(after, seat)
        if running == had and not is_replaced:
            continue
        turn = asked.get(seat)
        if running is None or running.is_grace or turn is None:
            yield Change("over", table_id, seat)
        elif running.used_ms + running.left_ms >= LEAST_MS:
            calendar = calendars([turn.player], after.pauses).get(turn.player)
            goes_on = not is_replaced and _is_same_turn(had, running) and was_asked.get(seat) == turn.what
            at, left_s = _reminded(running, calendar, after.last_at)
            yield Change(
                "moved" if goes_on else "begun",
                table_id,
                seat,
                turn.player,
                turn.what,
                version,
                utc(running.deadline),
                at,
                after.sandbox,
                left_s,
            )


def _is_same_turn(had: Running | None, running: Running) -> bool:
    """Returns whether the clock continues, with at most a new deadline or bonus time."""
    return had is not None and had == running._replace(deadline=had.deadline, left_ms=had.left_ms)


def _reminded(running: Running, calendar: Calendar | None, now: Instant) -> tuple[dict[Occasion, datetime], int | None]:
    """Returns the future reminders of a turn, and the seconds that its clock runs on after a vacation."""
    times = {occasion: reminded_at(running, calendar, parts) for occasion, parts in PARTS.items()}
    left_s = None
    if calendar is not None and due_at(calendar, running.since, running.left_ms) == running.deadline:
        over = end_of_vacation(calendar, now, running.deadline)
        if over is not None:
            times["vacation"] = over
            left_s = (running.left_ms - active_between(calendar, running.since, over)) // 1000
    return {occasion: utc(at) for occasion, at in times.items() if at > now}, left_s


def _player(table: Table, seat: Seat) -> PlayerId | None:
    occupant = table.seats[seat]
    return occupant.player if occupant else None


def keep_reminders(run: Run, changes: Iterable[Change]) -> None:
    """Writes the changes by a batch of commands. The last change of each seat counts."""
    last: dict[tuple[str, Seat], Change] = {}
    for change in changes:
        key = (change.table_id, change.seat)
        known = last.get(key)
        if change.what == "moved" and known is not None and known.what == "begun":
            last[key] = change._replace(what="begun", version=known.version)
        else:
            last[key] = change
    moved = [change for change in last.values() if change.what == "moved"]
    _drop(run, [(change, each) for change in last.values() for each in get_args(Occasion) if _goes(change, each)])
    _put(run, "move_reminders", [(change, each) for change in moved for each in change.at if each in PARTS])
    begun = [(change, each) for change in last.values() if change.what == "begun" for each in change.at]
    # A turn may get a vacation while it waits. Shares that were sent are not added again.
    _put(run, "add_reminders", begun + [(change, each) for change in moved for each in change.at if each not in PARTS])


def _goes(change: Change, occasion: Occasion) -> bool:
    """Returns whether a possible reminder is deleted: one that is written again, or whose time has passed."""
    return change.what != "moved" or occasion not in PARTS or occasion not in change.at


def _drop(run: Run, rows: list[tuple[Change, Occasion]]) -> None:
    if rows:
        run(
            "drop_reminders",
            {
                "tables": [change.table_id for change, _ in rows],
                "seats": [int(change.seat) for change, _ in rows],
                "lefts": [left for _, left in rows],
            },
        )


def _put(run: Run, statement: str, rows: list[tuple[Change, Occasion]]) -> None:
    if rows:
        run(
            statement,
            {
                "tables": [change.table_id for change, _ in rows],
                "seats": [int(change.seat) for change, _ in rows],
                "lefts": [left for _, left in rows],
                "players": [change.player for change, _ in rows],
                "asked": [change.asked for change, _ in rows],
                "versions": [change.version for change, _ in rows],
                "deadlines": [change.deadline for change, _ in rows],
                "at": [change.at[left] for change, left in rows],
                "sandboxes": [change.sandbox for change, _ in rows],
                "left_s": [change.left_s if left == "vacation" else None for change, left in rows],
            },
        )
