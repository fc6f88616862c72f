"""Plays of random hands with their values from playouts: what the nets of `club` are fitted to, and are measured by.

Four bots play hands as `steady` does, so the positions do not depend on any net.
"""

from collections.abc import Sequence
from random import Random
from typing import Literal, NamedTuple

from domain.games.sheng_ji.bots import ballot
from domain.games.sheng_ji.bots.follow_features import FollowFeatures
from domain.games.sheng_ji.bots.lead_features import LeadFeatures
from domain.games.sheng_ji.bots.posing import facts_of_play, problem_of
from domain.games.sheng_ji.bots.steady import SteadyBot
from domain.games.sheng_ji.commands import Move, Play
from domain.games.sheng_ji.playouts.kernel import Kernel
from domain.games.sheng_ji.playouts.problem import Trial
from domain.games.sheng_ji.state import MatchState, Trick, Tricks
from domain.kernel.cards import RANK_NAMES
from domain.kernel.seats import Seat
from domain.table.bot import Luck
from domain.table.state import Table
from domain.tools.simulation import Simulation, SimulationSetting, secrets_from

Kind = Literal["leads", "follows"]

PROFILE, PLAYERS = "zhang-2021", 4
MOST = 24
"""The largest number of plays that are judged, those that `steady` ranks highest."""
STATES = 2**32 - 1
"""The generator of the kernel has as many states. None of them is 0."""


class JudgedPlays(NamedTuple):
    """All plays of one position.

    Attributes:
        features: the features of each play, the shared ones first.
        steady: its score by the rules of thumb of `steady`.
        first, second: its mean values in the even and in the odd worlds, in points of the side that plays.
    """

    features: tuple[tuple[float, ...], ...]
    steady: tuple[float, ...]
    first: tuple[float, ...]
    second: tuple[float, ...]

    @property
    def values(self) -> tuple[float, ...]:
        """The mean values in all worlds."""
        return tuple([(one + other) / 2 for one, other in zip(self.first, self.second, strict=True)])


class Judging:
    """A bot that plays as `steady` does, and judges all its leads or all its follows."""

    name = "judging"
    version = 1
    about = "Judges its plays by playouts."

    def __init__(self, kind: Kind, kernel: Kernel, worlds: int, luck: Random) -> None:
        self.found: list[JudgedPlays] = []
        self._kind = kind
        self._steady = SteadyBot()
        self._kernel, self._worlds, self._luck = kernel, worlds, luck

    def choose(self, view: Table, seat: Seat, luck: Luck) -> Move:
        """Returns the move, and remembers what it has judged."""
        match: MatchState = view.match
        phase, move = match.phase, self._steady.choose(view, seat, luck)
        if isinstance(phase, Tricks) and phase.chooser is None and isinstance(move, Play):
            if phase.trick is None and self._kind == "leads":
                self._judge_leads(match, phase, seat)
            elif phase.trick is not None and self._kind == "follows":
                self._judge_follows(match, phase, phase.trick, seat)
        return move

    def interject(self, view: Table, seat: Seat, luck: Luck) -> Move | None:
        """Returns the declaration of `steady`, or `None`."""
        return self._steady.interject(view, seat, luck)

    def _judge_leads(self, match: MatchState, tricks: Tricks, seat: Seat) -> None:
        leader = LeadFeatures(match, tricks, seat)
        scores = {candidate: leader.score(candidate) for candidate in leader.candidates()}
        leads = sorted(scores, key=lambda lead: -scores[lead])[:MOST]
        trials = [ballot.trial_of_lead(match, tricks, leader.play(*lead)) for lead in leads]
        features = [(*leader.shared, *leader.features(lead)[0]) for lead in leads]
        self._remember(match, tricks, seat, trials, features, [scores[lead] for lead in leads])

    def _judge_follows(self, match: MatchState, tricks: Tricks, trick: Trick, seat: Seat) -> None:
        follower = FollowFeatures(match, tricks, trick, seat)
        plays = follower.ranked()[:MOST]
        trials = [ballot.trial_of_follow(match, tricks, trick, Play(cards)) for cards in plays]
        features = [(*follower.shared, *follower.features(cards)[0]) for cards in plays]
        self._remember(match, tricks, seat, trials, features, [follower.score(cards) for cards in plays])

    def _remember(
        self,
        match: MatchState,
        tricks: Tricks,
        seat: Seat,
        trials: Sequence[Trial],
        features: Sequence[tuple[float, ...]],
        scores: Sequence[float],
    ) -> None:
        """Remembers a position if there is a choice."""
        if len(trials) < 2:
            return
        problem = problem_of(match, facts_of_play(tricks, seat), tricks)
        values, _ = self._kernel(problem, trials, self._worlds, self._luck.randrange(1, STATES + 1))
        self.found.append(JudgedPlays(tuple(features), tuple(scores), _means(values[::2]), _means(values[1::2])))


def _means(values: Sequence[Sequence[int]]) -> tuple[float, ...]:
    return tuple([sum(column) / len(values) for column in zip(*values, strict=True)])


def judged_hand(kind: Kind, seed: str, number: int, kernel: Kernel, worlds: int) -> list[JudgedPlays]:
    """Plays a hand, and returns the plays of all its positions with a choice.

    Args:
        kind: whether leads or follows are judged.
        seed: the seed of cards and playouts, together with the number of the hand.
        number: the number of the hand. The trump rank goes from 2 to A with it.
        kernel: computes the playouts.
        worlds: the number of worlds in which each play is tried, at least two.
    """
    options = {"initial_level": RANK_NAMES[number % len(RANK_NAMES)]}
    setting = SimulationSetting("sheng_ji", PROFILE, options, hands=1)
    bot = Judging(kind, kernel, worlds, Random(f"{seed}/{number}/playouts"))
    simulation = Simulation(setting, secrets_from(f"{seed}/{number}"))
    simulation.play([bot] * PLAYERS, Random(f"{seed}/{number}/bots"))
    return bot.found
