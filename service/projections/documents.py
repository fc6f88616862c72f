"""What leaves the service about tables, as plain JSON: views, feed entries, answers, the record of a game."""

import re
from datetime import UTC, datetime
from typing import Any

from domain.games import GAMES
from domain.table.asking import asking
from domain.table.events import TableOpened
from domain.table.redact import redact
from domain.table.state import Table
from domain.viewers import Viewer
from service.projections.streams import At, Happened, viewer_name
from service.store.events import record_of

Json = dict[str, Any]

_TAG = re.compile(r"([0-9]{1,9})-[a-z0-9]+-[0-9]+")

REPRESENTATION = 2
"""Goes up whenever the same view is written differently, so that clients do not keep the old writing."""


def timestamp(at: datetime) -> str:
    """A time in UTC as RFC 3339 writes it, to the millisecond."""
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.") + f"{at.microsecond // 1000:03d}Z"


def timestamp_of_move(at: datetime) -> str:
    """When something happened at a table, to the minute: thinking times would tell about cards (DEC-96)."""
    return timestamp(at.replace(second=0, microsecond=0))


def view_tag(version: int, viewer: Viewer) -> str:
    """The entity tag of a viewer's view: no two viewers share one, and every version has its own."""
    return f"{version}-{viewer_name(viewer)}-{REPRESENTATION}"


def version_of_tag(tag: str) -> int | None:
    """The version in an entity tag; none when it is not one of ours."""
    ours = _TAG.fullmatch(tag)
    return int(ours[1]) if ours else None


def view_document(table_id: str, at: At, viewer: Viewer) -> Json:
    """The table as the viewer sees it; `at` is the fold of what this viewer may see."""
    table = at.table
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
        "seats": seats_document(table),
        "challenges": [challenge._asdict() for challenge in table.challenges],
        "asked": [{"seat": each.seat, "what": each.what} for each in asking(table)],
        "next_commitment": table.commitment,
        "hand": None
        if table.hand is None
        else {
            "number": table.hand.number,
            "commitment": table.hand.commitment,
            "entropies": list(table.hand.entropies),
            "secret": table.hand.secret,
        },
        "match": None if table.match is None else table.game.view(table.match, viewer),
        "result": None
        if table.result is None
        else {"reason": table.result.reason, "winners": list(table.result.winners)},
    }


def rules_document(table: Table) -> Json:
    """The rules of a table: profile, options that differ from the defaults, revision of the catalogue."""
    return {**table.game.rules_document(table.rules), "revision": table.rules_revision}


def spectators_document(table: Table) -> Json:
    """How late those who hold no seat see the table."""
    return {"delay": table.spectators.delay, "minutes": table.spectators.minutes}


def seats_document(table: Table) -> list[Json]:
    """Who sits where; free seats have no player."""
    return [
        {
            "seat": seat,
            "player": occupant.player if occupant else None,
            "bot": occupant.bot if occupant else None,
            "entropy": occupant.entropy if occupant else None,
        }
        for seat, occupant in enumerate(table.seats)
    ]


def event_document(happened: Happened, game: str, viewer: Viewer) -> Json:
    """An event as the viewer sees it in the feed."""
    record = record_of(redact(GAMES[game], happened.event, viewer))
    return {
        "version": happened.version,
        "type": record.type,
        "revision": record.revision,
        "at": timestamp_of_move(happened.recorded_at),
        "data": record.data,
    }


def game_of(happened: Happened) -> str:
    """The game of a table, from its first event."""
    event = happened.event
    if not isinstance(event, TableOpened):
        raise TypeError(f"{type(event).__name__} does not open a table")
    return event.game
