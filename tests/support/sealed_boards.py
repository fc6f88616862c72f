"""Boards outside tournaments that are played differently in twin databases."""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from itertools import zip_longest
from random import Random
from typing import NamedTuple

import pytest

from domain.games.bots import BOTS
from domain.games.registry import GAMES
from domain.kernel.players import PlayerId
from domain.kernel.shuffle import commitment
from domain.table.commands import Act
from domain.table.decide import decide
from domain.table.hands import Chance
from domain.table.state import Table
from domain.tournaments.boards.scores import scores_of_seats
from domain.tournaments.boards.solo import BoardSetting, seat_of
from service.wiring import Service
from tests.support.api import Api, User
from tests.support.sealed_courses import reachable
from tests.support.twins import Twin

RULES = {"profile": "si-shi-fen"}
SETTING = BoardSetting("sheng_ji", "si-shi-fen", {}, "steady")


class Cut(BaseException):
    """Raised where the process is to stop, as if it died."""


def _cut(*_: object, **__: object) -> None:
    raise Cut


class BoardCourse(NamedTuple):
    """The ids of boards and of matches on boards, and their viewers.

    Attributes:
        alone: the id of a board that only `dan` plays.
        match: the id of a match of `ann` and `ben` on two boards. `ann` plays the first one, `ben` plays both.
        pairs: the id of a match of `ann` and `amy` against `ben` and `bea` on one board. Only `ben` and `bea` play it.
        linked: a player whose account is linked with that of `ann`.
        stranger: a player without any part in the boards.
    """

    alone: str
    match: str
    pairs: str
    ann: User
    amy: User
    ben: User
    bea: User
    dan: User
    linked: User
    stranger: User

    def boards(self, service: Service) -> dict[str, str]:
        """Returns the ids of all boards by kind."""
        by = PlayerId(self.ann.id)
        of_match, of_pairs = (service.boards.match(each, by).boards for each in (self.match, self.pairs))
        return {"alone": self.alone, "first": of_match[0].id, "second": of_match[1].id, "pairs": of_pairs[0].id}

    @property
    def viewers(self) -> Mapping[str, User]:
        """Returns the players who must not see the results of others on the boards."""
        return {name: getattr(self, name) for name in ("ann", "amy", "linked", "stranger")}


def boards_founded(api: Api, service: Service) -> BoardCourse:
    """Returns new boards and matches. The tables of `alone` and of the first board of `match` are not yet open."""
    names = ("ann", "amy", "ben", "bea", "dan", "linked", "stranger")
    users = {name: api.sign_up(name) for name in names}
    ann, amy, ben, bea, dan = (users[name] for name in names[:5])
    asked = {**RULES, "player": ben.id}
    match = ann.post("/v1/board-matches", {**asked, "boards": 2}).json["id"]
    two = {**asked, "boards": 1, "partner": amy.id, "opponent_partner": bea.id}
    pairs = ann.post("/v1/board-matches", two).json["id"]
    for user in (amy, ben, bea):
        assert user.post(f"/v1/board-matches/{pairs}/answer", {"agrees": True}).status_code == 200
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(service.tables, "open", _cut)
        # The row with the table id of a board is written before the table is opened.
        with pytest.raises(Cut):
            service.boards.play(PlayerId(dan.id), SETTING)
        with pytest.raises(Cut):
            service.boards.play_next(match, PlayerId(ann.id))
    [alone] = service.boards.of(PlayerId(dan.id), "~", 1)
    reachable(service, (ann, users["stranger"]), None, (ann, users["linked"]))
    return BoardCourse(alone.id, match, pairs, **users)


def exchanged(twin: Twin, course: BoardCourse) -> None:
    """Deals all boards except the first of the match from other secrets. The seats stay the same."""
    boards = course.boards(twin.service)
    with twin.owner() as owner:
        for board in (boards[name] for name in ("alone", "second", "pairs")):
            known = twin.service.boards.board(board)
            secrets = (sha256(f"{board} {number}".encode()).digest() for number in range(100))
            other = next(each for each in secrets if seat_of(each, board, SETTING.seats) == known.seat)
            owner.execute("UPDATE shengji.board SET secret = %s WHERE id = %s", [other, board])


def play_boards(twin: Twin, course: BoardCourse, elsewhere: str, unlike: Sequence[int] = ()) -> list[int]:
    """Plays the boards. At tables without the viewer, moves are random with the given seed.

    Args:
        twin: the copy of the database.
        course: the boards.
        elsewhere: the seed for tables without the viewer.
        unlike: the scores of those tables in another copy. Each score differs from these.

    Returns:
        The scores of the tables without the viewer.
    """
    boards, ben = twin.service.boards, PlayerId(course.ben.id)
    _play(twin.service, boards.play_next(course.match, PlayerId(course.ann.id)).table_id, "")
    givers = [
        lambda: boards.play(PlayerId(course.dan.id), SETTING),
        *(lambda match=match: boards.play_next(match, ben) for match in (course.match, course.pairs, course.match)),
    ]
    made = []
    for give, other in zip_longest(givers, unlike):
        table_id = give().table_id
        table = twin.service.table_cache.newest(table_id).table
        lucks = (f"{elsewhere} {number}" for number in range(1000))
        luck, total = next((luck, total) for luck in lucks if (total := _foreseen(table, luck)) != other)
        _play(twin.service, table_id, luck)
        made.append(total)
        twin.follow("boards")
    for board in course.boards(twin.service).values():
        secret = boards.board(board).secret
        twin.hides[commitment(secret)] = f"the commitment to {board}"
    return made


def _play(service: Service, table_id: str, luck: str) -> None:
    """Plays a hand to its end with random moves."""
    chance = Random(luck)
    while (table := service.table_cache.newest(table_id).table).status == "playing":
        service.tables.carry_out(table_id, _act(table, chance))


def _foreseen(table: Table, luck: str) -> int:
    """Returns the score of the even seats that `_play` leads to with this seed."""
    chance = Random(luck)
    while table.status == "playing":
        table = decide(GAMES, table, _act(table, chance), Chance(bytes(32))).table
    return (scores_of_seats(table) or ())[0].total


def _act(table: Table, chance: Random) -> Act:
    seat = table.game.asked(table.match)[0].seat
    occupant = table.occupant(seat)
    assert occupant
    move = BOTS[table.game.name]["random"].choose(table, seat, chance)
    # A bot may sit on several seats, so its command names the seat.
    return Act(occupant.player, move, seat if occupant.bot else None)
