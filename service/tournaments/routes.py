"""HTTP routes for tournaments: creating, listing and viewing them, and sending commands."""

from collections.abc import Sequence
from typing import Any

from flask import Blueprint, Response

from domain.kernel.instants import utc
from domain.tournaments.staff import check_right
from domain.tournaments.viewing import TournamentView
from service.accounts.guests.handlers import NewGuest
from service.feed_answers import answer_feed
from service.notifications.webhooks.documents import webhook_document
from service.notifications.webhooks.schemas import TournamentWebhookSchema
from service.platform.documents import creation, timestamp
from service.platform.http import requests
from service.platform.http.answers import answer, tagged_response
from service.platform.http.document_pages import with_page
from service.platform.http.fields import load
from service.platform.http.language import answer_with_texts, language, note_language
from service.platform.http.rate_limits import rate_class
from service.platform.languages import digits_of
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
    entrant_documents,
    event_type,
    players_of,
    tournament_document,
    tournament_event_document,
    tournament_tag,
)
from service.tournaments.dry_runs import changed_documents
from service.tournaments.events import TOURNAMENTS
from service.tournaments.exports import calendar
from service.tournaments.feeds import ResultsFeed, StaffFeed, TournamentFeed
from service.tournaments.guests.documents import new_guest_document
from service.tournaments.reader import ListedTournament
from service.tournaments.reading import entrant_names, view_for_player
from service.tournaments.result_documents import leaving_document
from service.tournaments.schemas import TournamentSettingsSchema, settings_of

tournaments = Blueprint("tournaments", __name__, url_prefix="/v1/tournaments")

STATUSES = ("announced", "registration", "closed", "running", "finishing", "finished", "cancelled")
MANAGE = "tournament:manage"

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
    tag = tournament_tag(seen) + names_tag(players_of(seen.tournament)) + digits_of(language())
    return tagged_response(tag, lambda: answer_with_texts(with_names(tournament_document(seen, _code_secret(seen)))))


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


@tournaments.get("/<tournament_id:tournament_id>/calendar")
@rate_class("read")
@needs("table:read", public=True)
def tournament_calendar(tournament_id: str) -> Response:
    requests.check_parameters()
    tournament = view_for_player(tournament_id).tournament
    text = calendar(tournament_id, tournament, entrant_names(tournament), utc(now()), language())
    return note_language(Response(text, content_type="text/calendar; charset=utf-8"), language())


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
    remarks = [{**each._asdict(), "entrants": list(each.entrants)} for each in dry_run.remarks]
    document = {"tournament": tournament_id, "version": dry_run.version, "legal": True, "events": events}
    if remarks:
        document["remarks"] = remarks
    return answer_with_texts(
        {**document, **leaving, **changed_documents(view_for_player(tournament_id), dry_run.tournament)}
    )
