"""HTTP routes for boards: playing a board now, matches on the same boards, and comparison with others."""

from typing import Any

from flask import Blueprint, Response

from domain.games.rulebooks import book_with
from domain.kernel.cards import write_cards
from domain.kernel.messages import message
from domain.kernel.players import PlayerId
from domain.kernel.scores import BoardScore
from domain.tournaments.boards.scales import scale_of
from domain.tournaments.boards.solo import BoardSetting, compare_scores, solo_board
from service.accounts.names.documents import players_in
from service.accounts.names.handlers import names_document
from service.boards.document_types import Board, BoardComparison, BoardDeal, BoardLine, BoardSettingPart, BoardSummary
from service.boards.document_types import BoardMatch as BoardMatchDocument
from service.boards.document_types import BoardPlay as BoardPlayDocument
from service.boards.document_types import BoardScore as BoardScoreDocument
from service.boards.models import AssignedBoard, BoardMatch, BoardMatchRequest, BoardPlay, NoSuchBoard, StoredBoard
from service.boards.schemas import BoardMatchAnswerSchema, BoardMatchSchema, PlayBoardSchema
from service.platform.documents import timestamp
from service.platform.http import requests
from service.platform.http.answers import answer, page_of
from service.platform.http.fields import load
from service.platform.http.rate_limits import rate_class
from service.platform.lists import AFTER_ALL
from service.request_context import identity, named_page_of, names_of, needs, player, service, with_names

boards = Blueprint("boards", __name__, url_prefix="/v1")

_PLAY = PlayBoardSchema()
_MATCH = BoardMatchSchema()
_ANSWER = BoardMatchAnswerSchema()


@boards.post("/boards")
@rate_class("open")
@needs("table:play")
def play_board() -> Response:
    requests.check_parameters()
    requests.refuse_idempotency_key(message("a repeated request returns the same board"))
    setting = _setting(load(_PLAY, requests.body()))
    return _assigned_answer(service().boards.play(player(), setting))


@boards.get("/boards")
@rate_class("read")
@needs("table:read")
def list_boards() -> Response:
    requests.check_parameters("limit", "cursor")
    count, by = requests.page_limit(), player()
    found = service().boards.of(by, requests.page_cursor() or AFTER_ALL, count + 1)
    return page_of("boards", [_summary(each, by) for each in found], count)


@boards.get("/boards/<board_id:board_id>")
@rate_class("read")
@needs("table:read")
def view_board(board_id: str) -> Response:
    requests.check_parameters()
    if identity().sandbox is not None:
        raise NoSuchBoard(board_id)
    return answer(_board_document(service().boards.board(board_id), player()))


@boards.post("/board-matches")
@rate_class("open")
@needs("table:play")
def challenge_on_boards() -> Response:
    requests.check_parameters()
    by = player()
    body = load(_MATCH, requests.body())
    partners = body.get("partner"), body.get("opponent_partner")
    request = BoardMatchRequest(PlayerId(body["player"]), body["boards"], _setting(body), body["days"], *partners)
    match, is_replayed = service().boards.challenge(by, request, requests.idempotency_key(by))
    document = with_names(_match_document(match, by))
    return answer(document, 201, location=f"/v1/board-matches/{match.id}", replayed=is_replayed)


@boards.get("/board-matches")
@rate_class("read")
@needs("table:read")
def list_board_matches() -> Response:
    requests.check_parameters("limit", "cursor")
    count, by = requests.page_limit(), player()
    found = service().boards.matches(by, requests.page_cursor() or AFTER_ALL, count + 1)
    return named_page_of("matches", [_match_document(each, by) for each in found], count)


@boards.get("/board-matches/<board_match_id:board_match_id>")
@rate_class("read")
@needs("table:read")
def view_board_match(board_match_id: str) -> Response:
    requests.check_parameters()
    by = player()
    return answer(with_names(_match_document(service().boards.match(board_match_id, by), by)))


@boards.post("/board-matches/<board_match_id:board_match_id>/answer")
@rate_class("command")
@needs("table:play")
def answer_board_match(board_match_id: str) -> Response:
    requests.check_parameters()
    requests.refuse_idempotency_key(message("a repeated answer changes nothing"))
    agrees, by = load(_ANSWER, requests.body())["agrees"], player()
    return answer(with_names(_match_document(service().boards.answer(board_match_id, by, agrees=agrees), by)))


@boards.post("/board-matches/<board_match_id:board_match_id>/boards")
@rate_class("open")
@needs("table:play")
def play_match_board(board_match_id: str) -> Response:
    requests.check_parameters()
    requests.refuse_idempotency_key(message("a repeated request returns the same board"))
    return _assigned_answer(service().boards.play_next(board_match_id, player()))


