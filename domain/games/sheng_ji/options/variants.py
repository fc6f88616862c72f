"""Variants: must-play levels, and cards that set the declarers back."""

from typing import Literal

from domain.kernel.cards import ACE, RANK_NAMES, RANK_OF_NAME, Rank
from domain.kernel.messages import message
from domain.kernel.options import Options, choice, levels, switch

GouDaoDi = Literal["off", "any_trump_jack", "matching_suit_longest_unit", "any_jack_no_threshold"]
QuanYiBan = Literal["off", "any_trump_queen", "matching_suit_longest_unit"]
AceHook = Literal["off", "any_ace_no_threshold", "matching_suit_longest_unit"]


def _ranks(names: list[str], _: object) -> frozenset[Rank]:
    return frozenset(RANK_OF_NAME[name] for name in names)


def _along_the_ladder(names: list[str]) -> list[str]:
    """Returns the levels sorted and without duplicates, with ace, which is always must-play (SJ-ADV-02)."""
    return sorted({*names, RANK_NAMES[ACE]}, key=RANK_NAMES.index)


class VariantOptions(Options):
    must_play: frozenset[Rank] = levels(
        message("levels that can be passed only by winning a hand at them as declarers"),
        RANK_NAMES,
        message("must-play levels: {n}"),
        default=["A"],
        rules="SJ-VAR-01",
        typed=_ranks,
        normalized=_along_the_ladder,
    )
    must_play_needs_win: bool = switch(
        message("whether a hand at a must-play level has to be won"),
        off=message("one hand at a must-play level is enough, won or lost"),
        on=message("a hand at a must-play level has to be won"),
        default="on",
        rules="SJ-VAR-02",
    )
    gou_dao_di: GouDaoDi = choice(
        message("at level J, a last trick won with a jack sets the declarers back to 2"),
        {
            "off": message("no jack sets the declarers back"),
            "any_trump_jack": message("opponents who reach the threshold win the last trick with a jack"),
            "matching_suit_longest_unit": message("the same, with a jack of the trump suit in the longest unit"),
            "any_jack_no_threshold": message("opponents win the last trick with a jack, whatever their points"),
        },
        default="off",
        rules="SJ-VAR-05",
    )
    quan_yi_ban: QuanYiBan = choice(
        message("at level Q, a last trick won with a queen sets the declarers back to 6"),
        {
            "off": message("no queen sets the declarers back"),
            "any_trump_queen": message("opponents who reach the threshold win the last trick with a queen"),
            "matching_suit_longest_unit": message("the same, with a queen of the trump suit in the longest unit"),
        },
        default="off",
        rules="SJ-VAR-06",
    )
    ace_hook: AceHook = choice(
        message("at level A, a last trick won with an ace sets the declarers back to J"),
        {
            "off": message("no ace sets the declarers back"),
            "any_ace_no_threshold": message("opponents win the last trick with an ace, whatever their points"),
            "matching_suit_longest_unit": message(
                "opponents who reach the threshold win the last trick with an ace of the trump suit in the longest unit"
            ),
        },
        default="off",
        rules="SJ-VAR-07",
    )
