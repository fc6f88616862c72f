"""Poses the decision of a seat as a problem for playouts, from what the seat sees and nothing else.

Cards that other seats have shown are known to be in their hands until as many copies have been played: declared cards,
cards of throws that were taken back, and cards that showed that a throw could be beaten.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from domain.games.sheng_ji.bombs import standing_bomb
from domain.games.sheng_ji.bots.card_counting import units_above, whole_pack
from domain.games.sheng_ji.bots.keeping import MASTER, NEXT, TRUMP, TRUMP_HEIGHT
from domain.games.sheng_ji.bots.roles import held
from domain.games.sheng_ji.card_order import EFFECTIVE_SUITS, TRUMPS, CardOrder
from domain.games.sheng_ji.chain import Chain
from domain.games.sheng_ji.follow import Lead
from domain.games.sheng_ji.friends import Call, Friends
from domain.games.sheng_ji.holding import hand_of, in_suit
from domain.games.sheng_ji.kitty_bonus import kitty_factor
from domain.games.sheng_ji.layers import NO_CARDS, Hand, layer, slots_in, without
from domain.games.sheng_ji.options.scoring import KittyMultiplier
from domain.games.sheng_ji.playouts.problem import LENGTHS, SLOTS, UNBEATABLE, Led, Masks, Problem, Standing, TrickSoFar
from domain.games.sheng_ji.state import Deal, FailedThrow, Held, MatchState, Trick, Tricks
from domain.games.sheng_ji.trick import WinningPlay
from domain.games.sheng_ji.units import Unit, relevance
from domain.kernel.cards import HIDDEN, POINTS, Cards, Face, points
from domain.kernel.seats import Seat

LAYERS_LIMIT = 12
MOST_FACTOR = 1024
"""The largest factor of the kitty in a playout, so that values fit into 32 bits."""
SIXTEENTHS = 16
FAILED_THROW = 10
"""The penalty that a playout takes for a throw that fails, at tables that have one."""


class Facts(NamedTuple):
    """What a seat knows of a hand after the deal, in any phase.

    Attributes:
        deal: the deal.
        seat: the seat.
        hands: the hands, of which the seat knows its own.
        kitty: the kitty, hidden or not.
        gone: the cards that have been played.
        shown: the cards that each seat has revealed.
        voids: the suits in which each seat has shown itself void.
    """

    deal: Deal
    seat: Seat
    hands: tuple[Held, ...]
    kitty: Cards
    gone: Hand
    shown: tuple[Counter[Face], ...]
    voids: Masks


class OrderTables(NamedTuple):
    """The tables of a problem that follow from the order of the cards."""

    over: tuple[Masks, ...]
    joint: Masks
    tens: Masks
    fives: Masks


@lru_cache(maxsize=256)
def order_tables(order: CardOrder) -> OrderTables:
    """Returns the tables that follow from the order of the cards."""
    worth = [_bits_by_suit(order, bits) for bits in (order.tens, order.fives)]
    return OrderTables(
        over=tuple([_over(chain) for chain in order.chains]),
        joint=tuple([_joint(chain) for chain in order.chains]),
        tens=worth[0],
        fives=worth[1],
    )


def _bits_by_suit(order: CardOrder, bits: int) -> Masks:
    return tuple(
        [layer(in_suit(Hand(bits), suit), 1) & (1 << order.chains[suit].slots) - 1 for suit in EFFECTIVE_SUITS]
    )


def _over(chain: Chain) -> Masks:
    every = (1 << chain.slots) - 1
    higher = [every & -(1 << chain.slots_at[level].bit_length()) for level in chain.level_of]
    return (*higher, *[0] * (SLOTS - chain.slots))


def _joint(chain: Chain) -> int:
    equal_joins = chain.adjacency != "distinct_rank"
    joint = 0
    for slot in range(chain.slots - 1):
        low, high = chain.level_of[slot], chain.level_of[slot + 1]
        if chain.is_rung[low] and chain.is_rung[high] and (low != high or equal_joins):
            joint |= 1 << slot
    return joint


@lru_cache(maxsize=256)
def _factors(multiplier: KittyMultiplier, layers: int) -> tuple[Masks, ...]:
    return tuple(
        [
            tuple([min(kitty_factor(multiplier, wide, long, wide * long), MOST_FACTOR) for long in range(LENGTHS)])
            for wide in range(layers + 1)
        ]
    )


def facts_of_play(tricks: Tricks, seat: Seat) -> Facts:
    """Returns what a seat knows while tricks are played."""
    shown = [Counter[Face]() for _ in tricks.hands]
    _add_declared(shown, tricks.deal)
    for throw in _throws(tricks):
        shown[throw.seat] |= Counter(throw.cards)
        if throw.forced is not None and throw.forced.witness is not None:
            shown[throw.forced.witness] |= Counter(throw.forced.witness_cards)
    return Facts(tricks.deal, seat, tricks.hands, tricks.kitty, tricks.gone, tuple(shown), tricks.voids)


def facts_before_play(deal: Deal, seat: Seat, hands: tuple[Held, ...], kitty: Cards) -> Facts:
    """Returns what a seat knows before the first trick."""
    shown = [Counter[Face]() for _ in hands]
    _add_declared(shown, deal)
    return Facts(deal, seat, hands, kitty, NO_CARDS, tuple(shown), (0,) * len(hands))


def _add_declared(shown: list[Counter[Face]], deal: Deal) -> None:
    for act in deal.shown:
        shown[act.seat] += Counter(act.cards)


def _throws(tricks: Tricks) -> Iterator[FailedThrow]:
    """Yields the failed throws that the seat still knows."""
    if tricks.throw is not None:
        yield tricks.throw
    for trick in tricks.history or ((tricks.last_trick,) if tricks.last_trick else ()):
        if trick.throw is not None:
            yield trick.throw


def _known_hands(facts: Facts, unseen: Hand) -> tuple[list[Hand], Hand]:
    """Returns the cards that each seat is known to hold, and those of the unseen cards that remain unknown."""
    order, known = facts.deal.order, []
    for seat, (hand, hidden) in enumerate(facts.hands):
        revealed: list[Face] = []
        for card, number in facts.shown[seat].items() if hidden else ():
            # At most, all played copies were of this seat. A seat may have buried what it has shown.
            left = min(number - held(order, facts.gone, card), held(order, unseen, card))
            revealed += [card] * left
        cards = hand_of(order, revealed[:hidden])
        unseen = without(unseen, cards)
        known.append(cards if hidden else hand)
    return known, unseen


def problem_of(match: MatchState, facts: Facts, tricks: Tricks | None = None) -> Problem:
    """Returns the problem.

    Args:
        match: the match as the seat sees it.
        facts: what it knows.
        tricks: the phase in which tricks are played, or `None` before it.
    """
    trick = tricks.trick if tricks else None
    rules, order, players = match.rules, facts.deal.order, len(facts.hands)
    tables, layers = order_tables(order), rules.copies
    hidden_kitty = bool(facts.kitty) and facts.kitty[0] == HIDDEN
    left = without(whole_pack(order, match), facts.gone)
    seen = hand_of(order, () if hidden_kitty else facts.kitty)
    known, unseen = _known_hands(facts, without(without(left, facts.hands[facts.seat].known), seen))
    free = [
        hand.bit_count() + hidden - mine.bit_count() for (hand, hidden), mine in zip(facts.hands, known, strict=True)
    ]
    keep = tuple([_keep(order, suit, left) for suit in EFFECTIVE_SUITS])
    hold, feed = prices_of(order, tables, keep)
    pool = _pool(unseen, facts.voids, layers)
    return Problem(
        players=players,
        layers=layers,
        seat=facts.seat,
        dealer=facts.deal.dealer,
        declarers=facts.deal.declarers,
        calls=_calls(order, tricks.friends if tricks and not tricks.solo else None),
        over=tables.over,
        joint=tables.joint,
        tens=tables.tens,
        fives=tables.fives,
        keep=keep,
        hold=_by_suit(hold),
        feed=_by_suit(feed),
        known=tuple([masks_of(hand, layers) for hand in known]),
        pool=pool,
        free=(*free, max(0, len(pool) - sum(free))),
        voids=facts.voids,
        kitty=0 if hidden_kitty else points(facts.kitty),
        points=tricks.points if tricks else (0,) * players,
        trick=None if trick is None else _trick(trick, players),
        factors=_factors(rules.kitty_multiplier, layers),
        penalty=0 if rules.throw_penalty == "none" else FAILED_THROW,
    )


def masks_of(hand: Hand, layers: int) -> tuple[Masks, ...]:
    """Returns, for each suit and layer, the mask of the faces of a hand."""
    holdings = [in_suit(hand, suit) for suit in EFFECTIVE_SUITS]
    return tuple([tuple([layer(holding, copy) for copy in range(1, layers + 1)]) for holding in holdings])


def _calls(order: CardOrder, friends: Friends | None) -> tuple[tuple[int, int], ...]:
    if friends is None:
        return ()
    return called_cards(
        order, [call for call, by in zip(friends.calls, friends.answered_by, strict=True) if by is None]
    )


def called_cards(order: CardOrder, calls: Iterable[Call]) -> tuple[tuple[int, int], ...]:
    """Returns the suit and slot of the card of each call."""
    return tuple([(order.suit_of[call.card], order.slot_of[call.card]) for call in calls])


def _pool(unseen: Hand, voids: Masks, layers: int) -> tuple[tuple[int, int], ...]:
    """Returns the unknown cards, those that fewest seats can hold first."""
    excluded = [sum([mask >> suit & 1 for mask in voids]) for suit in EFFECTIVE_SUITS]
    suits = sorted(EFFECTIVE_SUITS, key=lambda suit: (-excluded[suit], -suit))
    return tuple(
        [
            (suit, slot)
            for suit in suits
            for copy in range(1, layers + 1)
            for slot in slots_in(layer(in_suit(unseen, suit), copy))
        ]
    )


def _keep(order: CardOrder, suit: int, left: Hand) -> Masks:
    """Returns the value of keeping a card on each slot, by the cards of the suit that are left."""
    chain, holding = order.chains[suit], in_suit(left, EFFECTIVE_SUITS[suit])
    total, row = holding.bit_count() or 1, []
    for slot in range(chain.slots):
        above = units_above(chain, holding, (1, 1), chain.level_of[slot])
        if suit == TRUMPS:
            value = TRUMP + TRUMP_HEIGHT * ((total - above) / total) ** 2
        else:
            value = MASTER * NEXT ** (above / 2)
        row.append(int(SIXTEENTHS * value))
    return (*row, *[0] * (SLOTS - chain.slots))


def prices_of(
    order: CardOrder, tables: OrderTables, keep: tuple[Masks, ...]
) -> tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]]:
    """Returns all cards in the order in which they are given to an opponent, and to a friend."""
    cards = [(int(suit), slot) for suit in EFFECTIVE_SUITS for slot in range(order.chains[suit].slots)]

    def worth(suit: int, slot: int) -> int:
        return 8 * (10 * (tables.tens[suit] >> slot & 1) + 5 * (tables.fives[suit] >> slot & 1))

    hold = sorted(cards, key=lambda card: (keep[card[0]][card[1]] + worth(*card), card))
    feed = sorted(cards, key=lambda card: (keep[card[0]][card[1]] - worth(*card), card))
    return tuple(hold), tuple(feed)


def _by_suit(cards: tuple[tuple[int, int], ...]) -> tuple[Masks, ...]:
    return tuple([tuple([slot for other, slot in cards if other == suit]) for suit in EFFECTIVE_SUITS])


def _trick(trick: Trick, players: int) -> TrickSoFar:
    lead = trick.lead
    shapes = sorted([unit.shape for unit in lead.units], key=lambda shape: relevance(*shape), reverse=True)
    return TrickSoFar(
        suit=lead.suit,
        size=lead.size,
        units=tuple(shapes),
        standing=standing_of(lead, trick.standing),
        winner=trick.winner,
        points=sum([POINTS[card] for play in trick.plays for card in play.cards]),
        left=players - len(trick.plays),
    )


def standing_of(lead: Lead, winning: WinningPlay) -> Standing:
    """Returns what a later play has to beat."""
    unit = max(winning.reading, key=lambda unit: relevance(*unit.shape))
    bomb = standing_bomb(lead.units, lead.size, *winning)
    top = UNBEATABLE if bomb else unit.slots.bit_length() - 1
    return Standing(winning.suit, unit.width, min(unit.length, LENGTHS - 1), top)


def led_unit(unit: Unit) -> Led:
    """Returns a unit as playouts lead it."""
    return Led(unit.width, unit.length, unit.slots.bit_length() - 1, unit.slots)
