"""Boards over HTTP: no player gets a board they have seen, and answers about unplayed boards reveal nothing."""

import hmac
from hashlib import sha256
from typing import Any

import orjson
import psycopg
import pytest

from domain.games.registry import GAMES
from domain.kernel.cards import write_cards
from domain.kernel.players import PlayerId
from domain.kernel.shuffle import Dice, shuffled
from domain.tournaments.boards.solo import BoardSetting
from service.boards.handlers import UNSEAL_LIMIT
from service.platform.lists import AFTER_ALL
from service.wiring import Service
from tests.support.api import Api, User
from tests.support.chance import RANDOMNESS
from tests.support.played_boards import RULES, board, follow, given, play_out, with_score


def close(owner: psycopg.Connection, board_id: str) -> None:
    owner.execute("UPDATE shengji.board SET closes_at = now() WHERE id = %s", [board_id])


# Assignment of boards -------------------------------------------------------------------------------------------------
def test_a_board_can_be_requested_again_while_it_is_played_but_not_afterwards(api: Api, service: Service):
    ann, ben = api.sign_up("Ann"), api.sign_up("Ben")
    first = given(ann)
    again = ann.post("/v1/boards", RULES)
    assert (again.status_code, again.json["id"], again.json["you"]["table"]) == (200, first.board, first.table)
    play_out(service, first)
    second = given(ann)

    assert second.board != first.board
    assert given(ben).board in (first.board, second.board)
    assert [each["id"] for each in ann.get("/v1/boards").json["boards"]] == [second.board, first.board]


def test_the_list_of_boards_does_not_read_plays_of_others(api: Api, service: Service):
    ann, ben = api.sign_up("Ann"), api.sign_up("Ben")
    first = given(ann)
    assert given(ben).board == first.board

    [listed] = service.boards.of(PlayerId(ann.id), AFTER_ALL, 10)
    assert [each.player for each in listed.plays] == [ann.id]
    assert {each.player for each in service.boards.board(first.board).plays} == {ann.id, ben.id}


@pytest.mark.parametrize("link", ["address", "webhook"])
def test_linked_accounts_never_get_the_same_board(api: Api, service: Service, owner: psycopg.Connection, link: str):
    ann, bot, further, ben = (api.sign_up(name) for name in ("Ann", "her bot", "its bot", "Ben"))

    def linked(one: User, other: User) -> None:
        for user in (one, other):
            if link == "address":
                owner.execute(
                    "INSERT INTO shengji.mailbox (player_id, time_zone, digest_hour, code, address, confirmed_at)"
                    " VALUES (%s, 'UTC', 8, %s, %s, now()) ON CONFLICT DO NOTHING",
                    [user.id, sha256(user.id.encode()).digest(), "ann@example.org"],
                )
            else:
                owner.execute(
                    "INSERT INTO shengji.webhook (id, player_id, url, types, secret) VALUES (%s, %s, %s, '{}', 'x')",
                    [RANDOMNESS.new_id("whk"), user.id, f"https://example.org/{one.id}"],
                )

    linked(ann, bot)
    linked(bot, further)
    plays = [given(user) for user in (ann, further, bot)]

    assert len({play.board for play in plays}) == 3
    assert given(ben).board in {play.board for play in plays}
    refused = ann.post("/v1/board-matches", {**RULES, "player": further.id})
    assert refused.json["code"] == "cannot_be_challenged"


def test_a_substitute_counts_as_having_seen_the_board(api: Api, service: Service, owner: psycopg.Connection):
    ann, eve = api.sign_up("Ann"), api.sign_up("Eve")
    play = given(ann)
    assert ann.command(play.table, "leave").status_code == 200
    seat = board(ann, play.board)["seat"]
    assert ann.command(play.table, "challenge_player", player=eve.id, seat=seat).status_code == 200
    assert eve.command(play.table, "sit", seat=seat).status_code == 200
    follow(service)
    assert given(eve).board != play.board

    play_out(service, play._replace(user=eve))
    assert board(ann, play.board)["you"]["score"] is None
    assert board(ann, play.board)["comparison"] is None
    assert board(eve, play.board)["comparison"] is None


