"""Throws."""

from domain.games.sheng_ji.card_order import CardOrder
from domain.games.sheng_ji.holding import hand_of, in_suit
from domain.games.sheng_ji.rulebook.examples import cards_of, example_order, side_suit
from domain.games.sheng_ji.rulebook.wording import shape_name
from domain.games.sheng_ji.rules import Rules
from domain.games.sheng_ji.throw import penalty_points
from domain.games.sheng_ji.units import Unit, decompose, unit_cards, weakness
from domain.kernel.cards import SUITS, Cards
from domain.kernel.messages import Message, message
from domain.kernel.wording import cards, listed
from domain.rulebook.entries import Chapter, Grid, rule

_SPADES = SUITS[3]


def _thrown(rules: Rules) -> tuple[CardOrder, tuple[Unit, ...], Cards]:
    """Returns a throw of spades at trump rank 7, with pairs if the pack has any, else with singles."""
    order = example_order(rules)
    copies = min(2, rules.decks)
    thrown = (*cards_of(_SPADES, (13, 9), copies), *cards_of(_SPADES, (5,), 1))
    holding = in_suit(hand_of(order, thrown), side_suit(_SPADES))
    units = decompose(order.chains[side_suit(_SPADES)], holding, rules.throw_ambiguity, rules.narrowest_tuple)
    return order, units, thrown


def penalty_grid(rules: Rules) -> Grid | None:
    """Lists the penalties for an example of a throw."""
    if rules.throw_penalty == "none":
        return None
    order, units, thrown = _thrown(rules)
    rows = []
    for count in range(1, len(units) + 1):
        beatable = tuple(sorted(units, key=weakness)[:count])
        led = beatable if rules.throw_forced_lead == "all_beatable" else beatable[:1]
        cost = penalty_points(rules.throw_penalty, len(thrown), beatable, sum(unit.size for unit in led))
        named = [cards(unit_cards(order, side_suit(_SPADES), unit)) for unit in beatable]
        back = [cards(unit_cards(order, side_suit(_SPADES), unit)) for unit in led]
        rows.append((listed(named), listed(back), str(cost)))
    caption = message("What the throw {thrown} costs when units of it can be beaten", thrown=cards(thrown))
    return Grid(caption, (message("can be beaten"), message("led instead"), message("points")), tuple(rows))


def _forced(rules: Rules) -> Message:
    return {
        "weakest": message("The weakest beatable unit is led instead, in the same move."),
        "leader_choice": message("The leader chooses any of the beatable units and leads it."),
        "challenger_choice": message(
            "The first player to the right who can beat a unit chooses which one is led. They choose among the "
            "units that they can beat."
        ),
        "all_beatable": message("All beatable units are led together in the same move. They are not checked again."),
    }[rules.throw_forced_lead]


def weakness_grid(rules: Rules) -> Grid:
    """Lists the shapes of units from the weakest."""
    lengths = range(rules.ordering.shortest_run, rules.ordering.shortest_run + 3)
    shapes = [(width, 1) for width in range(1, rules.decks + 1)]
    shapes += [(width, length) for width in range(rules.ordering.narrowest_run, rules.decks + 1) for length in lengths]
    shapes.sort(key=lambda shape: weakness(Unit(shape[0], shape[1], 0, 0)))
    rows = tuple((str(place), shape_name(*shape)) for place, shape in enumerate(shapes, 1))
    return Grid(
        message("Units, the weakest first. Of two with the same shape, the lower one is weaker."),
        ("", message("unit")),
        rows,
    )


def division_grid(rules: Rules) -> Grid | None:
    """Lists examples of leads and their units."""
    if rules.decks == 1:
        return None
    order = example_order(rules)
    suit = side_suit(_SPADES)
    examples = [(*cards_of(_SPADES, (14, 13), 1), *cards_of(_SPADES, (8, 6), 2))]
    if rules.decks > 2:
        examples.append((*cards_of(_SPADES, (3,), 3), *cards_of(_SPADES, (4,), 2)))
    rows = []
    for thrown in examples:
        units = decompose(
            order.chains[suit],
            in_suit(hand_of(order, thrown), suit),
            rules.throw_ambiguity,
            rules.narrowest_tuple,
        )
        rows.append((cards(thrown), " + ".join(cards(unit_cards(order, suit, unit)) for unit in units)))
    return Grid(
        message("How cards led together are read, trump rank 7"), (message("led"), message("units")), tuple(rows)
    )


