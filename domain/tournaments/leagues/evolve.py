"""Applies events to the state of a league. This module never refuses anything."""

from collections.abc import Callable, Iterable
from typing import Any

from domain.kernel.events import BrokenHistory
from domain.tournaments.leagues import events as league_events
from domain.tournaments.leagues.divisions import Division
from domain.tournaments.leagues.moves import moves_without
from domain.tournaments.leagues.state import League, LeagueMember, PlayedSeason, Season, SeasonDivision
from domain.tournaments.parts import RatedPlayer, folded_state
from domain.tournaments.staff import staff_after_appointment, staff_after_dismissal, staff_after_passing
from domain.tournaments.terms import EntrantId


def evolve_league(league: League | None, event: Any) -> League:
    """Returns the league after an event. Raises `BrokenHistory` if events cannot follow each other."""
    if league is None:
        if not isinstance(event, league_events.LeagueCreated):
            raise BrokenHistory(f"{type(event).__name__} before the league was created")
        return League(event.plan, ((event.owner, "owner"),), sandbox=event.world)
    after = _AFTER.get(type(event))
    if after is None:
        raise BrokenHistory(f"{type(event).__name__} is nothing that happens in a league")
    return after(league, event)


def fold_league(events: Iterable[Any], league: League | None = None) -> League:
    """Returns the league after all these events, starting from `league`. Raises `BrokenHistory`."""
    return folded_state(evolve_league, events, league)


# ------------------------------------------------------------------------------------------------ life and members


def _after_change(league: League, event: league_events.LeagueChanged) -> League:
    return league._replace(plan=event.plan)


def _after_appointment(league: League, event: league_events.LeagueStaffAppointed) -> League:
    return league._replace(staff=staff_after_appointment(league.staff, event.player, event.role))


def _after_dismissal(league: League, event: league_events.LeagueStaffDismissed) -> League:
    return league._replace(staff=staff_after_dismissal(league.staff, event.player))


def _after_ownership_passed(league: League, event: league_events.LeagueOwnershipPassed) -> League:
    return league._replace(staff=staff_after_passing(league.staff, event.by, event.player))


def _after_end(league: League, _: league_events.LeagueEnded) -> League:
    return league._replace(has_ended=True)


def _after_registration(league: League, event: league_events.LeagueMemberRegistered) -> League:
    players = (RatedPlayer(event.player, event.rating),)
    member = LeagueMember(event.entrant, event.name, event.club, players, event.invited)
    return league._replace(members=(*league.members, member), has_had_members=True)


def _after_joining(league: League, event: league_events.LeaguePartnerJoined) -> League:
    member = _member(league, event.entrant)
    players = (*member.players, RatedPlayer(event.player, event.rating))
    invited = _without_value(member.invited, event.player)
    return _with_member(league, member._replace(players=players, invited=invited))


def _after_declining(league: League, event: league_events.LeaguePartnerDeclined) -> League:
    member = _member(league, event.entrant)
    return _with_member(league, member._replace(invited=_without_value(member.invited, event.player)))


def _after_continuing(league: League, event: league_events.LeagueMemberContinues) -> League:
    member = _member(league, event.entrant)
    return _with_member(league, member._replace(continuing=(*member.continuing, event.player)))


def _after_withdrawal(league: League, event: league_events.LeagueMemberWithdrawn) -> League:
    """Marks the member as out. It leaves the divisions of a season that has not begun, and finishes one that has."""
    member = _member(league, event.entrant)
    league = _with_member(league, member._replace(is_out=True, invited=()))
    season = league.season
    if season is None or season.status != "settled":
        return league
    divisions = tuple(each._replace(members=_without_value(each.members, event.entrant)) for each in season.divisions)
    return league._replace(
        season=season._replace(divisions=divisions, moves=moves_without(season.moves, event.entrant))
    )


# ------------------------------------------------------------------------------------------------ seasons


def _after_settling(league: League, event: league_events.SeasonSettled) -> League:
    """Adds the settled season, clears the confirmations of players, and removes members that are out."""
    members = tuple(each._replace(continuing=()) for each in league.members if not each.is_out)
    season = Season(event.season, "settled", event.starts_at, _divisions(event.divisions), event.moves)
    return league._replace(members=members, season=season)


