"""Matchmaking: turns open seeks into tables, each exactly once.

1. Plan: one transaction stores a plan with the id of the future table, and reserves the seeks. If two processes plan at
   the same time, the second finds the seeks reserved.
2. Begin: the plan is marked as being opened. From here on players cannot withdraw their seeks.
3. Open: one command opens the table and seats all players, which starts the match. Its id follows from the plan's.
4. End: one transaction updates the seeks, notifies the players and deletes the plan.

Any process can repeat any step, so a process may die between two of them.
"""

import logging
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple
from uuid import NAMESPACE_URL, uuid5

import orjson

from domain.clocks.ladder import default_ladder, default_pauses
from domain.clocks.rules import clock_document, clock_rules
from domain.kernel.players import PlayerId
from domain.kernel.refusals import Refusal
from domain.kernel.seats import Seat
from domain.seeks.matching import SeekMatch, matches
from domain.seeks.opponents import Acquaintances
from domain.seeks.wishes import Seek
from domain.table.commands import Leave, OpenTable, Sit, TableCommand
from domain.table.spectators import Spectators
from service.accounts.reliability.handlers import record_of_marks
from service.lobby.seeks.handlers import Wishes, seek_to_match, variant_of
from service.notifications.events import NewAccountEvent
from service.notifications.handlers import AccountEventWriter
from service.platform.sources import Randomness
from service.platform.store.checkpoints import Run
from service.platform.store.database import Database, DatabaseUnavailable, Row
from service.platform.store.idempotency import Key
from service.social.blocks.handlers import Blocks
from service.tables.handlers import Tables

MEETINGS_AT_ONCE = 100
KEPT_DAYS = 30
"""Days for which an ended seek is kept."""
FINGERPRINT = "meeting"
ENTROPY_BYTES = 16

_log = logging.getLogger(__name__)


class NotReadable(Exception):
    """This release cannot read the plan."""


class WaitingSeek(NamedTuple):
    """Pending work: number of open seeks, a checksum that changes with them, and the ids of planned tables."""

    seeks: int
    fingerprint: str
    planned: int


