"""Following, winning tricks, and illegal plays."""

from domain.games.sheng_ji.choices import first_few, follows
from domain.games.sheng_ji.follow import lead_of
from domain.games.sheng_ji.holding import hand_of, in_suit
from domain.games.sheng_ji.revoke import points_after_revoke
from domain.games.sheng_ji.rulebook.entries import has_pairs, has_triples
from domain.games.sheng_ji.rulebook.examples import cards_of, example_order, side_suit
from domain.games.sheng_ji.rulebook.wording import in_turn, shape_name, together
from domain.games.sheng_ji.rules import Rules
from domain.games.sheng_ji.trick import compared_shapes
from domain.games.sheng_ji.units import decompose
from domain.kernel.cards import SUITS, Cards
from domain.kernel.messages import Message, message
from domain.kernel.wording import cards
from domain.rulebook.entries import Chapter, Grid, rule

_CLUBS, _, _, _SPADES = SUITS
_ANSWERS = 4
"""The number of legal answers that the table of examples shows for a lead."""


def follow_grid(rules: Rules) -> Grid:
    """Lists leads of clubs, what a hand holds, and legal answers."""
    order = example_order(rules)
    suit = side_suit(_CLUBS)
    cases: list[tuple[Cards, Cards]] = [(cards_of(_CLUBS, (5,), 1), cards_of(_CLUBS, (9, 13), 1))]
    if rules.decks > 1:
        cases += [
            (cards_of(_CLUBS, (5,), 2), (*cards_of(_CLUBS, (9,), 2), *cards_of(_CLUBS, (12, 13), 1))),
            (cards_of(_CLUBS, (5, 6), 2), (*cards_of(_CLUBS, (9, 11), 2), *cards_of(_CLUBS, (3, 4), 1))),
            (cards_of(_CLUBS, (5, 6), 2), (*cards_of(_CLUBS, (9, 11, 12), 2), *cards_of(_CLUBS, (3,), 1))),
        ]
    if rules.decks > 2:
        cases += [
            (cards_of(_CLUBS, (5,), 2), (*cards_of(_CLUBS, (9,), 3), *cards_of(_CLUBS, (12, 13), 1))),
            (cards_of(_CLUBS, (5,), 3), (*cards_of(_CLUBS, (9,), 2), *cards_of(_CLUBS, (12, 13), 1))),
        ]
    if rules.decks > 3:
        bomb = (*cards_of(_CLUBS, (12, 13, 4, 3, 11), 1), *cards_of(_SPADES, (9,), 4))
        cases.append(((*cards_of(_CLUBS, (5, 6), 2),), bomb))
    rows = []
    for led, held in cases:
        units = decompose(order.chains[suit], in_suit(hand_of(order, led), suit), "longest_unit", 2)
        lead = lead_of(suit, units)
        hand = hand_of(order, held)
        plays, complete = first_few(
            follows(order, lead, hand, protect_tuples=rules.protect_tuples, bombs=rules.bombs), _ANSWERS
        )
        answers = " / ".join(map(cards, plays)) + ("" if complete else " / …")
        rows.append((cards(led), cards(held), answers))
    return Grid(
        message("Answers to a lead of clubs, trump rank 7, hearts trump"),
        (message("led"), message("held"), message("may be played")),
        tuple(rows),
    )


def _protected(rules: Rules) -> Message:
    if rules.protect_tuples:
        return message(
            "If you hold more copies of a card than the widest tuple led has, they count as single cards. You do "
            "not owe them as a tuple, and they do not match one. You may still play them."
        )
    return message("A wider tuple must be broken if nothing else answers the lead as well.")


