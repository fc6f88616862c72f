"""Random matches with legal moves under any options, reproducible from a seed.

The players try throws, name units, take back moves and end hands early. If the rules leave it to the opponents to check
follows, seats sometimes do not follow, and opponents sometimes challenge them.
"""

import hashlib
from collections.abc import Iterator, Mapping
from itertools import islice
from random import Random
from typing import Any

from hypothesis import strategies as st

from domain.games.registry import GAMES
from domain.games.sheng_ji.bombs import bombs_held, can_be_bombed
from domain.games.sheng_ji.card_order import EFFECTIVE_SUITS
from domain.games.sheng_ji.choices import follows, leads
from domain.games.sheng_ji.commands import (
    Bury,
    CallFriends,
    ChallengePlay,
    ClaimRedeal,
    Consent,
    Declare,
    EndHand,
    FilePlan,
    Move,
    Pass,
    Play,
    TakeBack,
)
from domain.games.sheng_ji.early_end import nothing_can_change
from domain.games.sheng_ji.follow import Lead, is_legal_follow
from domain.games.sheng_ji.friends import Call, calls_wanted, possible_calls
from domain.games.sheng_ji.holding import hand_cards, hand_of, holding_cards, in_suit
from domain.games.sheng_ji.move_checks import bids, declarations
from domain.games.sheng_ji.plans import PlannedShow
from domain.games.sheng_ji.redeal import may_claim
from domain.games.sheng_ji.revoke import is_revoke
from domain.games.sheng_ji.rules import Rules
from domain.games.sheng_ji.state import Bidding, Burying, Calling, Declaring, MatchState, Redealing, Reviewing, Tricks
from domain.games.sheng_ji.ways_of_declaring import LiveDraw, Sealed
from domain.kernel.cards import RANK_NAMES, Cards
from domain.kernel.players import PlayerId
from domain.kernel.refusals import Refusal
from domain.kernel.seats import Seat
from domain.table.commands import Act, OpenTable, SetEntropy, Sit, Start, TableCommand, Tick
from domain.table.decide import decide
from domain.table.hands import Chance, TableDecision
from domain.table.state import Table
from tests.support.deals import HOST
from tests.support.option_sets import Setting, settings_of_tables
from tests.support.random_proposals import said_by_chance
from tests.support.table import player


def played_by_chance(
    seed: int, profile: str, options: Mapping[str, object], hands: int | None = None, *, talk: float = 0.0
) -> Iterator[TableDecision]:
    """Yields the outcome of every command of a match, from the opening of the table to the end of the match.

    `talk` is the probability, at each command, of a proposal or claim by a player who can make one.
    """
    luck, talkative = Random(seed), Random(f"talk {seed}")
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
        command = said_by_chance(outcome.table, talkative, talk) or next_command(outcome.table, luck)
        outcome = decide(GAMES, outcome.table, command, secret(seed, number + 2))
        yield outcome


def secret(seed: int, hand: int) -> Chance:
    return Chance(hashlib.sha256(f"{seed} {hand}".encode()).digest())


def next_command(table: Table, luck: Random) -> TableCommand:
    """Returns the next command: a move of a seat that is asked, an interjection, or an expired clock.

    Rarely, it is new entropy of a random seat instead.
    """
    if luck.random() < 0.002:
        return SetEntropy(player(luck.randrange(len(table.seats))), f"entropy {luck.random()}")
    match: MatchState = table.match
    interjected = interjection(match, luck)
    if interjected is not None:
        return Act(player(interjected[0]), interjected[1])
    asked = GAMES["sheng_ji"].asked(match)
    clock = GAMES["sheng_ji"].clock(match)
    if clock is not None and (not asked or luck.random() < 0.1):
        return Tick(clock.tick)
    seat, _ = luck.choice(asked)
    return Act(player(seat), move_by_chance(match, seat, luck))


# Moves of seats that are not asked -----------------------------------------------------------------------------------


def interjection(match: MatchState, luck: Random) -> tuple[Seat, Move] | None:
    """Returns a move of a player who is not asked; in most cases `None`."""
    kinds = [_take_back, _live_show, _challenge, _early_end]
    found = None
    for kind in kinds:
        found = found or kind(match, luck)
    return found


