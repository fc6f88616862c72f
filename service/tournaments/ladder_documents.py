"""The document of a ladder: its order, the open challenges, and the earlier ones."""

from domain.kernel.instants import write_instant
from domain.tournaments.ladder.order import ladder_order, takes_place
from domain.tournaments.ladder.parts import LadderStep
from domain.tournaments.viewing import TournamentView, without_sealed_results
from service.tournaments.document_types import TournamentLadder, TournamentLadderStep
from service.tournaments.result_documents import instant_text

STEPS_SHOWN = 100
"""The number of earlier challenges that the document has."""


def ladder_document(seen: TournamentView) -> TournamentLadder | None:
    """Returns a ladder as the viewer sees it; `None` before the start and for other formats.

    Sealed results move nobody before they are public.
    """
    tournament = without_sealed_results(seen.tournament)
    if not tournament.settings.is_ladder or not tournament.order:
        return None
    return {
        "order": list(ladder_order(tournament)),
        "challenges": [
            {
                "challenger": each.challenger,
                "challenged": each.challenged,
                "at": write_instant(each.at),
                "until": write_instant(each.until),
            }
            for each in tournament.challenges
        ],
        "history": [_step(seen, each) for each in tournament.ladder[-STEPS_SHOWN:]],
    }


def _step(seen: TournamentView, step: LadderStep) -> TournamentLadderStep:
    is_hidden = step.round is not None and seen.hides(step.round)
    return {
        "challenger": step.challenger,
        "challenged": step.challenged,
        "how": step.how,
        "took_place": None if is_hidden else takes_place(seen.tournament, step),
        "at": instant_text(step.at),
        "round": step.round,
    }
