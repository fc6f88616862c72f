"""What the routes of a tournament share: the view of the reader, and tables as JSON or CSV."""

from collections.abc import Callable
from typing import Any

from flask import Response, request

from domain.tournaments.standings.by_format import tournament_standings
from domain.tournaments.standings.possible_ranks import PossibleRanks
from domain.tournaments.standings.rank_forecast import possible_final_ranks
from domain.tournaments.standings.ranking import Standing
from domain.tournaments.state import Tournament
from domain.tournaments.terms import EntrantId
from domain.tournaments.viewing import TournamentView, without_sealed_results
from service.platform.http import requests
from service.platform.http.answers import JSON, tagged_response
from service.platform.http.document_pages import VARY
from service.request_context import names_tag, reader, service
from service.tournaments.documents import players_of, tournament_tag
from service.tournaments.names_of_entrants import display_names

CSV = "text/csv"


def view_for_player(tournament_id: str) -> TournamentView:
    """Returns the current tournament as the reader sees it. Raises `NoSuchTournament`."""
    at = service().tournaments.at(tournament_id)
    return TournamentView(tournament_id, at.version, at.tournament, reader())


def entrant_names(tournament: Tournament) -> Any:
    """Returns the display names of the entrants."""
    players = {player for entry in tournament.entries for player in entry.players}
    return display_names(tournament, service().accounts.names(players))


def named_tag(seen: TournamentView, form: str = "j") -> str:
    """Returns the entity tag of a document that has names. `form` identifies its format, in lower-case letters."""
    return tournament_tag(seen, form) + names_tag(players_of(seen.tournament))


def wants_csv() -> bool:
    """Returns whether the client requests CSV, by the parameter `format` or else by `Accept`."""
    form = requests.word_parameter("format", ("json", "csv"))
    return form == "csv" if form else request.accept_mimetypes.best_match([JSON, CSV], JSON) == CSV


def table_response(
    seen: TournamentView, form: str, as_json: Callable[[], Response], as_csv: Callable[[], str]
) -> Response:
    """Returns a table in the format that the client requests, with its entity tag, or 304 if the client has it.

    Args:
        seen: the tournament and its viewer.
        form: what distinguishes this table from other ones at the same address, in lower-case letters.
        as_json: returns the table as JSON.
        as_csv: returns the text of the table as CSV.
    """
    is_csv = wants_csv()
    response = tagged_response(
        named_tag(seen, f"{form}{'c' if is_csv else 'j'}"), lambda: csv_response(as_csv()) if is_csv else as_json()
    )
    response.headers["Vary"] = VARY
    return response


def csv_response(text: str) -> Response:
    """Returns the text of a table as CSV."""
    return Response(text, content_type=f"{CSV}; charset=utf-8; header=present")


def public_standings(seen: TournamentView) -> tuple[tuple[Standing, ...], dict[EntrantId, PossibleRanks]]:
    """Returns the public standings, and the possible ranks of entrants, where known."""
    tournament = without_sealed_results(seen.tournament)
    standings = tournament_standings(tournament)
    return standings, {each.entrant: each for each in possible_final_ranks(tournament, standings) or ()}
