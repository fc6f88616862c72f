"""Reliability: whether players act in time and play their hands to the end, derived from events alone.

| event | counted as |
|---|---|
| a player acts before their clock has expired, including the grace | a turn in time |
| a seat misses its turn | a turn of its player, not in time |
| a hand ends, and the player who was present at its deal is present | a finished hand |
| it ends, and a bot stands in for that player | an unfinished hand |
| before its end, a substitute takes the seat, and a bot stood in for that player | an unfinished hand |

A turn counts only if a clock ran for it. Without a clock, no player can be late, and no player waits for moves of
standing orders. A hand counts when it is over. It does not count for players who were absent at the deal, who have come
as substitutes since, or who were present but replaced by their tournament. It counts for no player if the tournament
called the match off. Sandboxes do not count, and bots have no reliability.

Reliability is public, so the number of turns could reveal a card, or how a board was played that others still have to
play. Therefore a table with delayed spectators counts when its match is over, and a sealed table when it is unsealed.

The score is the share of recent turns in time, multiplied by the share of recent finished hands, in hundredths and
rounded down. So only a player without a failure has 100. It is provisional while it is based on few turns and hands.
"""

from collections.abc import Iterable
from typing import Any, Literal, NamedTuple

from domain.kernel.instants import SECOND_MS, Instant
from domain.kernel.players import PlayerId
from domain.kernel.seats import Seat
from domain.table.events import (
    ClocksSet,
    HandOpened,
    MatchEnded,
    SecretPublished,
    TableCalledOff,
    TableOpened,
    TableUnsealed,
    TurnMissed,
)
from domain.table.seat_events import SeatLeft, SeatResumed, SeatTaken, StandInSeated, SubstituteSeated
from domain.table.spectators import NO_DELAY

LAST_TURNS = 200
LAST_HANDS = 50
"""`LAST_TURNS` and `LAST_HANDS` are the numbers of recent turns and hands that count."""
ENOUGH_TURNS = 20
ENOUGH_HANDS = 5
"""With `ENOUGH_TURNS` turns or `ENOUGH_HANDS` hands, a score is no longer provisional."""

RELEVANT_EVENTS = (
    TableOpened,
    SeatTaken,
    SeatLeft,
    SubstituteSeated,
    StandInSeated,
    SeatResumed,
    TurnMissed,
    ClocksSet,
    HandOpened,
    SecretPublished,
    MatchEnded,
    TableCalledOff,
    TableUnsealed,
)
"""The events that matter here. All others can be left out."""


class Observation(NamedTuple):
    """A turn or a hand that counts for or against a player; for a turn in time, also the seconds that it took."""

    player: PlayerId
    of: Literal["turn", "hand"]
    is_good: bool
    seconds: int | None = None


class ReliabilityState(NamedTuple):
    """The state of a table that is needed to count, for each seat.

    Attributes:
        counts: whether anything counts; false in sandboxes.
        players: the player of each seat, or `None` if it is free or held by a bot.
        away: whether a bot stands in for the player.
        running: whether the clock runs.
        began: the player who was present at the deal of the current hand, or `None`.
        is_delayed: whether spectators see the table with a delay.
        held: what will count when the match is over or, at a sealed table, when it is unsealed.
        is_sealed: whether only the players of the table can see it.
        since: when the turn of each seat began; `None` while its clock does not run.
    """

    counts: bool
    players: tuple[PlayerId | None, ...]
    away: tuple[bool, ...]
    running: tuple[bool, ...]
    began: tuple[PlayerId | None, ...]
    is_delayed: bool
    held: tuple[Observation, ...]
    is_sealed: bool = False
    since: tuple[Instant | None, ...] = ()


