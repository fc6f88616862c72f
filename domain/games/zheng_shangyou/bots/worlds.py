"""Worlds: hands of the other seats that fit everything the seat knows.

hard facts     every seat has its number of cards, and cards that were shown are where they are, or gone;
               a pit dweller kept no card above its tribute (ZS-EXCH-01)
soft evidence  a seat that passed is less likely to hold an answer. Of a few draws, the one with the fewest answers
               that seats would have held back is kept.
"""

from collections.abc import Iterable
from typing import NamedTuple

from domain.games.zheng_shangyou.card_order import RED_JOKER, RUNG_OF, Rung
from domain.games.zheng_shangyou.exchange import places
from domain.games.zheng_shangyou.playouts.bits import bits_of, code_of
from domain.games.zheng_shangyou.playouts.hands import PARTNERS
from domain.games.zheng_shangyou.playouts.kernel import Playouts
from domain.games.zheng_shangyou.state import Choosing, Climbing, Hands, Made, MatchState, Returning
from domain.kernel.cards import FACES, Cards
from domain.kernel.seats import Seat
from domain.table.bot import Luck

DRAWS = 3
"""The maximum number of draws of which one becomes a world."""
World = tuple[int, ...]
"""The cards of each seat, as bits."""
Limits = dict[Seat, Rung]
"""The highest rung that a seat can hold among its hidden cards, for seats where it is known."""


class Refused(NamedTuple):
    """A pass: the seat, the code of the play that it did not beat, and the cards that it has played since."""

    seat: int
    code: int
    since: int
    on_partner: bool


class Worlds:
    """Draws worlds for one decision, from the view of a seat."""

    def __init__(self, match: MatchState) -> None:
        phase = match.phase
        hands: Hands = phase.hands  # type: ignore[union-attr] # only phases with hands are searched
        self._seats = [Seat(seat) for seat in range(len(hands))]
        self._known = [bits_of(each.known) for each in hands]
        self._hidden = [each.hidden for each in hands]
        seen = {card for each in hands for card in each.known} | set(_on_table(match))
        self._pool = [(RUNG_OF[card], bits_of((card,))) for card in FACES if card not in seen]
        self._limits = _limits(match)
        self._refused = list(_refusals(match, phase)) if isinstance(phase, Climbing) else []

    def draw(self, luck: Luck, playouts: Playouts) -> World:
        """Returns a random world. `playouts` tells what seats would have played instead of passing."""
        best, fewest = self._deal(luck), len(self._refused) + 1
        for draw in range(DRAWS if self._refused else 0):
            world = self._deal(luck) if draw else best
            against = sum(_answers(world, refused, playouts) for refused in self._refused)
            if against < fewest:
                best, fewest = world, against
            if not against:
                break
        return best

    def _deal(self, luck: Luck) -> World:
        limits = self._limits[0] if len(self._limits) == 1 else self._limits[luck.randrange(len(self._limits))]
        pool = list(self._pool)
        found = list(self._known)
        seats = sorted(self._seats, key=lambda seat: limits.get(seat, RED_JOKER)) if limits else self._seats
        for seat in seats:
            limit = limits.get(seat, RED_JOKER)
            if limit < RED_JOKER:
                # Cards above the limit go to the front, where they are not drawn.
                pool.sort(key=lambda card: card[0] <= limit)
            fit = sum(card[0] <= limit for card in pool) if limit < RED_JOKER else len(pool)
            start = len(pool) - max(fit, self._hidden[seat])
            for _ in range(self._hidden[seat]):
                place = start + int(luck.random() * (len(pool) - start))
                found[seat] |= pool[place][1]
                pool[place] = pool[-1]
                pool.pop()
        return tuple(found)


def _on_table(match: MatchState) -> Cards:
    """Returns the cards that are in no hand."""
    match match.phase:
        case Climbing(gone=gone):
            return gone
        case Choosing(offers=offers) | Returning(offers=offers):
            return tuple(offer.card for offer in offers)
        case _:
            return ()


def _answers(world: World, refused: Refused, playouts: Playouts) -> bool:
    hand = world[refused.seat] | refused.since
    return playouts.answer(hand, refused.code, PARTNERS if refused.on_partner else 0) is not None


def _refusals(match: MatchState, climbing: Climbing) -> Iterable[Refused]:
    """Yields the passes of this round and of the one before."""
    since = [0] * len(climbing.hands)
    for made in (climbing.round, climbing.last_round):
        plays: list[Made] = list(made)
        while plays:
            last = plays.pop()
            if last.reading is not None:
                since[last.seat] |= bits_of(last.cards)
                continue
            seat, code = next((each.seat, code_of(each.reading)) for each in reversed(plays) if each.reading)
            on_partner = match.side_of(seat) == match.side_of(last.seat)
            yield Refused(last.seat, code, since[last.seat], on_partner)


def _limits(match: MatchState) -> list[Limits]:
    """Returns what the tributes say about the hidden cards of the pit dwellers, one entry for each possible case."""
    if isinstance(match.phase, Choosing):
        return [{offer.seat: RUNG_OF[offer.card] for offer in match.phase.offers}]
    if not match.exchanged:
        return [{}]
    one, other = places(match.order).givers
    first, second = (RUNG_OF[moved.card] for moved in match.exchanged[:2])
    cases = [{one: first, other: second}, {one: second, other: first}]
    return cases[: 1 if first == second else 2]
