"""HTTP routes for displays of a tournament: its bracket, why one entrant is before another, and score cards."""

from functools import partial

from flask import Blueprint, Response

from domain.tournaments.exports.bracket import bracket_of
from domain.tournaments.exports.csv import table_csv
from domain.tournaments.viewing import TournamentView, without_sealed_results
from service.platform.http import requests
from service.platform.http.answers import answer
from service.platform.http.rate_limits import rate_class
from service.request_context import needs, service, with_names
from service.tournaments.display_documents import bracket_document, bracket_table
from service.tournaments.reading import entrant_names, table_response, view_for_player

tournament_displays = Blueprint("tournament_displays", __name__, url_prefix="/v1/tournaments")


@tournament_displays.get("/<tournament_id:tournament_id>/bracket")
@rate_class("read")
@needs("table:read", public=True)
def view_bracket(tournament_id: str) -> Response:
    requests.check_parameters("format")
    seen = view_for_player(tournament_id)
    return table_response(seen, "", partial(_bracket, seen), partial(_bracket_as_csv, seen))


def _bracket(seen: TournamentView) -> Response:
    work = service().computing
    return answer(with_names(work(lambda: bracket_document(seen, bracket_of(without_sealed_results(seen.tournament))))))


def _bracket_as_csv(seen: TournamentView) -> str:
    names = entrant_names(seen.tournament)
    return table_csv(bracket_table(bracket_of(without_sealed_results(seen.tournament)), names))
