"""Seasons: when they are settled, begin, are cut short and end, and who plays in which division.

| at | what happens |
|---|---|
| `closes_before_s` before the start | the divisions are settled, or the season is called off as too small |
| between that and the start | staff can override the divisions, and members that withdraw leave them |
| the start | members can no longer leave the divisions; the service opens their tournaments |
| `length_s` after the start | current results count as final |
| the end of the last division | the season ends; after the last season the league ends |

If the service was down and a season is settled late, it begins no earlier than that. A division with fewer than two
members left plays no tournament and ends at once. Members that are level by all tie-breaks move by their seeds.
"""

from collections import Counter
from collections.abc import Collection, Sequence

from domain.kernel.instants import SECOND_MS, Instant, later
from domain.kernel.messages import message
from domain.kernel.players import PlayerId
from domain.tournaments import refusals
from domain.tournaments.leagues import commands, events
from domain.tournaments.leagues.divisions import Division, next_season
from domain.tournaments.leagues.moves import moves, moves_after_override
from domain.tournaments.leagues.plan import DIVISION_LEAST
from domain.tournaments.leagues.recorder import LeagueRecorder
from domain.tournaments.leagues.state import League, LeagueMember, Season, SeasonDivision
from domain.tournaments.parts import EnteringSide
from domain.tournaments.rounds.refusals import EntrantMissing, NamedTwice, UnknownEntrant
from domain.tournaments.staff import checked_reason
from domain.tournaments.terms import Entrant, EntrantId, Points

TOO_FEW = "too few members"
TIME_OVER = "the time of the season is over"
ALL_PLAYED = "all seasons were played"


def due_at(league: League) -> Instant | None:
    """Returns when the next automatic step is due; `None` if it depends on a player or a tournament."""
    season = league.season
    if season is not None and season.status == "settled":
        return season.starts_at
    if season is not None and season.status == "playing":
        return None if season.is_cut_short else ends_at(league, season)
    return None if league.has_ended else settles_at(league)


def next_start(league: League) -> Instant:
    """Returns the earliest start of the next season."""
    calendar, season = league.plan.calendar, league.season
    return (
        calendar.starts_at
        if season is None
        else later(season.starts_at, (calendar.length_s + calendar.break_s) * SECOND_MS)
    )


def settles_at(league: League) -> Instant:
    """Returns when the next season is settled."""
    return later(next_start(league), -league.plan.calendar.closes_before_s * SECOND_MS)


def registration_closes(league: League) -> Instant | None:
    """Returns when registration for the next season closes; `None` if one is settled already, or none follows."""
    is_settled = league.season is not None and league.season.status == "settled"
    last = league.plan.calendar.seasons
    if league.has_ended or is_settled or (last is not None and league.next_number > last):
        return None
    return settles_at(league)


def ends_at(league: League, season: Season) -> Instant:
    """Returns the latest end of a season."""
    return later(season.starts_at, league.plan.calendar.length_s * SECOND_MS)


def pass_time(recorder: LeagueRecorder) -> None:
    """Applies all steps that are due, the earliest first."""
    while (at := due_at(recorder.league)) is not None and at <= recorder.now:
        season = recorder.league.season
        if season is not None and season.status == "settled":
            _start(recorder, season)
        elif season is not None and season.status == "playing":
            recorder.record(events.SeasonCutShort(season.number, None, TIME_OVER))
        else:
            _settle(recorder)
        close_if_over(recorder)


# ------------------------------------------------------------------------------------------------ settling


def _settle(recorder: LeagueRecorder) -> None:
    league = recorder.league
    for member in league.members:
        if _has_not_confirmed(league, member):
            recorder.record(events.LeagueMemberWithdrawn(member.entrant, None, "not_continued", None))
    number, starts_at = league.next_number, max(next_start(league), recorder.now)
    playing = frozenset(each.entrant for each in recorder.league.members if each.is_complete and not each.is_out)
    divisions = next_divisions(recorder.league, playing)
    if sum(map(len, divisions)) < DIVISION_LEAST:
        recorder.record(events.SeasonCalledOff(number, starts_at, None, TOO_FEW))
    else:
        made = moves(league.standings, divisions, league.plan.rules)
        recorder.record(events.SeasonSettled(number, starts_at, divisions, made))


