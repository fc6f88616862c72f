"""Every option of the Sheng Ji family: its values, what it means and its rules.

The options of RULES §30.1 come first; those after them are ours (rules `EX-…`), off or neutral in every profile of the
catalogue. `None` stands for "has no meaning here" (the catalogue's n/a). Which options go together is in `conflicts`.
"""

from dataclasses import dataclass
from typing import Literal

from domain.cards import RANK_NAMES

OptionValue = str | int | list[str] | None
Kind = Literal["choice", "integer", "levels"]


@dataclass(frozen=True, slots=True)
class Option:
    """One option of the catalogue.

    Attributes:
        name: as in the catalogue.
        kind: `choice` of the values; `integer`, or one of the values; `levels` is a list of levels.
        values: the values that can be named.
        default: the value where nothing else is said.
        meaning: what it decides.
        rules: ids in the catalogue.
        least: for integers, the least and
        most: the greatest number; both are None where only the named values are possible.
    """

    name: str
    kind: Kind
    values: tuple[str | int, ...]
    default: OptionValue
    meaning: str
    rules: tuple[str, ...]
    least: int | None = None
    most: int | None = None


def _choice(name: str, values: str, default: OptionValue, rules: str, meaning: str) -> Option:
    return Option(name, "choice", tuple(values.split()), default, meaning, tuple(rules.split()))


def _integer(
    name: str,
    values: tuple[str | int, ...],
    default: OptionValue,
    rules: str,
    meaning: str,
    span: tuple[int, int] | None = None,
) -> Option:
    return Option(name, "integer", values, default, meaning, tuple(rules.split()), *(span or ()))


_RANKS = " ".join(RANK_NAMES)

