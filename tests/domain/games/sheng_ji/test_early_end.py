"""EX-EARLY-01: a hand may be ended once its result can no longer change."""

from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any

import pytest

from domain.games.sheng_ji.check import CannotEnd
from domain.games.sheng_ji.commands import EndHand, Play
from domain.games.sheng_ji.decide import decide
from domain.games.sheng_ji.early_end import nothing_can_change
from domain.games.sheng_ji.holding import hand_cards
from domain.games.sheng_ji.move_checks import NotAtThisTable
from domain.games.sheng_ji.play_events import HandEnded, HandScored, KittyRevealed
from domain.games.sheng_ji.state import MatchState, Tricks
from domain.kernel.refusals import Illegal
from domain.kernel.seats import Seat
from domain.table.refusals import WrongPhase
from tests.support.deals import burying, playing, started
from tests.support.matches import played_by_chance
from tests.support.table import SHENG_JI, Given


def ending(**options) -> Given:
    """Seat 0 has led tractors and taken fifty points. Everybody holds one more card, and 150 points are left."""
    hands = ["AS AS KS KS 3D", "10S 10S 5S 5S 4D", "3S 4S 6S 7S 6D", "8S 9S JS QS 7D"]
    given = playing(hands, match=started(end_early="on", **options))
    return given.after_plays("0: AS AS KS KS", "1: 10S 10S 5S 5S", "2: 3S 4S 6S 7S", "3: 8S 9S JS QS")


def test_ex_early_01_a_hand_cannot_be_ended_while_its_result_can_change():
    given = ending()

    given.when(0, EndHand()).then_refused(CannotEnd, "EX-EARLY-01")
    assert [given.moves(seat)["end_hand"] for seat in range(4)] == [False] * 4


def test_ex_early_01_without_the_option_hands_are_played_to_the_end():
    given = playing(["AS", "3S", "4S", "5S"])

    given.when(0, EndHand()).then_refused(NotAtThisTable, "EX-EARLY-01")
    assert "end_hand" not in given.moves(0)


def test_ex_early_01_a_hand_cannot_be_ended_before_the_play():
    match = started(end_early="on")

    burying(["AS", "3S", "4S", "5S"], "3C", match=match).when(0, EndHand()).then_refused(WrongPhase)


# Comparison with every way to play the rest ---------------------------------------------------------------------------

TABLES = [
    ("si-shi-fen", {"score_step": 40}),
    ("si-shi-fen", {"score_step": 40, "kitty_multiplier_singles_throw": 3, "kitty_unit_source": "winner"}),
    ("si-shi-fen", {"advancement": "simple", "kitty_multiplier": "twice_total_cards"}),
    ("zhang-2021", {"advancement": "simple"}),
    ("zhang-2021", {"score_step": 80, "kitty_unit_source": "any_play"}),
    ("zhang-2016", {"advancement": "simple", "kitty_unit_source": "winner"}),
    ("levelup-5", {}),
    ("zhao-peng-you", {"friend_call_style": "card_owner", "advancement": "simple"}),
]


def endings(seed: int, profile: str, options: dict[str, object], most: int) -> Iterator[MatchState]:
    """Returns the positions of a random hand at which a seat leads and few cards are left."""
    for outcome in played_by_chance(seed, profile, {**options, "end_early": "on"}, hands=1):
        match = outcome.table.match
        phase = match.phase if match else None
        leading = isinstance(phase, Tricks) and phase.trick is None and not phase.choices
        if leading and phase.hands[0].known.bit_count() <= most:
            yield match


def result(events: tuple[Any, ...]) -> tuple[Any, ...] | None:
    scored = [event for event in events if isinstance(event, HandScored)]
    if not scored:
        return None
    (each,) = scored
    return (each.winners, each.levels_won, each.levels_after, each.laps_after, each.next_dealer, each.match_won_by)


