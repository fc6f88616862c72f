"""The reasons why a move is better: one sentence, from what the seat knew, and true of the two moves."""

import random
import re
from itertools import chain

import pytest

from domain.games.bots import BOTS
from domain.games.lessons import OTHER, PHASES
from domain.games.registry import PACKAGES
from domain.games.sheng_ji.commands import Play
from domain.games.sheng_ji.lessons.cards import broken_pair
from domain.games.sheng_ji.state import Tricks
from domain.kernel.cards import points
from domain.tools.analysis import is_same_move, positions
from domain.tools.simulation import Simulation, SimulationSetting, secrets_from

PROFILES = [
    ("sheng_ji", "zhang-2021"),
    ("sheng_ji", "zhao-peng-you"),
    ("sheng_ji", "si-shi-fen"),
    ("sheng_ji", "six-player-teams"),
    ("zheng_shangyou", "zheng-shangyou"),
    ("zheng_shangyou", "zheng-shangyou-4-partners"),
]


def reasons(game, profile, hands=3):
    """Yields each position of some hands in which `steady` prefers another move, with that move and the reason."""
    simulation = Simulation(SimulationSetting(game, profile, {}, hands), secrets_from(profile))
    simulation.play([BOTS[game]["random"]] * len(simulation.table.seats), random.Random(profile))
    package, steady = PACKAGES[game], BOTS[game]["steady"]
    for hand in range(1, hands + 1):
        for position in positions(simulation.events, hand):
            best = steady.choose(position.view, position.seat, random.Random(1))
            if not is_same_move(package.command_of, best, position.move):
                yield position, best, package.lessons.reason(position.view.match, position.seat, position.move, best)


@pytest.mark.parametrize(("game", "profile"), PROFILES)
def test_every_reason_is_one_sentence_and_most_name_a_difference(game, profile):
    found = list(reasons(game, profile))
    assert len(found) > 50
    for position, _, reason in found:
        assert position.phase in PHASES
        assert re.fullmatch("[a-z_]{3,40}", reason.code)
        assert re.fullmatch(r"[A-Z0-9][^\n]{10,180}\.", reason.sentence), reason.sentence
        assert "()" not in reason.sentence
        assert "  " not in reason.sentence
    unexplained = sum(reason == OTHER for *_, reason in found)
    assert unexplained < len(found) / 3, f"{unexplained} of {len(found)}"


def test_a_reason_is_true_of_the_two_moves():
    seen = set()
    for position, best, reason in chain(reasons("sheng_ji", "zhang-2021"), reasons("sheng_ji", "six-player-teams")):
        tricks = position.view.match.phase
        if not isinstance(tricks, Tricks) or not isinstance(position.move, Play):
            continue
        seen.add(reason.code)
        deal, hand = tricks.deal, tricks.hands[position.seat].known
        more = points(position.move.cards) - points(best.cards)
        ours = tricks.trick and deal.declares(tricks.trick.winner) == deal.declares(position.seat)
        if reason.code == "points_given":
            assert more > 0
            assert not ours
        if reason.code == "points_kept":
            assert more < 0
            assert ours
        if reason.code == "pair_broken":
            assert broken_pair(deal.order, hand, position.move.cards) is not None
            assert broken_pair(deal.order, hand, best.cards) is None
        if reason.code in ("partner_beaten", "partner_not_safe", "lead_missed"):
            assert ours
        if reason.code in ("trick_missed", "ruff_missed"):
            assert not ours
    assert {"points_given", "points_kept", "pair_broken", "partner_beaten", "trick_missed", "high_card_spent"} <= seen


def test_nobody_is_called_an_opponent_while_friends_are_unknown():
    seen = 0
    for position, _, reason in reasons("sheng_ji", "zhao-peng-you"):
        tricks = position.view.match.phase
        if isinstance(tricks, Tricks) and None in tricks.friends.answered_by:
            seen += 1
            assert not re.search("opponent", reason.sentence), reason.sentence
            assert tricks.deal.declares(position.seat) or not re.search("[Tt]he partner", reason.sentence)

    assert seen > 20
