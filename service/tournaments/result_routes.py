"""HTTP routes for the rounds, standings, cross table and report of a tournament, and for what staff have corrected."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from flask import Blueprint, Response

from domain.kernel.messages import message
from domain.tournaments.exports.cross_table import By, CrossTableRow
from domain.tournaments.exports.csv import by_opponents_csv, cross_table_csv, standings_csv
from domain.tournaments.viewing import TournamentView, without_sealed_results
from service.accounts.names.documents import players_in
from service.platform.http import requests
from service.platform.http.answers import answer, tagged_response
from service.platform.http.document_pages import with_page
from service.platform.http.rate_limits import rate_class
from service.request_context import names_tag, needs, service, with_names
from service.tournaments.documents import round_document, tournament_tag
from service.tournaments.exports import cross_table_of, trf_report
from service.tournaments.not_yet import missing_round
from service.tournaments.reading import entrant_names, named_tag, public_standings, table_response, view_for_player
from service.tournaments.result_documents import corrections_document, named_cross_table_document, standings_document
from service.tournaments.sheets import cross_table_sheet, round_sheet, standings_sheet, titled

tournament_results = Blueprint("tournament_results", __name__, url_prefix="/v1/tournaments")


@tournament_results.get("/<tournament_id:tournament_id>/rounds/<number:number>")
@rate_class("read")
@needs("table:read", public=True, guest=True)
@with_page(titled(message("round {number}")), round_sheet)
def view_round(tournament_id: str, number: int) -> Response:
    requests.check_parameters()
    seen = view_for_player(tournament_id)
    if number > len(seen.tournament.rounds):
        raise missing_round(seen.tournament, number)
    return tagged_response(named_tag(seen), lambda: answer(with_names(round_document(seen, number))))


@tournament_results.get("/<tournament_id:tournament_id>/standings")
@rate_class("read")
@needs("table:read", public=True, guest=True)
@with_page(titled(message("standings")), standings_sheet)
def view_standings(tournament_id: str) -> Response:
    requests.check_parameters("format")
    seen = view_for_player(tournament_id)
    return table_response(seen, "", partial(_standings, seen), partial(_standings_as_csv, seen))


def _standings(seen: TournamentView) -> Response:
    return answer(with_names(service().computing(lambda: standings_document(seen, *public_standings(seen)))))


def _standings_as_csv(seen: TournamentView) -> str:
    names = entrant_names(seen.tournament)

    def written() -> str:
        found, possible = public_standings(seen)
        return standings_csv(found, names, possible)

    return service().computing(written)


@tournament_results.get("/<tournament_id:tournament_id>/cross-table")
@rate_class("read")
@needs("table:read", public=True)
@with_page(titled(message("cross table")), cross_table_sheet)
def view_cross_table(tournament_id: str) -> Response:
    requests.check_parameters("format", "by")
    by: Any = requests.word_parameter("by", ("rounds", "opponents")) or "rounds"
    seen = view_for_player(tournament_id)
    return table_response(seen, by[0], partial(_cross_table, seen, by), partial(_cross_table_as_csv, seen, by))


def _cross_table(seen: TournamentView, by: By) -> Response:
    computing = service().computing
    return answer(with_names(computing(lambda: named_cross_table_document(seen, by, _public_rows(seen, by)))))


def _cross_table_as_csv(seen: TournamentView, by: By) -> str:
    written = by_opponents_csv if by == "opponents" else cross_table_csv
    names = entrant_names(seen.tournament)
    return service().computing(lambda: written(_public_rows(seen, by), names))


def _public_rows(seen: TournamentView, by: By) -> Sequence[CrossTableRow]:
    return cross_table_of(without_sealed_results(seen.tournament), by)


@tournament_results.get("/<tournament_id:tournament_id>/corrections")
@rate_class("read")
@needs("table:read", public=True)
def list_corrections(tournament_id: str) -> Response:
    requests.check_parameters()
    seen = view_for_player(tournament_id)
    document = corrections_document(seen)
    tag = tournament_tag(seen) + names_tag(players_in(document))
    return tagged_response(tag, lambda: answer(with_names(document)))


@tournament_results.get("/<tournament_id:tournament_id>/report")
@rate_class("read")
@needs("table:read", public=True)
def tournament_report(tournament_id: str) -> Response:
    requests.check_parameters()
    tournament = view_for_player(tournament_id).tournament
    owner, _ = tournament.staff[0]
    arbiter = service().accounts.names([owner]).get(owner, owner)
    names = entrant_names(tournament)
    text = service().computing(lambda: trf_report(without_sealed_results(tournament), names, arbiter))
    return Response(text, content_type="text/plain; charset=utf-8")
