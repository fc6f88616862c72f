"""Commands: versions, safe retries and dry runs; a refused command changes nothing."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.support.api import Api, User, started_table


@pytest.fixture
def game(api: Api) -> tuple[str, list[User]]:
    return started_table(api)


def _turn(table: str, players: list[User]) -> User:
    return players[players[0].view(table)["asked"][0]["seat"]]


def test_a_command_answers_with_its_events_and_the_new_version(game):
    table, players = game
    mover = _turn(table, players)
    before = mover.view(table)["version"]

    answer = mover.command(table, "pass")

    assert answer.status_code == 200
    assert answer.json["version"] == before + 1
    assert [event["type"] for event in answer.json["events"]] == ["declaration_passed"]
    assert mover.view(table)["version"] == before + 1


def test_the_answer_includes_the_new_view_when_the_client_prefers_it(game):
    table, players = game
    mover = _turn(table, players)

    answer = mover.command(table, "pass", headers={"Prefer": "return=representation"})

    assert answer.headers["Preference-Applied"] == "return=representation"
    assert answer.json["view"] == mover.view(table)


def test_a_repeated_key_and_body_return_the_stored_answer_and_act_once(game):
    table, players = game
    mover = _turn(table, players)
    key = {"Idempotency-Key": "once"}

    first = mover.command(table, "pass", headers=key)
    second = mover.command(table, "pass", headers=key)

    assert second.status_code == 200
    assert second.data == first.data
    assert "Idempotency-Replayed" not in first.headers
    assert second.headers["Idempotency-Replayed"] == "true"
    assert mover.view(table)["version"] == first.json["version"]


def test_the_stored_answer_is_available_long_after_and_in_another_process(game, another_process: Api):
    table, players = game
    mover = _turn(table, players)
    key = {"Idempotency-Key": "long-after"}
    first = mover.command(table, "pass", headers=key)
    for _ in range(2):
        assert _turn(table, players).command(table, "pass").status_code == 200

    again = User(another_process, mover.id, mover.token).command(table, "pass", headers=key)

    # The table has moved on, so nothing is asked after these events.
    assert again.json == {**first.json, "asked": None}


def test_the_same_key_with_another_body_is_refused(game):
    table, players = game
    mover = _turn(table, players)
    key = {"Idempotency-Key": "reused"}
    mover.command(table, "pass", headers=key)

    answer = mover.command(table, "set_entropy", entropy="other", headers=key)

    assert (answer.status_code, answer.json["code"]) == (422, "idempotency_key_reused")


def test_players_do_not_share_keys(game):
    table, players = game
    key = {"Idempotency-Key": "shared"}
    first = _turn(table, players).command(table, "pass", headers=key)
    second = _turn(table, players).command(table, "pass", headers=key)

    assert (first.status_code, second.status_code) == (200, 200)
    assert second.json["version"] == first.json["version"] + 1


def test_two_concurrent_requests_with_one_key_open_one_table(api: Api):
    player = api.sign_up()
    for number in range(10):
        together = threading.Barrier(2)

        def open_table(_: int, number: int = number, together: threading.Barrier = together) -> str:
            together.wait()
            answer = player.post("/v1/tables", {"profile": "zhang-2021"}, headers={"Idempotency-Key": f"open-{number}"})
            assert answer.status_code == 201, answer.text
            return str(answer.json["table"])

        with ThreadPoolExecutor(2) as pool:
            tables = set(pool.map(open_table, range(2)))

        assert len(tables) == 1


@pytest.mark.parametrize("way", ["body", "header"])
def test_a_command_for_a_stale_version_is_refused_with_the_current_version(game, way: str):
    table, players = game
    mover = _turn(table, players)
    view = mover.get(f"/v1/tables/{table}")
    players[0].command(table, "set_entropy", entropy="moves the table on")
    version = mover.view(table)["version"]

    if way == "body":
        answer = mover.command(table, "pass", expected_version=view.json["version"])
    else:
        answer = mover.command(table, "pass", headers={"If-Match": view.headers["ETag"]})

    assert (answer.status_code, answer.json["code"]) == (412, "stale_version")
    assert answer.json["facts"] == {"version": version}
    assert mover.view(table)["version"] == version


def test_a_command_for_the_current_version_is_accepted(game):
    table, players = game
    mover = _turn(table, players)
    tag = mover.get(f"/v1/tables/{table}").headers["ETag"]

    assert mover.command(table, "pass", headers={"If-Match": tag}).status_code == 200
    version = players[0].view(table)["version"]
    assert _turn(table, players).command(table, "pass", expected_version=version).status_code == 200


def test_of_two_concurrent_commands_with_the_same_version_one_is_refused_as_stale(game):
    table, players = game
    version = players[0].view(table)["version"]
    together = threading.Barrier(2)

    def change(player: User) -> int:
        together.wait()
        return player.command(table, "set_entropy", entropy="mine", expected_version=version).status_code

    with ThreadPoolExecutor(2) as pool:
        statuses = sorted(pool.map(change, players[:2]))

    assert statuses == [200, 412]


def test_concurrent_commands_without_a_version_are_all_executed(game):
    table, players = game
    version = players[0].view(table)["version"]
    each = 10

    def change(player: User) -> list[int]:
        return [player.command(table, "set_entropy", entropy=f"{n}").status_code for n in range(each)]

    with ThreadPoolExecutor(4) as pool:
        statuses = [status for all_of in pool.map(change, players) for status in all_of]

    accepted = statuses.count(200)
    assert set(statuses) <= {200, 503}, "the only other answer is busy"
    assert players[0].view(table)["version"] == version + accepted


def test_a_process_with_an_old_cached_table_decides_on_the_current_state(game, another_process: Api):
    table, players = game
    elsewhere = [User(another_process, player.id, player.token) for player in players]
    first = _turn(table, elsewhere)
    first_here = _turn(table, players)
    assert first.command(table, "pass").status_code == 200

    again = first_here.command(table, "pass")
    other = _turn(table, players).command(table, "pass")

    assert (again.status_code, again.json["code"]) == (409, "not_your_turn")
    assert other.status_code == 200


def test_a_dry_run_says_that_a_command_would_be_accepted_and_changes_nothing(game):
    table, players = game
    mover = _turn(table, players)
    before = mover.get(f"/v1/tables/{table}").data

    answer = mover.post(f"/v1/tables/{table}/commands?dry_run=true", {"type": "pass"})

    assert answer.status_code == 200
    assert answer.json["legal"] is True
    assert mover.get(f"/v1/tables/{table}").data == before


def test_a_dry_run_is_refused_as_the_command_would_be(game):
    table, players = game
    mover = _turn(table, players)
    other = next(player for player in players if player is not mover)

    real = other.command(table, "pass")
    dry = other.post(f"/v1/tables/{table}/commands?dry_run=true", {"type": "pass"})

    assert {**dry.json, "request_id": ""} == {**real.json, "request_id": ""}


def test_a_dry_run_does_not_store_its_key(game):
    table, players = game
    mover = _turn(table, players)
    key = {"Idempotency-Key": "dry"}
    mover.post(f"/v1/tables/{table}/commands?dry_run=true", {"type": "pass"}, headers=key)

    answer = mover.command(table, "pass", headers=key)

    assert answer.status_code == 200
    assert "Idempotency-Replayed" not in answer.headers


def test_a_refused_play_names_the_rule_and_the_legal_plays(api: Api):
    table, players = started_table(api, options={"first_drawer_method": "random"})
    for _ in range(4):
        _turn(table, players).command(table, "pass")
    dealer = _turn(table, players)
    hand = dealer.view(table)["match"]["hand"]
    assert dealer.command(table, "bury", cards=hand[:8]).status_code == 200
    hand = dealer.view(table)["match"]["hand"]
    assert dealer.command(table, "play", cards=hand[-1:]).status_code == 200
    follower = _turn(table, players)
    view = follower.view(table)["match"]

    answer = follower.command(table, "play", cards=view["hand"][:2])

    assert answer.status_code == 422
    assert answer.json["code"] == "wrong_number_of_cards"
    assert answer.json["rule"] == "SJ-FOLLOW-01"
    assert answer.json["legal"]
    assert all(len(cards) == 1 and cards[0] in view["hand"] for cards in answer.json["legal"])
    assert follower.command(table, "play", cards=answer.json["legal"][0]).status_code == 200


@pytest.mark.parametrize("moment", ["open", "playing", "cancelled"])
@pytest.mark.parametrize("expected", [None, 1])
def test_a_dry_run_is_refused_like_the_command_for_every_player(api: Api, moment: str, expected: int | None):
    if moment == "playing":
        table, players = started_table(api)
    else:
        players = [api.sign_up(f"player {seat}") for seat in range(2)]
        table = players[0].open_table()
        players[0].command(table, "sit", seat=0)
        if moment == "cancelled":
            players[0].command(table, "cancel")
    for who in (*players, api.sign_up("spectator")):
        for body in ({"type": "pass"}, {"type": "play", "cards": ["AS"]}, {"type": "bury", "cards": ["AS"]}):
            sent = body if expected is None else {**body, "expected_version": expected}
            dry = who.post(f"/v1/tables/{table}/commands?dry_run=true", sent)
            if dry.status_code == 200:
                continue
            real = who.post(f"/v1/tables/{table}/commands", sent)
            assert (real.status_code, real.json["code"]) == (dry.status_code, dry.json["code"])


@pytest.mark.parametrize(
    ("prefer", "preferred"),
    [
        ("return=representation", True),
        ('return="representation"', True),
        ("return=representation; x=y", True),
        ("wait=5, Return=Representation", True),
        ("return=minimal", False),
        ("return=minimal, return=representation", False),
        ("representation", False),
    ],
)
def test_the_prefer_header_is_parsed_as_in_rfc_7240(game, prefer: str, *, preferred: bool):
    table, players = game
    done = players[0].command(table, "set_entropy", entropy="other", headers={"Prefer": prefer})

    assert ("view" in done.json) is preferred


def test_many_concurrent_commands_to_one_table_all_succeed(game):
    table, players = game

    def give(number: int) -> int:
        return players[number % 4].command(table, "set_entropy", entropy=f"entropy {number}").status_code

    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(give, range(48))) == {200}
