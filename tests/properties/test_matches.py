"""What holds at every moment of every match that is played by the rules, whatever the options."""

from collections import Counter
from hashlib import sha256
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.cards import FACES, NAMES, read_cards
from domain.games import GAMES
from domain.shengji.commands import Declare, Play
from domain.shengji.events import CardsPlayed, HandScored, KittyBuried, KittyTaken, TrickWon
from domain.shengji.holding import Hand, hand_cards
from domain.shengji.order import EFFECTIVE_SUITS
from domain.shengji.state import Burying, Declaring, Scored, Tricks
from domain.table.commands import Act
from domain.table.decide import Outcome, decide
from domain.table.events import CardsDealt, HandOpened, MatchEnded, SecretPublished, TableOpened
from domain.table.evolve import evolve, fold
from domain.table.state import Table
from tests.support.matches import played_by_chance, secret, tables
from tests.support.table import SHENG_JI, player

PACK = Counter({NAMES[card]: 2 for card in FACES})
SEEDS = st.integers(0, 2**32)
LAST_LEVELS = ("J", "Q", "K", "A")
WORTH = {"5": 5, "10": 10, "K": 10}


def points(cards: Counter[str]) -> int:
    return sum(WORTH.get(name[:-1], 0) * copies for name, copies in cards.items())


def names(cards: Any) -> Counter[str]:
    return Counter(NAMES[card] for card in cards)


def in_hand(table: Table, hand: Hand) -> Counter[str]:
    return names(hand_cards(table.match.phase.deal.order, hand))


def all_cards(table: Table, played: Counter[str], *, kitty_taken: bool) -> Counter[str] | None:
    """Every card in hands, on the table and in the kitty; none when no hand is being played."""
    match table.match and table.match.phase:
        case Declaring(hands=hands, kitty=kitty):
            return sum(map(names, hands), names(kitty))
        case Burying(hands=hands, kitty=kitty):
            held = sum((in_hand(table, hand.known) for hand in hands), Counter())
            return held if kitty_taken else held + names(kitty)
        case Tricks(hands=hands, kitty=kitty):
            return sum((in_hand(table, hand.known) for hand in hands), names(kitty) + played)
        case _:
            return None


@given(SEEDS, tables(LAST_LEVELS))
def test_no_card_is_ever_lost_or_doubled(seed, rules):
    table, played, kitty_taken, looked = None, Counter[str](), False, 0
    for outcome in played_by_chance(seed, *rules, hands=2):
        for event in outcome.events:
            table = evolve(GAMES, table, event)
            match event:
                case CardsDealt():
                    played, kitty_taken = Counter(), False
                case KittyTaken():
                    kitty_taken = True
                case CardsPlayed(cards=cards):
                    played += names(cards)
            found = all_cards(table, played, kitty_taken=kitty_taken)
            looked += found is not None
            assert found in (None, PACK)
            if isinstance(table.match and table.match.phase, Tricks):
                assert in_hand(table, table.match.phase.gone) == played
    assert looked > 100


@given(SEEDS, tables(LAST_LEVELS))
def test_the_points_of_tricks_and_kitty_add_up_to_two_hundred(seed, rules):
    kitty, won, declarers, taken, played = Counter(), 0, 0, 0, Counter()
    for outcome in played_by_chance(seed, *rules, hands=3):
        for event in outcome.events:
            match event:
                case KittyBuried(seat, cards):
                    kitty, won, taken, declarers = names(cards), 0, 0, seat % 2
                case CardsPlayed(cards=cards):
                    played += names(cards)
                case TrickWon(seat, worth):
                    assert worth == points(played)
                    won, played = won + worth, Counter()
                    taken += worth if seat % 2 != declarers else 0
                case HandScored() as scored:
                    assert won + points(kitty) == 200
                    assert scored.trick_points == taken
                    bonus = scored.kitty_points * scored.kitty_factor
                    assert scored.opponent_points == taken + bonus + scored.penalties
                    assert scored.kitty_points == (points(kitty) if scored.last_trick % 2 != declarers else 0)


