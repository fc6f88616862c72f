"""Analyses over the API: who may ask for one and see it, the job that makes it, costs of mistakes, and puzzles."""

import re
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import psycopg
import pytest

from domain.games.bots import BOTS
from domain.kernel.seats import Seat
from domain.table.commands import OpenTable, Sit, Start
from domain.table.deals import GivenDeal
from service.platform.queue.job_queue import JobQueue
from service.tables.analysis.handlers import analysis_stream, newest_judged
from service.tables.analysis.jobs import AnalysisDispatch, continue_analysis
from service.worker_context import WorkerContext
from tests.support.api import Api, User, started_table
from tests.support.fixtures import limited
from tests.support.play import legal_command, legal_move
from tests.support.table import SHENG_JI
from tests.support.teachers import FakeTeacher, PuzzleMaker
from tests.support.waiting import until


@pytest.fixture
def teacher(monkeypatch: pytest.MonkeyPatch) -> FakeTeacher:
    planted = PuzzleMaker()
    monkeypatch.setitem(BOTS["sheng_ji"], "expert", planted)
    return planted


@pytest.fixture
def queue(service, settings) -> JobQueue:
    WorkerContext.service, WorkerContext.queue = service, JobQueue(settings.redis_url)
    WorkerContext.queue.redis.flushdb()
    return WorkerContext.queue


def played(api: Api, **members: Any) -> tuple[str, list[User]]:
    """Returns a table with one finished hand."""
    table, users = started_table(api, hands=1, **members)
    while users[0].view(table)["status"] == "playing":
        mover = users[users[0].view(table)["asked"][0]["seat"]]
        assert mover.post(f"/v1/tables/{table}/commands", legal_command(mover, table)).status_code == 200
    return table, users


def analysed(user: User, table: str, hand: int = 1) -> Any:
    assert user.post(f"/v1/tables/{table}/analysis", {"hand": hand}).status_code == 202
    while continue_analysis(table, hand):
        pass
    return user.get(f"/v1/tables/{table}/analysis").json


def test_a_hand_is_analysed_after_somebody_asked_for_it(api: Api, teacher: FakeTeacher, queue: JobQueue):
    table, users = played(api)
    path = f"/v1/tables/{table}/analysis"

    before = users[0].get(path).json
    assert (before["status"], before["teacher"], before["judgements"]) == ("none", None, [])
    asked = users[0].post(path, {"hand": 1})
    assert (asked.status_code, asked.json["status"], asked.json["teacher"]) == (202, "waiting", "expert@1")

    found = analysed(users[1], table)
    assert (found["status"], found["judged"]) == ("done", found["decisions"])
    assert [each["number"] for each in found["judgements"]] == list(range(1, found["decisions"] + 1))
    mistakes = [each for each in found["judgements"] if each["mistake"]]
    assert mistakes
    assert all(each["reason"]["sentence"] and each["cost"] == 10.0 for each in mistakes)
    record = {each["version"]: each["type"] for each in users[0].get(f"/v1/tables/{table}/record").json["events"]}
    moves = {"cards_played", "kitty_buried", "declared", "declaration_passed", "throw_failed"}
    assert {record[each["version"]] for each in mistakes} <= moves
    assert [each["player"] for each in found["costs"]] == [user.id for user in users]
    assert sum(each["mistakes"] for each in found["costs"]) == len(mistakes)
    assert sum(phase["points"] for each in found["costs"] for phase in each["phases"]) == 10.0 * len(mistakes)


