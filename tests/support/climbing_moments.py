"""Positions of Zheng Shangyou with hidden cards exchanged, and the possible next moves in both cases."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

from domain.games.registry import PACKAGES
from domain.games.zheng_shangyou.card_order import highest
from domain.games.zheng_shangyou.commands import Discard, Pass, PayTribute, Play
from domain.games.zheng_shangyou.events import DiscardsRevealed, PlacesScored, TributeRevealed
from domain.games.zheng_shangyou.state import Climbing, Discarding, Paying
from domain.kernel.cards import read_cards
from domain.kernel.refusals import Refusal
from domain.kernel.viewers import Onlooker, Viewer
from domain.table.commands import Act
from domain.table.decide import decide
from domain.table.evolve import fold
from domain.table.hands import Chance
from domain.table.redact import redact
from domain.table.state import Table
from tests.support.climbing import GAME
from tests.support.climbing_exchange import Moment, batch_of_moves, with_hidden_cards_exchanged
from tests.support.exchange import with_other_secrets
from tests.support.frozen_api import Asked, NextMove, command
from tests.support.stored import HONEST


def exchanged(moment: Moment, luck: Random) -> Moment:
    """Returns the position with other hidden cards and other secrets."""
    other = with_hidden_cards_exchanged(moment, luck)
    return replace(other, events=with_other_secrets(other.events, luck))


def in_json(move: Any) -> dict[str, Any]:
    kind, members = PACKAGES["zheng_shangyou"].command_of(move)
    return {"type": kind, **members}


def what_follows(table: Table, seat: int, move: Any) -> tuple[Any, ...] | None:
    """Returns the events of the move, or `None` if it is refused."""
    occupant = table.occupant(seat)
    assert occupant
    try:
        return decide(HONEST, table, Act(occupant.player, move, seat), Chance(bytes(32))).events
    except Refusal:
        return None


def move_of(table: Table, seat: int) -> Any | None:
    """Returns a move that reveals no card to others, or `None` if the phase has none."""
    match table.match.phase:
        case Climbing(standing=standing) if standing is not None:
            return Pass()
        case Paying(hands=hands):
            return PayTribute(highest(hands[seat].known)[0])
        case Discarding(hands=hands):
            return Discard(hands[seat].known[0])
        case _:
            return None


def moves_in_both(truth: Table, elsewhere: Table, seat: int) -> Iterator[tuple[Any, Any]]:
    """Yields pairs of moves of the seat, one for each case. They look the same to others. Some may be illegal."""
    here, there = move_of(truth, seat), move_of(elsewhere, seat)
    if here is not None and there is not None:
        yield here, there
    for names in GAME.legal_moves(truth.match, seat)["cards"][:20]:
        played = Play(read_cards(names))
        yield played, played


def next_move(moment: Moment, other: Moment) -> NextMove | None:
    truth, elsewhere = fold(HONEST, moment.events), fold(HONEST, other.events)
    for seat, _ in truth.game.asked(truth.match):
        for here, there in moves_in_both(truth, elsewhere, seat):
            outcomes = (what_follows(truth, seat, here), what_follows(elsewhere, seat, there))
            if all(is_quiet(events, moment.viewer) for events in outcomes):
                return NextMove(seat, here, there)
    return None


def exchanged_with_next_move(moment: Moment, luck: Random) -> tuple[Moment, NextMove | None]:
    """Returns the position with hidden cards exchanged, and the next move in both cases, if there is one."""
    other = exchanged(moment, luck)
    return other, next_move(moment, other)


def is_quiet(events: tuple[Any, ...] | None, _viewer: Viewer) -> bool:
    """Returns whether the move was accepted, and its events reveal only cards that were played."""
    telling = TributeRevealed | DiscardsRevealed | PlacesScored
    return events is not None and not any(isinstance(event, telling) for event in events)


def moves_tried(moment: Moment, token: str, luck: Random) -> list[Asked]:
    """Returns dry runs of legal and illegal moves, and illegal commands. They depend only on what the viewer sees."""
    if isinstance(moment.viewer, Onlooker):
        return [command(token, in_json(move), dry=dry) for move in (Pass(), Discard(0)) for dry in (False, True)]
    truth = fold(HONEST, moment.events)
    seen = fold(HONEST, [redact(truth.game, event, moment.viewer) for event in moment.events])
    moves = luck.sample(batch_of_moves(moment, seen, luck), 12)
    in_vain = [move for move in moves if what_follows(truth, moment.viewer, move) is None]
    return [
        *(command(token, in_json(move), dry=True) for move in moves),
        *(command(token, in_json(move)) for move in in_vain),
        command(token, {"type": "bury", "cards": ["AS"]}),
        command(token, {"type": "play", "cards": ["AS"], "units": []}),
    ]
