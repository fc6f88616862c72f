"""JSON documents about tables: views, feed entries, answers, and the record of a game."""

from collections.abc import Sequence
from typing import Any, cast

from domain.clocks.ladder import ladder_document, pauses_document
from domain.clocks.rules import clock_document
from domain.clocks.running import ClockReading, Running
from domain.games.registry import GAMES, PACKAGES
from domain.kernel.document_types import Spectators
from domain.kernel.instants import SECOND_MS, Instant, write_instant
from domain.kernel.players import PlayerId
from domain.kernel.seats import Seat
from domain.kernel.viewers import Viewer
from domain.orders.order import numbered_orders, order_document
from domain.orders.running import Action
from domain.orders.sentence import ENDED, sentence_of
from domain.table.asking import Asking, asking
from domain.table.commands import GiveOrders
from domain.table.events import TableOpened
from domain.table.order_preview import PreviewedTurn
from domain.table.proposals import awaited_seats
from domain.table.redact import redact, visible_deadline
from domain.table.standing_orders import first_step
from domain.table.state import OpenedHand, Table, TableResult
from service.platform.documents import Json, link, timestamp_of_move
from service.platform.per_object import once_per_object
from service.platform.store.events import VersionedEvent, record_of
from service.tables.cache import viewer_name
from service.tables.clock_document_types import SeatClock, SeatClockRunning
from service.tables.document_types import (
    AskedSeat,
    Decision,
    MovesLink,
    OpenProposal,
    Pace,
    TableLinks,
    TableRules,
    TableView,
    TableViewSeat,
)
from service.tables.document_types import OpenedHand as OpenedHandDocument
from service.tables.document_types import Result as ResultDocument
from service.tables.events import VersionedTable
from service.tables.order_document_types import OrdersOfSeat

REPRESENTATION = 6
"""Version of the JSON format of views. It is part of entity tags, so that clients drop cached old formats."""


def view_tag(version: int, viewer: Viewer, names: str = "") -> str:
    """Returns the entity tag of a view, unique for each viewer and version. `names` has digits that tell the names."""
    return f"{version}-{viewer_name(viewer)}-{REPRESENTATION}{names}"


def view_document(table_id: str, at: VersionedTable, viewer: Viewer) -> TableView:
    """Returns the table as the viewer sees it. `at` is the fold of the events visible to this viewer."""
    table = at.table
    pace = pace_document(table)
    return {
        "id": table_id,
        "version": at.version,
        "game": table.game.name,
        "rules": rules_document(table),
        "status": table.status,
        "host": table.host,
        "listed": table.listed,
        "hands": table.hands,
        "you": viewer if isinstance(viewer, int) else None,
        "spectators": spectators_document(table),
        "clock": pace["clock"],
        "time_odds": pace["time_odds"],
        "pauses": pace["pauses"],
        "ladder": pace["ladder"],
        "expires_at": pace["expires_at"],
        "starts_when_full": pace["starts_when_full"],
        "sealed": pace["sealed"],
        "public": pace["public"],
        "min_reliability": pace["min_reliability"],
        "chat": pace["chat"],
        "world": pace["world"],
        "paused_at": _time_text(table.paused_at),
        "seats": seats_document(table),
        "clocks": clocks_document(table),
        "challenges": [{"by": each.by, "player": each.player, "seat": each.seat} for each in table.challenges],
        "proposal": proposal_document(table),
        "undoable_by": table.undoable.seat if table.undoable else None,
        "asked": asked_document(table, viewer),
        "rematch": table.rematch,
        "orders": orders_document(table, viewer),
        "next_commitment": table.commitment,
        "hand": None if table.hand is None else _hand_document(table.hand),
        "match": None if table.match is None else table.game.view(table.match, viewer),
        "result": None if table.result is None else _result_document(table.result),
    }


def _hand_document(hand: OpenedHand) -> OpenedHandDocument:
    return {
        "number": hand.number,
        "commitment": hand.commitment,
        "entropies": list(hand.entropies),
        "secret": hand.secret,
    }


def _result_document(result: TableResult) -> ResultDocument:
    return {"reason": result.reason, "winners": list(result.winners), "forfeited_by": result.forfeited_by}


