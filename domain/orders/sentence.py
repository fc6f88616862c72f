"""Standing orders in words: one sentence for each order, to read before it is given and while it lives.

A sentence has its parts in this order: the facts that must hold, what the order does, what it does otherwise, how long
it lives, what ends it, and how many orders follow it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import reduce
from typing import Any

from domain.kernel.messages import Message, counted, message
from domain.kernel.wording import all_of, cards, listed_or
from domain.orders.order import ALWAYS, Order, OrderEndReason, Otherwise, Over, Until, When

SUITS = {
    "C": message("clubs"),
    "D": message("diamonds"),
    "H": message("hearts"),
    "S": message("spades"),
    "NT": message("no trump"),
    "trump": message("trumps"),
}
SIDES = {"self": message("you"), "partner": message("a partner"), "opponent": message("an opponent")}
OVER: Mapping[Over, Message] = {
    "nobody": message("declare {suit} as soon as you can if nobody has declared"),
    "others": message("declare {suit} as soon as you can over another player's declaration"),
    "opponents": message("declare {suit} as soon as you can over an opponent's declaration"),
    "any": message("declare {suit} as soon as you can over any declaration"),
}
OTHERWISE: Mapping[Otherwise, Message] = {
    "lowest": message("if that is not possible, follow with the lowest cards"),
    "pass": message("if that is not possible, pass"),
    "wait": message("if that is not possible, leave the decision to later orders"),
}
UNTIL: Mapping[Until, Message] = {
    "trick": message("until the end of this trick"),
    "hand": message("until the end of the hand"),
    "match": message("until the end of the match"),
}
ONCE_UNTIL: Mapping[Until, Message] = {
    "trick": message("once until the end of this trick"),
    "hand": message("once until the end of the hand"),
    "match": message("once until the end of the match"),
}
ENDED: Mapping[OrderEndReason, Message] = {
    "played": message("It has acted."),
    "not_legal": message("Its move was not legal."),
    "card_gone": message("You no longer held its cards."),
    "condition_impossible": message("Its conditions could no longer hold."),
    "overtaken": message("What should end it had happened."),
    "trick_over": message("The trick was over."),
    "hand_over": message("The hand was over."),
    "match_over": message("The match was over."),
    "withdrawn": message("You withdrew it, or took back a move."),
}
"""Why an order has ended."""
WORDS: Mapping[str, Message] = {
    "declare": message("declare"),
    "plan": message("plan"),
    "redeal": message("redeal"),
    "bid": message("bid"),
    "review": message("review"),
    "play": message("play"),
    "single": message("single"),
    "pair": message("pair"),
    "tuple": message("tuple"),
    "tractor": message("tractor"),
    "run": message("run"),
    "throw": message("throw"),
    "set": message("set"),
    "sequence": message("sequence"),
    "multiple_sequence": message("multiple sequence"),
}
"""What seats are asked for, and shapes of leads. A word that is missing here is shown as it is."""


def sentence_of(order: Order) -> Message:
    """Returns an order as a sentence, which speaks to the player who gives it."""
    parts = [_ACTIONS[order.do](order)]
    if order.otherwise is not None:
        parts.append(OTHERWISE[order.otherwise])
    parts.append(ONCE_UNTIL[order.until] if order.is_once else UNTIL[order.until])
    if order.unless is not None:
        parts.append(message("it ends as soon as {facts}", facts=_all_of(order.unless)))
    if order.then:
        parts.append(
            counted("then {count} further order can act", "then {count} further orders can act", len(order.then))
        )
    acts = reduce(lambda before, part: message("{before}; {part}", before=before, part=part), parts)
    if order.when == ALWAYS:
        return message("{acts}.", acts=acts).as_sentence()
    return message("if {facts}, {acts}.", facts=_all_of(order.when), acts=acts).as_sentence()


def _follow(order: Order) -> Message:
    return _keeping(order, message("follow with the lowest legal cards that have no points"))


def _points(order: Order) -> Message:
    if order.most is None:
        return _keeping(order, message("give points to a partner who is winning the trick"))
    return _keeping(
        order,
        counted(
            "give points to a partner who is winning the trick, at most {count} card of them",
            "give points to a partner who is winning the trick, at most {count} cards of them",
            order.most,
        ),
    )


def _cover(order: Order) -> Message:
    acts = _keeping(order, message("beat the winning play with the lowest cards that do"))
    if order.most_wild is None:
        return acts
    return counted(
        "{acts} and at most {count} wild card", "{acts} and at most {count} wild cards", order.most_wild, acts=acts
    )


def _declare(order: Order) -> Message:
    template = message("declare {suit} as soon as you can") if order.over is None else OVER[order.over]
    acts = template.about(suit=SUITS.get(str(order.suit), str(order.suit)))
    return message("{acts} and add copies to your own declaration", acts=acts) if order.reinforce else acts


def _keeping(order: Order, acts: Message) -> Message:
    return message("{acts} without spending {cards}", acts=acts, cards=cards(order.keep)) if order.keep else acts


_ACTIONS: Mapping[str, Callable[[Order], Message]] = {
    "play": lambda order: message("answer the lead with {cards}", cards=cards(order.cards)),
    "lead": lambda order: message("lead {cards}", cards=cards(order.cards)),
    "follow_lowest": _follow,
    "points_to_partner": _points,
    "cover": _cover,
    "declare": _declare,
    "pass": lambda _: message("pass"),
    "play_out": lambda order: _keeping(order, message("play the lowest cards once the points of the hand are decided")),
}


# --- facts


def _all_of(facts: When) -> str:
    """Returns all facts that are set, joined with `and`."""
    return all_of(_clauses(facts))


def _clauses(facts: When) -> Iterator[Message]:
    for name, write in _CLAUSES.items():
        value = getattr(facts, name)
        if value is not None and value != ():
            yield write(value)


def _yes_or_no(yes: Message, no: Message) -> Callable[[Any], Message]:
    return lambda value: yes if value else no


def _seats(seats: Sequence[int]) -> Message:
    return message("seat {seats}", seats=listed_or(map(str, seats)))


def _sides(sides: Iterable[str]) -> str:
    return listed_or(SIDES[side] for side in sides)


def _suits(suits: Iterable[str]) -> str:
    return listed_or(SUITS.get(suit, suit) for suit in suits)


def _words(words: Iterable[str]) -> str:
    return listed_or(WORDS.get(word, word.replace("_", " ")) for word in words)


_CLAUSES: Mapping[str, Callable[[Any], Message]] = {
    "asked": lambda value: message("you are asked to {words}", words=_words(value)),
    "led_by": lambda value: message("{seats} led", seats=_seats(value)),
    "led_by_side": lambda value: message("{sides} led", sides=_sides(value)),
    "led_suit": lambda value: message("the lead was in {suits}", suits=_suits(value)),
    "led_shape": lambda value: message("the lead was a {words}", words=_words(value)),
    "led": lambda value: message("exactly {cards} were led", cards=cards(value)),
    "winning": lambda value: message("{seats} is winning the trick", seats=_seats(value)),
    "winning_side": lambda value: message("the one who is winning the trick is {sides}", sides=_sides(value)),
    "ruffed": _yes_or_no(message("trumps are winning a side suit"), message("no trumps are winning a side suit")),
    "points_at_least": lambda value: message("there are at least {value} points on the table", value=value),
    "points_at_most": lambda value: message("there are at most {value} points on the table", value=value),
    "trick_from": lambda value: message("it is trick {value} or later", value=value),
    "trick_to": lambda value: message("it is trick {value} or earlier", value=value),
    "last_to_play": _yes_or_no(message("all others have played"), message("others still have to play")),
    "played": lambda value: message("{cards} have been played in this hand", cards=cards(value)),
    "not_played": lambda value: message("{cards} have not been played in this hand", cards=cards(value)),
    "declared": lambda value: message("another seat has declared {suits}", suits=_suits(value)),
    "can_beat": _yes_or_no(message("you can beat the winning play"), message("you cannot beat the winning play")),
    "opponent_holds_at_most": lambda value: counted(
        "an opponent holds at most {count} card", "an opponent holds at most {count} cards", value
    ),
}
"""How each fact is said. The order is that of the sentence."""
