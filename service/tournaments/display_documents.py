"""Brackets, comparisons and score cards of a tournament, as JSON and as rows of a table."""

from collections.abc import Iterator, Sequence
from typing import Any

from domain.tournaments.exports.bracket import BracketRound, ShownMatch
from domain.tournaments.exports.figures import points_text
from domain.tournaments.pairing.knock_out import Seeded, Source, WinnerOf
from domain.tournaments.terms import EntrantId
from domain.tournaments.viewing import TournamentView
from service.tournaments.display_document_types import BracketMatch, BracketSide, TournamentBracket
from service.tournaments.display_document_types import BracketRound as BracketRoundDocument
from service.tournaments.documents import named_entrants

BRACKET_HEADING = (
    *("round", "name", "number", "match", "state", "upper_from", "upper", "upper_name", "upper_points"),
    *("lower_from", "lower", "lower_name", "lower_points", "kind", "winner"),
)


# ------------------------------------------------------------------------------------------------ brackets


def bracket_document(seen: TournamentView, rounds: Sequence[BracketRound]) -> TournamentBracket:
    """Returns the bracket with the names of its entrants."""
    sides = [side for each in rounds for match in each.matches for side in match.state.sides if side is not None]
    return {
        "tournament": seen.tournament_id,
        "version": seen.version,
        "name": seen.tournament.settings.name,
        "is_final": seen.tournament.status == "finished",
        "rounds": [_bracket_round(each) for each in rounds],
        "entrants": named_entrants(seen.tournament, sides),
    }


def _bracket_round(each: BracketRound) -> BracketRoundDocument:
    return {"number": each.number, "name": each.name, "matches": [_bracket_match(match) for match in each.matches]}


def _bracket_match(shown: ShownMatch) -> BracketMatch:
    (match, state, _, winner), play = shown
    return {
        "number": match.number,
        "match": play.number if play else None,
        "state": state,
        "tables": list(play.tables) if play else [],
        "sides": [_bracket_side(shown, place) for place in (0, 1)],
        "kind": play.result.kind if play and play.result else None,
        "winner": winner,
    }


def _bracket_side(shown: ShownMatch, place: int) -> BracketSide:
    source, number = _source(shown.state.match.sides[place])
    play, points, levels = shown.play, None, None
    if play is not None and play.result is not None:
        # The sides of a match and those of the bracket may be in a different order.
        own = place if play.is_upper_first else 1 - place
        points = points_text(play.result[own])
        levels = play.levels[own] if play.levels is not None else None
    return {
        "source": source,
        "of": number,
        "entrant": shown.state.sides[place],
        "points": points,
        "levels": levels,
    }


def _source(source: Source) -> tuple[Any, int]:
    if isinstance(source, Seeded):
        return "seed", source.place
    return ("winner" if isinstance(source, WinnerOf) else "loser"), source.match


def bracket_table(rounds: Sequence[BracketRound], names: dict[EntrantId, str]) -> Iterator[Sequence[Any]]:
    """Yields the matches of the bracket as rows, after a heading row."""
    yield BRACKET_HEADING
    for each in rounds:
        for match in map(_bracket_match, each.matches):
            sides = (cell for side in match["sides"] for cell in _side_cells(side, names))
            about = (each.number, each.name, match["number"], match["match"], match["state"])
            yield (*about, *sides, match["kind"], match["winner"])


def _side_cells(side: BracketSide, names: dict[EntrantId, str]) -> Sequence[Any]:
    entrant = side["entrant"]
    name = None if entrant is None else names.get(entrant, entrant)
    return f"{side['source']} {side['of']}", entrant, name, side["points"]
