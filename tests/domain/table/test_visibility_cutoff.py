"""The visibility cutoff for spectators: immediate, by trick, by hand or by minutes."""

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.games.registry import GAMES
from domain.games.sheng_ji.events import DeclarationPassed
from domain.games.sheng_ji.play_events import CardsPlayed, HandScored, TrickWon
from domain.games.zheng_shangyou.events import RoundEnded, TurnPassed
from domain.kernel.seats import Seat
from domain.table.events import (
    CardsDealt,
    HandOpened,
    MatchEnded,
    SecretPublished,
    TableCancelled,
    TableOpened,
    TableStarted,
)
from domain.table.seat_events import EntropyChanged, SeatTaken
from domain.table.spectators import DELAYS, NO_DELAY, Spectators
from domain.table.visibility import NOTHING_VISIBLE, Cutoff, visibility_cutoff
from tests.support import climbing, matches
from tests.support.deals import HOST, hand_opened
from tests.support.table import cards, player

NOON = 12 * 3600.0
BY_TRICK, BY_HAND, BY_MINUTES = Spectators("trick"), Spectators("hand"), Spectators("minutes", 10)
SHENG_JI, CLIMBING = GAMES["sheng_ji"], GAMES["zheng_shangyou"]

OPENED = TableOpened("sheng_ji", {}, 1, 4, HOST, listed=True, hands=None, spectators=NO_DELAY, commitment="", secret="")
BEFORE = (OPENED, SeatTaken(Seat(0), player(0), None, "dice"), EntropyChanged(Seat(0), "bones"))
STARTED = (*BEFORE, TableStarted())
DEALT = (*STARTED, hand_opened(1), DeclarationPassed(Seat(0)))
PLAYED = CardsPlayed(Seat(0), cards("AS"), (cards("AS"),), cards("AS"))
TRICK = (PLAYED, TrickWon(Seat(0), 0))
OVER = SecretPublished(1, "00" * 32)


def seen(spectators: Spectators, *events: Any, game: Any = SHENG_JI, now: float = NOON) -> int:
    """Number of released events, if all of them happened at noon."""
    return visibility_cutoff(NOTHING_VISIBLE, spectators, game, [(event, NOON) for event in events], now).version


# Before the match ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("spectators", [NO_DELAY, BY_TRICK, BY_HAND, BY_MINUTES], ids=str)
def test_everything_up_to_the_start_of_the_match_is_released_at_once(spectators):
    assert seen(spectators, *BEFORE) == len(BEFORE)
    assert seen(spectators, *BEFORE, TableCancelled()) == len(BEFORE) + 1
    assert seen(spectators, *STARTED) == len(STARTED)


@pytest.mark.parametrize("spectators", [BY_TRICK, BY_HAND, BY_MINUTES], ids=str)
def test_events_after_the_start_are_held_back(spectators):
    assert seen(spectators, *DEALT) == len(STARTED)
    assert seen(spectators, *DEALT, EntropyChanged(Seat(0), "other"), PLAYED) == len(STARTED)


def test_without_a_delay_nothing_is_held_back():
    assert seen(NO_DELAY, *DEALT, PLAYED) == len(DEALT) + 1


# By trick ------------------------------------------------------------------------------------------------------------


def test_by_trick_a_trick_is_released_when_it_ends():
    assert seen(BY_TRICK, *DEALT, PLAYED) == len(STARTED)
    assert seen(BY_TRICK, *DEALT, *TRICK) == len(DEALT) + 2
    assert seen(BY_TRICK, *DEALT, *TRICK, PLAYED) == len(DEALT) + 2
    assert seen(BY_TRICK, *DEALT, *TRICK, *TRICK) == len(DEALT) + 4


def test_by_trick_a_round_of_the_climbing_game_is_released_when_it_ends():
    passed, ended = TurnPassed(Seat(1)), RoundEnded(Seat(0), Seat(0))

    assert seen(BY_TRICK, *DEALT, passed, game=CLIMBING) == len(STARTED)
    assert seen(BY_TRICK, *DEALT, passed, ended, passed, game=CLIMBING) == len(DEALT) + 2


@pytest.mark.parametrize("spectators", [BY_TRICK, BY_HAND], ids=str)
def test_the_end_of_a_hand_releases_all_of_it_but_nothing_of_the_next(spectators):
    hand = (*DEALT, *TRICK, PLAYED, OVER)

    assert seen(spectators, *hand) == len(hand)
    assert seen(spectators, *hand, hand_opened(2), DeclarationPassed(Seat(0))) == len(hand)


@pytest.mark.parametrize("spectators", [BY_TRICK, BY_HAND], ids=str)
def test_the_end_of_the_match_is_released_with_its_last_hand(spectators):
    match = (*DEALT, *TRICK, OVER, MatchEnded("won", (Seat(0), Seat(2))))

    assert seen(spectators, *match) == len(match)


# By hand -------------------------------------------------------------------------------------------------------------


def test_by_hand_tricks_release_nothing():
    assert seen(BY_HAND, *DEALT, *TRICK, *TRICK) == len(STARTED)


# By minutes ----------------------------------------------------------------------------------------------------------


def test_by_minutes_an_event_is_released_exactly_when_it_is_old_enough():
    almost = NOON + 600 - 1e-6

    assert seen(BY_MINUTES, *DEALT, now=almost) == len(STARTED)
    assert seen(BY_MINUTES, *DEALT, now=NOON + 600) == len(DEALT)


