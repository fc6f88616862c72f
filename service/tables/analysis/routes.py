"""HTTP routes for the analysis of finished hands, the cost of one's mistakes, and puzzles."""

from flask import Blueprint, Response

from domain.games.registry import GAMES
from domain.kernel.messages import message
from domain.table.commands import CommandAtTable
from service.feed_answers import NUMBER_LIMIT, held, wait_parameter
from service.platform.http import requests
from service.platform.http.answers import answer, page_of
from service.platform.http.fields import load
from service.platform.http.language import answer_with_texts
from service.platform.http.rate_limits import rate_class
from service.platform.lists import AFTER_ALL
from service.request_context import needs, player, reader, service, with_names
from service.tables.analysis.handlers import analysis_stream
from service.tables.analysis.schemas import HAND_LIMIT, AskForAnalysisSchema, PuzzleAnswerSchema
from service.tables.commands import read_command

analyses = Blueprint("analyses", __name__, url_prefix="/v1")

_ASK = AskForAnalysisSchema()
_ANSWER = PuzzleAnswerSchema()


@analyses.post("/tables/<table_id:table_id>/analysis")
@rate_class("record")
@needs("table:play")
def ask_for_analysis(table_id: str) -> Response:
    requests.check_parameters()
    requests.refuse_idempotency_key(message("a repeated request returns the same analysis"))
    hand = load(_ASK, requests.body())["hand"]
    service().analyses.ask(table_id, hand, player())
    return answer_with_texts(with_names(service().analyses.analysis(table_id, hand, player())), 202)


@analyses.get("/tables/<table_id:table_id>/analysis")
@rate_class("record")
@needs("table:read", public=True)
def view_analysis(table_id: str) -> Response:
    requests.check_parameters("hand", "judged", "wait")
    known, wait_s = requests.whole_parameter("judged", 0, 0, NUMBER_LIMIT), wait_parameter()
    parts, by = service(), reader()
    hand = parts.analyses.hand_of(table_id, requests.whole_parameter("hand", 0, 0, HAND_LIMIT) or None, by)
    found = held(
        analysis_stream(table_id, hand),
        known,
        wait_s,
        lambda: parts.analyses.analysis(table_id, hand, by),
        lambda now: now["status"] in ("none", "done") or now["judged"] > known,
    )
    return answer_with_texts(with_names(found))


@analyses.get("/me/mistakes")
@rate_class("account")
@needs("table:read")
def view_own_mistakes() -> Response:
    requests.check_parameters()
    return answer({"games": service().analyses.own_mistakes(player())}, cache="no-store")


@analyses.get("/puzzles")
@rate_class("read")
@needs("table:read", public=True)
def list_puzzles() -> Response:
    requests.check_parameters("game", "limit", "cursor")
    game, count = requests.word_parameter("game", tuple(sorted(GAMES))), requests.page_limit()
    return page_of("puzzles", service().puzzles.page(game, requests.page_cursor() or AFTER_ALL, count + 1), count)


@analyses.get("/puzzles/<puzzle_id:puzzle_id>")
@rate_class("read")
@needs("table:read", public=True)
def view_puzzle(puzzle_id: str) -> Response:
    requests.check_parameters()
    return answer(service().puzzles.puzzle(puzzle_id))


@analyses.post("/puzzles/<puzzle_id:puzzle_id>/answers")
@rate_class("lab")
@needs("table:read")
def answer_puzzle(puzzle_id: str) -> Response:
    requests.check_parameters()
    requests.refuse_idempotency_key(message("answers are not stored"))
    by, given = player(), load(_ANSWER, requests.body())["move"]

    def read(game: str) -> CommandAtTable:
        return read_command(given, by, "").at_table(game)

    return answer_with_texts(service().puzzles.attempt(puzzle_id, read))
