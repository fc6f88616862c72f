"""Checks of who may do what at a table, and the refusals of tables."""

from domain.kernel.messages import message
from domain.kernel.players import PlayerId
from domain.kernel.refusals import NotAllowed, Unknown, WrongMoment
from domain.kernel.seats import Seat
from domain.table.commands import (
    Act,
    Agree,
    Cancel,
    ChallengePlayer,
    Disagree,
    GiveOrders,
    GiveTime,
    Leave,
    LinkRematch,
    OpenTable,
    Propose,
    ResumeSeat,
    SeatBot,
    ServiceCommand,
    SetEntropy,
    Start,
    TableCommand,
    UnsealTable,
    UnseatBot,
    WithdrawOrders,
    WithdrawProposal,
)
from domain.table.match_table import (
    check_not_of_tournament,
    check_seats_free_to_take,
)
from domain.table.sealing import check_may_command
from domain.table.state import Occupant, Table


class AlreadyStarted(WrongMoment):
    """This is possible only before the match starts."""


class NotStarted(WrongMoment):
    """The match has not started yet."""


class NotOver(WrongMoment):
    """The match is not over yet."""


class TableOver(WrongMoment):
    """The table is finished or was cancelled."""


class SeatOccupied(WrongMoment):
    """The seat is taken."""


class SeatNotOccupied(WrongMoment):
    """There is nobody at this seat to remove."""


class AlreadySeated(WrongMoment):
    """The player already has a seat at this table."""


class SeatsFree(WrongMoment):
    """The match cannot start while seats are free."""


class ClockStopped(WrongMoment):
    """The clock of the game is not running."""


class NoSuchSeat(Unknown):
    """The table has no seat of this number."""


class NoSuchGame(Unknown):
    """There is no game of this name."""


class HostOnly(NotAllowed):
    """Only the host of the table may do this."""


class NotSeated(NotAllowed):
    """Only a player with a seat may do this."""


class NothingToResume(WrongMoment):
    """No bot has stood in at your seat, and you have missed no turn."""


class ActInstead(WrongMoment):
    """Make the move instead of resuming: expired time is not restored."""


class NobodyAway(WrongMoment):
    """No bot is standing in at this seat."""


def is_challenged_to(table: Table, player: PlayerId, seat: Seat) -> bool:
    """Returns whether a player is challenged to that seat."""
    challenge = table.challenge_of(player)
    return challenge is not None and challenge.seat == existing_seat(table, seat)


def check_may_give(table: Table, command: TableCommand) -> None:
    """Checks that the player may give the command, and that the table still accepts commands.

    Raises:
        NotAllowed: the player may not. This is checked before everything else.
        TableOver: the table is over.
    """
    if isinstance(command, Act):
        check_may_act(table, command)
        return
    if isinstance(command, UnsealTable):
        return
    if not isinstance(command, OpenTable | ServiceCommand):
        check_may_command(table, command.by, command)
    check_not_of_tournament(table, command)
    match command:
        case SetEntropy(by) | Leave(by) | ResumeSeat(by) | GiveOrders(by) | WithdrawOrders(by):
            own_seat(table, by)
        case Propose(by) | Agree(by) | Disagree(by) | WithdrawProposal(by) | GiveTime(by):
            own_seat(table, by)
        case LinkRematch(by):
            check_rematch(table, by)
            return
        case SeatBot(by) | UnseatBot(by) | Cancel(by):
            _check_host(table, by)
        case Start(by):
            _check_host_or_seated(table, by, "starts the match")
        case ChallengePlayer(by):
            _check_host_or_seated(table, by, "challenges others")
    _check_not_over(table)


def check_may_act(table: Table, command: Act) -> Seat:
    """Returns the seat for which a player makes a move, as `check_may_give` checks it.

    Raises:
        NotAllowed: the player may not.
        TableOver: the table is over.
    """
    if table.sealed:
        check_may_command(table, command.by, command)
    if table.tournament_match is not None:
        check_not_of_tournament(table, command)
    seat = _seat_of_asker(table, command.by, command.seat)
    if table.status != "playing":
        _check_not_over(table)
    return seat


def check_invites(table: Table, by: PlayerId, seat: Seat | None) -> None:
    """Checks that a player may invite others to the table, to one seat or to any.

    Raises:
        NotSeated: the player is neither the host nor seated.
        AlreadyStarted, TableOver: seats can no longer be taken.
        NoSuchSeat: the seat does not exist.
        SeatsOfMatch: a tournament assigns the seats.
    """
    _check_host_or_seated(table, by, "invites others")
    check_seats_free_to_take(table)
    _check_not_over(table)
    check_not_started(table)
    if seat is not None:
        existing_seat(table, seat)


