"""Who draws first, who cuts, and how the cards are dealt."""

from typing import Literal

from domain.kernel.options import Options, choice

FirstDrawerMethod = Literal["random", "count", "shuffler"]
FirstDrawerAce = Literal["one", "redraw"]
Cutter = Literal["left_of_first_drawer", "any_other"]
LaterFirstDrawer = Literal["dealer", "right_of_dealer", "right_of_previous_dealer"]
DealMode = Literal["auction", "live_draw", "plan"]


class DealingOptions(Options):
    first_drawer_method: FirstDrawerMethod = choice(
        "who draws first in the first hand: a random seat, the seat that an exposed card points to, or the shuffler",
        {
            "random": "a random seat draws first",
            "count": "a card is exposed, and its value is counted around the table from the shuffler",
            "shuffler": "the shuffler, a random seat, draws first",
        },
        default="random",
        rules="SJ-FIRST-03",
    )
    first_drawer_ace: FirstDrawerAce = choice(
        "with first_drawer_method = count, whether an exposed ace counts as one or is replaced",
        {"one": "an exposed ace counts as one", "redraw": "an exposed ace is replaced by another card"},
        default="redraw",
        rules="SJ-FIRST-02",
    )
    cutter: Cutter = choice(
        "who cuts the pack",
        {
            "left_of_first_drawer": "the player on the left of the first drawer cuts",
            "any_other": "a random player other than the first drawer cuts",
        },
        default="left_of_first_drawer",
        rules="SJ-FIRST-04",
    )
    later_first_drawer: LaterFirstDrawer = choice(
        "who draws first in later hands",
        {
            "dealer": "the dealer draws first",
            "right_of_dealer": "the player on the dealer's right draws first",
            "right_of_previous_dealer": "the player on the right of the previous hand's dealer draws first",
        },
        default="dealer",
        rules="SJ-FIRST-05",
    )
    deal_mode: DealMode = choice(
        "whether players declare in turn after the deal, during the draw, or by sealed plans",
        {
            "auction": "all cards are dealt at once, then the seats declare or pass in turn",
            "live_draw": "the cards come one by one, and any player may declare at any time",
            "plan": "each player files a sealed plan, and the draw is played by these plans",
        },
        default="auction",
        rules="SJ-DEAL-03",
    )
