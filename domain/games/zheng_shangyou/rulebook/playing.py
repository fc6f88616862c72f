"""How a hand is played."""

from domain.games.zheng_shangyou.rulebook.combinations import beaten
from domain.games.zheng_shangyou.rules import Rules
from domain.kernel.messages import message
from domain.rulebook.entries import Chapter, rule

PLAYING: Chapter[Rules] = Chapter(
    "climbing-playing",
    message("The play"),
    (
        rule(
            "ZS-TURN-01",
            message("Turns"),
            lambda rules: message(
                "In the first hand {value} leads any combination. Then the players play or pass in turn, "
                "counter-clockwise. A player who passes may play again on a later turn. The leader cannot pass.",
                value=(
                    message("the dealer")
                    if rules.first_lead == "dealer"
                    else message("the player with the exposed card")
                ),
            ),
        ),
        rule(
            "ZS-TURN-02",
            message("Playing higher"),
            message(
                "Each play must have the same kind, shape and number of cards as the one before, and must be higher."
            ),
            lambda rules: beaten(
                rules, ("9C", "10D"), ("9C", "9D"), ("9C", "10C 10D"), ("9C 9D 9H", "10C JD QS"), ("AC", "2D")
            ),
        ),
        rule(
            "ZS-TURN-03",
            message("The end of a round"),
            message(
                "A round ends when all other players have passed since the last play. The cards are put aside, "
                "and the last player who played leads anything. If they have no cards left, the next player to "
                "the right with cards leads."
            ),
        ),
        rule(
            "DEC-100",
            message("Players without cards"),
            message(
                "Only players with cards are asked. A round ends when all of them, except the last to play, have "
                "passed."
            ),
        ),
        rule(
            "DEC-101",
            message("After a last card"),
            message(
                "A player's last play can still be beaten. If all others pass, the next player to the right with "
                "cards leads."
            ),
        ),
        rule(
            "DEC-113",
            message("The last cards"),
            message("A player's last cards may be wild cards. They are played like any other cards."),
        ),
        rule(
            "ZS-TURN-04",
            message("Places"),
            message(
                "A player who runs out of cards takes the next place. The others continue until only one player "
                "has cards. That player is last."
            ),
        ),
        rule(
            "DEC-109",
            message("To the end"),
            message(
                "A hand is played to the end even if its points are certain. The last places decide who exchanges "
                "cards and who leads next."
            ),
            when=lambda rules: rules.team_mode != "individual",
        ),
    ),
)
