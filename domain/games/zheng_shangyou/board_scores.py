"""Scores of boards of Zheng Shangyou, by the places of the seats.

The table in `domain/tournaments/boards/scores.py` has the formulas.
"""

from domain.games.zheng_shangyou.events import PlacesScored
from domain.games.zheng_shangyou.options import TeamMode
from domain.games.zheng_shangyou.state import MatchState, Scored
from domain.games.zheng_shangyou.teams import side_of
from domain.kernel.scores import BoardScore, of_sides
from domain.kernel.seats import Seat


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
        raise ValueError("a board without teams has individual scores only")
    return sum(worth for seat, worth in enumerate(scores_by_place(scored)) if side_of(mode, Seat(seat)) == 0)


def scores(match: MatchState) -> tuple[BoardScore, ...] | None:
    """Returns the score of the last hand for every seat; `None` if it is not scored. Partners have the same score."""
    phase, rules = match.phase, match.rules
    if not isinstance(phase, Scored):
        return None
    if rules.team_mode == "individual":
        return tuple(BoardScore(worth, 0, 0) for worth in scores_by_place(phase.score))
    return of_sides(BoardScore(place_score_of_even_seats(phase.score, rules.team_mode), 0, 0), rules.players)
