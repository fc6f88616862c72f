"""HTTP routes for displays of a tournament: its bracket, why one entrant is before another, and score cards."""

from functools import partial

from flask import Blueprint, Response, request

from domain.kernel.messages import message
from domain.tournaments.exports.bracket import bracket_of
from domain.tournaments.exports.comparison import comparison
from domain.tournaments.exports.csv import table_csv
from domain.tournaments.exports.score_card import score_card
from domain.tournaments.formats.kinds import BRACKET_FORMATS
from domain.tournaments.standings.by_format import tournament_standings
from domain.tournaments.terms import EntrantId
from domain.tournaments.viewing import TournamentView, without_sealed_results
from service.accounts.handlers import NOBODY
from service.platform.http import requests
from service.platform.http.answers import answer, tagged_response
from service.platform.http.document_pages import VARY, has_page, with_page
from service.platform.http.language import answer_with_texts, language, note_language
from service.platform.http.pages import HTML
from service.platform.http.problems import Problem
from service.platform.http.rate_limits import rate_class, uncounted
from service.platform.languages import digits_of
from service.request_context import needs, service, with_names
from service.tournaments.display_document_types import ScoreCard, StandingsComparison
from service.tournaments.display_documents import (
    bracket_document,
    bracket_table,
    comparison_document,
    score_card_document,
    score_card_table,
)
from service.tournaments.documents import round_document
from service.tournaments.entrant_sheets import comparison_sheet, score_card_sheet, score_card_title
from service.tournaments.names_of_entrants import named_entrants
from service.tournaments.projector import HEADERS, SCRIPT, SCRIPT_ADDRESS, projector_page
from service.tournaments.reading import entrant_names, named_tag, public_standings, table_response, view_for_player
from service.tournaments.result_documents import standings_document
from service.tournaments.sheets import bracket_sheet, titled

tournament_displays = Blueprint("tournament_displays", __name__, url_prefix="/v1/tournaments")
projector_files = Blueprint("projector_files", __name__)


@tournament_displays.get("/<tournament_id:tournament_id>/bracket")
@rate_class("read")
@needs("table:read", public=True, guest=True)
@with_page(titled(message("bracket")), bracket_sheet)
def view_bracket(tournament_id: str) -> Response:
    requests.check_parameters("format")
    seen = view_for_player(tournament_id)
    return table_response(seen, "", partial(_bracket, seen), partial(_bracket_as_csv, seen))


def _bracket(seen: TournamentView) -> Response:
    work = service().computing
    return answer(with_names(work(lambda: bracket_document(seen, bracket_of(without_sealed_results(seen.tournament))))))


def _bracket_as_csv(seen: TournamentView) -> str:
    names = entrant_names(seen.tournament)
    return service().computing(
        lambda: table_csv(bracket_table(bracket_of(without_sealed_results(seen.tournament)), names))
    )


@tournament_displays.get("/<tournament_id:tournament_id>/entrants/<entrant_id:entrant_id>/before/<entrant_id:other_id>")
@rate_class("read")
@needs("table:read", public=True, guest=True)
@with_page(titled(message("comparison")), comparison_sheet)
def compare_entrants(tournament_id: str, entrant_id: str, other_id: str) -> Response:
    requests.check_parameters()
    seen = view_for_player(tournament_id)
    public = without_sealed_results(seen.tournament)
    one, other = (_ranked(seen, each) for each in (entrant_id, other_id))
    if one == other:
        raise requests.wrong_parameter("other_id", message("name another entrant than the first"))

    names = entrant_names(seen.tournament)

    def compared() -> StandingsComparison:
        lines = {each.entrant: each for each in tournament_standings(public)}
        why = comparison(lines[one], lines[other], names, by_bracket=public.settings.format in BRACKET_FORMATS)
        return comparison_document(seen, one, other, why)

    return tagged_response(
        named_tag(seen) + digits_of(language()), lambda: answer_with_texts(with_names(service().computing(compared)))
    )


@tournament_displays.get("/<tournament_id:tournament_id>/entrants/<entrant_id:entrant_id>/score-card")
@rate_class("read")
@needs("table:read", public=True, guest=True)
@with_page(score_card_title, score_card_sheet)
def view_score_card(tournament_id: str, entrant_id: str) -> Response:
    requests.check_parameters("format")
    seen = view_for_player(tournament_id)
    entrant = _ranked(seen, entrant_id)
    return table_response(seen, "", partial(_card, seen, entrant), partial(_card_as_csv, seen, entrant))


def _card(seen: TournamentView, entrant: EntrantId) -> Response:
    def made() -> ScoreCard:
        public = without_sealed_results(seen.tournament)
        standing = next(each for each in tournament_standings(public) if each.entrant == entrant)
        return score_card_document(seen, public, standing)

    return answer(with_names(service().computing(made)))


def _card_as_csv(seen: TournamentView, entrant: EntrantId) -> str:
    names = entrant_names(seen.tournament)
    return table_csv(score_card_table(score_card(without_sealed_results(seen.tournament), entrant), names))


@tournament_displays.get("/<tournament_id:tournament_id>/display")
@rate_class("read")
@needs("table:read", public=True, ticket=True)
@has_page(VARY)
def view_display(tournament_id: str) -> Response:
    # A ticket is a way to sign in, not a parameter of the document.
    requests.check_parameters(*(("ticket",) if "ticket" in request.args else ()))
    # A whole hall reads the page, so staff get what everyone may see.
    seen = view_for_player(tournament_id)._replace(viewer=NOBODY.player)
    response = tagged_response(named_tag(seen, "d") + digits_of(language()), lambda: _display(seen))
    response.headers["Vary"] = VARY
    return note_language(response, language())


def _display(seen: TournamentView) -> Response:
    tournament = seen.tournament
    shown = [number for number, each in enumerate(tournament.rounds, start=1) if each.closed_at is None]
    rounds = [with_names(round_document(seen, number)) for number in shown or range(len(tournament.rounds), 0, -1)[:1]]
    standings = with_names(service().computing(lambda: standings_document(seen, *public_standings(seen))))
    with_place = [each.id for each in tournament.entries if each.has_place]
    entrants = with_names({"entrants": named_entrants(tournament, with_place)})
    return Response(
        projector_page(tournament, rounds, standings, entrants, request.args.get("ticket")),
        content_type=HTML,
        headers=HEADERS,
    )


@projector_files.get(SCRIPT_ADDRESS)
@uncounted
def projector_script() -> Response:
    requests.check_parameters()
    kept = {"Cache-Control": "public, max-age=31536000, immutable"}
    return Response(SCRIPT, content_type="text/javascript; charset=utf-8", headers=kept)


def _ranked(seen: TournamentView, entrant: str) -> EntrantId:
    """Returns an entrant of the standings. Raises `Problem` if it takes no part."""
    found = EntrantId(entrant)
    if found in seen.tournament.order:
        return found
    hint = message("the standings list those that take part; they are empty before the start")
    raise Problem(
        "not_found", message("no entrant {entrant} takes part in this tournament", entrant=entrant), hint=hint
    )
