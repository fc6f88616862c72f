"""Anyone can verify a record, and every change of it is detected."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.games.sheng_ji.commands import Pass
from domain.games.sheng_ji.events import DeclarationPassed, HandPrepared, KittyBuried, TrumpFixed
from domain.games.sheng_ji.play_events import CardsPlayed, HandScored, KittyRevealed, TrickWon
from domain.kernel.cards import HIDDEN
from domain.kernel.seats import Seat
from domain.kernel.viewers import Onlooker
from domain.table.events import CardsDealt, HandOpened, MatchEnded, SecretPublished, TableOpened
from domain.table.hands import TableDecision
from domain.table.redact import redact
from domain.table.seat_events import EntropyChanged, SeatTaken
from domain.tools.verification import verify
from tests.support.matches import played_by_chance, tables
from tests.support.table import SHENG_JI

SEEDS = st.integers(0, 2**32)
LAST_LEVELS = ("J", "Q", "K", "A")


def record(seed: int, profile: str, options: dict[str, object], hands: int = 2) -> list[Any]:
    """The record of a finished match, without the secrets that events hide."""
    return as_recorded(played_by_chance(seed, profile, options, hands))


def as_recorded(outcomes: Iterable[TableDecision]) -> list[Any]:
    return [redact(SHENG_JI, event, Onlooker.ARCHIVE) for outcome in outcomes for event in outcome.events]


def advances_the_game(outcome: TableDecision) -> bool:
    """Whether a command was the start, a move or a tick of the clock."""
    return not isinstance(outcome.events[0], TableOpened | SeatTaken | EntropyChanged)


@given(SEEDS, tables(LAST_LEVELS))
def test_every_legally_played_match_verifies(seed, rules):
    outcomes = list(played_by_chance(seed, *rules, hands=2))
    events = as_recorded(outcomes)
    verified = verify(events)

    assert verified.disagreements == ()
    assert verified.hands == sum(isinstance(event, SecretPublished) for event in events)
    assert verified.moves == sum(map(advances_the_game, outcomes))


RECORD = record(11, "zhang-2021", {})


def place_of(kind: type, number: int = 0) -> int:
    return [place for place, event in enumerate(RECORD) if isinstance(event, kind)][number]


def changed(kind: type, number: int = 0, **members: Any) -> list[Any]:
    """The record with one event changed."""
    place = place_of(kind, number)
    return [*RECORD[:place], replace(RECORD[place], **members), *RECORD[place + 1 :]]


def exchanged(order: tuple[int, ...], one: int, other: int) -> tuple[int, ...]:
    cards = list(order)
    cards[one], cards[other] = cards[other], cards[one]
    return tuple(cards)


def next_seat(seat: Seat) -> Seat:
    return Seat((seat + 1) % 4)


DEALT = RECORD[place_of(CardsDealt)]
UNLIKE = next(place for place in range(1, 108) if DEALT.order[place] != DEALT.order[0])
PREPARED, FIXED, BURIED, TRICK, SCORED = (
    RECORD[place_of(kind)] for kind in (HandPrepared, TrumpFixed, KittyBuried, TrickWon, HandScored)
)
LOSERS = (Seat(0), Seat(2)) if RECORD[-1].winners == (1, 3) else (Seat(1), Seat(3))
TAMPERED = {
    "two cards of a deal exchanged": changed(CardsDealt, order=exchanged(DEALT.order, 0, UNLIKE)),
    "another cut": changed(CardsDealt, cut=DEALT.cut % 107 + 1),
    "another secret": changed(SecretPublished, secret="00" * 32),
    "another commitment": changed(TableOpened, commitment="00" * 32),
    "another commitment of a later hand": changed(HandOpened, 1, commitment="00" * 32),
    "another announcement": changed(HandOpened, 0, next_commitment="00" * 32),
    "other entropies": changed(HandOpened, 0, entropies=("", "", "", "")),
    "another first drawer": changed(HandPrepared, first_drawer=next_seat(PREPARED.first_drawer)),
    "another dealer": changed(TrumpFixed, dealer=next_seat(FIXED.dealer)),
    "another winner of a trick": changed(TrickWon, seat=next_seat(TRICK.seat)),
    "other points of a trick": changed(TrickWon, points=TRICK.points + 5),
    "a card played twice": changed(CardsPlayed, 5, cards=RECORD[place_of(CardsPlayed, 1)].cards),
    "other points of a hand": changed(HandScored, opponent_points=SCORED.opponent_points + 40),
    "other levels": changed(HandScored, levels_after=tuple(level + 1 for level in SCORED.levels_after)),
    "another end": changed(MatchEnded, winners=LOSERS),
    "a kitty that was not buried": changed(KittyBuried, cards=(*BURIED.cards[:-1], HIDDEN)),
    "a trick left out": [event for event in RECORD if event is not RECORD[place_of(TrickWon)]],
    "a play left out": [event for event in RECORD if event is not RECORD[place_of(CardsPlayed, 2)]],
    "a pass added": [*RECORD[: place_of(TrumpFixed)], DeclarationPassed(Seat(0)), *RECORD[place_of(TrumpFixed) :]],
}


def test_the_record_of_a_match_verifies():
    assert verify(RECORD).disagreements == ()


@pytest.mark.parametrize("name", TAMPERED)
def test_a_tampered_record_is_detected(name):
    assert verify(TAMPERED[name]).disagreements != ()


WON = place_of(TrickWon, 3)
ADDED = {
    "a score": (WON + 1, SCORED),
    "an end": (WON + 1, MatchEnded("won", (Seat(0), Seat(2)))),
    "a trick": (WON + 1, RECORD[WON]),
    "a kitty": (WON + 1, KittyRevealed(BURIED.cards)),
    "a deal": (place_of(CardsDealt) + 1, DEALT),
    "trumps": (place_of(CardsDealt) + 1, TrumpFixed(None, Seat(0), None)),
    "a published secret": (place_of(CardsDealt) + 1, RECORD[place_of(SecretPublished)]),
}


@pytest.mark.parametrize("name", ADDED)
def test_an_event_without_a_move_is_detected(name):
    place, event = ADDED[name]

    assert verify([*RECORD[:place], event, *RECORD[place:]]).disagreements != ()


def test_entropy_given_between_moves_does_not_break_verification():
    place = place_of(TrickWon)
    given_again = EntropyChanged(Seat(1), next(e.entropy for e in RECORD if getattr(e, "seat", None) == 1))

    assert verify([*RECORD[:place], *RECORD[place : place + 1], given_again, *RECORD[place + 1 :]]).disagreements == ()


AFTER_THE_DEAL = range(place_of(CardsDealt), len(RECORD) - 1)
PLAYED = [place for place in AFTER_THE_DEAL if not isinstance(RECORD[place], EntropyChanged)]


@pytest.mark.slow
@pytest.mark.parametrize("kind", sorted({type(RECORD[place]).__name__ for place in PLAYED}))
def test_an_omitted_event_of_any_kind_is_detected(kind):
    for place in PLAYED:
        if type(RECORD[place]).__name__ == kind:
            assert verify([*RECORD[:place], *RECORD[place + 1 :]]).disagreements != (), place


def test_a_pass_verifies_as_a_pass():
    before = next(outcome.table.match for outcome in played_by_chance(11, "zhang-2021", {}) if outcome.table.match)

    assert SHENG_JI.move_of_events(before, [DeclarationPassed(Seat(2))], 0) == (2, Pass())