def test_the_reasons_of_a_stored_analysis_are_in_the_language_of_the_reader(api, teacher, queue, service):
    table, users = played(api)
    english = [each["reason"] for each in analysed(users[0], table)["judgements"] if each["mistake"]]
    path = f"/v1/tables/{table}/analysis"

    answered = users[0].get(path, headers={"Accept-Language": "zh-CN"})

    assert answered.headers["Content-Language"] == "zh-Hans"
    chinese = [each["reason"] for each in answered.json["judgements"] if each["mistake"]]
    assert [each["code"] for each in chinese] == [each["code"] for each in english]
    assert all(re.search("[\u4e00-\u9fff]", each["sentence"]) for each in chinese)
    assert {tuple(each) for each in chinese} == {("code", "sentence")}
    # An older release stored the English sentence alone.
    with service.database.session() as connection:
        connection.execute("UPDATE shengji.judged_decision SET document = document #- '{reason,made}'")
    older = users[0].get(path, headers={"Accept-Language": "zh-CN"}).json["judgements"]
    assert [each["reason"] for each in older if each["mistake"]] == english


def test_a_repeated_request_changes_nothing_and_a_newer_teacher_begins_again(api, teacher, queue, monkeypatch):
    table, users = played(api)
    first = analysed(users[0], table)
    assert analysed(users[2], table) == first
    monkeypatch.setattr(teacher, "version", 2, raising=False)
    again = users[0].post(f"/v1/tables/{table}/analysis", {"hand": 1}).json
    assert (again["status"], again["teacher"], again["judgements"]) == ("waiting", "expert@2", [])
    assert analysed(users[0], table)["judgements"] == first["judgements"]


def test_an_analysis_that_another_release_has_begun_begins_again(api, teacher, queue, service, monkeypatch):
    table, users = played(api)
    WorkerContext.service = limited(service, analysis_s=0.0)
    users[0].post(f"/v1/tables/{table}/analysis", {"hand": 1})
    assert continue_analysis(table, 1)
    monkeypatch.setattr(teacher, "version", 2, raising=False)
    assert continue_analysis(table, 1)
    begun = users[0].get(f"/v1/tables/{table}/analysis").json
    assert (begun["judged"], begun["teacher"]) == (0, "expert@2")
    assert analysed(users[0], table)["status"] == "done"


def test_an_analysis_goes_on_in_short_parts_from_where_it_was(api, teacher, queue: JobQueue, service):
    table, users = played(api)
    WorkerContext.service = limited(service, analysis_s=0.0)
    users[0].post(f"/v1/tables/{table}/analysis", {"hand": 1})
    dispatch = AnalysisDispatch(service.database, queue)

    assert dispatch.poll() == 1
    assert dispatch.poll() == 0, "its job waits"
    assert queue.queues["analysis"].job_ids == [f"analysis-{table}-1-0"]
    assert all(continue_analysis(table, 1) for _ in range(3))
    assert queue.queues["analysis"].job_ids[-1] == f"analysis-{table}-1-3"
    running = users[3].get(f"/v1/tables/{table}/analysis").json
    assert (running["status"], running["judged"], len(running["judgements"])) == ("running", 3, 3)
    assert dispatch.poll() == 0, "a job has worked on it just now"
    assert analysed(users[3], table)["status"] == "done"


def test_a_reader_can_wait_for_the_progress_of_an_analysis(api, teacher, queue: JobQueue, service):
    table, users = played(api)
    path = f"/v1/tables/{table}/analysis"
    assert users[0].get(f"{path}?wait=10").json["status"] == "none", "nobody has asked, so nothing is to come"
    WorkerContext.service = limited(service, analysis_s=0.0)
    users[0].post(path, {"hand": 1})
    assert continue_analysis(table, 1)
    assert users[1].get(f"{path}?wait=10").json["judged"] == 1, "the reader knows none yet"

    with ThreadPoolExecutor() as pool:
        waiting = pool.submit(users[1].get, f"{path}?judged=1&wait=30")
        until(lambda: analysis_stream(table, 1) in service.notifier.awaited_streams(), "waiting reader")
        assert continue_analysis(table, 1)
        shown = waiting.result(timeout=10).json
        assert (shown["status"], shown["judged"]) == ("running", 2)

        total = shown["decisions"]
        waiting = pool.submit(users[1].get, f"{path}?judged={total}&wait=30")
        until(lambda: analysis_stream(table, 1) in service.notifier.awaited_streams(), "waiting reader")
        assert analysed(users[0], table)["status"] == "done"
        assert waiting.result(timeout=10).json["status"] == "done"


