"""Analyses of finished hands: asking for one, judging its decisions part by part, and reading it.

The analysis belongs to the hand and not to the player who asks for it. Everyone who may see the record of the hand may
see it. A job judges some decisions and stores them. The next one folds the events again and continues, so any worker
can, and a lost job loses little.
"""

import hashlib
import logging
import random
import time
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, NamedTuple

import orjson

from domain.games.bots import teacher, versioned
from domain.kernel.players import PlayerId
from domain.kernel.seats import Seat
from domain.table.bot import Evaluator, Luck
from domain.table.events import CardsDealt, HandOpened, TableOpened
from domain.table.sealing import TableSealed
from domain.tools.analysis import Judgement, Position, judge, positions
from domain.tools.double_dummy import trick_values
from service.platform.documents import Json
from service.platform.feeds.notifier import Notifier
from service.platform.sources import Randomness
from service.platform.store.database import Database
from service.platform.store.event_store import EventStore
from service.platform.store.events import event_of
from service.tables.analysis.document_types import CostOfSeat, HandAnalysis, MistakesInGame
from service.tables.analysis.documents import (
    DIGITS,
    added_up,
    costs_by_phase,
    open_values,
    read_decision,
    stored_decision,
)
from service.tables.analysis.puzzles import clearest, puzzle_in
from service.tables.cache import TableCache
from service.tables.events import NoSuchTable, stream_of
from service.tables.records import NoHandOver
from service.tables.views import Views

_log = logging.getLogger(__name__)
SOLVING_S = 0.25
"""Seconds for the last tricks with all cards known. A worker does not make people wait longer for them."""
MOST_WAITING = 1000
"""The number of analyses that may wait. More would wait for hours."""


STREAM_PREFIX = "analysis-"


def analysis_stream(table_id: str, hand: int) -> str:
    """Returns the name under which the notifier announces the progress of an analysis."""
    return f"{STREAM_PREFIX}{table_id}/{hand}"


def newest_judged(database: Database, streams: Sequence[str]) -> dict[str, int]:
    """Returns how far the analyses among some streams are. Raises `DatabaseUnavailable`."""
    tables = {each.removeprefix(STREAM_PREFIX).partition("/")[0] for each in streams if each.startswith(STREAM_PREFIX)}
    rows = database.read("progress_of_analyses", {"tables": sorted(tables)}) if tables else ()
    return {analysis_stream(table_id, hand): number for table_id, hand, number in rows}


class NoTeacher(Exception):
    """No bot judges moves of this game, which is the argument."""


class NoSuchHand(Exception):
    """The match is over, and it had no hand of this number. The arguments are the number and that of its last hand."""


class TooManyAnalyses(Exception):
    """Too many analyses wait. The argument is their number."""


class _HandOver(NamedTuple):
    """A finished hand: its game and number, the version of its last event, and when that was recorded."""

    game: str
    hand: int
    version: int
    ended_at: datetime


