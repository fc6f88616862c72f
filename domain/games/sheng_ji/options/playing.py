"""Playing: what can be led, following, winning a trick, and revokes."""

from typing import Literal

from domain.kernel.messages import message
from domain.kernel.options import Options, choice, excludes, switch

TractorAdjacency = Literal["distinct_rank", "no_gap", "equal_rank_chain"]
ThrowForcedLead = Literal["weakest", "leader_choice", "challenger_choice", "all_beatable"]
ThrowAmbiguity = Literal["longest_unit", "leader_specifies", "most_equal_copies"]
ThrowPenalty = Literal["none", "flat_10", "per_invalid_unit_10", "per_invalid_card_10", "per_withdrawn_card_10"]
ThrowReveal = Literal["witness_cards", "witness_seat", "none"]
TrumpThrowCompare = Literal["longest_unit", "pairs_then_singles", "all_units"]


class PlayingOptions(Options):
    free_leads: Literal["any_tuple", "full_tuples_only"] = choice(
        message("whether any number of equal cards can be led as a unit, or only all copies of a card"),
        {
            "any_tuple": message("any number of equal cards can be led as one unit"),
            "full_tuples_only": message(
                "only all copies of a card are one unit; fewer copies are a throw of single cards"
            ),
        },
        default="any_tuple",
        rules="SJ-LEAD-05",
    )
    tractor_adjacency: TractorAdjacency = choice(
        message("which pairs are consecutive"),
        {
            "distinct_rank": message("a run has one tuple at each height, without a gap"),
            "no_gap": message(
                "a run may have several tuples of equal height, as long as no height between its ends is missing"
            ),
            "equal_rank_chain": message("tuples of equal height are consecutive too"),
        },
        default="distinct_rank",
        rules="SJ-TRAC-02 SJ-TRAC-03 SJ-TRAC-04",
    )
    throw_forced_lead: ThrowForcedLead = choice(
        message("what is led if a throw can be beaten"),
        {
            "weakest": message("the weakest unit that can be beaten is led instead"),
            "leader_choice": message("the leader chooses one of the units that can be beaten"),
            "challenger_choice": message("the first player to the right who can beat a unit chooses the unit to lead"),
            "all_beatable": message("all units that can be beaten are led together"),
        },
        default="weakest",
        rules="SJ-THROW-04",
        conflicts=(
            excludes(
                "challenger_choice", "throw_reveal", "none", message("use witness_seat: everybody sees who chooses")
            ),
        ),
    )
    throw_ambiguity: ThrowAmbiguity = choice(
        message("how a throw is divided into units"),
        {
            "longest_unit": message(
                "the unit with the most cards is taken first, then the largest of the rest, and so on"
            ),
            "leader_specifies": message("the leader may name the units"),
            "most_equal_copies": message(
                "equal cards stay together, and neighbours with equally many copies form runs"
            ),
        },
        default="longest_unit",
        rules="SJ-THROW-06",
    )
    throw_penalty: ThrowPenalty = choice(
        message("penalty points for a throw that can be beaten"),
        {
            "none": message("a throw that can be beaten costs no points"),
            "flat_10": message("a throw that can be beaten costs 10 points"),
            "per_invalid_unit_10": message("10 points for each unit that can be beaten"),
            "per_invalid_card_10": message("10 points for each card of the units that can be beaten"),
            "per_withdrawn_card_10": message("10 points for each card that has to be taken back"),
        },
        default="none",
        rules="SJ-THROW-07 DEC-58",
    )
    throw_reveal: ThrowReveal = choice(
        message("what is shown of a hand that beats a throw"),
        {
            "witness_cards": message("one player who can beat the led unit is named, with the cards that beat it"),
            "witness_seat": message("one player who can beat the led unit is named"),
            "none": message("nothing is shown of the other hands"),
        },
        default="witness_cards",
        rules="DEC-51",
    )
    protect_tuples: bool = switch(
        message("whether wider tuples can be kept together when following"),
        off=message("wider tuples have to be broken if nothing else answers the lead"),
        on=message("tuples wider than any tuple led need not be broken; their cards count as single cards"),
        rules="SJ-FOLLOW-06",
    )
    trump_throw_compare: TrumpThrowCompare = choice(
        message("which units are compared between plays that match a throw"),
        {
            "longest_unit": message("only the units that answer the longest unit of the lead are compared"),
            "pairs_then_singles": message("the highest units of each width are compared, from the widest down"),
            "all_units": message("every unit has to be higher than the one that it answers"),
        },
        default="longest_unit",
        rules="SJ-TRICK-05 SJ-TRICK-06 SJ-TRICK-07",
    )
    revoke_penalty: Literal["lose_hand", "lose_hand_plus"] = choice(
        message("the penalty for a proven revoke; with enforcement = server there are no revokes"),
        {
            "lose_hand": message("the offender's side loses the hand"),
            "lose_hand_plus": message("the offender's side loses the hand, and the other side gains one level more"),
        },
        default="lose_hand",
        rules="SJ-ILLEGAL-02 DEC-95",
        conflicts=(
            excludes(
                "lose_hand_plus",
                "enforcement",
                "server",
                message("set enforcement to honor: the server refuses every revoke"),
            ),
        ),
    )
