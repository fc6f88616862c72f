"""Decides commands at a table: a command becomes events, or is refused.

`decide` carries a command out, and `check` only tests whether it would be accepted. The time and random bytes are
passed in beside the command.
"""

from typing import Any

from domain.kernel.events import BrokenHistory
from domain.kernel.messages import message
from domain.kernel.seats import Seat
from domain.table.absence import (
    check_may_call_substitute,
    events_when_due,
    is_left_to_bot,
    lapse_events,
    recalendar_event,
    resume_events,
    stand_in_event,
    substitute_event,
)
from domain.table.agreements import (
    carry_out_if_agreed,
    carry_out_if_possible,
    check_can_be_carried_out,
    end_match_early,
)
from domain.table.asking import asking, running_clock
from domain.table.automatic_moves import make_automatic_moves
from domain.table.bonus_time import bonus_time_events
from domain.table.challenges import acceptance_events, challenge_event, decline_event, withdrawal_event
from domain.table.checks import (
    ActInstead,
    AlreadySeated,
    AlreadyStarted,
    ClockStopped,
    NothingToResume,
    SeatsFree,
    acting_seat,
    bot_on,
    check_bot_acts_for,
    check_can_take_seat,
    check_has_no_seat,
    check_may_act,
    check_may_give,
    check_not_started,
    existing_seat,
    free_seat,
    is_challenged_to,
    own_seat,
)
from domain.table.commands import (
    Act,
    ActFor,
    Agree,
    CallOff,
    Cancel,
    ChallengeCommand,
    ChallengePlayer,
    CommandAtTable,
    DeclineChallenge,
    Disagree,
    GiveOrders,
    GiveTime,
    Leave,
    LinkRematch,
    OpenTable,
    PauseTable,
    ProposalCommand,
    Propose,
    Recalendar,
    ReplacePlayer,
    ResumeSeat,
    ResumeTable,
    SeatBot,
    SeatCommand,
    ServiceCommand,
    SetEntropy,
    Sit,
    Start,
    TableCommand,
    Tick,
    TimePasses,
    UnsealTable,
    UnseatBot,
    VacateSeat,
    WithdrawChallenge,
    WithdrawOrders,
    WithdrawProposal,
)
from domain.table.events import (
    MatchEnded,
    RematchOpened,
    TableCalledOff,
    TableCancelled,
    TableStarted,
)
from domain.table.evolve import after_move
from domain.table.game import Game
from domain.table.hands import Chance, TableDecision, TableRecorder, open_hand
from domain.table.match_table import (
    replacement_event,
    substitute_clock_events,
    vacancy_event,
)
from domain.table.opening import open_table
from domain.table.pausing import check_not_paused, event_of_pause
from domain.table.proposals import proposal_event
from domain.table.sealing import unseal_event
from domain.table.seat_events import ActedFor, EntropyChanged, SeatLeft, SeatResumed, SeatTaken
from domain.table.standing_orders import orders_event
from domain.table.state import Table
from domain.table.turn_clocks import DecisionContext, clocks_set_event, monotonic_now

ENTROPY_LIMIT = 64
"""The maximum number of characters of a seat's entropy."""
TIMELESS = DecisionContext()
"""The decision context without a time: for tables without clocks, and for recorded events."""


def decide(
    games: dict[str, Game],
    table: Table | None,
    command: TableCommand,
    chance: Chance,
    context: DecisionContext = TIMELESS,
) -> TableDecision:
    """Returns the events that follow from a command, and the table after them.

    Args:
        games: the games, by name.
        table: the complete table, or `None` to open one.
        command: the command.
        chance: the random bytes for this decision.
        context: the decision context.

    Raises:
        Refusal: the command is refused, and nothing has happened.
    """
    if isinstance(command, OpenTable):
        return open_table(games, command, chance, context)
    if table is None:
        raise BrokenHistory(f"{type(command).__name__} without a table")
    if isinstance(command, Act) and table.is_plain:
        return _decide_plain_move(games, table, command, chance)
    check_may_give(table, command)
    recorder = TableRecorder(games, table, chance)
    if table.paused_at is not None or isinstance(command, PauseTable):
        check_not_paused(table, command)
        _decide(recorder, table, command, context)
        if recorder.table.paused_at is not None:
            return recorder.decision()
        # The clocks go on as the end of the pause has set them.
        table = recorder.table
    else:
        _decide(recorder, table, command, context)
    _record_consequences(recorder, table, command)
    make_automatic_moves(recorder)
    recorder.record(*lapse_events(recorder.table))
    clocks = clocks_set_event(table, recorder.table, recorder.acted, context)
    if clocks is not None:
        recorder.record(clocks)
    return recorder.decision()