def asked_document(table: Table, viewer: Viewer) -> list[AskedSeat]:
    """Returns the decisions that the table waits for: the seat, what it decides, and its deadline, null for none.

    The table may be the true one, because the decisions never depend on hidden cards. Each game has words of its own
    for its decisions, which the domain does not know; `Decision` has those of all games.
    """
    if not has_clock(table):
        return _asked_without_deadlines(table)
    due = {reading.seat: visible_deadline(reading, viewer) for reading in table.clocks}
    return [_asked_seat(each, due.get(each.seat)) for each in asking(table)]


@once_per_object
def _asked_without_deadlines(table: Table) -> list[AskedSeat]:
    return [_asked_seat(each, None) for each in asking(table)]


def _asked_seat(asked: Asking, due: Instant | None) -> AskedSeat:
    return {"seat": asked.seat, "what": cast(Decision, asked.what), "deadline_at": _time_text(due)}


def moves_document(table: Table, seat: Seat) -> Json:
    """Returns what a seat can do. `table` is the fold of the events visible to this seat."""
    if table.status != "playing" or table.paused_at is not None:
        return {"asked": None, "cards": [], "complete": True}
    return table.game.legal_moves(table.match, seat)


def served_view(table_id: str, at: VersionedTable, viewer: Viewer, names: Any) -> TableView:
    """Returns the view with what the API adds to the fold: the names of the players in it, and where to go next."""
    return {**view_document(table_id, at, viewer), "players": names, "_links": table_links(table_id, at, viewer)}


def players_in_view(table: Table) -> tuple[PlayerId, ...]:
    """Returns the players whom a view of this table mentions. `table` is the fold that its viewer may see."""
    seated = [occupant.player for occupant in table.seats if occupant]
    challenged = [player for challenge in table.challenges for player in (challenge.by, challenge.player)]
    return (table.host, *seated, *challenged)


def table_links(table_id: str, at: VersionedTable, viewer: Viewer) -> TableLinks:
    """Returns where a viewer goes on from the view: what happens next, and what they can do."""
    here = f"/v1/tables/{table_id}"
    moves: MovesLink = {"moves": link(f"{here}/moves")} if isinstance(viewer, int) else {}
    return {
        "self": link(here),
        "events": link(f"{here}/events?after={at.version}"),
        "commands": link(f"{here}/commands"),
        **moves,
        "record": link(f"{here}/record"),
    }


def pace_document(table: Table) -> Pace:
    """Returns the clock and the other conditions that are fixed when a table is opened."""
    return {
        "clock": clock_document(table.clock),
        "time_odds": list(table.time_odds),
        "pauses": pauses_document(table.pauses),
        "ladder": ladder_document(table.ladder),
        "expires_at": _time_text(table.expires_at),
        "starts_when_full": table.starts_when_full,
        "sealed": table.sealed,
        "public": table.public,
        "min_reliability": table.min_reliability,
        "chat": table.chat,
        "world": table.sandbox,
    }


def clocks_document(table: Table) -> list[SeatClock]:
    """Returns the clock of each seat, or an empty list if the table has no clock."""
    if not has_clock(table):
        return []
    return [_clock_document(reading, is_paused=table.paused_at is not None) for reading in table.clocks]


def _clock_document(reading: ClockReading, *, is_paused: bool) -> SeatClock:
    """Returns the clock of a seat. At a paused table it does not run, but a turn has time left."""
    running = reading.running
    return {
        "seat": reading.seat,
        "reserve_s": reading.budget.reserve_ms // SECOND_MS,
        "periods_left": reading.budget.periods_left,
        "running": None if running is None or is_paused else running_document(running),
        "paused_remaining_s": running.left_ms // SECOND_MS if running is not None and is_paused else None,
    }


def has_clock(table: Table) -> bool:
    """Returns whether the seats have clocks."""
    return table.clock.kind != "none"


def running_document(running: Running) -> SeatClockRunning:
    """Returns a running clock. It had `remaining_s` at `since`; `effective_deadline_at` includes the pauses."""
    return {
        "since": write_instant(running.since),
        "remaining_s": running.left_ms // SECOND_MS,
        "deadline_at": write_instant(Instant(running.since + running.left_ms)),
        "effective_deadline_at": write_instant(running.deadline),
        "is_grace": running.is_grace,
    }


def _time_text(at: Instant | None) -> str | None:
    return None if at is None else write_instant(at)


