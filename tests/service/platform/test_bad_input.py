"""Invalid input is answered with a problem that names the error, and changes nothing."""

import pytest

from tests.support.api import Api, User, started_table

Game = tuple[str, list[User]]


@pytest.fixture(scope="module")
def game(api: Api) -> Game:
    return started_table(api)


def _turn(game: Game) -> User:
    table, players = game
    return players[players[0].view(table)["asked"][0]["seat"]]


def _problem(answer, status: int, code: str) -> dict:
    assert (answer.status_code, answer.json["code"]) == (status, code), answer.text
    assert answer.content_type == "application/problem+json"
    assert answer.json["status"] == status
    assert answer.json["type"] == f"http://localhost/problems/{code}"
    assert answer.json["detail"]
    assert answer.json["request_id"] == answer.headers["X-Request-Id"]
    return answer.json


@pytest.fixture(autouse=True)
def nothing_changes(game: Game):
    table, players = game
    before = [player.get(f"/v1/tables/{table}").data for player in players]
    yield
    assert [player.get(f"/v1/tables/{table}").data for player in players] == before


@pytest.mark.parametrize(
    "body", [b"", b"{", b"nonsense", b'{"type": "pass"', b"\xff\xfe", b'{"a":' * 3000 + b"1" + b"}" * 3000]
)
def test_invalid_json_is_refused(game: Game, body: bytes):
    table, _ = game
    _problem(_turn(game).post(f"/v1/tables/{table}/commands", body), 400, "malformed_json")


@pytest.mark.parametrize("body", [{}, {"type": 3}, {"type": "fly"}, {"type": None}])
def test_an_invalid_command_is_refused(game: Game, body):
    table, _ = game
    import orjson

    answer = _turn(game).post(f"/v1/tables/{table}/commands", orjson.dumps(body))
    problem = _problem(answer, 400, "invalid_request")
    assert "pass" in problem["hint"]
    assert "type" in problem["facts"]["fields"]


def test_a_command_without_a_type_is_told_so(game: Game):
    table, _ = game
    answer = _turn(game).post(f"/v1/tables/{table}/commands", {"typ": "pass"})
    assert _problem(answer, 400, "invalid_request")["detail"] == "type is missing"


@pytest.mark.parametrize("body", [[], 1, "pass", None, True])
def test_a_body_that_is_no_object_is_refused(game: Game, body):
    table, _ = game
    import orjson

    answer = _turn(game).post(f"/v1/tables/{table}/commands", orjson.dumps(body))
    assert _problem(answer, 400, "invalid_request")["detail"] == "the body is not a JSON object"


@pytest.mark.parametrize(
    ("body", "detail"),
    [
        ({"profile": 1}, "profile: give a string"),
        ({"options": []}, "options: give a JSON object"),
        ({"length": "hands"}, "length: give a JSON object"),
        ({"hands": "4"}, "hands: give a whole number"),
        ({"public": 1}, "public: give true or false"),
        ({"time_odds": 100}, "time_odds: give a list"),
    ],
)
def test_a_member_of_a_wrong_type_is_refused_with_the_right_type(api: Api, body: dict, detail: str):
    answer = api.sign_up().post("/v1/tables", {"profile": "zhang-2021", **body})
    assert _problem(answer, 400, "invalid_request")["detail"] == detail


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"type": "pass", "extra": 1}, "extra"),
        ({"type": "play"}, "cards"),
        ({"type": "play", "cards": []}, "cards"),
        ({"type": "play", "cards": "AS"}, "cards"),
        ({"type": "play", "cards": ["XX"]}, "cards.0"),
        ({"type": "play", "cards": ["AS", "1S"]}, "cards.1"),
        ({"type": "play", "cards": ["??"]}, "cards.0"),
        ({"type": "play", "cards": ["AS"] * 500}, "cards"),
        ({"type": "play", "cards": [["AS"]]}, "cards.0"),
        ({"type": "sit", "seat": "0"}, "seat"),
        ({"type": "sit", "seat": -1}, "seat"),
        ({"type": "sit", "seat": 1.5}, "seat"),
        ({"type": "sit", "seat": 2**70}, "seat"),
        ({"type": "set_entropy", "entropy": "x" * 65}, "entropy"),
        ({"type": "set_entropy", "entropy": ""}, "entropy"),
        ({"type": "set_entropy", "entropy": "line\nbreak"}, "entropy"),
        ({"type": "set_entropy", "entropy": "\u202e"}, "entropy"),
        ({"type": "pass", "expected_version": "7"}, "expected_version"),
        ({"type": "pass", "expected_version": 0}, "expected_version"),
        ({"type": "seat_bot", "seat": 0, "bot": "genius"}, "bot"),
    ],
)
def test_a_missing_unknown_or_wrong_member_is_named(game: Game, body: dict, field: str):
    table, _ = game
    import orjson

    try:
        data = orjson.dumps(body)
    except TypeError:
        data = b'{"type": "sit", "seat": 1180591620717411303424}'
    answer = _turn(game).post(f"/v1/tables/{table}/commands", data)
    if answer.json["code"] == "malformed_json":
        assert body["seat"] == 2**70, "the server does not read numbers beyond 64 bits"
        return
    assert field in _problem(answer, 400, "invalid_request")["facts"]["fields"]


