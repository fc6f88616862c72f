"""Matchmaking: from open seeks to tables at which everybody sits, each exactly once.

A table is planned first: in one transaction its plan is written, with the id that it will have, and the seeks are taken
for it. Of two who plan at the same moment one finds the seeks taken. Then it is carried out. Once it is marked as being
opened, no player can withdraw. One command opens the table and seats all players, which starts the match. One
transaction updates the seeks, notifies the players and removes the plan. Each step can be done again, by anybody, so it
does not matter who dies between two of them: the command has an id made of the plan's, and the plan stays until all is
done.
"""

import logging
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple
from uuid import NAMESPACE_URL, uuid5

import orjson

from domain.clocks.ladder import usual_ladder, usual_pauses
from domain.clocks.rules import clock_document, clock_rules
from domain.kernel.players import PlayerId
from domain.kernel.refusals import Refusal
from domain.kernel.seats import Seat
from domain.seeks.matching import Match, matches
from domain.seeks.wishes import Seek
from domain.table.commands import Leave, OpenTable, Sit, TableCommand
from domain.table.spectators import Spectators
from service.lobby.seeks.handlers import Wishes, seek_to_match, variant_of
from service.notifications.account_event_writer import AccountEventWriter
from service.notifications.events import NewAccountEvent
from service.platform.sources import Randomness
from service.platform.store.database import Database, DatabaseUnavailable, Row
from service.platform.store.idempotency import Key
from service.platform.store.subscription import Run
from service.social.blocks.handlers import Blocks
from service.tables.handlers import Tables

SEEKS_AT_ONCE = 1000
"""So many seeks of one world are looked at together, those first that have waited longest."""
MEETINGS_AT_ONCE = 100
KEPT_DAYS = 30
"""So long a seek that is over can still be looked at."""
FINGERPRINT = "meeting"
ENTROPY_BYTES = 16

_log = logging.getLogger(__name__)


class NotReadable(Exception):
    """A plan that this program cannot read."""


class WaitingSeek(NamedTuple):
    """What there is to do: how many seeks can be matched, a number that tells these from others, and planned tables."""

    seeks: int
    fingerprint: str
    planned: int


