"""The kernel in C gives what the plain one gives, and worlds fit what is known."""

from collections import Counter
from random import Random

import pytest

from domain.games.sheng_ji.playouts import kernel
from domain.games.sheng_ji.playouts.ending import Ending
from domain.games.sheng_ji.playouts.plain import Playout
from domain.games.sheng_ji.playouts.position import Tables
from domain.games.sheng_ji.playouts.problem import LEAD, Led, Problem, Trial
from domain.games.sheng_ji.playouts.world import World, sample
from tests.support.playout_problems import built_kernel, masks, random_problem

PROBLEMS = 400


@pytest.fixture(scope="module")
def compiled(tmp_path_factory):
    found = built_kernel(tmp_path_factory.mktemp("kernel"))
    if found is None:
        pytest.skip("there is no C compiler")
    return found


def lists(values):
    return [list(row) for row in values]


def test_the_kernel_in_c_gives_the_numbers_of_the_plain_one(compiled):
    for seed in range(PROBLEMS):
        problem, trials = random_problem(Random(seed), last=seed % 4 == 0)
        state = 1 + seed * 7919

        expected, after = kernel.plain(problem, trials, 3, state)
        found, after_too = compiled(problem, trials, 3, state)

        assert lists(found) == expected, seed
        assert after_too == after


class Hasty(Ending):
    """Prunes too early."""

    def _best(self, seat, plays, low, high):
        return super()._best(seat, plays, low, min(high, max(low, 0) + 5))


class Bold(Playout):
    """Leads what is likely to win more often than the policy does."""

    __slots__ = ()

    def _score_of_lead(self, seat: int, size: int, chance: int, own: int, kept: int) -> int:
        return super()._score_of_lead(seat, size, chance, own, kept) + 36 * chance


def differences(compiled, *, last: bool) -> int:
    problems = [random_problem(Random(seed), last=last) for seed in range(120)]
    return sum(lists(compiled(*problem, 3, 5)[0]) != kernel.plain(*problem, 3, 5)[0] for problem in problems)


def test_the_comparison_detects_a_kernel_with_another_policy(compiled, monkeypatch):
    monkeypatch.setattr(kernel, "Playout", Bold)

    assert differences(compiled, last=False) > 5


def test_the_comparison_detects_a_kernel_with_another_search(compiled, monkeypatch):
    monkeypatch.setattr(kernel, "Ending", Hasty)

    assert differences(compiled, last=True) > 5


def test_the_kernel_in_c_refuses_what_is_not_a_problem(compiled):
    problem, trials = random_problem(Random(3))
    whole = kernel.flat(problem, trials)
    for wrong in (b"", whole[:-4], whole + bytes(4), b"\xff" * len(whole)):
        with pytest.raises(ValueError, match="not a problem"):
            compiled._values(wrong, 1, 1)


def cards_of(problem: Problem, world: World, seat: int) -> Counter[tuple[int, int]]:
    return Counter(
        (suit, slot)
        for row in world.hands
        for suit in range(5)
        for slot in range(32)
        if row[5 * seat + suit] >> slot & 1
    )


def held(rows) -> Counter[tuple[int, int]]:
    """Returns the cards of masks by suit and layer."""
    return Counter(
        (suit, slot) for suit, layers in enumerate(rows) for mask in layers for slot in range(32) if mask >> slot & 1
    )


def test_worlds_have_all_cards_and_the_right_hands():
    for seed in range(200):
        problem, _ = random_problem(Random(seed))
        world, _ = sample(problem, seed + 1)

        hands = [cards_of(problem, world, seat) for seat in range(problem.players)]
        known = [held(rows) for rows in problem.known]
        sizes = [mine.total() + free for mine, free in zip(known, problem.free, strict=False)]
        assert [hand.total() for hand in hands] == sizes
        assert all(mine <= hand for mine, hand in zip(known, hands, strict=True))
        assert sum(hands, Counter()) <= sum(known, Counter(problem.pool))


def test_worlds_respect_a_void_wherever_the_other_seats_have_room():
    tried = 0
    for seed in range(200):
        problem, _ = random_problem(Random(seed))
        seat = (problem.seat + 1) % problem.players
        suits = [card for card in problem.pool if card[0] == 0]
        room = sum(problem.free) - problem.free[seat]
        if not suits or len(suits) > room or not problem.free[seat]:
            continue
        tried += 1
        voids = tuple(int(who == seat) for who in range(problem.players))
        world, _ = sample(problem._replace(voids=voids), seed + 1)

        new = cards_of(problem, world, seat) - held(problem.known[seat])
        assert not any(suit == 0 for suit, _ in new), seed

    assert tried > 100


def test_a_throw_that_another_hand_beats_costs_the_penalty():
    """Seat 0 throws ace and king, and seat 1 holds the other ace, so only the king is led."""
    problem, _ = random_problem(Random(11))
    ace, king, two = 11, 10, 0
    known = (masks([(0, ace), (0, king)], 2), *(masks([(0, card), (1, 0)], 2) for card in (ace, two, two)))
    base = problem._replace(
        players=4, layers=2, seat=0, dealer=0, declarers=0b0101, calls=(), pool=(), free=(0,) * 5, voids=(0,) * 4,
        known=known, points=(0,) * 4, trick=None, kitty=0, penalty=10, factors=((0,) * 16,) * 3,
        over=tuple(tuple(-(2 << slot) & 0xFFF for slot in range(32)) for _ in range(5)), joint=(0,) * 5,
        tens=(0,) * 5, fives=(0,) * 5,
        hold=(tuple(range(12)),) * 5, feed=(tuple(range(12)),) * 5,
    )  # fmt: skip
    throw = Trial(
        LEAD, masks([(0, ace), (0, king)], 2), (Led(1, 1, king, 1 << king), Led(1, 1, ace, 1 << ace)), None, 2
    )
    single = Trial(LEAD, masks([(0, king)], 2), (Led(1, 1, king, 1 << king),), None, 1)

    world, _ = sample(base, 1)
    values = [Playout(base, Tables(base), world).value(trial) for trial in (throw, single)]

    assert values[0] - values[1] == -10
