"""Options that do not go together (RULES §§4-27): pairs of options, with the values that exclude each other.

Each row says: when the first option has one of these values, the second cannot have one of those. What depends on sums,
such as the sizes of hands, is checked where it is worked out (`rules`).
"""

from collections.abc import Callable, Mapping
from typing import Literal, NamedTuple

from domain.refusals import InvalidRules
from domain.shengji.options import OptionValue

Values = Mapping[str, OptionValue]
Relation = Literal["is", "is_not", "over", "under"]


class ConflictingOptions(InvalidRules):
    """These options cannot go together."""


class Some(NamedTuple):
    """Some of the values of an option: those that are, or are not, one of the `values`, or are over or under the one.

    It tells whether a value is among them, and can be read by whoever lists the conflicts.
    """

    relation: Relation
    values: tuple[OptionValue, ...]

    def __call__(self, value: OptionValue) -> bool:
        """Whether the value is among them."""
        if self.relation in ("is", "is_not"):
            return (value in self.values) == (self.relation == "is")
        (limit,) = self.values
        if not isinstance(value, int) or not isinstance(limit, int):
            return False
        return value > limit if self.relation == "over" else value < limit


class Conflict(NamedTuple):
    """Two options, which of their values exclude each other, the rule, and what would be right."""

    first: str
    excludes: Some
    second: str
    excluded: Some
    rule: str
    hint: str


def _is(*values: OptionValue) -> Some:
    return Some("is", values)


def _not(*values: OptionValue) -> Some:
    return Some("is_not", values)


def _over(limit: int) -> Some:
    return Some("over", (limit,))


def _under(limit: int) -> Some:
    return Some("under", (limit,))


FRIENDS_ONLY = (
    "zpy_dealer",
    "friend_call_style",
    "solo_call",
    "missing_teammate_bonus",
    "missing_bonus_scope",
    "auto_leveling",
    "zpy_win",
    "friend_card",
    "double_join",
)
"""Options that mean something only where friends are called."""

_FIXED = _is("fixed_2x2", "fixed_2x3")

CONFLICTS: tuple[Conflict, ...] = (
    Conflict("team_mode", _is("fixed_2x2"), "players", _not(4), "SJ-GEN-02", "two teams of two are four players"),
    Conflict("team_mode", _is("fixed_2x3"), "players", _not(6), "SIX-01", "two teams of three are six players"),
    *(
        Conflict(name, _not(None), "team_mode", _FIXED, "FF-NUM-01", "set team_mode to friends, or leave it out")
        for name in FRIENDS_ONLY
    ),
    Conflict("succession", _is("fixed"), "team_mode", _is("friends"), "SJ-DEALER-05", "use next_winner_right"),
    Conflict("succession", _is("levelup"), "team_mode", _FIXED, "LU-DEALER-01", "use fixed"),
    Conflict("zpy_dealer", _is("declare"), "succession", _is("levelup"), "FF-DEALER-02", "use next_winner_right"),
    Conflict(
        "zpy_dealer",
        _is("declare"),
        "later_first_drawer",
        _is("right_of_dealer"),
        "SJ-BID-20",
        "use right_of_previous_dealer: the dealer is not known before the draw",
    ),
    Conflict("auto_leveling", _is("on"), "players", _is(5, 7), "DEC-46", "it is for an even number of players"),
    Conflict("chao_skip_last_bidder", _not(None), "chao_di_pi", _is("off"), "SJ-CHAO-02", "leave it out"),
    Conflict("chao_di_pi", _not("off"), "decks", _is(1), "SJ-CHAO-03", "one deck has no pairs to bid with"),
    Conflict("laps", _over(1), "after_final", _is("end"), "SJ-LEVEL-06", "set after_final to wrap"),
    Conflict("after_final", _is("wrap"), "laps", _under(2), "SJ-LEVEL-06", "give two laps or more"),
    Conflict("hong_wu_penalty", _over(0), "hong_wu", _is("off"), "SJ-CARD-11", "set hong_wu, or no penalty"),
    Conflict(
        "no_declaration_joker",
        _not("skip"),
        "no_declaration",
        _is("rank_then_highest"),
        "SJ-NODECL-02",
        "set no_declaration to first_card",
    ),
    Conflict("joker_in_bid", _is("on"), "decks", _is(1), "SJ-BID-17", "jokers are added to a pair, and need two decks"),
    Conflict(
        "first_hand_dealer", _is("first_joker_pair"), "no_trump_declare", _is("off"), "SJ-BID-12", "let jokers declare"
    ),
    Conflict(
        "throw_forced_lead",
        _is("challenger_choice"),
        "throw_reveal",
        _is("none"),
        "SJ-THROW-04",
        "who chooses is seen: use witness_seat",
    ),
    Conflict("bombs", _not("off"), "decks", _under(4), "EX-BOMB-01", "bombs need four decks"),
    Conflict("level_after_ace", _not("off"), "final_level", _not("A"), "EX-LEVEL-01", "leave final_level at A"),
    Conflict("level_after_ace", _not("off"), "zpy_dealer", _is("declare"), "EX-LEVEL-01", "use rotate"),
    Conflict("kitty_removes_cards", _is("on"), "kitty_size", _is("auto"), "EX-KITTY-01", "name a kitty_size"),
    Conflict("kitty_removes_cards", _is("on"), "zpy_dealer", _is("declare"), "EX-KITTY-01", "use rotate"),
    Conflict("kitty_removes_cards", _is("on"), "redeal_dealer", _is("up_for_grabs"), "EX-KITTY-01", "use keep"),
    Conflict(
        "revoke_penalty",
        _is("lose_hand_plus"),
        "enforcement",
        _is("server"),
        "SJ-ILLEGAL-02",
        "set enforcement to honor: the server lets nobody revoke",
    ),
    Conflict(
        "end_early",
        _is("on"),
        "enforcement",
        _is("honor"),
        "EX-EARLY-01",
        "leave one of them out: what was not followed comes out only when the hand is played to its end",
    ),
    Conflict(
        "end_early",
        _is("on"),
        "throw_penalty",
        _not("none"),
        "EX-EARLY-01",
        "leave one of them out: every further throw can cost points",
    ),
    Conflict(
        "end_early",
        _is("on"),
        "hong_wu_penalty",
        _over(0),
        "EX-EARLY-01",
        "leave one of them out: every red five still held can cost points",
    ),
    Conflict("draw_seconds", _not(1), "deal_mode", _not("live_draw"), "EX-LIVE-01", "set deal_mode to live_draw"),
    Conflict("declare_seconds", _not(10), "deal_mode", _not("live_draw"), "EX-LIVE-01", "set deal_mode to live_draw"),
)


def check_pairs(values: Values, in_words: Callable[[OptionValue], str]) -> None:
    """Whether the options go together, two by two; `in_words` writes a value as a client would.

    Raises:
        ConflictingOptions: two do not; both are named.
    """
    for conflict in CONFLICTS:
        first, second = values[conflict.first], values[conflict.second]
        if conflict.excludes(first) and conflict.excluded(second):
            raise ConflictingOptions(
                f"{conflict.first} = {in_words(first)} does not go with {conflict.second} = {in_words(second)}",
                hint=conflict.hint,
                rule=conflict.rule,
                facts={"options": [conflict.first, conflict.second]},
            )
