"""The bot `expert`, which tries moves in random worlds that fit what it sees.

For each decision, a ballot of moves that rules of thumb rank highest is played out in the same worlds by a simple
policy. The few that look best are tried again in more worlds. If another move than the first one of the ballot is best
there, both are tried a last time in other worlds. The bot departs from the rule of thumb only if the mean gain in those
clearly exceeds two points. In the last tricks, a search with all cards known takes the place of the policy.

The numbers of worlds depend on the numbers of moves and cards, not on time. So the same view, luck and effort give the
same move, with any kernel.
"""

from collections.abc import Sequence
from math import sqrt
from typing import Any, NamedTuple, cast

from domain.games.sheng_ji.bots import ballot
from domain.games.sheng_ji.bots.calling import ranked_calls
from domain.games.sheng_ji.bots.club import ClubBot
from domain.games.sheng_ji.bots.posing import (
    LAYERS_LIMIT,
    called_cards,
    facts_before_play,
    facts_of_play,
    problem_of,
)
from domain.games.sheng_ji.bots.random_bot import is_asked_to_agree
from domain.games.sheng_ji.bots.watching import object_or_end
from domain.games.sheng_ji.commands import Bury, CallFriends, Move, Play
from domain.games.sheng_ji.playouts.ending import is_ending
from domain.games.sheng_ji.playouts.kernel import BEST, Kernel, plain
from domain.games.sheng_ji.playouts.problem import NONE, Problem, Trial
from domain.games.sheng_ji.state import Burying, Calling, MatchState, Tricks
from domain.kernel.seats import Seat
from domain.table.bot import Candidate, Luck
from domain.table.state import Table

WORK = 100_000
"""The plays of the first look at effort 1: trials x worlds x cards left in all hands."""
SEARCH = 2
"""A search of the last tricks costs this power of the number of cards in the hands, counted in plays."""
USUAL_EFFORT = 0.03 if BEST is plain else 1.0
"""Without the kernel in C, a decision has to be made with fewer worlds."""
LEAST_WORLDS, MOST_WORLDS = 3, 1_000
SECOND_LOOK, LAST_LOOK = 2, 4
"""The later looks take so many times the worlds of the first one."""
SHORT_LIST = 4
"""The number of moves of the second look, besides the rule of thumb."""
CLEAR = 1.0
"""A gain is clear if it is larger than its standard error by this factor."""
LEAST_GAIN = 2.0
"""The points that another move has to gain besides. Playouts expect mistakes that strong players do not make."""


class Options(NamedTuple):
    """A decision: its moves, each as a problem and a trial. The first move is the rule of thumb."""

    moves: list[Any]
    problems: list[Problem]
    trials: list[Trial]

    def only(self, places: Sequence[int]) -> "Options":
        """Returns some of the moves."""
        return Options(
            [self.moves[place] for place in places],
            [self.problems[place] for place in places],
            [self.trials[place] for place in places],
        )


class ExpertBot:
    """Tries moves in random worlds."""

    name = "expert"
    version = 4
    about = "Plays its moves out in many deals that fit what it has seen, and judges moves of others."

    def __init__(self, *, effort: float = USUAL_EFFORT, kernel: Kernel = BEST) -> None:
        """Prepares the bot.

        Args:
            effort: the work of a decision, as a multiple of `WORK`.
            kernel: computes the playouts.
        """
        self._effort = effort
        self._kernel = kernel
        self._thumb = ClubBot()

    def choose(self, view: Table, seat: Seat, luck: Luck) -> Move:
        """Returns the best move."""
        options = self._options(view, seat, None)
        if options is None:
            return self._thumb.choose(view, seat, luck)
        moves: list[Move] = options.moves
        if len(moves) == 1:
            return moves[0]
        worlds = self._worlds(options, self._effort)
        state = _seed(luck)
        sums = [sum(column) for column in self._columns(options, worlds, state)]
        if len(moves) > SHORT_LIST + 1:
            others = sorted(range(1, len(moves)), key=sums.__getitem__, reverse=True)
            places, state = [0, *others[:SHORT_LIST]], following_seed(state)
            options, sums = options.only(places), [sums[place] for place in places]
            more = self._columns(options, SECOND_LOOK * worlds, state)
            sums = [one + sum(column) for one, column in zip(sums, more, strict=True)]
        best = max(range(len(sums)), key=sums.__getitem__)
        if not best:
            return moves[0]
        first, other = self._columns(options.only([0, best]), LAST_LOOK * worlds, following_seed(state))
        mean, error = mean_and_error([there - here for here, there in zip(first, other, strict=True)])
        return cast("Move", options.moves[best if mean - LEAST_GAIN > CLEAR * error else 0])

    def interject(self, view: Table, seat: Seat, luck: Luck) -> Move | None:
        """Returns a declaration while the cards are drawn, or `None`."""
        return self._thumb.interject(view, seat, luck)

    def evaluate(
        self, view: Table, seat: Seat, luck: Luck, *, effort: float = 1.0, played: Any | None = None
    ) -> tuple[Candidate, ...]:
        """Returns the candidates, the best one first, or none if it cannot judge this decision."""
        options = self._options(view, seat, played)
        if options is None:
            return ()
        worlds = self._worlds(options, effort * self._effort)
        return _ranked(options.moves, self._columns(options, worlds, _seed(luck)))

    def _options(self, view: Table, seat: Seat, played: Any | None) -> Options | None:
        """Returns the moves that playouts can compare, or `None` if they cannot judge this decision."""
        match: MatchState = view.match
        if is_asked_to_agree(match, seat) or object_or_end(match, seat) or match.rules.copies > LAYERS_LIMIT:
            return None
        match match.phase:
            case Tricks(chooser=None) as tricks:
                return _plays(match, tricks, seat, played)
            case Burying() as burying:
                return _burials(match, burying, seat, played)
            case Calling() as calling:
                return _calls(match, calling, seat, played)
            case _:
                return None

    def _worlds(self, options: Options, effort: float) -> int:
        """Returns the number of worlds of the first look."""
        problem = options.problems[0]
        cards = sum([mask.bit_count() for hand in problem.known for masks in hand for mask in masks])
        cards += len(problem.pool)
        if is_ending(problem):
            cards = (cards - problem.free[problem.players]) ** SEARCH
        worlds = int(WORK * effort / (cards * len(options.trials)))
        return min(max(worlds, LEAST_WORLDS), int(MOST_WORLDS * max(1.0, effort)))

    def _columns(self, options: Options, worlds: int, state: int) -> list[Sequence[int]]:
        """Returns, for each move, its value in each world."""
        problems = options.problems
        if all(problem is problems[0] for problem in problems):
            values, _ = self._kernel(problems[0], options.trials, worlds, state)
            return [*zip(*values, strict=True)]
        # The same state of the generator gives the same worlds, because the problems differ in the calls only.
        pairs = zip(problems, options.trials, strict=True)
        columns = [self._kernel(problem, [trial], worlds, state)[0] for problem, trial in pairs]
        return [[value for (value,) in column] for column in columns]


