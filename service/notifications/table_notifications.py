"""The account events that follow from the events of a table."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Literal, NamedTuple, get_args

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
    PlayerChallenged,
    SeatLeft,
    SeatResumed,
    SeatTaken,
    StandInSeated,
    SubstituteSeated,
)
from domain.table.state import Challenge, Table
from service.leagues.notifications import LeagueNewsType
from service.platform.documents import Json
from service.tournaments.notifications import TournamentNewsType

AccountEventType = Literal[
    "challenged",
    "challenge_accepted",
    "challenge_declined",
    "challenge_withdrawn",
    "partner_asked",
    "partner_agreed",
    "partner_withdrew",
    "match_found",
    "seat_taken",
    "seat_left",
    "table_started",
    "table_cancelled",
    "turn_began",
    "turn_reminder",
    "turn_resumed",
    "turn_missed",
    "stand_in_seated",
    "seat_resumed",
    "substitute_seated",
    "proposal_made",
    "proposal_ended",
    "hand_over",
    "match_ended",
    "table_expired",
    "table_called_off",
    "chat_message",
    "moderated",
    "board_challenged",
    "board_challenge_answered",
    TournamentNewsType,
    LeagueNewsType,
]
ACCOUNT_EVENT_TYPES: tuple[AccountEventType, ...] = get_args(AccountEventType)


class NewAccountEvent(NamedTuple):
    """An account event for a player, not yet numbered."""

    player: PlayerId
    type: AccountEventType
    data: Json


class Happening(NamedTuple):
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


def told_of(happening: Happening) -> list[NewAccountEvent]:
    """Returns the account events of a command, in order. House bots receive none."""
    told = [
        each
        for version, event in enumerate(happening.events, start=happening.first_version)
        for each in _told_of_event(happening, version, event)
    ]
    return told + [
        NewAccountEvent(turn.player, "turn_began", {"seat": turn.seat, "what": turn.what, "version": happening.version})
        for turn in _turns_begun(happening)
    ]


def _told_of_event(happening: Happening, version: int, event: Any) -> Iterator[NewAccountEvent]:
    table = happening.after
    if isinstance(event, SeatTaken | SeatLeft):
        yield from _told_of_coming_and_going(happening, version, event)
    elif type(event) in _TOLD_TO_ONE:
        name, told, known = _TOLD_TO_ONE[type(event)]
        yield NewAccountEvent(told(event), name, {**known(event), "version": version})
    elif isinstance(event, TurnMissed):
        missed = {"seat": event.seat, "in_a_row": event.in_a_row, "version": version}
        yield from (
            NewAccountEvent(player, "turn_missed", missed) for seat, player in _seated(table) if seat == event.seat
        )
    elif isinstance(event, SubstituteSeated | TableExpired):
        yield from _told_to_those_outside(table, version, event)
    else:
        yield from _told_to_seated(happening, version, event)
    yield from _told_of_challenges_that_end(happening, version, event)


def _told_of_challenges_that_end(happening: Happening, version: int, event: Any) -> Iterator[NewAccountEvent]:
    """Yields events for challenged players whose challenge has ended without an answer."""
    # A player who accepted with this command has started the match or taken over the seat with it.
    accepted = {each.player for each in happening.events if isinstance(each, ChallengeAccepted)}
    earlier = happening.events[: version - happening.first_version]
    for challenge in happening.before.challenges if happening.before else ():
        is_news = _ends(event, challenge) and not any(_ends(each, challenge) for each in earlier)
        if is_news and challenge.player not in accepted:
            yield NewAccountEvent(challenge.player, "challenge_withdrawn", {"by": challenge.by, "version": version})


def _ends(event: Any, challenge: Challenge) -> bool:
    """Returns whether the event ends the challenge."""
    if isinstance(event, SeatResumed | SubstituteSeated):
        return challenge.seat == event.seat
    return isinstance(event, TableStarted | TableCancelled | TableExpired | TableCalledOff | MatchEnded)


def _told_of_coming_and_going(
    happening: Happening, version: int, event: SeatTaken | SeatLeft
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


def _told_to_those_outside(
    table: Table, version: int, event: SubstituteSeated | TableExpired
) -> Iterator[NewAccountEvent]:
    """Yields events for the seated players and for one without a seat: the host, or the former player of a seat."""
    own = {player: seat for seat, player in _seated(table)}
    if isinstance(event, TableExpired):
        for player in dict.fromkeys([table.host, *own]):
            yield NewAccountEvent(player, "table_expired", {"seat": own.get(player), "version": version})
        return
    change = {"of": event.seat, "player": event.player, "instead_of": event.instead_of, "version": version}
    for player in dict.fromkeys([event.instead_of, *own]):
        yield NewAccountEvent(player, "substitute_seated", {"seat": own.get(player), **change})


def _told_to_seated(happening: Happening, version: int, event: Any) -> Iterator[NewAccountEvent]:
    if type(event) in _TOLD_TO_OTHERS:
        name, facts = _TOLD_TO_OTHERS[type(event)]
        for seat, player in _seated(happening.after):
            if player != happening.by:
                yield NewAccountEvent(player, name, {"seat": event.seat, **facts(event, seat), "version": version})
    elif type(event) in _TOLD_TO_ALL:
        name, more = _TOLD_TO_ALL[type(event)]
        for seat, player in _seated(happening.after):
            yield NewAccountEvent(player, name, {"seat": seat, **more(event, seat), "version": version})


_TOLD_TO_ONE: dict[type, tuple[AccountEventType, Callable[[Any], PlayerId], Callable[[Any], Json]]] = {
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
_TOLD_TO_OTHERS: dict[type, tuple[AccountEventType, Callable[[Any, Seat], Json]]] = {
    ProposalMade: ("proposal_made", lambda event, seat: {"what": event.what, "asks_you": seat in event.seats}),
    ProposalDeclined: ("proposal_ended", lambda _, __: {"outcome": "declined"}),
    ProposalWithdrawn: ("proposal_ended", lambda _, __: {"outcome": "withdrawn"}),
    MoveUndone: ("proposal_ended", lambda _, __: {"outcome": "undone"}),
}
"""The events that notify all seated players except their author: the type and the members."""
_TOLD_TO_ALL: dict[type, tuple[AccountEventType, Callable[[Any, Seat], Json]]] = {
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


def _turns_begun(happening: Happening) -> Iterator[Asking]:
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
