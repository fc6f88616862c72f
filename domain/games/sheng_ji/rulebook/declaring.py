"""Declaring trumps, and what happens when nobody declares."""

from itertools import groupby

from domain.games.sheng_ji.declare import Declaration, Floor, Shown, dealer_by, show, strength
from domain.games.sheng_ji.redeal import MOST_REDEALS
from domain.games.sheng_ji.rulebook.drawing import closing
from domain.games.sheng_ji.rulebook.entries import has_pairs, has_triples
from domain.games.sheng_ji.rulebook.pack import EXAMPLE_RANK
from domain.games.sheng_ji.rulebook.wording import in_turn
from domain.games.sheng_ji.rules import Rules
from domain.kernel.cards import BIG_JOKER, SMALL_JOKER, SUITS, face
from domain.kernel.messages import Message, message
from domain.kernel.options import OptionValue
from domain.kernel.refusals import Illegal
from domain.kernel.seats import Seat
from domain.kernel.wording import cards, number, seat_number
from domain.rulebook.entries import Chapter, Grid, rule

_DECLARER = Seat(0)
_OWN_LEVELS: dict[str, OptionValue] = {
    "team_mode": "friends",
    "succession": "next_winner_right",
    "zpy_dealer": "declare",
}


def _shows(rules: Rules) -> list[Declaration]:
    """Returns every kind of declaration that the pack allows, without added jokers."""
    faces = (face(EXAMPLE_RANK, SUITS[2]), SMALL_JOKER, BIG_JOKER)
    return [Declaration(_DECLARER, card, copies) for card in faces for copies in range(1, rules.decks + 1)]


def _legal_over(rules: Rules, floor: Floor, made: Declaration) -> bool:
    try:
        show(rules, EXAMPLE_RANK, floor, made.seat, made.cards)
    except Illegal:
        return False
    return True


def _opens(rules: Rules, made: Declaration) -> bool:
    return _legal_over(rules, Floor(), made)


def _overrides(rules: Rules, made: Declaration) -> bool:
    """Returns whether it can be shown over one card of the trump rank in another suit."""
    return _legal_over(rules, Floor(Declaration(Seat(1), face(EXAMPLE_RANK, SUITS[3]), 1)), made)


def bid_grid(rules: Rules) -> Grid:
    """Lists what can be shown at trump rank 7, from low to high."""
    rows = []
    made = sorted(_shows(rules), key=strength)
    for _, equals in groupby(made, key=strength):
        shown = list(equals)
        rows += [
            (
                cards(one.cards),
                message("yes") if _opens(rules, one) else message("no"),
                message("yes") if _overrides(rules, one) else message("no"),
            )
            for one in shown
            if _opens(rules, one) or _overrides(rules, one)
        ]
    head = (message("shown"), message("opens"), message("over a single card of the rank"))
    return Grid(
        message("Declarations at trump rank 7, from low to high; every suit works like hearts"), head, tuple(rows)
    )


def _opening(rules: Rules) -> Message:
    jokers = (
        message(" Identical jokers also open, and declare no-trump.")
        if rules.no_trump_declare == "joker_pair" and rules.initial_declare != "single" and rules.decks > 1
        else message(" Jokers cannot open.")
    )
    if rules.decks == 1:
        return message("One card of the trump rank declares its suit as the trump suit.{jokers}", jokers=jokers)
    if rules.initial_declare == "single_or_pair_or_joker_pair":
        return message(
            "One card of the trump rank, or several identical ones, can open. Their suit becomes the trump "
            "suit.{jokers}",
            jokers=jokers,
        )
    return message(
        "One card of the trump rank opens. Its suit becomes the trump suit. A player who shows several identical "
        "cards at once declares and reinforces.{jokers}",
        jokers=jokers,
    )


def _jokers(rules: Rules) -> Message:
    if rules.no_trump_declare == "off":
        return message("Jokers cannot declare at this table.")
    return message(
        "Two or more identical jokers declare no-trump. They override the same number of cards of the trump rank, "
        "or fewer, even after reinforcing. Big jokers override the same number of small jokers."
    )


def _same_suit(rules: Rules) -> Message:
    same = (
        message("An override may name the same suit again.")
        if rules.override_same_suit == "allowed"
        else message("Unless it is made with jokers, an override must change the trump suit.")
    )
    return message("Another player overrides by showing two or more cards that rank higher. {same}", same=same)


