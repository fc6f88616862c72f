"""The export of all data about a player: one JSON document, written part by part to bound memory.

It contains no secrets and no hashes. For the events of tables and tournaments it has the addresses at which the player
can read them.
"""

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from typing import Any

import orjson

from domain.clocks.calendar import WEEKDAYS, minute_text
from domain.kernel.instants import Instant, utc, write_instant
from domain.kernel.players import PlayerId
from service.accounts.documents import record_document, token_document
from service.accounts.export_document_types import (
    Addresses,
    ExportedBoard,
    ExportedBoardMatch,
    ExportedGradeChange,
    ExportedMessage,
    ExportedRatingChange,
    ExportedSeries,
    ExportedTable,
)
from service.accounts.handlers import Token
from service.accounts.reliability.handlers import Reliability
from service.availability.document_types import OwnAvailability
from service.lobby.invitations.handlers import Invitation, invitation_document
from service.lobby.seeks.handlers import seek_document, sought_of
from service.notifications.documents import account_event_document
from service.notifications.events import Numbered
from service.notifications.mail.handlers import Mailbox, mailbox_document
from service.platform.documents import Json, timestamp, timestamp_of_move
from service.platform.lists import AFTER_ALL
from service.platform.store.database import Database
from service.ratings.documents import changes_document, name_of_pool
from service.ratings.grades.documents import grade_change_document
from service.ratings.grades.handlers import grade_change_from_row
from service.ratings.handlers import changes_read

PAGE = 500
Row = tuple[Any, ...]
Document = Mapping[str, Any]
Read = Callable[[Database, PlayerId], Document | Iterator[Document] | None]
"""Reads one kind of data about a player: one value, or a list that is read page by page."""
Write = Callable[[Row, PlayerId], Document]
"""Returns the JSON of a row about a player."""


def export(database: Database, player: PlayerId, now: Instant) -> Iterator[bytes]:
    """Yields the document in pieces. Raises `DatabaseUnavailable`, possibly between two pieces."""
    yield b'{"generated_at":' + orjson.dumps(timestamp(utc(now)))
    for name, read in PARTS.items():
        yield b"," + orjson.dumps(name) + b":"
        found = read(database, player)
        if isinstance(found, Iterator):
            yield b"["
            for number, item in enumerate(found):
                yield (b"," if number else b"") + orjson.dumps(item)
            yield b"]"
        else:
            yield orjson.dumps(found)
    yield b"}"


def _of(player: PlayerId) -> Json:
    """Returns the player as the parameters of any statement."""
    return {"player_id": player, "owner": player, "ids": [player]}


def one(statement: str, write: Write) -> Read:
    """Reads the only row of a statement, or `None`."""
    return lambda database, player: next((write(row, player) for row in database.read(statement, _of(player))), None)


def whole(statement: str, write: Write, **parameters: Any) -> Read:
    """Reads all rows of a statement at once."""
    return lambda database, player: (
        write(row, player) for row in database.read(statement, {**_of(player), **parameters})
    )


def paged(
    statement: str,
    write: Write,
    *,
    after: Any = "",
    before: str | None = None,
    key: Callable[[Any], Any] = lambda first: first,
    **parameters: Any,
) -> Read:
    """Reads all rows of a statement, page by page.

    Args:
        statement: a statement with the parameter `after`, or with `before` if that is given.
        write: writes a row.
        after: stands before the first row.
        before: stands behind the first row, for a statement with the newest rows first.
        key: takes the place of a row from its first column.
        parameters: further parameters of the statement.
    """

    def read(database: Database, player: PlayerId) -> Iterator[Document]:
        name, place = ("after", after) if before is None else ("before", before)
        wanted = {**_of(player), "limit": PAGE, **parameters}
        while rows := database.read(statement, {**wanted, name: place}):
            yield from (write(row, player) for row in rows)
            place = key(rows[-1][0])

    return read


def columns(*names: str) -> Write:
    """Writes the columns of a row under these names. A column whose name is `_` is left out."""
    return lambda row, _: {name: _written(name, value) for name, value in zip(names, row, strict=False) if name != "_"}


def also_as(written: Write, **names: str) -> Write:
    """Writes some members under a second name too. `names` has the second names with the members."""

    def write(row: Row, player: PlayerId) -> Json:
        document = written(row, player)
        return {**document, **{second: document[first] for second, first in names.items()}}

    return write


def _written(name: str, value: Any) -> Any:
    if isinstance(value, datetime):
        return timestamp(value)
    return sorted(value) if name == "scopes" else value


def _table(row: Row, player: PlayerId) -> ExportedTable:
    summary = row[0]
    return {
        "id": summary["id"],
        "status": summary["status"],
        "host": summary["host"] == player,
        "seats": [seat["seat"] for seat in summary["seats"] if seat["player"] == player],
        **_addresses(f"/v1/tables/{summary['id']}"),
        "record": f"/v1/tables/{summary['id']}/record",
    }


def _addresses(address: str) -> Addresses:
    return {"view": address, "events": f"{address}/events"}


def _followed(kind: str) -> Write:
    """Writes a tournament or league that the player runs, takes part in or is asked to take part in."""

    def write(row: Row, player: PlayerId) -> Json:
        its_id, name, status, owner, role = row
        own = {"id": its_id, "name": name, "status": status, "owner": owner == player, "role": role}
        return {**own, **_addresses(f"/v1/{kind}/{its_id}")}

    return write


def _series(row: Row, _player: PlayerId) -> ExportedSeries:
    series_id, _, name, status, *_ = row
    return {"id": series_id, "name": name, "status": status, "role": "owner", **_addresses(f"/v1/series/{series_id}")}


