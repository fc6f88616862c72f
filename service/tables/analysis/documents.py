"""The documents of judged decisions, for the API and for the command line."""

from collections.abc import Iterable, Sequence
from typing import Any, cast

from domain.games.lessons import PHASES, Reason
from domain.games.registry import PACKAGES
from domain.table.bot import Candidate
from domain.tools.analysis import Judgement, Position
from domain.tools.double_dummy import TrickValue
from service.platform.documents import Json
from service.platform.stored_messages import made_of, message_made
from service.tables.analysis.document_types import CostOfPhase, JudgedDecision, JudgedMove, OpenValue, ReasonOfMove

DIGITS = 2
MADE = "made"
"""The member of a stored reason that says how its sentence was made."""


def decision_document(position: Position, judged: Judgement) -> JudgedDecision:
    """Returns a decision with its judgement."""
    game, reason = position.view.game.name, judged.reason
    return {
        "number": position.number,
        "version": position.version,
        "seat": position.seat,
        "bot": position.view.bot_of(position.seat),
        "phase": position.phase,
        "played": _judged_move(game, judged.played),
        "best": _judged_move(game, judged.best),
        "cost": round(judged.cost, DIGITS),
        "cost_error": round(judged.cost_error, DIGITS),
        "mistake": judged.is_mistake,
        "forced": judged.is_only,
        "reason": None if reason is None else reason_document(reason),
    }


def reason_document(reason: Reason) -> ReasonOfMove:
    """Returns a reason."""
    return {"code": reason.code, "sentence": reason.sentence}


def stored_reason(reason: Reason) -> Json:
    """Returns a new reason as it is stored: also with how its sentence was made."""
    return {**reason_document(reason), MADE: made_of(reason.sentence)}


def read_reason(stored: Json) -> ReasonOfMove:
    """Returns a stored reason. One of an older release has its English sentence alone."""
    sentence = message_made(stored[MADE]) if MADE in stored else stored["sentence"]
    return {"code": stored["code"], "sentence": sentence}


def stored_decision(position: Position, judged: Judgement) -> Json:
    """Returns a new decision as it is stored."""
    document, reason = decision_document(position, judged), judged.reason
    return {**document, "reason": None if reason is None else stored_reason(reason)}


def read_decision(stored: Json) -> JudgedDecision:
    """Returns a stored decision."""
    reason = stored["reason"]
    return cast("JudgedDecision", {**stored, "reason": None if reason is None else read_reason(reason)})


def _judged_move(game: str, candidate: Candidate) -> JudgedMove:
    return {
        "move": move_document(game, candidate.move),
        "points": round(candidate.value, DIGITS),
        "error": round(candidate.error, DIGITS),
    }


def move_document(game: str, move: Any) -> Json:
    """Returns a move as the body of a command."""
    kind, members = PACKAGES[game].command_of(move)
    return {"type": kind, **members}


def open_values(values: Sequence[TrickValue] | None) -> list[OpenValue] | None:
    """Returns the values of tricks with all cards known; `None` if the hand is not solved."""
    if values is None:
        return None
    return [{"trick": each.trick, "low": each.low, "high": each.high, "exact": each.is_exact} for each in values]


def costs_by_phase(decisions: Iterable[JudgedDecision]) -> list[CostOfPhase]:
    """Returns the cost of the mistakes among decisions, for each phase that has any decision with a choice."""
    totals: dict[str, list[float]] = {phase: [0, 0, 0.0] for phase in PHASES}
    for each in decisions:
        if not each["forced"]:
            total = totals[each["phase"]]
            total[0] += 1
            total[1] += each["mistake"]
            total[2] += each["cost"] if each["mistake"] else 0.0
    return [
        {"phase": phase, "decisions": int(count), "mistakes": int(mistakes), "points": round(points, DIGITS)}
        for phase, (count, mistakes, points) in totals.items()
        if count
    ]


def added_up(phases: Sequence[CostOfPhase]) -> Json:
    """Returns the sums over the phases."""
    return {
        "decisions": sum(each["decisions"] for each in phases),
        "mistakes": sum(each["mistakes"] for each in phases),
        "points": round(sum(each["points"] for each in phases), DIGITS),
    }
