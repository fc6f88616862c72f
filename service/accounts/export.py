"""The export of all data about a player: one JSON document, written part by part to bound memory.

It contains no secrets and no hashes. For the events of tables and tournaments it has the addresses at which the player
can read them.
"""

from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any, NamedTuple

import orjson

from domain.clocks.calendar import WEEKDAYS, written_minute
from domain.kernel.instants import Instant, utc, write_instant
from domain.kernel.players import PlayerId
from service.accounts.reliability import Reliability, record_document
from service.leagues.handlers import BEFORE_ALL as BEFORE_ALL_LEAGUES
from service.lobby.invitations.handlers import Invitation, invitation_document
from service.lobby.seeks.handlers import seek_document, sought_of
from service.notifications.account_events import Numbered, account_event_document
from service.notifications.mail.handlers import Mailbox, mailbox_document
from service.platform.documents import Json, timestamp, timestamp_of_move
from service.platform.store.database import Database
from service.ratings.documents import changes_document
from service.ratings.grades.documents import grade_change_document
from service.ratings.grades.handlers import grade_change_from_row
from service.ratings.handlers import changes_read
from service.ratings.stored import name_of_pool
from service.series.handlers import BEFORE_ALL as BEFORE_ALL_SERIES
from service.tables.lists import AFTER_ALL
from service.tournaments.reader import BEFORE_ALL

PAGE = 500


class Part(NamedTuple):
    """A member of the document: one value, or a list that is read in pages."""

    name: str
    read: Callable[[Database, PlayerId], Json | None] | None = None
    items: Callable[[Database, PlayerId], Iterator[Json]] | None = None


def export(database: Database, player: PlayerId, now: Instant) -> Iterator[bytes]:
    """Yields the document in pieces. Raises `DatabaseUnavailable`, possibly between two pieces."""
    yield b'{"generated_at":' + orjson.dumps(timestamp(utc(now)))
    for part in PARTS:
        yield b"," + orjson.dumps(part.name) + b":"
        if part.read is not None:
            yield orjson.dumps(part.read(database, player))
        if part.items is not None:
            yield b"["
            for number, item in enumerate(part.items(database, player)):
                yield (b"," if number else b"") + orjson.dumps(item)
            yield b"]"
    yield b"}"


def _pages(
    database: Database, statement: str, player: PlayerId, key: int, first: str | int = ""
) -> Iterator[tuple[Any, ...]]:
    """Yields all rows of a paged statement. `key` is the index of the column by which the next page is selected."""
    after: Any = first
    while rows := database.read(statement, {"player_id": player, "after": after, "limit": PAGE}):
        yield from rows
        after = rows[-1][key]


def _time(at: datetime | None) -> str | None:
    return timestamp(at) if at else None


def _account(database: Database, player: PlayerId) -> Json | None:
    for player_id, name, kind, created_at, _ in database.read("players", {"ids": [player]}):
        return {"id": player_id, "name": name, "kind": kind, "created_at": timestamp(created_at)}
    return None


def _login(database: Database, player: PlayerId) -> Json | None:
    for login, _, changed_at in database.read("login_of", {"player_id": player}):
        return {"login": login, "changed_at": timestamp(changed_at)}
    return None


def _tokens(database: Database, player: PlayerId) -> Iterator[Json]:
    for token_id, name, scopes, created_at, expires_at, revoked_at, last_used_at, client in _pages(
        database, "tokens", player, 0
    ):
        yield {
            "id": token_id,
            "name": name,
            "scopes": sorted(scopes),
            "created_at": timestamp(created_at),
            "expires_at": _time(expires_at),
            "revoked_at": _time(revoked_at),
            "last_used_at": _time(last_used_at),
            "client": client,
        }


def _clients(database: Database, player: PlayerId) -> Iterator[Json]:
    for client_id, name, redirect_uris, created_at in _pages(database, "clients", player, 0):
        yield {
            "id": client_id,
            "name": name,
            "redirect_uris": redirect_uris,
            "created_at": timestamp(created_at),
        }


