"""Every named profile, cell by cell, and the numbers of friend games."""

from dataclasses import replace

import pytest

from domain.games.sheng_ji.friends import calls_wanted
from domain.games.sheng_ji.options.catalogue import OPTIONS
from domain.games.sheng_ji.profiles import DESCRIPTIONS, PROFILES
from domain.games.sheng_ji.rules import rules_of
from tests.support.laws import law

COLUMNS = [
    "zhang-2016",
    "zhang-2021",
    "wikipedia-bashifen",
    "si-shi-fen",
    "six-player-teams",
    "zhao-peng-you",
    "levelup-5",
]
TABLE = """
players | 4 4 4 4 6 5 5
team_mode | fixed_2x2 fixed_2x2 fixed_2x2 fixed_2x2 fixed_2x3 friends friends
decks | 2 2 2 1 3 auto 2
kitty_size | auto
filler_cards | 0
jokers_removed | 0
initial_level | 2
final_level | A
after_final | end
laps | 1
permanent_twos | off
hong_wu | off
hong_wu_penalty | 0
first_drawer_method | count count count count count count random
first_drawer_ace | one redraw one redraw redraw redraw redraw
cutter | left_of_first_drawer
later_first_drawer | dealer dealer dealer dealer dealer dealer right_of_dealer
deal_mode | auction
initial_declare | single_or_joker_pair single_or_pair_or_joker_pair single_or_pair_or_joker_pair single
    single_or_pair_or_joker_pair single_or_pair_or_joker_pair single_or_pair_or_joker_pair
override_same_suit | forbidden allowed forbidden - allowed allowed allowed
no_trump_declare | joker_pair joker_pair joker_pair off joker_pair joker_pair joker_pair
joker_pair_order | flat big_over_small big_over_small - big_over_small big_over_small flat
small_joker_declare | allowed allowed allowed - allowed allowed allowed
joker_in_bid | off
late_reinforce | off off off - off off off
first_hand_dealer | last_suit_declarer last_declarer first_declarer last_declarer
    last_declarer last_declarer last_declarer
declaration_window | draw draw draw draw draw draw until_kitty_taken
no_declaration | rank_then_highest rank_then_highest first_card rank_then_highest
    rank_then_highest rank_then_highest first_card
no_declaration_joker | skip
first_dealer_fallback | first_drawer
kitty_reveal | on_opponents_last_trick
redeal_no_trump | off
redeal_points_below | 0
redeal_dealer | keep
chao_di_pi | off
chao_skip_last_bidder | -
succession | fixed fixed fixed fixed fixed next_winner_right levelup
zpy_dealer | - - - - - rotate -
free_leads | any_tuple any_tuple full_tuples_only any_tuple any_tuple any_tuple any_tuple
tractor_adjacency | distinct_rank distinct_rank distinct_rank - distinct_rank distinct_rank equal_rank_chain
throw_forced_lead | leader_choice weakest leader_choice weakest weakest weakest all_beatable
throw_ambiguity | longest_unit longest_unit longest_unit - longest_unit longest_unit longest_unit
throw_penalty | none
throw_reveal | witness_cards
protect_tuples | off off off - off off off
trump_throw_compare | pairs_then_singles longest_unit longest_unit longest_unit longest_unit longest_unit longest_unit
revoke_penalty | lose_hand
advancement | table
threshold | 80 80 80 40 120 80 80
score_step | 40 40 40 20 60 40 40
below_zero_row | off on on on on on off
kitty_multiplier | pow2_cards pow2_pairs pow2_pairs pow2_pairs pow2_pairs pow2_pairs flat_2
kitty_multiplier_singles_throw | 2
kitty_unit_source | lead lead any_play lead lead lead lead
kitty_awarded_to | opponents opponents opponents opponents opponents opponents last_trick_winner_team
must_play | A
must_play_needs_win | on
gou_dao_di | off
quan_yi_ban | off
ace_hook | off
friend_call_style | - - - - - ordinal first_other
solo_call | - - - - - off on
missing_teammate_bonus | - - - - - n_per_missing off
missing_bonus_scope | - - - - - dealer -
auto_leveling | - - - - - off off
zpy_win | - - - - - own_level_ace own_level_ace
history_view | last_trick
elo_start | -
elo_k | -
elo_scale | -
"""
"""The catalogue's table of profiles: the value of each option in each column, or one value for all. `-` means that the
option does not apply.

Friend games have the numbers of five players there.
"""
NIGHT = """
initial_level | 8
elo_start | 1500
elo_k | 32_then_16
elo_scale | 400
"""
"""Options in which `sheng-ji-night` differs from `zhang-2016`."""
OURS = {
    # Options that the catalogue does not have. They are off or neutral in every profile.
    "enforcement": "server",
    "take_back": "off",
    "end_early": "off",
    "kitty_removes_cards": "off",
    "run_width": 2,
    "run_length": 2,
    "bombs": "off",
    "level_after_ace": "off",
    "hide_points": "off",
    "draw_seconds": 1,
    "declare_seconds": 10,
}
FRIENDLY = {"friend_card": "non_trump", "double_join": "allowed"}
"""The same for friend games."""


