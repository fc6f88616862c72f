"""What a command would change, for a dry run of it: the standings and the newest round."""

from collections.abc import Callable, Mapping
from typing import Any

from domain.tournaments.state import Tournament
from domain.tournaments.viewing import TournamentView
from service.platform.documents import Json
from service.request_context import service, with_names
from service.tournaments.documents import round_document
from service.tournaments.reading import public_standings
from service.tournaments.result_documents import standings_document


def changed_documents(before: TournamentView, after: Tournament) -> Json:
    """Returns the documents that a command would change, as they would be.

    A round that was called off has no document. A command can reveal sealed results and deals. A dry run must not, so
    such tournaments have no documents here.

    Args:
        before: the tournament and its viewer.
        after: the tournament after the command.
    """
    settings = before.tournament.settings
    if settings.is_sealed or settings.boards is not None:
        return {}
    then = before._replace(tournament=after)

    def changed() -> Json:
        documents = {name: (write(before), write(then)) for name, write in _DOCUMENTS.items()}
        return {name: new for name, (old, new) in documents.items() if new not in (old, None)}

    found = service().computing(changed)
    return {name: with_names(each) if name == "round" else each for name, each in found.items()}


def _standings(seen: TournamentView) -> Any:
    return standings_document(seen, *public_standings(seen))["standings"]


def _newest_round(seen: TournamentView) -> Any:
    number = len(seen.tournament.rounds)
    return round_document(seen, number) if number else None


_DOCUMENTS: Mapping[str, Callable[[TournamentView], Any]] = {"standings": _standings, "round": _newest_round}