def _after_override(league: League, event: league_events.DivisionsOverridden) -> League:
    season = _season(league, event.season)
    return league._replace(season=season._replace(divisions=_divisions(event.divisions), moves=event.moves))


def _after_calling_off(league: League, event: league_events.SeasonCalledOff) -> League:
    return league._replace(season=Season(event.season, "called_off", event.starts_at))


def _after_start(league: League, event: league_events.SeasonStarted) -> League:
    return league._replace(season=_season(league, event.season)._replace(status="playing"))


def _after_opening(league: League, event: league_events.DivisionOpened) -> League:
    return _with_division(league, event, tournament=event.tournament)


def _after_cut(league: League, event: league_events.SeasonCutShort) -> League:
    return league._replace(season=_season(league, event.season)._replace(is_cut_short=True))


def _after_division(league: League, event: league_events.DivisionEnded) -> League:
    return _with_division(league, event, standings=event.standings)


def _after_season(league: League, event: league_events.SeasonEnded) -> League:
    season = _season(league, event.season)
    played = PlayedSeason(season.number, season.divisions)
    return league._replace(season=season._replace(status="over"), last_played=played)


def _after_correction(league: League, event: league_events.DivisionCorrected) -> League:
    played, season = league.last_played, league.season
    if played is None or season is None or played.number != event.season:
        raise BrokenHistory(f"something is corrected in season {event.season}, which is not the last that was played")
    divisions = list(played.divisions)
    divisions[event.division - 1] = divisions[event.division - 1]._replace(standings=event.standings)
    league = league._replace(last_played=played._replace(divisions=tuple(divisions)))
    if season.number == event.season:
        return league._replace(season=season._replace(divisions=tuple(divisions)))
    if event.divisions is None or event.moves is None:
        return league
    return league._replace(season=season._replace(divisions=_divisions(event.divisions), moves=event.moves))


_AFTER: dict[type, Callable[[League, Any], League]] = {
    league_events.LeagueChanged: _after_change,
    league_events.LeagueStaffAppointed: _after_appointment,
    league_events.LeagueStaffDismissed: _after_dismissal,
    league_events.LeagueOwnershipPassed: _after_ownership_passed,
    league_events.LeagueEnded: _after_end,
    league_events.LeagueMemberRegistered: _after_registration,
    league_events.LeaguePartnerJoined: _after_joining,
    league_events.LeaguePartnerDeclined: _after_declining,
    league_events.LeagueMemberContinues: _after_continuing,
    league_events.LeagueMemberWithdrawn: _after_withdrawal,
    league_events.SeasonSettled: _after_settling,
    league_events.DivisionsOverridden: _after_override,
    league_events.SeasonCalledOff: _after_calling_off,
    league_events.SeasonStarted: _after_start,
    league_events.DivisionOpened: _after_opening,
    league_events.SeasonCutShort: _after_cut,
    league_events.DivisionEnded: _after_division,
    league_events.SeasonEnded: _after_season,
    league_events.DivisionCorrected: _after_correction,
}


def _member(league: League, entrant: EntrantId) -> LeagueMember:
    member = league.member(entrant)
    if member is None:
        raise BrokenHistory(f"something happens to {entrant}, who has not registered")
    return member


def _with_member(league: League, member: LeagueMember) -> League:
    return league._replace(members=tuple(member if each.entrant == member.entrant else each for each in league.members))


def _season(league: League, number: int) -> Season:
    if league.season is None or league.season.number != number:
        raise BrokenHistory(f"something happens in season {number}, which is not the last one")
    return league.season


def _divisions(members: Iterable[Division]) -> tuple[SeasonDivision, ...]:
    return tuple(SeasonDivision(division) for division in members)


def _with_division(
    league: League, event: league_events.DivisionOpened | league_events.DivisionEnded, **changed: Any
) -> League:
    season = _season(league, event.season)
    if not 1 <= event.division <= len(season.divisions):
        raise BrokenHistory(f"something happens in division {event.division} of {len(season.divisions)}")
    divisions = list(season.divisions)
    divisions[event.division - 1] = divisions[event.division - 1]._replace(**changed)
    return league._replace(season=season._replace(divisions=tuple(divisions)))


def _without_value(values: tuple[Any, ...], value: object) -> tuple[Any, ...]:
    return tuple(each for each in values if each != value)
