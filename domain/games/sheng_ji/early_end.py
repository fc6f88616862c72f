"""Ending a hand early (EX-EARLY-01), when the remaining points cannot change its result.

The check uses only public facts: the points not yet played, in hands or kitty, and the largest possible factor of the
kitty. Nothing else may be undecided: no trick is under way, no friend can still join, and no hook applies to the trump
rank. Options under which a throw or a red five can cost points, or a revoke can still be proven, exclude early ends
(see `conflicts`).
"""

from domain.games.sheng_ji.holding import hand_points
from domain.games.sheng_ji.hooks import hook_is_on
from domain.games.sheng_ji.kitty_bonus import kitty_factor
from domain.games.sheng_ji.rules import Rules
from domain.games.sheng_ji.scoring import Score, score
from domain.games.sheng_ji.state import Tricks


def nothing_can_change(tricks: Tricks, rules: Rules) -> bool:
    """Returns whether the hand can be scored now."""
    if tricks.trick is not None or tricks.last_trick is None or something_is_open(tricks, rules):
        return False
    taken = opponents_points(tricks)
    still_out = rules.total_points - hand_points(tricks.deal.order, tricks.gone)
    left = tricks.hands[0].known.bit_count() + tricks.hands[0].hidden
    return score_of(taken, rules) == score_of(taken + still_out * most_factor(rules, left), rules)


def something_is_open(tricks: Tricks, rules: Rules) -> bool:
    """Returns whether a friend can still join, or the last trick can set the declarers back."""
    open_calls = tricks.friends is not None and None in tricks.friends.answered_by
    return open_calls or hook_is_on(rules, tricks.deal.trump_rank)


def opponents_points(tricks: Tricks) -> int:
    """Returns the points in tricks of the seats that are not known declarers (FF-POINT-02)."""
    return sum(worth for seat, worth in enumerate(tricks.points) if not tricks.deal.declarers >> seat & 1)


def score_of(taken: int, rules: Rules) -> Score:
    """Returns the score of a hand in which the opponents have `taken` points."""
    return score(
        taken,
        rules.threshold,
        rules.score_step,
        below_zero_row=rules.below_zero_row,
        advancement=rules.advancement,
        auto_leveling=rules.auto_leveling,
    )


def most_factor(rules: Rules, left: int) -> int:
    """Returns the largest factor of a last trick of at most `left` cards."""
    shapes = [(1, 1)] + [
        (width, length) for width in range(2, rules.copies + 1) for length in range(1, left // width + 1)
    ]
    factors = [kitty_factor(rules.kitty_multiplier, width, length, left) for width, length in shapes]
    return max(*factors, rules.kitty_multiplier_singles_throw)
