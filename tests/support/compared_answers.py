"""Compares the answers at a table with the answers at the same table with hidden cards exchanged."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from domain.games.registry import GAMES
from domain.kernel.players import PlayerId
from domain.kernel.refusals import InvalidRules, Refusal
from domain.kernel.seats import Seat
from domain.kernel.viewers import Onlooker
from domain.table.commands import (
    Act,
    Agree,
    Disagree,
    GiveOrders,
    Leave,
    Propose,
    ResumeSeat,
    SetEntropy,
    Sit,
    Start,
    TableCommand,
    WithdrawOrders,
    WithdrawProposal,
)
from domain.table.decide import check, decide
from domain.table.evolve import fold
from domain.table.hands import Chance
from domain.table.redact import redact
from domain.table.state import Table
from tests.support import climbing_exchange, exchange
from tests.support.effort import Difference, Effort, differences, effort_of, forget
from tests.support.option_sets import by_luck
from tests.support.orders import order_by_chance
from tests.support.unseen import Looked, unseen_at

OF_A_KIND = 3
"""The number of moves of each kind that a seat tries at most."""
CHANCE = Chance(bytes(32))
PLANTED = f"{Path(__file__).parents[1]}/properties/test_planted_work.py"
"""The file of the planted checks. Their work is counted like that of the rules."""


class Case(NamedTuple):
    """The events up to a moment, as played and with hidden cards exchanged, and the moves that a seat might try."""

    here: tuple[Any, ...]
    there: tuple[Any, ...]
    seat: Seat
    moves: Callable[[Table, Random], list[Any]]
    seed: int


def case_of_shengji(seed: int, pinned: dict[str, object]) -> Case:
    """Returns a case at a random moment of a match with these options."""
    luck = Random(seed)
    for _ in range(200):
        options = {"final_level": "A", "after_final": "end", "laps": 1, **pinned}
        try:
            setting = by_luck(luck.randrange(2**32), pinned=options)
            talk = luck.choice((0.0, 0.05))
            moment = exchange.moment_by_chance(setting.profile, dict(setting.overrides), luck.randrange(2**32), talk)
        except (InvalidRules, IndexError):
            continue  # the pinned options may conflict with the others
        if not isinstance(moment.viewer, Onlooker):
            other = exchange.with_hidden_cards_exchanged(moment, luck)
            moves = partial(exchange.batch_of_moves, moment)
            return Case(moment.events, other.events, Seat(moment.viewer), moves, seed)
    raise AssertionError(f"no match with {pinned}")


def case_of_climbing(seed: int, form: tuple[str, dict[str, object]]) -> Case:
    moments = (climbing_exchange.moment_by_chance(*form, seed + more) for more in range(100))
    moment = next(each for each in moments if not isinstance(each.viewer, Onlooker))
    other = climbing_exchange.with_hidden_cards_exchanged(moment, Random(seed))
    moves = partial(climbing_exchange.batch_of_moves, moment)
    return Case(moment.events, other.events, Seat(moment.viewer), moves, seed)


class Twice(NamedTuple):
    """Three copies of a table at one moment, and the commands of a seat.

    Attributes:
        here: the table as played.
        there: the table with hidden cards exchanged.
        unseen: the table with hidden cards that cannot be read.
        seen: the table as the seat sees it.
        seat: the seat that gives the commands.
        commands: the commands that the seat tries.
    """

    here: Table
    there: Table
    unseen: Table
    seen: Table
    seat: Seat
    commands: tuple[TableCommand, ...]

    @property
    def by(self) -> PlayerId:
        occupant = self.here.seats[self.seat]
        assert occupant is not None
        return occupant.player


def twice(case: Case) -> Twice:
    luck, seat = Random(case.seed), case.seat
    truth, elsewhere = fold(GAMES, case.here), fold(GAMES, case.there)
    shown = (redact(truth.game, event, seat) for event in case.here)
    seen = fold(GAMES, [event for event in shown if event is not None])
    found = Twice(truth, elsewhere, unseen_at(truth, seen), seen, seat, ())
    moves = case.moves(seen, luck)
    kinds = [[move for move in moves if type(move) is kind] for kind in dict.fromkeys(map(type, moves))]
    some = [move for each in kinds for move in luck.sample(each, min(OF_A_KIND, len(each)))]
    return found._replace(commands=(*(Act(found.by, move) for move in some), *other_commands(found, luck)))


def other_commands(found: Twice, luck: Random) -> Iterator[TableCommand]:
    """Yields commands of a seat other than moves. Some of them are refused."""
    by, hand = found.by, list(found.seen.game.orders.own_cards(found.seen.match, found.seat))
    for _ in range(3):
        yield GiveOrders(by, (order_by_chance(found.seen, found.seat, luck, list(hand)),), auto_forced=False)
    yield from (WithdrawOrders(by), WithdrawOrders(by, ("9",)), SetEntropy(by, "other"), Leave(by), ResumeSeat(by))
    yield from (Propose(by, what) for what in ("undo", "draw", "abandon", "concede_hand", "concede_match"))
    yield from (Agree(by, "undo"), Agree(by, "concede_hand"), Disagree(by), WithdrawProposal(by))
    yield from (Start(by), Sit(by, Seat(0), ""))


class Question(NamedTuple):
    """A question to a table, with its name and its function."""

    name: str
    of: Callable[[Table], Any]


def questions(found: Twice) -> Iterator[Question]:
    """Yields questions that change nothing: refused commands, dry runs, and the legal moves."""
    for command in found.commands:
        what = type(command.move if isinstance(command, Act) else command).__name__
        if is_refused(found.here, command):
            yield Question(f"{what} in earnest", partial(answer_in_earnest, command))
        yield Question(f"{what} in a dry run", partial(answer_to_dry_run, command))
    yield Question("legal moves", lambda table: table.game.legal_moves(table.match, found.seat))


def is_refused(table: Table, command: TableCommand) -> bool:
    try:
        decide(GAMES, table, command, CHANCE)
    except Refusal:
        return True
    return False


def answer_in_earnest(command: TableCommand, table: Table) -> str:
    try:
        decide(GAMES, table, command, CHANCE)
    except Refusal as refusal:
        return refusal.code()
    return "done"


def answer_to_dry_run(command: TableCommand, table: Table) -> str:
    try:
        check(GAMES, table, command)
    except Refusal as refusal:
        return refusal.code()
    return "legal"


class Answer(NamedTuple):
    question: str
    code: Any
    effort: Effort


def answers(found: Twice, table: Table, *, cold: bool) -> Iterator[Answer]:
    """Yields the answers of the table. If `cold`, the caches are cleared before each question."""
    for name, of in questions(found):
        if cold:
            forget()
        yield Answer(name, *effort_of(partial(of, table), __file__, PLANTED))


def leaks(found: Twice, *, cold: bool = True) -> list[tuple[str, list[Difference]]]:
    """Returns the questions that take different work at the two tables, with the differences."""
    forget()
    here = list(answers(found, found.here, cold=cold))
    forget()
    there = list(answers(found, found.there, cold=cold))
    assert [each[:2] for each in here] == [each[:2] for each in there]
    pairs = zip(here, there, strict=True)
    return [(one.question, differences(one.effort, other.effort)) for one, other in pairs if one.effort != other.effort]


def looks(found: Twice) -> list[str]:
    """Returns the questions whose answers read hidden cards."""
    return [name for name, of in questions(found) if is_looking(of, found.unseen)]


def is_looking(of: Callable[[Table], Any], table: Table) -> bool:
    try:
        of(table)
    except (Looked, TypeError):
        return True
    return False
