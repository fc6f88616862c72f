"""Common standing orders of Sheng Ji."""

from domain.kernel.messages import message
from domain.orders.library import CommonOrder
from domain.orders.order import Order, When

ORDERS = (
    CommonOrder("follow_low", message("Follow with low cards"), Order("follow_lowest")),
    CommonOrder(
        "points_to_partner",
        message("Give points to a partner who is winning, once all others have played"),
        Order("points_to_partner", when=When(last_to_play=True, winning_side=("partner",)), otherwise="wait"),
    ),
    CommonOrder(
        "take_points",
        message("Take ten points or more from an opponent, once all others have played"),
        Order("cover", when=When(last_to_play=True, winning_side=("opponent",), points_at_least=10), otherwise="wait"),
    ),
    CommonOrder(
        "duck",
        message("Follow with low cards unless there are points"),
        Order("follow_lowest", when=When(winning_side=("opponent",), points_at_most=0)),
    ),
    CommonOrder(
        "no_declaration",
        message("Never declare trumps"),
        Order("pass", when=When(asked=("declare", "plan")), until="match"),
    ),
    CommonOrder(
        "no_review",
        message("Do not look at the last trick"),
        Order("pass", when=When(asked=("review",)), until="match"),
    ),
)
