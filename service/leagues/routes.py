"""HTTP routes for leagues: creating, listing and viewing them and their seasons, and sending commands."""

from typing import Any

from flask import Blueprint, Response

from domain.kernel.messages import message
from domain.tournaments.leagues.events import FinalPlace
from domain.tournaments.standings.by_format import tournament_standings
from domain.tournaments.viewing import without_sealed_results
from service.accounts.names.documents import players_in
from service.leagues.commands import OF_LEAGUE_STAFF, LeagueCommandBody, plan_of, read_league_command
from service.leagues.document_types import LeagueSummary
from service.leagues.documents import (
    LeagueView,
    SeasonView,
    league_document,
    league_tag,
    past_division,
    present_season,
    read_moves,
    season_document,
)
from service.leagues.events import LEAGUES
from service.leagues.handlers import ListedLeague
from service.leagues.schemas import LeaguePlanSchema
from service.platform.documents import creation, timestamp
from service.platform.http import requests
from service.platform.http.answers import answer, page_of_events, tagged_response
from service.platform.http.fields import VERSION_LIMIT, load
from service.platform.http.problems import Problem
from service.platform.http.rate_limits import rate_class
from service.platform.lists import AFTER_ALL
from service.platform.store.events import stored_event_document
from service.platform.store.stream_repository import CommandResult
from service.request_context import (
    check_scope,
    identity,
    named_page_of,
    names_tag,
    needs,
    player,
    reader,
    service,
    with_names,
)
from service.tournaments.documents import event_type
from service.tournaments.handlers import new_entrant

leagues = Blueprint("leagues", __name__, url_prefix="/v1/leagues")

STATUSES = ("waiting", "settled", "playing", "ended")
MANAGE = "tournament:manage"
EVENTS_LIMIT = 1000

_CREATE = LeaguePlanSchema()


@leagues.post("")
@rate_class("open")
@needs(MANAGE)
def create_league() -> Response:
    requests.check_parameters()
    by = player()
    plan = plan_of(load(_CREATE, requests.body()))
    done = service().leagues.create(by, plan, requests.idempotency_key(by))
    return _done_answer(done, 201, location=f"/v1/leagues/{done.id}")


@leagues.get("")
@rate_class("read")
@needs("table:read", public=True)
def list_leagues() -> Response:
    requests.check_parameters("status", "mine", "limit", "cursor")
    status: Any = requests.word_parameter("status", STATUSES)
    whose = player() if requests.boolean_parameter("mine") else None
    count, before = requests.page_limit(), requests.page_cursor() or AFTER_ALL
    found = service().leagues.list_page(
        sandbox=identity().sandbox,
        status=status,
        player=whose,
        public_only=not reader(),
        before=before,
        limit=count + 1,
    )
    return named_page_of("leagues", [_summary(each) for each in found], count)


def _summary(each: ListedLeague) -> LeagueSummary:
    return {
        "id": each.id,
        "version": each.version,
        "name": each.name,
        "status": each.status,
        "game": each.game,
        "season": each.season,
        "members": each.members,
        "due_at": timestamp(each.due_at) if each.due_at else None,
        "owner": each.owner,
        "updated_at": timestamp(each.updated_at),
    }


@leagues.get("/<league_id:league_id>")
@rate_class("read")
@needs("table:read", public=True)
def view_league(league_id: str) -> Response:
    requests.check_parameters()
    seen = _seen(league_id)
    document = league_document(seen)
    tag = league_tag(seen) + names_tag(players_in(document))
    return tagged_response(tag, lambda: answer(with_names(document)))


@leagues.get("/<league_id:league_id>/seasons/<number:number>")
@rate_class("read")
@needs("table:read", public=True)
def view_league_season(league_id: str, number: int) -> Response:
    requests.check_parameters()
    at = service().leagues.at(league_id)
    season = _season(league_id, number)
    if season is None:
        if at.league.has_ended:
            raise Problem("not_found", message("there is no season {number}: the league has ended", number=number))
        raise Problem(
            "not_settled_yet",
            message("season {number} is not settled yet", number=number),
            hint=message("the feed of the league says when"),
        )
    document = season_document(league_id, at.version, season, at.league.plan)
    return answer(with_names(document), cache="private, no-cache", vary="Authorization, Cookie")