def check_rematch(table: Table, by: PlayerId) -> Seat:
    """Returns the seat of a player who may ask for a rematch.

    Raises:
        NotSeated: the player held no seat.
        NotOver: the match is not over, or the table was cancelled or called off.
    """
    seat = own_seat(table, by)
    if table.status != "finished":
        raise NotOver(
            message("the table is {status}", status=table.status), hint=message("ask for a rematch after the match")
        )
    return seat


def acting_seat(table: Table, by: PlayerId, seat: Seat | None = None) -> Seat:
    """Returns the seat for which a player acts: the named one, or the player's own.

    Raises:
        NotSeated: the player does not hold it.
        NotStarted: the match has not begun.
    """
    acting = _seat_of_asker(table, by, seat)
    check_has_started(table)
    return acting


def check_has_started(table: Table) -> None:
    """Checks that the match has begun. Raises `NotStarted`."""
    if table.status == "open":
        raise NotStarted(message("the match has not started"), hint=message("wait for the start"))


def _seat_of_asker(table: Table, by: PlayerId, seat: Seat | None) -> Seat:
    if seat is None:
        return own_seat(table, by)
    occupant = table.occupant(seat)
    if occupant is None or occupant.player != by:
        existing_seat(table, seat)
        raise NotSeated(message("seat {seat} is not your seat", seat=seat))
    return seat


def own_seat(table: Table, by: PlayerId) -> Seat:
    """Returns the seat of a player. Raises `NotSeated`."""
    seat = table.seat_of(by)
    if seat is None:
        raise NotSeated(message("you have no seat at this table"), hint=message("only players with a seat can do this"))
    return seat


def existing_seat(table: Table, seat: Seat) -> Seat:
    """Returns the seat if the table has it. Raises `NoSuchSeat`."""
    if not 0 <= seat < len(table.seats):
        raise NoSuchSeat(
            message("there is no seat {seat}", seat=seat),
            hint=message("seats are numbered 0 to {count}", count=len(table.seats) - 1),
        )
    return seat


def free_seat(table: Table, seat: Seat) -> Seat:
    """Returns the seat if nobody holds it. Raises `SeatOccupied`."""
    if table.seats[existing_seat(table, seat)] is not None:
        free = [number for number, occupant in enumerate(table.seats) if occupant is None]
        hint = message("free seats: {free}", free=", ".join(map(str, free))) if free else message("no seat is free")
        raise SeatOccupied(message("seat {seat} is taken", seat=seat), hint=hint, facts={"free_seats": free})
    return seat


def check_can_take_seat(table: Table, player: PlayerId, seat: Seat | None) -> None:
    """Checks that a challenged player could sit down. Raises `AlreadySeated`, `NoSuchSeat`, `SeatOccupied`."""
    check_has_no_seat(table, player)
    if seat is not None:
        free_seat(table, seat)
    elif None not in table.seats:
        raise SeatOccupied(
            message("no seat is free"), hint=message("free one first, or start"), facts={"free_seats": []}
        )


def check_has_no_seat(table: Table, player: PlayerId) -> None:
    """Checks that a player holds no seat. Raises `AlreadySeated`."""
    held = table.seat_of(player)
    if held is not None:
        raise AlreadySeated(
            message("{player} holds seat {held}", player=player, held=held),
            hint=message("challenge a player without a seat"),
        )


def bot_on(table: Table, seat: Seat) -> Occupant:
    """Returns the bot on a seat. Raises `SeatNotOccupied`."""
    occupant = table.seats[existing_seat(table, seat)]
    if occupant is None or occupant.bot is None:
        raise SeatNotOccupied(message("no bot sits on seat {seat}", seat=seat))
    return occupant


def check_bot_acts_for(table: Table, seat: Seat) -> None:
    """Checks that a bot stands in at a seat, for one move or longer. Raises `NobodyAway`."""
    if table.status != "playing" or table.absences[seat].bot is None:
        raise NobodyAway(
            message("no bot is standing in at seat {seat}", seat=seat), hint=message("no action is needed")
        )


def _check_not_over(table: Table) -> None:
    if table.status in ("finished", "cancelled"):
        raise TableOver(
            message("the table is {status}", status=table.status),
            hint=message("you can still read its events and views"),
        )


def check_not_started(table: Table) -> None:
    """Checks that the match has not begun. Raises `AlreadyStarted`."""
    if table.status != "open":
        raise AlreadyStarted(message("the match has started"), hint=message("take or leave seats before the start"))


def _check_host_or_seated(table: Table, by: PlayerId, does: str) -> None:
    if by != table.host and table.seat_of(by) is None:
        raise NotSeated(
            message("only the host or a seated player {does}", does=does), hint=message("take a seat first")
        )


def _check_host(table: Table, by: PlayerId) -> None:
    if by != table.host:
        raise HostOnly(message("only the host can do this"), hint=message("ask the player who opened the table"))
