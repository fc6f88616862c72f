"""HTTP routes for duplicate grades: leaderboards, the grades of players and partnerships, and their history."""

from typing import Any

from flask import Blueprint, Response

from domain.kernel.instants import write_instant
from domain.ratings.pools import Pool
from service.platform.http import requests
from service.platform.http.answers import answer, cursor_of, page_document
from service.platform.http.language import answer_with_texts
from service.platform.http.rate_limits import rate_class
from service.ratings import cursors
from service.ratings.documents import pool_document
from service.ratings.grades.document_types import GradeChange, GradePart, GradesRow, PlayerGrade
from service.ratings.grades.documents import grade_change_document, percent
from service.ratings.grades.handlers import Graded, GradeRow, PlayerGradeChange, PlayerGrades
from service.request_context import identity, needs, service, with_names

grades = Blueprint("grades", __name__, url_prefix="/v1")

RANKED = ("players", "partnerships")


@grades.get("/grades/<pool:pool>")
@rate_class("read")
@needs("table:read", public=True)
def view_grades(pool: Pool) -> Response:
    requests.check_parameters("of", "limit", "cursor")
    ranked: Any = requests.word_parameter("of", RANKED) or "players"
    count, behind = requests.page_limit(), cursors.leaderboard_cursor()
    found = service().grades.leaderboard(
        pool, of_players=ranked == "players", behind=behind, count=count, sandbox=identity().sandbox
    )
    document = {
        "pool": pool_document(pool),
        "of": ranked,
        "grades": [_row(each) for each in found.rows],
        "next_cursor": None if found.behind is None else cursor_of(" ".join(map(str, found.behind))),
    }
    return answer(with_names(document))


@grades.get("/players/<player_id:player_id>/grades")
@rate_class("read")
@needs("table:read", public=True)
def player_grades(player_id: str) -> Response:
    requests.check_parameters()
    who = service().accounts.player(player_id)
    found = () if who.closed_at else service().grades.of_player(who.id)
    return answer(with_names({"player": who.id, "grades": [_of_player(each) for each in found]}))


@grades.get("/players/<player_id:player_id>/grades/<pool:pool>/changes")
@rate_class("read")
@needs("table:read")
def grade_changes(player_id: str, pool: Pool) -> Response:
    requests.check_parameters("limit", "cursor")
    who = service().accounts.player(player_id)
    count, before = requests.page_limit(), requests.page_cursor()
    found = [] if who.closed_at else service().grades.changes(who.id, pool, before, count + 1)
    return answer_with_texts(with_names(page_document("changes", [_change(each) for each in found], count)))


def _row(row: GradeRow) -> GradesRow:
    return {"rank": row.rank, "players": list(row.players), **_graded(row.graded)}


def _of_player(each: PlayerGrades) -> PlayerGrade:
    return {
        "pool": pool_document(each.pool),
        **_graded(each.own),
        "partnerships": [{"partner": partner, **_graded(graded)} for partner, graded in each.partnerships],
    }


def _graded(graded: Graded) -> GradePart:
    return {
        "grade": percent(graded.grade),
        "boards": graded.boards,
        "sessions": graded.sessions,
        "provisional": graded.is_provisional,
        "inactive": graded.is_inactive,
        "last_session_at": write_instant(graded.last_at),
    }


def _change(change: PlayerGradeChange) -> GradeChange:
    return {
        "id": change.tournament,
        "at": write_instant(change.at),
        "partner": change.partner,
        "own": grade_change_document(change.own),
        "partnership": grade_change_document(change.partnership),
    }
