"""The search of the last tricks finds what a search of everything finds, and what the rules core allows."""

from collections import Counter
from itertools import combinations
from random import Random
from typing import NamedTuple

import pytest

from domain.games.bots import BOTS
from domain.games.sheng_ji.bots.posing import facts_of_play, problem_of
from domain.games.sheng_ji.playouts.ending import Ending, is_ending
from domain.games.sheng_ji.playouts.plain import Playout
from domain.games.sheng_ji.playouts.position import Tables
from domain.games.sheng_ji.playouts.problem import BURY, NONE, TRUMPS, UNBEATABLE, Problem, Trial
from domain.games.sheng_ji.playouts.world import World, sample
from domain.games.sheng_ji.state import MatchState
from domain.tools.double_dummy import starts_of_tricks, trick_values
from domain.tools.simulation import Simulation, SimulationSetting, secrets_from
from tests.support.playout_problems import masks, random_problem

Card = tuple[int, int]
Unit = tuple[int, int, int]
"""A unit as width, length and top slot."""
PROBLEMS = 800
VISITS = 8_000
"""The positions that the search with the rules core visits in a hand."""
MOST_CARDS = 9
"""A search of everything takes too long with more cards in the hands."""


class Trick(NamedTuple):
    suit: int
    size: int
    units: tuple[Unit, ...]
    standing: tuple[int, int]
    winner: int
    points: int
    left: int


class Everything:
    """Tries all sets of cards as plays, without pruning, and keeps nothing that it finds."""

    def __init__(self, problem: Problem, world: World) -> None:
        self.problem = problem
        self.kitty = world.kitty
        self.declares = [bool(world.declarers >> seat & 1) for seat in range(problem.players)]

    def value(self, hands: tuple[tuple[Card, ...], ...], seat: int, trick: Trick | None) -> int:
        if trick is not None and not trick.left:
            won = 0 if self.declares[trick.winner] else trick.points
            if any(hands):
                return won + self.value(hands, trick.winner, None)
            width, length, _ = max(trick.units, key=lambda unit: (unit[0] * unit[1], unit[0]))
            return won + (0 if self.declares[trick.winner] else self.kitty * self.problem.factors[width][length])
        values = []
        sizes = range(1, len(hands[seat]) + 1) if trick is None else [trick.size]
        for cards in {cards for size in sizes for cards in combinations(sorted(hands[seat]), size)}:
            after = self.led(hands, seat, cards) if trick is None else self.followed(hands[seat], seat, cards, trick)
            if after is not None:
                rest = tuple(sorted((Counter(hands[seat]) - Counter(cards)).elements()))
                left = (*hands[:seat], rest, *hands[seat + 1 :])
                values.append(self.value(left, (seat + 1) % len(hands), after))
        return min(values) if self.declares[seat] else max(values)

    def led(self, hands, seat: int, cards: tuple[Card, ...]) -> Trick | None:
        suit = cards[0][0]
        if any(other != suit for other, _ in cards):
            return None
        units = self.units(cards)
        others = [hand for who, hand in enumerate(hands) if who != seat]
        if len(units) > 1 and any(self.beats(hand, suit, unit) for unit in units for hand in others):
            return None
        top = max(units, key=lambda unit: (unit[0] * unit[1], unit[0]))[2]
        return Trick(suit, len(cards), units, (suit, top), seat, self.points(cards), len(hands) - 1)

    def units(self, cards: tuple[Card, ...]) -> tuple[Unit, ...]:
        """The tuples of the faces, or the run that two pairs make."""
        copies = sorted(Counter(cards).items())
        if [number for _, number in copies] == [2, 2]:
            (suit, low), (_, high) = (card for card, _ in copies)
            if high == low + 1 and self.problem.joint[suit] >> low & 1:
                return ((2, 2, high),)
        return tuple((number, 1, slot) for (_, slot), number in copies)

    def tops(self, cards, suit: int, width: int, length: int) -> list[int]:
        """The tops of the units of a shape that some cards have."""
        copies = Counter(slot for other, slot in cards if other == suit)
        return [
            top
            for top in copies
            if all(copies[top - step] >= width for step in range(length))
            and all(self.problem.joint[suit] >> top - step & 1 for step in range(1, length))
        ]

    def beats(self, cards, suit: int, unit: Unit) -> bool:
        width, length, top = unit
        return any(self.problem.over[suit][top] >> other & 1 for other in self.tops(cards, suit, width, length))

    def followed(self, hand, seat: int, cards: tuple[Card, ...], trick: Trick) -> Trick | None:
        held = [card for card in hand if card[0] == trick.suit]
        played = [card for card in cards if card[0] == trick.suit]
        if len(played) != min(len(held), trick.size):
            return None
        width, length, _ = max(trick.units, key=lambda unit: (unit[0] * unit[1], unit[0]))
        if len(held) > trick.size and widest(played) < min(widest(held), width):
            return None
        standing, winner = trick.standing, trick.winner
        suit = cards[0][0]
        if all(other == suit for other, _ in cards) and (wins := self.wins(cards, trick, width, length)):
            standing, winner = (suit, max(wins)), seat
        points = trick.points + self.points(cards)
        return trick._replace(standing=standing, winner=winner, points=points, left=trick.left - 1)

    def wins(self, cards: tuple[Card, ...], trick: Trick, width: int, length: int) -> list[int]:
        """The tops with which cards of one suit take the trick."""
        suit, (standing, top) = cards[0][0], trick.standing
        tops = self.tops(cards, suit, width, length)
        if standing == suit:
            tops = [other for other in tops if self.problem.over[suit][top] >> other & 1]
        elif suit != TRUMPS or trick.suit == TRUMPS:
            return []
        if suit == trick.suit:
            return tops if len(trick.units) == 1 else []
        pairs = sum(number > 1 for number in Counter(cards).values())
        return tops if pairs >= sum(long for wide, long, _ in trick.units if wide > 1) else []

    def points(self, cards) -> int:
        tens, fives = self.problem.tens, self.problem.fives
        return sum(10 * (tens[suit] >> slot & 1) + 5 * (fives[suit] >> slot & 1) for suit, slot in cards)


