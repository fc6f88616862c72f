"""The read models of ratings: the rated games in their order, and the ratings that follow from them.

| step | work | why it happens once |
|---|---|---|
| the log is followed | results become games with places, and corrections are applied | the checkpoint of `ratings` |
| games are rated | the next games of a pool are rated from the stored ratings | the place and mark of the pool |

A correction of a rated game moves its pool back before that game. The later games are then rated again, so a correction
costs as much as was played since. Stored ratings depend only on the order of the games, not on the size of the
portions. So a rebuild yields the same ratings. `domain/tournaments/ratings/rated_games.py` derives the games, and
`domain/ratings` rates them.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

from domain.kernel.instants import DAY_MS, Instant, instant_of, utc
from domain.kernel.players import PlayerId
from domain.ratings.elo import Rated
from domain.ratings.outcomes import RatedGame, RatingParameters, RatingsByPool
from domain.ratings.pools import Among
from domain.ratings.results import Annulled, GameResult
from domain.ratings.tables import EndedTable, players_of_table
from domain.ratings.team_rating import Skill, TeamRated, handicap_of
from domain.table.state import Table
from domain.tournaments.boards.sets import rounds_revealed_at_end, rounds_revealed_with
from domain.tournaments.events import CorrectionsOpened, TournamentCancelled, TournamentFinished
from domain.tournaments.evolve import fold
from domain.tournaments.formats.catalogue import format_of
from domain.tournaments.ratings.rated_games import (
    EarlyEnd,
    correction_of,
    counts_when_published,
    game_of,
    is_corrected,
    unfinished_game_of,
)
from domain.tournaments.rounds.events import (
    BoardOverridden,
    ResultAdjudicated,
    ResultOverridden,
    ResultRecorded,
    ResultRestored,
    RoundCalledOff,
    RoundClosed,
    TableId,
)
from domain.tournaments.state import Tournament
from service.platform.store.checkpoints import CheckpointConflict, Run, Work, no_work
from service.platform.store.database import Database
from service.platform.store.event_store import EventStore, Head, LoggedEvent, LogPlace, StoredEvent
from service.platform.store.events import event_of
from service.platform.store.projection import Projection
from service.ratings.stored import (
    GameEvent,
    GameToRate,
    RatingChanges,
    StoredGame,
    UnratedPool,
    handicap_name,
    json_text,
    move_pool_back,
    place_document,
    players_key,
    result_document,
    result_from_document,
    stored_pool,
)
from service.tables.events import TABLES
from service.tables.events import stream_of as table_stream
from service.tournaments.events import TOURNAMENTS, stream_of, tournament_of

NAME = "ratings"
GAME_EVENT_TYPES = frozenset(
    (
        *("result_recorded", "result_adjudicated", "result_overridden", "board_overridden", "result_restored"),
        *("round_called_off", "round_closed"),
        *("corrections_opened", "tournament_finished", "tournament_cancelled"),
    )
)
"""Types of the events that concern rated games."""
DECIDING = (ResultRecorded, ResultAdjudicated, ResultOverridden, BoardOverridden, RoundCalledOff, TournamentCancelled)
"""The events that turn matches into games."""


class RatingsProjection(Projection):
    """Keeps the ratings up to date with the log."""

    name = NAME

    def __init__(
        self, database: Database, store: EventStore, rules: RatingParameters | None = None, name: str | None = None
    ) -> None:
        """Subscribes to the log under `name`. Writes to the read schema of the database connection.

        Args:
            database: the database of the read models.
            store: the event log.
            rules: the parameters of the ratings; `None` for the defaults.
            name: name of the subscription; `None` for the usual one.
        """
        super().__init__(database, store, name)
        self._rules = rules or RatingParameters()

    # -------------------------------------------------------------------------------------------- the log

    def work_of(self, batch: Sequence[LoggedEvent]) -> Work:
        """Returns the work that applies a batch to the read models."""
        events = self._game_events([each for each in batch if _is_about_games(each)])
        return (lambda run: apply_events(run, events)) if events else no_work

    def _game_events(self, logged: Sequence[LoggedEvent]) -> list[GameEvent]:
        if not logged:
            return []
        tournaments = _Tournaments(self._database, self._store)
        events: list[GameEvent] = []
        for each in logged:
            tournament_id, event = tournament_of(each.stream), event_of(each.stored.record)
            games = tournaments.games(tournament_id, event, each.stored)
            rounds = tournaments.rounds_published(tournament_id, event)
            is_corrected = tournaments.corrected_by(tournament_id, event)
            events.append(GameEvent(tournament_id, event, games, rounds, is_corrected, each.place))
        return events

    # -------------------------------------------------------------------------------------------- ratings

    def go_on(self) -> int:
        """Rates the next games of a pool. Returns by how many places it advances."""
        for row in self._database.read("ratings_behind"):
            behind = UnratedPool(*row)
            most = self._store.limits.games_at_once
            rows = self._database.read("games_to_rate", {"pool": behind.pool, "after": behind.rated, "limit": most})
            to = rows[-1][0] if len(rows) == most else behind.newest
            games = [
                GameToRate(place, season, result_from_document(result), is_annulled=is_annulled)
                for place, _, season, is_annulled, result in rows
            ]
            ratings = self._known(behind, [game.result for game in games])
            changes = RatingChanges(behind.pool, self._rules)
            for game in games:
                result = game.result
                annulled = RatedGame(result.game, "annulled")
                changes.add(game, annulled if game.is_annulled else ratings.rate(self._rules, result))
            try:
                self._database.together(lambda run: changes.write(run, behind, to))  # noqa: B023 - run at once
            except CheckpointConflict:
                return 0
            return max(len(rows), 1)
        return 0

    def _known(self, behind: UnratedPool, results: Sequence[GameResult]) -> RatingsByPool:
        """Returns the stored ratings that are needed to rate these games."""
        ratings = RatingsByPool()
        if not results:
            return ratings
        pool = results[0].pool
        players = sorted({player for result in results for player in result.players})
        for player, elo, elo_games, mu, sigma, team_games, at in self._database.read(
            "ratings_in_pool", {"pool": behind.pool, "players": players}
        ):
            if elo is not None:
                ratings.elo[pool, player] = Rated(elo, elo_games)
            ratings.team[pool, player] = TeamRated(Skill(mu, sigma), team_games, instant_of(at))
        handicaps = {handicap_name(found[1]): found[1] for result in results if (found := handicap_of(result.sides))}
        parameters = {"pool": behind.pool, "handicaps": sorted(handicaps), "until": behind.rated}
        for name, skill in self._database.read("handicap_skills", parameters) if handicaps else ():
            ratings.offsets[pool, handicaps[name]] = Skill(*skill)
        since = utc(Instant(min(result.ended_at for result in results) - DAY_MS))
        together = sorted({players_key(result.players) for result in results})
        parameters = {"pool": behind.pool, "players": together, "since": since, "until": behind.rated}
        for names, at in self._database.read("meetings_of", parameters):
            ratings.meetings.add_time(pool, map(PlayerId, names.split()), instant_of(at))
        return ratings


def _is_about_games(logged: LoggedEvent) -> bool:
    return TOURNAMENTS.has(logged.stream) and logged.stored.record.type in GAME_EVENT_TYPES


class _Tournaments:
    """The tournaments of a batch of events, read on demand."""

    def __init__(self, database: Database, store: EventStore) -> None:
        self._database = database
        self._store = store
        self._known: dict[str, Tournament] = {}

    def games(self, tournament_id: str, event: Any, stored: StoredEvent) -> tuple[StoredGame, ...]:
        """Returns the games of the matches that an event decides or calls off.

        Returns none if the tournament is unrated.

        Args:
            tournament_id: id of the tournament.
            event: the event.
            stored: the event as stored.
        """
        if not isinstance(event, DECIDING):
            return ()
        tournament = self._tournament(tournament_id)
        if not tournament.settings.is_rated:
            return ()
        if not isinstance(event, TournamentCancelled) and event.round in {each.round for each in tournament.called_off}:
            # A round that was paired again has other matches and tables than it had at this event.
            tournament = self._tournament_then(tournament_id, stored.version)
        games = self._games_decided(tournament, event, instant_of(stored.recorded_at))
        return tuple(game._replace(tournament_id=tournament_id, sandbox=tournament.sandbox) for game in games)

    def _games_decided(self, tournament: Tournament, event: Any, at: Instant) -> Iterator[StoredGame]:
        match event:
            case ResultRecorded(round=number, match=match, idle=idle):
                tables = tournament.rounds[number - 1].tables[match - 1]
                of_match = list(self._games(tournament, (number, match), tables, knows_who_acted=idle is not None))
                yield from of_match or self._unfinished(tournament, number, match, EarlyEnd("unfinished"), at)
            case BoardOverridden(round=number, match=match, first=first, at=told_at):
                # If staff have assigned scores to all boards, this is the first result of the match. Older releases
                # wrote no time and did not rate it, so events without a time are skipped.
                if first is not None and told_at is not None:
                    tables = tournament.rounds[number - 1].tables[match - 1]
                    yield from self._games(tournament, (number, match), tables, knows_who_acted=True)
            case ResultAdjudicated(round=number, match=match, left=left, hands=hands):
                yield from self._unfinished(tournament, number, match, EarlyEnd("unfinished", left, hands), at)
            case ResultOverridden(round=number, match=match):
                yield from self._unfinished(tournament, number, match, EarlyEnd("unfinished"), at)
            case RoundCalledOff(round=number):
                for match, tables in enumerate(tournament.called_off[-1].tables, start=1):
                    found = self._void(tournament, (number, match), tables, EarlyEnd("called_off"), at)
                    yield from (game._replace(part=-game.part) for game in found)
            case _:
                for round_ in tournament.open_rounds:
                    for match in round_.open_matches():
                        yield from self._unfinished(tournament, round_.paired.number, match, EarlyEnd("called_off"), at)

    def _unfinished(
        self, tournament: Tournament, number: int, match: int, decided: EarlyEnd, at: Instant
    ) -> Iterator[StoredGame]:
        """Yields the games of a match that was decided before its end: the last table of each room."""
        round_ = tournament.rounds[number - 1]
        places = zip(round_.places[match - 1], round_.tables[match - 1], strict=True)
        tables = tuple({place.room: table for place, table in places}.values())
        yield from self._void(tournament, (number, match), tables, decided, at)

    def _void(
        self, tournament: Tournament, match: tuple[int, int], tables: Sequence[TableId], decided: EarlyEnd, at: Instant
    ) -> Iterator[StoredGame]:
        settings = tournament.settings
        for part, ended in enumerate(self._as_they_are(tables, at), start=1):
            result = unfinished_game_of(settings, ended, self._among(ended.table), decided)
            if result is not None:
                yield StoredGame("", *match, part, settings.season, not counts_when_published(settings), result)

    def rounds_published(self, tournament_id: str, event: Any) -> tuple[int, ...]:
        """Returns the rounds whose results an event publishes for the first time."""
        if not isinstance(event, RoundClosed | CorrectionsOpened | TournamentFinished | TournamentCancelled):
            return ()
        tournament = self._tournament(tournament_id)
        if not (tournament.settings.is_rated and counts_when_published(tournament.settings)):
            return ()
        format_ = format_of(tournament.settings)
        if isinstance(event, RoundClosed):
            return rounds_revealed_with(tournament, format_, event.round)
        return rounds_revealed_at_end(tournament, format_)

    def corrected_by(self, tournament_id: str, event: Any) -> bool:
        """Returns whether the event is a result set by staff that decides how a game has ended."""
        return _overridden(event) is not None and is_corrected(self._tournament(tournament_id).settings)

    def _games(
        self, tournament: Tournament, match: tuple[int, int], tables: Sequence[TableId], *, knows_who_acted: bool
    ) -> Iterator[StoredGame]:
        settings = tournament.settings
        for part, ended in enumerate(self._ended(tables), start=1):
            result = game_of(settings, ended, self._among(ended.table), knows_who_acted=knows_who_acted)
            if result is not None:
                yield StoredGame("", *match, part, settings.season, not counts_when_published(settings), result)

    def _tournament(self, tournament_id: str) -> Tournament:
        known = self._known.get(tournament_id)
        if known is None:
            [(stream, *head)] = self._database.read("heads", {"streams": [stream_of(tournament_id)]})
            known = self._known[tournament_id] = TOURNAMENTS.state(self._store, stream, Head(*head[:5]))
        return known

    def _tournament_then(self, tournament_id: str, version: int) -> Tournament:
        """Returns the tournament after the event of that version."""
        events = self._store.read_all(stream_of(tournament_id))
        return fold(event_of(each.record) for each in events if each.version <= version)

    def _ended(self, tables: Sequence[TableId]) -> list[EndedTable]:
        """Returns the tables whose matches have ended, in this order."""
        streams = [table_stream(table) for table in tables]
        ends: dict[str, datetime] = dict(self._database.read("match_ends", {"streams": streams}))
        heads = {row[0]: row for row in self._database.read("heads", {"streams": streams})}
        return [
            EndedTable(table, TABLES.state(self._store, stream, Head(*heads[stream][1:6])), instant_of(ends[stream]))
            for table, stream in zip(tables, streams, strict=True)
            if stream in ends
        ]

    def _as_they_are(self, tables: Sequence[TableId], at: Instant) -> list[EndedTable]:
        """Returns the tables at which a match has begun, whether it has ended or not."""
        streams = [table_stream(table) for table in tables]
        heads = {row[0]: row for row in self._database.read("heads", {"streams": streams})}
        found = [
            EndedTable(table, TABLES.state(self._store, stream, Head(*heads[stream][1:6])), at)
            for table, stream in zip(tables, streams, strict=True)
            if stream in heads
        ]
        return [each for each in found if each.table.match is not None]

    def _among(self, table: Table) -> Among:
        programs = self._database.read("programs", {"ids": list(players_of_table(table) or ())})
        return "programs" if programs else "people"


def apply_events(run: Run, events: Sequence[GameEvent]) -> None:
    """Stores games and corrections, in the order of the log."""
    for each in events:
        overridden = _overridden(each.event)
        if overridden is None or not _games_of_match(run, each.tournament_id, overridden):
            for game in each.games:
                _add(run, game, each.place)
        elif each.is_corrected:
            _correct(run, each.tournament_id, overridden)
        for number in each.rounds:
            _count_round(run, each.tournament_id, number, each.place)


def _overridden(event: Any) -> ResultOverridden | None:
    """Returns the result that staff have set by an event, also by undoing a correction; `None` if they set none."""
    if isinstance(event, ResultOverridden):
        return event
    return event.as_overridden() if isinstance(event, ResultRestored) else None


def _add(run: Run, game: StoredGame, place: LogPlace | None) -> None:
    result = game.result
    run(
        "add_rated_game",
        {
            "game": result.game,
            "tournament_id": game.tournament_id,
            "round": game.round,
            "match": game.match,
            "part": game.part,
            "pool": stored_pool(result.pool, game.sandbox),
            "sandbox": game.sandbox,
            "season": game.season,
            "players": players_key(result.players),
            "ended_at": utc(result.ended_at),
            "result": json_text(result_document(result)),
        },
    )
    if game.part < 0:
        run("call_off_rated_game", {"game": result.game, "part": game.part})
    if game.counts_at_once:
        _count(run, result.game, place)


def _count(run: Run, game: str, published_at: LogPlace | None) -> None:
    """Gives a game its place after all games of its pool that precede it in the log.

    This is the last place, unless its tournament was set aside meanwhile. Then the pool moves back before the game.
    """
    run("count_rated_game", {"game": game, **place_document(published_at)})
    for pool, place in run("games_counted_later", {"game": game}):
        move_pool_back(run, pool, place)
        run("lift_games", {"pool": pool, "place": place})
        run("lower_games", {"pool": pool, "game": game})


def _count_round(run: Run, tournament_id: str, number: int, published_at: LogPlace | None) -> None:
    """Gives the games of a published round their places."""
    for (game,) in run("uncounted_games", {"tournament_id": tournament_id, "round": number}):
        _count(run, game, published_at)


def _games_of_match(run: Run, tournament_id: str, overridden: ResultOverridden) -> Any:
    """Returns the row of the last known game of a match, or no row."""
    key = {"tournament_id": tournament_id, "round": overridden.round, "match": overridden.match}
    return run("last_game_of_match", key)


def _correct(run: Run, tournament_id: str, overridden: ResultOverridden) -> None:
    for pool, place, was_annulled, document, recorded in _games_of_match(run, tournament_id, overridden):
        before = result_from_document(document)
        # Corrections apply to what was played, not to earlier corrections, so their order does not matter.
        played = before if recorded is None else result_from_document(recorded)
        made = correction_of(played, overridden)
        after = played if isinstance(made, Annulled) else made.result
        is_annulled = isinstance(made, Annulled)
        if (after, is_annulled) == (before, was_annulled):
            return
        if place is not None:
            # Lock the pool before its games, in the same order as rating does.
            move_pool_back(run, pool, place)
        stored = {"game": before.game, "is_annulled": is_annulled, "result": json_text(result_document(after))}
        run("correct_rated_game", stored)