class Analyses:
    """The stored analyses. Methods raise `NoSuchTable`, `NoSuchHand`, and `NoHandOver` if the hand is not over."""

    def __init__(
        self,
        database: Database,
        store: EventStore,
        table_cache: TableCache,
        views: Views,
        notifier: Notifier,
        randomness: Randomness,
    ) -> None:
        """Takes the database, the events, the tables with their views, the notifier, and the source of ids."""
        self._database = database
        self._store = store
        self._table_cache = table_cache
        self._views = views
        self._notifier = notifier
        self._randomness = randomness

    def ask(self, table_id: str, hand: int, reader: PlayerId) -> None:
        """Asks for the analysis of a finished hand that the reader may see. Repeating it changes nothing.

        Raises:
            TableSealed: the reader may not see the table.
            NoTeacher: no bot judges moves of the game.
            TooManyAnalyses: too many others wait.
        """
        over = self._visible(table_id, hand, reader)
        judges = teacher(over.game)
        if judges is None:
            raise NoTeacher(over.game)
        [(waiting,)] = self._database.read("waiting_analyses", {})
        if waiting >= MOST_WAITING:
            raise TooManyAnalyses(waiting)
        self._begin(_Part(table_id, hand, versioned(judges)), over)

    def _begin(self, part: "_Part", over: _HandOver) -> None:
        """Records an analysis. One by another teacher, or by an older version, begins again."""
        row = {**part.names, "game": over.game, "teacher": part.teacher, "ended_at": over.ended_at}
        self._database.together(lambda run: run("ask_for_analysis", row) and run("drop_judgements", part.names))

    def analysis(self, table_id: str, hand: int | None, reader: PlayerId) -> HandAnalysis:
        """Returns the analysis of a finished hand, by default of the last one that the reader may see.

        Raises `TableSealed` if the reader may not see the table.
        """
        over = self._visible(table_id, hand, reader)
        hand = over.hand
        rows = self._database.read("analysis", {"table_id": table_id, "hand": hand})
        by, decisions, judged, is_done, deal, players, costs, values, _ = (
            rows[0] if rows else (None, 0, 0, False, "", [], [], None, [])
        )
        documents = self._database.read("judgements", {"table_id": table_id, "hand": hand}) if judged else []
        return {
            "table": table_id,
            "hand": hand,
            "game": over.game,
            "status": "none" if by is None else "done" if is_done else "running" if judged else "waiting",
            "teacher": by,
            "decisions": decisions,
            "judged": judged,
            "costs": self._costs(table_id, reader, deal, players, costs) if is_done else [],
            "open_values": values if is_done else None,
            "judgements": [read_decision(document) for (document,) in documents],
        }

    def hand_of(self, table_id: str, hand: int | None, reader: PlayerId) -> int:
        """Returns the number of a finished hand that the reader may see; of the last one if `hand` is `None`.

        Raises `TableSealed` if the reader may not see the table.
        """
        return self._visible(table_id, hand, reader).hand

    def _visible(self, table_id: str, hand: int | None, reader: PlayerId) -> _HandOver:
        """Returns a finished hand that the reader may see; the last one if `hand` is `None`."""
        until = self._views.visibility(table_id, reader).until
        return self._hand_over(table_id, hand, until)

    def _hand_over(self, table_id: str, hand: int | None, until: int | None = None) -> _HandOver:
        ends = self._database.read("finished_hands", {"stream": stream_of(table_id)})
        cached = self._table_cache.cached(table_id)
        for version, number, ended_at in reversed(ends):
            if hand in (None, number) and (until is None or version <= until):
                return _HandOver(cached.table.game.name, number, version, ended_at)
        if hand is not None and cached.table.status == "finished" and (until is None or until >= cached.version):
            raise NoSuchHand(hand, max((number for _, number, _ in ends), default=0))
        raise NoHandOver(table_id)

    def _events(self, table_id: str, over: _HandOver) -> list[Any]:
        """Returns the events up to the end of a hand."""
        stored = self._store.read_all(stream_of(table_id))
        return [event_of(each.record) for each in stored if each.version <= over.version]

    # ------------------------------------------------------------------------------------------------ judging

    def continue_analysis(self, table_id: str, hand: int, until: float) -> int | None:
        """Judges further decisions, at least one, and stores them.

        Args:
            table_id: id of the table.
            hand: the number of the hand.
            until: the time limit, by `time.monotonic`.

        Returns:
            The number of decisions that are judged, or `None` if nothing is left to do. Less than before if the teacher
            has changed.
        """
        rows = self._database.read("analysis", {"table_id": table_id, "hand": hand})
        over = self._hand_over(table_id, hand)
        judges = teacher(over.game)
        if not rows or rows[0][3] or judges is None:
            return None
        part = _Part(table_id, hand, versioned(judges))
        if rows[0][0] != part.teacher:
            # It was begun by another release.
            self._begin(part, over)
            return 0
        events = self._events(table_id, over)
        found = list(positions(events, hand))
        judged: int = rows[0][2]
        documents: list[Json] = []
        puzzles: list[Json] = rows[0][8]
        for position in found[judged:]:
            decided = _judged(judges, position, part)
            judged += 1
            if decided is not None:
                documents.append(stored_decision(position, decided))
                puzzle = puzzle_in(position, decided)
                puzzles = puzzles if puzzle is None else clearest([*puzzles, puzzle])
            if time.monotonic() > until:
                break
        self._keep(part, documents, puzzles, judged, len(found))
        if judged < len(found):
            return judged
        self._finish(part, events, found, puzzles, lambda: time.monotonic() > until + SOLVING_S)
        return None

    def _keep(self, part: "_Part", documents: Sequence[Json], puzzles: Sequence[Json], judged: int, total: int) -> None:
        row = {**part.names, "teacher": part.teacher, "decisions": total, "judged": judged, "puzzles": _text(puzzles)}

        def keep(run: Any) -> None:
            run("add_judgements", {**part.names, "documents": _text(documents)})
            run("continue_analysis", row)

        self._database.together(keep)
        self._notifier.notify(analysis_stream(part.table_id, part.hand), judged)

    def _finish(
        self,
        part: "_Part",
        events: Sequence[Any],
        found: Sequence[Position],
        puzzles: Sequence[Json],
        is_time_up: Callable[[], bool],
    ) -> None:
        decisions = [document for (document,) in self._database.read("judgements", part.names)]
        seats = found[-1].view.seats if found else ()
        costs = [
            {"seat": seat, **each}
            for seat in range(len(seats))
            for each in costs_by_phase(each for each in decisions if each["seat"] == seat and each["bot"] is None)
        ]
        values = open_values(trick_values(events, part.hand, is_time_up))
        row = {
            **part.names,
            "teacher": part.teacher,
            "deal": _deal_hash(events, part.hand),
            "players": [one.player if one and one.bot is None else "" for one in seats],
            "costs": _text(costs),
            "open_values": None if values is None else _text(values),
        }

        def finish(run: Any) -> None:
            run("finish_analysis", row)
            for each in puzzles:
                texts = {name: _text(each[name]) for name in ("position", "solution")}
                run("add_puzzle", {**each, **texts, "id": self._randomness.new_id("puz"), "table_id": part.table_id})

        self._database.together(finish)
        self._notifier.notify(analysis_stream(part.table_id, part.hand), len(found) + 1)

    # ------------------------------------------------------------------------------------------------ costs

    def _costs(
        self, table_id: str, reader: PlayerId, deal: str, players: Sequence[str], costs: Sequence[Any]
    ) -> list[CostOfSeat]:
        others = [
            others_costs
            for other, hand, others_costs in self._database.read("same_deal", {"deal": deal, "table_id": table_id})
            if self._is_visible(other, hand, reader)
        ]
        return [self._cost_of_seat(seat, player, costs, others) for seat, player in enumerate(players)]

    @staticmethod
    def _cost_of_seat(seat: int, player: str, costs: Sequence[Any], others: Sequence[Sequence[Any]]) -> CostOfSeat:
        own = _of_seat(costs, seat)
        theirs = [sum(each["points"] for each in _of_seat(each, seat)) for each in others if _of_seat(each, seat)]
        total = added_up(own)
        return {
            "seat": Seat(seat),
            "player": PlayerId(player) if player else None,
            "decisions": total["decisions"],
            "mistakes": total["mistakes"],
            "points": total["points"],
            "phases": own,
            "others": {"tables": len(theirs), "points": round(sum(theirs) / len(theirs), DIGITS)} if theirs else None,
        }

    def _is_visible(self, table_id: str, hand: int, reader: PlayerId) -> bool:
        try:
            self._visible(table_id, hand, reader)
        except (TableSealed, NoSuchTable, NoSuchHand, NoHandOver):
            return False
        return True

    def own_mistakes(self, player: PlayerId) -> list[MistakesInGame]:
        """Returns the cost of the mistakes of a player, by game, phase and month."""
        phases = self._database.read("own_costs", {"player_id": player})
        months = self._database.read("own_months", {"player_id": player})
        found: list[MistakesInGame] = []
        for game in sorted({row[0] for row in months}):
            of_game = [row[1:] for row in months if row[0] == game]
            hands = sum(count for _, count, _ in of_game)
            found.append(
                {
                    "game": game,
                    "hands": hands,
                    "points_a_hand": round(sum(points for *_, points in of_game) / hands, DIGITS),
                    "phases": [
                        {"phase": phase, "decisions": decisions, "mistakes": mistakes, "points": round(points, DIGITS)}
                        for of, phase, decisions, mistakes, points in phases
                        if of == game
                    ],
                    "months": [
                        {"month": month, "hands": count, "points_a_hand": round(points / count, DIGITS)}
                        for month, count, points in of_game
                    ],
                }
            )
        return found