def _has_not_confirmed(league: League, member: LeagueMember) -> bool:
    return any(league.has_to_confirm(player, member) for player in member.player_ids)


def next_divisions(league: League, those: Collection[EntrantId]) -> tuple[Division, ...]:
    """Returns the divisions of the next season, by the standings of the last played one."""
    playing = {each.entrant: each for each in league.members if each.entrant in those}
    before = {entrant for division in league.standings for entrant in division}
    new = [
        Entrant(each.entrant, seed, each.rating, each.club)
        for seed, each in enumerate(playing.values(), start=1)
        if each.entrant not in before
    ]
    return next_season(league.standings, league.plan.rules, before - playing.keys(), new)


def override_divisions(recorder: LeagueRecorder, command: commands.OverrideDivisions) -> None:
    """Replaces the divisions of a settled season."""
    season = recorder.league.season
    if season is None or season.status != "settled" or season.number != command.season:
        raise refusals.SeasonNotSettled(
            message("season {season} is not settled, or has already started", season=command.season),
            hint=message("change divisions after the season is settled and before it starts"),
            facts=_facts(season),
        )
    _check_divisions(command.divisions, season.entrants())
    made = moves_after_override(season.moves, command.divisions)
    reason = checked_reason(command.reason)
    recorder.record(events.DivisionsOverridden(season.number, command.by, command.divisions, made, reason))


def _check_divisions(divisions: Sequence[Division], entrants: Collection[EntrantId]) -> None:
    named = Counter(entrant for division in divisions for entrant in division)
    for entrant, times in named.items():
        if entrant not in entrants:
            raise UnknownEntrant(
                message("{entrant} does not play in the season", entrant=entrant),
                hint=message("name the members of the season, each once"),
            )
        if times > 1:
            raise NamedTwice(
                message("{entrant} is named {times} times", entrant=entrant, times=times),
                hint=message("name each member once"),
            )
    missing = sorted(set(entrants) - named.keys())
    if missing:
        raise EntrantMissing(
            message("{missing} is missing", missing=missing[0]),
            hint=message("name all members of the season, or withdraw them"),
            facts={"entrants": missing},
        )
    for place, division in enumerate(divisions, start=1):
        if len(division) < DIVISION_LEAST:
            raise refusals.DivisionTooSmall(
                message("division {place} has {count} members", place=place, count=len(division)),
                hint=message("give each division {division_least} or more", division_least=DIVISION_LEAST),
                facts={"division": place, "least": DIVISION_LEAST},
            )


# ------------------------------------------------------------------------------------------------ play


def _start(recorder: LeagueRecorder, season: Season) -> None:
    if all(len(division.members) < DIVISION_LEAST for division in season.divisions):
        recorder.record(events.SeasonCalledOff(season.number, season.starts_at, None, TOO_FEW))
        return
    recorder.record(events.SeasonStarted(season.number, recorder.now, season.moves))
    for place, division in enumerate(season.divisions, start=1):
        if len(division.members) < DIVISION_LEAST:
            recorder.record(events.DivisionEnded(season.number, place, "idle", standings_by_seed(division.members)))


def standings_by_seed(division: Division) -> tuple[events.FinalPlace, ...]:
    """Returns the standings of a division that has played nothing."""
    return tuple(events.FinalPlace(entrant, 1, Points(0)) for entrant in division)


def divisions_to_open(league: League) -> tuple[int, ...]:
    """Returns the numbers of the divisions, from 1, whose tournaments the service has to open now."""
    season = league.season
    if season is None or season.status != "playing":
        return ()
    return tuple(
        place
        for place, division in enumerate(season.divisions, start=1)
        if division.tournament is None and division.standings is None
    )


