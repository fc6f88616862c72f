"""Decides commands at a table: a command becomes events, or is refused.

`decide` carries a command out, and `check` only tests whether it would be accepted. The time and random bytes are
passed in beside the command.
"""

from typing import Any

from domain.kernel import shuffle
from domain.kernel.instants import Instant
from domain.kernel.seats import Seat
from domain.table.absence import (
    check_may_call,
    is_left,
    lapsed,
    recalendared,
    resumed,
    stand_in,
    substituted,
    time_passed,
)
from domain.table.agreements import check_can_be_done, done_as_agreed, done_if_it_can_be, end_before_its_time
from domain.table.asking import asking, running_clock
from domain.table.challenges import accepted, challenged, declined, withdrawn
from domain.table.checks import (
    ActInstead,
    AlreadySeated,
    AlreadyStarted,
    ClockStopped,
    NobodyAway,
    NoSuchGame,
    NothingToResume,
    SeatsFree,
    acting_seat,
    bot_on,
    check_asker,
    check_not_begun,
    free_seat,
    in_range,
    is_called,
    own_seat,
    seat_to_take,
    seatless,
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
    CommandBeforeStart,
    DeclineChallenge,
    Disagree,
    GiveOrders,
    Leave,
    LinkRematch,
    OpenTable,
    OwnCommand,
    ProposalCommand,
    Propose,
    Recalendar,
    ReplacePlayer,
    ResumeSeat,
    SeatBot,
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
from domain.table.deals import chosen_deals
from domain.table.events import (
    MatchEnded,
    RematchOpened,
    TableCalledOff,
    TableCancelled,
    TableOpened,
    TableStarted,
)
from domain.table.evolve import BrokenHistory
from domain.table.game import Game
from domain.table.hands import Chance, Outcome, Recorder, open_hand
from domain.table.match_table import (
    clock_of_who_came,
    replaced,
    vacated,
)
from domain.table.proposals import said
from domain.table.sealing import unsealed
from domain.table.seat_events import ActedFor, EntropyChanged, SeatLeft, SeatResumed, SeatTaken
from domain.table.settle import settle
from domain.table.standing_orders import orders_given, orders_withdrawn
from domain.table.state import Table
from domain.table.turn_clocks import DecisionContext, clocks_set, not_before

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
) -> Outcome:
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
        return _open(games, command, chance, context)
    if table is None:
        raise BrokenHistory(f"{type(command).__name__} without a table")
    check_asker(table, command)
    recorder = Recorder(games, table, chance)
    _decide(recorder, table, command, context)
    _follow(recorder, table, command)
    settle(recorder)
    recorder.record(*lapsed(recorder.table))
    clocks = clocks_set(table, recorder.table, recorder.acted, context)
    if clocks is not None:
        recorder.record(clocks)
    return recorder.outcome()


def check(games: dict[str, Game], table: Table, command: CommandAtTable, context: DecisionContext = TIMELESS) -> None:
    """Checks that a command would be accepted, for a dry run.

    The consequences of the command are not computed. The time that this takes could reveal the cards and standing
    orders of others, so a dry run must not depend on them. A move is checked against the state of the match at `table`,
    which may be the seat's own view.

    Raises:
        Refusal: `decide` would refuse the command.
    """
    check_asker(table, command)
    if isinstance(command, Act):
        table.game.check(table.match, acting_seat(table, command.by, command.seat), command.move)
        return
    recorder = Recorder(games, table, Chance(b""))
    _decide(recorder, table, command, context)
    if isinstance(command, ProposalCommand):
        check_can_be_done(recorder.table)


def _decide(recorder: Recorder, table: Table, command: CommandAtTable, context: DecisionContext) -> None:
    """Records the direct effect of the command, if it is possible."""
    match command:
        case Act(by, move, seat):
            acting = acting_seat(table, by, seat)
            recorder.record(*resumed(table, acting))
            _act(recorder, acting, move)
        case ResumeSeat(by):
            _resume(recorder, acting_seat(table, by))
        case Propose(by) | Agree(by) | Disagree(by) | WithdrawProposal(by):
            seat = acting_seat(table, by)
            recorder.record(said(table, seat, command))
        case GiveOrders(by):
            recorder.record(orders_given(table, acting_seat(table, by), command))
        case WithdrawOrders(by):
            recorder.record(orders_withdrawn(table, acting_seat(table, by), command))
        case SetEntropy(by, entropy):
            recorder.record(EntropyChanged(own_seat(table, by), entropy))
        case LinkRematch(by, rematch):
            recorder.record(RematchOpened(by, rematch))
        case _ if isinstance(command, OwnCommand):
            _decide_own(recorder, table, command, context)
        case _ if table.status == "playing":
            _while_playing(recorder, table, command, context)
        case _:
            _before_start(recorder, table, command)


def _follow(recorder: Recorder, table: Table, command: CommandAtTable) -> None:
    """Records the consequences of the command."""
    match command:
        case Propose() | Agree() | Disagree() | WithdrawProposal():
            done_as_agreed(recorder)
        case Leave() | VacateSeat() if table.status == "playing":
            done_if_it_can_be(recorder)
    if table.status == "open" and recorder.table.status == "playing":
        open_hand(recorder)


def _decide_own(recorder: Recorder, table: Table, command: OwnCommand, context: DecisionContext) -> None:
    """Commands that only the service itself gives."""
    match command:
        case Tick(what):
            _tick(recorder, what)
        case TimePasses():
            _pass_time(recorder, table, context)
            done_if_it_can_be(recorder)
        case UnsealTable():
            recorder.record(unsealed(table))
        case Recalendar(seat):
            recorder.record(recalendared(table, seat, context))
        case CallOff(why):
            end_before_its_time(recorder, TableCalledOff(why))
        case ReplacePlayer():
            recorder.record(replaced(table, command))
            recorder.record(*clock_of_who_came(recorder.table, command, context))
        case VacateSeat():
            recorder.record(vacated(table, command))
        case ActFor(seat, move):
            if table.status != "playing" or table.absences[seat].bot is None:
                raise NobodyAway(f"no bot is standing in at seat {seat}", hint="no action is needed")
            recorder.record(ActedFor(seat, "stand_in", None))
            _act(recorder, seat, move)


