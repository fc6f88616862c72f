"""Commands of a tournament at the tables of its matches, and commands that are refused there.

| command | at the table of a match |
|---|---|
| sit or seat a bot before the start | the tournament seats the players when it opens the table |
| do so later, leave, challenge, invite, start or cancel | refused with `seats_of_match` |
| replace a player | when the tournament has called a substitute |
| let a bot play for a player | when the player has left the tournament, until a substitute is called |
| move, give orders or propose, after leaving the tournament | refused |
| call the table off | when the match has its result from elsewhere, or is no longer played |

A replaced player may or may not have been absent, but is not counted as having left. The seat keeps its clock and its
entropy. A table that is called off has no winner, and its unfinished hand counts against no player.
"""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from domain.kernel.messages import message
from domain.kernel.refusals import NotAllowed, WrongMoment
from domain.table.absence import NothingDue, recalendar_event
from domain.table.commands import (
    Cancel,
    ChallengePlayer,
    DeclineChallenge,
    Leave,
    ReplacePlayer,
    SeatBot,
    Sit,
    Start,
    TableCommand,
    UnseatBot,
    VacateSeat,
    WithdrawChallenge,
)
from domain.table.seat_events import StandInSeated, SubstituteSeated
from domain.table.state import Table
from domain.table.turn_clocks import DecisionContext

_OF_TOURNAMENT = (
    Cancel,
    ChallengePlayer,
    DeclineChallenge,
    Leave,
    Start,
    UnseatBot,
    WithdrawChallenge,
)


class SeatsOfMatch(NotAllowed):
    """The tournament decides who sits at this table."""


class HasLeft(NotAllowed):
    """You have left the tournament and cannot act at the table of its match."""


class NobodyToReplace(WrongMoment):
    """Only a player with a seat in a running match can be replaced."""


def check_seats_free_to_take(table: Table) -> None:
    """Checks that no tournament assigns the seats of the table. Raises `SeatsOfMatch`."""
    match = table.tournament_match
    if match is not None:
        raise SeatsOfMatch(
            message("the tournament decides about the seats of this table"),
            hint=message("leave the tournament or call a substitute there"),
            facts={"tournament": match.tournament},
        )


def check_not_of_tournament(table: Table, command: TableCommand) -> None:
    """Checks that a command does not interfere with the tournament.

    Raises:
        SeatsOfMatch: the tournament decides about the seats.
        HasLeft: the player has left the tournament.
    """
    match = table.tournament_match
    if match is None:
        return
    if isinstance(command, Leave | Cancel):
        path = f"/v1/tournaments/{match.tournament}/commands"
        raise SeatsOfMatch(
            message("the tournament decides about the seats of this table"),
            hint=(
                message(
                    "POST {body} to {path}: you leave the whole tournament, a bot plays for you, and in a rated "
                    "one you "
                    "alone lose as by a forfeit once a hand is over; dry_run=true says what it costs",
                    body='{"type": "leave_entrant"}',
                    path=path,
                )
            ),
            facts={"tournament": match.tournament, "command": "leave_entrant", "path": path},
        )
    if isinstance(command, _OF_TOURNAMENT) or (isinstance(command, Sit | SeatBot) and table.status != "open"):
        check_seats_free_to_take(table)
    if any(each.player == getattr(command, "by", None) for each in table.presence.left):
        raise HasLeft(
            message("you have left the tournament of this match"),
            hint=message("you can still watch"),
            facts={"tournament": match.tournament},
        )


def replacement_event(table: Table, command: ReplacePlayer) -> SubstituteSeated:
    """Returns the event that replaces a player. Raises `NobodyToReplace`."""
    occupant = table.occupant(command.seat)
    if table.status != "playing" or occupant is None or occupant.bot is not None:
        raise NobodyToReplace(
            message("nobody plays at seat {seat}", seat=command.seat), hint=message("no action is needed")
        )
    held = table.seat_of(command.player)
    if held is not None:
        raise NobodyToReplace(
            message("{player} already has seat {held}", player=command.player, held=held),
            hint=message("a player cannot have two seats"),
        )
    return SubstituteSeated(command.seat, command.player, occupant.player)


def vacancy_event(table: Table, command: VacateSeat) -> StandInSeated:
    """Returns the event that gives the seat of a departed player to a bot until a substitute comes or the match ends.

    Raises:
        NobodyToReplace: no player holds the seat, or its player is already recorded as having left.
    """
    occupant = table.occupant(command.seat)
    gone = [each.player for each in table.presence.left if each.seat == command.seat]
    if table.status != "playing" or occupant is None or occupant.bot is not None or occupant.player in gone:
        raise NobodyToReplace(
            message("nobody plays at seat {seat}", seat=command.seat), hint=message("no action is needed")
        )
    return StandInSeated(command.seat, table.ladder.stand_in, "left", None)


def substitute_clock_events(table: Table, command: ReplacePlayer, context: DecisionContext) -> Iterator[Any]:
    """Yields the event that recomputes the seat's running clock for the calendar of the substitute."""
    with suppress(NothingDue):
        yield recalendar_event(table, command.seat, context)
