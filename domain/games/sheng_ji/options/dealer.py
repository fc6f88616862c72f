"""The dealer of each hand."""

from typing import Literal

from domain.games.sheng_ji.options.pack import FIXED_TEAMS, FRIENDS_ONLY
from domain.kernel.messages import message
from domain.kernel.options import Options, choice, excludes

Succession = Literal["fixed", "next_winner_right", "levelup"]


class DealerOptions(Options):
    succession: Succession = choice(
        message("who deals the next hand"),
        {
            "fixed": message("the next player of the winning side deals, counted to the right"),
            "next_winner_right": message("the first winner on the dealer's right deals; the dealer comes last"),
            "levelup": message("a dealer who wins deals again; otherwise the first opponent on the right deals"),
        },
        default="fixed",
        rules="SJ-DEALER-05",
        conflicts=(
            excludes("fixed", "team_mode", "friends", message("use next_winner_right")),
            excludes("levelup", "team_mode", FIXED_TEAMS, message("use fixed"), rule="LU-DEALER-01"),
        ),
    )
    zpy_dealer: Literal["rotate", "declare"] = choice(
        message("how the dealer is chosen in friend games"),
        {
            "rotate": message("the succession names each dealer before the draw"),
            "declare": message(
                "the last player to declare deals the hand; each player declares cards of their own level"
            ),
        },
        default=None,
        absent="rotate",
        rules="FF-DEALER-02",
        conflicts=(
            FRIENDS_ONLY,
            excludes("declare", "succession", "levelup", message("use next_winner_right")),
            excludes(
                "declare",
                "later_first_drawer",
                "right_of_dealer",
                message("use right_of_previous_dealer: the dealer is not known before the draw"),
                rule="SJ-BID-20",
            ),
        ),
    )
