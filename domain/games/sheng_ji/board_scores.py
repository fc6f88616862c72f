"""Scores of boards of Sheng Ji: the excess of points, and the levels won.

The table in `domain/tournaments/boards/scores.py` has the formulas.
"""

from domain.games.sheng_ji.play_events import HandScored
from domain.games.sheng_ji.rules import Rules
from domain.games.sheng_ji.scoring import Score, levels_of_winner
from domain.games.sheng_ji.state import MatchState, Scored, team_of
from domain.kernel.scores import BoardScore, of_sides
from domain.kernel.seats import Seat


def score_of_even_seats(scored: HandScored, rules: Rules) -> BoardScore:
    """Returns the score of a hand for the even seats in fixed teams; the odd seats have the negative.

    Raises:
        ValueError: the declarers are not a team.
    """
    teams = {team_of(seat) for seat in scored.declarers}
    if rules.friends or len(teams) != 1:
        raise ValueError("a board without fixed teams has individual scores only")
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
            missing_bonus=rules.missing_bonus,
            solo=scored.solo,
        )
    return BoardScore(-excess if declared else excess, levels, rules.score_step)


def scores(match: MatchState) -> tuple[BoardScore, ...] | None:
    """Returns the score of the last hand for every seat; `None` if it is not scored. Partners have the same score."""
    phase, rules = match.phase, match.rules
    if not isinstance(phase, Scored):
        return None
    if rules.friends:
        dealer = phase.deal.dealer
        return tuple(score_of_seat(phase.score, rules, Seat(seat), dealer) for seat in range(rules.players))
    return of_sides(score_of_even_seats(phase.score, rules), rules.players)
