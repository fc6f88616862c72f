"""Standing orders in Zheng Shangyou: the facts they use, the moves they make, and forced moves.

A round takes the place of a trick. Orders use wild cards only where needed. `most_wild` limits the number of twos and
jokers that an order may spend, whether or not they stand for other cards.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import permutations

from domain.games.zheng_shangyou.card_order import RUNG_OF, TWO, highest, low_to_high
from domain.games.zheng_shangyou.choices import Choice, choices
from domain.games.zheng_shangyou.combinations import PATTERNS, readings
from domain.games.zheng_shangyou.commands import Move, Pass, PayTribute, Play
from domain.games.zheng_shangyou.scoring import points_of_sides
from domain.games.zheng_shangyou.state import (
    Choosing,
    Climbing,
    Dealt,
    Discarding,
    Made,
    MatchState,
    Paying,
    Returning,
    held,
    with_cards,
)
from domain.games.zheng_shangyou.view import asked
from domain.kernel.cards import FACES, Cards
from domain.kernel.messages import message
from domain.kernel.seats import Seat
from domain.orders.grammar import Grammar, Words
from domain.orders.order import Kind, Order
from domain.orders.order_facts import OnTable, OrderFacts

_SPARING = frozenset({"keep", "most_wild"})
_KINDS: dict[Kind, Words] = {
    "play": Words(must=frozenset({"cards"})),
    "lead": Words(must=frozenset({"cards"})),
    "cover": Words(may=_SPARING, otherwise=("pass", "wait")),
    "pass": Words(),
    "play_out": Words(),
}
_FACTS = frozenset(
    {
        "asked",
        "led_by",
        "led_by_side",
        "winning",
        "winning_side",
        "led_shape",
        "led",
        "last_to_play",
        "played",
        "not_played",
        "can_beat",
        "opponent_holds_at_most",
    }
)
WORDS: dict[str, tuple[str, ...]] = {"asked": ("play",), "led_shape": PATTERNS, "suit": ()}


class ZhengShangyouOrders:
    """Implements `domain.orders.running.OrderReader` for Zheng Shangyou."""

    def grammar(self, state: MatchState) -> Grammar:
        """Returns the grammar of the game, which has no points, trumps or declarations."""
        return Grammar(_KINDS, _FACTS, WORDS, state.rules.players, FACES)

    def own_cards(self, state: MatchState, seat: Seat) -> Cards:
        """Returns the hand of the seat; empty if no cards are dealt."""
        match state.phase:
            case Dealt() | Paying() | Choosing() | Discarding() | Returning() | Climbing() as phase:
                return held(phase.hands, seat)
            case _:
                return ()

    def facts(self, state: MatchState, seat: Seat) -> OrderFacts:
        """Returns what the seat may know, with the current round or, before a lead, the previous one."""
        climbing = state.phase if isinstance(state.phase, Climbing) else None
        players = map(Seat, range(state.rules.players))
        partners = frozenset(each for each in players if each != seat and state.side_of(each) == state.side_of(seat))
        sizes = [] if climbing is None else [hand.size for hand in climbing.hands]
        fewest = [size for each, size in enumerate(sizes) if size and each != seat and each not in partners]
        return OrderFacts(
            seat=seat,
            asked=next((each.what for each in asked(state) if each.seat == seat), None),
            on_table=None if climbing is None else _on_table(climbing.round or climbing.last_round),
            number=0,
            last_to_play=climbing is not None and climbing.polled == (seat,),
            gone=Counter() if climbing is None else Counter(climbing.gone),
            copies=1,
            declared=frozenset(),
            partners=partners,
            fewest=min(fewest, default=None),
            can_beat=lambda: climbing is not None and _lowest_over(state, climbing, seat, ()) is not None,
        )

    def cannot_be_played(self, state: MatchState, order: Order) -> str | None:
        """Returns why the cards are no combination or have the wrong number, or `None` if neither is the case."""
        if not order.cards:
            return None
        if order.do == "play" and order.when.led and len(order.when.led) != len(order.cards):
            return message(
                "{count} cards cannot answer {count_2} cards", count=len(order.cards), count_2=len(order.when.led)
            )
        is_one = readings(order.cards, twos=state.rules.twos_in_sequences)
        return None if is_one else message("the cards are not a combination")

    def is_past(self, _state: MatchState, _order: Order) -> bool:
        """Returns `False`, since playing is the last phase."""
        return False

    def move(self, state: MatchState, order: Order, facts: OrderFacts) -> Move | None:
        """Returns the move of the order if the seat is asked to play and the order applies, else `None`."""
        climbing = state.phase
        if not isinstance(climbing, Climbing) or facts.asked != "play":
            return None
        if order.do == "play_out":
            return _played_out(state, climbing, facts.seat) if is_settled(state, climbing) else None
        if climbing.standing is None:
            return Play(order.cards) if order.do == "lead" else None
        match order.do:
            case "play":
                return Play(order.cards)
            case "pass":
                return Pass()
            case "cover":
                cards = _lowest_over(state, climbing, facts.seat, order.keep, order.most_wild)
                return Play(cards) if cards else Pass() if order.otherwise != "wait" else None
            case _:
                return None

    def forced_move(self, state: MatchState, seat: Seat) -> Move | None:
        """Returns the only legal move, or `None`.

        It is a pass, a lead of the last card, or the tribute of the single highest card.
        """
        if all(each.seat != seat for each in asked(state)):
            return None
        match state.phase:
            case Paying(hands=hands):
                best = highest(held(hands, seat))
                return PayTribute(best[0]) if len(best) == 1 else None
            case Climbing(standing=None) as climbing:
                hand = held(climbing.hands, seat)
                return Play(hand) if len(hand) == 1 else None
            case Climbing() as climbing:
                return Pass() if next(_over(state, climbing, seat, ()), None) is None else None
            case _:
                return None


def _on_table(made: tuple[Made, ...]) -> OnTable | None:
    plays = [each for each in made if each.reading is not None]
    if not plays or plays[0].reading is None:
        return None
    first = plays[0]
    return OnTable(
        leader=first.seat,
        led=first.cards,
        suit=None,
        shape=plays[0].reading.pattern,
        winner=plays[-1].seat,
        ruffed=False,
        points=0,
    )


def _over(match: MatchState, climbing: Climbing, seat: Seat, keep: Cards) -> Iterator[Choice]:
    """Yields the combinations that beat the previous play without the cards in `keep`."""
    hand = tuple(card for card in held(climbing.hands, seat) if card not in keep)
    previous = None if climbing.standing is None else climbing.standing.reading
    return choices(hand, previous, twos=match.rules.twos_in_sequences)


def _lowest_over(
    match: MatchState, climbing: Climbing, seat: Seat, keep: Cards, most_wild: int | None = None
) -> Cards | None:
    """Returns the lowest combination that beats the previous play, or `None`."""
    if climbing.standing is None:
        return None
    found = [
        choice for choice in _over(match, climbing, seat, keep) if most_wild is None or _wild(choice.cards) <= most_wild
    ]
    if not found:
        return None
    return min(found, key=lambda choice: (choice.combination.key, _wild(choice.cards), low_to_high(choice.cards))).cards


def _wild(cards: Sequence[int]) -> int:
    """Returns the number of twos and jokers among the cards."""
    return sum(RUNG_OF[card] >= TWO for card in cards)


def is_settled(match: MatchState, climbing: Climbing) -> bool:
    """Returns whether the points of the hand no longer depend on the order in which the others finish (DEC-109)."""
    rules, sides = match.rules, len(match.totals)
    if len(climbing.order) < 2 or rules.scoring == "first_second_2_1":
        # With this option only the first two places score; with any option they score most of the points.
        return len(climbing.order) >= 2
    orders = ((*climbing.order, *rest) for rest in permutations(with_cards(climbing.hands)))
    gained = {points_of_sides(rules.scoring, [match.side_of(seat) for seat in order], sides) for order in orders}
    return len(gained) == 1


def _played_out(match: MatchState, climbing: Climbing, seat: Seat) -> Move:
    """Returns the lowest single card on a lead; else the lowest combination that beats the previous play, or a pass."""
    if climbing.standing is None:
        return Play(low_to_high(held(climbing.hands, seat))[:1])
    cards = _lowest_over(match, climbing, seat, ())
    return Pass() if cards is None else Play(cards)
