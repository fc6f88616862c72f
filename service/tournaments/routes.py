"""HTTP routes for tournaments: creating, listing and viewing them, and sending commands."""

from collections.abc import Sequence
from typing import Any

from flask import Blueprint, Response, request

from domain.kernel.instants import utc
from domain.tournaments.exports.cross_table import By, CrossTableRow
from domain.tournaments.exports.csv import by_opponents_csv, cross_table_csv, standings_csv
from domain.tournaments.staff import check_right
from domain.tournaments.standings.by_format import tournament_standings
from domain.tournaments.standings.possible_ranks import PossibleRanks
from domain.tournaments.standings.rank_forecast import possible_final_ranks
from domain.tournaments.standings.ranking import Standing
from domain.tournaments.state import Tournament
from domain.tournaments.terms import EntrantId
from domain.tournaments.viewing import TournamentView, without_sealed_results
from service.accounts.guests.handlers import NewGuest
from service.accounts.names.documents import players_in
from service.feed_answers import answer_feed
from service.notifications.webhooks.documents import webhook_document
from service.notifications.webhooks.schemas import TournamentWebhookSchema
from service.platform.documents import creation, timestamp
from service.platform.http import requests
from service.platform.http.answers import JSON, answer, tagged_response
from service.platform.http.document_pages import with_page
from service.platform.http.fields import load
from service.platform.http.rate_limits import rate_class
from service.platform.lists import AFTER_ALL
from service.platform.store.stream_repository import CommandResult
from service.request_context import (
    check_scope,
    identity,
    named_page_of,
    names_tag,
    needs,
    now,
    player,
    reader,
    service,
    with_names,
)
from service.tournaments.command_facts import TournamentDryRun
from service.tournaments.commands import OF_STAFF, TournamentCommandBody, read_tournament_command
from service.tournaments.document_types import TournamentSummary
from service.tournaments.documents import (
    display_names,
    entrant_documents,
    event_type,
    players_of,
    round_document,
    tournament_document,
    tournament_event_document,
    tournament_tag,
)
from service.tournaments.events import TOURNAMENTS
from service.tournaments.exports import calendar, cross_table_of, trf_report
from service.tournaments.feeds import ResultsFeed, StaffFeed, TournamentFeed
from service.tournaments.guests.documents import new_guest_document
from service.tournaments.not_yet import missing_round
from service.tournaments.reader import ListedTournament
from service.tournaments.result_documents import (
    corrections_document,
    leaving_document,
    named_cross_table_document,
    standings_document,
)
from service.tournaments.schemas import TournamentSettingsSchema, settings_of

tournaments = Blueprint("tournaments", __name__, url_prefix="/v1/tournaments")

STATUSES = ("announced", "registration", "closed", "running", "finishing", "finished", "cancelled")
MANAGE = "tournament:manage"
CSV = "text/csv"

_CREATE = TournamentSettingsSchema()
_WEBHOOK = TournamentWebhookSchema()


@tournaments.post("")
@rate_class("open")
@needs(MANAGE)
def create_tournament() -> Response:
    requests.check_parameters("dry_run")
    by = player()
    settings, key = settings_of(load(_CREATE, requests.body())), requests.idempotency_key(by)
    if requests.boolean_parameter("dry_run"):
        dry_run = service().tournaments.dry_run_of_creation(by, settings)
        return answer({"legal": True, "events": [event_type(event) for event in dry_run.events]})
    done = service().tournaments.create(by, settings, key)
    return _done_answer(done, 201, location=f"/v1/tournaments/{done.id}")


@tournaments.get("")
@rate_class("read")
@needs("table:read", public=True)
def list_tournaments() -> Response:
    requests.check_parameters("status", "mine", "limit", "cursor")
    status: Any = requests.word_parameter("status", STATUSES)
    whose = player() if requests.boolean_parameter("mine") else None
    count, before = requests.page_limit(), requests.page_cursor() or AFTER_ALL
    here = identity().sandbox
    found = service().tournaments.list_page(
        sandbox=here, status=status, player=whose, public_only=not reader(), before=before, limit=count + 1
    )
    return named_page_of("tournaments", [_summary(each) for each in found], count)


