"""The examples of the contract work: requests sent as written get the documented answers."""

import json
from pathlib import Path
from typing import Any

import pytest

from service.platform.queue.job_queue import JobQueue
from service.tables.bot_turns import play_bot_turns
from service.worker_context import WorkerContext
from tests.support.api import Api, User
from tests.support.contract import contract, misfits, operation
from tests.support.laws import law

Json = dict[str, Any]
CASES = Path(__file__).parents[1] / "data" / "rules_examples.json"


@pytest.fixture
def bots(service, settings) -> None:
    """Lets bots of the house play in this process."""
    WorkerContext.service = service
    WorkerContext.queue = JobQueue(settings.redis_url)


def example(operation_id: str, name: str) -> Json:
    """An example of the body of a request."""
    content = operation(operation_id).definition["requestBody"]["content"]["application/json"]
    value: Json = content["examples"][name]["value"]
    return dict(value)


def examples(operation_id: str) -> list[str]:
    """The names of these examples."""
    return list(operation(operation_id).definition["requestBody"]["content"]["application/json"]["examples"])


def answers(operation_id: str, status: str) -> Json:
    """The examples of an answer, by name."""
    response = operation(operation_id).definition["responses"][status]
    return {name: each["value"] for name, each in response["content"]["application/json"]["examples"].items()}


class Reader:
    """Somebody who does what the contract says, step by step."""

    def __init__(self, api: Api) -> None:
        self.api = api
        self.token: str | None = None
        self.table = ""

    def take(self, step: Json) -> Any:
        """Takes a step and returns what is answered, which has to have the status that the step says."""
        one = operation(step["operation"])
        body = example(one.id, step["example"]) | step.get("with", {}) if "example" in step else None
        token = self.token if one.definition["security"] else None
        answered = self.api.call(one.method.upper(), one.path.format(table_id=self.table), body, token=token)
        assert answered.status_code == step["status"], f"{step}: {answered.text}"
        return answered.json

    def act(self, moves: Json, hand: list[str]) -> None:
        """Does what is asked, with the example for it; where that has cards, with cards of one's own."""
        act = contract()["x-acts"][moves["asked"]]
        cards = {
            "from your hand": lambda: hand[: moves["count"]],
            "from the legal moves": lambda: moves["cards"][0],
        }
        changed: Json = {"card": moves["cards"][0][0]} if "card" in act else {}
        example = act["example"]
        if not moves["cards"] and "otherwise" in act:
            example = act["otherwise"]
        elif "cards" in act:
            changed = {"cards": cards[act["cards"]]()}
        self.take({"operation": act["operation"], "example": example, "with": changed, "status": 200})


@pytest.mark.parametrize(
    ("steps", "needed"),
    [("x-first-game", {"declare", "play"}), ("x-first-climb", {"play"})],
)
def test_a_first_game_can_be_played_to_its_end_with_the_examples(api: Api, service, bots, steps: str, needed: set[str]):
    reader = Reader(api)
    for step in contract()[steps]:
        answered = reader.take(step)
        if step["operation"] == "sign_up":
            reader.token = answered["token"]["secret"]
        if step["operation"] == "open_table":
            reader.table = answered["table"]

    asked: set[str] = set()
    for _ in range(200):
        play_bot_turns(reader.table, service.table_cache.newest(reader.table).version)
        view = reader.take({"operation": "view_table", "status": 200})
        if view["status"] == "finished":
            break
        if all(each["seat"] != view["you"] for each in view["asked"]):
            continue  # the bots have been cut off, to make way for other tables
        assert [each["seat"] for each in view["asked"]] == [view["you"]]
        moves = reader.take({"operation": "legal_moves", "status": 200})["moves"]
        asked.add(moves["asked"])
        reader.act(moves, view["match"]["hand"])

    assert view["status"] == "finished"
    assert needed <= asked <= set(contract()["x-acts"])
    record = reader.take({"operation": "table_record", "status": 200})
    assert record["complete"]


