"""Who deals and leads.

    first hand   `zs_first_lead` = dealer             ZS-DEAL-01, ZS-TURN-01  the dealer, found by lot
                 `zs_first_lead` = drawn_card_holder  ZS-TEAM-02, DEC-108     who is dealt the card exposed before
    later hands  `zs_next_lead` = third_place         ZS-SCORE-02             who was third in the hand before
                 `zs_next_lead` = fifth_place         ZS-TEAM-05              who was fifth

The dealer draws first (ZS-DEAL-01), so has one card more where the pack does not come out even (DEC-111). Where the
exposed card decides who leads in the first hand, who draws first is found by lot and means nothing (DEC-108).
"""

from collections.abc import Sequence
from typing import Literal

from domain.kernel.seats import Seat

FirstLead = Literal["dealer", "drawn_card_holder"]
NextLead = Literal["third_place", "fifth_place"]

_PLACE: dict[NextLead, int] = {"third_place": 3, "fifth_place": 5}


def next_lead_place(next_lead: NextLead) -> int:
    """Which place of a hand leads in the next one, counted from 1."""
    return _PLACE[next_lead]


def next_leader(next_lead: NextLead, order: Sequence[Seat]) -> Seat:
    """Who leads in the next hand, by the order in which the seats ran out of cards."""
    return order[next_lead_place(next_lead) - 1]