def test_a_lost_notification_of_progress_is_found_by_polling(api, teacher, queue: JobQueue, service):
    table, users = played(api)
    stream = analysis_stream(table, 1)
    assert newest_judged(service.database, [stream, f"room-{table}/seats"]) == {}
    found = analysed(users[0], table)
    assert newest_judged(service.database, [stream]) == {stream: found["decisions"] + 1}


def test_the_puzzles_of_a_hand_do_not_depend_on_the_length_of_the_parts(api, teacher, queue, service):
    table, users = played(api)
    before = puzzles_of(users[0])
    WorkerContext.service = limited(service, analysis_s=0.0)
    users[0].post(f"/v1/tables/{table}/analysis", {"hand": 1})
    assert all(continue_analysis(table, 1) for _ in range(20))
    assert puzzles_of(users[0]) == before, "none is listed before the analysis is done"
    found = analysed(users[0], table)
    # All mistakes cost the same, so the first ones are taken.
    mistakes = [each["number"] for each in found["judgements"] if each["mistake"]]
    path = "/v1/puzzles/{}/answers"
    answers = [
        users[0].post(path.format(each), legal_answer(users[0], each)).json for each in puzzles_of(users[0]) - before
    ]
    assert sorted(each["number"] for each in answers) == mistakes[:3]


def puzzles_of(user: User) -> set[str]:
    return {each["id"] for each in user.get("/v1/puzzles?limit=100").json["puzzles"]}


def legal_answer(user: User, puzzle: str) -> Any:
    shown = user.get(f"/v1/puzzles/{puzzle}").json
    return {"move": legal_move(shown["moves"], lambda: shown["match"]["hand"])}


def test_a_hand_that_is_being_played_is_not_analysed(api: Api, teacher: FakeTeacher):
    table, users = started_table(api, hands=2)
    for method, body in (("POST", {"hand": 1}), ("GET", None)):
        refused = api.call(method, f"/v1/tables/{table}/analysis", body, token=users[0].token)
        assert (refused.status_code, refused.json["code"]) == (409, "no_hand_over")
    assert not teacher.seen


def test_later_hands_stay_hidden_while_they_are_played(api: Api, teacher, queue):
    table, users = started_table(api, hands=2)
    while users[0].view(table)["match"]["hands_played"] < 1:
        mover = users[users[0].view(table)["asked"][0]["seat"]]
        assert mover.post(f"/v1/tables/{table}/commands", legal_command(mover, table)).status_code == 200
    assert analysed(users[0], table)["hand"] == 1
    refused = users[0].post(f"/v1/tables/{table}/analysis", {"hand": 2})
    assert (refused.status_code, refused.json["code"]) == (409, "no_hand_over")


def test_a_finished_match_says_which_hand_was_its_last(api: Api, teacher, queue):
    table, users = played(api)
    for method, query, body in (("POST", "", {"hand": 2}), ("GET", "?hand=99", None)):
        refused = api.call(method, f"/v1/tables/{table}/analysis{query}", body, token=users[0].token)
        assert (refused.status_code, refused.json["code"]) == (404, "not_found")
        assert refused.json["hint"] == "its last hand is 1"


def test_delayed_spectators_see_an_analysis_only_when_they_see_the_hand(api: Api, teacher, queue):
    table, users = played(api, spectators={"delay": "minutes", "minutes": 30})
    assert analysed(users[0], table)["status"] == "done"
    late = api.sign_up()
    for method, body in (("POST", {"hand": 1}), ("GET", None)):
        assert api.call(method, f"/v1/tables/{table}/analysis", body, token=late.token).status_code == 409


