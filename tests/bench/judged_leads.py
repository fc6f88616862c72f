"""Leads of random hands with their values from playouts: what the net of `club` is fitted to, and is measured by.

Four bots play hands. They follow as `club` does and lead as `steady` does, so the positions do not depend on any net.
"""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from domain.games.sheng_ji.bots import ballot, leading
from domain.games.sheng_ji.bots.club import ClubBot
from domain.games.sheng_ji.bots.lead_features import LeadFeatures
from domain.games.sheng_ji.bots.posing import facts_of_play, problem_of
from domain.games.sheng_ji.commands import Move, Play
from domain.games.sheng_ji.playouts.kernel import Kernel
from domain.games.sheng_ji.state import MatchState, Tricks
from domain.kernel.cards import RANK_NAMES
from domain.kernel.seats import Seat
from domain.table.bot import Luck
from domain.table.state import Table
from domain.tools.simulation import Simulation, SimulationSetting, secrets_from

PROFILE, PLAYERS = "zhang-2021", 4
MOST = 24
"""The largest number of leads that are judged, those that `steady` ranks highest."""
STATES = 2**32 - 1
"""The generator of the kernel has as many states. None of them is 0."""


class JudgedLeads(NamedTuple):
    """All leads of one position.

    Attributes:
        features: the features of each lead.
        steady: its score by the rules of thumb of `steady`.
        first, second: its mean values in the even and in the odd worlds, in points of the side that leads.
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
    """A bot that judges every lead, and then leads as `steady` does."""

    name = "judging"
    version = 1
    about = "Judges its leads by playouts."

    def __init__(self, kernel: Kernel, worlds: int, luck: Random) -> None:
        self.found: list[JudgedLeads] = []
        self._club = ClubBot()
        self._kernel, self._worlds, self._luck = kernel, worlds, luck

    def choose(self, view: Table, seat: Seat, luck: Luck) -> Move:
        """Returns the move, and remembers what it has judged."""
        match: MatchState = view.match
        phase, move = match.phase, self._club.choose(view, seat, luck)
        if not isinstance(phase, Tricks) or phase.trick is not None or phase.chooser is not None:
            return move
        if not isinstance(move, Play):
            return move
        self._judge(match, phase, seat)
        return leading.lead(match, phase, seat)

    def interject(self, view: Table, seat: Seat, luck: Luck) -> Move | None:
        """Returns the declaration of `club`, or `None`."""
        return self._club.interject(view, seat, luck)

    def _judge(self, match: MatchState, tricks: Tricks, seat: Seat) -> None:
        leader = LeadFeatures(match, tricks, seat)
        scores = {candidate: leader.score(candidate) for candidate in leader.candidates()}
        leads = sorted(scores, key=lambda lead: -scores[lead])[:MOST]
        if len(leads) < 2:
            return
        trials = [ballot.trial_of_lead(match, tricks, leader.play(*lead)) for lead in leads]
        problem = problem_of(match, facts_of_play(tricks, seat), tricks)
        values, _ = self._kernel(problem, trials, self._worlds, self._luck.randrange(1, STATES + 1))
        features = tuple([leader.features(lead)[0] for lead in leads])
        steady = tuple([scores[lead] for lead in leads])
        self.found.append(JudgedLeads(features, steady, _means(values[::2]), _means(values[1::2])))


def _means(values: Sequence[Sequence[int]]) -> tuple[float, ...]:
    return tuple([sum(column) / len(values) for column in zip(*values, strict=True)])


def judged_hand(seed: str, number: int, kernel: Kernel, worlds: int) -> list[JudgedLeads]:
    """Plays a hand, and returns the leads of all its positions with a choice.

    Args:
        seed: the seed of cards and playouts, together with the number of the hand.
        number: the number of the hand. The trump rank goes from 2 to A with it.
        kernel: computes the playouts.
        worlds: the number of worlds in which each lead is tried, at least two.
    """
    options = {"initial_level": RANK_NAMES[number % len(RANK_NAMES)]}
    setting = SimulationSetting("sheng_ji", PROFILE, options, hands=1)
    bot = Judging(kernel, worlds, Random(f"{seed}/{number}/playouts"))
    simulation = Simulation(setting, secrets_from(f"{seed}/{number}"))
    simulation.play([bot] * PLAYERS, Random(f"{seed}/{number}/bots"))
    return bot.found
