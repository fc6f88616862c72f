"""How a table changes by what has happened. It records and refuses nothing; games evolve their own part."""

from collections.abc import Callable, Iterable
from typing import Any

from domain.seats import Seat
from domain.table.events import (
    ChallengeAccepted,
    ChallengeDeclined,
    ChallengeWithdrawn,
    EntropyChanged,
    HandOpened,
    MatchEnded,
    PlayerChallenged,
    SeatLeft,
    SeatTaken,
    SecretPublished,
    TableCancelled,
    TableOpened,
    TableStarted,
)
from domain.table.game import Game
from domain.table.state import Challenge, Occupant, OpenedHand, Result, Table


class BrokenHistory(Exception):
    """Events that cannot follow each other; a defect, never a refusal."""


def evolve(games: dict[str, Game], table: Table | None, event: Any) -> Table:
    """The table after an event, for the table itself or for a viewer (who sees redacted events).

    Raises:
        BrokenHistory: the events cannot follow each other.
        UnknownRevision: the table keeps to rules that this program does not know.
    """
    if table is None:
        if not isinstance(event, TableOpened):
            raise BrokenHistory(f"{type(event).__name__} before the table was opened")
        return _opened(games[event.game], event)
    after = _AFTER.get(type(event))
    if after is None:
        return table.with_match(table.game.evolve(table.match, event))
    return after(table, event)


def _after_seat_taken(table: Table, event: SeatTaken) -> Table:
    return table._replace(seats=_with(table, event.seat, Occupant(event.player, event.bot, event.entropy)))


def _after_seat_left(table: Table, event: SeatLeft) -> Table:
    return table._replace(seats=_with(table, event.seat, None))


def _after_entropy(table: Table, event: EntropyChanged) -> Table:
    occupant = table.seats[event.seat]
    if occupant is None:
        raise BrokenHistory(f"{type(event).__name__} of an empty seat")
    return table._replace(seats=_with(table, event.seat, occupant._replace(entropy=event.entropy)))


def _after_challenge(table: Table, event: PlayerChallenged) -> Table:
    return table._replace(challenges=(*table.challenges, Challenge(event.by, event.player, event.seat)))


def _after_answer(table: Table, event: ChallengeAccepted | ChallengeDeclined | ChallengeWithdrawn) -> Table:
    return table._replace(challenges=tuple(each for each in table.challenges if each.player != event.player))


def _after_start(table: Table, _: TableStarted) -> Table:
    return table._replace(status="playing", challenges=(), match=table.game.new_match(table.rules))


def _after_cancel(table: Table, _: TableCancelled) -> Table:
    return table._replace(status="cancelled", challenges=())


def _after_hand_opened(table: Table, event: HandOpened) -> Table:
    opened = OpenedHand(event.hand, event.entropies, event.commitment, table.secret)
    return table._replace(hand=opened, commitment=event.next_commitment, secret=event.next_secret)


def _after_secret(table: Table, event: SecretPublished) -> Table:
    if table.hand is None:
        raise BrokenHistory(f"{type(event).__name__} of no hand")
    return table._replace(hand=table.hand._replace(secret=event.secret))


def _after_end(table: Table, event: MatchEnded) -> Table:
    return table._replace(status="finished", result=Result(event.reason, event.winners))


_AFTER: dict[type, Callable[[Table, Any], Table]] = {
    SeatTaken: _after_seat_taken,
    SeatLeft: _after_seat_left,
    EntropyChanged: _after_entropy,
    PlayerChallenged: _after_challenge,
    ChallengeAccepted: _after_answer,
    ChallengeDeclined: _after_answer,
    ChallengeWithdrawn: _after_answer,
    TableStarted: _after_start,
    TableCancelled: _after_cancel,
    HandOpened: _after_hand_opened,
    SecretPublished: _after_secret,
    MatchEnded: _after_end,
}
"""Events that the table records itself; all others, the deal among them, are the game's."""


def _opened(game: Game, event: TableOpened) -> Table:
    return Table(
        game=game,
        rules=game.rules_from_document(event.rules, event.rules_revision),
        rules_revision=event.rules_revision,
        status="open",
        host=event.host,
        listed=event.listed,
        hands=event.hands,
        spectators=event.spectators,
        seats=(None,) * event.seats,
        challenges=(),
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