def _plays(match: MatchState, tricks: Tricks, seat: Seat, played: Play | None) -> Options:
    trick = tricks.trick
    moves = ballot.leads(match, tricks, seat) if trick is None else ballot.follows(match, tricks, trick, seat)
    if played is not None and all(sorted(move.cards) != sorted(played.cards) for move in moves):
        moves.append(played)
    problem = problem_of(match, facts_of_play(tricks, seat), tricks)
    if trick is None:
        trials = [ballot.trial_of_lead(match, tricks, move) for move in moves]
    else:
        trials = [ballot.trial_of_follow(match, tricks, trick, move) for move in moves]
    return Options(moves, [problem] * len(moves), trials)


def _burials(match: MatchState, burying: Burying, seat: Seat, played: Bury | None) -> Options:
    ways = ballot.burials(match, burying, seat)
    if played is not None and all(sorted(way) != sorted(played.cards) for way in ways):
        ways.append(played.cards)
    # The kitty is in the hand of the seat.
    problem = problem_of(match, facts_before_play(burying.deal, seat, burying.hands, ()))
    trials = [ballot.trial_of_burial(match, burying, way) for way in ways]
    return Options([Bury(way) for way in ways], [problem] * len(ways), trials)


def _calls(match: MatchState, calling: Calling, seat: Seat, played: CallFriends | None) -> Options | None:
    moves = ranked_calls(match, calling, ballot.MOST_CALLS)
    if played is not None and played not in moves:
        moves.append(played)
    if any(move.solo for move in moves) or calling.seat != seat:
        return None
    problem = problem_of(match, facts_before_play(calling.deal, seat, calling.hands, calling.kitty))
    order = calling.deal.order
    problems = [problem._replace(calls=called_cards(order, move.calls)) for move in moves]
    return Options(moves, problems, [Trial(NONE, ((0,) * match.rules.copies,) * 5, (), None, 0)] * len(moves))


def _seed(luck: Luck) -> int:
    """Returns a state of the generator of worlds."""
    return 1 + luck.randrange((1 << 32) - 1)


def following_seed(state: int) -> int:
    """Returns another state of the generator, far from the first one."""
    return (state * 2654435761 + 97) % ((1 << 32) - 1) + 1


def _ranked(moves: Sequence[Any], columns: Sequence[Sequence[int]]) -> tuple[Candidate, ...]:
    """Returns the moves with the means of their values, the best one first."""
    means = [mean_and_error(column) for column in columns]
    best = max(range(len(moves)), key=lambda place: means[place][0])
    candidates = []
    for move, column, (mean, error) in zip(moves, columns, means, strict=True):
        lost, lost_error = mean_and_error([one - other for one, other in zip(columns[best], column, strict=True)])
        candidates.append(Candidate(move, mean, error, lost, lost_error))
    return tuple(sorted(candidates, key=lambda candidate: candidate.cost))


def mean_and_error(samples: Sequence[int]) -> tuple[float, float]:
    """Returns the mean of samples and its standard error."""
    count = len(samples)
    mean = sum(samples) / count
    if count < 2:
        return mean, 0.0
    return mean, sqrt(sum([(sample - mean) ** 2 for sample in samples]) / (count - 1) / count)
