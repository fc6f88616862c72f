"""Named profiles (RULES §31): each is the catalogue's defaults with the differences given here."""

from domain.shengji.options import OptionValue

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

PROFILES: dict[str, dict[str, OptionValue]] = {"zhang-2016": ZHANG_2016, "zhang-2021": ZHANG_2021}
"""The differences of each profile from the catalogue's defaults (§31.2)."""

DESCRIPTIONS: dict[str, str] = {
    "zhang-2016": "four players in two teams with two decks, as B. Zhang wrote it down in 2016",
    "zhang-2021": "four players in two teams with two decks, as B. Zhang revised it in 2021",
}
