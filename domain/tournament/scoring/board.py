"""What a table made of a board: one signed number for a side or a seat, to be compared with what others made of it.

A board is a recorded deal that all its tables play by the same rules and at the same level. A table's result on it is
worth the same whatever else the table plays: the end of a match does not change it. With P the opponents' points (kitty
bonus with its factor and penalties included, uncapped), T the threshold, s the step, and n the levels gained:

| form | worth to the opponents | worth to the declarers |
|---|---|---|
| fixed teams, opponents win | (P - T) + s n | the negative of it |
| fixed teams, declarers win | (P - T) - s n | the negative of it |
| friends, for each seat that wins | ±(P - T) + s g | the same |
| friends, for each seat that loses | ±(P - T) - s n | the same |
| Zheng Shangyou, seats by place | n + 1 - 2 p for place p of n seats | |
| Zheng Shangyou, teams | the sum over the members | |

A level weighs as much as the points of one step, so that points and levels count half each, and a shut-out is worth a
step more than the points alone would say. g are the levels of that seat by the table for single seats (friends who are
missing, playing alone). Hooks (SJ-VAR-05 to SJ-VAR-07) are left out: where they throw the declarers back to depends
on the match and not on the deal.

In fixed teams what one side gains the other loses. Where friends are called sides may be of different sizes, so there
the same seat is compared on the same deal, and nothing else.
"""

from typing import Any, NamedTuple

from domain.cards import HIDDEN
from domain.climbing.events import PlacesScored
from domain.climbing.state import Scored as PlacesTaken
from domain.climbing.teams import TeamMode, side_of
from domain.seats import Seat
from domain.shengji.events import HandScored
from domain.shengji.rules import Rules
from domain.shengji.scoring import Score, levels_of_winner
from domain.shengji.state import Scored as HandOver
from domain.shengji.state import team_of
from domain.table.deals import GivenDeal
from domain.table.events import CardsDealt


class BoardScore(NamedTuple):
    """What a board was worth to a side or a seat, with its working.

    Attributes:
        excess: the points above the threshold, from this side's point of view.
        levels: the levels won, negative for levels of the other side.
        step: the points that a level weighs.
    """

    excess: int
    levels: int
    step: int

    @property
    def total(self) -> int:
        """The number that is compared, in points of the game."""
        return self.excess + self.step * self.levels


def recorded_deal(dealt: CardsDealt) -> GivenDeal:
    """The deal of a hand, as tables that are to play it again ask for it.

    Raises:
        ValueError: some of its cards are hidden.
    """
    if HIDDEN in dealt.order:
        raise ValueError("a deal with hidden cards cannot be played again")
    return GivenDeal(order=dealt.order, hands=(), kitty=(), first_drawer=dealt.first_drawer)


def score_of_even_seats(scored: HandScored, rules: Rules) -> BoardScore:
    """What a hand was worth to the even seats in fixed teams; the odd seats have the negative of it.

    Raises:
        ValueError: the declarers are no team.
    """
    teams = {team_of(seat) for seat in scored.declarers}
    if rules.friends or len(teams) != 1:
        raise ValueError("without fixed teams a board is scored seat by seat")
    sign = 1 if teams == {1} else -1
    levels = scored.levels_won if scored.winners == "opponents" else -scored.levels_won
    return BoardScore(sign * (scored.opponent_points - rules.threshold), sign * levels, rules.score_step)


def score_of_seat(scored: HandScored, rules: Rules, seat: Seat, dealer: Seat) -> BoardScore:
    """What a hand was worth to a seat where friends are called.

    Args:
        scored: the hand.
        rules: of the table.
        seat: whose score it is.
        dealer: who dealt, and was a declarer from the beginning.
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
    """What a hand was worth to every seat of its table, by the rules of the table; partners have the same."""
    if isinstance(phase, HandOver):
        seats = map(Seat, range(rules.players))
        if rules.friends:
            return tuple(score_of_seat(phase.score, rules, seat, phase.deal.dealer) for seat in seats)
        return _of_sides(score_of_even_seats(phase.score, rules), rules.players)
    if rules.team_mode == "individual":
        return tuple(BoardScore(worth, 0, 0) for worth in scores_by_place(phase.score))
    return _of_sides(BoardScore(place_score_of_even_seats(phase.score, rules.team_mode), 0, 0), rules.players)


def _of_sides(even: BoardScore, seats: int) -> tuple[BoardScore, ...]:
    """What every seat has by what those on the even ones have."""
    odd = BoardScore(-even.excess, -even.levels, even.step)
    return tuple(odd if seat % 2 else even for seat in range(seats))


def scores_by_place(scored: PlacesScored) -> tuple[int, ...]:
    """What a hand of Zheng Shangyou was worth to each seat, by its place; together they are 0."""
    seats = len(scored.order)
    places = {seat: place for place, seat in enumerate(scored.order, start=1)}
    return tuple(seats + 1 - 2 * places[Seat(seat)] for seat in range(seats))


def place_score_of_even_seats(scored: PlacesScored, mode: TeamMode) -> int:
    """What a hand of Zheng Shangyou was worth to the team on the even seats.

    Raises:
        ValueError: there are no teams.
    """
    if mode == "individual":
        raise ValueError("without teams a board is scored seat by seat")
    return sum(worth for seat, worth in enumerate(scores_by_place(scored)) if side_of(mode, Seat(seat)) == 0)