def test_another_content_type_is_refused(game: Game):
    table, _ = game
    answer = _turn(game).post(
        f"/v1/tables/{table}/commands", b'{"type": "pass"}', headers={"Content-Type": "text/plain"}
    )
    _problem(answer, 415, "not_json")


def test_a_body_that_is_too_large_is_refused(game: Game):
    table, _ = game
    answer = _turn(game).post(f"/v1/tables/{table}/commands", b'{"type": "pass", "x": "' + b"y" * 70_000 + b'"}')
    _problem(answer, 413, "body_too_large")


@pytest.mark.parametrize("kind", ["bury", "play"])
def test_a_command_of_another_phase_is_refused(game: Game, kind: str):
    table, _ = game
    hand = _turn(game).view(table)["match"]["hand"]
    problem = _problem(_turn(game).command(table, kind, cards=hand[:8]), 409, "wrong_phase")
    assert problem["rule"] == "SJ-GEN-08"


def test_a_command_out_of_turn_is_refused(game: Game):
    table, players = game
    other = next(player for player in players if player is not _turn(game))
    problem = _problem(other.command(table, "pass"), 409, "not_your_turn")
    assert problem["facts"]["turn"] == players[0].view(table)["asked"][0]["seat"]


def test_cards_that_the_player_does_not_hold_are_refused(game: Game):
    table, _ = game
    mover = _turn(game)
    hand = mover.view(table)["match"]["hand"]
    missing = next(card for card in ("BJ", "SJ", "2S", "2H", "2D", "2C") if hand.count(card) < 2)
    problem = _problem(mover.command(table, "declare", cards=[missing, missing]), 422, "cards_not_held")
    assert problem["facts"]["missing"] == [missing]


def test_cards_that_declare_nothing_are_refused(game: Game):
    table, _ = game
    mover = _turn(game)
    card = next(card for card in mover.view(table)["match"]["hand"] if card[-1] != "J" and card[:-1] != "2")
    problem = _problem(mover.command(table, "declare", cards=[card]), 422, "not_a_declaration")
    assert problem["rule"] == "SJ-BID-02"


def test_a_command_for_the_seat_of_another_player_is_refused(game: Game, api: Api):
    table, _ = game
    stranger = api.sign_up("stranger")
    _problem(stranger.command(table, "pass"), 403, "not_seated")
    _problem(stranger.get(f"/v1/tables/{table}/moves"), 403, "not_seated")
    _problem(stranger.command(table, "set_entropy", entropy="x"), 403, "not_seated")


def test_commands_that_are_allowed_only_before_the_start_are_refused_afterwards(game: Game, api: Api):
    table, players = game
    stranger = api.sign_up("stranger")
    _problem(stranger.command(table, "sit", seat=0), 409, "already_started")
    _problem(players[0].command(table, "start"), 409, "already_started")
    _problem(players[0].command(table, "cancel"), 409, "already_started")


@pytest.mark.parametrize("table", ["tbl_unknown", "tbl_01M7ZAW1ZS69ZN9S1N17NW5J34", "x", "%00", "..%2f..", "'; DROP"])
def test_an_unknown_table_is_not_found(api: Api, table: str):
    player = api.sign_up()
    for path in ("", "/moves", "/events", "/record"):
        _problem(player.get(f"/v1/tables/{table}{path}"), 404, "not_found")
    _problem(player.command(table, "pass"), 404, "not_found")


@pytest.mark.parametrize(
    "query",
    ["after=-1", "after=x", "after=", "limit=0", "limit=1001", "wait=3601", "after=1&after=2", "x=1", "after=٣"],
)
def test_invalid_parameters_of_the_feed_are_refused(game: Game, query: str):
    table, players = game
    problem = _problem(players[0].get(f"/v1/tables/{table}/events?{query}"), 400, "invalid_request")
    assert query.split("=", maxsplit=1)[0] in problem["facts"]["fields"]


@pytest.mark.parametrize("query", ["status=gone", "free_seats=1", "mine=yes", "limit=0", "limit=x", "cursor=*", "x=1"])
def test_invalid_parameters_of_the_list_are_refused(api: Api, query: str):
    problem = _problem(api.sign_up().get(f"/v1/tables?{query}"), 400, "invalid_request")
    assert query.split("=", maxsplit=1)[0] in problem["facts"]["fields"]


@pytest.mark.parametrize(
    "tag", ["x", '"x"', 'W/"3-s0-1"', '"-s0-1"', '"3"', '"99999999999-s0-1"', '"3-s0-1", "4-s0-1"']
)
def test_a_precondition_that_is_not_an_entity_tag_of_the_server_is_refused(game: Game, tag: str):
    table, _ = game
    problem = _problem(_turn(game).command(table, "pass", headers={"If-Match": tag}), 400, "invalid_request")
    assert "If-Match" in problem["facts"]["fields"]


