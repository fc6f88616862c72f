"""Corrections after a season: effects on the next season if a division's tournament is reopened and ends differently.

| next season | effect | `effect` |
|---|---|---|
| not settled yet | it is settled by the corrected standings | `counts` |
| settled, but not begun | its divisions and moves are recomputed for its players | `remade` |
| settled, and staff have overridden its divisions | they stay; staff can override them again | `overridden` |
| begun | its divisions stay; the corrected standings are recorded | `too_late` |

A league follows only the tournaments of the last season that was played to its end. A season that has begun is not
undone by corrections of the season before.
"""

from domain.kernel.messages import message
from domain.tournaments.leagues.commands import RecordDivisionCorrected
from domain.tournaments.leagues.divisions import Division
from domain.tournaments.leagues.events import DivisionCorrected, DivisionMove
from domain.tournaments.leagues.moves import moves
from domain.tournaments.leagues.recorder import LeagueRecorder
from domain.tournaments.leagues.seasons import next_divisions
from domain.tournaments.leagues.state import League, PlayedSeason, Season, SeasonDivision
from domain.tournaments.refusals import NoSeasonPlayed, NoSuchDivision


def record_correction(recorder: LeagueRecorder, command: RecordDivisionCorrected) -> None:
    """Records corrected standings of a division of the last played season.

    Raises:
        NoSeasonPlayed: the command is about another season.
        NoSuchDivision: the season has no division of this number.
    """
    league = recorder.league
    played = league.last_played
    if played is None or played.number != command.season:
        raise NoSeasonPlayed(
            message("season {season} is not the last season played", season=command.season),
            hint=message("only the last season can be corrected"),
        )
    division = _division(played, command.division)
    if division.standings == command.standings:
        return
    if sorted(each.entrant for each in command.standings) != sorted(each.entrant for each in division.standings or ()):
        raise ValueError(f"the standings of division {command.division} have other entrants than the division")
    season = league.season
    about = (command.season, command.division, command.standings)
    if season is None or season.number == played.number or season.status == "called_off":
        recorder.record(DivisionCorrected(*about, "counts", None, None))
    elif season.status != "settled":
        recorder.record(DivisionCorrected(*about, "too_late", None, None))
    elif any(move.reason == "overridden" for move in season.moves):
        recorder.record(DivisionCorrected(*about, "overridden", None, None))
    else:
        corrected_league = _with_standings(league, played, command)
        divisions, made = _divisions_after_correction(corrected_league, season)
        recorder.record(DivisionCorrected(*about, "remade", divisions, made))


def _division(played: PlayedSeason, number: int) -> SeasonDivision:
    if not 1 <= number <= len(played.divisions):
        raise NoSuchDivision(
            message("season {number} has {count} divisions", number=played.number, count=len(played.divisions)),
            hint=message("number them from 1"),
        )
    return played.divisions[number - 1]


def _with_standings(league: League, played: PlayedSeason, command: RecordDivisionCorrected) -> League:
    divisions = tuple(
        each._replace(standings=command.standings) if number == command.division else each
        for number, each in enumerate(played.divisions, start=1)
    )
    return league._replace(last_played=played._replace(divisions=divisions))


def _divisions_after_correction(
    league: League, season: Season
) -> tuple[tuple[Division, ...], tuple[DivisionMove, ...]]:
    """Returns the divisions of a settled season by the corrected standings, and the moves."""
    divisions = next_divisions(league, season.entrants())
    made = moves(league.standings, divisions, league.plan.rules)
    known = {move.entrant for move in made}
    # Newcomers that have withdrawn since the season was settled are in no division.
    return divisions, (*made, *(move for move in season.moves if move.entrant not in known))
