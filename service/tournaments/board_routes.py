"""HTTP routes for duplicate boards of tournaments: sets, scores, and single boards with their deals."""

from functools import partial

from flask import Blueprint, Response

from domain.kernel.messages import message
from domain.tournaments.exports.csv import table_csv
from domain.tournaments.viewing import TournamentView
from service.accounts.names.documents import players_in
from service.accounts.names.handlers import names_document
from service.platform.http import requests
from service.platform.http.answers import answer, tagged_response
from service.platform.http.document_pages import with_page
from service.platform.http.rate_limits import rate_class
from service.request_context import names_of, needs, service, with_names
from service.tournaments.board_documents import board_document, boards_document, boards_table
from service.tournaments.entrant_sheets import board_sheet, boards_sheet
from service.tournaments.not_yet import missing_board
from service.tournaments.reading import named_tag, table_response, view_for_player
from service.tournaments.sheets import titled

tournament_boards = Blueprint("tournament_boards", __name__, url_prefix="/v1/tournaments")


@tournament_boards.get("/<tournament_id:tournament_id>/boards")
@rate_class("read")
@needs("table:read", public=True)
@with_page(titled(message("boards")), boards_sheet)
def list_tournament_boards(tournament_id: str) -> Response:
    """Returns all dealt sets, with the scores of closed sets."""
    requests.check_parameters("format")
    seen = view_for_player(tournament_id)
    return table_response(seen, "", partial(_as_json, seen), partial(_as_csv, seen))


def _as_json(seen: TournamentView) -> Response:
    work = partial(boards_document, seen.tournament_id, seen.version, seen.tournament)
    document = service().computing(work)
    # Scores mention no players, and there can be many thousand.
    mentioned = players_in([document["sets"], document["entrants"]])
    return answer({**document, "players": names_document(names_of(mentioned))})


def _as_csv(seen: TournamentView) -> str:
    return service().computing(lambda: table_csv(boards_table(seen.tournament)))


@tournament_boards.get("/<tournament_id:tournament_id>/boards/<number:number>")
@rate_class("read")
@needs("table:read", public=True)
@with_page(titled(message("board {number}")), board_sheet)
def view_tournament_board(tournament_id: str, number: int) -> Response:
    """Returns a board, with its deals and scores once its set is closed."""
    requests.check_parameters()
    seen = view_for_player(tournament_id)
    document = board_document(seen.tournament_id, seen.version, seen.tournament, number)
    if document is None:
        raise missing_board(seen.tournament, number)
    return tagged_response(named_tag(seen), lambda: answer(with_names(document)))