OPTIONS: tuple[Option, ...] = (
    _integer("players", (4, 5, 6, 7, 8), 4, "SJ-GEN-02 FF-NUM-01", "how many players sit at the table"),
    _choice(
        "team_mode",
        "fixed_2x2 fixed_2x3 friends",
        "fixed_2x2",
        "SJ-GEN-02",
        "fixed teams in alternate seats, or friends called anew each hand",
    ),
    _integer("decks", ("auto", 1, 2, 3, 4, 5, 6), 2, "SJ-DECK-01", "how many decks; auto is half the players"),
    _integer(
        "kitty_size",
        ("auto",),
        "auto",
        "SJ-DECK-03",
        "cards left for the kitty; auto is the least of six or more that leaves equal hands",
        span=(0, 324),
    ),
    _integer("filler_cards", (0,), 0, "SJ-CARD-12", "spare cards added, trumps below the small joker", span=(0, 12)),
    _integer(
        "jokers_removed",
        (0,),
        0,
        "SJ-DECK-05",
        "jokers taken out to make the kitty smaller: SJ and BJ in turn",
        span=(0, 12),
    ),
    _choice("initial_level", _RANKS, "2", "SJ-LEVEL-02", "the level at which all start"),
    _choice("final_level", _RANKS, "A", "SJ-LEVEL-05", "the level whose passing wins the match"),
    _choice("after_final", "end wrap", "end", "SJ-LEVEL-06", "what follows the final level"),
    _integer("laps", (1,), 1, "SJ-LEVEL-06", "how often to pass the final level, when wrapping", span=(1, 100)),
    _choice("permanent_twos", "off on", "off", "SJ-CARD-10", "twos are trumps in every hand"),
    _choice("hong_wu", "off h5 h5_d5", "off", "SJ-CARD-11", "red fives are the highest trumps"),
    _integer(
        "hong_wu_penalty",
        (0,),
        0,
        "SJ-CARD-11",
        "points that a red five costs its player when the other side takes it",
        span=(0, 200),
    ),
    _choice(
        "first_drawer_method",
        "random count shuffler",
        "random",
        "SJ-FIRST-03",
        "who draws first in the first hand: by lot, by counting an exposed card, or the shuffler",
    ),
    _choice(
        "first_drawer_ace", "one redraw", "redraw", "SJ-FIRST-02", "when counting, an ace is one or is exposed anew"
    ),
    _choice(
        "cutter",
        "left_of_first_drawer any_other",
        "left_of_first_drawer",
        "SJ-FIRST-04",
        "who cuts the pack",
    ),
    _choice(
        "later_first_drawer",
        "dealer right_of_dealer right_of_previous_dealer",
        "dealer",
        "SJ-FIRST-05",
        "who draws first in later hands",
    ),
    _choice(
        "deal_mode",
        "auction live_draw plan",
        "auction",
        "SJ-DEAL-03",
        "declaring after the whole draw by turns, during it, or by sealed plans",
    ),
    _choice(
        "initial_declare",
        "single single_or_joker_pair single_or_pair_or_joker_pair",
        "single_or_pair_or_joker_pair",
        "SJ-BID-02",
        "what may open the declaring; a pair beyond the first value counts as declaring and reinforcing",
    ),
    _choice(
        "override_same_suit",
        "forbidden allowed",
        "allowed",
        "SJ-BID-05",
        "whether another player may override in the suit declared (three decks or more)",
    ),
    _choice("no_trump_declare", "off joker_pair", "joker_pair", "SJ-BID-06", "whether jokers declare no-trump"),
    _choice(
        "joker_pair_order",
        "big_over_small flat",
        "big_over_small",
        "SJ-BID-06 DEC-07",
        "whether big jokers override small ones; flat plays the same, since it names no order",
    ),
    _choice("small_joker_declare", "allowed disallowed", "allowed", "SJ-BID-16", "whether small jokers declare"),
    _choice("joker_in_bid", "off on", "off", "SJ-BID-17", "jokers added to a declaration"),
    _choice("late_reinforce", "off on", "off", "SJ-BID-09", "reinforcing right after being overridden"),
    _choice(
        "first_hand_dealer",
        "last_declarer last_suit_declarer first_declarer first_pair first_joker_pair",
        "last_declarer",
        "SJ-BID-12",
        "which declaration makes the dealer of the first hand",
    ),
    _choice("declaration_window", "draw until_kitty_taken", "draw", "SJ-BID-18", "until when trumps can be declared"),
    _choice(
        "no_declaration",
        "rank_then_highest first_card",
        "rank_then_highest",
        "SJ-NODECL-03",
        "which kitty card sets trumps when nobody declares",
    ),
    _choice(
        "no_declaration_joker",
        "skip no_trump redeal",
        "skip",
        "SJ-NODECL-02",
        "what a joker turned first means, under first_card",
    ),
    _choice(
        "first_dealer_fallback",
        "first_drawer redeal",
        "first_drawer",
        "SJ-NODECL-05",
        "who deals the first hand when nobody declares",
    ),
    _choice(
        "kitty_reveal",
        "always_after_hand on_opponents_last_trick",
        "always_after_hand",
        "SJ-KITTY-03 DEC-20",
        "when the kitty is turned up at the end of a hand",
    ),
    _choice("redeal_no_trump", "off on", "off", "SJ-REDEAL-01", "a hand without trumps may ask for a new deal"),
    _integer("redeal_points_below", (0, 5, 10), 0, "SJ-REDEAL-02", "a hand with fewer points may ask for one"),
    _choice("redeal_dealer", "keep up_for_grabs", "keep", "SJ-REDEAL-04", "who deals after a redeal"),
    _choice("chao_di_pi", "off single_pass repeat", "off", "SJ-CHAO-01", "bidding for the kitty"),
    _choice("chao_skip_last_bidder", "off on", None, "SJ-CHAO-02", "whether the last bidder is passed over"),
    _choice("succession", "fixed next_winner_right levelup", "fixed", "SJ-DEALER-05", "who deals the next hand"),
    _choice("zpy_dealer", "rotate declare", None, "FF-DEALER-02", "the dealer in friend games"),
    _choice(
        "free_leads",
        "any_tuple full_tuples_only",
        "any_tuple",
        "SJ-LEAD-05",
        "whether every tuple may be led freely, or only those with all copies",
    ),
    _choice(
        "tractor_adjacency",
        "distinct_rank no_gap equal_rank_chain",
        "distinct_rank",
        "SJ-TRAC-02 SJ-TRAC-03 SJ-TRAC-04",
        "which pairs are consecutive",
    ),
    _choice(
        "throw_forced_lead",
        "weakest leader_choice challenger_choice all_beatable",
        "weakest",
        "SJ-THROW-04",
        "what is led when a throw can be beaten",
    ),
    _choice(
        "throw_ambiguity",
        "longest_unit leader_specifies most_equal_copies",
        "longest_unit",
        "SJ-THROW-06",
        "how a throw is divided into units",
    ),
    _choice(
        "throw_penalty",
        "none flat_10 per_invalid_unit_10 per_invalid_card_10 per_withdrawn_card_10",
        "none",
        "SJ-THROW-07 DEC-58",
        "points lost by a throw that can be beaten",
    ),
    _choice(
        "throw_reveal",
        "witness_cards witness_seat none",
        "witness_cards",
        "DEC-51",
        "what is shown of the hand that beats a throw",
    ),
    _choice("protect_tuples", "off on", "off", "SJ-FOLLOW-06", "whether wider tuples need not be broken"),
    _choice(
        "trump_throw_compare",
        "longest_unit pairs_then_singles all_units",
        "longest_unit",
        "SJ-TRICK-05 SJ-TRICK-06 SJ-TRICK-07",
        "which units decide between plays that match a throw",
    ),
    _choice(
        "revoke_penalty",
        "lose_hand lose_hand_plus",
        "lose_hand",
        "SJ-ILLEGAL-02 DEC-95",
        "what a proven revoke costs; with enforcement = server none can happen",
    ),
    _choice("advancement", "table simple", "table", "SJ-SCORE-01", "levels by the table of points, or one a hand"),
    _integer("threshold", ("40d",), "40d", "SJ-DECK-06", "points the opponents need: 40 a deck", span=(40, 240)),
    _integer(
        "score_step",
        ("20d", 10, 20),
        "20d",
        "SJ-SCORE-06 DEC-81",
        "points of one level: 20 a deck, or a multiple of 5 that divides the threshold",
        span=(5, 240),
    ),
    _choice("below_zero_row", "off on", "on", "SJ-SCORE-05", "whether points below zero give further levels"),
    _choice(
        "kitty_multiplier",
        "pow2_pairs pow2_cards twice_cards twice_len_plus_one twice_total_cards flat_2",
        "pow2_pairs",
        "SJ-BONUS-02",
        "how many times the kitty's points count",
    ),
    _integer(
        "kitty_multiplier_singles_throw",
        (2, 3),
        2,
        "SJ-BONUS-04",
        "the factor when only single cards were thrown",
    ),
    _choice(
        "kitty_unit_source",
        "lead any_play winner",
        "lead",
        "SJ-BONUS-03 DEC-77",
        "whose unit of the last trick gives the factor",
    ),
    _choice(
        "kitty_awarded_to",
        "opponents last_trick_winner_team",
        "opponents",
        "SJ-BONUS-05",
        "who can take the kitty's points",
    ),
    Option(
        "must_play",
        "levels",
        RANK_NAMES,
        ["A"],
        "levels that are passed only by winning a hand at them as declarers",
        ("SJ-VAR-01",),
    ),
    _choice("must_play_needs_win", "off on", "on", "SJ-VAR-02", "whether a must-play level has to be won"),
    _choice(
        "gou_dao_di",
        "off any_trump_jack matching_suit_longest_unit any_jack_no_threshold",
        "off",
        "SJ-VAR-05",
        "a last trick won by a jack at level J throws the declarers back to 2",
    ),
    _choice(
        "quan_yi_ban",
        "off any_trump_queen matching_suit_longest_unit",
        "off",
        "SJ-VAR-06",
        "a last trick won by a queen at level Q throws the declarers back to 6",
    ),
    _choice(
        "ace_hook",
        "off any_ace_no_threshold matching_suit_longest_unit",
        "off",
        "SJ-VAR-07",
        "a last trick won by an ace at level A throws the declarers back to J",
    ),
    _choice("friend_call_style", "ordinal first_other card_owner", None, "FF-CALL-03", "how friends are called"),
    _choice("solo_call", "off on", None, "LU-1V4-01", "whether the dealer may play alone"),
    _choice(
        "missing_teammate_bonus", "off n_per_missing", None, "FF-SCORE-03", "levels for playing with fewer friends"
    ),
    _choice("missing_bonus_scope", "dealer declarers", None, "DEC-45", "who gets that bonus"),
    _choice("auto_leveling", "off on", None, "FF-SCORE-04", "opponents who win gain one level more"),
    _choice("zpy_win", "own_level_ace trump_rank_ace", None, "DEC-43", "which ace has to be won in friend games"),
    _choice(
        "history_view",
        "last_trick all",
        "last_trick",
        "SJ-GEN-06 DEC-94",
        "which past tricks of the running hand a view shows",
    ),
    _integer(
        "elo_start", (1500,), None, "NIGHT-ELO-02", "a player's first rating, where results are rated", span=(0, 9999)
    ),
    _integer(
        "elo_k",
        ("32_then_16", 32, 16),
        None,
        "NIGHT-ELO-02",
        "how far a result moves a rating",
        span=(0, 400),
    ),
    _integer("elo_scale", (400,), None, "NIGHT-ELO-02", "the scale of the ratings", span=(1, 9999)),
    _choice(
        "enforcement",
        "server honor",
        "server",
        "EX-HONOR-01 SJ-ILLEGAL-02",
        "whether the server refuses a play that does not follow, or opponents have to challenge it",
    ),
    _choice("take_back", "off on", "off", "EX-BACK-01", "a play or declaration is taken back when all others agree"),
    _choice("end_early", "off on", "off", "EX-EARLY-01", "a hand whose result cannot change any more may be ended"),
    _choice(
        "kitty_removes_cards",
        "off on",
        "off",
        "EX-KITTY-01",
        "low cards are taken out where kitty_size does not leave equal hands",
    ),
    _choice(
        "friend_card",
        "non_trump any no_highest no_points",
        None,
        "EX-CALL-01 FF-CALL-02",
        "which cards the dealer may call",
    ),
    _choice(
        "double_join",
        "allowed ignored",
        None,
        "EX-JOIN-01 FF-TEAM-02",
        "whether a called card that a declarer plays uses the call up",
    ),
    _integer("run_width", (2,), 2, "EX-RUN-01", "the fewest equal cards of which runs are made", span=(2, 6)),
    _integer("run_length", (2,), 2, "EX-RUN-01", "the fewest consecutive tuples that are a run", span=(2, 12)),
    _choice("bombs", "off on any_suit", "off", "EX-BOMB-01", "four or more identical cards beat other plays"),
    _choice("level_after_ace", "off no_trump", "off", "EX-LEVEL-01", "a last level without a trump rank, after ace"),
    _choice("hide_points", "off on", "off", "EX-HIDE-01", "views do not add up the points of the running hand"),
    _integer(
        "draw_seconds", (1,), 1, "EX-LIVE-01", "under live_draw, how long a round of the draw takes", span=(0, 3600)
    ),
    _integer(
        "declare_seconds",
        (10,),
        10,
        "EX-LIVE-01 DEC-03",
        "under live_draw, how long trumps can be declared after the last card",
        span=(0, 86400),
    ),
)

OPTION_BY_NAME: dict[str, Option] = {option.name: option for option in OPTIONS}
