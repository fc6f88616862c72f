"""Verifies any record and replays it, without its table existing here. Nothing is stored.

Everything here is a pure function of the document.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from domain.games.registry import GAMES
from domain.kernel.seats import Seat
from domain.kernel.viewers import Onlooker, Viewer
from domain.table.events import CardsDealt, HandOpened, SecretPublished
from domain.table.evolve import evolve
from domain.table.redact import redact
from domain.table.state import Table
from domain.tools.verification import Disagreement, Verified, verify
from service.platform.store.events import record_of
from service.tables.documents import view_document
from service.tables.events import VersionedTable
from service.tables.foreign_events import EventSchemas
from service.tables.record_document_types import EventOfRecord, RecordDisagreement, Replay, ReplayedView, Verification
from service.tables.records import NotARecord, events_of_record

_OF_SHUFFLES = (CardsDealt, HandOpened, SecretPublished)


class NoSuchSeat(Exception):
    """The table of the record does not have this seat. The arguments are the seat and the number of seats."""


class ReplayPage(NamedTuple):
    """The part of a replay that is wanted.

    Attributes:
        seat: the seat that sees the table; `None` to see all hands.
        after: the version after which the page begins. The first page, after 0, also has the verification.
        limit: the most views in the page.
    """

    seat: Seat | None
    after: int
    limit: int


def replay_document(record: Any, page: ReplayPage, schemas: EventSchemas) -> Replay:
    """Returns whether a record agrees with the rules, and the views of its table after each event, page by page.

    Args:
        record: the record.
        page: the wanted part of the replay.
        schemas: the schemas of events.

    Raises:
        NotARecord: this program cannot read the document, or its events do not make a table.
        NoSuchSeat: the table does not have this seat.
    """
    events = events_of_record(record)
    try:
        schemas.check(events)
        verification = None if page.after else _verification_document(verify(events))
        views, is_broken = _views(events, page)
    except (NoSuchSeat, NotARecord):
        raise
    except Exception as error:  # the rules assume valid events, so they can raise anything here
        raise NotARecord("its events make no table of a game") from error
    shown = page.after + len(views)
    return {
        "verification": verification,
        "events": len(events),
        "seat": page.seat,
        "views": views,
        "next_after": shown,
        "more": shown < len(events) and not is_broken,
    }


def _views(events: Sequence[Any], page: ReplayPage) -> tuple[list[ReplayedView], bool]:
    """Returns the views of a page, and whether they end early, because the next event does not fit the table."""
    table: Table | None = None
    views: list[ReplayedView] = []
    for version, event in enumerate(events[: page.after + page.limit], start=1):
        try:
            seen = event if page.seat is None or table is None else redact(table.game, event, Seat(page.seat))
            table = evolve(GAMES, table, seen)
        except Exception:
            if version == 1:
                raise
            return views, True
        if version == 1:
            _check_seat(table, page.seat)
        if version > page.after:
            views.append(_view(table, version, event, page.seat))
    return views, False


def _check_seat(table: Table, seat: int | None) -> None:
    if seat is not None and seat >= len(table.seats):
        raise NoSuchSeat(seat, len(table.seats))


def _view(table: Table, version: int, event: Any, seat: int | None) -> ReplayedView:
    """Returns the table after an event. Without a seat it has all hands, in the order of the seats."""
    viewer: Viewer = Onlooker.SPECTATOR if seat is None else Seat(seat)
    # A replay is of no table, so its views have no id.
    view: Any = view_document("", VersionedTable(version, table), viewer)
    del view["id"]
    hands = None
    if seat is None and table.match is not None:
        hands = [table.game.view(table.match, Seat(each)).get("hand") for each in range(len(table.seats))]
    return {"version": version, "type": record_of(event).type, "view": view, "hands": hands}


def _verification_document(verified: Verified) -> Verification:
    """Returns what was verified. A check that could not be finished is null."""
    wrong = verified.disagreements
    of_shuffles = any(_is_of_shuffle(each) for each in wrong)
    of_plays = any(not _is_of_shuffle(each) for each in wrong)
    return {
        "agrees": not wrong,
        "shuffles": {
            "agree": False if of_shuffles else None if wrong else True,
            "count": verified.hands - verified.chosen,
            "chosen": verified.chosen,
        },
        "plays": {"agree": False if of_plays else None if wrong else True, "count": verified.moves},
        "disagreements": [_disagreement_document(each) for each in wrong],
    }


def _is_of_shuffle(disagreement: Disagreement) -> bool:
    return isinstance(disagreement.recorded, _OF_SHUFFLES) or isinstance(disagreement.decided, _OF_SHUFFLES)


def _disagreement_document(disagreement: Disagreement) -> RecordDisagreement:
    return {
        "version": disagreement.place,
        "detail": disagreement.detail,
        "recorded": _event_document(disagreement.recorded),
        "decided": _event_document(disagreement.decided),
    }


def _event_document(event: Any) -> EventOfRecord | None:
    if event is None:
        return None
    record = record_of(event)
    return {"type": record.type, "data": record.data}
