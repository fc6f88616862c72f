"""Conflicts between options: pairs of options with the values that exclude each other.

Each row means: if the first option has one of these values, the second must not have one of those. Conflicts that need
arithmetic, such as the sizes of hands, are checked in `rules`.
"""

from domain.kernel.options import Conflict, none_of, one_of, over, under

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
"""Options that apply only where friends are called."""

_FIXED = one_of("fixed_2x2", "fixed_2x3")

CONFLICTS: tuple[Conflict, ...] = (
    Conflict("team_mode", one_of("fixed_2x2"), "players", none_of(4), "SJ-GEN-02", "two teams of two are four players"),
    Conflict("team_mode", one_of("fixed_2x3"), "players", none_of(6), "SIX-01", "two teams of three are six players"),
    *(
        Conflict(name, none_of(None), "team_mode", _FIXED, "FF-NUM-01", "set team_mode to friends, or leave it out")
        for name in FRIENDS_ONLY
    ),
    Conflict("succession", one_of("fixed"), "team_mode", one_of("friends"), "SJ-DEALER-05", "use next_winner_right"),
    Conflict("succession", one_of("levelup"), "team_mode", _FIXED, "LU-DEALER-01", "use fixed"),
    Conflict("zpy_dealer", one_of("declare"), "succession", one_of("levelup"), "FF-DEALER-02", "use next_winner_right"),
    Conflict(
        "zpy_dealer",
        one_of("declare"),
        "later_first_drawer",
        one_of("right_of_dealer"),
        "SJ-BID-20",
        "use right_of_previous_dealer: the dealer is not known before the draw",
    ),
    Conflict("auto_leveling", one_of("on"), "players", one_of(5, 7), "DEC-46", "it is for an even number of players"),
    Conflict("chao_skip_last_bidder", none_of(None), "chao_di_pi", one_of("off"), "SJ-CHAO-02", "leave it out"),
    Conflict("chao_di_pi", none_of("off"), "decks", one_of(1), "SJ-CHAO-03", "one deck has no pairs to bid with"),
    Conflict("laps", over(1), "after_final", one_of("end"), "SJ-LEVEL-06", "set after_final to wrap"),
    Conflict("after_final", one_of("wrap"), "laps", under(2), "SJ-LEVEL-06", "give two laps or more"),
    Conflict("hong_wu_penalty", over(0), "hong_wu", one_of("off"), "SJ-CARD-11", "set hong_wu, or no penalty"),
    Conflict(
        "no_declaration_joker",
        none_of("skip"),
        "no_declaration",
        one_of("rank_then_highest"),
        "SJ-NODECL-02",
        "set no_declaration to first_card",
    ),
    Conflict(
        "joker_in_bid", one_of("on"), "decks", one_of(1), "SJ-BID-17", "jokers are added to a pair, and need two decks"
    ),
    Conflict(
        "first_hand_dealer",
        one_of("first_joker_pair"),
        "no_trump_declare",
        one_of("off"),
        "SJ-BID-12",
        "let jokers declare",
    ),
    Conflict(
        "throw_forced_lead",
        one_of("challenger_choice"),
        "throw_reveal",
        one_of("none"),
        "SJ-THROW-04",
        "who chooses is seen: use witness_seat",
    ),
    Conflict("bombs", none_of("off"), "decks", under(4), "EX-BOMB-01", "bombs need four decks"),
    Conflict("level_after_ace", none_of("off"), "final_level", none_of("A"), "EX-LEVEL-01", "leave final_level at A"),
    Conflict("level_after_ace", none_of("off"), "zpy_dealer", one_of("declare"), "EX-LEVEL-01", "use rotate"),
    Conflict("kitty_removes_cards", one_of("on"), "kitty_size", one_of("auto"), "EX-KITTY-01", "name a kitty_size"),
    Conflict("kitty_removes_cards", one_of("on"), "zpy_dealer", one_of("declare"), "EX-KITTY-01", "use rotate"),
    Conflict("kitty_removes_cards", one_of("on"), "redeal_dealer", one_of("up_for_grabs"), "EX-KITTY-01", "use keep"),
    Conflict(
        "revoke_penalty",
        one_of("lose_hand_plus"),
        "enforcement",
        one_of("server"),
        "SJ-ILLEGAL-02",
        "set enforcement to honor: the server lets nobody revoke",
    ),
    Conflict(
        "end_early",
        one_of("on"),
        "enforcement",
        one_of("honor"),
        "EX-EARLY-01",
        "leave one of them out: what was not followed comes out only when the hand is played to its end",
    ),
    Conflict(
        "end_early",
        one_of("on"),
        "throw_penalty",
        none_of("none"),
        "EX-EARLY-01",
        "leave one of them out: every further throw can cost points",
    ),
    Conflict(
        "end_early",
        one_of("on"),
        "hong_wu_penalty",
        over(0),
        "EX-EARLY-01",
        "leave one of them out: every red five still held can cost points",
    ),
    Conflict("draw_seconds", none_of(1), "deal_mode", none_of("live_draw"), "EX-LIVE-01", "set deal_mode to live_draw"),
    Conflict(
        "declare_seconds", none_of(10), "deal_mode", none_of("live_draw"), "EX-LIVE-01", "set deal_mode to live_draw"
    ),
)
