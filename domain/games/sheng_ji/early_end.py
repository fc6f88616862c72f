"""Ending a hand early (EX-EARLY-01): when whoever takes what is still out, the result is the same.

It is found from what everybody knows: the points that have not come down yet, in the hands or in the kitty, and the
largest factor by which the kitty could count. Nothing may be open that the rest of the hand could decide otherwise: no
trick under way, no friend still to be found, no hook in a hand of its rank. Tables where a throw or a red five can cost
points, or a revoke come out, have no early ends (`conflicts`).
"""

from domain.games.sheng_ji.holding import hand_points, hand_size
from domain.games.sheng_ji.hooks import hook_is_on
from domain.games.sheng_ji.kitty_bonus import kitty_factor
from domain.games.sheng_ji.rules import Rules
from domain.games.sheng_ji.scoring import Score, score
from domain.games.sheng_ji.state import Tricks


def nothing_can_change(tricks: Tricks, rules: Rules) -> bool:
    """Whether the hand can be scored as it stands."""
    if tricks.trick is not None or tricks.last_trick is None or something_is_open(tricks, rules):
        return False
    taken = opponents_points(tricks)
    still_out = rules.total_points - hand_points(tricks.deal.order, tricks.gone)
    left = hand_size(tricks.hands[0].known) + tricks.hands[0].hidden
    return score_of(taken, rules) == score_of(taken + still_out * _most_factor(rules, left), rules)


def something_is_open(tricks: Tricks, rules: Rules) -> bool:
    """Whether a friend can still be found, or the last trick throw the declarers back."""
    open_calls = tricks.friends is not None and None in tricks.friends.answered_by
    return open_calls or hook_is_on(rules.hooks, tricks.deal.trump_rank)


def opponents_points(tricks: Tricks) -> int:
    """What the seats that are not known as declarers have taken in tricks (FF-POINT-02)."""
    return sum(worth for seat, worth in enumerate(tricks.points) if not tricks.deal.declarers >> seat & 1)


def score_of(taken: int, rules: Rules) -> Score:
    """The result of a hand with so many points for the opponents."""
    return score(
        taken,
        rules.threshold,
        rules.score_step,
        below_zero_row=rules.below_zero_row,
        advancement=rules.advancement,
        auto_leveling=rules.friends is not None and rules.friends.auto_leveling,
    )


def _most_factor(rules: Rules, left: int) -> int:
    """The largest factor that a last trick of at most so many cards can have."""
    shapes = [(1, 1)] + [
        (width, length) for width in range(2, rules.copies + 1) for length in range(1, left // width + 1)
    ]
    factors = [kitty_factor(rules.kitty_multiplier, width, length, left) for width, length in shapes]
    return max(*factors, rules.kitty_multiplier_singles_throw)
