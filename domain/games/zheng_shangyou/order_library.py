"""Common standing orders of Zheng Shangyou."""

from domain.kernel.messages import message
from domain.orders.library import CommonOrder
from domain.orders.order import Order, When

ORDERS = (
    CommonOrder(
        "pass_if_beaten", message("Pass when you cannot play higher"), Order("pass", when=When(can_beat=False))
    ),
    CommonOrder("pass_to_partner", message("Let a partner win"), Order("pass", when=When(winning_side=("partner",)))),
    CommonOrder(
        "cover_cheaply",
        message("Play higher without twos and jokers, or pass"),
        Order("cover", when=When(winning_side=("opponent",)), most_wild=0, otherwise="pass"),
    ),
    CommonOrder(
        "stop_last_cards",
        message("Play higher when an opponent holds at most three cards"),
        Order("cover", when=When(winning_side=("opponent",), opponent_holds_at_most=3), otherwise="wait"),
    ),
    CommonOrder("play_out", message("Play the hand out once its points are decided"), Order("play_out", until="match")),
)