def _dealer_example(rules: Rules) -> Grid:
    rank, jokers = EXAMPLE_RANK, (SMALL_JOKER,) * 2
    acts = (
        Shown(Seat(0), "declare", (face(rank, SUITS[2]),)),
        Shown(Seat(1), "override", (face(rank, SUITS[3]),) * 2),
        Shown(Seat(2), "override", jokers),
    )
    rows = []
    for count in range(1, len(acts) + 1):
        shown = in_turn(
            message("seat {seat} {cards}", seat=seat_number(act.seat), cards=cards(act.cards)) for act in acts[:count]
        )
        dealer = dealer_by(rules.first_hand_dealer, acts[:count])
        rows.append((shown, message("seat {seat}", seat=seat_number(dealer))))
    return Grid(
        message("Who deals the first hand, at trump rank 7"), (message("shown"), message("dealer")), tuple(rows)
    )


def _joins(rules: Rules) -> Message:
    if not rules.joker_in_bid:
        return message("Jokers cannot be added to cards of the trump rank.")
    return message(
        "A player who declares or reinforces with two or more cards of the trump rank may add jokers of either "
        "kind. Each joker counts as one more card. The trump suit does not change."
    )


def _late(rules: Rules) -> Message:
    if not rules.late_reinforce:
        return message("A declaration that has been overridden can no longer be reinforced.")
    return message(
        "A player who was just overridden by cards of the trump rank may still add copies. The result must rank "
        "at least as high as the override, and restores the trump suit. This is not possible after an override by "
        "jokers."
    )


def _own_levels(rules: Rules) -> bool:
    return rules.zpy_dealer == "declare" or rules.redeal_dealer == "up_for_grabs"


def _pair_opens_in_two_acts(rules: Rules) -> bool:
    return rules.decks > 1 and rules.initial_declare != "single_or_pair_or_joker_pair"


DECLARING: Chapter[Rules] = Chapter(
    "declaring",
    message("Declaring trumps"),
    (
        rule(
            "SJ-BID-01",
            message("Declaring is optional"),
            message("Any player may declare by showing cards from their hand. Nobody has to."),
        ),
        rule("SJ-BID-02", message("The first declaration"), _opening, bid_grid),
        rule(
            "SJ-BID-03",
            message("No single jokers"),
            message("One joker declares nothing. A small and a big joker together declare nothing either."),
        ),
        rule(
            "SJ-BID-04",
            message("Reinforcing"),
            message("The player with the standing declaration may add further copies of its card."),
            when=has_pairs,
        ),
        rule("SJ-BID-05", message("Overriding"), _same_suit, when=has_pairs),
        rule("SJ-BID-06", message("No-trump"), _jokers),
        rule(
            "SJ-BID-07", message("Always higher"), message("Each declaration must rank higher than the one before it.")
        ),
        rule(
            "SJ-BID-08",
            message("Not over your own declaration"),
            message(
                "Players cannot override their own standing declaration, neither with another suit nor with jokers."
            ),
        ),
        rule("SJ-BID-09", message("Late reinforcing"), _late, when=has_pairs),
        rule(
            "SJ-BID-10",
            message("Only your own declaration"),
            message("Players reinforce only their own declaration, never a partner's."),
            when=has_pairs,
        ),
        rule(
            "SJ-BID-11",
            message("The holder only adds"),
            message("While your declaration stands, you may only add copies of its card."),
            when=has_pairs,
        ),
        rule(
            "SJ-BID-12",
            message("The dealer of the first hand"),
            message("The declarations of the first hand decide who deals it."),
            _dealer_example,
        ),
        rule(
            "SJ-BID-13",
            message("Later hands"),
            message(
                "If the dealer and the trump rank are known before the draw, declaring decides only the trump suit."
            ),
        ),
        rule(
            "SJ-BID-14",
            message("Immediate and final"),
            message("A declaration takes effect at once and cannot be withdrawn."),
        ),
        rule(
            "SJ-BID-15",
            message("More cards first"),
            message(
                "More cards always rank above fewer. Among equally many cards, big jokers rank above small "
                "jokers, and small jokers above the trump rank. Equal declarations never override each other."
            ),
            when=has_triples,
        ),
        rule(
            "SJ-BID-16",
            message("Small jokers"),
            lambda rules: (
                message("Small jokers declare like big jokers.")
                if rules.small_joker_declare == "allowed"
                else message("Small jokers cannot declare. Only big jokers can.")
            ),
            when=lambda rules: rules.no_trump_declare == "joker_pair" and rules.decks > 1,
        ),
        rule("SJ-BID-17", message("Added jokers"), _joins, when=has_pairs),
        rule("SJ-BID-18", message("When declaring ends"), closing),
        rule(
            "SJ-BID-19",
            message("Shown cards"),
            message("Shown cards stay in the hand and are played like any other card."),
        ),
        rule(
            "SJ-BID-20",
            message("Each player's own level"),
            message(
                "After the first hand, the dealer is not known before the draw. Each player declares with cards "
                "of their own level. The last player to declare deals, and their level is the trump rank."
            ),
            when=_own_levels,
            example=_OWN_LEVELS,
        ),
        rule(
            "DEC-06",
            message("The end of late reinforcing"),
            message(
                "Late reinforcing ends when somebody else declares, or when you pass. If cards are still being "
                "drawn, it also ends with your next card."
            ),
            when=lambda rules: rules.late_reinforce,
            example={"late_reinforce": "on"},
        ),
        rule(
            "DEC-07",
            message("Big over small"),
            message(
                "Big jokers override the same number of small jokers at every table, even if its options "
                "state no order of jokers."
            ),
            when=lambda rules: rules.no_trump_declare == "joker_pair" and rules.decks > 1,
        ),
        rule(
            "DEC-08",
            message("A pair at once"),
            message(
                "If only a single card may open, a pair shown at once counts as opening and reinforcing in one move."
            ),
            when=_pair_opens_in_two_acts,
        ),
        rule(
            "DEC-12",
            message("No such pair"),
            message("If nobody shows the pair that would decide the dealer, the first player to declare deals."),
            when=lambda rules: rules.first_hand_dealer in ("first_pair", "first_joker_pair"),
            example={"first_hand_dealer": "first_pair"},
        ),
        rule(
            "DEC-13",
            message("Jokers first"),
            message("The first player to declare deals, even if they declare with jokers."),
            when=lambda rules: rules.first_hand_dealer == "first_declarer",
        ),
        rule(
            "DEC-19",
            message("Different levels"),
            message(
                "Declarations of different levels are compared only by their number of cards and by jokers. If "
                "nobody declares, the succession decides the dealer, and that player's level is the trump rank."
            ),
            when=_own_levels,
            example=_OWN_LEVELS,
        ),
        rule(
            "RUL-03",
            message("Cards of an overridden declaration"),
            message(
                "A player may use the cards of an overridden declaration again in an override, and then lists all "
                "its cards. A player who reinforces lists only the added copies."
            ),
            when=has_pairs,
        ),
        rule(
            "RUL-04",
            message("More jokers"),
            message("The player with a standing declaration of jokers may add further jokers of the same kind."),
            when=lambda rules: rules.no_trump_declare == "joker_pair" and rules.decks > 2,
        ),
        rule(
            "RUL-05",
            message("An opening pair"),
            message("An opening pair is shown as two moves: a declaration of one card, and its reinforcement."),
            when=_pair_opens_in_two_acts,
        ),
    ),
)