def test_a_board_whose_table_was_not_opened_because_of_a_crash_gets_a_table_later(
    api: Api, service: Service, monkeypatch
):
    ann = api.sign_up("Ann")
    with monkeypatch.context() as patched:
        patched.setattr(service.tables, "open", _dies)
        with pytest.raises(_Death):
            service.boards.play(ann.id, _setting())
    again = ann.post("/v1/boards", RULES)

    assert again.status_code == 200
    assert ann.view(again.json["you"]["table"])["status"] == "playing"


class _Death(BaseException):
    pass


def _dies(*_: Any, **__: Any) -> Any:
    raise _Death


def _setting() -> Any:
    return BoardSetting("sheng_ji", "si-shi-fen", {}, "steady")


# Visibility -----------------------------------------------------------------------------------------------------------
def test_answers_about_a_board_do_not_depend_on_its_deal_for_players_who_have_not_played_it(
    api: Api, service: Service, owner: psycopg.Connection
):
    ann, eve = api.sign_up("Ann"), api.sign_up("Eve")
    play = given(ann)
    paths = [f"/v1/boards/{play.board}", "/v1/boards", f"/v1/tables/{play.table}", f"/v1/tables/{play.table}/record"]
    paths += [f"/v1/tables/{play.table}/events", f"/v1/boards/{play.board}?x=1", "/v1/tables", "/v1/me/turns"]

    def answers() -> list[tuple[int, bytes]]:
        said = [eve.get(path, headers={"X-Request-Id": "the-same"}) for path in paths]
        return [(each.status_code, each.get_data()) for each in said]

    def with_secret(secret: bytes) -> list[bytes]:
        owner.execute("UPDATE shengji.board SET secret = %s WHERE id = %s", [secret, play.board])
        shown = answers()
        with_score(owner, play, len(shown[0][1]) * secret[0])
        assert answers() == shown
        # Only the commitment and the seat may differ.
        document = orjson.loads(shown[0][1])
        shown[0] = (shown[0][0], orjson.dumps({**document, "commitment": None, "seat": None}))
        return [body for _, body in shown]

    assert with_secret(b"\1" * 32) == with_secret(b"\2" * 32)


def test_a_closed_board_is_shown_completely_and_its_secret_reproduces_the_deal(
    api: Api, service: Service, owner: psycopg.Connection
):
    ann, eve = api.sign_up("Ann"), api.sign_up("Eve")
    play = given(ann)
    committed = board(eve, play.board)["commitment"]
    play_out(service, play)
    assert (board(eve, play.board)["comparison"], board(ann, play.board)["secret"]) == (None, None)
    assert eve.get(f"/v1/tables/{play.table}").json["facts"] == {"is_over": True}
    close(owner, play.board)
    shown = board(eve, play.board)

    assert (shown["status"], shown["you"]) == ("closed", None)
    assert shown["comparison"]["scores"][0]["player"] == ann.id
    secret = bytes.fromhex(shown["secret"])
    assert sha256(secret).hexdigest() == committed
    # The deal is computed again as the contract describes it.
    key = hmac.new(secret, play.board.encode(), "sha256").digest()
    game = GAMES["sheng_ji"]
    every = game.every_deal(game.rules("si-shi-fen", {}))
    assert every
    assert write_cards(shuffled(every.pack, Dice(key, b"board"))) == shown["deal"]["order"]
    assert (Dice(key, b"first").below(4), Dice(key, b"seat").below(4)) == (shown["deal"]["first_drawer"], shown["seat"])
    while service.boards.unseal() == UNSEAL_LIMIT:
        pass
    assert service.boards.unseal() == 0
    record = eve.get(f"/v1/tables/{play.table}/record").json
    dealt = next(each["data"] for each in record["events"] if each["type"] == "cards_dealt")
    assert (dealt["order"], dealt["chosen"]) == (shown["deal"]["order"], True)
    level = next(each["data"] for each in record["events"] if each["type"] == "table_opened")["rules"]["options"]
    assert level.get("initial_level", "2") == shown["deal"]["level"]
