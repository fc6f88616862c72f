"""Conflicts between options of Zheng Shangyou.

Each row says: if the first option has one of these values, the second option cannot have one of those values.
"""

from domain.kernel.options import Conflict, none_of, one_of

CONFLICTS: tuple[Conflict, ...] = (
    Conflict(
        "zs_team_mode", one_of("teams_2x2"), "zs_players", none_of(4), "ZS-TEAM-01", "two teams of two are four players"
    ),
    Conflict(
        "zs_team_mode",
        one_of("teams_2x3"),
        "zs_players",
        none_of(6),
        "ZS-TEAM-02",
        "two teams of three are six players",
    ),
    Conflict(
        "zs_scoring",
        one_of("team_table_3_2_2_10_5"),
        "zs_team_mode",
        none_of("teams_2x3"),
        "ZS-TEAM-03",
        "the table is for two teams of three: use first_second_2_1",
    ),
    Conflict(
        "zs_next_lead",
        one_of("fifth_place"),
        "zs_players",
        one_of(4),
        "ZS-TEAM-05",
        "four players have no fifth place: use third_place",
    ),
)