def _take_back(match: MatchState, luck: Random) -> tuple[Seat, Move] | None:
    undo = match.undo
    if undo is None or luck.random() > 0.04:
        return None
    return (undo.seat, TakeBack()) if undo.agreed is None else None


def _live_show(match: MatchState, luck: Random) -> tuple[Seat, Move] | None:
    declaring = match.phase
    if not isinstance(declaring, Declaring) or not isinstance(declaring.way, LiveDraw) or luck.random() > 0.15:
        return None
    seat = Seat(luck.randrange(match.rules.players))
    shows = declarations(match, declaring, seat)
    return (seat, Declare(luck.choice(shows))) if shows else None


def _challenge(match: MatchState, luck: Random) -> tuple[Seat, Move] | None:
    phase = match.phase
    tricks = phase.tricks if isinstance(phase, Reviewing) else phase
    if (
        match.rules.enforcement == "server"
        or not isinstance(tricks, Tricks)
        or not tricks.history
        or luck.random() > 0.1
    ):
        return None
    number = luck.randint(1, len(tricks.history))
    seat, offender = (Seat(luck.randrange(match.rules.players)) for _ in range(2))
    if tricks.deal.declares(seat) == tricks.deal.declares(offender):
        return None
    return (seat, ChallengePlay(number, offender)) if is_revoke(tricks, match.rules, number, offender) else None


def _early_end(match: MatchState, luck: Random) -> tuple[Seat, Move] | None:
    tricks = match.phase
    if not match.rules.end_early or not isinstance(tricks, Tricks) or luck.random() > 0.2:
        return None
    return (Seat(luck.randrange(match.rules.players)), EndHand()) if nothing_can_change(tricks, match.rules) else None


# Moves of seats that are asked ---------------------------------------------------------------------------------------


def move_by_chance(match: MatchState, seat: Seat, luck: Random) -> Move:  # noqa: C901, PLR0911 - one case for each phase
    """Returns a random legal move of a seat that is asked. It depends only on what the seat knows."""
    if match.undo is not None and match.undo.agreed is not None:
        return Consent(agree=luck.random() < 0.8)
    match match.phase:
        case Declaring(way=Sealed()) as declaring:
            return _plan(match, declaring, seat, luck)
        case Declaring() as declaring:
            return _show(declarations(match, declaring, seat), luck)
        case Redealing() as redealing:
            return _redeal(match, redealing, seat, luck)
        case Burying(deal=deal, hands=hands):
            hand = hand_cards(deal.order, hands[seat].known)
            return Bury(tuple(luck.sample(hand, match.rules.deal_shape.kitty)))
        case Bidding() as bidding:
            return _show(bids(match, bidding, seat), luck)
        case Calling() as calling:
            return _call(match, calling, luck)
        case Tricks(chooser=None, trick=None) as tricks:
            return _lead(tricks, match.rules, seat, luck)
        case Tricks(chooser=None) as tricks:
            return Play(_follow(tricks, match.rules, seat, luck))
        case Tricks(choices=choices):
            return Play(luck.choice(choices))
        case Reviewing():
            return Pass()
        case phase:
            raise AssertionError(f"nobody is asked in {phase}")


def _show(shows: tuple[Cards, ...], luck: Random) -> Move:
    return Declare(luck.choice(shows)) if shows and luck.random() < 0.6 else Pass()


def _plan(match: MatchState, declaring: Declaring, seat: Seat, luck: Random) -> Move:
    shows = declarations(match, declaring, seat)
    if not shows:
        return FilePlan(()) if luck.random() < 0.5 else Pass()
    overs = ("nobody", "others", "opponents", "any")
    return FilePlan(tuple(PlannedShow(luck.choice(shows), luck.choice(overs)) for _ in range(luck.randint(0, 6))))


