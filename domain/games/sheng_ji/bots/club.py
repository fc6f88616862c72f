"""The bot `club`, which declares and buries like `steady`, and leads and follows by what playouts have shown."""

from domain.games.sheng_ji.bots.judging import Judge
from domain.games.sheng_ji.bots.lead_judging import LeadJudge
from domain.games.sheng_ji.bots.random_bot import is_asked_to_agree
from domain.games.sheng_ji.bots.steady import SteadyBot
from domain.games.sheng_ji.bots.watching import object_or_end
from domain.games.sheng_ji.commands import Move, Play
from domain.games.sheng_ji.state import MatchState, Tricks
from domain.kernel.seats import Seat
from domain.table.bot import Luck
from domain.table.state import Table


class ClubBot:
    """Weighs leads and follows by what playouts have shown."""

    name = "club"
    version = 3
    about = "Weighs its leads and follows by what thousands of played out deals have shown."

    def __init__(self) -> None:
        """Prepares the bot whose habits it keeps in all other phases."""
        self._steady = SteadyBot()

    def choose(self, view: Table, seat: Seat, luck: Luck) -> Move:
        """Returns the best move. The same view always gives the same move."""
        match: MatchState = view.match
        phase = match.phase
        if not isinstance(phase, Tricks) or phase.chooser is not None or is_asked_to_agree(match, seat):
            return self._steady.choose(view, seat, luck)
        return object_or_end(match, seat) or _play(match, phase, seat)

    def interject(self, view: Table, seat: Seat, luck: Luck) -> Move | None:
        """Returns a declaration while the cards are drawn, or `None`."""
        return self._steady.interject(view, seat, luck)


def _play(match: MatchState, tricks: Tricks, seat: Seat) -> Play:
    if tricks.trick is not None:
        return Play(Judge(match, tricks, tricks.trick, seat).best())
    leader = LeadJudge(match, tricks, seat)
    return leader.play(*max(leader.candidates(), key=leader.score))