def _board(row: Row, _player: PlayerId) -> ExportedBoard:
    board_id, table_id, begun_at, ended_at, excess, levels, step = row
    return {
        "board": board_id,
        "table": table_id,
        "begun_at": timestamp(begun_at),
        "ended_at": timestamp(ended_at) if ended_at else None,
        "score": None if excess is None else excess + levels * step,
        "view": f"/v1/boards/{board_id}",
    }


def _board_match(row: Row, player: PlayerId) -> ExportedBoardMatch:
    match_id, challenger, *_ = row
    return {"id": match_id, "challenger": challenger == player, "view": f"/v1/board-matches/{match_id}"}


def _rating_change(row: Row, _player: PlayerId) -> ExportedRatingChange:
    _, pool, game, at, unrated, elo_change, team_change = row
    return {
        "pool": name_of_pool(pool),
        "table": game,
        "at": timestamp(at),
        **changes_document(unrated, *changes_read(elo_change, team_change)),
    }


def _grade_change(row: Row, player: PlayerId) -> ExportedGradeChange:
    _, pool, *change = row
    grade = grade_change_from_row(player, *change)
    return {
        "pool": name_of_pool(pool),
        "tournament": grade.tournament,
        "at": write_instant(grade.at),
        "partner": grade.partner,
        "own": grade_change_document(grade.own),
        "partnership": grade_change_document(grade.partnership),
    }


def _message(row: Row, _player: PlayerId) -> ExportedMessage:
    _, table_id, room, number, said_at, text, canned = row
    return {
        "table": table_id,
        "room": room,
        "number": number,
        "at": timestamp_of_move(said_at),
        "text": text,
        "canned": canned,
    }


def _availability(row: Row, _player: PlayerId) -> OwnAvailability:
    since, time_zone, quiet_start, quiet_end, weekend, automatic_vacation = row
    return {
        "since": timestamp(since),
        "time_zone": time_zone,
        "quiet_hours": None
        if quiet_start is None
        else {"start": minute_text(quiet_start), "end": minute_text(quiet_end)},
        "weekend": [WEEKDAYS[day] for day in weekend],
        "automatic_vacation": automatic_vacation,
    }


PARTS: dict[str, Read] = {
    "account": one("players", columns("id", "name", "kind", "created_at")),
    "language": lambda database, player: database.read("player_language", {"id": player})[0][0],
    "login": one("login_of", columns("login", "_", "changed_at")),
    "preferences": one("preferences", lambda row, _: row[0]),
    "passkeys": whole("passkeys", columns("id", "created_at", "last_used_at")),
    "tokens": paged("tokens", lambda row, _: token_document(Token(*row))),
    "clients": paged("clients", columns("id", "name", "redirect_uris", "created_at")),
    "grants": paged("grants", columns("id", "client", "client_name", "scopes", "created_at", "revoked_at")),
    # The schedules that are stored, the oldest first. The last one is current.
    "availability": paged("availabilities", _availability, after=utc(Instant(0))),
    "vacations": paged("vacations", columns("id", "starts_at", "ends_at", "came_back_at", "automatic")),
    "tables": paged(
        "list_own_tables", _table, before=AFTER_ALL, key=lambda summary: summary["id"], status=None, free=False
    ),
    "tournaments": paged("tournaments_of_player", _followed("tournaments"), before=AFTER_ALL),
    "boards": paged("own_plays", _board),
    "board_matches": paged("board_matches", _board_match, before="~"),
    "leagues": paged("leagues_of_player", _followed("leagues"), before=AFTER_ALL),
    "series": paged("series", _series, before=AFTER_ALL, sandbox=None, status=None, public_only=False),
    "seeks": paged("seeks_of_player", lambda row, _: seek_document(sought_of(row))),
    "invitations": paged("invitations_of_player", lambda row, _: invitation_document(Invitation(*row))),
    "invitation_uses": paged("invitation_uses_of_player", columns("invitation", "table", "used_at")),
    "webhooks": whole("webhooks", columns("id", "url", "types", "created_at", "disabled_at"), id=None),
    "notifications": one("mailbox", lambda row, _: mailbox_document(Mailbox(*row))),
    # Recent mails. Their texts are not stored.
    "mails": paged(
        "mails_of",
        also_as(columns("id", "kind", "state", "table", "created_at", "settled_at"), status="state"),
    ),
    "sandboxes": whole("sandboxes", columns("id", "now", "created_at", "expires_at")),
    "reliability": lambda database, player: record_document(Reliability(database).of(player)),
    "rating_changes": paged("rating_changes_of", _rating_change),
    "grade_changes": paged("grade_changes_of", _grade_change),
    "messages": paged("said_of", _message),
    "rooms": paged("rooms_of", columns("_", "table", "room", "read_to", "muted")),
    "tournament_templates": whole("templates", columns("name", "settings", "saved_at"), name=None),
    "notes": paged("notes", columns("table", "text", "changed_at")),
    "inbox_marks": paged("all_inbox_marks", columns("table", "seen_version", "snoozed_version", "snoozed_until")),
    "blocks": paged("blocks", also_as(columns("player", "_", "blocked_at"), created_at="blocked_at")),
    "reports": paged(
        "reports_of",
        also_as(
            columns("id", "made_at", "closed_at", "player", "table", "room", "number", "reason", "text"),
            created_at="made_at",
        ),
    ),
    "moderation": paged("actions_on", columns("id", "at", "action", "table", "room", "number", "until")),
    "events": paged("account_events", lambda row, _: account_event_document(Numbered(*row)), after=0),
}
"""All stored data about a player, by kind. A new kind of data needs a part here."""