def _summary(each: ListedTournament) -> TournamentSummary:
    return {
        "id": each.id,
        "version": each.version,
        "name": each.name,
        "status": each.status,
        "game": each.game,
        "format": each.format,
        "starts_at": timestamp(each.starts_at) if each.starts_at else None,
        "entrants": each.entrants,
        "rated": each.rated,
        "series": each.series,
        "owner": each.owner,
        "updated_at": timestamp(each.updated_at),
    }


@tournaments.get("/<tournament_id:tournament_id>")
@rate_class("read")
@needs("table:read", public=True, guest=True)
@with_page(lambda document: str(document["settings"]["name"]))
def view_tournament(tournament_id: str) -> Response:
    requests.check_parameters()
    seen = view_for_player(tournament_id)
    tag = tournament_tag(seen) + names_tag(players_of(seen.tournament))
    return tagged_response(tag, lambda: answer(with_names(tournament_document(seen, _code_secret(seen)))))


def _code_secret(seen: TournamentView) -> str | None:
    """Returns the secret from which entry codes are derived. `None` for everyone but the owner."""
    return service().tournaments.entry_codes.secrets(seen.tournament_id)[0].hex() if seen.is_owner else None


@tournaments.get("/<tournament_id:tournament_id>/entrants")
@rate_class("read")
@needs("table:read", public=True, guest=True)
def list_entrants(tournament_id: str) -> Response:
    requests.check_parameters("limit", "cursor")
    count, after = requests.page_limit(), requests.page_cursor()
    found = entrant_documents(view_for_player(tournament_id).tournament)
    places = [place for place, each in enumerate(found, start=1) if each["id"] == after]
    begin = places[0] if places else 0
    return named_page_of("entrants", found[begin : begin + count + 1], count)


@tournaments.get("/<tournament_id:tournament_id>/rounds/<number:number>")
@rate_class("read")
@needs("table:read", public=True, guest=True)
@with_page(lambda document: f"Round {document['number']}")
def view_round(tournament_id: str, number: int) -> Response:
    requests.check_parameters()
    seen = view_for_player(tournament_id)
    if number > len(seen.tournament.rounds):
        raise missing_round(seen.tournament, number)
    return tagged_response(tournament_tag(seen), lambda: answer(round_document(seen, number)))


@tournaments.get("/<tournament_id:tournament_id>/standings")
@rate_class("read")
@needs("table:read", public=True, guest=True)
def view_standings(tournament_id: str) -> Response:
    requests.check_parameters("format")
    wants_csv = _wants_csv()
    seen = view_for_player(tournament_id)
    writing = _standings_as_csv if wants_csv else _standings
    tag = tournament_tag(seen, "c" if wants_csv else "j") + names_tag(players_of(seen.tournament))
    response = tagged_response(tag, lambda: writing(seen))
    response.headers["Vary"] = "Accept, Authorization"
    return response


def _wants_csv() -> bool:
    """Returns whether the client requests CSV, by the parameter `format` or else by `Accept`."""
    form = requests.word_parameter("format", ("json", "csv"))
    return form == "csv" if form else request.accept_mimetypes.best_match([JSON, CSV], JSON) == CSV


def _standings(seen: TournamentView) -> Response:
    return answer(with_names(service().computing(lambda: standings_document(seen, *_public_standings(seen)))))


def _standings_as_csv(seen: TournamentView) -> Response:
    names = _display_names(seen.tournament)

    def written() -> str:
        found, possible = _public_standings(seen)
        return standings_csv(found, names, possible)

    return _csv_response(service().computing(written))


