"""Positions of Sheng Ji, the same positions with the hidden cards exchanged, and next moves that are legal in both."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

from domain.games.registry import PACKAGES
from domain.games.sheng_ji.card_order import EFFECTIVE_SUITS
from domain.games.sheng_ji.choices import first_few, follows
from domain.games.sheng_ji.commands import Bury, CallFriends, Pass, Play
from domain.games.sheng_ji.events import Declared, KittyTaken, KittyTurned
from domain.games.sheng_ji.friends import Call
from domain.games.sheng_ji.holding import hand_cards, holding_cards, in_suit
from domain.games.sheng_ji.play_events import HandScored, KittyRevealed, LeadForced, ThrowFailed
from domain.games.sheng_ji.state import Bidding, Burying, Calling, Declaring, Redealing, Reviewing, Scored, Tricks
from domain.games.sheng_ji.ways_of_declaring import Auction, LiveDraw, Sealed
from domain.kernel.cards import FACE_OF_NAME, FACES, Cards
from domain.kernel.refusals import InvalidRules, Refusal
from domain.kernel.seats import Seat, right_of
from domain.kernel.viewers import Onlooker, Viewer
from domain.table.commands import Act
from domain.table.decide import decide
from domain.table.events import CardsDealt
from domain.table.evolve import fold
from domain.table.redact import redact
from domain.table.state import Table
from tests.support.exchange import (
    Moment,
    batch_of_moves,
    feed,
    with_hidden_cards_exchanged,
    with_orders,
    with_other_secrets,
)
from tests.support.frozen_api import Asked, NextMove, command
from tests.support.matches import played_by_chance, secret
from tests.support.option_sets import by_luck
from tests.support.stored import HONEST
from tests.support.table import SHENG_JI

KINDS = (
    "declaring",
    "the last pass to come",
    "while the cards are drawn",
    "after the last card",
    "filing plans",
    "asking for a new deal",
    "burying",
    "bidding for the kitty",
    "calling friends",
    "leading",
    "following",
    "choosing after a throw",
    "declaring the next hand",
    "following in the next hand",
    "asked to let something be taken back",
    "reviewing the hand",
    "all over",
)
NEEDED: dict[str, dict[str, object]] = {
    "the last pass to come": {"deal_mode": "auction"},
    "while the cards are drawn": {"deal_mode": "live_draw"},
    "after the last card": {"deal_mode": "live_draw"},
    "filing plans": {"deal_mode": "plan"},
    "asking for a new deal": {"redeal_no_trump": "on"},
    "bidding for the kitty": {"chao_di_pi": "repeat"},
    "calling friends": {"team_mode": "friends"},
    "choosing after a throw": {"throw_forced_lead": "leader_choice", "throw_reveal": "witness_seat"},
    "asked to let something be taken back": {"take_back": "on"},
    "reviewing the hand": {"enforcement": "honor"},
    "all over": {"kitty_reveal": "on_opponents_last_trick"},
}
"""The options without which a kind of position does not exist."""
PROFILE_NEEDED = {"calling friends": "zhao-peng-you"}


def kinds_of(table: Table) -> Iterator[str]:  # noqa: C901, PLR0912 - one case for each phase
    """Yields the kinds of position that the table has."""
    if table.match is None:
        return
    later, undo = table.match.hands_played > 0, table.match.undo
    if undo is not None and undo.agreed is not None:
        yield "asked to let something be taken back"
    match table.match.phase:
        case Declaring(way=LiveDraw() as live):
            yield "after the last card" if live.drawn else "while the cards are drawn"
        case Declaring(way=Sealed()):
            yield "filing plans"
        case Declaring(way=Auction(passes=passes), floor=floor):
            yield "declaring the next hand" if later else "declaring"
            if floor.standing and passes == len(table.seats) - 2:
                yield "the last pass to come"
        case Redealing():
            yield "asking for a new deal"
        case Burying():
            yield "burying"
        case Bidding():
            yield "bidding for the kitty"
        case Calling():
            yield "calling friends"
        case Reviewing():
            yield "reviewing the hand"
        case Tricks(choices=(_, *_)):
            yield "choosing after a throw"
        case Tricks(trick=None):
            yield "leading"
        case Tricks():
            yield "following in the next hand" if later else "following"
        case Scored(score=HandScored(kitty_factor=0)) if table.status == "finished":
            yield "all over"


def moment_of(kind: str, place: int | None, seed: str) -> Moment:
    """Returns a position of that kind from a random match of at most two hands, with random rules.

    The viewer sits `place` seats to the right of the seat that is asked, or of seat 0 if none is. If `place` is `None`,
    the viewer is a spectator. Raises `AssertionError` if none of 300 matches has such a position.
    """
    luck = Random(seed)
    pinned = {"final_level": "A", "after_final": "end", "laps": 1, **NEEDED.get(kind, {})}
    for _ in range(300):
        setting = by_luck(luck.randrange(2**32), PROFILE_NEEDED.get(kind), pinned=pinned)
        try:
            outcomes = list(played_by_chance(luck.randrange(2**32), setting.profile, setting.overrides, 2))
        except InvalidRules:
            continue  # The fixed options may be incompatible with the profile.
        fitting = [number for number, outcome in enumerate(outcomes) if kind in kinds_of(outcome.table)]
        if fitting:
            until = luck.choice(fitting)
            table = outcomes[until].table
            asked = next((seat for seat, _ in SHENG_JI.asked(table.match)), Seat(0))
            viewer = Onlooker.SPECTATOR if place is None else right_of(asked, len(table.seats), place)
            events = tuple(event for outcome in outcomes[: until + 1] for event in outcome.events)
            return Moment(with_orders(events, luck) if table.status == "playing" else events, viewer)
    raise AssertionError(f"no match has a moment of the kind {kind!r}")


def exchanged(moment: Moment, luck: Random) -> Moment:
    """Returns the position with the hidden cards and secrets exchanged."""
    other = with_hidden_cards_exchanged(moment, luck)
    return replace(other, events=with_other_secrets(other.events, luck))


def in_json(move: Any) -> dict[str, Any]:
    """Returns the command of a player for the move."""
    kind, members = PACKAGES["sheng_ji"].command_of(move)
    return {"type": kind, **members}


def what_follows(table: Table, seat: Seat, move: Any) -> tuple[Any, ...] | None:
    """Returns the events of a move, or `None` if it is refused."""
    occupant = table.occupant(seat)
    assert occupant
    try:
        return decide(HONEST, table, Act(occupant.player, move), secret(0, 0)).events
    except Refusal:
        return None


def next_move(moment: Moment, other: Moment) -> NextMove | None:
    """Returns a next move that reveals only the played cards to the viewer, or `None` if there is none."""
    truth, elsewhere = fold(HONEST, moment.events), fold(HONEST, other.events)
    for seat, _ in SHENG_JI.asked(truth.match):
        for here, there in moves_in_both(truth, elsewhere, seat):
            outcomes = (what_follows(table, seat, move) for table, move in ((truth, here), (elsewhere, there)))
            if all(is_quiet(events, moment.viewer) for events in outcomes):
                return NextMove(seat, here, there)
    return None


def exchanged_with_next_move(moment: Moment, luck: Random) -> tuple[Moment, NextMove | None]:
    """Returns the position with hidden cards exchanged and the next moves in both cases, if any."""
    for _ in range(5):
        other = exchanged(moment, luck)
        move = next_move(moment, other)
        if move is not None:  # Otherwise other cards are tried, with which such a move may exist.
            break
    return other, move


def moves_in_both(truth: Table, elsewhere: Table, seat: Seat) -> Iterator[tuple[Any, Any]]:
    match truth.match.phase, elsewhere.match.phase:
        case ((Declaring() | Redealing() | Bidding() | Reviewing()), _):
            yield Pass(), Pass()
        case Calling(), _:
            seen = SHENG_JI.legal_moves(truth.match, seat)
            calls = [Call(call["word"], FACE_OF_NAME[call["card"]], call["ordinal"]) for call in seen["calls"]]
            some, none = CallFriends(tuple(calls[: seen["count"]])), CallFriends((), solo=True)
            yield from ((some, some), (none, none))
        case Burying(deal=deal) as here, Burying() as there:
            count = truth.match.rules.deal_shape.kitty
            yield tuple(Bury(hand_cards(deal.order, each.hands[seat].known)[:count]) for each in (here, there))
        case Tricks(choices=()) as here, _:
            yield from ((Play(cards), Play(cards)) for cards in plays(here, seat))


def plays(tricks: Tricks, seat: Seat) -> tuple[Cards, ...]:
    """Returns plays whose outcome no hidden card can change: follows and leads of one card."""
    order, hand = tricks.deal.order, tricks.hands[seat].known
    if tricks.trick is None:
        return tuple((card,) for card in hand_cards(order, hand))
    return first_few(follows(order, tricks.trick.lead, hand), 200)[0]


def is_quiet(events: tuple[Any, ...] | None, viewer: Viewer) -> bool:
    """Returns whether the events show the viewer no cards except those played."""
    if events is None:
        return False
    telling = KittyTurned | KittyRevealed | HandScored | ThrowFailed | LeadForced | Declared | CardsDealt
    return not any(
        isinstance(event, telling) or (isinstance(event, KittyTaken) and event.seat == viewer) for event in events
    )


def moves_tried(moment: Moment, token: str, luck: Random) -> list[Asked]:
    """Returns requests made from the viewer's view: dry runs of legal and illegal moves, and illegal moves."""
    truth, viewer = fold(HONEST, moment.events), moment.viewer
    if isinstance(viewer, Onlooker):
        moves: list[Any] = [Pass(), Bury(tuple(FACES[:8])), Play(tuple(FACES[:1]))]
        return [command(token, in_json(move), dry=dry) for move in moves for dry in (False, True)]
    seen = fold(HONEST, feed(moment.events, viewer, redact))
    batch = batch_of_moves(moment, seen, luck)
    # Legal moves come first.
    moves = [*batch[:7], *luck.sample(batch[7:], 7), *plays_of_several(seen, viewer)]
    in_vain = [move for move in moves if what_follows(truth, viewer, move) is None]
    twice = (("Idempotency-Key", "in-vain"), ("Prefer", "return=representation"))
    return [
        *(command(token, in_json(move), dry=True) for move in moves),
        *(command(token, in_json(move)) for move in in_vain),
        *(command(token, in_json(move), *twice) for move in in_vain[:1]),
    ]


def plays_of_several(seen: Table, seat: Seat) -> Iterator[Play]:
    """Yields plays of several cards, whose outcome may depend on the cards of other seats.

    These are the units that the seat can choose after a throw, and the last two cards of each suit.
    """
    if isinstance(seen.match.phase, Tricks) and seat in (seen.match.phase.turn, seen.match.phase.chooser):
        order, hand = seen.match.phase.deal.order, seen.match.phase.hands[seat].known
        yield from map(Play, seen.match.phase.choices)
        for suit in EFFECTIVE_SUITS:
            if in_suit(hand, suit).bit_count() > 1:
                yield Play(holding_cards(order, suit, in_suit(hand, suit))[-2:])