FOLLOWING: Chapter[Rules] = Chapter(
    "following",
    message("Following"),
    (
        rule("SJ-FOLLOW-01", message("As many cards"), message("Each player plays as many cards as were led.")),
        rule(
            "SJ-FOLLOW-02",
            message("The suit led"),
            message(
                "Each player plays as many cards of the led suit as were led, or all of them if they hold fewer. Any "
                "other cards complete the play. A player with no card of the led suit may play anything. Nobody has "
                "to ruff."
            ),
        ),
        rule(
            "SJ-FOLLOW-03",
            message("The best possible answer"),
            message(
                "If a player holds more cards of the led suit, they play only that suit and match the lead as "
                "well as their hand allows. This is checked for each tuple width, from the widest led. The number "
                "of runs counts first, then their lengths, the longest first, then the number of tuples. Nobody "
                "owes more than was led."
            ),
            follow_grid,
        ),
        rule(
            "SJ-FOLLOW-04",
            message("With two decks"),
            message(
                "You answer a pair with a pair, and a tractor with a tractor of the same length. If you have none "
                "that long, you answer with your longest tractor and further pairs, or else with pairs. Other "
                "cards of the suit complete the play."
            ),
            when=lambda rules: rules.decks == 2,
        ),
        rule(
            "SJ-FOLLOW-05",
            message("Long runs are not protected"),
            message("A longer run must be broken if nothing else answers the lead as well."),
            when=has_pairs,
        ),
        rule("SJ-FOLLOW-06", message("Wider tuples"), _protected, when=has_triples),
        rule("SJ-FOLLOW-07", message("Ruffing"), message("A player without the led suit may ruff, but never has to.")),
        rule(
            "SJ-FOLLOW-08",
            message("Counting pairs"),
            message(
                "With two decks it is enough to count. If one tractor was led, you owe your longest tractor, up "
                "to the length led. You always owe as many pairs as were led, if you hold them."
            ),
            when=lambda rules: rules.decks == 2,
        ),
        rule(
            "DEC-66",
            message("What is protected"),
            message("Tuples wider than the widest tuple led are protected."),
            when=lambda rules: rules.protect_tuples and rules.decks > 2,
            example={"protect_tuples": "on", "decks": 3},
        ),
        rule(
            "RUL-07",
            message("Tuples without a match"),
            message("If you cannot match a led tuple at its full width, you owe at most one narrower tuple for it."),
            when=has_triples,
        ),
        rule(
            "RUL-08",
            message("No more tuples than were led"),
            message("Nobody owes more tuples than were led. One held tuple answers only one led tuple."),
            when=has_triples,
        ),
        rule(
            "RUL-11",
            message("Breaking a protected tuple"),
            message(
                "Cards of a protected tuple may be played. They count as single cards, both in what is owed and "
                "in what is played."
            ),
            when=lambda rules: rules.protect_tuples and rules.decks > 2,
            example={"protect_tuples": "on", "decks": 3},
        ),
    ),
)


def _compared(rules: Rules) -> Message:
    return {
        "longest_unit": message(
            "Two matching plays are compared only by the units that answer the longest unit of the lead. Among "
            "equally long units, the wider one counts. All other units are ignored, and of equal plays the "
            "earlier wins."
        ),
        "pairs_then_singles": message(
            "Two matching plays are compared by their highest units of the widest kind led, runs before tuples. "
            "If these are equal, the next narrower kind is compared, down to single cards."
        ),
        "all_units": message("A later matching play wins only if each of its units is higher than the one it answers."),
    }[rules.trump_throw_compare]


def compared_grid(rules: Rules) -> Grid | None:
    """Lists which units of a throw decide the trick."""
    if rules.decks == 1:
        return None
    leads: tuple[tuple[tuple[int, int], ...], ...] = (((2, 1), (1, 1)), ((2, 2), (2, 1), (1, 1)), ((1, 1), (1, 1)))
    if rules.decks > 2:
        leads = (*leads, ((3, 1), (2, 1), (1, 1)))
    rows = tuple(
        (
            together(shape_name(*shape) for shape in shapes),
            in_turn(shape_name(*shape) for shape in compared_shapes(shapes, rules.trump_throw_compare)),
        )
        for shapes in leads
    )
    return Grid(
        message("Which units of a throw are compared when two players ruff it"),
        (message("led"), message("compared")),
        rows,
    )


