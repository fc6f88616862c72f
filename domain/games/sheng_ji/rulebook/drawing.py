"""Shuffling and drawing."""

from domain.games.sheng_ji.first_drawer import count_of, first_drawer
from domain.games.sheng_ji.rules import Rules
from domain.kernel.cards import RANK_NAMES, RANKS, SUITS, face
from domain.kernel.seats import Seat
from domain.kernel.wording import number
from domain.rulebook.entries import Chapter, Grid, rule


def _counts(rules: Rules) -> Grid | None:
    if rules.first_drawer_method != "count":
        return None
    rows = []
    for rank in RANKS:
        count = count_of(face(rank, SUITS[0]), rules.first_drawer_ace)
        place = "another card is exposed" if count is None else _place(first_drawer(Seat(0), count, rules.players))
        rows.append((RANK_NAMES[rank], place))
    head = ("card", "first drawer")
    return Grid("Who draws first, by the exposed card", head, (*rows, ("joker", "another card is exposed")))


def _place(seats_on: int) -> str:
    return "the shuffler" if not seats_on else f"{number(seats_on)} to the right of the shuffler"


def _first_hand(rules: Rules) -> str:
    return {
        "random": "In the first hand, a randomly chosen seat draws first.",
        "count": "In the first hand, a random seat is the shuffler and a card is exposed. Its value is counted "
        "counter-clockwise, with the shuffler as one. The exposed card comes from a separate pack.",
        "shuffler": "In the first hand, a random seat is the shuffler and draws first.",
    }[rules.first_drawer_method]


def _cutter(rules: Rules) -> str:
    if rules.cutter == "any_other":
        return "A random player other than the first drawer cuts."
    return "The player to the left of the first drawer cuts."


def _later(rules: Rules) -> str:
    if rules.zpy_dealer == "declare":
        return (
            "In later hands the dealer is not known before the draw. The player to the right of the previous hand's "
            "dealer draws first."
        )
    return {
        "dealer": "In later hands the dealer draws first.",
        "right_of_dealer": "In later hands the player to the right of the dealer draws first.",
        "right_of_previous_dealer": "In later hands the player to the right of the previous hand's dealer draws first.",
    }[rules.later_first_drawer]


def _way(rules: Rules) -> str:
    return {
        "auction": "All cards are dealt at once, in drawing order. Then the seats act in turn from the first drawer: "
        "each declares or passes. A player who passes may still declare later.",
        "live_draw": "The cards arrive round by round. Any seat may declare between two rounds: see EX-LIVE-01.",
        "plan": "Each seat sees its whole hand and files a sealed plan. Then the draw is replayed: see EX-PLAN-01.",
    }[rules.deal_mode]


def closing(rules: Rules) -> str:
    """Returns the text on the end of declaring."""
    if rules.deal_mode == "plan":
        return "Declaring ends with the last card of the replayed draw."
    if rules.deal_mode == "live_draw":
        if rules.declaration_window == "until_kitty_taken":
            return (
                "After the last card, declaring ends when all seats have passed. It also ends when the player who "
                "would take the kitty passes."
            )
        return (
            "After the last card, declaring ends when all seats have passed. It also ends after "
            f"{rules.declare_seconds} seconds without a further declaration."
        )
    others = (
        "all seats, including the last declarer,"
        if rules.declaration_window == "until_kitty_taken"
        else "all other seats"
    )
    return f"Declaring ends when all seats pass in succession, or when {others} pass after the last declaration."


FIRST: Chapter[Rules] = Chapter(
    "draw",
    "Shuffling and drawing",
    (
        rule("SJ-FIRST-01", "The shuffle", "The whole pack is shuffled before each hand."),
        rule("SJ-FIRST-02", "Counting an exposed card", _counts, when=lambda rules: bool(_counts(rules))),
        rule("SJ-FIRST-03", "Who draws first", _first_hand),
        rule("SJ-FIRST-04", "Who cuts", _cutter),
        rule("SJ-FIRST-05", "Who draws first later", _later),
        rule(
            "SJ-DEAL-01",
            "The draw",
            "The players draw one card each in turn, counter-clockwise from the first drawer. Nobody sees the cards "
            "of another player.",
        ),
        rule(
            "SJ-DEAL-02",
            "The end of the draw",
            lambda rules: f"The last {rules.deal_shape.kitty} cards are not drawn. They are the kitty.",
        ),
        rule("SJ-DEAL-03", "Declaring and drawing", _way),
        rule(
            "SJ-DEAL-04",
            "How a hand is shown",
            "A hand is sorted by effective suit: all trumps together, then the side suits, red and black alternately.",
        ),
        rule("DEC-01", "How declaring ends", closing),
        rule(
            "DEC-03",
            "Before the kitty",
            "Declaring always ends before a card of the kitty is turned or taken.",
        ),
    ),
)