def test_a_game_without_a_teacher_is_refused(api: Api, queue, monkeypatch):
    table, users = played(api)
    monkeypatch.delitem(BOTS["sheng_ji"], "expert")
    refused = users[0].post(f"/v1/tables/{table}/analysis", {"hand": 1})
    assert (refused.status_code, refused.json["code"]) == (409, "no_teacher")


def test_a_decision_at_which_the_teacher_fails_is_left_out(api: Api, teacher, queue, monkeypatch, caplog):
    table, users = played(api)
    failing = iter([True])

    def evaluate(self: Any, view: Any, seat: Any, luck: Any, **more: Any) -> Any:
        if next(failing, False):
            raise ZeroDivisionError
        return FakeTeacher.evaluate(self, view, seat, luck, **more)

    monkeypatch.setattr(PuzzleMaker, "evaluate", evaluate)
    found = analysed(users[0], table)
    assert (found["status"], len(found["judgements"])) == ("done", found["decisions"] - 1)
    assert "cannot judge decision 1" in caplog.text


def test_the_cost_of_ones_mistakes_is_summed_over_all_hands(api: Api, teacher, queue):
    table, users = played(api)
    assert users[0].get("/v1/me/mistakes").json == {"games": []}
    found = analysed(users[0], table)
    for seat, user in enumerate(users):
        [game] = user.get("/v1/me/mistakes").json["games"]
        assert (game["game"], game["hands"]) == ("sheng_ji", 1)
        assert game["points_a_hand"] == found["costs"][seat]["points"] == game["months"][0]["points_a_hand"]
        assert {each["phase"]: each["points"] for each in game["phases"]} == {
            each["phase"]: each["points"] for each in found["costs"][seat]["phases"]
        }


def test_puzzles_come_from_listed_tables_and_say_whether_a_move_is_best(api: Api, teacher, queue):
    table, users = played(api)
    analysed(users[0], table)
    listed = users[0].get("/v1/puzzles?game=sheng_ji").json["puzzles"]
    assert listed
    puzzle = users[0].get(f"/v1/puzzles/{listed[0]['id']}").json
    assert {user.id for user in users}.isdisjoint(str(puzzle).split("'"))
    path = f"/v1/puzzles/{puzzle['id']}/answers"
    judged = {each["number"]: each for each in users[0].get(f"/v1/tables/{table}/analysis").json["judgements"]}

    legal = legal_answer(users[0], puzzle["id"])
    some = users[0].post(path, legal).json
    source = judged[some["number"]]
    assert (some["table"], some["right"]) == (table, source["best"]["move"] == legal["move"])
    right = users[0].post(path, {"move": source["best"]["move"]}).json
    assert (right["right"], right["cost"], right["best"]) == (True, 0.0, source["best"]["move"])
    worse = users[0].post(path, {"move": source["played"]["move"]}).json
    assert (worse["right"], worse["cost"]) == (False, 10.0)
    refused = users[0].post(path, {"move": {"type": "take", "card": "3S"}})
    assert (refused.status_code, refused.json["code"]) == (422, "not_in_this_game")
    assert users[0].post(path, {"move": {"type": "leave"}}).status_code == 400
    assert users[0].get(f"/v1/puzzles/puz_{'0' * 26}").status_code == 404


def follows_cost_most(view: Any, _seat: Seat, _move: Any, _luck: Any) -> tuple[float, float]:
    return (12.0 if getattr(view.match.phase, "trick", None) else 10.0), 1.0


