"""Who deals and leads.

    first hand   `zs_first_lead` = dealer             ZS-DEAL-01, ZS-TURN-01  the dealer, who is drawn by lot
                 `zs_first_lead` = drawn_card_holder  ZS-TEAM-02, DEC-108     the seat that is dealt the exposed card
    later hands  `zs_next_lead` = third_place         ZS-SCORE-02             the third of the previous hand
                 `zs_next_lead` = fifth_place         ZS-TEAM-05              the fifth of the previous hand

The dealer draws first (ZS-DEAL-01), and therefore has one card more if the pack does not divide evenly (DEC-111). If an
exposed card decides the first lead, the first drawer is drawn by lot, which has no other effect (DEC-108).
"""

from collections.abc import Sequence

from domain.games.zheng_shangyou.options import NextLead
from domain.kernel.seats import Seat

_PLACE: dict[NextLead, int] = {"third_place": 3, "fifth_place": 5}


def next_lead_place(next_lead: NextLead) -> int:
    """Returns the place that leads in the next hand, counted from 1."""
    return _PLACE[next_lead]


def next_leader(next_lead: NextLead, order: Sequence[Seat]) -> Seat:
    """Returns the seat that leads in the next hand.

    `order` lists the seats by the order in which they ran out of cards.
    """
    return order[next_lead_place(next_lead) - 1]