def _public_standings(seen: TournamentView) -> tuple[tuple[Standing, ...], dict[EntrantId, PossibleRanks]]:
    """Returns the public standings, and the possible ranks of entrants, where known."""
    tournament = without_sealed_results(seen.tournament)
    standings = tournament_standings(tournament)
    return standings, {each.entrant: each for each in possible_final_ranks(tournament, standings) or ()}


@tournaments.get("/<tournament_id:tournament_id>/cross-table")
@rate_class("read")
@needs("table:read", public=True)
def view_cross_table(tournament_id: str) -> Response:
    requests.check_parameters("format", "by")
    wants_csv = _wants_csv()
    by: Any = requests.word_parameter("by", ("rounds", "opponents")) or "rounds"
    seen = view_for_player(tournament_id)
    form = f"{by[0]}{'c' if wants_csv else 'j'}"
    tag = tournament_tag(seen, form) + names_tag(players_of(seen.tournament))
    response = tagged_response(tag, lambda: _cross_table_as_json(seen, by, wants_csv=wants_csv))
    response.headers["Vary"] = "Accept, Authorization"
    return response


def _cross_table_as_json(seen: TournamentView, by: By, *, wants_csv: bool) -> Response:
    def rows() -> Sequence[CrossTableRow]:
        return cross_table_of(without_sealed_results(seen.tournament), by)

    computing = service().computing
    if not wants_csv:
        return answer(with_names(computing(lambda: named_cross_table_document(seen, by, rows()))))
    written = by_opponents_csv if by == "opponents" else cross_table_csv
    names = _display_names(seen.tournament)
    return _csv_response(computing(lambda: written(rows(), names)))


def _csv_response(text: str) -> Response:
    return Response(text, content_type=f"{CSV}; charset=utf-8; header=present")


@tournaments.get("/<tournament_id:tournament_id>/corrections")
@rate_class("read")
@needs("table:read", public=True)
def list_corrections(tournament_id: str) -> Response:
    requests.check_parameters()
    seen = view_for_player(tournament_id)
    document = corrections_document(seen)
    tag = tournament_tag(seen) + names_tag(players_in(document))
    return tagged_response(tag, lambda: answer(with_names(document)))


@tournaments.get("/<tournament_id:tournament_id>/events")
@rate_class("feed")
@needs("table:read", public=True, ticket=True, guest=True)
def tournament_events(tournament_id: str) -> Response:
    kind = StaffFeed if requests.word_parameter("by", ("staff",)) else TournamentFeed
    return answer_feed(kind(service().tournaments, tournament_id, reader()), further=("by",))


@tournaments.get("/<tournament_id:tournament_id>/results")
@rate_class("feed")
@needs("table:read", public=True, ticket=True)
def tournament_results(tournament_id: str) -> Response:
    return answer_feed(ResultsFeed(service().tournaments, tournament_id, reader()))


@tournaments.get("/<tournament_id:tournament_id>/report")
@rate_class("read")
@needs("table:read", public=True)
def tournament_report(tournament_id: str) -> Response:
    requests.check_parameters()
    tournament = view_for_player(tournament_id).tournament
    owner, _ = tournament.staff[0]
    arbiter = service().accounts.names([owner]).get(owner, owner)
    names = _display_names(tournament)
    text = service().computing(lambda: trf_report(without_sealed_results(tournament), names, arbiter))
    return Response(text, content_type="text/plain; charset=utf-8")


@tournaments.get("/<tournament_id:tournament_id>/calendar")
@rate_class("read")
@needs("table:read", public=True)
def tournament_calendar(tournament_id: str) -> Response:
    requests.check_parameters()
    text = calendar(tournament_id, view_for_player(tournament_id).tournament, utc(now()))
    return Response(text, content_type="text/calendar; charset=utf-8")


