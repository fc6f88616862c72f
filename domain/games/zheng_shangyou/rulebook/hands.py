"""Scoring, the end of the game, the next lead, and the exchange of cards."""

from itertools import combinations

from domain.games.zheng_shangyou.exchange import Places, pit, places
from domain.games.zheng_shangyou.rules import Rules
from domain.games.zheng_shangyou.scoring import points_of_sides, winner
from domain.games.zheng_shangyou.succession import next_lead_place
from domain.kernel.messages import Message, message
from domain.kernel.seats import Seat
from domain.kernel.wording import listed
from domain.rulebook.entries import Chapter, Grid, rule

ORDINALS = (
    message("first"),
    message("second"),
    message("third"),
    message("fourth"),
    message("fifth"),
    message("sixth"),
    message("seventh"),
    message("eighth"),
    message("ninth"),
)


def ordinal(place: int) -> str:
    """Returns a place in words, counted from 1."""
    return ORDINALS[place - 1]


def _by_place(rules: Rules) -> Grid:
    points = points_of_sides(rules.scoring, range(rules.players), rules.players)
    rows = tuple((ordinal(place), str(gained)) for place, gained in enumerate(points, start=1))
    return Grid(message("Points for a place"), (message("place"), message("points")), rows)


def _by_team(rules: Rules) -> Grid:
    """Lists the points of both teams, by the places of the team that is first."""
    rows = []
    for others in combinations(range(2, rules.players + 1), rules.players // 2 - 1):
        taken = (1, *others)
        order = [0 if place in taken else 1 for place in range(1, rules.players + 1)]
        own, other = points_of_sides(rules.scoring, order, 2)
        rows.append((listed(map(ordinal, taken)), str(own), str(other)))
    return Grid(
        message("Points of a hand"),
        (message("places of the first's team"), message("that team"), message("the other team")),
        tuple(rows),
    )


def _ends(rules: Rules) -> Grid:
    target = rules.target
    rows = []
    for totals in ((target - 1, target - 1), (target, target - 1), (target + 1, target), (target + 1, target + 1)):
        won = winner(totals, target)
        rows.append(
            (
                message("{totals} and {totals_2}", totals=totals[0], totals_2=totals[1]),
                message("another hand") if won is None else message("{totals} wins", totals=totals[won]),
            )
        )
    return Grid(message("When the game ends"), (message("the two highest totals"), message("result")), tuple(rows))


def _leads(rules: Rules) -> Message:
    return message(
        "From the second hand on, the player who was {ordinal} in the previous hand leads.",
        ordinal=ordinal(next_lead_place(rules.next_lead)),
    )


def _pit(rules: Rules) -> Message:
    dwellers = listed(map(ordinal, pit(rules.players)))
    paying = (
        message(" The {dwellers} players are pit dwellers and pay tribute.", dwellers=dwellers)
        if rules.exchange != "off"
        else ""
    )
    both = rules.exchange != "off" and next_lead_place(rules.next_lead) in pit(rules.players)
    return message(
        "{leads}{paying}{value}",
        leads=_leads(rules),
        paying=paying,
        value=(message(" With four players, the third both leads and pays.") if both else ""),
    )


def _who(rules: Rules) -> Places:
    """Returns the places that exchange cards, counted from 1. The fields usually hold seats."""
    return places([Seat(place) for place in range(1, rules.players + 1)])


def _steps(rules: Rules) -> Grid:
    who = _who(rules)
    givers, takers = (listed(map(ordinal, pair)) for pair in (who.givers, who.takers))
    rows = (
        (givers, message("each give their highest card"), message("both together, after both choices")),
        (
            ordinal(who.first),
            message("takes one of the two; {ordinal} gets the other", ordinal=ordinal(who.second)),
            message("immediately"),
        ),
        (takers, message("each lay down a card"), message("both together, after both choices")),
        (
            ordinal(who.next_to_last),
            message("takes one of the two; {ordinal} gets the other", ordinal=ordinal(who.last)),
            message("immediately"),
        ),
    )
    return Grid(
        message("The exchange, by places in the previous hand"),
        (message("who"), message("action"), message("shown")),
        rows,
    )


def _exchanging(rules: Rules) -> bool:
    return rules.exchange != "off"


SCORING: Chapter[Rules] = Chapter(
    "climbing-scoring",
    message("Scoring and the next hand"),
    (
        rule(
            "ZS-SCORE-01",
            message("Points for places"),
            lambda rules: message(
                "Only the first two places score points. {target} points win the game.", target=rules.target
            ),
            _by_place,
            when=lambda rules: rules.scoring == "first_second_2_1",
        ),
        rule(
            "ZS-TEAM-03",
            message("Points for teams"),
            message("The points of a hand depend on the places of all members of a team."),
            _by_team,
            when=lambda rules: rules.scoring == "team_table_3_2_2_10_5",
        ),
        rule(
            "ZS-TEAM-06",
            message("The end of a game of teams"),
            lambda rules: message(
                "The first team with {target} points wins. If both teams reach them in one hand, the higher total "
                "wins. If the totals are equal, another hand is played.",
                target=rules.target,
            ),
            when=lambda rules: rules.team_mode == "teams_2x3",
        ),
        rule(
            "DEC-106",
            message("Several at the target"),
            lambda rules: message(
                "If several players or teams have {target} points after a hand, the highest total wins. If it is "
                "shared, another hand is played.",
                target=rules.target,
            ),
            _ends,
        ),
        rule(
            "ZS-SCORE-02",
            message("The third leads next"),
            _pit,
            when=lambda rules: rules.next_lead == "third_place",
        ),
        rule(
            "ZS-TEAM-05",
            message("The fifth leads next"),
            _leads,
            when=lambda rules: rules.next_lead == "fifth_place",
        ),
    ),
)

EXCHANGE: Chapter[Rules] = Chapter(
    "climbing-exchange",
    message("The exchange of cards"),
    (
        rule(
            "ZS-EXCH-01",
            message("Tribute"),
            message(
                "From the second hand on, each pit dweller gives up a card of their highest rank before the play. "
                "They choose among several such cards."
            ),
            when=_exchanging,
        ),
        rule(
            "ZS-EXCH-02",
            message("Taking and giving back"),
            message(
                "The first player takes one of the two cards, and the second takes the other. Then both lay down "
                "a card. The next-to-last player takes one, and the last takes the other. Then the hand is "
                "played."
            ),
            _steps,
            when=_exchanging,
        ),
        rule(
            "ZS-TEAM-04",
            message("The exchange between teams"),
            lambda rules: message(
                "The {pit} players give their highest cards to the first and second. Each gets one card back.",
                pit=listed(map(ordinal, pit(rules.players))),
            ),
            when=lambda rules: rules.exchange != "off" and rules.team_mode == "teams_2x3",
        ),
        rule(
            "DEC-102",
            message("Chosen in secret"),
            message(
                "Both pit dwellers choose their tribute before either card is shown. The first and second choose "
                "their cards in the same way. Players are asked even if they have no choice."
            ),
            when=_exchanging,
        ),
        rule(
            "DEC-103",
            message("Equal tribute"),
            message(
                "If both cards have the same rank, the first player still chooses, because suits can matter in "
                "sequences."
            ),
            when=_exchanging,
        ),
        rule(
            "DEC-104",
            message("The highest card"),
            message("Jokers and twos are given like other cards. From high to low: red joker, black joker, two, ace."),
            when=_exchanging,
        ),
        rule(
            "DEC-105",
            message("Returning the same card"),
            message("A player may lay down any card of their hand, even the one just received."),
            when=_exchanging,
        ),
        rule(
            "DEC-107",
            message("Exchange within a partnership"),
            message("Only places decide who exchanges cards. Partners may exchange cards with each other."),
            when=lambda rules: rules.exchange != "off" and rules.team_mode == "teams_2x2",
        ),
    ),
)