class PlayerRecord(NamedTuple):
    """The recent turns and hands of a player: how many there were, and how many were in time or finished.

    `timed` is the number of recent turns of which the time is known, and `seconds` their sum.
    """

    turns: int
    in_time: int
    hands_begun: int
    hands_finished: int
    timed: int = 0
    seconds: int = 0

    @property
    def pace_s(self) -> int | None:
        """The mean seconds of a turn, rounded up; `None` while too few turns are known."""
        return None if self.timed < ENOUGH_TURNS else -(-self.seconds // self.timed)

    @property
    def score(self) -> int | None:
        """The score from 0 to 100, or `None` if nothing has counted yet."""
        if not self.turns and not self.hands_begun:
            return None
        turns, hands = max(self.turns, 1), max(self.hands_begun, 1)
        in_time = self.in_time if self.turns else 1
        finished = self.hands_finished if self.hands_begun else 1
        return 100 * in_time * finished // (turns * hands)

    @property
    def is_provisional(self) -> bool:
        """Whether the score is based on too few turns and hands."""
        return self.turns < ENOUGH_TURNS and self.hands_begun < ENOUGH_HANDS

    def suffices(self, least: int | None) -> bool:
        """Returns whether a player with this record may sit down where `least` is required. Newcomers always may."""
        return least is None or self.is_provisional or self.score is None or self.score >= least


def observe_command(
    watch: ReliabilityState | None, by: str | None, events: Iterable[Any]
) -> tuple[ReliabilityState | None, list[Observation]]:
    """Returns the new state of a table and the marks that a command adds.

    Args:
        watch: the state before, or `None` before the table is opened.
        by: the player who gave the command, or `None`.
        events: its events, or those of them that are in `RELEVANT_EVENTS`.
    """
    marks: list[Observation] = []
    events = list(events)
    if watch is not None and any(isinstance(event, TableCalledOff) for event in events):
        watch = watch._replace(began=(None,) * len(watch.began))
    for event in events:
        if isinstance(event, TableOpened):
            watch = _opened(event)
        elif watch is not None:
            counted, watch = _counted_marks(watch, by, event)
            marks += counted
    return watch, marks if watch is not None and watch.counts else []


def _counted_marks(
    watch: ReliabilityState, by: str | None, event: Any
) -> tuple[Iterable[Observation], ReliabilityState]:
    """Returns the marks that count now that an event has happened, and the state after it."""
    marks, watch = _marks(watch, by, event), _with_since(watch, by, event)
    watch = _after(watch, event)
    if isinstance(event, TableUnsealed):
        watch = watch._replace(is_sealed=False)
    if not (watch.is_delayed or watch.is_sealed or watch.held):
        return marks, watch
    held = (*watch.held, *marks)
    is_revealed = isinstance(event, TableUnsealed | MatchEnded | TableCalledOff) and not watch.is_sealed
    return (held, watch._replace(held=())) if is_revealed else ((), watch._replace(held=held))


def _opened(event: TableOpened) -> ReliabilityState:
    nobody, no = (None,) * event.seats, (False,) * event.seats
    is_delayed = event.spectators != NO_DELAY
    return ReliabilityState(event.world is None, nobody, no, no, nobody, is_delayed, (), event.sealed, nobody)


def _marks(watch: ReliabilityState, by: str | None, event: Any) -> list[Observation]:
    """Returns the marks of an event, given the state before it."""
    match event:
        case TurnMissed(seat):
            player = watch.players[seat]
            return [] if player is None else [Observation(player, "turn", is_good=False)]
        case ClocksSet():
            return [
                Observation(player, "turn", is_good=True, seconds=_seconds(watch.since[seat], event.at))
                for seat, player in ((each.seat, watch.players[each.seat]) for each in event.clocks)
                if player is not None and player == by and watch.running[seat]
            ]
        case SubstituteSeated(seat, _, instead_of) if watch.began[seat] == instead_of and watch.away[seat]:
            return [Observation(instead_of, "hand", is_good=False)]
        case SecretPublished():
            return [
                Observation(player, "hand", is_good=watch.players[seat] == player and not watch.away[seat])
                for seat, player in enumerate(watch.began)
                if player is not None
            ]
        case _:
            return []


def _seconds(since: Instant | None, at: Instant) -> int | None:
    return None if since is None else max(0, at - since) // SECOND_MS


def _with_since(watch: ReliabilityState, by: str | None, event: Any) -> ReliabilityState:
    """Returns the state with the beginnings of turns. A move after which its own seat is asked again begins a turn."""
    if not isinstance(event, ClocksSet):
        return watch
    since = watch.since
    for each in event.clocks:
        is_next = not watch.running[each.seat] or watch.players[each.seat] == by
        if each.running is None:
            since = _with(since, each.seat, None)
        elif is_next:
            since = _with(since, each.seat, event.at)
    return watch._replace(since=since)


def _after(watch: ReliabilityState, event: Any) -> ReliabilityState:
    """Returns the state after an event."""
    match event:
        case SeatTaken(seat, player, bot):
            return watch._replace(players=_with(watch.players, seat, None if bot else player))
        case SeatLeft(seat):
            return watch._replace(players=_with(watch.players, seat, None))
        case SubstituteSeated(seat, player):
            watch = watch._replace(players=_with(watch.players, seat, player), began=_with(watch.began, seat, None))
            return watch._replace(away=_with(watch.away, seat, value=False))
        case StandInSeated(seat=seat) | SeatResumed(seat=seat):
            watch = watch._replace(running=_with(watch.running, seat, value=False))
            return watch._replace(away=_with(watch.away, seat, isinstance(event, StandInSeated)))
        case ClocksSet():
            running = watch.running
            for each in event.clocks:
                running = _with(running, each.seat, each.running is not None)
            return watch._replace(running=running)
        case HandOpened():
            pairs = zip(watch.players, watch.away, strict=True)
            return watch._replace(began=tuple(None if is_away else player for player, is_away in pairs))
        case SecretPublished():
            return watch._replace(began=(None,) * len(watch.began))
        case _:
            return watch


def _with(values: tuple[Any, ...], seat: Seat, value: Any) -> tuple[Any, ...]:
    return (*values[:seat], value, *values[seat + 1 :])