def divisions_in_play(league: League) -> tuple[tuple[int, str], ...]:
    """Returns the numbers of the divisions, from 1, that are being played, each with its tournament."""
    season = league.season
    return tuple(
        (place, division.tournament)
        for place, division in enumerate(season.divisions if season else (), start=1)
        if division.tournament is not None and division.standings is None
    )


def entering_sides(league: League, number: int) -> tuple[EnteringSide, ...]:
    """Returns the members of a division of the season by seed; `number` counts from 1."""
    members = {member.entrant: member for member in league.members}
    division = league.season.divisions[number - 1] if league.season else SeasonDivision(())
    return tuple(members[entrant].side for entrant in division.members)


def record_opening(recorder: LeagueRecorder, command: commands.RecordDivisionOpened) -> None:
    """Records the tournament of a division."""
    division = _division(recorder.league, command.season, command.division)
    if division.tournament is not None or division.standings is not None:
        raise refusals.DivisionTaken(
            message("division {division} already has its tournament", division=command.division),
            hint=message("no action is needed"),
        )
    entering = entering_sides(recorder.league, command.division)
    recorder.record(events.DivisionOpened(command.season, command.division, command.tournament, entering))


def record_end(recorder: LeagueRecorder, command: commands.RecordDivisionEnded) -> None:
    """Records the final standings of a division."""
    division = _division(recorder.league, command.season, command.division)
    if division.standings is not None:
        raise refusals.DivisionOver(
            message("division {division} has already ended", division=command.division),
            hint=message("no action is needed"),
        )
    if sorted(each.entrant for each in command.standings) != sorted(division.members):
        raise ValueError(f"the standings of division {command.division} have other entrants than the division")
    recorder.record(events.DivisionEnded(command.season, command.division, command.status, command.standings))


def cut_season_short(recorder: LeagueRecorder, command: commands.CutSeasonShort) -> None:
    """Makes current results count as final."""
    season = _season_in_play(recorder.league, command.season)
    if season.is_cut_short:
        raise refusals.NoSeasonPlayed(
            message("season {number} is already cut short", number=season.number), hint=message("no action is needed")
        )
    recorder.record(events.SeasonCutShort(season.number, command.by, checked_reason(command.reason)))


def close_if_over(recorder: LeagueRecorder) -> None:
    """Ends the season when its divisions have ended, and the league after its last season."""
    season = recorder.league.season
    if season is None:
        return
    if season.status == "playing" and all(division.standings is not None for division in season.divisions):
        recorder.record(events.SeasonEnded(season.number, recorder.now))
    last = recorder.league.plan.calendar.seasons
    is_past = recorder.league.season is not None and recorder.league.season.status in ("over", "called_off")
    if is_past and last is not None and season.number >= last and not recorder.league.has_ended:
        recorder.record(events.LeagueEnded(None, ALL_PLAYED))


def call_off_season(recorder: LeagueRecorder, by: PlayerId, reason: str) -> None:
    """Calls off a season that is settled and has not begun."""
    season = recorder.league.season
    if season is not None and season.status == "settled":
        recorder.record(events.SeasonCalledOff(season.number, season.starts_at, by, reason))


def _season_in_play(league: League, number: int) -> Season:
    season = league.season
    if season is None or season.status != "playing" or season.number != number:
        raise refusals.NoSeasonPlayed(
            message("season {number} is not being played", number=number),
            hint=(
                message("season {number} is {status}", number=season.number, status=season.status)
                if season
                else message("no season has started")
            ),
            facts=_facts(season),
        )
    return season


def _facts(season: Season | None) -> dict[str, object]:
    return {"season": season.number, "status": season.status} if season else {}


def _division(league: League, season: int, number: int) -> SeasonDivision:
    divisions = _season_in_play(league, season).divisions
    if not 1 <= number <= len(divisions):
        raise refusals.NoSuchDivision(
            message("season {season} has {count} divisions", season=season, count=len(divisions)),
            hint=message("number them from 1"),
        )
    return divisions[number - 1]
