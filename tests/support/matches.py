"""Matches played by chance, by legal moves only, throws included; repeatable from a seed."""

import hashlib
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from hypothesis import strategies as st

from domain.cards import RANK_NAMES, Cards
from domain.games import GAMES
from domain.refusals import Refusal
from domain.seats import Seat
from domain.shengji.check import declarations
from domain.shengji.choices import first_few, follows, leads
from domain.shengji.commands import Bury, Declare, Move, Pass, Play
from domain.shengji.follow import is_legal_follow
from domain.shengji.holding import hand_cards, hand_of, holding_cards
from domain.shengji.options import OPTIONS
from domain.shengji.order import EFFECTIVE_SUITS
from domain.shengji.profiles import PROFILES
from domain.shengji.state import Burying, Declaring, Match, Tricks
from domain.table.commands import Act, OpenTable, SetEntropy, Sit, Start
from domain.table.decide import Chance, Outcome, decide
from domain.table.events import PlayerId
from domain.table.state import Table
from tests.support.deals import HOST
from tests.support.table import player


def played_by_chance(
    seed: int, profile: str, options: Mapping[str, object], hands: int | None = None
) -> Iterator[Outcome]:
    """The outcome of every command of a match, from the opening of the table to the end of the match."""
    luck = Random(seed)
    opening = OpenTable(HOST, "sheng_ji", profile, options, listed=True, hands=hands)
    outcome = decide(GAMES, None, opening, secret(seed, 1))
    yield outcome
    seats = len(outcome.table.seats)
    commands: list[Any] = [Sit(player(seat), Seat(seat), f"entropy {luck.random()}") for seat in range(seats)]
    for command in [*commands, Start(HOST)]:
        outcome = decide(GAMES, outcome.table, command, secret(seed, 2))
        yield outcome
    while outcome.table.status == "playing":
        number = outcome.table.hand.number
        outcome = decide(GAMES, outcome.table, next_command(outcome.table, luck), secret(seed, number + 2))
        yield outcome


def secret(seed: int, hand: int) -> Chance:
    return Chance(hashlib.sha256(f"{seed} {hand}".encode()).digest())


def next_command(table: Table, luck: Random) -> Act | SetEntropy:
    """A move of the seat that is asked; now and then somebody gives other entropy instead."""
    if luck.random() < 0.002:
        return SetEntropy(player(luck.randrange(len(table.seats))), f"entropy {luck.random()}")
    (asked,) = GAMES["sheng_ji"].asked(table.match)
    return Act(player(asked.seat), move_by_chance(table.match, asked.seat, luck))


def move_by_chance(match: Match, seat: Seat, luck: Random) -> Move:
    """A legal move of a seat that is asked, found in its own hand."""
    match match.phase:
        case Declaring() as declaring:
            shows = declarations(match, declaring, seat)
            return Declare(luck.choice(shows)) if shows and luck.random() < 0.6 else Pass()
        case Burying(deal=deal, hands=hands):
            hand = hand_cards(deal.order, hands[seat].known)
            return Bury(tuple(luck.sample(hand, match.rules.deal_shape.kitty)))
        case Tricks(choices=()) as tricks:
            return Play(_lead(tricks, seat, luck) if tricks.trick is None else _follow(tricks, seat, luck))
        case Tricks(choices=choices):
            return Play(luck.choice(choices))
        case phase:
            raise AssertionError(f"nobody is asked in {phase}")


def _lead(tricks: Tricks, seat: Seat, luck: Random) -> Cards:
    order, hand = tricks.deal.order, tricks.hands[seat].known
    if luck.random() < 0.7:
        return luck.choice(list(leads(order, hand)))
    suit = luck.choice([suit for suit in EFFECTIVE_SUITS if hand[suit][0]])
    held = holding_cards(order, suit, hand[suit])
    return tuple(luck.sample(held, luck.randint(1, min(6, len(held)))))


def _follow(tricks: Tricks, seat: Seat, luck: Random) -> Cards:
    order, hand, lead = tricks.deal.order, tricks.hands[seat].known, tricks.trick.lead
    decks = len(hand[0])
    held = holding_cards(order, lead.suit, hand[lead.suit])
    if len(held) > lead.size:
        guess = tuple(luck.sample(held, lead.size))
        if is_legal_follow(order.chains[lead.suit], lead, hand, hand_of(order, decks, guess)):
            return guess
    elif luck.random() < 0.5:
        rest = list(hand_cards(order, hand))
        for card in held:
            rest.remove(card)
        return held + tuple(luck.sample(rest, lead.size - len(held)))
    few, _ = first_few(follows(order, lead, hand), 12)
    return luck.choice(few)


@st.composite
def tables(draw: st.DrawFn, levels: tuple[str, ...] = RANK_NAMES) -> tuple[str, dict[str, object]]:
    """A profile with overrides of any options that are built, starting at one of the levels."""
    profile = draw(st.sampled_from(sorted(PROFILES)))
    options: dict[str, object] = {}
    for option in OPTIONS:
        if option.kind == "choice" and len(option.built) > 1 and draw(st.integers(0, 2)) == 0:
            options[option.name] = draw(st.sampled_from(option.built))
    options["initial_level"] = draw(st.sampled_from(levels))
    later = RANK_NAMES[RANK_NAMES.index(options["initial_level"]) :]
    options["final_level"] = draw(st.sampled_from(later))
    options["must_play"] = draw(st.lists(st.sampled_from(RANK_NAMES), max_size=4))
    options["score_step"] = draw(st.sampled_from(["20d", 5, 10, 20, 40, 80]))
    options["kitty_size"] = draw(st.sampled_from(["auto", 4, 8, 12, 16]))
    options["kitty_multiplier_singles_throw"] = draw(st.sampled_from([2, 3]))
    return profile, options


def is_refused(table: Table, by: PlayerId, seat: Seat, move: Move) -> Refusal | None:
    """How the seat's move is refused, if it is."""
    try:
        decide(GAMES, table, Act(by, move, seat), secret(0, 0))
    except Refusal as refusal:
        return refusal
    return None
