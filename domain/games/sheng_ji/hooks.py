"""Hooks (SJ-VAR-05..07): winning the last trick with certain cards sets the declarers back.

    option       trump rank  back to   value                        the opponents win the last trick and ...
    gou_dao_di   J           2         any_trump_jack               P >= T, a card of the trump rank in their play
                                       matching_suit_longest_unit   P >= T, trump rank and suit in its longest unit
                                       any_jack_no_threshold        a card of the trump rank in their play
    quan_yi_ban  Q           6         any_trump_queen              as any_trump_jack
                                       matching_suit_longest_unit   as above
    ace_hook     A           J         any_ace_no_threshold         as any_jack_no_threshold
                                       matching_suit_longest_unit   as above

DEC-84  the opponents advance as usual, and the declarers' level is replaced, even if they won the match (DEC-80)
DEC-85  in no-trump no card matches the suit; the other values accept any card of the trump rank
DEC-86  a declarer set back to J may next fall to 2 by `gou_dao_di` at level J; this is not a separate rule
"""

from typing import NamedTuple

from domain.games.sheng_ji.card_order import TrumpSuit
from domain.games.sheng_ji.options.variants import AceHook, GouDaoDi, QuanYiBan, VariantOptions
from domain.kernel.cards import ACE, RANK_OF_NAME, SUITS, Cards, Rank, face

TWO, SIX, JACK, QUEEN = (RANK_OF_NAME[name] for name in ("2", "6", "J", "Q"))


class LastTrick(NamedTuple):
    """The end of a hand.

    Attributes:
        won_by_opponents: whether the opponents won the last trick.
        cards: the winning play.
        longest_unit: the cards of that play that answered the longest unit of the lead.
        threshold_reached: whether the opponents have the points to win the hand.
    """

    won_by_opponents: bool
    cards: Cards
    longest_unit: Cards
    threshold_reached: bool


_Value = GouDaoDi | QuanYiBan | AceHook


def _hook_at(rules: VariantOptions, trump_rank: Rank) -> tuple[_Value, Rank]:
    """Returns the option for hands of that trump rank, and the level to which it sets back."""
    hooks: dict[Rank, tuple[_Value, Rank]] = {
        JACK: (rules.gou_dao_di, TWO),
        QUEEN: (rules.quan_yi_ban, SIX),
        ACE: (rules.ace_hook, JACK),
    }
    return hooks.get(trump_rank, ("off", trump_rank))


def hook_is_on(rules: VariantOptions, trump_rank: Rank) -> bool:
    """Returns whether the last trick of a hand of that trump rank can set the declarers back."""
    return _hook_at(rules, trump_rank)[0] != "off"


def catches_in_suit_only(rules: VariantOptions, trump_rank: Rank) -> bool:
    """Returns whether only the card of the trump suit sets back in a hand of that trump rank."""
    return _hook_at(rules, trump_rank)[0] == "matching_suit_longest_unit"


def hooked_back(rules: VariantOptions, trump_rank: Rank, trump_suit: TrumpSuit, last: LastTrick) -> Rank | None:
    """Returns the level to which declarers at the trump rank are set back, or `None`."""
    value, back_to = _hook_at(rules, trump_rank)
    if value == "off" or not last.won_by_opponents:
        return None
    if not value.endswith("_no_threshold") and not last.threshold_reached:
        return None
    if value == "matching_suit_longest_unit":
        caught = trump_suit is not None and face(trump_rank, trump_suit) in last.longest_unit
    else:
        caught = any(face(trump_rank, suit) in last.cards for suit in SUITS)
    return back_to if caught else None
