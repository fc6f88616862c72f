"""Profiles of Zheng Shangyou: each consists of the catalogue's defaults and the differences given here."""

from domain.kernel.messages import Message, message
from domain.kernel.options import OptionValue

PROFILES: dict[str, dict[str, OptionValue]] = {
    "zheng-shangyou": {},
    "zheng-shangyou-4-partners": {"zs_players": 4, "zs_team_mode": "teams_2x2"},
    "san-jia-xi": {
        "zs_players": 6,
        "zs_team_mode": "teams_2x3",
        "zs_target": 50,
        "zs_scoring": "team_table_3_2_2_10_5",
        "zs_first_lead": "drawn_card_holder",
        "zs_next_lead": "fifth_place",
    },
}
"""The differences of each profile from the catalogue's defaults."""

DESCRIPTIONS: dict[str, Message] = {
    "zheng-shangyou": message(
        "five individual players with one deck, to 11 points; or set zs_players to 4, 6, 7, 8 or 9"
    ),
    "zheng-shangyou-4-partners": message("four players in two partnerships, to 11 points"),
    "san-jia-xi": message("six players in two teams of three, with team points, to 50 points"),
}
