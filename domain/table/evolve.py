"""Folds events into the state of a table.

The functions here apply what has happened. They record nothing and refuse nothing, and they leave the state of the
match to the game.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from domain.clocks.budget import full_budget
from domain.clocks.odds import clock_of_seat
from domain.clocks.running import ClockReading
from domain.kernel.events import BrokenHistory
from domain.kernel.instants import Instant
from domain.kernel.newer_release import NewerRelease
from domain.kernel.seats import Seat
from domain.table.events import (
    ClocksSet,
    HandOpened,
    MatchEnded,
    MoveUndone,
    ProposalAgreed,
    ProposalDeclined,
    ProposalMade,
    ProposalWithdrawn,
    RematchOpened,
    SecretPublished,
    TableCalledOff,
    TableCancelled,
    TableExpired,
    TableOpened,
    TablePaused,
    TableResumed,
    TableStarted,
    TableUnsealed,
    TurnLapsed,
    TurnMissed,
)
from domain.table.game import Game
from domain.table.game import Undoable as UndoableMove
from domain.table.pausing import after_end_of_pause, after_pause, after_resumption
from domain.table.presence import NOBODY_YET, after_event, after_move_of
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
from domain.table.standing_orders import (
    after_acting,
    after_ending,
    after_game,
    after_giving,
    after_hand_end,
    after_match_end,
    after_undo,
    without_orders,
)
from domain.table.state import (
    PRESENT,
    Absence,
    Challenge,
    Occupant,
    OpenedHand,
    Proposal,
    Proposed,
    Table,
    TableResult,
    Undoable,
)
from domain.table.turn_clocks import clocks_after

OF_PRESENCE = (
    *(ActedFor, ProposalAgreed, ProposalDeclined, ProposalMade, SeatResumed),
    *(StandInSeated, SubstituteSeated, TurnMissed),
)
"""Events of the table that change which players are known to be present."""


def evolve(games: dict[str, Game], table: Table | None, event: Any) -> Table:
    """Returns the table after an event. Works on the complete table and, with redacted events, on a viewer's state.

    Raises:
        BrokenHistory: the event cannot follow the ones before it.
        NewerRelease: this program does not know the game or the revision of its rules.
    """
    if table is None:
        if not isinstance(event, TableOpened):
            raise BrokenHistory(f"{type(event).__name__} before the table was opened")
        return _opened_table(game_named(games, event.game), event)
    after = _AFTER.get(type(event))
    if after is None:
        return after_move(table, (event,), table.game.evolve(table.match, event))
    return _with_presence(table, after(table, event), event)


def _with_presence(before: Table, table: Table, event: Any) -> Table:
    """Returns the table with its presence updated by an event of the table."""
    if not isinstance(event, OF_PRESENCE):
        return table
    occupant = before.seats[event.seat]
    hands = 0 if before.match is None else before.game.hands_played(before.match)
    presence = after_event(before.presence, event, None if occupant is None else occupant.player, hands)
    return table._replace(presence=presence)


def game_named(games: dict[str, Game], name: str) -> Game:
    """Returns the game of a stored table. Raises `NewerRelease` if this program does not know it."""
    if name not in games:
        raise NewerRelease(f"this program knows no game {name}")
    return games[name]


def after_move(table: Table, events: Sequence[Any], match: Any) -> Table:
    """Returns the table after events of the game that led to the state `match`.

    A move can be undone until the next one, provided that none of its events has revealed a card. A proposal to undo an
    earlier move lapses.
    """
    if not events:
        return table.with_match(match)
    game, presence = table.game, table.presence
    first = game.undoable(events[0])
    undoable = None if first is None else _undoable_after(table, first, events)
    for event in events:
        seat = game.moving_seat(event)
        if seat is not None:
            presence = after_move_of(presence, seat)
    if undoable is table.undoable and presence is table.presence and table.proposal is None:
        table = table.with_match(match)
    else:
        proposal = _proposal_after_move(table.proposal)
        table = table._replace(undoable=undoable, proposal=proposal, presence=presence, match=match)
    if table.orders:
        for event in events:
            table = after_game(table, event)
    return table


def _undoable_after(table: Table, first: UndoableMove, events: Sequence[Any]) -> Undoable | None:
    """Returns the move that can be undone after events of the game, of which the first is undoable."""
    if any(table.game.undoable(event) is None for event in events[1:]):
        return None
    return table.undoable if first.seat is None else Undoable(first.seat, table.match)


def _proposal_after_move(proposal: Proposal | None) -> Proposal | None:
    """Returns the proposal after a move, or `None` if it was a proposal to undo."""
    return None if proposal is not None and proposal.what == "undo" else proposal


def _after_seat_taken(table: Table, event: SeatTaken) -> Table:
    return table._replace(seats=_with_occupant(table, event.seat, Occupant(event.player, event.bot, event.entropy)))


def _after_seat_left(table: Table, event: SeatLeft) -> Table:
    return table._replace(seats=_with_occupant(table, event.seat, None))


def _after_entropy(table: Table, event: EntropyChanged) -> Table:
    occupant = table.seats[event.seat]
    if occupant is None:
        raise BrokenHistory(f"{type(event).__name__} of an empty seat")
    return table._replace(seats=_with_occupant(table, event.seat, occupant._replace(entropy=event.entropy)))


def _after_challenge(table: Table, event: PlayerChallenged) -> Table:
    return table._replace(challenges=(*table.challenges, Challenge(event.by, event.player, event.seat)))


def _after_answer(table: Table, event: ChallengeAccepted | ChallengeDeclined | ChallengeWithdrawn) -> Table:
    return table._replace(challenges=tuple(each for each in table.challenges if each.player != event.player))


def _after_start(table: Table, _: TableStarted) -> Table:
    return table._replace(status="playing", challenges=(), match=table.game.new_match(table.rules))


def _after_cancel(table: Table, _: TableCancelled | TableExpired) -> Table:
    return table._replace(status="cancelled", challenges=())


def _after_hand_opened(table: Table, event: HandOpened) -> Table:
    opened = OpenedHand(event.hand, event.entropies, event.commitment, table.secret)
    return table._replace(hand=opened, commitment=event.next_commitment, secret=event.next_secret)


def _after_secret(table: Table, event: SecretPublished) -> Table:
    """Closes the hand. Its proposals end with it."""
    if table.hand is None:
        raise BrokenHistory(f"{type(event).__name__} of no hand")
    hand = table.hand._replace(secret=event.secret)
    return after_hand_end(table._replace(hand=hand, proposal=None, proposed=(), undoable=None))


def _after_proposal(table: Table, event: ProposalMade) -> Table:
    proposal = Proposal(event.what, event.seat, event.seats, (event.seat,))
    # Undo is not listed: declining or withdrawing it makes the move final, so it cannot be repeated anyway.
    before = () if event.what == "undo" else (Proposed(event.seat, event.what),)
    return table._replace(proposal=proposal, proposed=(*table.proposed, *before))


def _after_agreement(table: Table, event: ProposalAgreed) -> Table:
    proposal = _open_proposal(table, event)
    return table._replace(proposal=proposal._replace(agreed=(*proposal.agreed, event.seat)))


def _after_no(table: Table, event: ProposalDeclined | ProposalWithdrawn) -> Table:
    stands = _open_proposal(table, event).what == "undo"
    return table._replace(proposal=None, undoable=None if stands else table.undoable)


def _open_proposal(table: Table, event: Any) -> Proposal:
    if table.proposal is None:
        raise BrokenHistory(f"{type(event).__name__} where nothing is proposed")
    return table.proposal


def _after_undo(table: Table, event: MoveUndone) -> Table:
    if table.undoable is None:
        raise BrokenHistory(f"{type(event).__name__} of no move")
    before = table._replace(proposal=None, undoable=None).with_match(table.undoable.before)
    return after_undo(before, event.seat)


def _after_end(table: Table, event: MatchEnded) -> Table:
    result = TableResult(event.reason, event.winners, event.forfeited_by)
    return after_match_end(table._replace(status="finished", challenges=(), proposal=None, result=result))


def _after_calling_off(table: Table, _: TableCalledOff) -> Table:
    return after_match_end(after_end_of_pause(table)._replace(status="cancelled", challenges=(), proposal=None))


def _after_clocks(table: Table, event: ClocksSet) -> Table:
    return table._replace(clocks=clocks_after(table, event.clocks), last_at=event.at)


def _after_missed_turn(table: Table, event: TurnMissed) -> Table:
    return _with_absence(table, event.seat, Absence(event.in_a_row, event.bot, stays=False, forfeits_at=None))


def _after_lapse(table: Table, event: TurnLapsed) -> Table:
    return _with_absence(table, event.seat, table.absences[event.seat]._replace(bot=None))


def _after_stand_in(table: Table, event: StandInSeated) -> Table:
    in_a_row = table.absences[event.seat].in_a_row
    return _with_absence(table, event.seat, Absence(in_a_row, event.bot, stays=True, forfeits_at=event.forfeits_at))


def _after_return(table: Table, event: SeatResumed) -> Table:
    return _without_calls_to(_with_absence(table, event.seat, PRESENT), event.seat)


def _without_calls_to(table: Table, seat: Seat) -> Table:
    """Withdraws the challenges to take over a seat, because a player is on it again."""
    return table._replace(challenges=tuple(each for each in table.challenges if each.seat != seat))


def _after_substitute(table: Table, event: SubstituteSeated) -> Table:
    occupant = table.seats[event.seat]
    if occupant is None:
        raise BrokenHistory(f"{type(event).__name__} of an empty seat")
    seats = _with_occupant(table, event.seat, occupant._replace(player=event.player, bot=None))
    present = _with_absence(table._replace(seats=seats), event.seat, PRESENT)
    return without_orders(_without_calls_to(present, event.seat), event.seat)


def _after_acting_for(table: Table, event: ActedFor) -> Table:
    table = after_acting(table, event)
    absence = table.absences[event.seat]
    if absence.bot is None or absence.stays:
        return table
    return _with_absence(table, event.seat, absence._replace(bot=None))


def _with_absence(table: Table, seat: Seat, absence: Absence) -> Table:
    return table._replace(absences=(*table.absences[:seat], absence, *table.absences[seat + 1 :]))


def _after_rematch(table: Table, event: RematchOpened) -> Table:
    return table._replace(rematch=event.table)


def _after_unsealing(table: Table, _: TableUnsealed) -> Table:
    return table._replace(sealed=False)


_AFTER: dict[type, Callable[[Table, Any], Table]] = {
    SeatTaken: _after_seat_taken,
    SeatLeft: _after_seat_left,
    EntropyChanged: _after_entropy,
    PlayerChallenged: _after_challenge,
    ChallengeAccepted: _after_answer,
    ChallengeDeclined: _after_answer,
    ChallengeWithdrawn: _after_answer,
    TableStarted: _after_start,
    TableCancelled: _after_cancel,
    TableExpired: _after_cancel,
    TableCalledOff: _after_calling_off,
    ClocksSet: _after_clocks,
    TablePaused: after_pause,
    TableResumed: after_resumption,
    TimeGiven: lambda table, _: table,
    TurnMissed: _after_missed_turn,
    TurnLapsed: _after_lapse,
    StandInSeated: _after_stand_in,
    SeatResumed: _after_return,
    SubstituteSeated: _after_substitute,
    ActedFor: _after_acting_for,
    OrdersGiven: after_giving,
    OrdersEnded: after_ending,
    HandOpened: _after_hand_opened,
    ProposalMade: _after_proposal,
    ProposalAgreed: _after_agreement,
    ProposalDeclined: _after_no,
    ProposalWithdrawn: _after_no,
    MoveUndone: _after_undo,
    SecretPublished: _after_secret,
    MatchEnded: _after_end,
    RematchOpened: _after_rematch,
    TableUnsealed: _after_unsealing,
}
"""Events of the table itself. All other events, including the deal, are passed to the game."""


def _first_reading(event: TableOpened, seat: Seat) -> ClockReading:
    return ClockReading(seat, full_budget(clock_of_seat(event.clock, event.time_odds, seat)), None)


def _opened_table(game: Game, event: TableOpened) -> Table:
    return Table(
        game=game,
        rules=game.rules_from_document(event.rules, event.rules_revision),
        rules_revision=event.rules_revision,
        status="open",
        host=event.host,
        listed=event.listed,
        hands=event.hands,
        spectators=event.spectators,
        clock=event.clock,
        pauses=event.pauses,
        ladder=event.ladder,
        expires_at=event.expires_at,
        starts_when_full=event.starts_when_full,
        min_reliability=event.min_reliability,
        chat=event.chat,
        sandbox=event.world,
        deals=event.deals,
        sealed=event.sealed,
        tournament_match=event.match,
        public=event.public,
        time_odds=event.time_odds,
        clocks=tuple(_first_reading(event, Seat(seat)) for seat in range(event.seats)),
        absences=(PRESENT,) * event.seats,
        paused_at=None,
        last_at=Instant(0),
        seats=(None,) * event.seats,
        challenges=(),
        rematch=None,
        commitment=event.commitment,
        secret=event.secret,
        hand=None,
        proposal=None,
        proposed=(),
        undoable=None,
        orders=(),
        presence=NOBODY_YET,
        match=None,
        result=None,
    )


def _with_occupant(table: Table, seat: Seat, occupant: Occupant | None) -> tuple[Occupant | None, ...]:
    return (*table.seats[:seat], occupant, *table.seats[seat + 1 :])


def fold(games: dict[str, Game], events: Iterable[Any], table: Table | None = None) -> Table:
    """Returns the table after all events, starting from `table`. Raises `BrokenHistory` if there are none."""
    for event in events:
        table = evolve(games, table, event)
    if table is None:
        raise BrokenHistory("a table without events")
    return table
