"""Who draws first, who cuts, and how the cards are dealt."""

from typing import Literal

from domain.kernel.messages import message
from domain.kernel.options import Options, choice

FirstDrawerMethod = Literal["random", "count", "shuffler"]
FirstDrawerAce = Literal["one", "redraw"]
Cutter = Literal["left_of_first_drawer", "any_other"]
LaterFirstDrawer = Literal["dealer", "right_of_dealer", "right_of_previous_dealer"]
DealMode = Literal["auction", "live_draw", "plan"]


class DealingOptions(Options):
    first_drawer_method: FirstDrawerMethod = choice(
        message(
            "who draws first in the first hand: a random seat, the seat that an exposed card points to, or the shuffler"
        ),
        {
            "random": message("a random seat draws first"),
            "count": message("a card is exposed, and its value is counted around the table from the shuffler"),
            "shuffler": message("the shuffler, a random seat, draws first"),
        },
        default="random",
        rules="SJ-FIRST-03",
    )
    first_drawer_ace: FirstDrawerAce = choice(
        message("with first_drawer_method = count, whether an exposed ace counts as one or is replaced"),
        {
            "one": message("an exposed ace counts as one"),
            "redraw": message("an exposed ace is replaced by another card"),
        },
        default="redraw",
        rules="SJ-FIRST-02",
    )
    cutter: Cutter = choice(
        message("who cuts the pack"),
        {
            "left_of_first_drawer": message("the player on the left of the first drawer cuts"),
            "any_other": message("a random player other than the first drawer cuts"),
        },
        default="left_of_first_drawer",
        rules="SJ-FIRST-04",
    )
    later_first_drawer: LaterFirstDrawer = choice(
        message("who draws first in later hands"),
        {
            "dealer": message("the dealer draws first"),
            "right_of_dealer": message("the player on the dealer's right draws first"),
            "right_of_previous_dealer": message("the player on the right of the previous hand's dealer draws first"),
        },
        default="dealer",
        rules="SJ-FIRST-05",
    )
    deal_mode: DealMode = choice(
        message("whether players declare in turn after the deal, during the draw, or by sealed plans"),
        {
            "auction": message("all cards are dealt at once, then the seats declare or pass in turn"),
            "live_draw": message("the cards come one by one, and any player may declare at any time"),
            "plan": message("each player files a sealed plan, and the draw is played by these plans"),
        },
        default="auction",
        rules="SJ-DEAL-03",
    )
