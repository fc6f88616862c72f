"""Following, winning a trick, and revokes."""

from typing import Literal

from domain.kernel.options import Excludes, Options, choice, one_of, switch

TrumpThrowCompare = Literal["longest_unit", "pairs_then_singles", "all_units"]


class TrickOptions(Options):
    """Following, winning a trick, and revokes."""

    protect_tuples: bool = switch(
        "whether wider tuples can be kept together when following",
        off="wider tuples have to be broken if nothing else answers the lead",
        on="tuples wider than the lead need not be broken; their cards count as single cards",
        rules="SJ-FOLLOW-06",
    )
    trump_throw_compare: TrumpThrowCompare = choice(
        "which units are compared between plays that match a throw",
        {
            "longest_unit": "only the units that answer the longest unit of the lead are compared",
            "pairs_then_singles": "the highest units of each width are compared, from the widest down",
            "all_units": "every unit has to be higher than the one that it answers",
        },
        default="longest_unit",
        rules="SJ-TRICK-05 SJ-TRICK-06 SJ-TRICK-07",
    )
    revoke_penalty: Literal["lose_hand", "lose_hand_plus"] = choice(
        "the penalty for a proven revoke; with enforcement = server there are no revokes",
        {
            "lose_hand": "the offender's side loses the hand",
            "lose_hand_plus": "the offender's side loses the hand, and the other side gains one level more",
        },
        default="lose_hand",
        rules="SJ-ILLEGAL-02 DEC-95",
        conflicts=(
            Excludes(
                one_of("lose_hand_plus"),
                "enforcement",
                one_of("server"),
                "SJ-ILLEGAL-02",
                "set enforcement to honor: the server refuses every revoke",
            ),
        ),
    )
