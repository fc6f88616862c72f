"""How a table changes by what has happened. It records and refuses nothing; games evolve their own part."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, cast

from domain.seats import Seat
from domain.table.events import (
    CardsDealt,
    EntropyChanged,
    HandOpened,
    MatchEnded,
    SeatLeft,
    SeatTaken,
    SecretPublished,
    TableCancelled,
    TableOpened,
    TableStarted,
)
from domain.table.game import Game
from domain.table.state import Occupant, OpenedHand, Result, Table


class BrokenHistory(Exception):
    """Events that cannot follow each other; a defect, never a refusal."""


def evolve(games: dict[str, Game], table: Table | None, event: Any) -> Table:
    """The table after an event, for the table itself or for a viewer (who sees redacted events)."""
    if table is None:
        if not isinstance(event, TableOpened):
            raise BrokenHistory(f"{event} before the table was opened")
        return _opened(games[event.game], event)
    match event:
        case SeatTaken(seat, player, bot, entropy):
            return replace(table, seats=_with(table, seat, Occupant(player, bot, entropy)))
        case SeatLeft(seat):
            return replace(table, seats=_with(table, seat, None))
        case EntropyChanged(seat, entropy):
            return replace(
                table, seats=_with(table, seat, replace(cast("Occupant", table.seats[seat]), entropy=entropy))
            )
        case TableStarted():
            return replace(table, status="playing", match=table.game.new_match(table.rules))
        case TableCancelled():
            return replace(table, status="cancelled")
        case HandOpened(hand, entropies, commitment, next_commitment, next_secret):
            opened = OpenedHand(hand, entropies, commitment, table.secret)
            return replace(table, hand=opened, commitment=next_commitment, secret=next_secret)
        case SecretPublished(_, secret):
            return replace(table, hand=replace(cast("OpenedHand", table.hand), secret=secret))
        case MatchEnded(reason, winners):
            return replace(table, status="finished", result=Result(reason, winners))
        case CardsDealt() | _:
            return replace(table, match=table.game.evolve(table.match, event))


def _opened(game: Game, event: TableOpened) -> Table:
    return Table(
        game=game,
        rules=game.rules_from_document(event.rules),
        rules_revision=event.rules_revision,
        status="open",
        host=event.host,
        listed=event.listed,
        hands=event.hands,
        seats=(None,) * event.seats,
        commitment=event.commitment,
        secret=event.secret,
        hand=None,
        match=None,
        result=None,
    )


def _with(table: Table, seat: Seat, occupant: Occupant | None) -> tuple[Occupant | None, ...]:
    return (*table.seats[:seat], occupant, *table.seats[seat + 1 :])


def fold(games: dict[str, Game], events: Iterable[Any], table: Table | None = None) -> Table:
    """The table after all these events; `table` is where it stood before them."""
    for event in events:
        table = evolve(games, table, event)
    if table is None:
        raise BrokenHistory("a table without events")
    return table