def test_contradicting_preconditions_are_refused(game: Game):
    table, _ = game
    answer = _turn(game).command(table, "pass", expected_version=3, headers={"If-Match": '"4-s0-1"'})
    assert "expected_version" in _problem(answer, 400, "invalid_request")["facts"]["fields"]


@pytest.mark.parametrize("key", ["", " ", "a b", "x" * 256, "\u00e9"])
def test_an_invalid_idempotency_key_is_refused(game: Game, key: str):
    table, _ = game
    answer = _turn(game).command(table, "pass", headers={"Idempotency-Key": key})
    assert "Idempotency-Key" in _problem(answer, 400, "invalid_request")["facts"]["fields"]


@pytest.mark.parametrize(
    ("body", "code", "named"),
    [
        ({"profile": "zhang-1999"}, "unknown_profile", "profile"),
        ({"profile": "zhang-2021", "options": {"colour": "red"}}, "unknown_option", "colour"),
        ({"profile": "zhang-2021", "options": {"throw_penalty": "death"}}, "invalid_option_value", "throw_penalty"),
        ({"profile": "zhang-2021", "options": {"kitty_size": True}}, "invalid_option_value", "kitty_size"),
        ({"profile": "zhang-2021", "options": {"must_play": [{}]}}, "invalid_option_value", "must_play"),
        ({"profile": "zhang-2021", "options": {"chao_di_pi": "never"}}, "invalid_option_value", "chao_di_pi"),
        ({"profile": "zhang-2021", "options": {"decks": 7}}, "invalid_option_value", "decks"),
        ({"profile": "zhang-2021", "options": {"kitty_size": 9}}, "conflicting_options", "kitty_size"),
        ({"profile": "zhang-2021", "options": {"score_step": 15}}, "conflicting_options", "score_step"),
    ],
)
def test_rules_that_cannot_be_played_are_refused(api: Api, body: dict, code: str, named: str):
    problem = _problem(api.sign_up().post("/v1/tables", body), 422, code)
    assert named in str(problem["facts"])


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "profile"),
        ({"profile": 1}, "profile"),
        ({"profile": "zhang-2021", "hands": 0}, "hands"),
        ({"profile": "zhang-2021", "listed": "yes"}, "listed"),
        ({"profile": "zhang-2021", "options": []}, "options"),
        ({"profile": "zhang-2021", "game": "chess"}, "game"),
        ({"profile": "zhang-2021", "colour": 1}, "colour"),
    ],
)
def test_a_table_with_invalid_settings_is_refused(api: Api, body: dict, field: str):
    problem = _problem(api.sign_up().post("/v1/tables", body), 400, "invalid_request")
    assert field in problem["facts"]["fields"]


@pytest.mark.parametrize("name", ["", " ", "x" * 41, "a\x00b", "\u200b", "a\u2028b", 7, None, ["x"]])
def test_invalid_names_are_refused(api: Api, name):
    problem = _problem(api.call("POST", "/v1/players", {"name": name}), 400, "invalid_request")
    assert "name" in problem["facts"]["fields"]


@pytest.mark.parametrize("name", ["升级", "Zoë", "<script>", "'; DROP TABLE player; --", "{{7*7}}", "Ω" * 40])
def test_valid_names_are_stored_unchanged(api: Api, name: str):
    made = api.call("POST", "/v1/players", {"name": name})
    assert (made.status_code, made.json["player"]["name"]) == (201, name)


def test_an_unknown_path_or_method_is_refused(api: Api):
    _problem(api.call("GET", "/v1/nothing"), 404, "not_found")
    _problem(api.call("GET", "/v1/tables/"), 404, "not_found")
    answer = api.call("DELETE", "/v1/tables")
    _problem(answer, 405, "method_not_allowed")
    assert "POST" in answer.headers["Allow"]


def test_invalid_questions_to_the_rules_lab_are_refused(api: Api):
    problem = _problem(api.call("POST", "/v1/rules/follow", {"setup": {}, "input": {}}), 422, "bad_question")
    assert problem["facts"]["field"] == "setup.trump_rank"
    _problem(api.call("POST", "/v1/rules/follow", {"extra": 1}), 400, "invalid_request")
    _problem(api.call("POST", "/v1/rules/no_such_kind", {}), 404, "not_found")


def test_a_valid_request_id_of_the_client_is_used_and_a_malicious_one_is_not(api: Api):
    assert api.call("GET", "/healthz", headers={"X-Request-Id": "mine-1"}).headers["X-Request-Id"] == "mine-1"
    assert api.call("GET", "/healthz", headers={"X-Request-Id": "x" * 65}).headers["X-Request-Id"].startswith("req_")


@pytest.mark.parametrize("upgrade", ["websocket", "h2c"])
def test_a_wish_for_another_protocol_is_ignored(api: Api, upgrade: str):
    answered = api.sign_up().get("/v1/me", headers={"Connection": "Upgrade", "Upgrade": upgrade})
    assert answered.status_code == 200
