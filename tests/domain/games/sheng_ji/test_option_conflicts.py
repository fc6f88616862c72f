"""Incompatible options are refused, and both are named."""

import pytest

from domain.games.sheng_ji.options.catalogue import OF_FRIEND_GAMES
from domain.games.sheng_ji.rules import REVISIONS, rules_of
from domain.kernel.options import ConflictingOptions
from tests.support.laws import law

CONFLICTS = REVISIONS.catalogue().conflicts

FOUR, FIVE, SIX = "zhang-2021", "zhao-peng-you", "six-player-teams"

# profile, chosen options, the two options named in the refusal (in the order of the table of conflicts), the rule
EXCLUSIVE = [
    (FOUR, {"players": 6}, "team_mode players", "SJ-GEN-02"),
    (SIX, {"players": 4}, "team_mode players", "SIX-01"),
    *(
        (FOUR, {name: value}, f"{name} team_mode", "FF-NUM-01")
        for name, value in (
            ("zpy_dealer", "rotate"),
            ("friend_call_style", "ordinal"),
            ("solo_call", "off"),
            ("missing_teammate_bonus", "off"),
            ("missing_bonus_scope", "dealer"),
            ("auto_leveling", "on"),
            ("zpy_win", "own_level_ace"),
            ("friend_card", "any"),
            ("double_join", "ignored"),
        )
    ),
    (FIVE, {"succession": "fixed"}, "succession team_mode", "SJ-DEALER-05"),
    (FOUR, {"succession": "levelup"}, "succession team_mode", "LU-DEALER-01"),
    ("levelup-5", {"zpy_dealer": "declare"}, "zpy_dealer succession", "FF-DEALER-02"),
    (
        FIVE,
        {"zpy_dealer": "declare", "later_first_drawer": "right_of_dealer"},
        "zpy_dealer later_first_drawer",
        "SJ-BID-20",
    ),
    (FIVE, {"auto_leveling": "on"}, "auto_leveling players", "DEC-46"),
    (FIVE, {"auto_leveling": "on", "players": 7}, "auto_leveling players", "DEC-46"),
    (FOUR, {"chao_skip_last_bidder": "on"}, "chao_skip_last_bidder chao_di_pi", "SJ-CHAO-02"),
    (FOUR, {"chao_skip_last_bidder": "off"}, "chao_skip_last_bidder chao_di_pi", "SJ-CHAO-02"),
    ("si-shi-fen", {"chao_di_pi": "single_pass"}, "chao_di_pi decks", "SJ-CHAO-03"),
    (FOUR, {"laps": 2}, "laps after_final", "SJ-LEVEL-06"),
    (FOUR, {"after_final": "wrap"}, "after_final laps", "SJ-LEVEL-06"),
    (FOUR, {"hong_wu_penalty": 10}, "hong_wu_penalty hong_wu", "SJ-CARD-11"),
    (FOUR, {"no_declaration_joker": "redeal"}, "no_declaration_joker no_declaration", "SJ-NODECL-02"),
    (FOUR, {"no_declaration_joker": "no_trump"}, "no_declaration_joker no_declaration", "SJ-NODECL-02"),
    ("si-shi-fen", {"joker_in_bid": "on"}, "joker_in_bid decks", "SJ-BID-17"),
    (
        FOUR,
        {"first_hand_dealer": "first_joker_pair", "no_trump_declare": "off"},
        "first_hand_dealer no_trump_declare",
        "SJ-BID-12",
    ),
    (
        FOUR,
        {"throw_forced_lead": "challenger_choice", "throw_reveal": "none"},
        "throw_forced_lead throw_reveal",
        "SJ-THROW-04",
    ),
    (FOUR, {"bombs": "on"}, "bombs decks", "EX-BOMB-01"),
    (SIX, {"bombs": "any_suit"}, "bombs decks", "EX-BOMB-01"),
    (FIVE, {"bombs": "on"}, "bombs decks", "EX-BOMB-01"),
    (FIVE, {"bombs": "on", "players": 7}, "bombs decks", "EX-BOMB-01"),
    (FOUR, {"level_after_ace": "no_trump", "final_level": "K"}, "level_after_ace final_level", "EX-LEVEL-01"),
    (FIVE, {"level_after_ace": "no_trump", "zpy_dealer": "declare"}, "level_after_ace zpy_dealer", "EX-LEVEL-01"),
    (FOUR, {"kitty_removes_cards": "on"}, "kitty_removes_cards kitty_size", "EX-KITTY-01"),
    (
        FIVE,
        {"kitty_removes_cards": "on", "kitty_size": 7, "zpy_dealer": "declare"},
        "kitty_removes_cards zpy_dealer",
        "EX-KITTY-01",
    ),
    (
        FOUR,
        {"kitty_removes_cards": "on", "kitty_size": 7, "redeal_dealer": "up_for_grabs"},
        "kitty_removes_cards redeal_dealer",
        "EX-KITTY-01",
    ),
    (FOUR, {"revoke_penalty": "lose_hand_plus"}, "revoke_penalty enforcement", "SJ-ILLEGAL-02"),
    (FOUR, {"end_early": "on", "enforcement": "honor"}, "end_early enforcement", "EX-EARLY-01"),
    (FOUR, {"end_early": "on", "throw_penalty": "flat_10"}, "end_early throw_penalty", "EX-EARLY-01"),
    (
        FOUR,
        {"end_early": "on", "hong_wu": "h5", "hong_wu_penalty": 5},
        "end_early hong_wu_penalty",
        "EX-EARLY-01",
    ),
    (FOUR, {"draw_seconds": 2}, "draw_seconds deal_mode", "EX-LIVE-01"),
    (FOUR, {"declare_seconds": 5}, "declare_seconds deal_mode", "EX-LIVE-01"),
]
# Conflicts of sums and sizes.
UNFITTING = [
    (FOUR, {"kitty_size": 7}, "kitty_size players", "SJ-DECK-03"),
    (FOUR, {"kitty_size": 0}, "kitty_size players", "SJ-DECK-03"),
    (FOUR, {"kitty_size": 24}, "kitty_size players", "SJ-DECK-03"),
    (FOUR, {"kitty_size": 108}, "kitty_size players", "SJ-DECK-03"),
    (FIVE, {"players": 7, "decks": 1}, "kitty_size players", "SJ-DECK-03"),
    (FOUR, {"initial_level": "8", "final_level": "7"}, "final_level initial_level", "SJ-LEVEL-05"),
    (FOUR, {"initial_level": "A", "final_level": "K"}, "final_level initial_level", "SJ-LEVEL-05"),
    (FOUR, {"score_step": 30}, "score_step threshold", "SJ-SCORE-06"),
    (FOUR, {"score_step": 7}, "score_step threshold", "SJ-SCORE-06"),
    (FOUR, {"score_step": 160}, "score_step threshold", "SJ-SCORE-06"),
    (FOUR, {"threshold": 120}, "threshold decks", "SJ-DECK-06"),
    (FOUR, {"jokers_removed": 5}, "jokers_removed decks", "SJ-DECK-05"),
    (FOUR, {"run_width": 3}, "run_width decks", "EX-RUN-01"),
]
EVERY = [pytest.param(*row, id=f"{row[0]} {row[1]}") for row in EXCLUSIVE + UNFITTING]


