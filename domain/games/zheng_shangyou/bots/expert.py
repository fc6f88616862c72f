"""The bot `expert`, which plays hands out in worlds that fit what it knows, and makes the move that gains most.

1  a way out that nobody can beat is taken at once
2  the best moves by the judgement of `club` are tried in the same few worlds
3  the best of these are tried in more worlds
4  a move that differs from that of `club` is compared with it in fresh worlds, and made only if it still gains
"""

from collections.abc import Sequence

from domain.games.zheng_shangyou.bots.options import options_of
from domain.games.zheng_shangyou.bots.trials import Mean, Option, Trials, mean_of
from domain.games.zheng_shangyou.commands import Move
from domain.games.zheng_shangyou.state import MatchState
from domain.kernel.seats import Seat
from domain.table.bot import ActsWhenAsked, Candidate, Luck
from domain.table.state import Table

FIRST_WORLDS = 10
MORE_WORLDS = 20
FRESH_WORLDS = 40
"""The worlds of each look, with an effort of 1."""
FINALISTS = 3
"""The options that are tried in more worlds, besides that of `club`."""
JUDGED_WORLDS = 60
"""The worlds in which an evaluation tries every option."""
LEAST_WORLDS = 2


class ExpertBot(ActsWhenAsked):
    """Searches by playouts. The same view and the same random numbers always give the same move."""

    name = "expert"
    version = 1
    about = "Plays its moves out in many deals that fit what it has seen, and judges moves of others."

    def __init__(self, effort: float = 1.0) -> None:
        """`effort` multiplies the number of worlds."""
        self._effort = effort

    def choose(self, view: Table, seat: Seat, luck: Luck) -> Move:
        """Returns the move that gains most."""
        match: MatchState = view.match
        found = options_of(match, seat)
        if found.is_clear:
            return found.options[0].move
        trials = Trials(match, seat, found.options, luck)
        return found.options[self._best(trials, range(len(found.options)))].move

    def _best(self, trials: Trials, every: Sequence[int]) -> int:
        """Returns the option to take. Option 0 is that of `club`."""
        trials.run(every, self._worlds(FIRST_WORLDS))
        finalists = sorted({0, *trials.best(every)[:FINALISTS]})
        trials.run(finalists, self._worlds(MORE_WORLDS))
        best = trials.best(finalists)[0]
        if best == 0:
            return 0
        trials.forget()
        trials.run((0, best), self._worlds(FRESH_WORLDS))
        return best if trials.gain(best, over=0).value > 0 else 0

    def _worlds(self, usual: int, effort: float = 1.0) -> int:
        return max(round(usual * self._effort * effort), LEAST_WORLDS)

    def evaluate(
        self, view: Table, seat: Seat, luck: Luck, *, effort: float = 1.0, played: Move | None = None
    ) -> tuple[Candidate, ...]:
        """Returns the best moves by `club` and the move that was played, judged in the same worlds."""
        match: MatchState = view.match
        options = options_of(match, seat, played).options
        trials = Trials(match, seat, options, luck)
        every = range(len(options))
        trials.run(every, self._worlds(JUDGED_WORLDS, effort))
        ranked = trials.best(every)
        return tuple(_candidate(trials, options, option, ranked[0]) for option in ranked)


def _candidate(trials: Trials, options: Sequence[Option], option: int, best: int) -> Candidate:
    value = mean_of(trials.values[option])
    cost = Mean(0.0, 0.0) if option == best else trials.gain(best, over=option)
    return Candidate(options[option].move, value.value, value.error, cost.value, cost.error)
