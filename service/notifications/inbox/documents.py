"""The inbox and the pace of a player as JSON."""

from datetime import datetime

from domain.clocks.pace import PACE_DAYS, Pace
from domain.kernel.instants import SECOND_MS, Instant, write_instant
from service.notifications.about import MatchAbout, TableAbout
from service.notifications.inbox.document_types import InboxEntry, InboxMatch, InboxSeat, MyInbox, MyPace, TurnsWaiting
from service.notifications.inbox.handlers import Inbox
from service.notifications.inbox.overview import GROUPS, Entry
from service.notifications.inbox.own_inbox import OwnInbox
from service.platform.documents import timestamp, timestamp_of_move


def waiting_document(inbox: Inbox) -> TurnsWaiting:
    """Returns the total numbers."""
    return {
        "turns": inbox.turns_count,
        "challenges": inbox.challenges_count,
        "proposals": inbox.proposals_count,
        "tournaments": inbox.tournaments_count,
    }


def own_inbox_document(own: OwnInbox, now: Instant) -> MyInbox:
    """Returns the inbox in groups, without the names of players."""
    return {
        "now": write_instant(now),
        "waiting": waiting_document(own.inbox),
        "groups": [
            {"name": group, "entries": [_entry(each, own) for each in own.entries if each.group == group]}
            for group in GROUPS
        ],
        "players": {},
    }


def _entry(entry: Entry, own: OwnInbox) -> InboxEntry:
    about = own.abouts.get(entry.table or "")
    match = about.match if about else own.tournaments.get(entry.tournament or "")
    return {
        "kind": entry.kind,
        "what": entry.what,
        "table": entry.table,
        "version": entry.version,
        "seat": entry.seat,
        "by": entry.by,
        "opponents": list(entry.opponents),
        "since": timestamp_of_move(entry.since) if entry.since else None,
        "deadline_at": _time(entry.deadline_at),
        "play": entry.play,
        "game": about.game if about else None,
        "hand": about.hand if about else None,
        "seats": _seats(about) if about else [],
        "tournament": _match(match, entry) if match else None,
        "since_visit": list(own.told.get(entry.table or "", ())),
        "snoozed_until": _time(entry.until),
        "replies": entry.replies,
    }


def _time(at: datetime | None) -> str | None:
    return None if at is None else timestamp(at)


def _seats(about: TableAbout) -> list[InboxSeat]:
    return [{"seat": each.seat, "player": each.player, "side": each.side} for each in about.seats]


def _match(match: MatchAbout, entry: Entry) -> InboxMatch:
    return {
        "id": match.id,
        "name": match.name,
        "round": match.round if entry.round is None else entry.round,
        "match": match.match if entry.match is None else entry.match,
    }


def pace_document(pace: Pace) -> MyPace:
    """Returns the pace of a player."""
    return {
        "days": PACE_DAYS,
        "moves": pace.moves,
        "moves_per_day": round(pace.moves_per_day, 2),
        "median_answer_s": _seconds(pace.median_ms),
        "ninety_percent_answer_s": _seconds(pace.ninety_ms),
        "late_turns": pace.late,
    }


def _seconds(ms: int | None) -> int | None:
    return None if ms is None else ms // SECOND_MS