@law
@pytest.mark.parametrize(("profile", "options", "pair", "rule"), EVERY)
def test_contradicting_options_are_refused_as_a_pair(profile, options, pair, rule):
    with pytest.raises(ConflictingOptions) as refused:
        rules_of(profile, options)

    assert refused.value.facts["options"] == pair.split()
    assert refused.value.rule == rule


@law
@pytest.mark.parametrize(("profile", "options", "pair", "rule"), EXCLUSIVE)
def test_a_refusal_names_the_contradicting_values_and_what_is_possible(profile, options, pair, rule):
    with pytest.raises(ConflictingOptions) as refused:
        rules_of(profile, options)

    assert all(name in refused.value.detail for name in pair.split())
    assert refused.value.hint
    assert refused.value.rule == rule


def test_every_listed_conflict_is_tested():
    assert {(row.first, row.second, row.rule) for row in CONFLICTS} == {
        (*pair.split(), rule) for _, _, pair, rule in EXCLUSIVE
    }


def test_options_for_friends_do_not_apply_in_other_games():
    values = rules_of(FOUR).options

    assert not set(OF_FRIEND_GAMES) & set(values)


@pytest.mark.parametrize(
    ("profile", "options"),
    [
        (FIVE, {"bombs": "on", "players": 8}),
        (FOUR, {"bombs": "any_suit", "decks": 4}),
        (FIVE, {"auto_leveling": "on", "players": 8}),
        (FIVE, {"succession": "levelup"}),
        (FOUR, {"after_final": "wrap", "laps": 2}),
        (FOUR, {"chao_di_pi": "repeat", "chao_skip_last_bidder": "off"}),
        (FOUR, {"throw_forced_lead": "challenger_choice", "throw_reveal": "witness_seat"}),
        (FOUR, {"jokers_removed": 4}),
        (SIX, {"run_width": 3}),
    ],
)
def test_compatible_options_can_be_played(profile, options):
    rules = rules_of(profile, options)

    assert {name: rules.value(name) for name in options} == options
