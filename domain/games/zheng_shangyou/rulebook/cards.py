"""The pack, the seats and the deal."""

from domain.games.zheng_shangyou.order import PACK, RUNG_NAMES
from domain.games.zheng_shangyou.rules import Rules
from domain.games.zheng_shangyou.teams import seats_of, sides
from domain.rulebook.entries import Chapter, Grid, rule
from domain.rulebook.wording import counted, listed, number


def hand_sizes(players: int) -> list[int]:
    """How many cards each seat is dealt, from the one that draws first."""
    return [len(PACK[seat::players]) for seat in range(players)]


def _seats(rules: Rules) -> str:
    return f"{number(rules.players).capitalize()} players sit at this table, in seats 0 to {rules.players - 1}."


def _sizes(rules: Rules) -> Grid:
    rows = []
    for players in range(4, 10):
        dealt = hand_sizes(players)
        told = [f"{dealt.count(size)} with {size}" for size in sorted(set(dealt), reverse=True)]
        rows.append((f"{players}{' ←' if players == rules.players else ''}", listed(told)))
    return Grid("Cards in a hand", ("players", "hands"), tuple(rows))


def _teams(rules: Rules) -> str:
    mode = rules.team_mode
    teams = [listed(map(str, seats_of(mode, rules.players, side))) for side in range(sides(mode, rules.players))]
    return f"Seats {teams[0]} play against seats {teams[1]}."


CARDS: Chapter[Rules] = Chapter(
    "climbing-cards",
    "Cards, seats and deal",
    (
        rule(
            "ZS-DECK-01",
            "The pack",
            f"One pack of {counted(len(PACK), 'card')} with a red joker, written BJ, and a black one, written SJ. So "
            "every card is there once.",
            _seats,
        ),
        rule(
            "ZS-ORD-01",
            "The order of the cards",
            f"From low to high: {' '.join(RUNG_NAMES)}. Suits count only in single sequences.",
        ),
        rule(
            "ZS-DEAL-01",
            "The deal",
            "All cards are dealt one at a time, counter-clockwise from the dealer. Who deals first is found by lot; "
            "the seat on the dealer's left cuts.",
        ),
        rule(
            "DEC-111",
            "Uneven hands",
            "From four to nine can play. Where the pack does not come out even, those who draw first have a card more.",
            _sizes,
        ),
        rule(
            "ZS-TEAM-01",
            "Two partnerships",
            "Partners sit opposite each other. Everything is played and scored as if everybody were alone, and what "
            "both partners win is added up.",
            _teams,
            when=lambda rules: rules.team_mode == "teams_2x2",
        ),
        rule(
            "ZS-TEAM-02",
            "Two teams of three",
            "The teams sit in alternate seats.",
            lambda rules: _teams(rules) if rules.team_mode == "teams_2x3" else None,
            lambda rules: (
                "Before the first deal a card is exposed and put back; whoever is dealt it leads in the first hand."
                if rules.first_lead == "drawn_card_holder"
                else None
            ),
            when=lambda rules: rules.team_mode == "teams_2x3" or rules.first_lead == "drawn_card_holder",
        ),
        rule(
            "DEC-108",
            "The exposed card",
            "The card is drawn by lot from the whole pack and shown to everybody, and then shuffled in with the "
            "others. Who draws first is found by lot as well, and means nothing.",
            when=lambda rules: rules.first_lead == "drawn_card_holder",
        ),
    ),
)
