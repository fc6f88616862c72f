"""Worlds: random ways to distribute the unknown cards that fit what a seat knows."""

from typing import NamedTuple

from domain.games.sheng_ji.playouts.problem import SUITS, TRUMPS, Problem

TRIES = 12
"""After so many dead ends, voids are ignored."""
SEAT_WEIGHT = 16
KITTY_WEIGHT = 12
KITTY_POINTS = 5
KITTY_TRUMPS = 1
"""The weights of a free place in a hand, and in the kitty for a side card, one with points, and a trump."""

Rows = list[list[int]]


class World(NamedTuple):
    """A distribution.

    Attributes:
        hands: for each layer, the mask of the faces by 5 x seat + suit.
        out: for each layer, the mask of the faces in all hands by suit.
        counts: the number of cards by 5 x seat + suit.
        kitty: the points in the kitty.
        declarers: the mask of the seats that are declarers if all called cards are played.
    """

    hands: Rows
    out: Rows
    counts: list[int]
    kitty: int
    declarers: int


def following_number(state: int) -> int:
    """Returns the next number of the xorshift generator with 32 bits."""
    state ^= state << 13 & 0xFFFFFFFF
    state ^= state >> 17
    return state ^ state << 5 & 0xFFFFFFFF


def sample(problem: Problem, state: int) -> tuple[World, int]:
    """Returns a world, and the state of the generator after it.

    Args:
        problem: what the seat knows.
        state: the state of the generator, not 0.
    """
    places: list[int] = []
    for attempt in range(TRIES + 1):
        places, state = _places(problem, state, heed=attempt < TRIES)
        if places:
            break
    return _world(problem, places), state


def _places(problem: Problem, state: int, *, heed: bool) -> tuple[list[int], int]:
    """Returns the seat of each card of the pool, or nothing after a dead end. The kitty comes after the seats."""
    free, players = list(problem.free), problem.players
    eligible = [
        [seat for seat in range(players) if free[seat] and not (heed and problem.voids[seat] >> suit & 1)]
        for suit in range(SUITS)
    ]
    places: list[int] = []
    for suit, slot in problem.pool:
        weights = [free[seat] * SEAT_WEIGHT for seat in eligible[suit]]
        kitty = free[players] * _kitty_weight(problem, suit, slot) if free[players] else 0
        total = sum(weights) + kitty
        if not total:
            return [], state
        state = following_number(state)
        draw = state * total >> 32
        place = players
        for seat, weight in zip(eligible[suit], weights, strict=True):
            if draw < weight:
                place = seat
                break
            draw -= weight
        free[place] -= 1
        places.append(place)
    return places or [players], state


def _kitty_weight(problem: Problem, suit: int, slot: int) -> int:
    if suit == TRUMPS:
        return KITTY_TRUMPS
    return KITTY_POINTS if (problem.tens[suit] | problem.fives[suit]) >> slot & 1 else KITTY_WEIGHT


def _world(problem: Problem, places: list[int]) -> World:
    players, kitty = problem.players, problem.kitty
    hands = [
        [problem.known[seat][suit][layer] for seat in range(players) for suit in range(SUITS)]
        for layer in range(problem.layers)
    ]
    for (suit, slot), place in zip(problem.pool, places, strict=False):
        if place == players:
            kitty += 10 * (problem.tens[suit] >> slot & 1) + 5 * (problem.fives[suit] >> slot & 1)
        else:
            add(hands, 5 * place + suit, 1 << slot)
    out = [[0] * SUITS for _ in hands]
    for rows in hands:
        for place, mask in enumerate(rows):
            add(out, place % SUITS, mask)
    counts = [sum([rows[place].bit_count() for rows in hands]) for place in range(SUITS * players)]
    return World(hands, out, counts, kitty, _declarers(problem, hands))


def add(rows: Rows, place: int, mask: int) -> None:
    """Adds one copy of each face of the mask to the lowest layer that has room."""
    for row in rows:
        new = mask & ~row[place]
        row[place] |= new
        mask ^= new


def _declarers(problem: Problem, hands: Rows) -> int:
    """Returns the declarers if the seat with most copies of a called card answers; the first after the dealer."""
    declarers = problem.declarers
    for suit, slot in problem.calls:
        best = most = 0
        for step in range(1, problem.players):
            seat = (problem.dealer + step) % problem.players
            held = sum([row[5 * seat + suit] >> slot & 1 for row in hands])
            if held > most and not declarers >> seat & 1:
                best, most = seat, held
        if most:
            declarers |= 1 << best
    return declarers