def results(match: MatchState) -> set[tuple[Any, ...]]:
    """The result of every way to play on from here."""
    tricks = match.phase
    assert isinstance(tricks, Tricks)
    seat = tricks.turn if tricks.chooser is None else tricks.chooser
    hand = hand_cards(tricks.deal.order, tricks.hands[seat].known)
    counts = [tricks.trick.lead.size] if tricks.trick else range(1, len(hand) + 1)
    plays = {play for count in counts for play in combinations(hand, count)}
    found: set[tuple[Any, ...]] = set()
    for play in plays:
        try:
            progress = decide(match, seat, Play(play))
        except Illegal:
            continue
        over = result(progress.events)
        found |= {over} if over else results(progress.state)
    return found


@pytest.mark.parametrize(("profile", "options"), TABLES)
def test_ex_early_01_no_way_to_play_on_changes_the_result_of_an_ended_hand(profile, options):
    luck, ended = Random(7), 0
    for seed in range(8):
        for match in endings(seed, profile, options, most=3 if match_is_small(profile) else 2):
            if nothing_can_change(match.phase, match.rules):
                ending_now = decide(match, Seat(luck.randrange(match.rules.players)), EndHand())
                assert results(match) == {result(ending_now.events)}
                ended += 1

    assert ended > 0


def match_is_small(profile: str) -> bool:
    """With one deck there are few ways to play on."""
    return profile == "si-shi-fen"


def ended_somewhere() -> MatchState:
    """Returns a position at which the hand can be ended."""
    for seed in range(50):
        for match in endings(seed, "si-shi-fen", {}, most=6):
            if nothing_can_change(match.phase, match.rules):
                return match
    raise AssertionError("no hand can be ended")


def test_ex_early_01_any_seat_can_end_the_hand_and_the_kitty_does_not_count():
    match = ended_somewhere()

    for seat in range(4):
        events = decide(match, Seat(seat), EndHand()).events
        assert events[0] == HandEnded(Seat(seat))
        scored = events[-1]
        assert (scored.kitty_points, scored.kitty_factor) == (0, 0)
        assert KittyRevealed not in map(type, events)


def test_ex_early_01_every_seat_sees_that_the_hand_can_be_ended():
    match = ended_somewhere()

    assert all(SHENG_JI.legal_moves(match, Seat(seat))["end_hand"] for seat in range(4))


@pytest.mark.parametrize(
    "options",
    [
        {"gou_dao_di": "any_trump_jack", "initial_level": "J"},
        {"gou_dao_di": "any_jack_no_threshold", "initial_level": "J"},
        {"quan_yi_ban": "any_trump_queen", "initial_level": "Q"},
        {"ace_hook": "any_ace_no_threshold", "initial_level": "A"},
    ],
)
def test_ex_early_01_a_hand_cannot_be_ended_while_a_hook_can_change_it(options):
    match = ended_somewhere()
    rules = SHENG_JI.rules("si-shi-fen", {"end_early": "on", **options})
    deal = match.phase.deal._replace(trump_rank=rules.initial_level)

    assert nothing_can_change(match.phase, match.rules)
    assert not nothing_can_change(match.phase._replace(deal=deal), rules)


def test_ex_early_01_a_hook_of_another_rank_does_not_matter():
    match = ended_somewhere()
    rules = SHENG_JI.rules("si-shi-fen", {"end_early": "on", "gou_dao_di": "any_trump_jack"})

    assert nothing_can_change(match.phase, rules)


def test_ex_early_01_a_hand_cannot_be_ended_during_a_trick_or_before_the_first_one():
    match = ended_somewhere()
    tricks = match.phase
    hand = hand_cards(tricks.deal.order, tricks.hands[tricks.turn].known)
    led = decide(match, tricks.turn, Play(hand[:1])).state

    assert not nothing_can_change(led.phase, match.rules)
    assert not nothing_can_change(tricks._replace(last_trick=None), match.rules)


def test_ex_early_01_a_hand_cannot_be_ended_while_a_friend_can_be_found():
    open_calls = 0
    for seed in range(4):
        for match in endings(seed, "zhao-peng-you", {}, most=20):
            if None in match.phase.friends.answered_by:
                open_calls += 1
                assert not nothing_can_change(match.phase, match.rules)
    assert open_calls > 0