def test_an_answer_to_a_puzzle_has_to_be_legal(api: Api, queue, database_url, monkeypatch):
    monkeypatch.setitem(BOTS["sheng_ji"], "expert", PuzzleMaker(cost_of=follows_cost_most))
    table, users = played(api)
    before = puzzles_of(users[0])
    analysed(users[0], table)
    shown = [users[0].get(f"/v1/puzzles/{each}").json for each in puzzles_of(users[0]) - before]
    puzzle = next(each for each in shown if "count" in each["moves"])
    path, hand = f"/v1/puzzles/{puzzle['id']}/answers", puzzle["match"]["hand"]
    count = puzzle["moves"]["count"]
    unheld = [rank + suit for rank in "3456" for suit in "CDHS" if rank + suit not in hand]
    wrong = {
        "cards_not_held": {"type": "play", "cards": unheld[:count]},
        "wrong_number_of_cards": {"type": "play", "cards": hand[: count + 1]},
        "not_in_this_position": {"type": "bury", "cards": hand[:8]},
    }
    for code, move in wrong.items():
        refused = users[0].post(path, {"move": move})
        assert (refused.status_code, refused.json["code"]) == (422, code), refused.json
    assert users[0].post(path, {"move": wrong["wrong_number_of_cards"]}).json["rule"].startswith("SJ-")
    # A puzzle of an earlier release does not have the version of its decision.
    with psycopg.connect(database_url, autocommit=True) as connection:
        connection.execute("UPDATE shengji.puzzle SET position = position - 'version' WHERE id = %s", [puzzle["id"]])
    assert users[0].post(path, legal_answer(users[0], puzzle["id"])).status_code == 200


def test_unlisted_tables_make_no_puzzles(api: Api, teacher, queue):
    before = api.sign_up().get("/v1/puzzles").json
    table, users = played(api, listed=False)
    analysed(users[0], table)
    assert users[0].get("/v1/puzzles").json == before


def given_deal() -> GivenDeal:
    every = SHENG_JI.every_deal(SHENG_JI.rules("zhang-2021", {}))
    assert every
    return GivenDeal(tuple(Random(1).sample(every.pack, len(every.pack))), (), (), Seat(0))


def with_the_same_cards(api: Api, service: Any, *, sealed: bool = False) -> tuple[str, list[User]]:
    """Returns a table of a given deal with its hand played."""
    users = [api.sign_up(f"player {seat}") for seat in range(4)]
    command = OpenTable(
        users[0].id, "sheng_ji", "zhang-2021", {}, listed=True, hands=1, deals=(given_deal(),), sealed=sealed
    )
    then = [Sit(user.id, Seat(seat), f"dice {seat}") for seat, user in enumerate(users)]
    table = service.tables.open(command, None, then=[*then, Start(users[0].id)]).id
    while users[0].view(table)["status"] == "playing":
        mover = users[users[0].view(table)["asked"][0]["seat"]]
        assert mover.post(f"/v1/tables/{table}/commands", legal_command(mover, table)).status_code == 200
    return table, users


def test_costs_stand_beside_those_of_others_with_the_same_cards_except_at_sealed_tables(api, service, teacher, queue):
    first, users = with_the_same_cards(api, service)
    assert all(each["others"] is None for each in analysed(users[0], first)["costs"])
    second, others = with_the_same_cards(api, service)
    theirs = analysed(others[0], second)["costs"]
    hidden, sealed = with_the_same_cards(api, service, sealed=True)
    assert analysed(sealed[0], hidden)["status"] == "done"

    shown = users[0].get(f"/v1/tables/{first}/analysis").json["costs"]
    for seat, each in enumerate(shown):
        assert each["others"] == {"tables": 1, "points": theirs[seat]["points"]}
    seen_by_sealed = sealed[0].get(f"/v1/tables/{hidden}/analysis").json["costs"]
    assert {each["others"]["tables"] for each in seen_by_sealed} == {2}


def test_a_sealed_table_is_analysed_for_its_players_only(api, service, teacher, queue):
    table, users = with_the_same_cards(api, service, sealed=True)
    assert analysed(users[0], table)["status"] == "done"
    stranger = api.sign_up()
    for method, body in (("POST", {"hand": 1}), ("GET", None)):
        refused = api.call(method, f"/v1/tables/{table}/analysis", body, token=stranger.token)
        assert (refused.status_code, refused.json["code"]) == (403, "table_sealed")
    mine = stranger.get("/v1/me/mistakes").json
    assert mine == {"games": []}