@tournaments.get("/<tournament_id:tournament_id>/entry-codes/<player_id:player_id>")
@rate_class("read")
@needs(MANAGE)
def make_entry_code(tournament_id: str, player_id: str) -> Response:
    requests.check_parameters()
    tournament = service().tournaments.at(tournament_id).tournament
    check_right(tournament, player(), "staff")
    whose = service().accounts.player(player_id).id
    code = service().tournaments.entry_codes.of(tournament_id, whose)[0]
    return answer({"tournament": tournament_id, "player": whose, "code": code}, cache="no-store")


@tournaments.post("/<tournament_id:tournament_id>/webhooks")
@rate_class("account")
@needs("webhook:manage", own_token=True)
def create_tournament_webhook(tournament_id: str) -> Response:
    requests.check_parameters()
    requests.refuse_idempotency_key()
    url = load(_WEBHOOK, requests.body())["url"]
    tournament = service().tournaments.at(tournament_id).tournament
    check_scope(MANAGE, "a webhook for a tournament")
    check_right(tournament, player(), "rounds")
    made, secret = service().webhooks.create(player(), url, [], tournament_id)
    document = {**webhook_document(made), "secret": secret}
    return answer(document, 201, location=f"/v1/me/webhooks/{made.id}", cache="no-store")


# ------------------------------------------------------------------------------------------------ commands


@tournaments.post("/<tournament_id:tournament_id>/commands")
@rate_class("command")
@needs("tournament:write")
def command_tournament(tournament_id: str) -> Response:
    requests.check_parameters("dry_run")
    command_body = read_tournament_command(requests.body())
    by = player()
    _check_may_manage(command_body)
    expected = requests.expected_version(command_body.expected_version)
    is_dry_run = requests.boolean_parameter("dry_run")
    key = requests.idempotency_key(by)
    if is_dry_run:
        return _dry_run_answer(
            tournament_id, service().tournament_commands.dry_run(tournament_id, by, command_body, expected)
        )
    done, guests = service().tournament_commands.carry_out(tournament_id, by, command_body, expected, key)
    return _done_answer(done, guests=guests)


def _check_may_manage(command_body: TournamentCommandBody) -> None:
    """Raises `Problem` if the token does not allow commands of staff."""
    if command_body.kind in OF_STAFF:
        check_scope(MANAGE, command_body.kind)


def _done_answer(
    done: CommandResult, status: int = 200, location: str | None = None, guests: Sequence[NewGuest] = ()
) -> Response:
    """Returns the response to a command, with the events as the player sees them, and its guests if it created any."""
    seen = view_for_player(done.id)
    events = [tournament_event_document(each, seen) for each in done.events]
    # Only the answer to a creation says what was made, and a repeated one says the same.
    named = {} if location is None else creation(done.id, TOURNAMENTS.created(done.events).status)
    document = {**named, "tournament": done.id, "version": done.version, "events": events}
    if not guests:
        return answer(document, status, location=location, replayed=done.replayed)
    return answer({**document, "guests": [new_guest_document(each) for each in guests]}, cache="no-store")


def _dry_run_answer(tournament_id: str, dry_run: TournamentDryRun) -> Response:
    events = [event_type(event) for event in dry_run.events]
    leaving = {} if dry_run.cost is None else {"leaving": leaving_document(dry_run.cost)}
    document = {"tournament": tournament_id, "version": dry_run.version, "legal": True, "events": events}
    return answer({**document, **leaving})


# ------------------------------------------------------------------------------------------------ viewers


def view_for_player(tournament_id: str) -> TournamentView:
    """Returns the current tournament as the reader sees it. Raises `NoSuchTournament`."""
    at = service().tournaments.at(tournament_id)
    return TournamentView(tournament_id, at.version, at.tournament, reader())


def _display_names(tournament: Tournament) -> Any:
    """Returns the display names of the entrants."""
    players = {player for entry in tournament.entries for player in entry.players}
    return display_names(tournament, service().accounts.names(players))