def _decide_plain_move(games: dict[str, Game], table: Table, command: Act, chance: Chance) -> TableDecision:
    """Returns the decision of a move that has no effects but those of the game."""
    # Most moves are plain, so they skip the orders, clocks and stand-ins that other tables have.
    seat, game = check_may_act(table, command), table.game
    progress = game.decide(table.match, seat, command.move)
    events, match = progress
    if not game.deal_is_over(match):
        return tuple.__new__(TableDecision, (events, after_move(table, events, match)))
    recorder = TableRecorder(games, table, chance)
    recorder.record_progress(progress)
    return recorder.decision()


def check(games: dict[str, Game], table: Table, command: CommandAtTable, context: DecisionContext = TIMELESS) -> None:
    """Checks that a command would be accepted, for a dry run.

    The consequences of the command are not computed. The time that this takes could reveal the cards and standing
    orders of others, so a dry run must not depend on them. A move is checked against the state of the match at `table`,
    which may be the seat's own view.

    Raises:
        Refusal: `decide` would refuse the command.
    """
    check_may_give(table, command)
    check_not_paused(table, command)
    if isinstance(command, Act):
        table.game.preview(table.match, acting_seat(table, command.by, command.seat), command.move)
        return
    recorder = TableRecorder(games, table, Chance(b""))
    _decide(recorder, table, command, context)
    if isinstance(command, ProposalCommand):
        check_can_be_carried_out(recorder.table)


def _decide(recorder: TableRecorder, table: Table, command: CommandAtTable, context: DecisionContext) -> None:
    """Records the direct effect of the command, if it is possible."""
    match command:
        case Act(by, move, seat):
            acting = acting_seat(table, by, seat)
            recorder.record(*resume_events(table, acting))
            _act(recorder, acting, move)
        case ResumeSeat(by):
            _resume(recorder, acting_seat(table, by))
        case Propose(by) | Agree(by) | Disagree(by) | WithdrawProposal(by):
            seat = acting_seat(table, by)
            recorder.record(proposal_event(table, seat, command))
        case GiveOrders(by) | WithdrawOrders(by):
            recorder.record(orders_event(table, acting_seat(table, by), command))
        case GiveTime():
            recorder.record(*bonus_time_events(table, command, context))
        case SetEntropy(by, entropy):
            recorder.record(EntropyChanged(own_seat(table, by), entropy))
        case LinkRematch(by, rematch):
            recorder.record(RematchOpened(by, rematch))
        case _ if isinstance(command, ServiceCommand):
            _decide_service_command(recorder, table, command, context)
        case _ if table.status == "playing":
            _decide_while_playing(recorder, table, command, context)
        case _:
            _decide_before_start(recorder, table, command)


def _record_consequences(recorder: TableRecorder, table: Table, command: CommandAtTable) -> None:
    """Records the consequences of the command."""
    match command:
        case Propose() | Agree() | Disagree() | WithdrawProposal():
            carry_out_if_agreed(recorder)
        case Leave() | VacateSeat() | ResumeTable() if table.status == "playing":
            carry_out_if_possible(recorder)
    if table.status == "open" and recorder.table.status == "playing":
        open_hand(recorder)


def _decide_service_command(
    recorder: TableRecorder, table: Table, command: ServiceCommand, context: DecisionContext
) -> None:
    """Records the effect of a command that only the service gives."""
    match command:
        case Tick(what):
            _tick(recorder, what)
        case TimePasses():
            _pass_time(recorder, table, context)
            carry_out_if_possible(recorder)
        case UnsealTable():
            recorder.record(unseal_event(table))
        case Recalendar(seat):
            recorder.record(recalendar_event(table, seat, context))
        case CallOff(why):
            end_match_early(recorder, TableCalledOff(why))
        case PauseTable() | ResumeTable():
            recorder.record(event_of_pause(table, command, context))
        case ReplacePlayer():
            recorder.record(replacement_event(table, command))
            recorder.record(*substitute_clock_events(recorder.table, command, context))
        case VacateSeat():
            recorder.record(vacancy_event(table, command))
        case ActFor(seat, move):
            check_bot_acts_for(table, seat)
            recorder.record(ActedFor(seat, "stand_in", None))
            _act(recorder, seat, move)


