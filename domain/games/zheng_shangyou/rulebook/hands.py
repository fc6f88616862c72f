"""Scoring, the end of the game, the next lead, and the exchange of cards."""

from itertools import combinations

from domain.games.zheng_shangyou.exchange import Places, pit, places
from domain.games.zheng_shangyou.rules import Rules
from domain.games.zheng_shangyou.scoring import points_of_sides, winner
from domain.games.zheng_shangyou.succession import next_lead_place
from domain.kernel.seats import Seat
from domain.kernel.wording import listed
from domain.rulebook.entries import Chapter, Grid, rule

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")


def ordinal(place: int) -> str:
    """Returns a place in words, counted from 1."""
    return ORDINALS[place - 1]


def _by_place(rules: Rules) -> Grid:
    points = points_of_sides(rules.scoring, range(rules.players), rules.players)
    rows = tuple((ordinal(place), str(gained)) for place, gained in enumerate(points, start=1))
    return Grid("Points for a place", ("place", "points"), rows)


def _by_team(rules: Rules) -> Grid:
    """Lists the points of both teams, by the places of the team that is first."""
    rows = []
    for others in combinations(range(2, rules.players + 1), rules.players // 2 - 1):
        taken = (1, *others)
        order = [0 if place in taken else 1 for place in range(1, rules.players + 1)]
        own, other = points_of_sides(rules.scoring, order, 2)
        rows.append((listed(map(ordinal, taken)), str(own), str(other)))
    return Grid("Points of a hand", ("places of the first's team", "that team", "the other team"), tuple(rows))


def _ends(rules: Rules) -> Grid:
    target = rules.target
    rows = []
    for totals in ((target - 1, target - 1), (target, target - 1), (target + 1, target), (target + 1, target + 1)):
        won = winner(totals, target)
        rows.append((f"{totals[0]} and {totals[1]}", "another hand" if won is None else f"{totals[won]} wins"))
    return Grid("When the game ends", ("the two highest totals", "result"), tuple(rows))


def _leads(rules: Rules) -> str:
    return (
        f"From the second hand on, the player who was {ordinal(next_lead_place(rules.next_lead))} in the previous hand "
        "leads."
    )


def _pit(rules: Rules) -> str:
    dwellers = listed(map(ordinal, pit(rules.players)))
    paying = f" The {dwellers} players are pit dwellers and pay tribute." if rules.exchange != "off" else ""
    both = rules.exchange != "off" and next_lead_place(rules.next_lead) in pit(rules.players)
    return f"{_leads(rules)}{paying}{' With four players, the third both leads and pays.' if both else ''}"


def _who(rules: Rules) -> Places:
    """Returns the places that exchange cards, counted from 1. The fields usually hold seats."""
    return places([Seat(place) for place in range(1, rules.players + 1)])


def _steps(rules: Rules) -> Grid:
    who = _who(rules)
    givers, takers = (listed(map(ordinal, pair)) for pair in (who.givers, who.takers))
    rows = (
        (givers, "each give their highest card", "both together, after both choices"),
        (ordinal(who.first), f"takes one of the two; {ordinal(who.second)} gets the other", "immediately"),
        (takers, "each lay down a card", "both together, after both choices"),
        (ordinal(who.next_to_last), f"takes one of the two; {ordinal(who.last)} gets the other", "immediately"),
    )
    return Grid("The exchange, by places in the previous hand", ("who", "action", "shown"), rows)


def _exchanging(rules: Rules) -> bool:
    return rules.exchange != "off"


SCORING: Chapter[Rules] = Chapter(
    "climbing-scoring",
    "Scoring and the next hand",
    (
        rule(
            "ZS-SCORE-01",
            "Points for places",
            lambda rules: f"Only the first two places score points. {rules.target} points win the game.",
            _by_place,
            when=lambda rules: rules.scoring == "first_second_2_1",
        ),
        rule(
            "ZS-TEAM-03",
            "Points for teams",
            "The points of a hand depend on the places of all members of a team.",
            _by_team,
            when=lambda rules: rules.scoring == "team_table_3_2_2_10_5",
        ),
        rule(
            "ZS-TEAM-06",
            "The end of a game of teams",
            lambda rules: (
                f"The first team with {rules.target} points wins. If both teams reach them in one hand, the higher "
                "total wins. If the totals are equal, another hand is played."
            ),
            when=lambda rules: rules.team_mode == "teams_2x3",
        ),
        rule(
            "DEC-106",
            "Several at the target",
            lambda rules: (
                f"If several players or teams have {rules.target} points after a hand, the highest total wins. If it "
                "is shared, another hand is played."
            ),
            _ends,
        ),
        rule(
            "ZS-SCORE-02",
            "The third leads next",
            _pit,
            when=lambda rules: rules.next_lead == "third_place",
        ),
        rule(
            "ZS-TEAM-05",
            "The fifth leads next",
            _leads,
            when=lambda rules: rules.next_lead == "fifth_place",
        ),
    ),
)

EXCHANGE: Chapter[Rules] = Chapter(
    "climbing-exchange",
    "The exchange of cards",
    (
        rule(
            "ZS-EXCH-01",
            "Tribute",
            "From the second hand on, each pit dweller gives up a card of their highest rank before the play. They "
            "choose among several such cards.",
            when=_exchanging,
        ),
        rule(
            "ZS-EXCH-02",
            "Taking and giving back",
            "The first player takes one of the two cards, and the second takes the other. Then both lay down a card. "
            "The next-to-last player takes one, and the last takes the other. Then the hand is played.",
            _steps,
            when=_exchanging,
        ),
        rule(
            "ZS-TEAM-04",
            "The exchange between teams",
            lambda rules: (
                f"The {listed(map(ordinal, pit(rules.players)))} players give their highest cards to the first and "
                "second. Each gets one card back."
            ),
            when=lambda rules: rules.exchange != "off" and rules.team_mode == "teams_2x3",
        ),
        rule(
            "DEC-102",
            "Chosen in secret",
            "Both pit dwellers choose their tribute before either card is shown. The first and second choose their "
            "cards in the same way. Players are asked even if they have no choice.",
            when=_exchanging,
        ),
        rule(
            "DEC-103",
            "Equal tribute",
            "If both cards have the same rank, the first player still chooses, because suits can matter in sequences.",
            when=_exchanging,
        ),
        rule(
            "DEC-104",
            "The highest card",
            "Jokers and twos are given like other cards. From high to low: red joker, black joker, two, ace.",
            when=_exchanging,
        ),
        rule(
            "DEC-105",
            "Returning the same card",
            "A player may lay down any card of their hand, even the one just received.",
            when=_exchanging,
        ),
        rule(
            "DEC-107",
            "Exchange within a partnership",
            "Only places decide who exchanges cards. Partners may exchange cards with each other.",
            when=lambda rules: rules.exchange != "off" and rules.team_mode == "teams_2x2",
        ),
    ),
)
