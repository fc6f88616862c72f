"""The account events that follow from the events of a table."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from domain.kernel.instants import write_instant
from domain.kernel.players import PlayerId
from domain.kernel.seats import Seat
from domain.table.asking import Asking, asking
from domain.table.events import (
    MatchEnded,
    MoveUndone,
    ProposalDeclined,
    ProposalMade,
    ProposalWithdrawn,
    SecretPublished,
    TableCalledOff,
    TableCancelled,
    TableExpired,
    TableStarted,
    TurnMissed,
)
from domain.table.seat_events import (
    ActedFor,
    ChallengeAccepted,
    ChallengeDeclined,
    ChallengeWithdrawn,
    OrdersGiven,
    PlayerChallenged,
    SeatLeft,
    SeatResumed,
    SeatTaken,
    StandInSeated,
    SubstituteSeated,
)
from domain.table.state import Challenge, Table
from service.notifications.events import AccountEventType, NewAccountEvent
from service.platform.documents import Json


class CommandEvents(NamedTuple):
    """The events of one command, and the table before and after it.

    Attributes:
        by: author of the command: a player or the clock.
        first_version: version of the first event.
        before: the table before the command; `None` if the command opened it.
    """

    by: str
    first_version: int
    before: Table | None
    events: Sequence[Any]
    after: Table

    @property
    def version(self) -> int:
        """The version of the last event."""
        return self.first_version + len(self.events) - 1


def account_events_of(happening: CommandEvents) -> list[NewAccountEvent]:
    """Returns the account events of a command, in order, without their table. House bots receive none."""
    of_events = [
        each
        for version, event in enumerate(happening.events, start=happening.first_version)
        for each in _events_of(happening, version, event)
    ]
    of_events.extend(_orders_ended(happening))
    return of_events + [
        NewAccountEvent(turn.player, "turn_began", {"seat": turn.seat, "what": turn.what, "version": happening.version})
        for turn in _turns_begun(happening)
    ]


def _events_of(happening: CommandEvents, version: int, event: Any) -> Iterator[NewAccountEvent]:
    table = happening.after
    if isinstance(event, SeatTaken | SeatLeft):
        yield from _of_coming_and_going(happening, version, event)
    elif type(event) in _TO_ONE:
        name, recipient, known = _TO_ONE[type(event)]
        yield NewAccountEvent(recipient(event), name, {**known(event), "version": version})
    elif isinstance(event, TurnMissed):
        missed = {"seat": event.seat, "in_a_row": event.in_a_row, "version": version}
        yield from (
            NewAccountEvent(player, "turn_missed", missed) for seat, player in _seated(table) if seat == event.seat
        )
    elif isinstance(event, SubstituteSeated | TableExpired):
        yield from _to_those_outside(table, version, event)
    else:
        yield from _to_seated(happening, version, event)
    yield from _of_challenges_that_end(happening, version, event)


def _of_challenges_that_end(happening: CommandEvents, version: int, event: Any) -> Iterator[NewAccountEvent]:
    """Yields events for challenged players whose challenge has ended without an answer."""
    # A player who accepted with this command has started the match or taken over the seat with it.
    accepted = {each.player for each in happening.events if isinstance(each, ChallengeAccepted)}
    earlier = happening.events[: version - happening.first_version]
    for challenge in happening.before.challenges if happening.before else ():
        is_new = _ends(event, challenge) and not any(_ends(each, challenge) for each in earlier)
        if is_new and challenge.player not in accepted:
            yield NewAccountEvent(challenge.player, "challenge_withdrawn", {"by": challenge.by, "version": version})


def _ends(event: Any, challenge: Challenge) -> bool:
    """Returns whether the event ends the challenge."""
    if isinstance(event, SeatResumed | SubstituteSeated):
        return challenge.seat == event.seat
    return isinstance(event, TableStarted | TableCancelled | TableExpired | TableCalledOff | MatchEnded)


def _of_coming_and_going(
    happening: CommandEvents, version: int, event: SeatTaken | SeatLeft
) -> Iterator[NewAccountEvent]:
    """Yields the events about a player who sits down or leaves, for the others at the table."""
    table = happening.after
    name: AccountEventType = "seat_taken" if isinstance(event, SeatTaken) else "seat_left"
    data = {"seat": event.seat, "player": event.player, "version": version}
    # The players of a table that is opened with them are notified.
    host = () if table.sealed else (table.host,)
    others = [*host, *(player for _, player in _seated(table))] if happening.before else []
    for player in dict.fromkeys(others):
        if player not in (happening.by, event.player):
            yield NewAccountEvent(player, name, data)


def _to_those_outside(table: Table, version: int, event: SubstituteSeated | TableExpired) -> Iterator[NewAccountEvent]:
    """Yields events for the seated players and for one without a seat: the host, or the former player of a seat."""
    own = {player: seat for seat, player in _seated(table)}
    if isinstance(event, TableExpired):
        for player in dict.fromkeys([table.host, *own]):
            yield NewAccountEvent(player, "table_expired", {"seat": own.get(player), "version": version})
        return
    change = {"of": event.seat, "player": event.player, "instead_of": event.instead_of, "version": version}
    for player in dict.fromkeys([event.instead_of, *own]):
        yield NewAccountEvent(player, "substitute_seated", {"seat": own.get(player), **change})


def _to_seated(happening: CommandEvents, version: int, event: Any) -> Iterator[NewAccountEvent]:
    if type(event) in _TO_OTHERS:
        name, facts = _TO_OTHERS[type(event)]
        for seat, player in _seated(happening.after):
            if player != happening.by:
                yield NewAccountEvent(player, name, {"seat": event.seat, **facts(event, seat), "version": version})
    elif type(event) in _TO_ALL:
        name, more = _TO_ALL[type(event)]
        for seat, player in _seated(happening.after):
            yield NewAccountEvent(player, name, {"seat": seat, **more(event, seat), "version": version})


_TO_ONE: dict[type, tuple[AccountEventType, Callable[[Any], PlayerId], Callable[[Any], Json]]] = {
    PlayerChallenged: (
        "challenged",
        lambda event: event.player,
        lambda event: {"by": event.by, "seat": event.seat},
    ),
    ChallengeAccepted: (
        "challenge_accepted",
        lambda event: event.by,
        lambda event: {"player": event.player, "seat": event.seat},
    ),
    ChallengeDeclined: (
        "challenge_declined",
        lambda event: event.by,
        lambda event: {"player": event.player, "reason": event.reason},
    ),
    ChallengeWithdrawn: (
        "challenge_withdrawn",
        lambda event: event.player,
        lambda event: {"by": event.by},
    ),
}
"""The events that notify one player: the type, the player, and the members."""
_TO_OTHERS: dict[type, tuple[AccountEventType, Callable[[Any, Seat], Json]]] = {
    ProposalMade: ("proposal_made", lambda event, seat: {"what": event.what, "asks_you": seat in event.seats}),
    ProposalDeclined: ("proposal_ended", lambda _, __: {"outcome": "declined"}),
    ProposalWithdrawn: ("proposal_ended", lambda _, __: {"outcome": "withdrawn"}),
    MoveUndone: ("proposal_ended", lambda _, __: {"outcome": "undone"}),
}
"""The events that notify all seated players except their author: the type and the members."""
_TO_ALL: dict[type, tuple[AccountEventType, Callable[[Any, Seat], Json]]] = {
    TableStarted: ("table_started", lambda _, __: {}),
    TableCancelled: ("table_cancelled", lambda _, __: {}),
    TableCalledOff: ("table_called_off", lambda event, _: {"why": event.why}),
    StandInSeated: (
        "stand_in_seated",
        lambda event, _: {
            "of": event.seat,
            "reason": event.reason,
            "forfeits_at": None if event.forfeits_at is None else write_instant(event.forfeits_at),
        },
    ),
    SeatResumed: ("seat_resumed", lambda event, _: {"of": event.seat}),
    SecretPublished: ("hand_over", lambda event, _: {"hand": event.hand}),
    MatchEnded: (
        "match_ended",
        lambda event, seat: {
            "reason": event.reason,
            "winners": list(event.winners),
            "won": seat in event.winners,
        },
    ),
}
"""The events that notify all seated players: the type and the members."""


def _seated(table: Table) -> Iterator[tuple[Seat, PlayerId]]:
    """Yields the seats that players hold, with their players."""
    for seat, occupant in enumerate(table.seats):
        if occupant and occupant.bot is None:
            yield Seat(seat), occupant.player


def _orders_ended(happening: CommandEvents) -> Iterator[NewAccountEvent]:
    """Yields an event for each seat and each reason for which standing orders of the seat have ended.

    A player who withdraws orders knows it, and the end of a match has an event of its own.
    """
    table, before = happening.after, {}
    given = {event.seat for event in happening.events if isinstance(event, OrdersGiven)}
    for held in happening.before.orders if happening.before else ():
        before[held.seat] = len(held.ended) if held.seat not in given else 0
    for held in table.orders:
        occupant, reasons = table.seats[held.seat], defaultdict(list)
        if occupant is None or occupant.bot is not None:
            continue
        for ended in held.ended[before.get(held.seat, 0) :]:
            reasons[ended.reason].append(ended.id)
        for reason, ids in reasons.items():
            if reason != "match_over" and (reason != "withdrawn" or happening.by != occupant.player):
                data = {"seat": held.seat, "orders": ids, "reason": reason, "version": happening.version}
                yield NewAccountEvent(occupant.player, "orders_ended", data)


def _turns_begun(happening: CommandEvents) -> Iterator[Asking]:
    """Yields the turns of players that begin with a command: newly asked, or asked again after they acted."""
    asked = asking(happening.before) if happening.before else ()
    before = {(each.seat, each.player, each.what) for each in asked if each.bot is None}
    acted_for = {event.seat for event in happening.events if isinstance(event, ActedFor)}
    for each in asking(happening.after):
        acted = each.player == happening.by and happening.after.match is not (
            happening.before and happening.before.match
        )
        acted = acted or each.seat in acted_for
        if each.bot is None and (acted or (each.seat, each.player, each.what) not in before):
            yield each
