"""Exports of tournaments: the FIDE report file, the cross table, and a calendar."""

from collections.abc import Mapping
from datetime import datetime

from domain.kernel.instants import utc
from domain.kernel.messages import message
from domain.tournaments.exports.cross_table import By, CrossTableRow, NoCrossTable, cross_table
from domain.tournaments.exports.dates import AgreedTime, TournamentDate, agreed_times, dates_of
from domain.tournaments.exports.trf import Heading, NotForTrf, PointScale, trf
from domain.tournaments.formats.kinds import BOARD_FORMATS, PARTNER_FORMATS
from domain.tournaments.pairing.swiss import kept_apart
from domain.tournaments.standings.by_format import tournament_standings
from domain.tournaments.state import Tournament, pairing_context
from domain.tournaments.terms import EntrantId
from service.platform.calendars import calendar_event, new_calendar
from service.platform.languages import said


def trf_report(tournament: Tournament, names: Mapping[EntrantId, str], arbiter: str) -> str:
    """Returns the FIDE report file (TRF16) of the finished rounds.

    Args:
        tournament: the public state of the tournament.
        names: display names of its entrants.
        arbiter: display name of its owner.

    Raises:
        NotForTrf: the format cannot express the results of the tournament.
    """
    settings = tournament.settings
    if settings.format in BOARD_FORMATS:
        raise NotForTrf(
            message("entrants are compared by boards and not by matches"), hint=message("read the standings instead")
        )
    if settings.format in PARTNER_FORMATS:
        raise NotForTrf(
            message("entrants have other partners in every round"), hint=message("read the standings instead")
        )
    if settings.span_ms is not None:
        raise NotForTrf(
            message("rounds overlap, and some play more often than others"), hint=message("read the standings instead")
        )
    heading = Heading(
        name=settings.name,
        rounds=max(settings.figures.get("rounds", 0), len(tournament.rounds)),
        first_day=utc(tournament.started_at).date() if tournament.started_at is not None else None,
        kind=settings.format.replace("_", " "),
        chief_arbiter=arbiter,
    )
    plan = settings.rounds
    scale, known = PointScale(plan.win, plan.draw, plan.loss), pairing_context(tournament)
    forbidden = kept_apart(known) if settings.format == "swiss" else frozenset()
    return trf(known, tournament_standings(tournament), heading, names, scale, forbidden)


def cross_table_of(tournament: Tournament, by: By) -> tuple[CrossTableRow, ...]:
    """Returns the cross table.

    Args:
        tournament: the public state of the tournament.
        by: what its columns are.

    Raises:
        NoCrossTable: the format of the tournament has none.
    """
    settings, hint = tournament.settings, message("read the standings instead")
    if settings.format in PARTNER_FORMATS:
        raise NoCrossTable(message("entrants have other partners in every round"), hint=hint)
    if settings.format in BOARD_FORMATS:
        raise NoCrossTable(message("entrants are compared by boards and not by matches"), hint=hint)
    if settings.span_ms is not None:
        raise NoCrossTable(message("rounds overlap, and some play more often than others"), hint=hint)
    if by == "opponents" and settings.format != "round_robin":
        raise NoCrossTable(message("not all entrants meet each other"), hint=message("request it by rounds"))
    return cross_table(pairing_context(tournament), tournament_standings(tournament))


def calendar(
    tournament_id: str, tournament: Tournament, names: Mapping[EntrantId, str], now: datetime, language: str
) -> bytes:
    """Returns the dates of a tournament as a calendar (RFC 5545).

    Args:
        tournament_id: the id of the tournament.
        tournament: the tournament.
        names: the display names of its entrants.
        now: the time of the calendar.
        language: the language of the dates.
    """
    agreed = (
        TournamentDate(
            each.key, message("round {round}, {sides}", round=each.round, sides=_sides(each, names)), each.at
        )
        for each in agreed_times(tournament)
    )
    made = new_calendar()
    for each in (*dates_of(tournament), *agreed):
        uid, starts_at = f"{each.key}.{tournament_id}", utc(each.at).replace(microsecond=0)
        title = message("{name}: {what}", name=tournament.settings.name, what=each.what)
        made.add_component(calendar_event(uid, now, starts_at, said(title, language)))
    return bytes(made.to_ical())


def _sides(time: AgreedTime, names: Mapping[EntrantId, str]) -> str:
    """Returns the names of both sides of a match."""
    return " - ".join(" / ".join(names.get(each, each) for each in side) for side in time.sides)