WINNING: Chapter[Rules] = Chapter(
    "winning",
    message("Winning a trick"),
    (
        rule(
            "SJ-TRICK-01",
            message("What can win"),
            message(
                "A play can win only if all its cards are of the led suit, or all are trumps, and it matches the "
                "units of the lead. Trumps beat the led suit. Otherwise the higher play wins."
            ),
        ),
        rule(
            "SJ-TRICK-02",
            message("Single cards"),
            message("The highest trump wins. Without trumps, the highest card of the led suit wins."),
        ),
        rule(
            "SJ-TRICK-03",
            message("Pairs and tuples"),
            message("A tuple is beaten by a higher tuple of the same width. Two single cards never beat a pair."),
            when=has_pairs,
        ),
        rule(
            "SJ-TRICK-04",
            message("Matching"),
            message(
                "A play matches if its cards can be divided into exactly the units led. A tractor can therefore "
                "match two pairs, and a pair can match two single cards."
            ),
        ),
        rule(
            "SJ-TRICK-05",
            message("The longest unit"),
            _compared,
            compared_grid,
            when=lambda rules: _is(rules, "longest_unit"),
        ),
        rule(
            "SJ-TRICK-06",
            message("Kind by kind"),
            _compared,
            compared_grid,
            when=lambda rules: _is(rules, "pairs_then_singles"),
        ),
        rule(
            "SJ-TRICK-07",
            message("All units"),
            _compared,
            compared_grid,
            when=lambda rules: _is(rules, "all_units"),
            example={"trump_throw_compare": "all_units"},
        ),
        rule(
            "SJ-TRICK-08",
            message("After a trick"),
            message("The winner's side takes the points. The winner leads next."),
        ),
        rule(
            "DEC-68",
            message("Which units correspond"),
            message("The units of both plays are sorted by size and then by height, and compared one by one."),
            when=lambda rules: _is(rules, "all_units"),
            example={"trump_throw_compare": "all_units"},
        ),
        rule(
            "DEC-70",
            message("Several ways to match"),
            message("If a play can be divided in several ways, the best one for its player counts."),
        ),
        rule(
            "RUL-09",
            message("The reading stays"),
            message("A play wins if any reading of it wins. The winning play then keeps that reading."),
        ),
        rule(
            "RUL-12",
            message("One unit of each kind"),
            message("Only the highest unit of each kind is compared."),
            when=lambda rules: _is(rules, "pairs_then_singles"),
        ),
    ),
)


def _is(rules: Rules, compare: str) -> bool:
    return rules.trump_throw_compare == compare


def _revokes(rules: Rules) -> Message:
    if rules.enforcement == "server":
        return message("The server refuses a revoke, so it cannot happen at this table.")
    fewest, most = (
        points_after_revoke(points, rules, by_declarers=side) for points, side in ((0, True), (9999, False))
    )
    more = (
        message(" The other side gains one level more than these points are worth.")
        if rules.revoke_penalty == "lose_hand_plus"
        else ""
    )
    return message(
        "A proven revoke ends the hand, and the offender's side loses it. After a declarer's revoke the opponents "
        "get at least {fewest} points. After an opponent's revoke they get at most {most}.{more}",
        fewest=fewest,
        most=most,
        more=more,
    )


ILLEGAL: Chapter[Rules] = Chapter(
    "illegal",
    message("Illegal plays"),
    (
        rule(
            "SJ-ILLEGAL-01",
            message("Refused at once"),
            message(
                "The server refuses an illegal play, and the other players do not see it. The refusal names the "
                "rule and some legal plays."
            ),
        ),
        rule("SJ-ILLEGAL-02", message("Revokes"), _revokes),
        rule(
            "SJ-ILLEGAL-03",
            message("A failed throw is not a revoke"),
            message("A failed throw has its own rule: see SJ-THROW-04."),
        ),
        rule(
            "DEC-95",
            message("No penalty needed"),
            message("The server checks that players follow, so there is no revoke to penalise."),
            when=lambda rules: rules.enforcement == "server",
        ),
    ),
)
