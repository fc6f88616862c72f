"""A bot that judges moves without searching: what `steady` would do is best, and other moves cost what a test says."""

from collections.abc import Callable
from typing import Any

from domain.games.bots import BOTS
from domain.games.registry import PACKAGES
from domain.kernel.seats import Seat
from domain.table.bot import Candidate, Luck
from domain.table.state import Table
from domain.tools.analysis import is_same_move

CostOf = Callable[[Table, Seat, Any, Luck], tuple[float, float]]


def always_ten(_view: Table, _seat: Seat, _move: Any, _luck: Luck) -> tuple[float, float]:
    return 10.0, 1.0


class FakeTeacher:
    """Notes the views that it was shown in `seen`."""

    name = "expert"
    version = 1
    about = "Prefers what steady does."

    def __init__(self, game: str = "sheng_ji", cost_of: CostOf = always_ten) -> None:
        self.game = game
        self.cost_of = cost_of
        self.seen: list[tuple[Table, Seat]] = []

    def choose(self, view: Table, seat: Seat, luck: Luck) -> Any:
        return BOTS[self.game]["steady"].choose(view, seat, luck)

    def interject(self, view: Table, seat: Seat, luck: Luck) -> Any | None:
        return BOTS[self.game]["steady"].interject(view, seat, luck)

    def evaluate(
        self, view: Table, seat: Seat, luck: Luck, *, effort: float = 1.0, played: Any | None = None
    ) -> tuple[Candidate, ...]:
        self.seen.append((view, seat))
        best = Candidate(self.choose(view, seat, luck), 5.0, 2.0, 0.0, 0.0)
        if played is None or is_same_move(PACKAGES[self.game].command_of, best.move, played):
            return (best,)
        cost, error = self.cost_of(view, seat, played, luck)
        return (best, Candidate(played, best.value - cost, 2.0, cost, error / effort**0.5))


class PuzzleMaker(FakeTeacher):
    """Knows a third move, which is worse, so that its mistakes make puzzles."""

    def evaluate(
        self, view: Table, seat: Seat, luck: Luck, *, effort: float = 1.0, played: Any | None = None
    ) -> tuple[Candidate, ...]:
        found = super().evaluate(view, seat, luck, effort=effort, played=played)
        if len(found) < 2:
            return found
        worse = found[-1]
        return (*found, worse._replace(cost=worse.cost + 5, value=worse.value - 5))