def _grants(database: Database, player: PlayerId) -> Iterator[Json]:
    for grant_id, client_id, name, scopes, created_at, revoked_at in _pages(database, "grants", player, 0):
        yield {
            "id": grant_id,
            "client": client_id,
            "client_name": name,
            "scopes": sorted(scopes),
            "created_at": timestamp(created_at),
            "revoked_at": _time(revoked_at),
        }


def _tables(database: Database, player: PlayerId) -> Iterator[Json]:
    """Yields the tables that the player opened or sits at, with finished ones, newest first."""
    before = AFTER_ALL
    wanted = {"player_id": player, "status": None, "free": False, "limit": PAGE}
    while rows := database.read("list_own_tables", {**wanted, "before": before}):
        for (summary,) in rows:
            address = f"/v1/tables/{summary['id']}"
            yield {
                "id": summary["id"],
                "status": summary["status"],
                "host": summary["host"] == player,
                "seats": [seat["seat"] for seat in summary["seats"] if seat["player"] == player],
                "view": address,
                "events": f"{address}/events",
                "record": f"{address}/record",
            }
        before = rows[-1][0]["id"]


def _tournaments(database: Database, player: PlayerId) -> Iterator[Json]:
    """Yields the tournaments that the player runs, has entered or is invited to, newest first."""
    before = BEFORE_ALL
    while rows := database.read("tournaments_of_player", {"player_id": player, "before": before, "limit": PAGE}):
        for tournament_id, name, status, owner, role in rows:
            address = f"/v1/tournaments/{tournament_id}"
            yield {
                "id": tournament_id,
                "name": name,
                "status": status,
                "owner": owner == player,
                "role": role,
                "view": address,
                "events": f"{address}/events",
            }
        before = rows[-1][0]


def _boards(database: Database, player: PlayerId) -> Iterator[Json]:
    """Yields the boards that the player plays, has played or has seen, oldest first."""
    for board_id, table_id, begun_at, ended_at, excess, levels, step in _pages(database, "own_plays", player, 0):
        yield {
            "board": board_id,
            "table": table_id,
            "begun_at": timestamp(begun_at),
            "ended_at": _time(ended_at),
            "score": None if excess is None else excess + levels * step,
            "view": f"/v1/boards/{board_id}",
        }


def _board_matches(database: Database, player: PlayerId) -> Iterator[Json]:
    """Yields the player's matches on boards, newest first."""
    before = "~"
    while rows := database.read("board_matches", {"player_id": player, "before": before, "limit": PAGE}):
        for match_id, challenger, *_ in rows:
            yield {"id": match_id, "challenger": challenger == player, "view": f"/v1/board-matches/{match_id}"}
        before = rows[-1][0]


def _leagues(database: Database, player: PlayerId) -> Iterator[Json]:
    """Yields the leagues that the player runs, plays in or is invited to, newest first."""
    before = BEFORE_ALL_LEAGUES
    while rows := database.read("leagues_of_player", {"player_id": player, "before": before, "limit": PAGE}):
        for league_id, name, status, owner, role in rows:
            address = f"/v1/leagues/{league_id}"
            yield {
                "id": league_id,
                "name": name,
                "status": status,
                "owner": owner == player,
                "role": role,
                "view": address,
                "events": f"{address}/events",
            }
        before = rows[-1][0]


def _series(database: Database, player: PlayerId) -> Iterator[Json]:
    """Yields the series that the player owns, newest first."""
    before = BEFORE_ALL_SERIES
    wanted = {"world": None, "owner": player, "status": None, "limit": PAGE}
    while rows := database.read("series", {**wanted, "before": before}):
        for series_id, _, name, status, *_ in rows:
            address = f"/v1/series/{series_id}"
            yield {
                "id": series_id,
                "name": name,
                "status": status,
                "role": "owner",
                "view": address,
                "events": f"{address}/events",
            }
        before = rows[-1][0]


