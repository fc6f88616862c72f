"""The bot `steady`, which follows the strategy hints of rule BOT-08.

The value of a play is

    cost of the hand before - cost of the remaining hand (planning)
    TEMPO  x chance to stand        more if few groups are left
    - DANGER x chance to be beaten  by an opponent who finishes with it

The bot passes if no play is worth at least PATIENCE. It finishes whenever it can. It does not beat a partner's play
that is likely to stand.
"""

from domain.games.zheng_shangyou.bots.card_counting import CardCounting
from domain.games.zheng_shangyou.bots.exchanging import exchange, without
from domain.games.zheng_shangyou.bots.planning import cost_of
from domain.games.zheng_shangyou.bots.plays import play_of
from domain.games.zheng_shangyou.choices import Choice, choices
from domain.games.zheng_shangyou.commands import Move, Pass
from domain.games.zheng_shangyou.state import Climbing, MatchState, StandingPlay
from domain.kernel.seats import Seat
from domain.table.bot import ActsWhenAsked, Luck
from domain.table.state import Table

TEMPO = 0.3
ENDGAME = 0.5
"""The additional value of the lead, divided by the cost of the remaining hand."""
DANGER = 0.6
PATIENCE = 0.2
PARTNER_STANDS = 0.25
"""A partner's play is not beaten if its probability to stand is at least this."""


class SteadyBot(ActsWhenAsked):
    """Plans for the fewest turns, leads low groups, and keeps high cards to regain the lead."""

    name = "steady"
    version = 1
    about = "Counts cards and keeps the hand to few plays by rules of thumb."

    def choose(self, view: Table, seat: Seat, _luck: Luck) -> Move:
        """Returns the best move. The same view always gives the same move."""
        match: MatchState = view.match
        if isinstance(match.phase, Climbing):
            return _Turn(match, match.phase, seat).best()
        return exchange(match, seat)


class _Turn:
    """A turn of one seat."""

    def __init__(self, match: MatchState, climbing: Climbing, seat: Seat) -> None:
        self.counting = CardCounting(match, climbing, seat)
        self.standing = climbing.standing
        self.hand = self.counting.hand
        self.cost = cost_of(self.hand)
        previous = climbing.standing.reading if climbing.standing else None
        self.choices = list(choices(self.hand, previous, twos=match.rules.twos_in_sequences))

    def best(self) -> Move:
        """Returns the best play, or a pass."""
        out = next((choice for choice in self.choices if len(choice.cards) == len(self.hand)), None)
        if out is not None:
            return play_of(out)
        if self.standing is not None and (not self.choices or self._is_left_alone(self.standing)):
            return Pass()
        choice = max(self.choices, key=self._worth)
        if self.standing is not None and self._worth(choice) < PATIENCE:
            return Pass()
        return play_of(choice)

    def _is_left_alone(self, standing: StandingPlay) -> bool:
        counting = self.counting
        return counting.is_partner(standing.seat) and counting.chance_to_stand(standing.reading) >= PARTNER_STANDS

    def _worth(self, choice: Choice) -> float:
        left = cost_of(without(self.hand, choice.cards))
        stands = self.counting.chance_to_stand(choice.combination)
        tempo = TEMPO + ENDGAME / max(1.0, left)
        worth = self.cost - left + tempo * stands
        if any(size == choice.combination.size for size in self.counting.opponents() if size <= 2):
            worth -= DANGER * (1 - stands)
        return worth