def test_the_first_game_in_the_text_has_the_same_steps():
    """The shell commands in the description send what the examples say."""
    words = contract()["info"]["description"].replace("\\", "").replace("$seat", "1")
    for step in contract()["x-first-game"]:
        one = operation(step["operation"])
        if "example" in step:
            assert json.dumps(example(one.id, step["example"])) in words, step
        # Pages of events bring the moves and the view.
        if one.id not in ("view_table", "legal_moves"):
            assert one.path.format(table_id="$TABLE") in words, step


@pytest.mark.parametrize("operation_id", ["sign_up", "open_table", "make_token"])
def test_creating_requests_work_as_in_their_examples(api: Api, operation_id: str):
    one = operation(operation_id)
    user = api.sign_up()
    for name in examples(operation_id):
        body = example(operation_id, name)
        # Deals are chosen in a sandbox alone.
        asker = user.in_sandbox() if "deals" in body else user
        answered = api.call("POST", one.path, body, token=asker.token)
        assert answered.status_code == 201, f"{name}: {answered.text}"


def test_commands_before_the_start_work_as_in_their_examples(api: Api):
    user = api.sign_up()
    table = user.open_table()
    life = ["sit", "leave", "sit_plain", "set_entropy", "seat_bot", "unseat_bot", "cancel"]
    for name in life:
        answered = user.post(f"/v1/tables/{table}/commands", example("command_table", name))
        assert answered.status_code == 200, f"{name}: {answered.text}"
    assert user.view(table)["status"] == "cancelled"


@pytest.mark.parametrize("answer", ["sit", "decline_challenge", "withdraw_challenge"])
def test_a_challenge_works_as_in_the_examples(api: Api, answer: str):
    host, other = api.sign_up(), api.sign_up()
    table = host.open_table()
    body = {**example("command_table", answer)}
    body |= {"player": other.id} if "player" in body else {}
    challenge = {**example("command_table", "challenge_player"), "player": other.id}
    assert host.post(f"/v1/tables/{table}/commands", challenge).status_code == 200
    assert host.view(table)["challenges"] != []
    user = host if answer == "withdraw_challenge" else other
    assert user.post(f"/v1/tables/{table}/commands", body).status_code == 200
    assert host.view(table)["challenges"] == []


@law
@pytest.mark.parametrize("name", examples("command_table"))
def test_every_example_of_a_command_is_parsed_in_any_state(api: Api, name: str):
    """At a table where nothing else has happened it is carried out or refused by the rules, but never malformed."""
    user: User = api.sign_up()
    understood = []
    for profile in ("zhang-2021", "zheng-shangyou"):
        table = user.open_table(profile=profile)
        answered = user.post(f"/v1/tables/{table}/commands", example("command_table", name))
        understood.append(answered.status_code in (200, 403, 409, 412))
        # Nobody has the id of the player who is challenged in the example.
        assert understood[-1] or answered.json["code"] in ("not_in_this_game", "cannot_be_challenged"), answered.text
    assert any(understood) or name == "challenge_player"


@law
@pytest.mark.parametrize("kind", examples("ask"))
def test_conformance_cases_of_a_kind_match_the_contract(api: Api, kind: str):
    """Questions fit the schema of their kind, and so do all answers."""
    cases = [case for case in json.loads(CASES.read_text()) if case["kind"] == kind]
    assert cases
    schema = operation("ask").definition["x-kinds"][kind]["input"]
    for case in cases:
        assert not misfits({"$ref": schema}, case["input"], strict=False), case["id"]
        assert not misfits({"$ref": "#/components/schemas/LabSetup"}, case["setup"], strict=False), case["id"]
        asked = {name: case[name] for name in ("setup", "input")}
        assert api.call("POST", f"/v1/rules/{kind}", asked).status_code == 200, case["id"]


@law
@pytest.mark.parametrize("kind", examples("ask"))
def test_the_rules_lab_answers_its_examples_according_to_the_contract(api: Api, kind: str):
    answered = api.call("POST", f"/v1/rules/{kind}", example("ask", kind))
    assert answered.status_code == 200, answered.text
    assert answered.json == answers("ask", "200")[kind]