def _turning(rules: Rules) -> Message:
    if rules.no_declaration == "first_card":
        return message(
            "If nobody declares, kitty cards are turned from the top. The suit of the first ordinary card becomes "
            "the trump suit."
        )
    return message(
        "If nobody declares, kitty cards are turned one by one until a card of the trump rank appears. Its suit "
        "becomes the trump suit. If there is none, all are turned, and the highest ordinary card decides. Of "
        "equal cards, the one turned first counts."
    )


def _first_fallback(rules: Rules) -> Message:
    if rules.first_dealer_fallback == "redeal":
        return message(
            "If nobody declares in the first hand, it is dealt again, at most {most_redeals} times. After that, "
            "the first drawer deals.",
            most_redeals=number(MOST_REDEALS),
        )
    return message("If nobody declares in the first hand, the first drawer deals it.")


def _joker_turned(rules: Rules) -> Message:
    return {
        "skip": message("Turned jokers are skipped."),
        "no_trump": message("If a joker is turned before any ordinary card, the hand is played in no-trump."),
        "redeal": message(
            "If a joker is turned before any ordinary card, the hand is dealt again. After {most_redeals} new "
            "deals, jokers are skipped instead.",
            most_redeals=number(MOST_REDEALS),
        ),
    }[rules.no_declaration_joker]


NOBODY: Chapter[Rules] = Chapter(
    "nobody",
    message("When nobody declares"),
    (
        rule(
            "SJ-NODECL-01",
            message("Trump rank, then highest card"),
            _turning,
            when=lambda rules: rules.no_declaration == "rank_then_highest",
        ),
        rule(
            "SJ-NODECL-02",
            message("The first card"),
            _turning,
            _joker_turned,
            when=lambda rules: rules.no_declaration == "first_card",
        ),
        rule("SJ-NODECL-03", message("How the trump suit is found"), _turning),
        rule(
            "SJ-NODECL-04",
            message("Turned cards"),
            message(
                "All players see the turned cards, which then return to the kitty. Declarations are no longer possible."
            ),
        ),
        rule("SJ-NODECL-05", message("Who deals then"), _first_fallback),
        rule(
            "DEC-05",
            message("Only jokers"),
            message("If the kitty has no ordinary card, the hand is played in no-trump."),
        ),
    ),
)
