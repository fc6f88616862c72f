"""What is done at the table of a match of a tournament by nobody who sits there, and what nobody there can do.

| what | at the table of a match |
|---|---|
| sit, before the start | as it is opened, whom the tournament seats |
| sit later, leave, challenge others, seat bots, invite, start or call off | by nobody; `seats_of_match` |
| a player is replaced | when the tournament has called another in their place |
| a bot plays for a player, to the end | when the player has left the tournament, and until a substitute is called |
| the player who has left moves, gives orders, proposes | never |
| the table is called off | when the match has its result otherwise, or is not played any more |

Who is replaced was there or not; they have left nobody alone by it, and the seat keeps its clock and its entropy. A
table that is called off counts for nobody: there is no winner, and the hand that is played is not one that somebody has
left.
"""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from domain.kernel.refusals import NotAllowed, WrongMoment
from domain.table.absence import NothingDue, recalendared
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
from domain.table.events import StandInSeated, SubstituteSeated
from domain.table.state import Table
from domain.table.turn_clocks import DecisionContext

_OF_TOURNAMENT = (
    Cancel,
    ChallengePlayer,
    DeclineChallenge,
    Leave,
    SeatBot,
    Start,
    UnseatBot,
    WithdrawChallenge,
)


class SeatsOfMatch(NotAllowed):
    """Who sits at the table of a match is a matter of its tournament."""


class HasLeft(NotAllowed):
    """Who has left the tournament does nothing at the table of its match any more."""


class NobodyToReplace(WrongMoment):
    """Only a player who holds a seat of a match that is played can be replaced."""


def check_seats_free_to_take(table: Table) -> None:
    """Whether others than a tournament say who sits there. Raises `SeatsOfMatch`."""
    match = table.tournament_match
    if match is not None:
        raise SeatsOfMatch(
            "the seats of this table belong to a match",
            hint="leave, or call a substitute, in the tournament",
            facts={"tournament": match.tournament},
        )


def check_not_of_tournament(table: Table, command: TableCommand) -> None:
    """Whether a command does not meddle with the seats of a match. Raises `SeatsOfMatch`, `HasLeft`."""
    match = table.tournament_match
    if match is None:
        return
    if isinstance(command, Leave | Cancel):
        path = f"/v1/tournaments/{match.tournament}/commands"
        raise SeatsOfMatch(
            "the seats of this table belong to a match",
            hint=(
                f'POST {{"type": "leave_entrant"}} to {path}: you leave the whole tournament, a bot plays for you, and'
                " in a rated one you alone lose as by a forfeit once a hand is over; dry_run=true says what it costs"
            ),
            facts={"tournament": match.tournament, "command": "leave_entrant", "path": path},
        )
    if isinstance(command, _OF_TOURNAMENT) or (isinstance(command, Sit) and table.status != "open"):
        check_seats_free_to_take(table)
    if any(each.player == getattr(command, "by", None) for each in table.presence.left):
        raise HasLeft(
            "you have left the tournament of this match",
            hint="you can still look on",
            facts={"tournament": match.tournament},
        )


def replaced(table: Table, command: ReplacePlayer) -> SubstituteSeated:
    """What happens when a player is replaced. Raises `NobodyToReplace`."""
    occupant = table.occupant(command.seat)
    if table.status != "playing" or occupant is None or occupant.bot is not None:
        raise NobodyToReplace(f"nobody plays on seat {command.seat}", hint="nothing has to be done")
    held = table.seat_of(command.player)
    if held is not None:
        raise NobodyToReplace(f"{command.player} holds seat {held}", hint="nobody plays on two seats")
    return SubstituteSeated(command.seat, command.player, occupant.player)


def vacated(table: Table, command: VacateSeat) -> StandInSeated:
    """What happens when the player of a seat has left: a bot has it until somebody is called, or the match is over.

    Raises:
        NobodyToReplace: nobody plays there, or the player is known to have left.
    """
    occupant = table.occupant(command.seat)
    gone = [each.player for each in table.presence.left if each.seat == command.seat]
    if table.status != "playing" or occupant is None or occupant.bot is not None or occupant.player in gone:
        raise NobodyToReplace(f"nobody plays on seat {command.seat}", hint="nothing has to be done")
    return StandInSeated(command.seat, table.ladder.stand_in, "left", None)


def clock_of_who_came(table: Table, command: ReplacePlayer, moment: DecisionContext) -> Iterator[Any]:
    """The clock of the seat, where it runs, over the calendar of who has come."""
    with suppress(NothingDue):
        yield recalendared(table, command.seat, moment)