def test_by_minutes_the_end_of_a_hand_or_match_releases_nothing_early():
    match = (*DEALT, *TRICK, OVER, MatchEnded("won", (Seat(0), Seat(2))))

    assert seen(BY_MINUTES, *match) == len(STARTED)


def test_by_minutes_the_time_of_the_next_release_is_known():
    later = NOON + 180
    events = [*((event, NOON) for event in DEALT), (PLAYED, later)]

    def at(minutes: int) -> Cutoff:
        return visibility_cutoff(NOTHING_VISIBLE, BY_MINUTES, SHENG_JI, events, NOON + 60 * minutes)

    assert at(0).due_at == NOON + 600
    assert at(10).due_at == NOON + 780
    assert at(13).due_at is None


def test_an_event_is_not_released_before_an_older_one_even_if_clocks_disagree():
    slow = [*((event, NOON) for event in STARTED), (hand_opened(1), NOON), (PLAYED, NOON - 300)]

    assert visibility_cutoff(NOTHING_VISIBLE, BY_MINUTES, SHENG_JI, slow, NOON + 360).version == len(STARTED)


# Information for spectators about the delay ---------------------------------------------------------------------------


@pytest.mark.parametrize(("delay", "minutes"), [("minutes", None), ("none", 5), ("trick", 5), ("hand", 5)])
def test_a_number_of_minutes_is_allowed_only_for_a_delay_by_minutes(delay, minutes):
    with pytest.raises(ValueError, match="delay"):
        Spectators(delay, minutes)


# Random matches -------------------------------------------------------------------------------------------------------


def sheng_ji_by_chance(seed: int) -> tuple[Any, ...]:
    options = {"deal_mode": "auction", "redeal_no_trump": "on", "take_back": "on"}
    outcomes = matches.played_by_chance(seed, "zhang-2021", options, 2)
    return tuple(event for outcome in outcomes for event in outcome.events)


MATCHES = {
    **{(SHENG_JI, seed): sheng_ji_by_chance(seed) for seed in range(3)},
    **{(CLIMBING, seed): climbing.played_by_chance(seed, "zheng-shangyou", {}, 2).events for seed in range(3)},
}
A_MATCH = st.sampled_from(sorted(MATCHES, key=str)).map(lambda key: (key[0], MATCHES[key]))
A_POLICY = st.sampled_from([NO_DELAY, BY_TRICK, BY_HAND, Spectators("minutes", 1), BY_MINUTES])


def with_times(events: Sequence[Any], luck: Random) -> list[tuple[Any, float]]:
    """The events with random times of recording, seconds or minutes apart."""
    at, recorded = NOON, []
    for event in events:
        at += luck.choice([0, 0, 1, 30, 300])
        recorded.append((event, at))
    return recorded


@given(A_MATCH, A_POLICY, st.randoms(use_true_random=False))
def test_released_events_only_grow_and_do_not_depend_on_earlier_queries(match, spectators, luck):
    game, events = match
    recorded = with_times(events, luck)
    step, seen_before = NOTHING_VISIBLE, 0
    for _ in range(luck.randint(1, 40)):
        now = recorded[seen_before - 1][1] if seen_before else NOON
        seen_before = luck.randint(seen_before, len(recorded))
        now = max(now, recorded[seen_before - 1][1] if seen_before else NOON)
        after = visibility_cutoff(step, spectators, game, recorded[step.searched : seen_before], now)
        assert step.version <= after.version <= after.searched <= seen_before
        assert step.searched <= after.searched
        assert after == visibility_cutoff(NOTHING_VISIBLE, spectators, game, recorded[:seen_before], now)
        step = after


@given(A_MATCH, st.data())
def test_by_hand_no_card_of_a_live_hand_is_ever_released(match, data):
    game, events = match
    until = data.draw(st.integers(0, len(events)))

    shown = events[: seen(BY_HAND, *events[:until], game=game)]

    deals = [place for place, event in enumerate(shown) if isinstance(event, HandOpened | CardsDealt)]
    ends = [place for place, event in enumerate(shown) if isinstance(event, SecretPublished)]
    assert not deals or (ends and ends[-1] > deals[-1])


@given(A_MATCH, st.data())
def test_by_trick_exactly_the_finished_tricks_are_released(match, data):
    game, events = match
    until = data.draw(st.integers(0, len(events)))
    count = seen(BY_TRICK, *events[:until], game=game)
    started = next(place for place, event in enumerate(events) if isinstance(event, TableStarted)) + 1

    assert not any(isinstance(event, TrickWon | RoundEnded | SecretPublished) for event in events[count:until])
    if count > started:
        assert isinstance(events[count - 1], TrickWon | RoundEnded | SecretPublished | MatchEnded)
    else:
        assert count == min(until, started)


@given(A_MATCH, st.integers(1, 100), st.randoms(use_true_random=False))
def test_by_minutes_exactly_the_old_enough_events_are_released(match, minutes, luck):
    game, events = match
    recorded = with_times(events, luck)
    now = luck.choice(recorded)[1] + luck.randint(0, 600)
    started = next(place for place, event in enumerate(events) if isinstance(event, TableStarted)) + 1

    count = visibility_cutoff(NOTHING_VISIBLE, Spectators("minutes", minutes), game, recorded, now).version

    old = sum(at <= now - 60 * minutes for _, at in recorded)
    assert count == max(started, old)


def test_the_generated_matches_cover_every_kind_of_end():
    events = [event for match in MATCHES.values() for event in match]

    for kind in (TrickWon, RoundEnded, HandScored, SecretPublished, MatchEnded):
        assert any(isinstance(event, kind) for event in events)
    assert DELAYS == ("none", "trick", "hand", "minutes")
