"""Verifying a game from its record alone (design §5): commitments, shuffles, cuts, and every play by the rules.

Every command is found again from what it brought about and decided once more; each event has to come out as it is
recorded. So deal, cut, first drawer, refusals, tricks, scores and levels are all worked out anew.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from domain import shuffle
from domain.games import GAMES
from domain.refusals import Refusal
from domain.seats import Seat
from domain.table.commands import Act, Start, TableCommand
from domain.table.decide import Chance, decide
from domain.table.events import HandOpened, SecretPublished, TableOpened, TableStarted
from domain.table.evolve import evolve
from domain.table.state import Table

UNKNOWN_SECRET = bytes(shuffle.SECRET_BYTES)
"""Stands for the secret of a hand that is not over, and so is not in the record."""


class Verified(NamedTuple):
    """What was verified: how many hands and moves, and what did not agree (nothing, for an honest record)."""

    hands: int
    moves: int
    disagreements: tuple[str, ...]


def verify(events: Sequence[Any]) -> Verified:
    """Verifies the events of a record, from the opening of the table on."""
    secrets = {event.hand: bytes.fromhex(event.secret) for event in events if isinstance(event, SecretPublished)}
    wrong = list(_broken_commitments(events, secrets))
    known = [_with_secrets(event, secrets) for event in events]
    moves, differing = _decided_again(known, secrets)
    return Verified(len(secrets), moves, (*wrong, *differing))


def _broken_commitments(events: Sequence[Any], secrets: dict[int, bytes]) -> Iterator[str]:
    """Secrets that are not what was committed to, and hands whose commitment was not published before."""
    announced = ""
    for event in events:
        if isinstance(event, TableOpened):
            announced = event.commitment
        if isinstance(event, HandOpened):
            if event.commitment != announced:
                yield f"hand {event.hand}: its commitment is not the one published before it"
            if event.hand in secrets and shuffle.commitment(secrets[event.hand]) != event.commitment:
                yield f"hand {event.hand}: the secret is not the one committed to"
            announced = event.next_commitment


def _with_secrets(event: Any, secrets: dict[int, bytes]) -> Any:
    """The event with the secret that was hidden in it, as far as it is known now."""
    if isinstance(event, TableOpened):
        return replace(event, secret=secrets.get(1, UNKNOWN_SECRET).hex())
    if isinstance(event, HandOpened):
        return replace(event, next_secret=secrets.get(event.hand + 1, UNKNOWN_SECRET).hex())
    return event


def _decided_again(events: list[Any], secrets: dict[int, bytes]) -> tuple[int, list[str]]:
    """How many moves were decided again, and the first of them that did not come out as recorded."""
    table: Table | None = None
    place = moves = 0
    while place < len(events):
        command = _command_behind(table, events, place)
        if command is None or table is None:
            table = evolve(GAMES, table, events[place])
            place += 1
            continue
        moves += 1
        number = table.hand.number if table.hand else 0
        try:
            outcome = decide(GAMES, table, command, Chance(secrets.get(number + 2, UNKNOWN_SECRET)))
        except Refusal as refusal:
            return moves, [f"event {place + 1}: {type(events[place]).__name__} is refused: {refusal.detail}"]
        for decided, recorded in zip(outcome.events, events[place:], strict=False):
            place += 1
            if _known_part(decided, recorded) != recorded:
                return moves, [f"event {place}: {recorded} is recorded, but {decided} follows from the rules"]
            table = evolve(GAMES, table, recorded)
    return moves, []


def _known_part(decided: Any, recorded: Any) -> Any:
    """What was decided, with the commitment to a secret that the record does not know taken from the record."""
    unknown = isinstance(recorded, HandOpened) and recorded.next_secret == UNKNOWN_SECRET.hex()
    return (
        replace(decided, next_commitment=recorded.next_commitment)
        if unknown and type(decided) is HandOpened
        else decided
    )


def _command_behind(table: Table | None, events: list[Any], place: int) -> TableCommand | None:
    """The command that brought the event about; none for those before the start, which decide nothing hidden."""
    event = events[place]
    if table is None:
        return None
    if isinstance(event, TableStarted):
        return Start(table.host)
    move = table.game.move_behind(events, place)
    if move is None:
        return None
    seat: Seat = event.seat
    occupant = table.seats[seat]
    return Act(occupant.player, move, seat) if occupant else None
