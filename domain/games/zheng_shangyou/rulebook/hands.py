"""Scoring, the end of the game, and what leads from one hand to the next."""

from itertools import combinations

from domain.games.zheng_shangyou.exchange import Places, pit, places
from domain.games.zheng_shangyou.rules import Rules
from domain.games.zheng_shangyou.scoring import points_of_sides, winner
from domain.games.zheng_shangyou.succession import next_lead_place
from domain.kernel.seats import Seat
from domain.rulebook.entries import Chapter, Grid, rule
from domain.rulebook.wording import listed

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")


def ordinal(place: int) -> str:
    """A place in words, counted from 1."""
    return ORDINALS[place - 1]


def _by_place(rules: Rules) -> Grid:
    points = points_of_sides(rules.scoring, range(rules.players), rules.players)
    rows = tuple((ordinal(place), str(gained)) for place, gained in enumerate(points, start=1))
    return Grid("Points for a place", ("place", "points"), rows)


def _by_team(rules: Rules) -> Grid:
    """What the teams gain, by the places of the team that is first."""
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
    return Grid("When the game ends", ("the two highest totals", "what follows"), tuple(rows))


def _leads(rules: Rules) -> str:
    return f"From the second hand on, who was {ordinal(next_lead_place(rules.next_lead))} in the hand before leads."


def _pit(rules: Rules) -> str:
    dwellers = listed(map(ordinal, pit(rules.players)))
    paying = f" The {dwellers} are pit dwellers and pay tribute." if rules.exchange != "off" else ""
    both = rules.exchange != "off" and next_lead_place(rules.next_lead) in pit(rules.players)
    return f"{_leads(rules)}{paying}{' So with four players the third both leads and pays.' if both else ''}"


def _who(rules: Rules) -> Places:
    """The places that exchange, counted from 1, where seats stand elsewhere."""
    return places([Seat(place) for place in range(1, rules.players + 1)])


def _steps(rules: Rules) -> Grid:
    who = _who(rules)
    givers, takers = (listed(map(ordinal, pair)) for pair in (who.givers, who.takers))
    rows = (
        (givers, "each give their highest card", "both are shown when both have been chosen"),
        (ordinal(who.first), f"takes one of the two; {ordinal(who.second)} gets the other", "at once"),
        (takers, "each lay down a card", "both are shown when both have been chosen"),
        (ordinal(who.next_to_last), f"takes one of the two; {ordinal(who.last)} gets the other", "at once"),
    )
    return Grid("The exchange, by places in the hand before", ("who", "does what", "seen by all"), rows)


def _exchanging(rules: Rules) -> bool:
    return rules.exchange != "off"


SCORING: Chapter[Rules] = Chapter(
    "climbing-scoring",
    "Scoring and the next hand",
    (
        rule(
            "ZS-SCORE-01",
            "Points for places",
            lambda rules: f"Only the first two places are worth anything. {rules.target} points win the game.",
            _by_place,
            when=lambda rules: rules.scoring == "first_second_2_1",
        ),
        rule(
            "ZS-TEAM-03",
            "Points for teams",
            "What a hand is worth depends on the places of all members of a team.",
            _by_team,
            when=lambda rules: rules.scoring == "team_table_3_2_2_10_5",
        ),
        rule(
            "ZS-TEAM-06",
            "The end of a game of teams",
            lambda rules: (
                f"The first team to have {rules.target} points wins; if both get there in one hand, the one with more. "
                "When they are equal another hand is played."
            ),
            when=lambda rules: rules.team_mode == "teams_2x3",
        ),
        rule(
            "DEC-106",
            "Several at the target",
            lambda rules: (
                f"When several have {rules.target} points after a hand, most points win; when these are equal another "
                "hand is played."
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
            "From the second hand on, before anything is played, each pit dweller gives up a card of the highest rank "
            "held; among several it is their own choice.",
            when=_exchanging,
        ),
        rule(
            "ZS-EXCH-02",
            "Taking and giving back",
            "The first takes one of the two cards and the second the other. Both then lay down a card, of which the "
            "next-to-last takes one and the last the other. Then the hand is played.",
            _steps,
            when=_exchanging,
        ),
        rule(
            "ZS-TEAM-04",
            "The exchange between teams",
            lambda rules: (
                f"The {listed(map(ordinal, pit(rules.players)))} give their highest cards to the first and second, and "
                "get a card each for them."
            ),
            when=lambda rules: rules.exchange != "off" and rules.team_mode == "teams_2x3",
        ),
        rule(
            "DEC-102",
            "Chosen unseen, then shown",
            "Tribute is chosen by both pit dwellers before either card is shown, and so are the cards that are laid "
            "down for it. Everybody is asked, whether there is anything to choose or not.",
            when=_exchanging,
        ),
        rule(
            "DEC-103",
            "Equal tribute",
            "When both cards are of one rank the first still chooses: their suits can matter in sequences.",
            when=_exchanging,
        ),
        rule(
            "DEC-104",
            "The highest card",
            "Jokers and twos are given like other cards: the red joker is higher than the black one, this than a two, "
            "and a two than an ace.",
            when=_exchanging,
        ),
        rule(
            "DEC-105",
            "Giving the same card back",
            "Any card held may be laid down, also the one just received.",
            when=_exchanging,
        ),
        rule(
            "DEC-107",
            "Exchange within a partnership",
            "Cards are exchanged by places alone, even between partners.",
            when=lambda rules: rules.exchange != "off" and rules.team_mode == "teams_2x2",
        ),
    ),
)