def orders_document(table: Table, viewer: Viewer) -> OrdersOfSeat | None:
    """Returns the standing orders of the viewer's own seat, or `None` for spectators."""
    if not isinstance(viewer, int):
        return None
    held = table.orders_of(viewer)
    if held is None:
        return {"auto_forced": False, "live": [], "ended": []}
    # An order is written with only those members that are set.
    live: list[Any] = [{**order_document(order), "means": sentence_of(order)} for order in held.live]
    return {
        "auto_forced": held.auto_forced,
        "live": live,
        "ended": [{"id": each.id, "reason": each.reason, "means": ENDED[each.reason]} for each in held.ended],
    }


def foreseen_orders(table: Table, seat: Seat, command: GiveOrders, turns: Sequence[PreviewedTurn] | None) -> Json:
    """Returns what orders mean, what one of them would do at once, and what they would have done before, in a dry run.

    Args:
        table: the table as the seat sees it.
        seat: the seat that would give the orders.
        command: the command.
        turns: the last turns of the seat with these orders; `None` if the table is too long.
    """
    orders = numbered_orders(command.orders)
    step, game = first_step(table, seat, command), table.game.name
    return {
        "orders": [{"id": order.id, "means": sentence_of(order)} for order in orders],
        "acts_now": _action_document(game, step) if isinstance(step, Action) else None,
        "preview": None if turns is None else [_previewed_document(game, turn) for turn in turns],
    }


def _previewed_document(game: str, turn: PreviewedTurn) -> Json:
    did = record_of(turn.did)
    return {
        "version": turn.version,
        "did": {"type": did.type, "data": did.data},
        "would": None if turn.would is None else _action_document(game, turn.would),
        "ended": [{"id": each.id, "reason": each.reason, "means": ENDED[each.reason]} for each in turn.ended],
    }


def _action_document(game: str, action: Action) -> Json:
    kind, members = PACKAGES[game].command_of(action.move)
    return {"order": action.order, "type": kind, **members}


def rules_document(table: Table) -> TableRules:
    """Returns the rules of a table: profile, options that differ from the defaults, and revision of the catalogue."""
    document = table.game.rules_document(table.rules)
    return {"profile": document["profile"], "options": document["options"], "revision": table.rules_revision}


def proposal_document(table: Table) -> OpenProposal | None:
    """Returns the open proposal: its kind, author, the seats that agreed, and those still to answer."""
    proposal = table.proposal
    if proposal is None:
        return None
    return {
        "what": proposal.what,
        "by": proposal.by,
        "agreed": list(proposal.agreed),
        "waits_for": list(awaited_seats(table)),
    }


def spectators_document(table: Table) -> Spectators:
    """Returns the delay for spectators."""
    return {"delay": table.spectators.delay, "minutes": table.spectators.minutes}


def seats_document(table: Table) -> list[TableViewSeat]:
    """Returns the seats with their players. Free seats have none."""
    return [
        {
            "seat": Seat(seat),
            "player": occupant.player if occupant else None,
            "bot": occupant.bot if occupant else None,
            "entropy": occupant.entropy if occupant else None,
            "stand_in": table.absences[seat].bot,
            "turns_missed": table.absences[seat].in_a_row,
            "forfeits_at": _time_text(table.absences[seat].forfeits_at),
        }
        for seat, occupant in enumerate(table.seats)
    ]


def event_document(versioned: VersionedEvent, game: str, viewer: Viewer) -> Json:
    """Returns an event for the feed, redacted for the viewer."""
    seen = redact(GAMES[game], versioned.event, viewer)
    return _public_document(versioned) if seen is versioned.event else _document_of(versioned, seen)


@once_per_object
def _public_document(versioned: VersionedEvent) -> Json:
    """Returns the document of an event that hides nothing from a viewer. It is the same for all such viewers."""
    return _document_of(versioned, versioned.event)


def _document_of(versioned: VersionedEvent, seen: Any) -> Json:
    record = record_of(seen)
    return {
        "version": versioned.version,
        "type": record.type,
        "revision": record.revision,
        "at": timestamp_of_move(versioned.recorded_at),
        "data": record.data,
    }


def game_of(versioned: VersionedEvent) -> str:
    """Returns the name of the game of a table, from its first event."""
    event = versioned.event
    if not isinstance(event, TableOpened):
        raise TypeError(f"{type(event).__name__} does not open a table")
    return event.game