def _pass_time(recorder: TableRecorder, table: Table, context: DecisionContext) -> None:
    for event in events_when_due(table, context):
        if isinstance(event, MatchEnded):
            end_match_early(recorder, event)
        else:
            recorder.record(event)


def _resume(recorder: TableRecorder, seat: Seat) -> None:
    table = recorder.table
    if not is_left_to_bot(table, seat):
        raise NothingToResume(
            message("no bot is standing in at your seat"), hint=message("make your move, or wait for your turn")
        )
    if any(each.seat == seat for each in asking(table)):
        raise ActInstead(
            message("a bot is about to move for you"), hint=message("make the move yourself, or resume after it")
        )
    recorder.record(SeatResumed(seat))


def _decide_while_playing(
    recorder: TableRecorder, table: Table, command: SeatCommand, context: DecisionContext
) -> None:
    """Carries out a command about seats after the start: seats can be left, and taken over on request."""
    match command:
        case Leave(by) if not is_left_to_bot(table, own_seat(table, by)):
            recorder.record(stand_in_event(table, own_seat(table, by), "left", monotonic_now(table, context.now)))
        case Sit(by, seat) if table.seat_of(by) is None and is_challenged_to(table, by, seat):
            recorder.record(substitute_event(table, seat, by), *acceptance_events(table, by, seat))
        case ChallengePlayer(by, player, seat) if seat is not None:
            check_may_call_substitute(table, by, existing_seat(table, seat))
            check_has_no_seat(table, player)
            recorder.record(challenge_event(table, command))
        case DeclineChallenge() | WithdrawChallenge():
            recorder.record(_challenge_answer(table, command))
        case _:
            raise AlreadyStarted(message("the match has started"), hint=message("take or leave seats before the start"))


def _decide_before_start(recorder: TableRecorder, table: Table, command: SeatCommand) -> None:
    check_not_started(table)
    match command:
        case Sit(by, seat, entropy):
            held = table.seat_of(by)
            if held is not None:
                raise AlreadySeated(
                    message("you already have seat {held}", held=held), hint=message("leave it before you take another")
                )
            recorder.record(SeatTaken(free_seat(table, seat), by, None, entropy), *acceptance_events(table, by, seat))
        case SeatBot(seat=seat, bot=bot, player=player, entropy=entropy):
            recorder.record(SeatTaken(free_seat(table, seat), player, bot, entropy))
        case Leave(by):
            recorder.record(SeatLeft(own_seat(table, by), by))
        case UnseatBot(seat=seat):
            recorder.record(SeatLeft(seat, bot_on(table, seat).player))
        case ChallengePlayer() | DeclineChallenge() | WithdrawChallenge():
            recorder.record(_challenge_answer(table, command))
        case Cancel():
            recorder.record(TableCancelled())
        case Start():
            _start(recorder, table)
    if table.starts_when_full and recorder.table.status == "open" and None not in recorder.table.seats:
        _start(recorder, recorder.table)


def _challenge_answer(table: Table, command: ChallengeCommand) -> Any:
    match command:
        case ChallengePlayer(player=player, seat=seat):
            check_can_take_seat(table, player, seat)
            return challenge_event(table, command)
        case DeclineChallenge():
            return decline_event(table, command)
        case WithdrawChallenge():
            return withdrawal_event(table, command)


def _start(recorder: TableRecorder, table: Table) -> None:
    free = [seat for seat, occupant in enumerate(table.seats) if occupant is None]
    if free:
        names = ", ".join(map(str, free))
        raise SeatsFree(
            message("free seats: {names}", names=names),
            hint=message("fill the free seats, with bots if necessary"),
            facts={"free_seats": free},
        )
    recorder.record(TableStarted())


def _act(recorder: TableRecorder, seat: Seat, move: Any) -> None:
    table = recorder.table
    recorder.acted.add(seat)
    recorder.record_progress(table.game.decide(table.match, seat, move))


def _tick(recorder: TableRecorder, what: Any) -> None:
    table = recorder.table
    clock = running_clock(table)
    if clock is None or clock.tick != what:
        raise ClockStopped(message("the clock is waiting for something else"), hint=message("no action is needed"))
    recorder.record_progress(table.game.tick(table.match, what))
