"""How far one can rely on a player, from the log alone: do they act in time, and play their hands to the end?

| what happens at a table | what is counted |
|---|---|
| a player acts before their clock, grace included, has run down | a turn answered in time |
| a seat misses its turn | a turn of its player, not answered in time |
| a hand is over, and the player who was there when it was dealt is there | a hand finished |
| it is over, and a bot stands in for that player | a hand begun and not finished |
| a substitute takes that player's seat over before it is over, and a bot stood in | a hand begun and not finished |

A turn counts where a clock has run for it: where there is all the time there is, nobody can be late, and what a
standing order plays at once nobody has waited for. A hand counts when it is over, and for nobody who was away already
when it was dealt, or has come as a substitute since; nor does one count against somebody who was there and whom their
tournament has replaced, or for anybody where it was broken off because the tournament called the match off. Sandbox
worlds are not counted, and bots of the house have no reliability. Records can be seen by everybody, so what happens at
a table that spectators see late is counted when its match is over, and at a sealed one when it is unsealed: how many
turns there were could tell of a card, or of what was made of a board that others have yet to play.

The score is the share of the last turns that were answered in time, times the share of the last hands that were
finished, in hundredths and rounded down, so that only who has failed nobody has 100. It is provisional for as long as
there is little to tell it from.
"""

from collections.abc import Iterable
from typing import Any, Literal, NamedTuple

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
from domain.table.spectators import AT_ONCE

LAST_TURNS = 200
LAST_HANDS = 50
"""So many turns and hands of a player count, the newest."""
ENOUGH_TURNS = 20
ENOUGH_HANDS = 5
"""With as many of either a score is no longer provisional."""

TELLING = (
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
"""The events that tell something here; all others can be left out."""


class Mark(NamedTuple):
    """Something that counts for or against a player."""

    player: PlayerId
    of: Literal["turn", "hand"]
    is_good: bool


class Watch(NamedTuple):
    """What has to be known of a table to count on, for each seat.

    Attributes:
        counts: whether anything does: not in a sandbox world.
        players: who holds it; none when it is free, or a bot of the house has it.
        away: whether a bot stands in for its player.
        running: whether its clock runs.
        began: who was there when the hand that is played was dealt.
        is_late: whether spectators see the table late.
        held: what is counted at such a table when the match is over, or at a sealed one when it is unsealed.
        is_sealed: whether nobody but who sits there sees the table.
    """

    counts: bool
    players: tuple[PlayerId | None, ...]
    away: tuple[bool, ...]
    running: tuple[bool, ...]
    began: tuple[PlayerId | None, ...]
    is_late: bool
    held: tuple[Mark, ...]
    is_sealed: bool = False


class Record(NamedTuple):
    """The last turns and hands of a player: how many, and how many of them were as they should be."""

    turns: int
    in_time: int
    hands_begun: int
    hands_finished: int

    @property
    def score(self) -> int | None:
        """From 0 to 100; none where nothing has been counted."""
        if not self.turns and not self.hands_begun:
            return None
        turns, hands = max(self.turns, 1), max(self.hands_begun, 1)
        in_time = self.in_time if self.turns else 1
        finished = self.hands_finished if self.hands_begun else 1
        return 100 * in_time * finished // (turns * hands)

    @property
    def is_provisional(self) -> bool:
        """Whether there is too little to tell the score from."""
        return self.turns < ENOUGH_TURNS and self.hands_begun < ENOUGH_HANDS

    def suffices(self, least: int | None) -> bool:
        """Whether a player with this record may sit down where so much is asked for; newcomers may everywhere."""
        return least is None or self.is_provisional or self.score is None or self.score >= least


def watched(watch: Watch | None, by: str | None, events: Iterable[Any]) -> tuple[Watch | None, list[Mark]]:
    """What is counted of a command, and what has to be known to count the next one.

    Args:
        watch: what was known before; none before the table was opened.
        by: whose command it was.
        events: its events, or those of them that are in `TELLING`.
    """
    marks: list[Mark] = []
    events = list(events)
    if watch is not None and any(isinstance(event, TableCalledOff) for event in events):
        watch = watch._replace(began=(None,) * len(watch.began))
    for event in events:
        if isinstance(event, TableOpened):
            watch = _opened(event)
        elif watch is not None:
            told, watch = _told(watch, by, event)
            marks += told
    return watch, marks if watch is not None and watch.counts else []


def _told(watch: Watch, by: str | None, event: Any) -> tuple[Iterable[Mark], Watch]:
    """What is counted now that an event has happened, and what is known after it."""
    marks, watch = _marks(watch, by, event), _after(watch, event)
    if isinstance(event, TableUnsealed):
        watch = watch._replace(is_sealed=False)
    if not (watch.is_late or watch.is_sealed or watch.held):
        return marks, watch
    held = (*watch.held, *marks)
    is_told = isinstance(event, TableUnsealed | MatchEnded | TableCalledOff) and not watch.is_sealed
    return (held, watch._replace(held=())) if is_told else ((), watch._replace(held=held))


def _opened(event: TableOpened) -> Watch:
    nobody, no = (None,) * event.seats, (False,) * event.seats
    is_late = event.spectators != AT_ONCE
    return Watch(event.world is None, nobody, no, no, nobody, is_late, (), event.sealed)


def _marks(watch: Watch, by: str | None, event: Any) -> list[Mark]:
    """What an event tells, given what was known before it."""
    match event:
        case TurnMissed(seat):
            player = watch.players[seat]
            return [] if player is None else [Mark(player, "turn", is_good=False)]
        case ClocksSet():
            return [
                Mark(player, "turn", is_good=True)
                for seat, player in ((each.seat, watch.players[each.seat]) for each in event.clocks)
                if player is not None and player == by and watch.running[seat]
            ]
        case SubstituteSeated(seat, _, instead_of) if watch.began[seat] == instead_of and watch.away[seat]:
            return [Mark(instead_of, "hand", is_good=False)]
        case SecretPublished():
            return [
                Mark(player, "hand", is_good=watch.players[seat] == player and not watch.away[seat])
                for seat, player in enumerate(watch.began)
                if player is not None
            ]
        case _:
            return []


def _after(watch: Watch, event: Any) -> Watch:
    """What is known after an event."""
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
