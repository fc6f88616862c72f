"""The read models of grades: the sessions of duplicate play in their order, and the grades that follow from them.

| step | work | why it happens once |
|---|---|---|
| the log is followed | finished tournaments become sessions, and are corrected | the checkpoint of `grades` |
| sessions are graded | the next sessions of a pool are graded from the stored grades | the place and mark of the pool |

Grades work like ratings (`service/ratings/projections.py`): a correction moves the pool back before the session, and
stored grades depend only on the order of the sessions. A session is read from its tournament when the event is applied.
So it always ends up in the state of the last event, also after a rebuild. The pools are those of the ratings.
`domain/tournaments/ratings/graded_sessions.py` derives the sessions, and `domain/ratings/grade.py` grades them.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, NamedTuple

import orjson

from domain.kernel.instants import Instant, instant_of, write_instant
from domain.kernel.players import PlayerId
from domain.ratings.grade import Grade, GradeChange, GradeRules, Grades, Pair, PartnersGraded, Session, SessionId
from domain.ratings.pools import Pool
from domain.tournaments.entrants.events import MemberLeft, SubstituteCalled
from domain.tournaments.entrants.substitution_events import SubstitutionBegun
from domain.tournaments.events import TournamentFinished
from domain.tournaments.evolve import evolve
from domain.tournaments.ratings.graded_sessions import is_graded_session, session_of
from domain.tournaments.ratings.rated_games import pool_of
from domain.tournaments.state import Tournament
from domain.tournaments.terms import EntrantId
from service.platform.store.checkpoints import CheckpointConflict, Run, Work, no_work
from service.platform.store.codec import decoder, encoder
from service.platform.store.database import Database
from service.platform.store.event_store import EventStore, Head, LoggedEvent, LogPlace
from service.platform.store.events import event_of
from service.platform.store.projection import Projection
from service.ratings.stored import place_document, stored_pool
from service.tournaments.events import STREAM_PREFIX, TOURNAMENTS, tournament_of

NAME = "grades"
SESSION_EVENT_TYPES = frozenset(("tournament_finished", "result_overridden", "board_overridden", "result_restored"))
"""Types of the events that create or change a session."""
BETWEEN = "+"
"""Separates the ids of two partners."""

session_document = encoder(Session)
session_from_document = decoder(Session)


class SessionEvent(NamedTuple):
    """A tournament as a session, after an event.

    Attributes:
        tournament_id: id of the tournament.
        pool: stored name of its pool.
        ended_at: when the event was recorded.
        session: the session to grade; `None` if there is nothing to compare.
        sandbox: the sandbox in which it was played, or `None`.
        place: position of the event in the log; `None` for after all others.
    """

    tournament_id: str
    pool: str
    ended_at: datetime
    session: Session | None
    sandbox: str | None
    place: LogPlace | None = None


class UngradedPool(NamedTuple):
    """A pool with ungraded sessions."""

    pool: str
    newest: int
    graded: int
    mark: int


def name_of(who: PartnersGraded) -> str:
    """Returns the stored name of a player or a partnership."""
    return BETWEEN.join(sorted(who))


def players_named(name: str) -> tuple[PlayerId, ...]:
    """Returns the players of a stored name."""
    return tuple(PlayerId(player) for player in name.split(BETWEEN))


def change_document(change: GradeChange) -> dict[str, Any]:
    """Returns the figures of a change for the store."""
    figures = change._asdict()
    for known in ("session", "at", "who"):
        del figures[known]
    return {**figures, "after": list(change.after)}


def change_from_document(document: dict[str, Any], tournament_id: str, at: Instant, who: str) -> GradeChange:
    """Returns a change from its stored figures."""
    return GradeChange(
        session=SessionId(tournament_id),
        at=at,
        who=frozenset(players_named(who)),
        **{**document, "after": Grade(*document["after"])},
    )


class GradesProjection(Projection):
    """Keeps the grades up to date with the log."""

    name = NAME

    def __init__(
        self, database: Database, store: EventStore, rules: GradeRules | None = None, name: str | None = None
    ) -> None:
        """Subscribes to the log under `name`. Writes to the read schema of the database connection.

        Args:
            database: the database of the read models.
            store: the event log.
            rules: the parameters of the grades; `None` for the defaults.
            name: name of the subscription; `None` for the usual one.
        """
        super().__init__(database, store, name)
        self._rules = rules or GradeRules()

    # -------------------------------------------------------------------------------------------- the log

    def work_of(self, batch: Sequence[LoggedEvent]) -> Work:
        """Returns the work that applies a batch to the read models."""
        events = [
            each for logged in batch if _is_about_sessions(logged) and (each := self._session_event(logged)) is not None
        ]
        return (lambda run: apply_events(run, events)) if events else no_work

    def _session_event(self, logged: LoggedEvent) -> SessionEvent | None:
        """Returns the tournament as a session after an event, or `None` if it is not a session."""
        tournament_id = tournament_of(logged.stream)
        now = self._now(logged.stream)
        if now is not None and not (now.finished_at is not None and is_graded_session(now.settings)):
            return None
        tournament, changed, end = self._folded(logged.stream)
        if end is None or logged.stored.version < end or not is_graded_session(tournament.settings):
            return None
        at = logged.stored.recorded_at
        session = session_of(tournament, SessionId(tournament_id), instant_of(at), changed)
        pool = stored_pool(self._pool(tournament), tournament.sandbox)
        return SessionEvent(tournament_id, pool, at, session, tournament.sandbox, logged.place)

    def _now(self, stream: str) -> Tournament | None:
        """Returns the current state of the tournament, or `None` if another release wrote it."""
        [(_, *head)] = self._database.read("heads", {"streams": [stream]})
        return TOURNAMENTS.state_in(stream, Head(*head[:5]))

    def _folded(self, stream: str) -> tuple[Tournament, frozenset[EntrantId], int | None]:
        """Returns the tournament, the pairs whose players changed since the start, and the version of its first end."""
        tournament: Tournament | None = None
        changed = set()
        end: int | None = None
        for stored in self._store.read_all(stream):
            event = event_of(stored.record)
            is_running = tournament is not None and tournament.status == "running"
            if is_running and isinstance(event, MemberLeft | SubstituteCalled | SubstitutionBegun):
                changed.add(event.entrant)
            if end is None and isinstance(event, TournamentFinished):
                end = stored.version
            tournament = evolve(tournament, event)
        if tournament is None:
            raise ValueError(f"{stream} has no events")
        return tournament, frozenset(changed), end

    def _pool(self, tournament: Tournament) -> Pool:
        players = [player for entry in tournament.entries if entry.id in tournament.order for player in entry.players]
        programs = self._database.read("programs", {"ids": players})
        return pool_of(tournament.settings, "programs" if programs else "people")

    # -------------------------------------------------------------------------------------------- grades

    def go_on(self) -> int:
        """Grades the next sessions of a pool. Returns by how many places it advances."""
        for row in self._database.read("grades_behind"):
            behind = UngradedPool(*row)
            most = self._store.limits.sessions_at_once
            parameters = {"pool": behind.pool, "after": behind.graded, "limit": most}
            rows = self._database.read("sessions_to_grade", parameters)
            to = rows[-1][0] if len(rows) == most else behind.newest
            sessions = [(place, session_from_document(document)) for place, document in rows if document is not None]
            grades = self._known(behind.pool, [session for _, session in sessions])
            changes = _GradeChanges(behind.pool)
            for place, session in sessions:
                changes.add(place, session, grades.grade(self._rules, session))
            try:
                self._database.together(lambda run: changes.write(run, behind, to))  # noqa: B023 - run at once
            except CheckpointConflict:
                return 0
            return max(len(rows), 1)
        return 0

    def _known(self, pool: str, sessions: Sequence[Session]) -> Grades:
        """Returns the stored grades that are needed to grade these sessions."""
        grades = Grades()
        pairs = [pair.players for session in sessions for pair in session.pairs]
        wanted = {name_of(frozenset(who)) for pair in pairs for who in ((pair[0],), (pair[1],), pair)}
        if not wanted:
            return grades
        for who, grade, boards in self._database.read("grades_in_pool", {"pool": pool, "who": sorted(wanted)}):
            players = players_named(who)
            if len(players) == 1:
                grades.players[players[0]] = Grade(grade, boards)
            else:
                grades.partnerships[frozenset(players)] = Grade(grade, boards)
        return grades


def _is_about_sessions(logged: LoggedEvent) -> bool:
    return logged.stream.startswith(STREAM_PREFIX) and logged.stored.record.type in SESSION_EVENT_TYPES


def apply_events(run: Run, events: Sequence[SessionEvent]) -> None:
    """Stores sessions and corrections, in the order of the log."""
    for each in events:
        stored = run("grade_session", {"tournament_id": each.tournament_id})
        if not stored:
            of = {"tournament_id": each.tournament_id, "pool": each.pool, "ended_at": each.ended_at}
            written = {"session": _session_json(each.session), **place_document(each.place)}
            run("add_grade_session", {**of, "sandbox": each.sandbox, **written})
            _put_in_order(run, each.tournament_id)
            continue
        [(pool, place, ended_at, document)] = stored
        before = None if document is None else session_from_document(document)
        # A correction does not change when the session ended.
        session = None if each.session is None else replace(each.session, ended_at=instant_of(ended_at))
        if session != before:
            run("correct_grade_session", {"tournament_id": each.tournament_id, "session": _session_json(session)})
            _put_back(run, {"pool": pool, "place": place})


def _put_in_order(run: Run, tournament_id: str) -> None:
    """Puts a session before those that follow it in the log, in case its tournament was set aside meanwhile."""
    for pool, place in run("sessions_counted_later", {"tournament_id": tournament_id}):
        _put_back(run, {"pool": pool, "place": place})
        run("lift_sessions", {"pool": pool, "place": place})
        run("lower_sessions", {"pool": pool, "tournament_id": tournament_id})


def _put_back(run: Run, at: dict[str, Any]) -> None:
    """Moves the pool back before a place, if it has advanced that far."""
    if run("put_grade_pool_back", at):
        for statement in ("drop_grades_since", "restore_grades", "drop_grade_changes_since"):
            run(statement, at)


def _session_json(session: Session | None) -> str | None:
    return None if session is None else _json(session_document(session))


def _json(document: Any) -> str:
    return orjson.dumps(document).decode()


class _GradeChanges:
    """The changes by some sessions, ready to be stored."""

    def __init__(self, pool: str) -> None:
        self._pool = pool
        self._changes: list[dict[str, Any]] = []
        self._grades: dict[str, dict[str, Any]] = {}

    def add(self, place: int, session: Session, changes: Sequence[GradeChange]) -> None:
        """Adds the changes by a session: for each pair both players, then the partnership."""
        for number, pair in enumerate(session.pairs):
            for change in changes[3 * number : 3 * number + 3]:
                self._add(place, pair, change)

    def _add(self, place: int, pair: Pair, change: GradeChange) -> None:
        one, *others = sorted(change.who)
        who = name_of(change.who)
        row = {
            "who": who,
            "one": one,
            "other": others[0] if others else None,
            "at": write_instant(change.at),
            "grade": change.after.grade,
            "boards": change.after.boards,
            "is_provisional": change.is_provisional,
        }
        figures = {"place": place, "tournament_id": change.session, "change": change_document(change)}
        self._changes.append({**row, **figures, "pair": name_of(frozenset(pair.players))})
        before = self._grades.get(who)
        self._grades[who] = {**row, "sessions": 1 + (before["sessions"] if before else 0)}

    def write(self, run: Run, behind: UngradedPool, to: int) -> None:
        """Stores all changes. Raises `CheckpointConflict` if the pool has changed since it was read."""
        if not run("move_grade_pool", {"pool": self._pool, "after": behind.graded, "mark": behind.mark, "to": to}):
            raise CheckpointConflict(self._pool)
        for statement, name, rows in (
            ("add_grade_changes", "changes", self._changes),
            ("put_grades", "grades", [self._grades[who] for who in sorted(self._grades)]),
        ):
            if rows:
                run(statement, {"pool": self._pool, name: _json(rows)})
