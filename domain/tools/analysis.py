"""Analysis of hands after they are over: what each seat played, and what the teacher would have played in its place.

The teacher is a bot that judges moves (`Evaluator`). It sees each decision as the seat saw it: the fold of the events
that were redacted for the seat. It never sees the hidden cards, although they are public by now.

A difference counts as a mistake if its 95 % interval excludes zero, twice: the teacher chooses the better move in one
set of possible deals, and the figures come from a second set. Otherwise the best of many moves would look better than
it is. The difference also has to be at least `Lessons.least_cost` of the game, because many deals make the smallest
difference certain.
"""

from collections.abc import Callable, Iterator, Sequence
from math import hypot
from typing import Any, NamedTuple

from domain.games.lessons import HandPhase, Reason
from domain.games.registry import GAMES, PACKAGES
from domain.kernel.seats import Seat
from domain.table.bot import Candidate, Evaluator, Luck
from domain.table.events import HandOpened, SecretPublished
from domain.table.evolve import evolve
from domain.table.redact import redact
from domain.table.state import Table

Z_95 = 1.96
SECOND_LOOK = 2.0
"""The work of the second look, as a multiple of the first."""


class Position(NamedTuple):
    """A decision, as its seat saw it.

    Attributes:
        version: the number of the event with which the move begins, from 1.
        hand: the number of the hand.
        number: the number of the decision in the hand, from 1.
        seat: the seat.
        view: the table as the seat saw it.
        move: the move that was made.
        phase: the phase of the hand.
    """

    version: int
    hand: int
    number: int
    seat: Seat
    view: Table
    move: Any
    phase: HandPhase


class Judgement(NamedTuple):
    """What the teacher thinks of a decision.

    Attributes:
        played: the move that was played.
        best: the move that the teacher prefers. It is the same if no other move is better.
        cost: the points a hand that the played move is expected to lose against the best one.
        cost_error: the standard error of the cost.
        is_mistake: whether the cost is certainly more than zero, and not too small to matter.
        is_only: whether there was no choice.
        reason: why the best move is better, for a mistake.
        candidates: the moves that were considered, best first.
    """

    played: Candidate
    best: Candidate
    cost: float
    cost_error: float
    is_mistake: bool
    is_only: bool
    reason: Reason | None
    candidates: tuple[Candidate, ...]


class Cost(NamedTuple):
    """The cost of the mistakes of a seat.

    Attributes:
        decisions: the number of decisions that were judged.
        mistakes: the number of mistakes.
        points: the points that they are expected to cost.
    """

    decisions: int = 0
    mistakes: int = 0
    points: float = 0.0

    def with_judged(self, judged: Judgement) -> "Cost":
        """Returns the cost with another decision."""
        return Cost(
            self.decisions + (not judged.is_only),
            self.mistakes + judged.is_mistake,
            self.points + (judged.cost if judged.is_mistake else 0.0),
        )


def finished_hands(events: Sequence[Any]) -> list[int]:
    """Returns the numbers of the hands that are over, whose cards are public."""
    return [event.hand for event in events if isinstance(event, SecretPublished)]


def positions(events: Sequence[Any], hand: int) -> Iterator[Position]:
    """Yields the decisions of a hand in order, as their seats saw them.

    Args:
        events: the events of the table from its opening: the complete ones, or those of its record.
        hand: the number of the hand.
    """
    table = evolve(GAMES, None, events[0])
    game, lessons = table.game, PACKAGES[table.game.name].lessons
    views = [evolve(GAMES, None, redact(game, events[0], Seat(seat))) for seat in range(len(table.seats))]
    current, number = 0, 0
    for place, event in enumerate(events[1:], start=1):
        if isinstance(event, HandOpened):
            if current == hand:
                return
            current = event.hand
        if current == hand:
            seat = game.moving_seat(event)
            made = None if seat is None else game.move_of_events(table.match, events, place)
            if made is not None:
                seat, move = made
                phase = lessons.phase(views[seat].match, seat, move)
                if phase is not None:
                    number += 1
                    yield Position(place + 1, hand, number, seat, views[seat], move, phase)
        table = evolve(GAMES, table, event)
        views = [evolve(GAMES, view, redact(game, event, Seat(seat))) for seat, view in enumerate(views)]


def judge(teacher: Evaluator, position: Position, luck_of: Callable[[str], Luck]) -> Judgement | None:
    """Returns what the teacher thinks of a decision, or `None` if it cannot judge it.

    Args:
        teacher: the bot that judges.
        position: the decision.
        luck_of: returns random numbers for a name. The same name must give the same numbers.
    """
    package = PACKAGES[position.view.game.name]

    def look(which: str, effort: float) -> tuple[Candidate, ...]:
        luck = luck_of(f"{position.hand}/{position.number}/{which}")
        return teacher.evaluate(position.view, position.seat, luck, effort=effort, played=position.move)

    def named(candidates: Sequence[Candidate], move: Any) -> Candidate | None:
        return next((each for each in candidates if is_same_move(package.command_of, each.move, move)), None)

    first = look("first", 1.0)
    played = named(first, position.move)
    if not first or played is None:
        return None
    best = first[0]
    if played is best or not _is_certain(played.cost, played.cost_error):
        return _judgement(played, best, first)
    second = look("second", SECOND_LOOK)
    again, preferred = named(second, position.move), named(second, best.move)
    if again is None or preferred is None or not _is_certain(again.cost, again.cost_error):
        return _judgement(played, best, first)
    # Against the move that the first look chose, not against the luckiest one of the second.
    cost = again.cost - preferred.cost
    cost_error = hypot(again.cost_error, preferred.cost_error)
    if not _is_certain(cost, cost_error) or cost < package.lessons.least_cost:
        return _judgement(played, best, first)
    reason = package.lessons.reason(position.view.match, position.seat, position.move, best.move)
    sure = _judgement(again, preferred, second)
    return sure._replace(cost=cost, cost_error=cost_error, is_mistake=True, reason=reason)


def _judgement(played: Candidate, best: Candidate, candidates: tuple[Candidate, ...]) -> Judgement:
    """Returns the judgement of a decision that is no mistake."""
    is_only = len(candidates) == 1
    return Judgement(
        played,
        best,
        played.cost,
        played.cost_error,
        is_mistake=False,
        is_only=is_only,
        reason=None,
        candidates=candidates,
    )


def _is_certain(cost: float, error: float) -> bool:
    return cost - Z_95 * error > 0


def is_same_move(command_of: Callable[[Any], tuple[str, dict[str, Any]]], one: Any, other: Any) -> bool:
    """Returns whether two moves are the same. The order of their cards does not count."""
    return one == other or _plain(*command_of(one)) == _plain(*command_of(other))


def _plain(kind: str, members: dict[str, Any]) -> tuple[Any, ...]:
    """Returns the type and the cards of a move, sorted. A reading or the units of a lead do not distinguish moves."""
    kept = {name: value for name, value in members.items() if name not in ("units", "reading")}
    return kind, {name: sorted(value) if name == "cards" else value for name, value in kept.items()}