def widest(cards) -> int:
    return max(Counter(cards).values(), default=0)


def expected(problem: Problem, trial: Trial, world: World) -> int:
    """What a search of everything finds after a trial."""
    playout = Playout(problem, Tables(problem), world)
    seat = playout.try_move(trial)
    if trial.kind == BURY or not any(playout.counts):
        return Playout(problem, Tables(problem), world).value(trial)
    trick = None
    if playout.left:
        units = tuple((width, length, UNBEATABLE) for width, length in playout.units)
        suit, _, _, top = playout.standing
        trick = Trick(playout.suit, playout.size, units, (suit, top), playout.winner, playout.table, playout.left)
    points = playout.points + Everything(problem, world).value(cards_of(playout), seat, trick)
    return -points if playout.team[problem.seat] else points


def cards_of(playout: Playout) -> tuple[tuple[Card, ...], ...]:
    faces = [(suit, slot) for suit in range(5) for slot in range(32)]
    return tuple(
        tuple((suit, slot) for suit, slot in faces for row in playout.hands if row[5 * seat + suit] >> slot & 1)
        for seat in range(playout.players)
    )


def different(search: type[Ending]) -> tuple[int, int]:
    """Returns the numbers of compared values, and of those that differ."""
    compared = differing = 0
    for seed in range(PROBLEMS):
        problem, trials = random_problem(Random(seed), last=seed % 2 == 0)
        world, _ = sample(problem, seed + 1)
        if not is_ending(problem) or sum(world.counts) > MOST_CARDS:
            continue
        ending = search(problem, world)
        for trial in trials:
            found = Playout(problem, Tables(problem), world).value(trial, ending)
            compared += 1
            differing += found != expected(problem, trial, world)
    return compared, differing


def test_the_last_tricks_are_searched_like_by_a_search_of_everything():
    compared, differing = different(Ending)

    assert compared > 600
    assert differing == 0


class Careless(Ending):
    """Throws units that other hands beat."""

    def _is_beaten(self, left, seat, throw):
        return False


class Hasty(Ending):
    """Prunes too early."""

    def _best(self, seat, plays, low, high):
        return super()._best(seat, plays, low, min(high, max(low, 0) + 5))


@pytest.mark.parametrize("planted", [Careless, Hasty])
def test_the_comparison_detects_a_search_with_an_error(planted):
    _, differing = different(planted)

    assert differing > 0


@pytest.mark.parametrize("profile", ["zhang-2021", "si-shi-fen", "six-player-teams"])
def test_the_last_tricks_have_the_values_that_the_rules_give(profile):
    compared = 0
    for seed in ("one", "two", "three"):
        simulation = Simulation(SimulationSetting("sheng_ji", profile, {}, 1), secrets_from(seed))
        simulation.play([BOTS["sheng_ji"]["random"]] * len(simulation.table.seats), Random(seed))
        budget = iter(range(VISITS, 0, -1))
        exact = {each.trick: each for each in trick_values(simulation.events, 1, lambda left=budget: not next(left, 0))}
        for match in starts_of_tricks(simulation.events, 1):
            value = exact[match.phase.number]
            if value.is_exact and (found := searched(match)) is not None:
                compared += 1
                assert found == value.high, (seed, value.trick)
    assert compared > 5


def searched(match: MatchState) -> int | None:
    """What the opponents have at the end of the hand, or `None` before the last tricks."""
    tricks = match.phase
    problem = problem_of(match, facts_of_play(tricks, tricks.turn), tricks)
    problem = problem._replace(pool=(), free=(0,) * len(problem.free))
    if not is_ending(problem):
        return None
    world, _ = sample(problem, 1)
    playout = Playout(problem, Tables(problem), world)
    found = playout.value(Trial(NONE, masks([], problem.layers), (), None, 0), Ending(problem, world))
    return -found if playout.team[problem.seat] else found
