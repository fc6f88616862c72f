"""Verifying a game from its record alone (design §5): commitments, shuffles, cuts, and every play by the rules.

Every command is found again from what it brought about and decided once more; each event has to come out as it is
recorded, and none may stand there that no command brought about. So seats, deal, cut, first drawer, refusals, tricks,
scores and levels are all worked out anew.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import Any, NamedTuple

from domain import shuffle
from domain.games import GAMES
from domain.options import UnknownRevision
from domain.refusals import Refusal
from domain.seats import Seat
from domain.table.commands import (
    Act,
    Cancel,
    ChallengePlayer,
    DeclineChallenge,
    Leave,
    SeatBot,
    SetEntropy,
    Sit,
    Start,
    TableCommand,
    Tick,
    UnseatBot,
    WithdrawChallenge,
)
from domain.table.decide import Chance, decide
from domain.table.events import (
    ChallengeDeclined,
    ChallengeWithdrawn,
    EntropyChanged,
    HandOpened,
    PlayerChallenged,
    SeatLeft,
    SeatTaken,
    SecretPublished,
    TableCancelled,
    TableOpened,
    TableStarted,
)
from domain.table.evolve import evolve
from domain.table.state import Table

UNKNOWN_SECRET = bytes(shuffle.SECRET_BYTES)
"""Stands for the secret of a hand that is not over, and so is not in the record."""


class Disagreement(NamedTuple):
    """Something in a record that does not agree with the rules.

    Attributes:
        place: which event of the record it is, from 1 on.
        detail: what is wrong, in one sentence.
        recorded: the event, as it is recorded.
        decided: the event that follows from the rules; none where there is no such event.
    """

    place: int
    detail: str
    recorded: Any
    decided: Any = None


class Verified(NamedTuple):
    """What was verified: how many hands and moves, and what did not agree (nothing, for an honest record)."""

    hands: int
    moves: int
    disagreements: tuple[Disagreement, ...]


def verify(events: Sequence[Any]) -> Verified:
    """Verifies the events of a record, from the opening of the table on."""
    secrets = {event.hand: bytes.fromhex(event.secret) for event in events if isinstance(event, SecretPublished)}
    wrong = list(_broken_commitments(events, secrets))
    known = [_with_secrets(event, secrets) for event in events]
    moves, differing = _decided_again(known, secrets)
    return Verified(len(secrets), moves, (*wrong, *differing))


def _broken_commitments(events: Sequence[Any], secrets: dict[int, bytes]) -> Iterator[Disagreement]:
    """Secrets that are not what was committed to, and hands whose commitment was not published before."""
    announced = ""
    for place, event in enumerate(events, start=1):
        if isinstance(event, TableOpened):
            announced = event.commitment
        if isinstance(event, HandOpened):
            if event.commitment != announced:
                yield Disagreement(place, "the commitment is not the one published before the hand", event)
            if event.hand in secrets and shuffle.commitment(secrets[event.hand]) != event.commitment:
                yield Disagreement(place, "the secret published later is not the one committed to", event)
            announced = event.next_commitment


def _with_secrets(event: Any, secrets: dict[int, bytes]) -> Any:
    """The event with the secret that was hidden in it, as far as it is known now."""
    if isinstance(event, TableOpened):
        return replace(event, secret=secrets.get(1, UNKNOWN_SECRET).hex())
    if isinstance(event, HandOpened):
        return replace(event, next_secret=secrets.get(event.hand + 1, UNKNOWN_SECRET).hex())
    return event


def _decided_again(events: list[Any], secrets: dict[int, bytes]) -> tuple[int, list[Disagreement]]:
    """How many moves were decided again, and the first of them that did not come out as recorded."""
    if not events or not isinstance(events[0], TableOpened):
        return 0, [Disagreement(1, "a record begins with the opening of its table", events[0] if events else None)]
    moves = 0
    try:
        table = evolve(GAMES, None, events[0])
    except Refusal as refusal:
        return 0, [Disagreement(1, f"this is refused: {refusal.detail}", events[0])]
    except UnknownRevision as unknown:
        return 0, [Disagreement(1, f"this program cannot verify it: {unknown}", events[0])]
    place = 1
    while place < len(events):
        recorded = events[place]
        command = _command_behind(table, events, place)
        if command is None:
            return moves, [Disagreement(place + 1, "no command brought this event about", recorded)]
        moves += isinstance(command, Start | Act | Tick)
        number = table.hand.number if table.hand else 0
        try:
            outcome = decide(GAMES, table, command, Chance(secrets.get(number + 2, UNKNOWN_SECRET)))
        except Refusal as refusal:
            return moves, [Disagreement(place + 1, f"this is refused: {refusal.detail}", recorded)]
        decided = [table.game.as_recorded(*pair) for pair in _beside(outcome.events, events[place:])]
        differing = _differing(decided, events, place)
        if differing is not None:
            return moves, [differing]
        # Folded as recorded: what the record does not know, such as the next commitment, is not what was decided.
        for event in events[place : place + len(outcome.events)]:
            table = evolve(GAMES, table, event)
        place += len(outcome.events)
    return moves, []


def _beside(decided: Sequence[Any], recorded: Sequence[Any]) -> Iterator[tuple[Any, Any]]:
    """Each event that was decided, with the one recorded in its place; none where the record is over."""
    return zip_longest(decided, recorded[: len(decided)])


def _differing(decided: Sequence[Any], events: list[Any], place: int) -> Disagreement | None:
    """The first of the decided events that is recorded otherwise, or not at all.

    A record ends with a hand, and leaves out that the next one was opened at the same moment.
    """
    for offset, event in enumerate(decided):
        if place + offset == len(events):
            if isinstance(event, HandOpened):
                return None
            return Disagreement(place + offset + 1, "the record breaks off here", None, event)
        recorded = events[place + offset]
        if _known_part(event, recorded) != recorded:
            return Disagreement(place + offset + 1, "this does not follow from the rules", recorded, event)
    return None


def _known_part(decided: Any, recorded: Any) -> Any:
    """What was decided, with the commitment to a secret that the record does not know taken from the record."""
    unknown = isinstance(recorded, HandOpened) and recorded.next_secret == UNKNOWN_SECRET.hex()
    return (
        replace(decided, next_commitment=recorded.next_commitment)
        if unknown and type(decided) is HandOpened
        else decided
    )


def _command_behind(  # noqa: C901, PLR0911 - one case for each event
    table: Table, events: list[Any], place: int
) -> TableCommand | None:
    """The command whose first event stands at that place; none when no command brings about such an event first."""
    match events[place]:
        case SeatTaken(seat=seat, player=player, bot=None, entropy=entropy):
            return Sit(player, seat, entropy)
        case SeatTaken(seat=seat, player=player, bot=str(bot), entropy=entropy):
            return SeatBot(table.host, seat, bot, player, entropy)
        case SeatLeft(seat=seat, player=player):
            return UnseatBot(table.host, seat) if _is_bot(table, seat) else Leave(player)
        case EntropyChanged(seat=seat, entropy=entropy):
            occupant = table.occupant(seat)
            return SetEntropy(occupant.player, entropy) if occupant else None
        case PlayerChallenged(by=by, player=player, seat=seat):
            return ChallengePlayer(by, player, seat)
        case ChallengeDeclined(player=player, reason=reason):
            return DeclineChallenge(player, reason)
        case ChallengeWithdrawn(player=player):
            return WithdrawChallenge(table.host, player)
        case TableStarted():
            return Start(table.host)
        case TableCancelled():
            return Cancel(table.host)
        case event:
            tick = table.game.tick_behind(event)
            if tick is not None:
                return Tick(tick)
            behind = table.game.move_behind(table.match, events, place)
            if behind is None:
                return None
            seat, move = behind
            occupant = table.occupant(seat)
            return Act(occupant.player, move, seat) if occupant else None


def _is_bot(table: Table, seat: Seat) -> bool:
    occupant = table.occupant(seat)
    return occupant is not None and occupant.bot is not None