def _pass_time(recorder: Recorder, table: Table, context: DecisionContext) -> None:
    for event in time_passed(table, context):
        if isinstance(event, MatchEnded):
            end_before_its_time(recorder, event)
        else:
            recorder.record(event)


def _resume(recorder: Recorder, seat: Seat) -> None:
    table = recorder.table
    if not is_left(table, seat):
        raise NothingToResume("no bot is standing in at your seat", hint="make your move, or wait for your turn")
    if any(each.seat == seat for each in asking(table)):
        raise ActInstead("a bot is about to move for you", hint="make the move yourself, or resume after it")
    recorder.record(SeatResumed(seat))


def _while_playing(recorder: Recorder, table: Table, command: CommandBeforeStart, context: DecisionContext) -> None:
    """Carries out a command about seats after the start: seats can be left, and taken over on request."""
    match command:
        case Leave(by) if not is_left(table, own_seat(table, by)):
            recorder.record(stand_in(table, own_seat(table, by), "left", not_before(table, context.now)))
        case Sit(by, seat) if table.seat_of(by) is None and is_called(table, by, seat):
            recorder.record(substituted(table, seat, by), *accepted(table, by, seat))
        case ChallengePlayer(by, player, seat) if seat is not None:
            check_may_call(table, by, in_range(table, seat))
            seatless(table, player)
            recorder.record(challenged(table, command))
        case DeclineChallenge() | WithdrawChallenge():
            recorder.record(_about_a_challenge(table, command))
        case _:
            raise AlreadyStarted("the match has started", hint="take or leave seats before the start")


def _open(games: dict[str, Game], command: OpenTable, chance: Chance, context: DecisionContext) -> Outcome:
    game = games.get(command.game)
    if game is None:
        raise NoSuchGame(f"there is no game {command.game!r}", hint=f"play one of {', '.join(sorted(games))}")
    rules = game.rules(command.profile, command.overrides)
    recorder = Recorder(games, None, chance)
    recorder.record(
        TableOpened(
            game=game.name,
            rules=game.rules_document(rules),
            rules_revision=game.rules_revision,
            seats=game.seats(rules),
            host=command.by,
            listed=command.listed and not command.sealed,
            hands=command.hands,
            spectators=command.spectators,
            clock=command.clock,
            pauses=command.pauses,
            ladder=command.ladder,
            expires_at=_later(context.now, command.expires_after_s),
            starts_when_full=command.starts_when_full,
            min_reliability=command.min_reliability,
            chat=command.chat,
            world=command.world,
            deals=chosen_deals(game.every_deal(rules), game.seats(rules), command.deals),
            sealed=command.sealed,
            match=command.match,
            commitment=shuffle.commitment(chance.secret),
            secret=chance.secret.hex(),
        )
    )
    return recorder.outcome()


def _later(now: Instant, seconds: int | None) -> Instant | None:
    return None if seconds is None else Instant(now + seconds * 1000)


def _before_start(recorder: Recorder, table: Table, command: CommandBeforeStart) -> None:
    check_not_begun(table)
    match command:
        case Sit(by, seat, entropy):
            held = table.seat_of(by)
            if held is not None:
                raise AlreadySeated(f"you already have seat {held}", hint="leave it before you take another")
            recorder.record(SeatTaken(free_seat(table, seat), by, None, entropy), *accepted(table, by, seat))
        case SeatBot(seat=seat, bot=bot, player=player, entropy=entropy):
            recorder.record(SeatTaken(free_seat(table, seat), player, bot, entropy))
        case Leave(by):
            recorder.record(SeatLeft(own_seat(table, by), by))
        case UnseatBot(seat=seat):
            recorder.record(SeatLeft(seat, bot_on(table, seat).player))
        case ChallengePlayer() | DeclineChallenge() | WithdrawChallenge():
            recorder.record(_about_a_challenge(table, command))
        case Cancel():
            recorder.record(TableCancelled())
        case Start():
            _start(recorder, table)
    if table.starts_when_full and recorder.table.status == "open" and None not in recorder.table.seats:
        _start(recorder, recorder.table)


def _about_a_challenge(table: Table, command: ChallengeCommand) -> Any:
    match command:
        case ChallengePlayer(player=player, seat=seat):
            seat_to_take(table, player, seat)
            return challenged(table, command)
        case DeclineChallenge():
            return declined(table, command)
        case WithdrawChallenge():
            return withdrawn(table, command)


def _start(recorder: Recorder, table: Table) -> None:
    free = [seat for seat, occupant in enumerate(table.seats) if occupant is None]
    if free:
        names = ", ".join(map(str, free))
        raise SeatsFree(
            f"free seats: {names}", hint="fill the free seats, with bots if necessary", facts={"free_seats": free}
        )
    recorder.record(TableStarted())


def _act(recorder: Recorder, seat: Seat, move: Any) -> None:
    table = recorder.table
    recorder.acted.add(seat)
    recorder.goes_on(table.game.decide(table.match, seat, move))


def _tick(recorder: Recorder, what: Any) -> None:
    table = recorder.table
    clock = running_clock(table)
    if clock is None or clock.tick != what:
        raise ClockStopped("the clock is waiting for something else", hint="no action is needed")
    recorder.goes_on(table.game.tick(table.match, what))
