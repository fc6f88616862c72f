"""How a league follows the tournaments of its divisions: which it creates, and which results it takes from them.

| division | command |
|---|---|
| its season has begun, and it has no tournament | its members are entered in a new tournament |
| no tournament can be created, and the season was cut short | it ends as it was seeded |
| its tournament is over | it ends with the final standings |
| its tournament of the last played season was reopened, and is finished with other standings | they are corrected |
"""

from collections.abc import Callable

from domain.tournaments.commands import CreateWithEntrants
from domain.tournaments.leagues.commands import RecordDivisionCorrected, RecordDivisionEnded
from domain.tournaments.leagues.events import DivisionStatus, FinalPlace
from domain.tournaments.leagues.plan import settings_of
from domain.tournaments.leagues.seasons import entering_sides, standings_by_seed
from domain.tournaments.leagues.state import League, Season, SeasonDivision
from domain.tournaments.state import Tournament

Final = Callable[[Tournament], tuple[FinalPlace, ...]]
"""Returns the final standings of a tournament that is over."""


def creation_command(league: League, league_id: str, season: Season, number: int) -> CreateWithEntrants:
    """Returns the command that creates the tournament of a division; `number` counts from 1."""
    (owner, _), *staff = league.staff
    settings = settings_of(league.plan, league_id, season.number, number)
    return CreateWithEntrants(owner, settings, tuple(staff), entering_sides(league, number), league.sandbox)


def end_without_tournament(season: Season, number: int) -> RecordDivisionEnded | None:
    """Returns the end of a division whose tournament cannot be created; `None` unless the season was cut short."""
    if not season.is_cut_short:
        return None
    return RecordDivisionEnded(season.number, number, "idle", standings_by_seed(season.divisions[number - 1].members))


def end_by_tournament(season: Season, number: int, tournament: Tournament, final: Final) -> RecordDivisionEnded | None:
    """Returns the end of a division by its tournament; `None` while that is not over."""
    if not tournament.is_over:
        return None
    status: DivisionStatus = "finished" if tournament.status == "finished" else "cancelled"
    return RecordDivisionEnded(season.number, number, status, final(tournament))


def correction_by_tournament(
    season: int, number: int, division: SeasonDivision, tournament: Tournament, final: Final
) -> RecordDivisionCorrected | None:
    """Returns the correction of a division by its tournament; `None` unless that ended otherwise after a reopening.

    Args:
        season: the number of the last played season.
        number: the number of the division, from 1.
        division: the division as it is recorded.
        tournament: its tournament.
        final: returns the final standings.
    """
    if tournament.status != "finished" or not tournament.reopened:
        return None
    standings = final(tournament)
    return None if standings == division.standings else RecordDivisionCorrected(season, number, standings)