class Matchmaking:
    """Plans tables for seeks and opens them; everything in it is safe to be done twice, and at once."""

    def __init__(
        self,
        database: Database,
        tables: Tables,
        blocks: Blocks,
        event_writer: AccountEventWriter,
        randomness: Randomness,
    ) -> None:
        """Takes the stores of seeks, tables and blocks, what tells the players, and the source of ids."""
        self._blocks = blocks
        self._database = database
        self._randomness = randomness
        self._tables = tables
        self._event_writer = event_writer

    def waiting(self) -> WaitingSeek:
        """What there is to do."""
        return WaitingSeek(*self._database.read("matchmaking")[0])

    def match(self) -> int:
        """Plans the tables that can be filled now, and opens all that are planned; returns how many were opened."""
        self.plan()
        return sum(self._carried_out(meeting) for meeting in self.planned())

    def _carried_out(self, meeting_id: str) -> bool:
        """Whether a planned table was opened; a defect of one must not hold up the others."""
        try:
            return self.carry_out(meeting_id)
        except DatabaseUnavailable:
            raise
        except Exception:  # noqa: BLE001 - logged, and tried again later, since the plan is still there
            _log.exception("%s was not carried out", meeting_id)
            return False

    def plan(self) -> list[str]:
        """Plans a table for every match of the seeks that are open, and returns the ids of the plans."""
        rows = self._database.read("seeks_to_match", {"limit": SEEKS_AT_ONCE})
        by_sandbox: dict[str | None, list[Row]] = {}
        for row in rows:
            by_sandbox.setdefault(row[-1], []).append(row[:-1])
        planned: list[str] = []
        for sandbox, of_sandbox in by_sandbox.items():
            try:
                planned.extend(filter(None, self._plan_in(sandbox, of_sandbox)))
            except DatabaseUnavailable:
                raise
            except Exception:  # noqa: BLE001 - logged, and tried again later; other worlds go on
                _log.exception("the seeks of %s were not matched", sandbox or "all but sandboxes")
        return planned

    def _plan_in(self, sandbox: str | None, rows: Sequence[Row]) -> Iterator[str | None]:
        """Plans the tables of one world: those who seek in a sandbox play there.

        Where there was no time for all seeks, or no room for them, the next look begins behind those that had a turn.
        """
        waits_since = {row[0]: row[-1] for row in rows}
        sought = {seek.id: (seek, wishes) for seek, wishes in filter(None, map(_readable, (row[:-1] for row in rows)))}
        seeks = [seek for seek, _ in sought.values()]
        blocked = self._blocks.blocked_pairs({player for seek in seeks for player in seek.players})
        found = matches(seeks, lambda one, two: frozenset({one, two}) in blocked)
        for match in found.tables:
            yield self._plan(match, [sought[seek] for seek in match.seeks], sandbox)
        # What is looked at moves on by half, so that neighbours are looked at together.
        last = found.last or (rows[len(rows) // 2][0] if len(rows) == SEEKS_AT_ONCE else None)
        if last is None:
            self._database.run("begin_matching_in_front", {"world": sandbox})
        else:
            self._database.run("begin_matching_behind", {"world": sandbox, "at": waits_since[last], "id": last})

    def planned(self) -> list[str]:
        """The ids of the plans that have not been carried out to the end."""
        return [meeting for (meeting,) in self._database.read("meetings", {"limit": MEETINGS_AT_ONCE})]

    def _plan(self, match: Match, sought: Sequence[tuple[Seek, Wishes]], sandbox: str | None) -> str | None:
        """Writes down what is to be done for a match, and takes its seeks; none when they are no longer all open."""
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
        """Opens a planned table, and tells its players; false when there was nothing left to do.

        Raises:
            DatabaseUnavailable: it could not be done now; the plan is still there.
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
            # Rules that were good when they were sought and are no longer, after a change of the program.
            _log.exception("%s cannot be opened", meeting_id)
            self._end(meeting_id, "give_seeks_up", {}, [])
            return False
        players = [PlayerId(player) for player, _ in plan["players"]]
        # Nobody can withdraw while the table is opened, but close an account: who is gone gives the seat up.
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
            # They have left before.
            _log.info("%s has left %s", player, table_id)

    def _end(self, meeting_id: str, statement: str, more: dict[str, Any], events: list[NewAccountEvent]) -> bool:
        """Ends a plan and what it says of its seeks, once; false when somebody else has done it."""

        def end(run: Run) -> list[NewAccountEvent] | None:
            if not run("hold_meeting", {"id": meeting_id}):
                return None
            run(statement, {"meeting_id": meeting_id, **more})
            run("drop_meeting", {"id": meeting_id})
            open_ = {player for (player,) in run("hold_players", {"ids": [each.player for each in events]})}
            return [each for each in events if each.player in open_]

        return self._event_writer.transact(end)

    def sweep(self) -> None:
        """Removes seeks and invitations that have been over for long."""
        self._database.run("sweep_meeting", {"days": KEPT_DAYS})


def _readable(row: Row) -> tuple[Seek, Wishes] | None:
    """A seek as it can be matched; none where this program cannot read it, or no longer knows its rules."""
    try:
        return seek_to_match(row)
    except Exception as error:  # noqa: BLE001 - one seek must not hold up all others
        _log.warning("%s cannot be read, or its rules are no longer known: %r", row[0], error)
        return None


def _plan_document(match: Match, sought: Sequence[tuple[Seek, Wishes]], sandbox: str | None) -> dict[str, Any]:
    """What is to be done for a match, in plain JSON: the rules as they were written by who leads."""
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
    """How the table of a plan is opened, and what is said at it then. Raises `NotReadable`."""
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
        pauses=usual_pauses(clock),
        ladder=usual_ladder(clock),
        starts_when_full=True,
        world=plan["world"],
    )
    return opened, [
        Sit(PlayerId(player), Seat(seat), randomness.token_hex(ENTROPY_BYTES))
        for seat, (player, _) in enumerate(plan["players"])
    ]