def _season(league_id: str, number: int) -> SeasonView | None:
    """Returns a season, or `None`: the current one from the league itself, earlier ones from the read models."""
    last, past = service().leagues.at(league_id).league, service().leagues.past(league_id, number)
    ended_at = timestamp(past[0].ended_at) if past and past[0].ended_at else None
    if last.season is not None and last.season.number == number:
        return present_season(last, last.season, ended_at, _standings)
    if past is None:
        return None
    known, rows = past
    starts_at = timestamp(known.starts_at) if known.starts_at else None
    next_moves = read_moves(known.next_moves)
    if next_moves is None and last.season is not None and last.season.moves:
        next_moves = last.season.moves
    divisions = tuple(map(past_division, rows))
    return SeasonView(number, known.status, starts_at, ended_at, divisions, read_moves(known.moves) or (), next_moves)


def _standings(tournament: str) -> tuple[FinalPlace, ...]:
    """Returns the standings of a tournament as the public sees them."""
    tournament_seen = without_sealed_results(service().tournaments.at(tournament).tournament)
    return tuple(FinalPlace(each.entrant, each.rank, each.points) for each in tournament_standings(tournament_seen))


@leagues.get("/<league_id:league_id>/events")
@rate_class("feed")
@needs("table:read", public=True)
def league_events(league_id: str) -> Response:
    requests.check_parameters("after", "limit")
    after = requests.whole_parameter("after", 0, 0, VERSION_LIMIT)
    count = requests.whole_parameter("limit", 100, 1, EVENTS_LIMIT)
    version = service().leagues.at(league_id).version
    happened = [each for each in service().leagues.since(league_id, after, count + 1) if each.version <= version]
    events = [stored_event_document(each) for each in happened]
    page = page_of_events({"league": league_id}, events, count, min(after, version))
    return answer(page, cache="private, no-store", vary="Authorization, Cookie")


# ------------------------------------------------------------------------------------------------ commands


@leagues.post("/<league_id:league_id>/commands")
@rate_class("command")
@needs("tournament:write")
def command_league(league_id: str) -> Response:
    requests.check_parameters("dry_run")
    command_body = read_league_command(requests.body())
    by = player()
    _check_may_manage(command_body)
    expected = requests.expected_version(command_body.expected_version)
    is_dry_run = requests.boolean_parameter("dry_run")
    key = requests.idempotency_key(by)
    command = command_body.command(by, new_entrant(service().randomness))
    if is_dry_run:
        dry_run = service().leagues.dry_run(league_id, command, expected=expected)
        events = [event_type(event) for event in dry_run.events]
        return answer({"league": league_id, "version": dry_run.version, "legal": True, "events": events})
    return _done_answer(service().leagues.carry_out(league_id, command, expected=expected, key=key))


def _check_may_manage(command_body: LeagueCommandBody) -> None:
    """Raises `Problem` if the token does not allow commands of staff."""
    if command_body.kind in OF_LEAGUE_STAFF:
        check_scope(MANAGE, command_body.kind)


def _done_answer(done: CommandResult, status: int = 200, location: str | None = None) -> Response:
    """Returns the response to a command, with its events."""
    events = [stored_event_document(each) for each in done.events]
    # Only the answer to a creation says what was made, and a repeated one says the same.
    named = {} if location is None else creation(done.id, LEAGUES.created(done.events).status)
    document = {**named, "league": done.id, "version": done.version, "events": events}
    return answer(document, status, location=location, replayed=done.replayed)


# ------------------------------------------------------------------------------------------------ viewers


def _seen(league_id: str) -> LeagueView:
    """Returns the current league as the player sees it. Raises `NoSuchLeague`."""
    at = service().leagues.at(league_id)
    return LeagueView(league_id, at.version, at.league, reader())
