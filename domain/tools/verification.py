"""Verifies a game from its record alone: commitments, shuffles, cuts, and every play by the rules.

Each command is derived from its events and decided again. The result has to match the recorded events, and every
recorded event has to follow from a command. So seats, deal, cut, first drawer, tricks, scores and levels are all
recomputed.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import Any, NamedTuple

from domain.games.registry import GAMES
from domain.kernel import shuffle
from domain.kernel.refusals import Refusal
from domain.kernel.rules import UnknownRevision
from domain.kernel.seats import Seat
from domain.table.absence import forfeit_event
from domain.table.agreements import decision_of_agreement
from domain.table.commands import (
    Act,
    ActFor,
    Agree,
    Cancel,
    ChallengePlayer,
    DeclineChallenge,
    Disagree,
    Leave,
    Propose,
    SeatBot,
    SetEntropy,
    Sit,
    Start,
    TableCommand,
    Tick,
    UnseatBot,
    WithdrawChallenge,
    WithdrawProposal,
)
from domain.table.decide import decide
from domain.table.events import (
    CardsDealt,
    ClocksSet,
    HandOpened,
    MatchEnded,
    ProposalAgreed,
    ProposalDeclined,
    ProposalMade,
    ProposalWithdrawn,
    SecretPublished,
    TableCalledOff,
    TableCancelled,
    TableExpired,
    TableOpened,
    TablePaused,
    TableResumed,
    TableStarted,
    TurnLapsed,
    TurnMissed,
)
from domain.table.evolve import evolve
from domain.table.hands import Chance
from domain.table.proposals import awaited_seats
from domain.table.seat_events import (
    ActedFor,
    ChallengeAccepted,
    ChallengeDeclined,
    ChallengeWithdrawn,
    EntropyChanged,
    OrdersEnded,
    OrdersGiven,
    PlayerChallenged,
    SeatLeft,
    SeatResumed,
    SeatTaken,
    StandInSeated,
    SubstituteSeated,
    TimeGiven,
)
from domain.table.state import Table

UNKNOWN_SECRET = bytes(shuffle.SECRET_BYTES)
"""Stands for the secret of an unfinished hand, which is not in the record."""


NOT_PROVABLE = (
    ActedFor,
    OrdersEnded,
    OrdersGiven,
    ClocksSet,
    SeatResumed,
    StandInSeated,
    SubstituteSeated,
    TableCalledOff,
    TableExpired,
    TablePaused,
    TableResumed,
    TimeGiven,
    TurnLapsed,
    TurnMissed,
)
"""Events that do not follow from the rules of a game: who acted when, and for whom. A record cannot prove them."""


class Disagreement(NamedTuple):
    """A difference between a record and the rules.

    Attributes:
        place: the number of the event in the record, from 1.
        detail: what is wrong, in one sentence.
        recorded: the recorded event, or `None` if the record ends before it.
        decided: the event that follows from the rules, or `None` if there is none.
    """

    place: int
    detail: str
    recorded: Any
    decided: Any = None


class Verified(NamedTuple):
    """The result of a verification.

    Attributes:
        hands: the number of hands.
        moves: the number of moves.
        disagreements: the differences; empty for an honest record.
        chosen: the number of hands whose deal was chosen when the table was opened, instead of shuffled.
    """

    hands: int
    moves: int
    disagreements: tuple[Disagreement, ...]
    chosen: int


def verify(events: Sequence[Any]) -> Verified:
    """Verifies the events of a record, starting with the opening of the table."""
    secrets = {event.hand: bytes.fromhex(event.secret) for event in events if isinstance(event, SecretPublished)}
    wrong = list(_broken_commitments(events, secrets))
    chosen = _chosen(events)
    known = [_with_hidden(event, secrets, chosen) for event in events]
    moves, differing = _decided_again(known, secrets)
    return Verified(len(secrets), moves, (*wrong, *differing), len(chosen))


def _chosen(events: Sequence[Any]) -> dict[int, CardsDealt]:
    """Returns the deals that are recorded as chosen, by hand number."""
    found, number = {}, 0
    for event in events:
        if isinstance(event, HandOpened):
            number = event.hand
        if isinstance(event, CardsDealt) and event.chosen:
            found[number] = event
    return found


def _broken_commitments(events: Sequence[Any], secrets: dict[int, bytes]) -> Iterator[Disagreement]:
    """Yields secrets that do not match their commitment, and hands whose commitment was not published before."""
    announced = ""
    for place, event in enumerate(events, start=1):
        if isinstance(event, TableOpened):
            announced = event.commitment
        if isinstance(event, HandOpened):
            if event.commitment != announced:
                yield Disagreement(place, "the commitment differs from the one published before the hand", event)
            if event.hand in secrets and shuffle.commitment(secrets[event.hand]) != event.commitment:
                yield Disagreement(place, "the secret published later does not match the commitment", event)
            announced = event.next_commitment


def _with_hidden(event: Any, secrets: dict[int, bytes], chosen: dict[int, CardsDealt]) -> Any:
    """Returns the event with its hidden secret and deals restored, as far as the record reveals them."""
    if isinstance(event, TableOpened):
        deals = tuple(
            replace(deal, order=chosen[number].order, written_from=None) if number in chosen else deal
            for number, deal in enumerate(event.deals, start=1)
        )
        return replace(event, secret=secrets.get(1, UNKNOWN_SECRET).hex(), deals=deals)
    if isinstance(event, HandOpened):
        return replace(event, next_secret=secrets.get(event.hand + 1, UNKNOWN_SECRET).hex())
    return event


def _decided_again(events: list[Any], secrets: dict[int, bytes]) -> tuple[int, list[Disagreement]]:
    """Returns how many moves were decided again, and the first difference, if any."""
    table = _opened(events)
    if isinstance(table, Disagreement):
        return 0, [table]
    moves, place = 0, 1
    while place < len(events):
        recorded = events[place]
        if isinstance(recorded, ActedFor) and not _is_next_to_move(table, events, place):
            return moves, [Disagreement(place + 1, "no move of this seat follows it", recorded)]
        expected_events = _events_besides_moves(table, events, place) or _agreed_upon(table, events, place, secrets)
        if expected_events:
            differing = _differing(expected_events, events, place)
            if differing is not None:
                return moves, [differing]
            table = _folded(table, expected_events)
            place += len(expected_events)
            continue
        command = _command_behind(table, events, place)
        if command is None:
            return moves, [Disagreement(place + 1, "no command caused this event", recorded)]
        moves += isinstance(command, Start | Act | ActFor | Tick)
        number = table.hand.number if table.hand else 0
        try:
            outcome = decide(GAMES, table, command, Chance(secrets.get(number + 2, UNKNOWN_SECRET)))
        except Refusal as refusal:
            return moves, [Disagreement(place + 1, f"this is refused: {refusal.detail}", recorded)]
        proven = [event for event in outcome.events if not isinstance(event, NOT_PROVABLE)]
        decided = [table.game.as_recorded(*pair) for pair in _beside(proven, events[place:])]
        differing = _differing(decided, events, place)
        if differing is not None:
            return moves, [differing]
        # Fold the recorded events: if the record lacks a secret, the decided events contain another commitment.
        table = _folded(table, events[place : place + len(proven)])
        place += len(proven)
    return moves, []


def _folded(table: Table, events: Sequence[Any]) -> Table:
    for event in events:
        table = evolve(GAMES, table, event)
    return table


def _events_besides_moves(table: Table, events: Sequence[Any], place: int) -> list[Any]:
    """Returns the events that have to be at that index without a command of a player; empty if there are none.

    These are events that a record cannot prove, and those that end a match in the middle of a hand.
    """
    event = events[place]
    is_substitutes = isinstance(event, ChallengeAccepted) and isinstance(events[place - 1], SubstituteSeated)
    if is_substitutes or isinstance(event, NOT_PROVABLE):
        return [event]
    last = 1 if isinstance(events[place], SecretPublished) else 0
    end = events[place + last] if place + last < len(events) else None
    opened = table.hand
    if opened is None or opened.secret is None:
        return []
    decided = _ended_by_itself(table, end)
    if decided is None:
        return []
    return [SecretPublished(opened.number, opened.secret), decided] if last else [decided]


def _ended_by_itself(table: Table, end: Any) -> Any:
    """Returns the event that ends a match in the middle of a hand without a command, or `None`."""
    if isinstance(end, TableCalledOff):
        return end
    is_forfeit = isinstance(end, MatchEnded) and end.forfeited_by is not None
    return forfeit_event(table, end.forfeited_by) if is_forfeit else None


def _opened(events: list[Any]) -> Table | Disagreement:
    """Returns the table with which the record begins, or why it cannot be verified."""
    if not events or not isinstance(events[0], TableOpened):
        return Disagreement(1, "a record begins with the opening of its table", events[0] if events else None)
    try:
        return evolve(GAMES, None, events[0])
    except Refusal as refusal:
        return Disagreement(1, f"this is refused: {refusal.detail}", events[0])
    except UnknownRevision as unknown:
        return Disagreement(1, f"this program cannot verify it: {unknown}", events[0])


def _is_next_to_move(table: Table, events: list[Any], place: int) -> bool:
    """Returns whether the move for a seat directly follows the `ActedFor` event that announces it."""
    behind = table.game.move_of_events(table.match, events, place + 1) if place + 1 < len(events) else None
    return behind is not None and behind[0] == events[place].seat


def _agreed_upon(table: Table, events: Sequence[Any], place: int, secrets: dict[int, bytes]) -> list[Any]:
    """Returns the effects of an agreed proposal, if the last seat without an answer has left or been away too long."""
    if table.proposal is None or awaited_seats(table):
        return []
    number = table.hand.number if table.hand else 0
    outcome = decision_of_agreement(GAMES, table, Chance(secrets.get(number + 2, UNKNOWN_SECRET)))
    return [table.game.as_recorded(*pair) for pair in _beside(outcome.events, events[place:])]


def _beside(decided: Sequence[Any], recorded: Sequence[Any]) -> Iterator[tuple[Any, Any]]:
    """Yields each decided event with the recorded event in its place, or `None` if the record is over."""
    return zip_longest(decided, recorded[: len(decided)])


def _differing(decided: Sequence[Any], events: list[Any], place: int) -> Disagreement | None:
    """Returns the first decided event that is recorded differently or is missing, or `None`.

    A record ends with a hand and omits that the next one was opened by the same command.
    """
    for offset, event in enumerate(decided):
        if place + offset == len(events):
            if isinstance(event, HandOpened):
                return None
            return Disagreement(place + offset + 1, "the record ends in the middle of a command", None, event)
        recorded = events[place + offset]
        if _known_part(event, recorded) != recorded:
            return Disagreement(place + offset + 1, "this does not follow from the rules", recorded, event)
    return None


def _known_part(decided: Any, recorded: Any) -> Any:
    """Returns the decided event. If the record lacks the next secret, its commitment is taken from the record."""
    unknown = isinstance(recorded, HandOpened) and recorded.next_secret == UNKNOWN_SECRET.hex()
    return (
        replace(decided, next_commitment=recorded.next_commitment)
        if unknown and type(decided) is HandOpened
        else decided
    )


def _command_behind(  # noqa: C901, PLR0911, PLR0912 - one case for each event
    table: Table, events: list[Any], place: int
) -> TableCommand | None:
    """Returns the command whose first event is at that index, or `None` if no command begins with such an event."""
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
        case ProposalMade() | ProposalAgreed() | ProposalDeclined() | ProposalWithdrawn() as event:
            return _said_behind(table, event)
        case TableStarted():
            return Start(table.host)
        case TableCancelled():
            return Cancel(table.host)
        case event:
            tick = table.game.tick_of_event(event)
            if tick is not None:
                return Tick(tick)
            behind = table.game.move_of_events(table.match, events, place)
            if behind is None:
                return None
            seat, move = behind
            occupant = table.occupant(seat)
            if table.absences[seat].bot is not None:
                return ActFor(seat, move)
            return Act(occupant.player, move, seat) if occupant else None


def _said_behind(
    table: Table, event: ProposalMade | ProposalAgreed | ProposalDeclined | ProposalWithdrawn
) -> TableCommand | None:
    """Returns the command of a player about a proposal."""
    occupant, proposal = table.occupant(event.seat), table.proposal
    if occupant is None:
        return None
    match event:
        case ProposalMade(what=what):
            return Propose(occupant.player, what)
        case ProposalAgreed():
            return Agree(occupant.player, proposal.what) if proposal else None
        case ProposalDeclined():
            return Disagree(occupant.player)
        case ProposalWithdrawn():
            return WithdrawProposal(occupant.player)


def _is_bot(table: Table, seat: Seat) -> bool:
    occupant = table.occupant(seat)
    return occupant is not None and occupant.bot is not None