def rows(text: str) -> dict[str, list[str]]:
    split = (line.split(" | ") for line in text.strip().replace("\n    ", " ").splitlines())
    return {name: values.split() for name, values in split}


def cells() -> list[tuple[str, str, str]]:
    found = []
    for name, values in rows(TABLE).items():
        for profile, value in zip(COLUMNS, values * (len(COLUMNS) // len(values)), strict=True):
            found.append((profile, name, value))
    night = {name: value for profile, name, value in found if profile == "zhang-2016"}
    night |= {name: value for name, (value,) in rows(NIGHT).items()}
    return [*found, *(("sheng-ji-night", name, value) for name, value in night.items())]


CELLS = cells()


def in_words(profile: str, name: str) -> str:
    """Value of an option in a profile, in the notation of the table."""
    rules = rules_of(profile)
    numbers = {"threshold": rules.threshold, "score_step": rules.score_step}
    value = numbers.get(name, rules.choices()[name])
    if isinstance(value, list):
        return ",".join(value)
    return "-" if value is None else str(value)


@law
@pytest.mark.parametrize(("profile", "name", "value"), [cell for cell in CELLS if cell[2] != "-"])
def test_every_value_of_a_profile_agrees_with_the_catalogue(profile, name, value):
    assert in_words(profile, name) == value


@law
@pytest.mark.parametrize(("profile", "name"), [cell[:2] for cell in CELLS if cell[2] == "-"])
def test_options_without_meaning_in_a_profile_have_a_neutral_value(profile, name):
    default = OPTIONS[name].default

    assert rules_of(profile).choices()[name] in (None, default)


@pytest.mark.parametrize("profile", PROFILES)
def test_options_added_by_this_server_are_off_or_neutral_in_every_profile(profile):
    values = rules_of(profile).choices()
    friendly = {name: value if rules_of(profile).friends else None for name, value in FRIENDLY.items()}

    assert {name: values[name] for name in (*OURS, *FRIENDLY)} == {**OURS, **friendly}


def test_the_tables_of_this_file_cover_every_option_and_profile():
    named = [*rows(TABLE), *OURS, *FRIENDLY]

    assert sorted(named) == sorted(OPTIONS)
    assert set(PROFILES) == set(DESCRIPTIONS) == {*COLUMNS, "sheng-ji-night"}


@law
@pytest.mark.parametrize(("profile", "name", "value"), [cell for cell in CELLS if cell[2] != "-"])
def test_repeating_a_value_of_the_profile_changes_nothing(profile, name, value):
    option = OPTIONS[name]
    given = (
        [value] if option.kind == "levels" else int(value) if value.isdigit() and option.kind == "integer" else value
    )
    plain, chosen = rules_of(profile), rules_of(profile, {name: given})

    assert replace(chosen, options=plain.options) == plain


# Friend games ---------------------------------------------------------------------------------------------------------

BY_PLAYERS = [
    # players, decks, hand, kitty, declarers, calls, threshold, step
    (4, 2, 25, 8, 2, 1, 80, 40),
    (5, 2, 20, 8, 2, 1, 80, 40),
    (6, 3, 26, 6, 3, 2, 120, 60),
    (7, 3, 22, 8, 3, 2, 120, 60),
    (8, 4, 26, 8, 4, 3, 160, 80),
]


@pytest.mark.parametrize("numbers", BY_PLAYERS)
def test_ff_num_01_and_02_friend_games_have_the_numbers_of_the_catalogue(numbers):
    players, decks, hand, kitty, declarers, calls, threshold, step = numbers
    rules = rules_of("zhao-peng-you", {"players": players})

    assert (rules.decks, rules.deal_shape.hand, rules.deal_shape.kitty) == (decks, hand, kitty)
    assert (rules.threshold, rules.score_step) == (threshold, step)
    assert calls_wanted(players) == calls == declarers - 1


@pytest.mark.parametrize(
    ("profile", "shape"),
    [
        ("zhang-2016", (108, 25, 8)),
        ("si-shi-fen", (54, 12, 6)),
        ("six-player-teams", (162, 26, 6)),
        ("levelup-5", (108, 20, 8)),
    ],
)
def test_sj_deck_02_deals_have_the_sizes_of_the_catalogue(profile, shape):
    assert rules_of(profile).deal_shape == shape
