"""The options of Zheng Shangyou: values, defaults, meanings and rules."""

from domain.kernel.options import Option, choice, integer

OPTIONS: tuple[Option, ...] = (
    integer(
        "zs_players", (4, 5, 6, 7, 8, 9), 5, "ZS-DECK-01 DEC-111", "how many players sit at the table; best 5 or 6"
    ),
    choice(
        "zs_team_mode",
        "individual teams_2x2 teams_2x3",
        "individual",
        "ZS-TEAM-01 ZS-TEAM-02",
        "everybody alone, or two teams in alternate seats: of two, or of three",
    ),
    integer("zs_target", (11, 50), 11, "ZS-SCORE-01 ZS-TEAM-06", "the points that win the game", span=(1, 1000)),
    choice(
        "zs_scoring",
        "first_second_2_1 team_table_3_2_2_10_5",
        "first_second_2_1",
        "ZS-SCORE-01 ZS-TEAM-03",
        "points for first and second place, added up in a team; or the table for two teams of three",
    ),
    choice(
        "zs_first_lead",
        "dealer drawn_card_holder",
        "dealer",
        "ZS-TURN-01 ZS-TEAM-02",
        "who leads in the first hand: the dealer, found by lot, or who is dealt a card exposed before",
    ),
    choice(
        "zs_next_lead",
        "third_place fifth_place",
        "third_place",
        "ZS-SCORE-02 ZS-TEAM-05",
        "which place of the hand before leads in later hands",
    ),
    choice(
        "zs_exchange",
        "last_two_to_first_two off",
        "last_two_to_first_two",
        "ZS-EXCH-01 ZS-TEAM-04",
        "whether from the second hand on the last two give their highest cards to the first two",
    ),
    choice(
        "zs_twos_in_sequences",
        "off on",
        "off",
        "ZS-VAR-01 DEC-110",
        "whether twos are natural cards above ace in sequences of both kinds",
    ),
    choice(
        "zs_tie",
        "another_hand",
        "another_hand",
        "ZS-TEAM-06 DEC-106",
        "what follows when several have reached the target and are equal",
    ),
)

OPTION_BY_NAME: dict[str, Option] = {option.name: option for option in OPTIONS}
