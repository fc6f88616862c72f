"""Playing: what can be led, following, winning a trick, and revokes."""

from typing import Literal

from domain.kernel.options import Options, choice, excludes, switch

TractorAdjacency = Literal["distinct_rank", "no_gap", "equal_rank_chain"]
ThrowForcedLead = Literal["weakest", "leader_choice", "challenger_choice", "all_beatable"]
ThrowAmbiguity = Literal["longest_unit", "leader_specifies", "most_equal_copies"]
ThrowPenalty = Literal["none", "flat_10", "per_invalid_unit_10", "per_invalid_card_10", "per_withdrawn_card_10"]
ThrowReveal = Literal["witness_cards", "witness_seat", "none"]
TrumpThrowCompare = Literal["longest_unit", "pairs_then_singles", "all_units"]


class PlayingOptions(Options):
    free_leads: Literal["any_tuple", "full_tuples_only"] = choice(
        "whether any number of equal cards can be led as a unit, or only all copies of a card",
        {
            "any_tuple": "any number of equal cards can be led as one unit",
            "full_tuples_only": "only all copies of a card are one unit; fewer copies are a throw of single cards",
        },
        default="any_tuple",
        rules="SJ-LEAD-05",
    )
    tractor_adjacency: TractorAdjacency = choice(
        "which pairs are consecutive",
        {
            "distinct_rank": "a run has one tuple at each height, without a gap",
            "no_gap": "a run may have several tuples of equal height, as long as no height between its ends is missing",
            "equal_rank_chain": "tuples of equal height are consecutive too",
        },
        default="distinct_rank",
        rules="SJ-TRAC-02 SJ-TRAC-03 SJ-TRAC-04",
    )
    throw_forced_lead: ThrowForcedLead = choice(
        "what is led if a throw can be beaten",
        {
            "weakest": "the weakest unit that can be beaten is led instead",
            "leader_choice": "the leader chooses one of the units that can be beaten",
            "challenger_choice": "the first player to the right who can beat a unit chooses the unit to lead",
            "all_beatable": "all units that can be beaten are led together",
        },
        default="weakest",
        rules="SJ-THROW-04",
        conflicts=(
            excludes("challenger_choice", "throw_reveal", "none", "use witness_seat: everybody sees who chooses"),
        ),
    )
    throw_ambiguity: ThrowAmbiguity = choice(
        "how a throw is divided into units",
        {
            "longest_unit": "the unit with the most cards is taken first, then the largest of the rest, and so on",
            "leader_specifies": "the leader may name the units",
            "most_equal_copies": "equal cards stay together, and neighbours with equally many copies form runs",
        },
        default="longest_unit",
        rules="SJ-THROW-06",
    )
    throw_penalty: ThrowPenalty = choice(
        "penalty points for a throw that can be beaten",
        {
            "none": "a throw that can be beaten costs no points",
            "flat_10": "a throw that can be beaten costs 10 points",
            "per_invalid_unit_10": "10 points for each unit that can be beaten",
            "per_invalid_card_10": "10 points for each card of the units that can be beaten",
            "per_withdrawn_card_10": "10 points for each card that has to be taken back",
        },
        default="none",
        rules="SJ-THROW-07 DEC-58",
    )
    throw_reveal: ThrowReveal = choice(
        "what is shown of a hand that beats a throw",
        {
            "witness_cards": "one player who can beat the led unit is named, with the cards that beat it",
            "witness_seat": "one player who can beat the led unit is named",
            "none": "nothing is shown of the other hands",
        },
        default="witness_cards",
        rules="DEC-51",
    )
    protect_tuples: bool = switch(
        "whether wider tuples can be kept together when following",
        off="wider tuples have to be broken if nothing else answers the lead",
        on="tuples wider than any tuple led need not be broken; their cards count as single cards",
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
            excludes(
                "lose_hand_plus", "enforcement", "server", "set enforcement to honor: the server refuses every revoke"
            ),
        ),
    )
