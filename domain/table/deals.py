"""Deals chosen by the player who opens a table, used instead of shuffled ones.

A deal is stored as the whole draw: card by card, seat after seat, and then the cards that no seat draws. Unless the
first drawer was chosen too, the rules determine it when the hand is opened. A deal therefore also records the seat at
which it starts.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from domain.kernel.cards import HIDDEN, Cards, write_cards
from domain.kernel.messages import Message, message
from domain.kernel.refusals import InvalidRules
from domain.kernel.seats import Seat
from domain.table.game import EveryDeal

DIFFERENCES_SHOWN = 5


class InvalidDeal(InvalidRules):
    """This deal does not fit the rules of the table."""


class GivenDeal(NamedTuple):
    """A deal as requested: either one order, or the cards of each seat with the kitty.

    Attributes:
        order: the cards from the first drawer on, or `None` if hands are given.
        hands: the cards of each seat, in the order in which it draws them.
        kitty: the cards that no seat draws, if hands are given.
        first_drawer: the seat that draws first, or `None` to follow the rules.
    """

    order: Cards | None
    hands: tuple[Cards, ...]
    kitty: Cards
    first_drawer: Seat | None


@dataclass(frozen=True, slots=True)
class ChosenDeal:
    """A deal that replaces a shuffled one.

    Attributes:
        order: the cards in the order of the draw, then the cards that no seat draws. Viewers do not see them.
        written_from: the seat for which the first card of `order` is meant. If another seat draws first, each seat
            still gets its own cards. `None`: whichever seat draws first gets the first card.
        first_drawer: the seat that draws first. `None`: the rules decide.
    """

    order: Cards
    written_from: Seat | None
    first_drawer: Seat | None

    def hidden_deal(self) -> "ChosenDeal":
        """Returns the deal as viewers see it before it is dealt: with the number of cards and the first drawer."""
        return replace(self, order=(HIDDEN,) * len(self.order))

    def drawn_from(self, first_drawer: Seat, seats: int, hand_size: int) -> Cards:
        """Returns the cards in the order in which they are drawn if that seat draws first."""
        if self.written_from is None or self.written_from == first_drawer:
            return self.order
        turn = (first_drawer - self.written_from) % seats
        drawn = seats * hand_size
        rounds = [self.order[start : start + seats] for start in range(0, drawn, seats)]
        return sum(((*each[turn:], *each[:turn]) for each in rounds), ()) + self.order[drawn:]


def chosen_deals(every: EveryDeal | None, seats: int, given: Sequence[GivenDeal]) -> tuple[ChosenDeal, ...]:
    """Returns the requested deals for the first hands of a table.

    Args:
        every: what is dealt in every hand, or `None` if the rules make it differ from hand to hand.
        seats: the number of seats that draw.
        given: the deals as requested.

    Raises:
        InvalidDeal: the rules do not allow one of the deals.
    """
    if given and every is None:
        raise InvalidDeal(
            message("with these rules, the pack depends on the trump rank of a hand"),
            hint=message("choose a kitty_size that does not remove cards"),
        )
    return tuple(_chosen_deal(every, seats, number, each) for number, each in enumerate(given, start=1) if every)


def _chosen_deal(every: EveryDeal, seats: int, number: int, given: GivenDeal) -> ChosenDeal:
    if given.first_drawer is not None and number > 1:
        raise _invalid_deal(
            number, message("the first drawer can be chosen only for the first hand"), message("omit first_drawer")
        )
    if given.first_drawer is not None and not 0 <= given.first_drawer < seats:
        raise _invalid_deal(
            number,
            message("there is no seat {first_drawer}", first_drawer=given.first_drawer),
            message("seats are numbered 0 to {seats}", seats=seats - 1),
        )
    cards = given.order if given.order is not None else (*sum(given.hands, ()), *given.kitty)
    _check_pack(every, number, cards)
    if given.order is not None:
        return ChosenDeal(given.order, None, given.first_drawer)
    return ChosenDeal(_draw_order(every, seats, number, given), given.first_drawer or Seat(0), given.first_drawer)


def _check_pack(every: EveryDeal, number: int, cards: Cards) -> None:
    """Checks that the cards are exactly those of the pack. Raises `InvalidDeal`."""
    missing, over = Counter(every.pack) - Counter(cards), Counter(cards) - Counter(every.pack)
    if missing or over:
        parts = [
            f"{verb} {', '.join(write_cards(sorted(some.elements())[:DIFFERENCES_SHOWN]))}"
            for verb, some in (("missing:", missing), ("too many:", over))
            if some
        ]
        wanted = message("give each of the {count} cards of the pack once", count=len(every.pack))
        raise _invalid_deal(
            number, message("the cards are not the pack of these rules: {parts}", parts="; ".join(parts)), wanted
        )


def _draw_order(every: EveryDeal, seats: int, number: int, given: GivenDeal) -> Cards:
    """Returns the hands as one draw, from the first drawer or seat 0 on.

    Raises:
        InvalidDeal: the hands have the wrong sizes.
    """
    first, drawn = given.first_drawer or Seat(0), min(seats * every.hand_size, len(every.pack))
    if given.first_drawer is None and drawn % seats:
        raise _invalid_deal(number, message("with these rules, hands differ in size"), message("give first_drawer"))
    sizes = [len(range((seat - first) % seats, drawn, seats)) for seat in range(seats)]
    if [len(hand) for hand in given.hands] != sizes:
        wanted = message(
            "give hands of {sizes} cards, in the order of seats, and the other cards as kitty",
            sizes=", ".join(map(str, sizes)),
        )
        raise _invalid_deal(
            number,
            message("the hands have {count} cards", count=", ".join(str(len(hand)) for hand in given.hands)),
            wanted,
        )
    places = (((first + place) % seats, place // seats) for place in range(drawn))
    return (*(given.hands[seat][row] for seat, row in places), *given.kitty)


def _invalid_deal(number: int, detail: str, hint: Message) -> InvalidDeal:
    return InvalidDeal(
        message("deal {number}: {detail}", number=number, detail=detail), hint=hint, facts={"deal": number}
    )