class _Part(NamedTuple):
    """The analysis on which a job works."""

    table_id: str
    hand: int
    teacher: str

    @property
    def names(self) -> dict[str, Any]:
        """The key of its row."""
        return {"table_id": self.table_id, "hand": self.hand}

    def luck(self, name: str) -> Luck:
        """Returns random numbers that follow from the name, so that a repeated job judges alike."""
        return random.Random(f"{self.table_id}/{name}")  # noqa: S311 - must be repeatable, and decides nothing


def _text(document: Any) -> str:
    """Returns a document as JSON."""
    return orjson.dumps(document).decode()


def _judged(judges: Evaluator, position: Position, part: _Part) -> Judgement | None:
    """Returns the judgement of a decision, or `None` if the teacher cannot judge it, or fails."""
    try:
        return judge(judges, position, part.luck)
    except Exception:  # noqa: BLE001 - any defect is logged with its trace, and the other decisions are judged
        _log.exception("%s cannot judge decision %d of hand %d", part.teacher, position.number, position.hand)
        return None


def _of_seat(costs: Sequence[Any], seat: int) -> list[Any]:
    """Returns the costs of a seat by phase."""
    return [{name: each[name] for name in each if name != "seat"} for each in costs if each["seat"] == seat]


def _deal_hash(events: Sequence[Any], hand: int) -> str:
    """Returns a hash of the rules and of all cards of a hand. Cards and rules are equal at all tables of a board."""
    opened: TableOpened = events[0]
    current = 0
    for event in events:
        if isinstance(event, HandOpened):
            current = event.hand
        if isinstance(event, CardsDealt) and current == hand:
            known = [opened.game, opened.rules, event.first_drawer, event.order]
            return hashlib.sha256(orjson.dumps(known, option=orjson.OPT_SORT_KEYS)).hexdigest()
    return ""
