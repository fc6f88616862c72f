"""The expert compares moves in worlds that fit its view, and departs from `club` only for a gain."""

import random
from collections.abc import Iterator

import pytest

from domain.games.sheng_ji.bots.club import ClubBot
from domain.games.sheng_ji.bots.expert import ExpertBot
from domain.games.sheng_ji.bots.posing import facts_of_play, problem_of
from domain.games.sheng_ji.commands import Bury, CallFriends, Play
from domain.games.sheng_ji.holding import hand_cards
from domain.games.sheng_ji.playouts.kernel import plain
from domain.games.sheng_ji.state import Burying, Calling, Tricks
from domain.kernel.seats import Seat
from domain.table.bot import Evaluator
from domain.table.state import Table
from domain.tools.simulation import Simulation, SimulationSetting, secrets_from

EXPERT = ExpertBot(effort=0.005, kernel=plain)


class Watcher:
    """Plays like `club` and keeps the views of all decisions."""

    name = "watcher"

    def __init__(self) -> None:
        self.decisions: list[tuple[Table, Seat]] = []

    def choose(self, view, seat, luck):
        self.decisions.append((view, seat))
        return ClubBot().choose(view, seat, luck)

    def interject(self, view, seat, luck):
        return ClubBot().interject(view, seat, luck)


def decisions(profile: str, phase: type) -> Iterator[tuple[Table, Seat]]:
    watcher = Watcher()
    simulation = Simulation(SimulationSetting("sheng_ji", profile, {}, hands=1), secrets_from("expert"))
    simulation.play([watcher] * len(simulation.table.seats), random.Random(1))
    return ((view, seat) for view, seat in watcher.decisions if isinstance(view.match.phase, phase))


@pytest.mark.parametrize(
    ("profile", "phase", "kind"),
    [
        ("zhang-2021", Tricks, Play),
        ("zhang-2021", Burying, Bury),
        ("levelup-5", Calling, CallFriends),
        ("zhao-peng-you", Calling, CallFriends),
    ],
)
def test_candidates_are_ordered_and_the_best_one_costs_nothing(profile, phase, kind):
    view, seat = next(decisions(profile, phase))
    assert isinstance(EXPERT, Evaluator)

    found = EXPERT.evaluate(view, seat, random.Random(1))

    assert len(found) > 1
    assert all(isinstance(candidate.move, kind) for candidate in found)
    assert [candidate.cost for candidate in found] == sorted(candidate.cost for candidate in found)
    assert found[0].cost == found[0].cost_error == 0
    assert all(abs(found[0].value - other.value - other.cost) < 1e-9 for other in found)


def test_the_played_move_is_judged_in_any_case():
    view, seat = next(decisions("zhang-2021", Burying))
    hand = hand_cards(view.match.phase.deal.order, view.match.phase.hands[seat].known)
    worst = Bury(hand[-8:])
    assert worst not in [candidate.move for candidate in EXPERT.evaluate(view, seat, random.Random(1))]

    found = EXPERT.evaluate(view, seat, random.Random(1), played=worst)

    [judged] = [candidate for candidate in found if candidate.move == worst]
    assert judged.cost > 2 * judged.cost_error, "the highest trumps are buried"


def test_the_same_view_and_luck_give_the_same_move():
    for view, seat in list(decisions("zhang-2021", Tricks))[::9]:
        one, again = (EXPERT.choose(view, seat, random.Random(3)) for _ in range(2))
        assert one == again


def test_problems_know_the_own_hand_the_sizes_of_all_and_shown_cards():
    for view, seat in list(decisions("zhang-2021", Tricks))[::7]:
        tricks = view.match.phase
        problem = problem_of(view.match, facts_of_play(tricks, seat), tricks)
        mine = sum(mask.bit_count() for rows in problem.known[seat] for mask in rows)
        assert mine == tricks.hands[seat].known.bit_count()
        sizes = [held.known.bit_count() + held.hidden for held in tricks.hands]
        known = [sum(mask.bit_count() for rows in hand for mask in rows) for hand in problem.known]
        assert [one + free for one, free in zip(known, problem.free, strict=False)] == sizes
        assert len(problem.pool) == sum(problem.free)
        for act in tricks.deal.shown:
            order = tricks.deal.order
            left = act.seat != seat and not any(tricks.gone & order.bit_of[card] for card in act.cards)
            assert not left or known[act.seat] >= 1
