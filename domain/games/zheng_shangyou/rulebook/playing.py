"""How a hand is played."""

from domain.games.zheng_shangyou.rulebook.combinations import beaten
from domain.games.zheng_shangyou.rules import Rules
from domain.rulebook.entries import Chapter, rule

PLAYING: Chapter[Rules] = Chapter(
    "climbing-playing",
    "The play",
    (
        rule(
            "ZS-TURN-01",
            "Turns",
            lambda rules: (
                "In the first hand "
                f"{'the dealer' if rules.first_lead == 'dealer' else 'whoever has the exposed card'} leads any "
                "combination. Then everybody plays or passes in turn, counter-clockwise. Who has passed may play when "
                "the turn comes round again; who leads cannot pass."
            ),
        ),
        rule(
            "ZS-TURN-02",
            "Playing higher",
            "Each play has as many cards as the one before, is of the same kind and shape, and is higher.",
            lambda rules: beaten(
                rules, ("9C", "10D"), ("9C", "9D"), ("9C", "10C 10D"), ("9C 9D 9H", "10C JD QS"), ("AC", "2D")
            ),
        ),
        rule(
            "ZS-TURN-03",
            "The end of a round",
            "When all others have passed since the last play the cards are put aside, and whoever has played last "
            "leads anything. Who has no cards left cannot lead: it goes to the next to the right that has some.",
        ),
        rule(
            "DEC-100",
            "Who is asked",
            "A round ends when every other player who has cards has passed since the last play. Who has none is not "
            "asked.",
        ),
        rule(
            "DEC-101",
            "After a last card",
            "What was played as somebody's last cards can still be beaten. If all pass, the next to the right that has "
            "cards leads.",
        ),
        rule("DEC-113", "The last cards", "The last cards may be wild ones; they are played like all others."),
        rule(
            "ZS-TURN-04",
            "Places",
            "Who runs out of cards takes the next place, and the others play on until one alone has cards; that one is "
            "last.",
        ),
        rule(
            "DEC-109",
            "To the end",
            "A hand is played out even when its points are settled, since the last places decide who exchanges cards "
            "and who leads.",
            when=lambda rules: rules.team_mode != "individual",
        ),
    ),
)
