"""Puzzles: positions from finished public hands in which one move is clearly best."""

from collections.abc import Callable, Sequence
from typing import Any

from domain.games.registry import GAMES, PACKAGES
from domain.kernel.messages import Message
from domain.kernel.refusals import WrongMoment
from domain.kernel.seats import Seat
from domain.table.commands import Act, CommandAtTable
from domain.table.evolve import evolve
from domain.table.redact import redact
from domain.table.spectators import NO_DELAY
from domain.table.state import Table
from domain.tools.analysis import Judgement, Position, is_same_move, positions
from service.platform.documents import Json
from service.platform.store.database import Database
from service.platform.store.event_store import EventStore
from service.platform.store.events import event_of
from service.tables.analysis.document_types import Puzzle, PuzzleAttempt, PuzzleSummary
from service.tables.analysis.documents import DIGITS, move_document, read_reason, stored_reason
from service.tables.documents import moves_document
from service.tables.events import stream_of

LEAST_POINTS = 5.0
"""The least difference between the best move and the second best, in points a hand."""
SURE = 3.0
"""The number of standard errors by which the difference has to exceed zero."""
LEAST_MOVES = 3
MOST_IN_HAND = 3


class NoSuchPuzzle(Exception):
    """No puzzle has this id, which is the argument."""


def puzzle_in(position: Position, judged: Judgement) -> Json | None:
    """Returns the puzzle that a decision makes, or `None`."""
    table = position.view
    is_public = table.listed and not table.sealed and not table.sandbox and table.spectators == NO_DELAY
    if not is_public or len(judged.candidates) < LEAST_MOVES:
        return None
    best, second = judged.candidates[:2]
    if second.cost < LEAST_POINTS or second.cost - SURE * second.cost_error <= 0:
        return None
    game = table.game.name
    reason = PACKAGES[game].lessons.reason(table.match, position.seat, second.move, best.move)
    moves = [{"move": move_document(game, each.move), "cost": round(each.cost, DIGITS)} for each in judged.candidates]
    return {
        "difference": second.cost,
        "hand": position.hand,
        "number": position.number,
        "game": game,
        "profile": table.rules.profile,
        "phase": position.phase,
        "position": {
            "version": position.version,
            "seat": position.seat,
            "match": table.game.view(table.match, position.seat),
            "moves": moves_document(table, position.seat),
        },
        "solution": {"moves": moves, "reason": stored_reason(reason)},
    }


def clearest(found: Sequence[Json]) -> list[Json]:
    """Returns the puzzles of a hand with the greatest differences."""
    return sorted(found, key=lambda each: (-each["difference"], each["number"]))[:MOST_IN_HAND]


class Puzzles:
    """The stored puzzles."""

    def __init__(self, database: Database, store: EventStore) -> None:
        self._database = database
        self._store = store

    def page(self, game: str | None, before: str, limit: int) -> list[PuzzleSummary]:
        """Returns puzzles of a game, or of all, newest first."""
        rows = self._database.read("puzzles", {"game": game, "before": before, "limit": limit})
        return [_summary(*row) for row in rows]

    def puzzle(self, puzzle_id: str) -> Puzzle:
        """Returns a puzzle without its solution. Raises `NoSuchPuzzle`."""
        row = self._row(puzzle_id)
        position = row[4]
        return {
            **_summary(*row[:4]),
            "seat": position["seat"],
            "match": position["match"],
            "moves": position["moves"],
        }

    def attempt(self, puzzle_id: str, read: Callable[[str], CommandAtTable]) -> PuzzleAttempt:
        """Returns whether a move solves a puzzle.

        Args:
            puzzle_id: id of the puzzle.
            read: returns the answer as a command of a game.

        Raises:
            NoSuchPuzzle: no puzzle has this id.
            NotAMove: the answer is no move of the game.
            NotInThisPosition: the position does not ask for such a move.
            Illegal: a rule of the game forbids the move.
        """
        _, game, _, _, position, solution, table_id, hand, number = self._row(puzzle_id)
        command = read(game)
        if not isinstance(command, Act):
            raise NotAMove(type(command).__name__)
        view = self._view(table_id, hand, number, position)
        try:
            view.game.preview(view.match, Seat(position["seat"]), command.move)
        except WrongMoment as refusal:
            raise NotInThisPosition(refusal.detail) from refusal
        package = PACKAGES[game]

        def matches(move: Json) -> bool:
            known = package.moves[move["type"]].move(_loaded(move))
            return is_same_move(package.command_of, known, command.move)

        costs = [each["cost"] for each in solution["moves"] if matches(each["move"])]
        return {
            "right": bool(costs) and costs[0] == 0,
            "cost": costs[0] if costs else None,
            "best": solution["moves"][0]["move"],
            "reason": read_reason(solution["reason"]),
            "table": table_id,
            "hand": hand,
            "number": number,
        }

    def _view(self, table_id: str, hand: int, number: int, position: Json) -> Table:
        """Returns the table as the seat saw it at its decision."""
        events = [event_of(each.record) for each in self._store.read_all(stream_of(table_id))]
        version = position.get("version")
        if version is None:
            # Puzzles of earlier releases do not have it.
            version = next(each.version for each in positions(events, hand) if each.number == number)
        game = GAMES[events[0].game]
        view: Table | None = None
        for event in events[: version - 1]:
            view = evolve(GAMES, view, redact(game, event, Seat(position["seat"])))
        if view is None:
            raise ValueError(f"no event comes before decision {number} of {table_id}")
        return view

    def _row(self, puzzle_id: str) -> tuple[Any, ...]:
        rows = self._database.read("puzzle", {"id": puzzle_id})
        if not rows:
            raise NoSuchPuzzle(puzzle_id)
        return rows[0]


class NotInThisPosition(Exception):
    """The position of a puzzle asks for another kind of move.

    Attributes:
        detail: why, in one sentence.
    """

    def __init__(self, detail: Message) -> None:
        super().__init__(detail)
        self.detail = detail


class NotAMove(Exception):
    """The answer to a puzzle is a command that is no move of a game."""


def _loaded(move: Json) -> Json:
    """Returns the members of a stored move."""
    return {name: value for name, value in move.items() if name != "type"}


def _summary(puzzle_id: str, game: str, profile: str, phase: str) -> PuzzleSummary:
    return {"id": puzzle_id, "game": game, "profile": profile, "phase": phase}
