"""The bot `club`, which plans its turns, counts cards, stops players who are nearly out, and plays with its partners.

1  a way out that nobody can beat is taken at once
2  else the play with the best judgement is made; a pass is worth 0
"""

from domain.games.zheng_shangyou.bots.exchanging import exchange
from domain.games.zheng_shangyou.bots.judging import Judging, weights_of
from domain.games.zheng_shangyou.bots.plays import play_of
from domain.games.zheng_shangyou.bots.winning import WayOut
from domain.games.zheng_shangyou.choices import Choice
from domain.games.zheng_shangyou.commands import Move, Pass
from domain.games.zheng_shangyou.state import Climbing, MatchState
from domain.kernel.seats import Seat
from domain.table.bot import ActsWhenAsked, Luck
from domain.table.state import Table


class ClubBot(ActsWhenAsked):
    """Plays by a judgement of each play whose weights were fitted to the results of playouts."""

    name = "club"
    version = 1
    about = "Plans its last plays and weighs what others may hold, by rules of thumb."

    def choose(self, view: Table, seat: Seat, _luck: Luck) -> Move:
        """Returns the best move. The same view always gives the same move."""
        match: MatchState = view.match
        if not isinstance(match.phase, Climbing):
            return exchange(match, seat)
        best = ClubTurn(match, match.phase, seat).best()
        return Pass() if best is None else play_of(best)


class ClubTurn:
    """A turn of one seat.

    Attributes:
        judging: what the seat can play, and what is to be considered.
        way_out: the first play of a way out that nobody can beat, or `None`.
    """

    def __init__(self, match: MatchState, climbing: Climbing, seat: Seat) -> None:
        self.judging = Judging(match, climbing, seat)
        self._weights = weights_of(match.rules.team_mode)
        others = [each.size for other, each in enumerate(climbing.hands) if other != seat]
        search = WayOut(self.judging.hand, self.judging.chances.unseen, others, twos=match.rules.twos_in_sequences)
        self.way_out: Choice | None = search.first(self.judging.choices)

    def best(self) -> Choice | None:
        """Returns the best choice, or `None` for a pass."""
        return self.way_out or self.ranked()[0]

    def ranked(self) -> list[Choice | None]:
        """Returns all choices, the best one first. If the seat can pass, `None` is one of them."""
        judged: list[tuple[float, Choice | None]] = [] if self.judging.standing is None else [(0.0, None)]
        judged.extend((self._worth(choice), choice) for choice in self.judging.choices)
        return [choice for _, choice in sorted(judged, key=lambda each: -each[0])]

    def _worth(self, choice: Choice) -> float:
        found = self.judging.considerations(choice)
        return sum(weight * value for weight, value in zip(self._weights, found, strict=True))
