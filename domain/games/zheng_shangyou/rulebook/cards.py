"""The pack, the seats and the deal."""

from domain.games.zheng_shangyou.card_order import PACK, RUNG_NAMES
from domain.games.zheng_shangyou.rules import Rules
from domain.games.zheng_shangyou.teams import seats_of, sides
from domain.kernel.wording import counted, listed, number
from domain.rulebook.entries import Chapter, Grid, rule


def hand_sizes(players: int) -> list[int]:
    """Returns the number of cards of each seat, from the seat that draws first."""
    return [len(PACK[seat::players]) for seat in range(players)]


def _seats(rules: Rules) -> str:
    return f"This table has {number(rules.players)} players in seats 0 to {rules.players - 1}."


def _sizes(rules: Rules) -> Grid:
    rows = []
    for players in range(4, 10):
        dealt = hand_sizes(players)
        sizes = [f"{dealt.count(size)} with {size}" for size in sorted(set(dealt), reverse=True)]
        rows.append((f"{players}{' ←' if players == rules.players else ''}", listed(sizes)))
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
            f"The game uses one pack of {counted(len(PACK), 'card')}. It has a red joker, written BJ, and a black "
            "joker, written SJ. Each card exists once.",
            _seats,
        ),
        rule(
            "ZS-ORD-01",
            "The order of the cards",
            f"From low to high: {' '.join(RUNG_NAMES)}. Suits matter only in single sequences.",
        ),
        rule(
            "ZS-DEAL-01",
            "The deal",
            "All cards are dealt one at a time, counter-clockwise from the dealer. The first dealer is chosen at "
            "random. The seat to the dealer's left cuts.",
        ),
        rule(
            "DEC-111",
            "Uneven hands",
            "Four to nine players can play. If the cards cannot be divided equally, the players who draw first have "
            "one more.",
            _sizes,
        ),
        rule(
            "ZS-TEAM-01",
            "Two partnerships",
            "Partners sit opposite each other. All players play and score individually, and the points of partners are "
            "added.",
            _teams,
            when=lambda rules: rules.team_mode == "teams_2x2",
        ),
        rule(
            "ZS-TEAM-02",
            "Two teams of three",
            "Two teams sit in alternate seats.",
            lambda rules: _teams(rules) if rules.team_mode == "teams_2x3" else None,
            lambda rules: (
                "Before the first deal, a card is exposed and returned to the pack. The player who is dealt it leads "
                "in the first hand."
                if rules.first_lead == "drawn_card_holder"
                else None
            ),
            when=lambda rules: rules.team_mode == "teams_2x3" or rules.first_lead == "drawn_card_holder",
        ),
        rule(
            "DEC-108",
            "The exposed card",
            "The card is drawn at random from the whole pack, shown to all players, and shuffled back. The first "
            "drawer is random too, and has no other role.",
            when=lambda rules: rules.first_lead == "drawn_card_holder",
        ),
    ),
)