class Matchmaking:
    """Plans and opens tables for seeks. Every method can be repeated, and can run in several processes at once."""

    def __init__(
        self,
        database: Database,
        tables: Tables,
        blocks: Blocks,
        event_writer: AccountEventWriter,
        randomness: Randomness,
    ) -> None:
        """Takes the stores of seeks, tables and blocks, the sender of account events, and the source of ids."""
        self._blocks = blocks
        self._database = database
        self._randomness = randomness
        self._tables = tables
        self._event_writer = event_writer

    def waiting(self) -> WaitingSeek:
        """Returns the pending work."""
        return WaitingSeek(*self._database.read("matchmaking")[0])

    def match(self) -> int:
        """Plans the tables that can be filled now and opens all planned tables. Returns the number of opened tables."""
        self.plan()
        return sum(self._carried_out(meeting) for meeting in self.planned())

    def _carried_out(self, meeting_id: str) -> bool:
        """Returns whether a planned table was opened.

        Logs an error instead of raising it, for the sake of other tables.
        """
        try:
            return self.carry_out(meeting_id)
        except DatabaseUnavailable:
            raise
        except Exception:  # noqa: BLE001 - logged; the plan stays and is retried
            _log.exception("%s was not carried out", meeting_id)
            return False

    def plan(self) -> list[str]:
        """Plans a table for each match of open seeks. Returns the ids of the plans."""
        rows = self._database.read("seeks_to_match", {"limit": self._database.limits.seeks_at_once})
        by_sandbox: dict[str | None, list[Row]] = {}
        for row in rows:
            by_sandbox.setdefault(row[-1], []).append(row[:-1])
        planned: list[str] = []
        for sandbox, of_sandbox in by_sandbox.items():
            try:
                planned.extend(filter(None, self._plan_in(sandbox, of_sandbox)))
            except DatabaseUnavailable:
                raise
            except Exception:  # noqa: BLE001 - logged and retried; other sandboxes continue
                _log.exception("the seeks of %s were not matched", sandbox or "players outside sandboxes")
        return planned

    def _plan_in(self, sandbox: str | None, rows: Sequence[Row]) -> Iterator[str | None]:
        """Plans the tables of one sandbox, or of all players outside sandboxes.

        If there was no time or room for all seeks, the next search continues after those that were compared.
        """
        waits_since = {row[0]: row[-1] for row in rows}
        sought = {seek.id: (seek, wishes) for seek, wishes in filter(None, map(_readable, (row[:-1] for row in rows)))}
        seeks = [seek for seek, _ in sought.values()]
        blocked = self._blocks.blocked_pairs({player for seek in seeks for player in seek.players})
        known = self._acquaintances(seeks)
        found = matches(seeks, lambda one, two: frozenset({one, two}) in blocked, known=known)
        for match in found.tables:
            yield self._plan(match, [sought[seek] for seek in match.seeks], sandbox)
        # Move on by half of the seeks only, so that seeks near the limit are compared with those on both sides.
        last = found.last or (rows[len(rows) // 2][0] if len(rows) == self._database.limits.seeks_at_once else None)
        if last is None:
            self._database.run("begin_matching_in_front", {"sandbox": sandbox})
        else:
            self._database.run("begin_matching_behind", {"sandbox": sandbox, "at": waits_since[last], "id": last})

    def _acquaintances(self, seeks: Sequence[Seek]) -> Acquaintances:
        """Returns the facts that the wishes of these seeks about opponents need."""
        players = sorted({player for seek in seeks for player in seek.players})
        wishers = sorted({player for seek in seeks if seek.opponents.concerns_meetings for player in seek.players})
        met = self._database.read("last_meetings", {"wishers": wishers, "players": players}) if wishers else []
        records = {}
        if any(seek.opponents.concerns_records for seek in seeks):
            rows = self._database.read("reliability_of_all", {"players": players})
            records = {PlayerId(player): record_of_marks(*marks) for player, *marks in rows}
        return Acquaintances({(PlayerId(one), PlayerId(two)): days for one, two, days in met}, records)

    def planned(self) -> list[str]:
        """Returns the ids of the plans that are not finished."""
        return [meeting for (meeting,) in self._database.read("meetings", {"limit": MEETINGS_AT_ONCE})]

    def _plan(self, match: SeekMatch, sought: Sequence[tuple[Seek, Wishes]], sandbox: str | None) -> str | None:
        """Stores a plan for a match and reserves its seeks. Returns `None` if one of them is no longer open."""
        meeting_id, table_id = self._randomness.new_id("mtg"), self._randomness.new_id("tbl")
        plan = orjson.dumps(_plan_document(match, sought, sandbox)).decode()

        def write(run: Run) -> bool:
            if len(run("hold_seeks", {"ids": list(match.seeks)})) < len(match.seeks):
                return False
            run("add_meeting", {"id": meeting_id, "table_id": table_id, "plan": plan})
            run("plan_seeks", {"meeting_id": meeting_id, "ids": list(match.seeks)})
            return True

        return meeting_id if self._database.together(write) else None

    def carry_out(self, meeting_id: str) -> bool:
        """Opens a planned table and notifies its players. Returns false if the plan was already finished.

        Raises:
            DatabaseUnavailable: the database does not answer. The plan stays.
        """
        begun = self._database.run("begin_meeting", {"id": meeting_id})
        if not begun:
            return False
        [(table_id, plan)] = begun
        key = Key(uuid5(NAMESPACE_URL, f"shengji:meeting:{meeting_id}"), FINGERPRINT)
        try:
            opened, seating = _commands(plan, self._randomness)
            version = self._tables.open(opened, key, then=seating, table_id=table_id).version
        except (Refusal, NotReadable):
            # The rules were valid when the seek was posted, and are not valid in this release.
            _log.exception("%s cannot be opened", meeting_id)
            self._end(meeting_id, "give_seeks_up", {}, [])
            return False
        players = [PlayerId(player) for player, _ in plan["players"]]
        # Players cannot withdraw now, but they can close their accounts. The table then has to give up their seats.
        for (player,) in self._database.read("closed_players", {"ids": players}):
            self._leave(table_id, player)
        events = [
            NewAccountEvent(PlayerId(player), "match_found", {"seek": seek, "seat": seat, "version": version}, table_id)
            for seat, (player, seek) in enumerate(plan["players"])
        ]
        return self._end(meeting_id, "settle_seeks", {"table_id": table_id}, events)

    def _leave(self, table_id: str, player: PlayerId) -> None:
        try:
            self._tables.carry_out(table_id, Leave(player))
        except Refusal:
            # An earlier attempt has already given up this seat.
            _log.info("%s has left %s", player, table_id)

    def _end(self, meeting_id: str, statement: str, more: dict[str, Any], events: list[NewAccountEvent]) -> bool:
        """Ends a plan and updates its seeks. Returns false if another process has already done this."""

        def end(run: Run) -> list[NewAccountEvent] | None:
            if not run("hold_meeting", {"id": meeting_id}):
                return None
            run(statement, {"meeting_id": meeting_id, **more})
            run("drop_meeting", {"id": meeting_id})
            open_ = {player for (player,) in run("hold_players", {"ids": [each.player for each in events]})}
            return [each for each in events if each.player in open_]

        return self._event_writer.transact(end)

    def sweep(self) -> None:
        """Deletes seeks and invitations that ended some time ago."""
        self._database.run("sweep_meeting", {"days": KEPT_DAYS})


def _readable(row: Row) -> tuple[Seek, Wishes] | None:
    """Returns a seek in the form that is matched. `None` if this release cannot read it or does not know its rules."""
    try:
        return seek_to_match(row)
    except Exception as error:  # noqa: BLE001 - one bad seek must not block all others
        _log.warning("%s cannot be read, or its rules are no longer known: %r", row[0], error)
        return None


def _plan_document(match: SeekMatch, sought: Sequence[tuple[Seek, Wishes]], sandbox: str | None) -> dict[str, Any]:
    """Returns the plan for a match as JSON. It has the rules as the first seeker wrote them."""
    rules = next(each for each in sought[0][1].rules if variant_of(each) == match.variant)
    seek_of = {player: seek.id for seek, _ in sought for player in seek.players}
    return {
        **rules._asdict(),
        "hands": match.hands,
        "clock": clock_document(match.clock),
        "spectators": {"delay": match.spectators.delay, "minutes": match.spectators.minutes},
        "host": sought[0][0].players[0],
        "world": sandbox,
        "players": [[player, seek_of[player]] for player in match.players],
    }


def _commands(plan: dict[str, Any], randomness: Randomness) -> tuple[OpenTable, list[TableCommand]]:
    """Returns the commands that open the table of a plan and then act on it. Raises `NotReadable`."""
    try:
        return _read_commands(plan, randomness)
    except (KeyError, TypeError, ValueError) as error:
        raise NotReadable from error


def _read_commands(plan: dict[str, Any], randomness: Randomness) -> tuple[OpenTable, list[TableCommand]]:
    clock = clock_rules(plan["clock"])
    opened = OpenTable(
        by=PlayerId(plan["host"]),
        game=plan["game"],
        profile=plan["profile"],
        overrides=plan["options"],
        listed=True,
        hands=plan["hands"],
        spectators=Spectators(**plan["spectators"]),
        clock=clock,
        pauses=default_pauses(clock),
        ladder=default_ladder(clock),
        starts_when_full=True,
        sandbox=plan["world"],
    )
    return opened, [
        Sit(PlayerId(player), Seat(seat), randomness.token_hex(ENTROPY_BYTES))
        for seat, (player, _) in enumerate(plan["players"])
    ]