def _setting(body: dict[str, Any]) -> BoardSetting:
    game = book_with(body["profile"]).game
    return BoardSetting(game, body["profile"], body["options"], body["bot"])


def _assigned_answer(assigned: AssignedBoard) -> Response:
    document = _board_document(service().boards.board(assigned.board_id), player())
    if not assigned.is_new:
        return answer(document)
    return answer(document, 201, location=f"/v1/boards/{assigned.board_id}")


# ------------------------------------------------------------------------------------------------ documents


def _summary(board: StoredBoard, by: PlayerId) -> BoardSummary:
    """Returns the public summary of a board, with the result of player `by`."""
    own = board.play_of(by)
    return {
        "id": board.id,
        "match": board.match_id,
        "number": board.number,
        **_setting_document(board.setting),
        "seats": board.setting.seats,
        "seat": board.seat,
        "status": "closed" if board.is_closed else "open",
        "created_at": timestamp(board.created_at),
        "closes_at": timestamp(board.closes_at),
        "commitment": board.commitment,
        "you": None if own is None else _own_document(own),
    }


def _setting_document(setting: BoardSetting) -> BoardSettingPart:
    return {"game": setting.game, "profile": setting.profile, "options": setting.options, "bot": setting.bot}


def _own_document(own: BoardPlay) -> BoardPlayDocument:
    return {
        "table": own.table_id,
        "begun_at": timestamp(own.begun_at),
        "ended_at": timestamp(own.ended_at) if own.ended_at else None,
        "score": None if own.score is None else _score_document(own.score),
    }


def _score_document(score: BoardScore) -> BoardScoreDocument:
    return {"excess": score.excess, "levels": score.levels, "step": score.step, "total": score.total}


def _board_document(board: StoredBoard, by: PlayerId) -> Board:
    """Returns a board as the player may see it, with the names of the players in the comparison."""
    comparison = _comparison_document(board) if board.shows_scores_to(by) else None
    return {
        **_summary(board, by),
        "comparison": comparison,
        "secret": board.secret.hex() if board.is_closed else None,
        "deal": _deal_document(board) if board.is_closed else None,
        "players": names_document(names_of(players_in(comparison))),
    }


def _deal_document(board: StoredBoard) -> BoardDeal:
    deal = solo_board(board.secret, board.id, board.setting).board
    return {
        "level": deal.level,
        "first_drawer": deal.first_drawer,
        "order": write_cards(deal.order),
        "again": [write_cards(order) for order in deal.again],
    }


def _comparison_document(board: StoredBoard) -> BoardComparison:
    scored = board.scores()
    scale = scale_of(board.setting.game, board.setting.profile, board.setting.options)
    if not scored:
        return {"top": 0, "datum": None, "left_out": 0, "scale": None, "scores": []}
    totals = [each.score.total for each in scored if each.score is not None]
    comparison = compare_scores(totals, scale)
    lines: list[BoardLine] = [
        {
            "player": each.player,
            "table": each.table_id,
            "score": _score_document(each.score),
            "matchpoints": int(line.points),
            "share": line.share,
            "imps": line.imps,
        }
        for each, line in zip(scored, comparison.lines, strict=True)
        if each.score is not None
    ]
    return {
        "top": int(comparison.top),
        "datum": comparison.datum,
        "left_out": comparison.left_out,
        "scale": None if scale is None else list(scale.steps),
        "scores": sorted(lines, key=lambda line: (-line["score"]["total"], line["table"])),
    }


def _match_document(match: BoardMatch, by: PlayerId) -> BoardMatchDocument:
    made = match.result()
    return {
        "id": match.id,
        "challenger": match.challenger,
        "opponent": match.opponent,
        "challenger_partner": match.challenger_partner,
        "opponent_partner": match.opponent_partner,
        "waits_for": list(match.waits_for),
        **_setting_document(match.setting),
        "status": "over" if match.is_over else "open",
        "created_at": timestamp(match.created_at),
        "closes_at": timestamp(match.closes_at),
        "boards": [
            {
                "board": board.id,
                "number": board.number,
                "you": None if own is None else _own_document(own),
                "difference": made.swings[place].difference if made else None,
                "imps": made.swings[place].imps if made else None,
            }
            for place, board in enumerate(match.boards)
            for own in (board.play_of(by),)
        ],
        "result": None
        if made is None
        else {
            "imps": made.imps,
            "challenger": int(made.points.first),
            "opponent": int(made.points.second),
        },
    }
