"""The kitty, redeals, and bidding for the kitty."""

from typing import Literal

from domain.kernel.messages import message
from domain.kernel.options import Options, choice, excludes, none_of, number, switch

KittyReveal = Literal["always_after_hand", "on_opponents_last_trick"]
ChaoDiPi = Literal["off", "single_pass", "repeat"]


class KittyOptions(Options):
    kitty_reveal: KittyReveal = choice(
        message("when the kitty is shown at the end of a hand"),
        {
            "always_after_hand": message("the kitty is shown after every hand"),
            "on_opponents_last_trick": message("the kitty is shown only if it is taken with the last trick"),
        },
        default="always_after_hand",
        rules="SJ-KITTY-03 DEC-20",
    )
    redeal_no_trump: bool = switch(
        message("whether a player without trumps may ask for a new deal"),
        off=message("a hand without trumps is played"),
        on=message("a player without trumps may ask for a new deal"),
        rules="SJ-REDEAL-01",
    )
    redeal_points_below: int = number(
        message("the points below which a player may ask for a new deal"),
        {
            0: message("a hand without points is played"),
            5: message("a player without any points may ask for a new deal"),
            10: message("a player with fewer than ten points may ask for a new deal"),
        },
        default=0,
        rules="SJ-REDEAL-02",
    )
    redeal_dealer: Literal["keep", "up_for_grabs"] = choice(
        message("who deals after a redeal"),
        {
            "keep": message("after a redeal the same player deals"),
            "up_for_grabs": message("after a redeal the last player to declare deals, at their own level"),
        },
        default="keep",
        rules="SJ-REDEAL-04",
    )
    chao_di_pi: ChaoDiPi = choice(
        message("whether players can bid for the kitty"),
        {
            "off": message("the dealer keeps the kitty"),
            "single_pass": message("each player except the dealer may bid once for the kitty"),
            "repeat": message("after each bid for the kitty all other players are asked again"),
        },
        default="off",
        rules="SJ-CHAO-01",
        conflicts=(
            excludes(none_of("off"), "decks", 1, message("one deck has no pairs to bid with"), rule="SJ-CHAO-03"),
        ),
    )
    chao_skip_last_bidder: bool = switch(
        message("whether the last player to declare is skipped in the first round of bids"),
        off=message("the last player to declare during the draw is asked like the others"),
        on=message("the last player to declare during the draw is skipped in the first round"),
        rules="SJ-CHAO-02",
        default=None,
        absent=True,
        conflicts=(excludes(none_of(None), "chao_di_pi", "off", message("leave it out")),),
    )
