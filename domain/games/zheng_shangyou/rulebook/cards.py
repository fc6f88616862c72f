"""The pack, the seats and the deal."""

from domain.games.zheng_shangyou.card_order import PACK, RUNG_NAMES
from domain.games.zheng_shangyou.rules import Rules
from domain.games.zheng_shangyou.teams import seats_of, sides
from domain.kernel.messages import Message, counted, message
from domain.kernel.wording import listed, number, seat_number
from domain.rulebook.entries import Chapter, Grid, rule


def hand_sizes(players: int) -> list[int]:
    """Returns the number of cards of each seat, from the seat that draws first."""
    return [len(PACK[seat::players]) for seat in range(players)]


def _seats(rules: Rules) -> Message:
    return message(
        "This table has {players} players, in seats 1 to {last}.", players=number(rules.players), last=rules.players
    )


def _sizes(rules: Rules) -> Grid:
    rows = []
    for players in range(4, 10):
        dealt = hand_sizes(players)
        sizes = [
            message("{count} with {size}", count=dealt.count(size), size=size)
            for size in sorted(set(dealt), reverse=True)
        ]
        rows.append(
            (
                message("{players}{value}", players=players, value=(message(" ←") if players == rules.players else "")),
                listed(sizes),
            )
        )
    return Grid(message("Cards in a hand"), (message("players"), message("hands")), tuple(rows))


def _teams(rules: Rules) -> Message:
    mode = rules.team_mode
    teams = [
        listed(str(seat_number(seat)) for seat in seats_of(mode, rules.players, side))
        for side in range(sides(mode, rules.players))
    ]
    return message("Seats {teams} play against seats {teams_2}.", teams=teams[0], teams_2=teams[1])


CARDS: Chapter[Rules] = Chapter(
    "climbing-cards",
    message("Cards, seats and deal"),
    (
        rule(
            "ZS-DECK-01",
            message("The pack"),
            message(
                "The game uses one pack of {cards}. It has a red joker, written BJ, and a black joker, written "
                "SJ. Each card exists once.",
                cards=counted("{count} card", "{count} cards", len(PACK)),
            ),
            _seats,
        ),
        rule(
            "ZS-ORD-01",
            message("The order of the cards"),
            message(
                "From low to high: {rung_names}. Suits matter only in single sequences.",
                rung_names=" ".join(RUNG_NAMES),
            ),
        ),
        rule(
            "ZS-DEAL-01",
            message("The deal"),
            message(
                "All cards are dealt one at a time, counter-clockwise from the dealer. The first dealer is chosen "
                "at random. The seat to the dealer's left cuts."
            ),
        ),
        rule(
            "DEC-111",
            message("Uneven hands"),
            message(
                "Four to nine players can play. If the cards cannot be divided equally, the players who draw "
                "first have one more."
            ),
            _sizes,
        ),
        rule(
            "ZS-TEAM-01",
            message("Two partnerships"),
            message(
                "Partners sit opposite each other. All players play and score individually, and the points of "
                "partners are added."
            ),
            _teams,
            when=lambda rules: rules.team_mode == "teams_2x2",
        ),
        rule(
            "ZS-TEAM-02",
            message("Two teams of three"),
            message("Two teams sit in alternate seats."),
            lambda rules: _teams(rules) if rules.team_mode == "teams_2x3" else None,
            lambda rules: (
                message(
                    "Before the first deal, a card is exposed and returned to the pack. The player who is dealt "
                    "it leads in the first hand."
                )
                if rules.first_lead == "drawn_card_holder"
                else None
            ),
            when=lambda rules: rules.team_mode == "teams_2x3" or rules.first_lead == "drawn_card_holder",
        ),
        rule(
            "DEC-108",
            message("The exposed card"),
            message(
                "The card is drawn at random from the whole pack, shown to all players, and shuffled back. The "
                "first drawer is random too, and has no other role."
            ),
            when=lambda rules: rules.first_lead == "drawn_card_holder",
        ),
    ),
)
