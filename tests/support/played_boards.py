"""Boards that are played over HTTP."""

from typing import Any, NamedTuple

import psycopg

from service.boards.projections import BoardsProjection
from service.tables.bot_turns import play_bot_turns
from service.wiring import Service
from tests.support.api import Json, User
from tests.support.play import legal_command

RULES = {"profile": "si-shi-fen"}


class Play(NamedTuple):
    user: User
    board: str
    table: str


def given(user: User, **rules: Any) -> Play:
    """Returns a board that is new to the player."""
    answered = user.post("/v1/boards", {**RULES, **rules})
    assert answered.status_code == 201, answered.text
    return Play(user, answered.json["id"], answered.json["you"]["table"])


def follow(service: Service) -> None:
    projection = BoardsProjection(service.database, service.store)
    while projection.catch_up():
        pass


def play_out(service: Service, play: Play) -> None:
    """Plays the hand of the player and the bots to its end and records the score."""
    while (view := play.user.view(play.table))["status"] == "playing":
        play_bot_turns(play.table, view["version"])
        view = play.user.view(play.table)
        if view["status"] == "playing" and view["you"] in [each["seat"] for each in view["asked"]]:
            assert (
                play.user.post(f"/v1/tables/{play.table}/commands", legal_command(play.user, play.table)).status_code
                == 200
            )
    follow(service)


def board(user: User, board_id: str) -> Json:
    seen = user.get(f"/v1/boards/{board_id}")
    assert seen.status_code == 200, seen.text
    return dict(seen.json)


def with_score(owner: psycopg.Connection, play: Play, excess: int, levels: int = 0) -> None:
    owner.execute(
        "UPDATE shengji.board_play SET ended_at = now(), excess = %s, levels = %s, step = 40 WHERE table_id = %s",
        [excess, levels, play.table],
    )
