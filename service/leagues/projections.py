"""The read models of leagues: their list entries, and the results of their seasons.

The subscription `leagues` maintains them. It also queues work for each league that has new events, or one of whose
tournaments has ended. The work and the checkpoint are committed together, so a lost job loses no work.
"""

from collections.abc import Sequence
from typing import Any

import orjson

from domain.kernel.instants import utc
from domain.tournaments.leagues import events as league_events
from domain.tournaments.leagues.state import League
from service.leagues.events import LEAGUES
from service.platform.store.checkpoints import Run, Work, no_work
from service.platform.store.event_store import LoggedEvent
from service.platform.store.events import event_of
from service.platform.store.heads import Folded, folded_heads
from service.platform.store.projection import Projection
from service.tournaments.events import TOURNAMENTS

NAME = "leagues"
ENDS = frozenset(("tournament_finished", "tournament_cancelled"))
"""Types of the events that end a tournament."""


class LeaguesProjection(Projection):
    """Keeps the read models up to date with the log."""

    name = NAME

    def work_of(self, batch: Sequence[LoggedEvent]) -> Work:
        """Returns the work that applies a batch to the read models."""
        of_leagues = [each for each in batch if LEAGUES.has(each.stream)]
        leagues = folded_heads(self._database, self._store, LEAGUES, [each.stream for each in of_leagues])
        rows = [row for each in of_leagues if (row := _season_row(each)) is not None]
        ended = [
            TOURNAMENTS.id_of(each.stream)
            for each in batch
            if each.stored.record.type in ENDS and TOURNAMENTS.has(each.stream)
        ]
        if not (of_leagues or ended):
            return no_work

        def keep(run: Run) -> None:
            for each in leagues:
                run("put_league", _row(each))
            for statement, row in rows:
                run(statement, row)
            self._note(run, {each.id for each in leagues}, ended)

        return keep

    def _note(self, run: Run, moved: set[str], ended: Sequence[str]) -> None:
        if not self._notes_work or not (moved or ended):
            return
        of_tournaments = {league for (league,) in run("leagues_of_tournaments", {"tournaments": list(ended)})}
        if moved | of_tournaments:
            run("note_league_work", {"leagues": sorted(moved | of_tournaments), "tournaments": list(ended)})


StatementRow = tuple[str, dict[str, Any]]


def _season_row(logged: LoggedEvent) -> StatementRow | None:
    """Returns the statement and the row for an event about a season or a division, else `None`."""
    record = logged.stored.record
    if record.type not in _STATUS:
        return None
    event: Any = event_of(record)
    row = {"league_id": LEAGUES.id_of(logged.stream), "season": event.season}
    if isinstance(event, league_events.DivisionOpened | league_events.DivisionEnded | league_events.DivisionCorrected):
        return "put_league_division", {
            **row,
            "division": event.division,
            "tournament_id": getattr(event, "tournament", None),
            "status": getattr(event, "status", _STATUS[record.type]),
            "sides": _json(record.data.get("sides")),
            "standings": _json(record.data.get("standings")),
        }
    return "put_league_season", {
        **row,
        "status": _STATUS[record.type],
        "starts_at": utc(event.starts_at)
        if isinstance(event, league_events.SeasonSettled | league_events.SeasonCalledOff)
        else None,
        "ended_at": utc(event.at) if isinstance(event, league_events.SeasonEnded) else None,
        "moves": _json(record.data["moves"]) if isinstance(event, league_events.SeasonStarted) else None,
    }


_STATUS = {
    "season_settled": "settled",
    "season_called_off": "called_off",
    "season_started": "playing",
    "season_ended": "over",
    "division_opened": "playing",
    "division_ended": "over",
    "division_corrected": "over",
}
"""The status of a season or division after each type of event."""


def _json(value: Any) -> str | None:
    return None if value is None else orjson.dumps(value).decode()


def _row(each: Folded[League]) -> dict[str, Any]:
    league = each.state
    playing = [member for member in league.members if not member.is_out]
    concerned = {player for player, _ in league.staff}
    for member in playing:
        concerned.update(member.player_ids, member.invited)
    return {
        "id": each.id,
        "version": each.version,
        "updated_at": each.updated_at,
        "due_at": LEAGUES.due_time(league),
        "season": league.season.number if league.season else 0,
        "members": sum(member.is_complete for member in playing),
        "owner": league.staff[0][0],
        "name": league.plan.name,
        "status": league.status,
        "game": league.plan.template.play.game,
        "players": sorted(concerned),
        "sandbox": league.sandbox,
        "is_public": league.plan.template.public,
        "staff": _json(dict(league.staff)),
    }