def _division(rules: Rules) -> Message:
    return {
        "longest_unit": message(
            "The unit with the most cards is taken out first, then the same is done with the other cards. Among "
            "units with equally many cards, the wider one is taken, then the higher one."
        ),
        "leader_specifies": message(
            "The leader may name the units of a lead. Each card belongs to exactly one unit. If no units are "
            "named, the unit with the most cards is taken out first, then the same is done with the other cards."
        ),
        "most_equal_copies": message(
            "All copies of a card stay together. Consecutive tuples of the same width form runs, the longest first."
        ),
    }[rules.throw_ambiguity]


def _revealed(rules: Rules) -> Message:
    shown = {
        "witness_cards": message(
            "They also see the cards of one other hand that beat the led unit. The first player to the right who "
            "can beat that unit shows the lowest unit that beats it."
        ),
        "witness_seat": message(
            "They also learn which player could beat the led unit, but not with which cards. That is the first "
            "such player to the right."
        ),
        "none": message("They see nothing of the other hands."),
    }[rules.throw_reveal]
    return message("All players see every card of a failed throw and what is led instead. {shown}", shown=shown)


THROWS: Chapter[Rules] = Chapter(
    "throws",
    message("Throws"),
    (
        rule(
            "SJ-THROW-01",
            message("Several units at once"),
            message(
                "Units of one effective suit may be led together. A throw succeeds if no other player can beat "
                "one of its units in that suit."
            ),
        ),
        rule(
            "SJ-THROW-02",
            message("When a unit can be beaten"),
            message(
                "A unit is beatable if one other hand holds a higher unit of the same shape in that suit. The "
                "partner's hand counts too, and so do parts of larger units. Equal units do not beat it. Played "
                "cards and kitty cards do not count."
            ),
        ),
        rule(
            "SJ-THROW-03",
            message("Who checks"),
            message("The server knows all hands and checks the throw at once. The other players need not act."),
        ),
        rule("SJ-THROW-04", message("A failed throw"), message("The throw is taken back."), _forced),
        rule("SJ-THROW-05", message("The order of weakness"), weakness_grid),
        rule("SJ-THROW-06", message("How a lead is divided"), _division, division_grid),
        rule(
            "SJ-THROW-07",
            message("The penalty"),
            lambda rules: (
                message("A failed throw costs no points.")
                if rules.throw_penalty == "none"
                else message("A failed throw also costs points.")
            ),
            penalty_grid,
        ),
        rule(
            "SJ-THROW-08",
            message("No duty to beat"),
            message("A player who could beat a throw does not have to play that unit to the trick."),
        ),
        rule(
            "SJ-THROW-09",
            message("Trumps"),
            message(
                "Throws of trumps follow the same rules. A throw does not fail because another player could ruff it."
            ),
        ),
        rule(
            "SJ-THROW-10", message("Highest singles"), message("Single cards can be thrown together like other units.")
        ),
        rule("DEC-51", message("What is shown"), _revealed),
        rule(
            "DEC-52",
            message("If the leader names no units"),
            message("The largest unit is taken out first, then the same is done with the other cards."),
        ),
        rule(
            "DEC-54",
            message("No second check"),
            message("The units that are led together after a failed throw are not checked again."),
            when=lambda rules: rules.throw_forced_lead == "all_beatable",
        ),
        rule(
            "DEC-55",
            message("The kitty does not count"),
            message("A higher card in the kitty does not make a throw fail."),
        ),
        rule("DEC-56", message("One hand"), message("A single hand must hold the whole unit that beats another.")),
        rule(
            "DEC-58",
            message("Who gets the points"),
            message(
                "A declarer's penalty is added to the opponents' points. An opponent's penalty is subtracted from "
                "them, even below zero. The sides at the end of the hand count."
            ),
            when=lambda rules: rules.throw_penalty != "none" or rules.hong_wu_penalty > 0,
            example={"throw_penalty": "flat_10"},
        ),
        rule(
            "RUL-02",
            message("Forced leads and choices"),
            message("If no player has a choice, the server makes the lead. Otherwise it offers the beatable units."),
        ),
        rule(
            "RUL-10",
            message("Two equally weak units"),
            message("The unit of the lower printed suit is led. From low to high: clubs, diamonds, hearts, spades."),
        ),
    ),
)
