"""JSON documents about grades. Stored figures are millionths of a percent, and documents contain percents."""

from domain.ratings.grade import PERCENT, GradeChange, sentence
from service.ratings.grades.document_types import GradeFigures


def percent(figure: int) -> float:
    """Returns a stored figure in percent."""
    return figure / PERCENT


def grade_change_document(change: GradeChange) -> GradeFigures:
    """Returns a change of a grade: `gain` times (score - expected), weighted by `boards` of `of_boards`."""
    return {
        "before": percent(change.before),
        "after": percent(change.after.grade),
        "partner_grade": None if change.partner is None else percent(change.partner),
        "field": percent(change.field),
        "expected": percent(change.expected),
        "score": percent(change.score),
        "gain": change.gain,
        "boards": change.boards,
        "of_boards": change.of,
        "boards_graded": change.after.boards,
        "provisional": change.is_provisional,
        "sentence": sentence(change),
    }
