"""Brackets, comparisons and score cards of a tournament, as JSON and as rows of a table."""

from collections.abc import Iterator, Sequence
from typing import Any

from domain.tournaments.boards.closed_boards import compared_boards, compared_seats
from domain.tournaments.boards.seat_by_seat import SeatBySeat
from domain.tournaments.exports.bracket import BracketRound, ShownMatch
from domain.tournaments.exports.comparison import Comparison
from domain.tournaments.exports.figures import points_text
from domain.tournaments.exports.score_card import CardRound, score_card
from domain.tournaments.formats.catalogue import format_of
from domain.tournaments.formats.format import entrants_of_match
from domain.tournaments.pairing.knock_out import Seeded, Source, WinnerOf
from domain.tournaments.standings.ranking import Standing
from domain.tournaments.state import Tournament
from domain.tournaments.terms import EntrantId, Match, Points
from domain.tournaments.viewing import TournamentView
from service.tournaments.board_document_types import BoardAtSeat, BoardAtTable
from service.tournaments.board_documents import score_document, seat_document
from service.tournaments.display_document_types import (
    BracketMatch,
    BracketSide,
    ScoreCard,
    ScoreCardRound,
    StandingsComparison,
    TournamentBracket,
)
from service.tournaments.display_document_types import BracketRound as BracketRoundDocument
from service.tournaments.names_of_entrants import named_entrants
from service.tournaments.result_documents import entrant_standing

BRACKET_HEADING = (
    *("round", "name", "number", "match", "status", "upper_from", "upper", "upper_name", "upper_points"),
    *("lower_from", "lower", "lower_name", "lower_points", "kind", "winner"),
)
CARD_HEADING = (*("round", "match", "seats", "partners", "opponents", "kind", "points", "against", "total"),)


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
        "status": state,
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
        points = points_text((play.result.first, play.result.second)[own])
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
            about = (each.number, each.name, match["number"], match["match"], match["status"])
            yield (*about, *sides, match["kind"], match["winner"])


def _side_cells(side: BracketSide, names: dict[EntrantId, str]) -> Sequence[Any]:
    entrant = side["entrant"]
    name = None if entrant is None else names.get(entrant, entrant)
    return f"{side['source']} {side['of']}", entrant, name, side["points"]


# ------------------------------------------------------------------------------------------------ comparisons


def comparison_document(seen: TournamentView, one: EntrantId, other: EntrantId, why: Comparison) -> StandingsComparison:
    """Returns why one entrant is before another."""
    return {
        "tournament": seen.tournament_id,
        "version": seen.version,
        "name": seen.tournament.settings.name,
        "is_final": seen.tournament.status == "finished",
        "one": one,
        "other": other,
        "before": why.before,
        "sentence": why.sentence,
        "criteria": [
            {
                "criterion": each.criterion,
                "rule": each.rule,
                "one": each.one,
                "other": each.other,
                "decides": each.decides,
            }
            for each in why.figures
        ],
        "entrants": named_entrants(seen.tournament, (one, other)),
    }


# ------------------------------------------------------------------------------------------------ score cards


def score_card_document(seen: TournamentView, public: Tournament, standing: Standing) -> ScoreCard:
    """Returns the score card of an entrant.

    Args:
        seen: the tournament and its viewer.
        public: the public state of the tournament.
        standing: the line of the entrant in the public standings.
    """
    rounds, entrant = score_card(public, standing.entrant), standing.entrant
    boards, seats = _boards(public, entrant), _seats(public, entrant)
    met = {other for each in rounds if each.match for other in (*each.match.partners, *each.match.opponents)}
    met |= {side for board in boards for side in (board["even"], board["odd"])}
    return {
        "tournament": seen.tournament_id,
        "version": seen.version,
        "name": seen.tournament.settings.name,
        "is_final": seen.tournament.status == "finished",
        "entrant": entrant,
        "standing": entrant_standing(seen.tournament, standing),
        "rounds": [_card_round(each) for each in rounds],
        "boards": boards,
        "seats": seats,
        "entrants": named_entrants(seen.tournament, (entrant, *met)),
    }


def _boards(public: Tournament, entrant: EntrantId) -> list[BoardAtTable]:
    format_ = format_of(public.settings)
    if public.settings.boards is None or isinstance(format_, SeatBySeat):
        return []
    found = compared_boards(public, format_)
    return [score_document(each) for each in found if entrant in entrants_of_match(format_, Match(each.even, each.odd))]


def _seats(public: Tournament, entrant: EntrantId) -> list[BoardAtSeat]:
    format_ = format_of(public.settings)
    if not isinstance(format_, SeatBySeat):
        return []
    return [seat_document(each) for each in compared_seats(public, format_) if each.entrant == entrant]


def _card_round(each: CardRound) -> ScoreCardRound:
    match = each.match
    return {
        "number": each.number,
        "match": match.number if match else None,
        "tables": list(match.tables) if match else [],
        "seats": None if match is None else "even" if match.is_first else "odd",
        "partners": list(match.partners) if match else [],
        "opponents": list(match.opponents) if match else [],
        "kind": each.kind,
        "points": _points(each.points),
        "against": _points(each.against),
        "levels": list(match.levels) if match and match.levels else None,
        "total": _points(each.total),
    }


def _points(points: Points | None) -> str | None:
    return None if points is None else points_text(points)


def score_card_table(rounds: Sequence[CardRound], names: dict[EntrantId, str]) -> Iterator[Sequence[Any]]:
    """Yields the rounds of a score card as rows, after a heading row."""
    yield CARD_HEADING
    for each in map(_card_round, rounds):
        with_whom, against = (
            " + ".join(names.get(one, one) for one in each[side]) for side in ("partners", "opponents")
        )
        figures = (each["points"], each["against"], each["total"])
        yield (each["number"], each["match"], each["seats"], with_whom, against, each["kind"], *figures)


def _names(entrants: Sequence[EntrantId], names: dict[EntrantId, str]) -> str:
    return " + ".join(names.get(each, each) for each in entrants)
