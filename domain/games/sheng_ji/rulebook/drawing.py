"""Shuffling and drawing."""

from domain.games.sheng_ji.first_drawer import count_of, first_drawer
from domain.games.sheng_ji.rules import Rules
from domain.kernel.cards import RANK_NAMES, RANKS, SUITS, face
from domain.kernel.messages import Message, message
from domain.kernel.seats import Seat
from domain.kernel.wording import number
from domain.rulebook.entries import Chapter, Grid, rule


def _counts(rules: Rules) -> Grid | None:
    if rules.first_drawer_method != "count":
        return None
    rows = []
    for rank in RANKS:
        count = count_of(face(rank, SUITS[0]), rules.first_drawer_ace)
        place = (
            message("another card is exposed") if count is None else _place(first_drawer(Seat(0), count, rules.players))
        )
        rows.append((RANK_NAMES[rank], place))
    head = (message("card"), message("first drawer"))
    return Grid(
        message("Who draws first, by the exposed card"),
        head,
        (*rows, (message("joker"), message("another card is exposed"))),
    )


def _place(seats_on: int) -> Message:
    return (
        message("the shuffler")
        if not seats_on
        else message("{seats_on} to the right of the shuffler", seats_on=number(seats_on))
    )


def _first_hand(rules: Rules) -> Message:
    return {
        "random": message("In the first hand, a randomly chosen seat draws first."),
        "count": message(
            "In the first hand, a random seat is the shuffler and a card is exposed. Its value is counted "
            "counter-clockwise, with the shuffler as one. The exposed card comes from a separate pack."
        ),
        "shuffler": message("In the first hand, a random seat is the shuffler and draws first."),
    }[rules.first_drawer_method]


def _cutter(rules: Rules) -> Message:
    if rules.cutter == "any_other":
        return message("A random player other than the first drawer cuts.")
    return message("The player to the left of the first drawer cuts.")


def _later(rules: Rules) -> Message:
    if rules.zpy_dealer == "declare":
        return message(
            "In later hands the dealer is not known before the draw. The player to the right of the previous "
            "hand's dealer draws first."
        )
    return {
        "dealer": message("In later hands the dealer draws first."),
        "right_of_dealer": message("In later hands the player to the right of the dealer draws first."),
        "right_of_previous_dealer": message(
            "In later hands the player to the right of the previous hand's dealer draws first."
        ),
    }[rules.later_first_drawer]


def _way(rules: Rules) -> Message:
    return {
        "auction": message(
            "All cards are dealt at once, in drawing order. Then the seats act in turn from the first drawer: "
            "each declares or passes. A player who passes may still declare later."
        ),
        "live_draw": message(
            "The cards arrive round by round. Any seat may declare between two rounds: see EX-LIVE-01."
        ),
        "plan": message(
            "Each seat sees its whole hand and files a sealed plan. Then the draw is replayed: see EX-PLAN-01."
        ),
    }[rules.deal_mode]


def closing(rules: Rules) -> Message:
    """Returns the text on the end of declaring."""
    if rules.deal_mode == "plan":
        return message("Declaring ends with the last card of the replayed draw.")
    if rules.deal_mode == "live_draw":
        if rules.declaration_window == "until_kitty_taken":
            return message(
                "After the last card, declaring ends when all seats have passed. It also ends when the player who "
                "would take the kitty passes."
            )
        return message(
            "After the last card, declaring ends when all seats have passed. It also ends after {declare_seconds} "
            "seconds without a further declaration.",
            declare_seconds=rules.declare_seconds,
        )
    others = (
        message("all seats, including the last declarer,")
        if rules.declaration_window == "until_kitty_taken"
        else message("all other seats")
    )
    return message(
        "Declaring ends when all seats pass in succession, or when {others} pass after the last declaration.",
        others=others,
    )


FIRST: Chapter[Rules] = Chapter(
    "draw",
    message("Shuffling and drawing"),
    (
        rule("SJ-FIRST-01", message("The shuffle"), message("The whole pack is shuffled before each hand.")),
        rule("SJ-FIRST-02", message("Counting an exposed card"), _counts, when=lambda rules: bool(_counts(rules))),
        rule("SJ-FIRST-03", message("Who draws first"), _first_hand),
        rule("SJ-FIRST-04", message("Who cuts"), _cutter),
        rule("SJ-FIRST-05", message("Who draws first later"), _later),
        rule(
            "SJ-DEAL-01",
            message("The draw"),
            message(
                "The players draw one card each in turn, counter-clockwise from the first drawer. Nobody sees the "
                "cards of another player."
            ),
        ),
        rule(
            "SJ-DEAL-02",
            message("The end of the draw"),
            lambda rules: message(
                "The last {kitty} cards are not drawn. They are the kitty.", kitty=rules.deal_shape.kitty
            ),
        ),
        rule("SJ-DEAL-03", message("Declaring and drawing"), _way),
        rule(
            "SJ-DEAL-04",
            message("How a hand is shown"),
            message(
                "A hand is sorted by effective suit: all trumps together, then the side suits, red and black "
                "alternately."
            ),
        ),
        rule("DEC-01", message("How declaring ends"), closing),
        rule(
            "DEC-03",
            message("Before the kitty"),
            message("Declaring always ends before a card of the kitty is turned or taken."),
        ),
    ),
)