def _sandboxes(database: Database, player: PlayerId) -> Iterator[Json]:
    for sandbox_id, clock, created_at, expires_at in database.read("sandboxes", {"owner": player}):
        yield {
            "id": sandbox_id,
            "now": timestamp(clock),
            "created_at": timestamp(created_at),
            "expires_at": timestamp(expires_at),
        }


def _events(database: Database, player: PlayerId) -> Iterator[Json]:
    for row in _pages(database, "account_events", player, 0, first=0):
        yield account_event_document(Numbered(*row))


def _webhooks(database: Database, player: PlayerId) -> Iterator[Json]:
    for webhook_id, url, types, created_at, disabled_at, *_ in database.read(
        "webhooks", {"player_id": player, "id": None}
    ):
        yield {
            "id": webhook_id,
            "url": url,
            "types": types,
            "created_at": timestamp(created_at),
            "disabled_at": _time(disabled_at),
        }


def _reliability(database: Database, player: PlayerId) -> Json | None:
    record = Reliability(database).of(player)
    return record_document(record)


def _rating_changes(database: Database, player: PlayerId) -> Iterator[Json]:
    """Yields all changes of ratings, pool by pool, oldest first."""
    for _, pool, game, at, unrated, elo_change, team_change in _pages(database, "rating_changes_of", player, 0):
        elo, team = changes_read(elo_change, team_change)
        yield {
            "pool": name_of_pool(pool),
            "table": game,
            "at": timestamp(at),
            **changes_document(unrated, elo, team),
        }


def _grade_changes(database: Database, player: PlayerId) -> Iterator[Json]:
    """Yields all changes of grades by duplicate sessions, pool by pool, oldest first."""
    for _, pool, *row in _pages(database, "grade_changes_of", player, 0):
        grade = grade_change_from_row(player, *row)
        yield {
            "pool": name_of_pool(pool),
            "tournament": grade.tournament,
            "at": write_instant(grade.at),
            "partner": grade.partner,
            "own": grade_change_document(grade.own),
            "partnership": grade_change_document(grade.partnership),
        }


def _messages(database: Database, player: PlayerId) -> Iterator[Json]:
    for _, table_id, room, number, said_at, words, canned in _pages(database, "said_of", player, 0):
        yield {
            "table": table_id,
            "room": room,
            "number": number,
            "at": timestamp_of_move(said_at),
            "text": words,
            "canned": canned,
        }


def _rooms(database: Database, player: PlayerId) -> Iterator[Json]:
    for _, table_id, room, read_to, muted in _pages(database, "rooms_of", player, 0):
        yield {"table": table_id, "room": room, "read_to": read_to, "muted": muted}


def _notes(database: Database, player: PlayerId) -> Iterator[Json]:
    for table_id, words, changed_at in _pages(database, "notes", player, 0):
        yield {"table": table_id, "text": words, "changed_at": timestamp(changed_at)}


def _blocks(database: Database, player: PlayerId) -> Iterator[Json]:
    for blocked_id, _, blocked_at in _pages(database, "blocks", player, 0):
        yield {"player": blocked_id, "blocked_at": timestamp(blocked_at)}


def _reports(database: Database, player: PlayerId) -> Iterator[Json]:
    for report_id, made_at, closed_at, reported, table_id, room, number, reason, words in _pages(
        database, "reports_of", player, 0
    ):
        yield {
            "id": report_id,
            "made_at": timestamp(made_at),
            "closed_at": _time(closed_at),
            "player": reported,
            "table": table_id,
            "room": room,
            "number": number,
            "reason": reason,
            "text": words,
        }


