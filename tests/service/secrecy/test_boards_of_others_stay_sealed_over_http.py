"""Results on boards outside tournaments are visible only to players of these boards, byte for byte over HTTP.

The test is that of test_boards_stay_sealed_over_http.py for boards that are played at once and for matches on boards.
`ann` has played the first board of her match, with the same cards and plays in both copies. Her opponent has played it
differently. Before the match ends, she sees nothing of this opponent or of other boards.
"""

import logging
from collections.abc import Collection, Iterator
from typing import Any, NamedTuple

import pytest

from domain.tournaments.boards.solo_matches import AllAgreed
from service.accounts import export
from service.boards import routes as doors
from service.boards.handlers import Boards
from service.boards.models import BoardMatch, StoredBoard
from service.boards.projections import BoardsProjection
from service.platform.store.database import Database
from service.request_context import service as service_here
from tests.support.api import User
from tests.support.databases import Databases
from tests.support.reading_requests import looks
from tests.support.sealed_boards import RULES, BoardCourse, boards_founded, exchanged, play_boards
from tests.support.twins import Difference, Look, Twin, all_seen, differences, founded, standing_still


class Lab(NamedTuple):
    """The boards in twin databases."""

    course: BoardCourse
    here: Twin
    there: Twin
    lines: tuple[list[str], list[str]]

    def looks(self, user: User | None) -> list[Look]:
        """Every request that a viewer can make, including refused ones."""
        course = self.course
        ids = {
            "board_id": list(course.boards(self.here.service).values()),
            "board_match_id": [course.match, course.pairs],
            "player_id": [course.ann.id, course.ben.id, course.dan.id],
        }
        token = user.token if user else None
        tried: list[tuple[str, str, Any]] = [
            ("answer_board_match", f"/v1/board-matches/{course.pairs}/answer", {"agrees": False}),
            ("challenge_on_boards", "/v1/board-matches", {**RULES, "player": user.id if user else "?"}),
        ]
        return [*looks(token, ids), *(Look(name, token, "POST", path, body) for name, path, body in tried)]

    def compared(self, asked: list[Look]) -> list[Difference]:
        """Returns where the answers of the two databases differ."""
        with standing_still():
            return differences(all_seen(self.here, asked), all_seen(self.there, asked))


@pytest.fixture(scope="module")
def lab(databases: Databases, servers: tuple[str, str]) -> Iterator[Lab]:
    here, course = founded(databases, servers[1], boards_founded)
    there = here.copy()
    exchanged(there, course)
    with standing_still():
        made = play_boards(here, course, "luck")
        play_boards(there, course, "other luck", made)
        lines = (here.follow(), there.follow())
    yield Lab(course, here, there, lines)
    for twin in (here, there):
        twin.close()


@pytest.mark.parametrize("viewer", ["ann", "amy", "linked", "stranger", "nobody"])
def test_players_cannot_see_results_of_others_on_an_open_board(lab: Lab, viewer: str):
    assert lab.compared(lab.looks(lab.course.viewers.get(viewer))) == []


def test_a_player_of_a_board_sees_their_own_score(lab: Lab):
    """Something else happened in the other database, so the requests would detect a leak."""
    at_boards, of_match = (
        {"list_boards", "view_board", "export_account", "export_records"},
        {"list_board_matches", "view_board_match"},
    )
    changing = {"account_events", "list_tables"}

    for user, expected in ((lab.course.dan, at_boards), (lab.course.ben, at_boards | of_match)):
        found = {each.look.operation for each in lab.compared(lab.looks(user))}
        assert expected <= found <= expected | changing


def test_webhooks_and_logs_reveal_nothing_about_boards(lab: Lab):
    with standing_still():
        sent = [twin.sent() for twin in (lab.here, lab.there)]
        for twin in (lab.here, lab.there):
            twin.follow("accounts")
    here, there = (
        [each for each in every if lab.course.ann.id in each.to or lab.course.stranger.id in each.to] for every in sent
    )

    assert here == there
    assert len(here) > 2
    assert lab.lines[0] == lab.lines[1]


# -- planted leaks -----------------------------------------------------------------------------------------------------


def scores(boards: Boards, course: BoardCourse) -> str:
    """Returns the results of all players on the boards."""
    plays = (boards.board(board).plays for board in course.boards(service_here()).values())
    return repr([sorted((play.player or "", play.score) for play in each) for each in plays])


def scores_for_all(patched: pytest.MonkeyPatch, _: BoardCourse) -> None:
    patched.setattr(StoredBoard, "shows_scores_to", lambda *_: True)


def secrets_for_all(patched: pytest.MonkeyPatch, _: BoardCourse) -> None:
    honest = doors._board_document
    patched.setattr(doors, "_board_document", lambda board, by: {**honest(board, by), "secret": board.secret.hex()})


def lists_with_scores_of_others(patched: pytest.MonkeyPatch, _: BoardCourse) -> None:
    """Makes lists from whole boards, so that they include scores of others."""
    honest, listed = doors._summary, Boards.of
    patched.setattr(Boards, "of", lambda self, *asked: [self.board(each.id) for each in listed(self, *asked)])
    patched.setattr(
        doors, "_summary", lambda board, by: {**honest(board, by), "best": repr([each.score for each in board.plays])}
    )


def results_before_the_end(patched: pytest.MonkeyPatch, _: BoardCourse) -> None:
    honest = BoardMatch.result
    patched.setattr(BoardMatch, "result", lambda match: honest(match._replace(is_over=True)))


def refusals_that_tell(patched: pytest.MonkeyPatch, course: BoardCourse) -> None:
    def leaking(self: Boards, *_: Any, **__: Any) -> Any:
        raise AllAgreed("no", facts={"leak": scores(self, course)})

    patched.setattr(Boards, "answer", leaking)


def exports_that_tell(patched: pytest.MonkeyPatch, course: BoardCourse) -> None:
    asked = {"ids": [course.alone]}

    def played(database: Database, _: str) -> dict[str, str]:
        return {"leak": repr([row[5:] for row in database.read("plays", asked)])}

    patched.setattr(export, "PARTS", {**export.PARTS, "leak": played})


LEAKS = {
    "scores": ({"view_board"}, scores_for_all),
    "secrets": ({"view_board"}, secrets_for_all),
    "lists": ({"list_boards", "view_board"}, lists_with_scores_of_others),
    "results": ({"list_board_matches", "view_board_match"}, results_before_the_end),
    "refusals": ({"answer_board_match"}, refusals_that_tell),
    "exports": ({"export_account"}, exports_that_tell),
}
"""Planted leaks about boards, and the places where they must be found."""


@pytest.mark.parametrize("name", LEAKS)
def test_a_planted_leak_is_found(lab: Lab, name: str):
    found_at, plant = LEAKS[name]
    asked = [look for look in lab.looks(lab.course.ann) if look.operation in found_at]
    with pytest.MonkeyPatch.context() as patched:
        plant(patched, lab.course)
        found: Collection[str] = {each.look.operation for each in lab.compared(asked)}

    assert found == found_at


def test_a_planted_leak_in_the_log_is_found(lab: Lab):
    honest = BoardsProjection._score

    def leaking(self: BoardsProjection, *row: Any) -> Any:
        made = honest(self, *row)
        logging.getLogger("shengji").info("a board was worth %s", made)
        return made

    with pytest.MonkeyPatch.context() as patched, standing_still():
        patched.setattr(BoardsProjection, "_score", leaking)
        here, there = lab.here.follow("boards"), lab.there.follow("boards")

    assert here != there
