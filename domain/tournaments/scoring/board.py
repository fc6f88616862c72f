"""Scores of boards: one signed number for a side or a seat, comparable with other tables.

A board is a recorded deal that all its tables play by the same rules and at the same level. The result of a table on it
does not depend on anything else the table plays; the end of a match does not change it. P are the opponents' points
(with the kitty bonus and its factor and with penalties, uncapped), T the threshold, s the step, n the levels gained:

| form | score of the opponents | score of the declarers |
|---|---|---|
| fixed teams, opponents win | (P - T) + s n | the negative of it |
| fixed teams, declarers win | (P - T) - s n | the negative of it |
| friends, for each seat that wins | ±(P - T) + s g | the same |
| friends, for each seat that loses | ±(P - T) - s n | the same |
| Zheng Shangyou, seats by place | n + 1 - 2 p for place p of n seats | |
| Zheng Shangyou, teams | the sum over the members | |

A level counts as many points as a step, so that points and levels weigh half each. A shut-out counts a step more than
its points alone. g are the levels of that seat by the table for single seats (missing friends, playing alone). Hooks
(SJ-VAR-05 to SJ-VAR-07) do not count, because the level to which they demote the declarers depends on the match and not
on the deal.

In fixed teams one side gains what the other loses. If friends are called, sides may have different sizes. Then only the
same seats of the same deal are compared.
"""

from typing import Any, NamedTuple

from domain.games.sheng_ji.events import HandScored
from domain.games.sheng_ji.rules import Rules
from domain.games.sheng_ji.scoring import Score, levels_of_winner
from domain.games.sheng_ji.state import Scored as HandOver
from domain.games.sheng_ji.state import team_of
from domain.games.zheng_shangyou.events import PlacesScored
from domain.games.zheng_shangyou.state import Scored as PlacesTaken
from domain.games.zheng_shangyou.teams import TeamMode, side_of
from domain.kernel.cards import HIDDEN
from domain.kernel.seats import Seat
from domain.table.deals import GivenDeal
from domain.table.events import CardsDealt


class BoardScore(NamedTuple):
    """The score of a board for a side or a seat, with its parts.

    Attributes:
        excess: the points above the threshold, from the view of this side.
        levels: the levels won; negative for levels of the other side.
        step: the points that a level counts.
    """

    excess: int
    levels: int
    step: int

    @property
    def total(self) -> int:
        """The score for comparisons, in points of the game."""
        return self.excess + self.step * self.levels


def recorded_deal(dealt: CardsDealt) -> GivenDeal:
    """Returns the deal of a hand in the form that tables need to play it again.

    Raises:
        ValueError: some of its cards are hidden.
    """
    if HIDDEN in dealt.order:
        raise ValueError("a deal with hidden cards cannot be played again")
    return GivenDeal(order=dealt.order, hands=(), kitty=(), first_drawer=dealt.first_drawer)


def score_of_even_seats(scored: HandScored, rules: Rules) -> BoardScore:
    """Returns the score of a hand for the even seats in fixed teams; the odd seats have the negative.

    Raises:
        ValueError: the declarers are not a team.
    """
    teams = {team_of(seat) for seat in scored.declarers}
    if rules.friends or len(teams) != 1:
        raise ValueError("without fixed teams a board is scored seat by seat")
    sign = 1 if teams == {1} else -1
    levels = scored.levels_won if scored.winners == "opponents" else -scored.levels_won
    return BoardScore(sign * (scored.opponent_points - rules.threshold), sign * levels, rules.score_step)


def score_of_seat(scored: HandScored, rules: Rules, seat: Seat, dealer: Seat) -> BoardScore:
    """Returns the score of a hand for a seat in games where friends are called.

    Args:
        scored: the hand.
        rules: the rules of the table.
        seat: the seat.
        dealer: the seat of the dealer, who was a declarer from the start.
    """
    declared = seat in scored.declarers
    excess = scored.opponent_points - rules.threshold
    levels = -scored.levels_won
    if declared == (scored.winners == "declarers"):
        levels = levels_of_winner(
            Score(scored.winners, scored.levels_won),
            is_dealer=seat == dealer,
            missing=scored.missing,
            missing_bonus=rules.friends.missing_bonus if rules.friends else None,
            solo=scored.solo,
        )
    return BoardScore(-excess if declared else excess, levels, rules.score_step)


def scores_of_seats(phase: HandOver | PlacesTaken, rules: Any) -> tuple[BoardScore, ...]:
    """Returns the score of a hand for every seat of the table; partners have the same score."""
    if isinstance(phase, HandOver):
        seats = map(Seat, range(rules.players))
        if rules.friends:
            return tuple(score_of_seat(phase.score, rules, seat, phase.deal.dealer) for seat in seats)
        return _of_sides(score_of_even_seats(phase.score, rules), rules.players)
    if rules.team_mode == "individual":
        return tuple(BoardScore(worth, 0, 0) for worth in scores_by_place(phase.score))
    return _of_sides(BoardScore(place_score_of_even_seats(phase.score, rules.team_mode), 0, 0), rules.players)


def _of_sides(even: BoardScore, seats: int) -> tuple[BoardScore, ...]:
    """Returns the scores of all seats, given the score of the even seats."""
    odd = BoardScore(-even.excess, -even.levels, even.step)
    return tuple(odd if seat % 2 else even for seat in range(seats))


def scores_by_place(scored: PlacesScored) -> tuple[int, ...]:
    """Returns the score of a hand of Zheng Shangyou for each seat, by its place; the sum is 0."""
    seats = len(scored.order)
    places = {seat: place for place, seat in enumerate(scored.order, start=1)}
    return tuple(seats + 1 - 2 * places[Seat(seat)] for seat in range(seats))


def place_score_of_even_seats(scored: PlacesScored, mode: TeamMode) -> int:
    """Returns the score of a hand of Zheng Shangyou for the team on the even seats.

    Raises:
        ValueError: there are no teams.
    """
    if mode == "individual":
        raise ValueError("without teams a board is scored seat by seat")
    return sum(worth for seat, worth in enumerate(scores_by_place(scored)) if side_of(mode, Seat(seat)) == 0)