def _redeal(match: MatchState, redealing: Redealing, seat: Seat, luck: Random) -> Move:
    rules, order = match.rules, redealing.deal.order
    hand = hand_cards(order, redealing.hands[seat].known)
    poor = may_claim(order, hand, redeal_no_trump=rules.redeal_no_trump, redeal_points_below=rules.redeal_points_below)
    return ClaimRedeal() if poor and luck.random() < 0.6 else Pass()


def _call(match: MatchState, calling: Calling, luck: Random) -> Move:
    rules = match.rules.friends
    if rules.solo_call and luck.random() < 0.3:
        return CallFriends((), solo=True)
    order = calling.deal.order
    hand = hand_cards(order, calling.hands[calling.deal.dealer].known)
    calls = list(possible_calls(rules, order, hand))
    luck.shuffle(calls)
    chosen: dict[tuple[int, int], Call] = {}
    for call in calls:
        chosen.setdefault((call.card, call.ordinal), call)
    return CallFriends(tuple(chosen.values())[: calls_wanted(match.rules.players)])


def _lead(tricks: Tricks, rules: Rules, seat: Seat, luck: Random) -> Play:
    order, hand = tricks.deal.order, tricks.hands[seat].known
    if luck.random() < 0.7:
        return Play(luck.choice(list(leads(order, hand))))
    suit = luck.choice([suit for suit in EFFECTIVE_SUITS if in_suit(hand, suit)])
    held = holding_cards(order, suit, in_suit(hand, suit))
    # Half of the throws use only the eight highest cards.
    among = held[-8:] if luck.random() < 0.5 else held
    cards = tuple(luck.sample(among, luck.randint(1, min(6, len(among)))))
    if rules.throw_ambiguity == "leader_specifies" and luck.random() < 0.5:
        return Play(cards, tuple((card,) for card in cards))
    return Play(cards)


def _follow(tricks: Tricks, rules: Rules, seat: Seat, luck: Random) -> Cards:
    order, hand, lead = tricks.deal.order, tricks.hands[seat].known, tricks.trick.lead
    if rules.enforcement == "honor" and luck.random() < 0.15:
        return tuple(luck.sample(hand_cards(order, hand), lead.size))
    if rules.bombs != "off" and can_be_bombed(lead.units, lead.size) and luck.random() < 0.5:
        bombs = [(order.faces[bomb.suit][bomb.slot],) * lead.size for bomb in bombs_held(lead.size, hand)]
        legal = [bomb for bomb in bombs if _answers(tricks, rules, lead, hand, bomb)]
        if legal:
            return luck.choice(legal)
    held = holding_cards(order, lead.suit, in_suit(hand, lead.suit))
    if len(held) > lead.size:
        guess = tuple(luck.sample(held, lead.size))
        if _answers(tricks, rules, lead, hand, guess):
            return guess
    elif luck.random() < 0.5:
        rest = list(hand_cards(order, hand))
        for card in held:
            rest.remove(card)
        return held + tuple(luck.sample(rest, lead.size - len(held)))
    plays = follows(order, lead, hand, protect_tuples=rules.protect_tuples, bombs=rules.bombs)
    return luck.choice(list(islice(plays, 12)))


def _answers(tricks: Tricks, rules: Rules, lead: Lead, hand: Any, cards: Cards) -> bool:
    order = tricks.deal.order
    play = hand_of(order, cards)
    chain = order.chains[lead.suit]
    return is_legal_follow(chain, lead, hand, play, protect_tuples=rules.protect_tuples, bombs=rules.bombs)


# Rules ---------------------------------------------------------------------------------------------------------------


@st.composite
def tables(draw: st.DrawFn, levels: tuple[str, ...] = RANK_NAMES) -> tuple[str, dict[str, object]]:
    """Draws a profile with any overrides. Its matches start at one of the levels."""
    setting: Setting = draw(settings_of_tables(levels))
    return setting.profile, dict(setting.overrides)


def is_refused(table: Table, by: PlayerId, seat: Seat, move: Move) -> Refusal | None:
    """Returns the refusal of the seat's move, or `None` if the move is accepted."""
    try:
        decide(GAMES, table, Act(by, move, seat), secret(0, 0))
    except Refusal as refusal:
        return refusal
    return None
