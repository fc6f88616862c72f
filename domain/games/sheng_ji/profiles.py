"""Named profiles. Each consists of its differences from the catalogue's defaults.

`None` means that the option does not apply under the profile (n/a in the catalogue).
"""

from domain.kernel.messages import Message, message
from domain.kernel.options import OptionValue

ZHANG_2021: dict[str, OptionValue] = {
    "first_drawer_method": "count",
    "kitty_reveal": "on_opponents_last_trick",
}

ZHANG_2016: dict[str, OptionValue] = {
    **ZHANG_2021,
    "first_drawer_ace": "one",
    "initial_declare": "single_or_joker_pair",
    "override_same_suit": "forbidden",
    "joker_pair_order": "flat",
    "first_hand_dealer": "last_suit_declarer",
    "throw_forced_lead": "leader_choice",
    "trump_throw_compare": "pairs_then_singles",
    "below_zero_row": "off",
    "kitty_multiplier": "pow2_cards",
}

WIKIPEDIA_BASHIFEN: dict[str, OptionValue] = {
    **ZHANG_2021,
    "first_drawer_ace": "one",
    "override_same_suit": "forbidden",
    "first_hand_dealer": "first_declarer",
    "no_declaration": "first_card",
    "free_leads": "full_tuples_only",
    "throw_forced_lead": "leader_choice",
    "kitty_unit_source": "any_play",
}

SI_SHI_FEN: dict[str, OptionValue] = {
    **ZHANG_2021,
    "decks": 1,
    "initial_declare": "single",
    "no_trump_declare": "off",
}

SIX_PLAYER_TEAMS: dict[str, OptionValue] = {
    **ZHANG_2021,
    "players": 6,
    "team_mode": "fixed_2x3",
    "decks": 3,
}

ZHAO_PENG_YOU: dict[str, OptionValue] = {
    **ZHANG_2021,
    "players": 5,
    "team_mode": "friends",
    "decks": "auto",
    "succession": "next_winner_right",
    "zpy_dealer": "rotate",
    "friend_call_style": "ordinal",
    "solo_call": "off",
    "missing_teammate_bonus": "n_per_missing",
    "missing_bonus_scope": "dealer",
    "auto_leveling": "off",
    "zpy_win": "own_level_ace",
    "friend_card": "non_trump",
    "double_join": "allowed",
}

LEVELUP_5: dict[str, OptionValue] = {
    **ZHANG_2021,
    "players": 5,
    "team_mode": "friends",
    "first_drawer_method": "random",
    "later_first_drawer": "right_of_dealer",
    "joker_pair_order": "flat",
    "declaration_window": "until_kitty_taken",
    "no_declaration": "first_card",
    "succession": "levelup",
    "tractor_adjacency": "equal_rank_chain",
    "throw_forced_lead": "all_beatable",
    "below_zero_row": "off",
    "kitty_multiplier": "flat_2",
    "kitty_awarded_to": "last_trick_winner_team",
    "friend_call_style": "first_other",
    "solo_call": "on",
    "missing_teammate_bonus": "off",
    "auto_leveling": "off",
    "zpy_win": "own_level_ace",
    "friend_card": "non_trump",
    "double_join": "allowed",
}

SHENG_JI_NIGHT: dict[str, OptionValue] = {
    **ZHANG_2016,
    "initial_level": "8",
    "elo_start": 1500,
    "elo_k": "32_then_16",
    "elo_scale": 400,
}

PROFILES: dict[str, dict[str, OptionValue]] = {
    "zhang-2016": ZHANG_2016,
    "zhang-2021": ZHANG_2021,
    "wikipedia-bashifen": WIKIPEDIA_BASHIFEN,
    "si-shi-fen": SI_SHI_FEN,
    "six-player-teams": SIX_PLAYER_TEAMS,
    "zhao-peng-you": ZHAO_PENG_YOU,
    "levelup-5": LEVELUP_5,
    "sheng-ji-night": SHENG_JI_NIGHT,
}
"""The differences of each profile from the catalogue's defaults."""

DESCRIPTIONS: dict[str, Message] = {
    "zhang-2016": message("four players in two teams with two decks, as described by B. Zhang in 2016"),
    "zhang-2021": message("four players in two teams with two decks, as revised by B. Zhang in 2021"),
    "wikipedia-bashifen": message("four players in two teams with two decks, as Wikipedia describes Ba Shi Fen"),
    "si-shi-fen": message("four players in two teams with one deck: forty points win, and there are no pairs"),
    "six-player-teams": message("six players in two teams of three with three decks"),
    "zhao-peng-you": message("finding friends: five players with two decks, or set players to 4, 6, 7 or 8"),
    "levelup-5": message("LevelUp: five players with two decks; a champion and one friend, or the champion alone"),
    "sheng-ji-night": message("the rules of 2016 from level 8, used for rated games"),
}