def _moderation(database: Database, player: PlayerId) -> Iterator[Json]:
    for action_id, done_at, action, table_id, room, number, until in _pages(database, "actions_on", player, 0):
        yield {
            "id": action_id,
            "at": timestamp(done_at),
            "action": action,
            "table": table_id,
            "room": room,
            "number": number,
            "until": _time(until),
        }


def _availability(database: Database, player: PlayerId) -> Iterator[Json]:
    """Yields the stored schedules, oldest first. The last one applies."""
    after: Any = utc(Instant(0))
    while rows := database.read("availabilities", {"player_id": player, "after": after, "limit": PAGE}):
        for since, time_zone, quiet_start, quiet_end, weekend, automatic_vacation in rows:
            yield {
                "since": timestamp(since),
                "time_zone": time_zone,
                "quiet_hours": None
                if quiet_start is None
                else {"start": written_minute(quiet_start), "end": written_minute(quiet_end)},
                "weekend": [WEEKDAYS[day] for day in weekend],
                "automatic_vacation": automatic_vacation,
            }
        after = rows[-1][0]


def _vacations(database: Database, player: PlayerId) -> Iterator[Json]:
    for vacation_id, starts_at, ends_at, came_back_at, is_automatic in _pages(database, "vacations", player, 0):
        yield {
            "id": vacation_id,
            "starts_at": timestamp(starts_at),
            "ends_at": timestamp(ends_at),
            "came_back_at": _time(came_back_at),
            "automatic": is_automatic,
        }


def _notifications(database: Database, player: PlayerId) -> Json | None:
    for row in database.read("mailbox", {"player_id": player}):
        return mailbox_document(Mailbox(*row))
    return None


def _mails(database: Database, player: PlayerId) -> Iterator[Json]:
    """Yields recent mails. Their texts are not stored."""
    for mail_id, kind, state, table, created_at, settled_at in _pages(database, "mails_of", player, 0):
        yield {
            "id": mail_id,
            "kind": kind,
            "state": state,
            "table": table,
            "created_at": timestamp(created_at),
            "settled_at": _time(settled_at),
        }


def _seeks(database: Database, player: PlayerId) -> Iterator[Json]:
    for row in _pages(database, "seeks_of_player", player, 0):
        yield seek_document(sought_of(row))


def _invitations(database: Database, player: PlayerId) -> Iterator[Json]:
    for row in _pages(database, "invitations_of_player", player, 0):
        yield invitation_document(Invitation(*row))


def _invitation_uses(database: Database, player: PlayerId) -> Iterator[Json]:
    for invitation_id, table_id, used_at in _pages(database, "invitation_uses_of_player", player, 0):
        yield {"invitation": invitation_id, "table": table_id, "used_at": timestamp(used_at)}


PARTS = (
    Part("account", read=_account),
    Part("login", read=_login),
    Part("tokens", items=_tokens),
    Part("clients", items=_clients),
    Part("grants", items=_grants),
    Part("availability", items=_availability),
    Part("vacations", items=_vacations),
    Part("tables", items=_tables),
    Part("tournaments", items=_tournaments),
    Part("boards", items=_boards),
    Part("board_matches", items=_board_matches),
    Part("leagues", items=_leagues),
    Part("series", items=_series),
    Part("seeks", items=_seeks),
    Part("invitations", items=_invitations),
    Part("invitation_uses", items=_invitation_uses),
    Part("webhooks", items=_webhooks),
    Part("notifications", read=_notifications),
    Part("mails", items=_mails),
    Part("sandboxes", items=_sandboxes),
    Part("reliability", read=_reliability),
    Part("rating_changes", items=_rating_changes),
    Part("grade_changes", items=_grade_changes),
    Part("messages", items=_messages),
    Part("rooms", items=_rooms),
    Part("notes", items=_notes),
    Part("blocks", items=_blocks),
    Part("reports", items=_reports),
    Part("moderation", items=_moderation),
    Part("events", items=_events),
)
"""All stored data about a player, by kind. A new kind of data needs a part here."""