@given(SEEDS, tables())
def test_every_match_played_by_the_rules_ends_with_a_winner(seed, rules):
    for outcome in played_by_chance(seed, *rules):
        assert outcome.table.hand is None or outcome.table.hand.number < 1000
    (end,) = (event for event in outcome.events if isinstance(event, MatchEnded))

    assert outcome.table.status == "finished"
    assert end.reason == "won"
    assert end.winners in ((0, 2), (1, 3))
    assert outcome.table.match.levels[end.winners[0] % 2] == outcome.table.match.rules.final_level


@pytest.mark.parametrize("profile", ["zhang-2016", "zhang-2021"])
def test_a_whole_match_from_two_to_ace_ends_with_a_winner(profile):
    *_, outcome = played_by_chance(1, profile, {})

    assert outcome.table.result.reason == "won"
    assert outcome.table.hand.number > 10


@given(SEEDS, tables(LAST_LEVELS))
def test_folding_the_events_gives_the_table_that_was_decided(seed, rules):
    events: list[Any] = []
    table = None
    for outcome in played_by_chance(seed, *rules, hands=2):
        table = fold(GAMES, outcome.events, table)
        events += outcome.events
        assert table == outcome.table
    assert fold(GAMES, events) == outcome.table


@given(SEEDS, tables(LAST_LEVELS))
def test_a_seat_shown_void_holds_no_card_of_that_suit(seed, rules):
    seen = 0
    for outcome in played_by_chance(seed, *rules, hands=1):
        phase = outcome.table.match and outcome.table.match.phase
        if not isinstance(phase, Tricks):
            continue
        for hand, voids in zip(phase.hands, phase.voids, strict=True):
            shown = [suit for suit in EFFECTIVE_SUITS if voids >> suit & 1]
            seen += len(shown)
            assert not any(hand.known[suit][0] for suit in shown)
    assert seen


@given(SEEDS, tables(LAST_LEVELS))
def test_each_hand_uses_the_secret_that_was_committed_to_before(seed, rules):
    commitments: dict[int, str] = {}
    for outcome in played_by_chance(seed, *rules, hands=3):
        for event in outcome.events:
            match event:
                case TableOpened(commitment=commitment):
                    commitments[1] = commitment
                case HandOpened(hand=hand, commitment=commitment, next_commitment=following):
                    assert commitment == commitments[hand]
                    commitments[hand + 1] = following
                case SecretPublished(hand, published):
                    assert sha256(bytes.fromhex(published)).hexdigest() == commitments[hand]


@given(SEEDS, tables(LAST_LEVELS), st.integers(0, 250))
def test_every_move_that_a_seat_is_told_of_is_accepted(seed, rules, wanted):
    outcome = at_step(seed, rules, wanted)
    table = outcome.table
    ((seat, what),) = SHENG_JI.asked(table.match)
    moves = SHENG_JI.legal_moves(table.match, seat)

    assert moves["asked"] == what
    for named in moves["cards"]:
        move = {"declare": Declare, "play": Play}[what](read_cards(named))
        assert decide(GAMES, table, Act(player(seat), move), secret(0, 0)).events


def at_step(seed: int, rules: tuple[str, dict[str, object]], wanted: int) -> Outcome:
    """Some moment at which a seat is asked, after about so many commands."""
    outcomes = [outcome for outcome in played_by_chance(seed, *rules, hands=2) if outcome.table.status == "playing"]
    return outcomes[wanted % len(outcomes)]


@given(SEEDS, tables(LAST_LEVELS))
def test_a_scored_hand_starts_the_next_one_at_once(seed, rules):
    for outcome in played_by_chance(seed, *rules, hands=2):
        if outcome.table.match:
            assert isinstance(outcome.table.match.phase, Scored) == (outcome.table.status == "finished")
