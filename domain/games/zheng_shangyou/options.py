"""The options of Zheng Shangyou. Each is declared once, with its values, meanings, rules, type and conflicts."""

from typing import Literal

from domain.kernel.messages import message
from domain.kernel.options import Options, choice, excludes, none_of, number, switch

TeamMode = Literal["individual", "teams_2x2", "teams_2x3"]
Scoring = Literal["first_second_2_1", "team_table_3_2_2_10_5"]
FirstLead = Literal["dealer", "drawn_card_holder"]
NextLead = Literal["third_place", "fifth_place"]


class ZhengShangyouOptions(Options):
    """The options of Zheng Shangyou. Attributes of the rules have the names without the prefix `zs_`."""

    players: int = number(
        message("the number of players at the table; 5 or 6 are best"),
        {
            4: message("four players"),
            5: message("five players"),
            6: message("six players"),
            7: message("seven players"),
            8: message("eight players"),
            9: message("nine players"),
        },
        name="zs_players",
        default=5,
        rules="ZS-DECK-01 DEC-111",
    )
    team_mode: TeamMode = choice(
        message("whether each player plays alone, or two teams of two or three sit in alternate seats"),
        {
            "individual": message("each player plays alone"),
            "teams_2x2": message("two teams of two; partners sit opposite each other"),
            "teams_2x3": message("two teams of three in alternate seats"),
        },
        name="zs_team_mode",
        default="individual",
        rules="ZS-TEAM-01 ZS-TEAM-02",
        conflicts=(
            excludes("teams_2x2", "zs_players", none_of(4), message("two teams of two are four players")),
            excludes(
                "teams_2x3", "zs_players", none_of(6), message("two teams of three are six players"), rule="ZS-TEAM-02"
            ),
        ),
    )
    target: int = number(
        message("the points that win the game"),
        {11: message("11 points win the game"), 50: message("50 points win the game")},
        name="zs_target",
        default=11,
        rules="ZS-SCORE-01 ZS-TEAM-06",
        others=(1, 1000, message("{n} points win the game")),
    )
    scoring: Scoring = choice(
        message("points for first and second place, added up in a team; or a table for two teams of three"),
        {
            "first_second_2_1": message("2 points for first place and 1 for second, added up in a team"),
            "team_table_3_2_2_10_5": message("points for a team by the places of all its members"),
        },
        name="zs_scoring",
        default="first_second_2_1",
        rules="ZS-SCORE-01 ZS-TEAM-03",
        conflicts=(
            excludes(
                "team_table_3_2_2_10_5",
                "zs_team_mode",
                none_of("teams_2x3"),
                message("the table is for two teams of three: use first_second_2_1"),
                rule="ZS-TEAM-03",
            ),
        ),
    )
    first_lead: FirstLead = choice(
        message("who leads in the first hand: the dealer, or the player who is dealt a card exposed before the deal"),
        {
            "dealer": message("the dealer, a random seat, leads in the first hand"),
            "drawn_card_holder": message("the player who is dealt the exposed card leads in the first hand"),
        },
        name="zs_first_lead",
        default="dealer",
        rules="ZS-TURN-01 ZS-TEAM-02",
    )
    next_lead: NextLead = choice(
        message("which place of the previous hand leads in later hands"),
        {
            "third_place": message("the player in third place of the previous hand leads"),
            "fifth_place": message("the player in fifth place of the previous hand leads"),
        },
        name="zs_next_lead",
        default="third_place",
        rules="ZS-SCORE-02 ZS-TEAM-05",
        conflicts=(
            excludes(
                "fifth_place",
                "zs_players",
                4,
                message("four players have no fifth place: use third_place"),
                rule="ZS-TEAM-05",
            ),
        ),
    )
    exchange: Literal["last_two_to_first_two", "off"] = choice(
        message("whether from the second hand on the last two players give their highest cards to the first two"),
        {
            "last_two_to_first_two": message(
                "from the second hand on the last two give their highest cards to the first two"
            ),
            "off": message("no cards are exchanged"),
        },
        name="zs_exchange",
        default="last_two_to_first_two",
        rules="ZS-EXCH-01 ZS-TEAM-04",
    )
    twos_in_sequences: bool = switch(
        message("whether twos are natural cards above ace in sequences of both kinds"),
        off=message("sequences end at the ace, and twos are wild in multiple sequences only"),
        on=message("twos are natural cards above the ace in sequences of both kinds"),
        name="zs_twos_in_sequences",
        rules="ZS-VAR-01 DEC-110",
    )
    tie: Literal["another_hand"] = choice(
        message("what happens if several sides reach the target with equal points"),
        {"another_hand": message("if several sides are equal at or above the target, another hand is played")},
        name="zs_tie",
        default="another_hand",
        rules="ZS-TEAM-06 DEC-106",
    )
