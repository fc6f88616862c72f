"""Standing orders in words: one sentence for each order, to read before it is given and while it lives.

A sentence has its parts in this order: the facts that must hold, what the order does, what it does otherwise, how long
it lives, what ends it, and how many orders follow it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from domain.kernel.wording import cards, counted, listed
from domain.orders.order import ALWAYS, Order, OrderEndReason, Otherwise, Until, When

SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades", "NT": "no trump", "trump": "trumps"}
SIDES = {"self": "you", "partner": "a partner", "opponent": "an opponent"}
OVER = {
    "nobody": "if nobody has declared",
    "others": "over another player's declaration",
    "opponents": "over an opponent's declaration",
    "any": "over any declaration",
}
OTHERWISE: Mapping[Otherwise, str] = {
    "lowest": "if that is not possible, follow with the lowest cards",
    "pass": "if that is not possible, pass",
    "wait": "if that is not possible, leave the decision to later orders",
}
UNTIL: Mapping[Until, str] = {
    "trick": "until the end of this trick",
    "hand": "until the end of the hand",
    "match": "until the end of the match",
}
ENDED: Mapping[OrderEndReason, str] = {
    "played": "It has acted.",
    "not_legal": "Its move was not legal.",
    "card_gone": "You no longer held its cards.",
    "condition_impossible": "Its conditions could no longer hold.",
    "overtaken": "What should end it had happened.",
    "trick_over": "The trick was over.",
    "hand_over": "The hand was over.",
    "match_over": "The match was over.",
    "withdrawn": "You withdrew it, or took back a move.",
}
"""Why an order has ended."""


def sentence_of(order: Order) -> str:
    """Returns an order as a sentence, which speaks to the player who gives it."""
    parts = [_action(order)]
    if order.otherwise is not None:
        parts.append(OTHERWISE[order.otherwise])
    lives = "once" if order.is_once else ""
    parts.append(" ".join(filter(None, (lives, UNTIL[order.until]))))
    if order.unless is not None:
        parts.append(f"it ends as soon as {_all_of(order.unless)}")
    if order.then:
        parts.append(f"then {counted(len(order.then), 'further order')} can act")
    condition = "" if order.when == ALWAYS else f"if {_all_of(order.when)}, "
    text = condition + "; ".join(parts)
    return f"{text[0].upper()}{text[1:]}."


def _action(order: Order) -> str:
    return _ACTIONS[order.do](order)


def _follow(order: Order) -> str:
    return f"follow with the lowest legal cards that have no points{_keeping(order)}"


def _points(order: Order) -> str:
    most = "" if order.most is None else f", at most {counted(order.most, 'card')} of them"
    return f"give points to a partner who is winning the trick{most}{_keeping(order)}"


def _cover(order: Order) -> str:
    wild = "" if order.most_wild is None else f" and at most {counted(order.most_wild, 'wild card')}"
    return f"beat the winning play with the lowest cards that do{_keeping(order)}{wild}"


def _declare(order: Order) -> str:
    parts = [f"declare {SUITS.get(str(order.suit), str(order.suit))} as soon as you can"]
    if order.over is not None:
        parts.append(OVER[order.over])
    if order.reinforce:
        parts.append("and add copies to your own declaration")
    return " ".join(parts)


def _keeping(order: Order) -> str:
    return f" without spending {cards(order.keep)}" if order.keep else ""


_ACTIONS: Mapping[str, Callable[[Order], str]] = {
    "play": lambda order: f"answer the lead with {cards(order.cards)}",
    "lead": lambda order: f"lead {cards(order.cards)}",
    "follow_lowest": _follow,
    "points_to_partner": _points,
    "cover": _cover,
    "declare": _declare,
    "pass": lambda _: "pass",
    "play_out": lambda order: f"play the lowest cards once the points of the hand are decided{_keeping(order)}",
}


# --- facts


def _all_of(facts: When) -> str:
    """Returns all facts that are set, joined with `and`."""
    return " and ".join(_clauses(facts))


def _clauses(facts: When) -> Iterator[str]:
    for name, write in _CLAUSES.items():
        value = getattr(facts, name)
        if value is not None and value != ():
            yield write(value)


def _yes_or_no(yes: str, no: str) -> Callable[[Any], str]:
    return lambda value: yes if value else no


def _seats(seats: Sequence[int]) -> str:
    return "seat " + listed(map(str, seats), "or")


def _sides(sides: Iterable[str]) -> str:
    return listed((SIDES[side] for side in sides), "or")


def _suits(suits: Iterable[str]) -> str:
    return listed((SUITS.get(suit, suit) for suit in suits), "or")


def _words(words: Iterable[str]) -> str:
    return listed((word.replace("_", " ") for word in words), "or")


_CLAUSES: Mapping[str, Callable[[Any], str]] = {
    "asked": lambda value: f"you are asked to {_words(value)}",
    "led_by": lambda value: f"{_seats(value)} led",
    "led_by_side": lambda value: f"{_sides(value)} led",
    "led_suit": lambda value: f"the lead was in {_suits(value)}",
    "led_shape": lambda value: f"the lead was a {_words(value)}",
    "led": lambda value: f"exactly {cards(value)} were led",
    "winning": lambda value: f"{_seats(value)} is winning the trick",
    "winning_side": lambda value: f"the one who is winning the trick is {_sides(value)}",
    "ruffed": _yes_or_no("trumps are winning a side suit", "no trumps are winning a side suit"),
    "points_at_least": lambda value: f"there are at least {value} points on the table",
    "points_at_most": lambda value: f"there are at most {value} points on the table",
    "trick_from": lambda value: f"it is trick {value} or later",
    "trick_to": lambda value: f"it is trick {value} or earlier",
    "last_to_play": _yes_or_no("all others have played", "others still have to play"),
    "played": lambda value: f"{cards(value)} have been played in this hand",
    "not_played": lambda value: f"{cards(value)} have not been played in this hand",
    "declared": lambda value: f"another seat has declared {_suits(value)}",
    "can_beat": _yes_or_no("you can beat the winning play", "you cannot beat the winning play"),
    "opponent_holds_at_most": lambda value: f"an opponent holds at most {counted(value, 'card')}",
}
"""How each fact is said. The order is that of the sentence."""
