"""Short descriptions, for players, of each value of each option of Zheng Shangyou."""

from domain.rulebook.meanings import Meanings, switch

MEANINGS = Meanings(
    named={
        "zs_players": {
            4: "four players",
            5: "five players",
            6: "six players",
            7: "seven players",
            8: "eight players",
            9: "nine players",
        },
        "zs_team_mode": {
            "individual": "everybody plays for themselves",
            "teams_2x2": "two partnerships, partners opposite each other",
            "teams_2x3": "two teams of three in alternate seats",
        },
        "zs_target": {},
        "zs_scoring": {
            "first_second_2_1": "2 points for the first place and 1 for the second, added up in a team",
            "team_table_3_2_2_10_5": "points for a team by the places of all its members",
        },
        "zs_first_lead": {
            "dealer": "the dealer, found by lot, leads in the first hand",
            "drawn_card_holder": "whoever is dealt a card exposed before leads in the first hand",
        },
        "zs_next_lead": {
            "third_place": "who was third in the hand before leads",
            "fifth_place": "who was fifth in the hand before leads",
        },
        "zs_exchange": {
            "last_two_to_first_two": "from the second hand on the last two give their highest cards to the first two",
            "off": "no cards are exchanged",
        },
        "zs_twos_in_sequences": switch(
            "sequences end at the ace, and twos are wild in multiple ones only",
            "twos are natural cards above the ace in sequences of both kinds",
        ),
        "zs_tie": {"another_hand": "when several are equal at or above the target, another hand is played"},
    },
    of_a_number={"zs_players": "{} players", "zs_target": "{} points win the game"},
)
