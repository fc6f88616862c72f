"""The examples for client authors, in their guide and in the contract, run as written."""

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from standardwebhooks import Webhook

from service.processes.supervisor import Supervisor
from tests.support.contract import contract
from tests.support.guides import ROOT, examples, guide, section
from tests.support.misbehaving import HANGS_UP, Misbehaving, answer, problem, stream
from tests.support.running import everything

__all__ = ["everything"]

WRITTEN = "http://127.0.0.1:8080"
SECRET = "whsec_c2hlbmcgamkgaXMgcGxheWVkIGJ5IGZvdXIgcGVvcGxl"
OTHER_SECRET = "whsec_c29tZWJvZHkgZWxzZSBtYWRlIHRoaXMgb25lIHVw"
EVENT = {"number": 3, "type": "turn_began", "at": "2026-11-21T15:25:00.000Z", "table": "tbl_1", "data": {"what": "♠"}}

# Only these tests need the programs. Other tests cover the API that the examples use.
needs_node = pytest.mark.skipif(not shutil.which("node"), reason="examples in JavaScript need node")
needs_curl = pytest.mark.skipif(not shutil.which("curl"), reason="examples for the shell need curl")


@pytest.fixture(scope="module", autouse=True)
def short_waits() -> Iterator[None]:
    """Shortens long polls, because one of the examples waits until its poll ends."""
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("LONG_POLL_S", "2")
        yield


def example(title: str, language: str, of: str = "client-authors") -> str:
    """The example in that language under a heading of a guide."""
    (code,) = examples(section(guide(of), title), language)
    return code


def at(server: Supervisor, code: str) -> str:
    """The example with the address of that server."""
    assert WRITTEN in code
    return code.replace(WRITTEN, server.address)


def run(*command: str | Path, **more: Any) -> str:
    """Output of a program that must exit with 0 and print no errors."""
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False, **more)
    assert (ran.returncode, ran.stderr) == (0, "")
    return ran.stdout


def plays_a_hand(printed: str) -> bool:
    """Whether the output has every event of a whole match once, and a play of seat 0 in each trick."""
    events = [line.split(" ", 2) for line in printed.splitlines()]
    numbers = [int(number) for number, *_ in events]
    own = [data for _, kind, data in events if kind == "cards_played" and re.search("[\"']seat[\"']: ?0", data)]
    tricks = [data for _, kind, data in events if kind == "trick_won"]
    assert numbers == list(range(1, len(events) + 1))
    assert events[-1][1] == "match_ended"
    return 1 <= len(own) == len(tricks)


def test_the_python_example_game_runs_as_written(everything: Supervisor, tmp_path: Path):
    game = tmp_path / "game.py"
    game.write_text(at(everything, example("Python", "python")))

    assert plays_a_hand(run(sys.executable, game, env={"PYTHONPATH": str(ROOT / "service" / "clients" / "python")}))


@needs_node
def test_the_javascript_example_game_runs_as_written(everything: Supervisor, tmp_path: Path):
    game = tmp_path / "game.mjs"
    game.write_text(at(everything, example("TypeScript and JavaScript", "js")))

    assert plays_a_hand(run("node", game))


@needs_node
def test_the_javascript_example_gets_every_event_once_although_streams_break(tmp_path: Path):
    functions, _, _ = example("TypeScript and JavaScript", "js").partition("\ntoken = ")
    listen = "for await (const event of follow('tbl_1')) { console.log(event.version); if (event.version > 3) break; }"
    one, two, three, four = ({"version": number, "type": "cards_played"} for number in range(1, 5))
    long = {**three, "data": "longer than what is read at once" * 10_000}
    steps = (
        stream(one, b"\n", b'{"version": 2, "ty', is_cut=True),
        HANGS_UP,
        problem(503, "unavailable"),
        stream(two, long, {"type": "reconnect", "after": 3, "retry_ms": 1}),
        stream(four),
        problem(404, "not_found"),
    )
    with Misbehaving(*steps) as server:
        follow = tmp_path / "follow.mjs"
        follow.write_text(functions.replace(WRITTEN, server.address) + f"\n{listen}\n{listen}\n")
        ran = subprocess.run(["node", follow], capture_output=True, text=True, timeout=60, check=False)

    assert ran.stdout.split() == ["1", "2", "3", "4"]
    assert "the feed answers 404" in ran.stderr
    assert [asked.query["after"] for asked in server.asked] == ["0", "1", "1", "1", "3", "0"]


@needs_node
def test_the_javascript_example_reads_on_after_a_refusal_because_the_table_has_changed(tmp_path: Path):
    asked = {"type": "caught_up", "moves": {"asked": "declare", "cards": []}, "view": {}}
    steps = (
        answer(201, {"token": {"secret": "sj_1"}}),
        answer(201, {"id": "tbl_1"}),
        *(answer(200, {}) for _ in ("sit", "seat_bot", "seat_bot", "seat_bot", "start")),
        stream(*({**asked, "version": version} for version in (7, 8, 9)), {"version": 10, "type": "match_ended"}),
        problem(412, "stale_version"),
        problem(409, "wrong_phase"),
        answer(200, {}),
    )
    with Misbehaving(*steps) as server:
        game = tmp_path / "game.mjs"
        game.write_text(example("TypeScript and JavaScript", "js").replace(WRITTEN, server.address))
        run("node", game)

    assert [json.loads(each.body) for each in server.asked[-3:]] == [
        {"type": "pass", "expected_version": version} for version in (7, 8, 9)
    ]


@needs_curl
def test_the_first_game_of_the_contract_runs_as_written(everything: Supervisor):
    description = contract()["info"]["description"]
    (code,) = re.findall(r"```sh\n(.*?)```", description, re.DOTALL)
    sign_up, _, rest = at(everything, code).partition("TOKEN=sj_…\n")
    open_table, _, play = rest.partition("TABLE=tbl_…\n")

    def typed(*commands: str) -> str:
        return run("sh", "-eu", "-c", "\n".join(commands))

    server = f"SERVER={everything.address}"
    token = f"TOKEN={json.loads(typed(sign_up))['token']['secret']}"
    table = f"TABLE={json.loads(typed(server, token, open_table))['table']}"
    decoder, printed, answers = json.JSONDecoder(), typed(server, token, table, play), []
    while printed.strip():
        answer, end = decoder.raw_decode(printed.strip())
        answers.append(answer)
        printed = printed.strip()[end:]

    sat, *bots, started, page, passed = answers
    kinds = [each["events"][0]["type"] for each in (sat, *bots, started)]
    assert kinds == ["seat_taken", "seat_taken", "seat_taken", "seat_taken", "table_started"]
    assert page["next_after"] >= 9
    assert page["moves"] is not None, page
    assert page["view"]["you"] == 0
    assert (passed.get("code") or passed["events"][0]["type"]) in ("not_your_turn", "declaration_passed"), passed


def signed(*, secret: str = SECRET, age: timedelta = timedelta(0)) -> dict[str, Any]:
    """A delivery signed like those of a server with that secret."""
    body, moment = json.dumps(EVENT, ensure_ascii=False), datetime.now(UTC) - age
    headers = {
        "webhook-id": "msg_1",
        "webhook-timestamp": str(int(moment.timestamp())),
        "webhook-signature": Webhook(secret).sign("msg_1", moment, body),
    }
    return {"headers": headers, "body": body}


def deliveries() -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Deliveries that must be accepted, and deliveries that must be refused."""
    right, other = signed(), signed(secret=OTHER_SECRET)
    both = f"{other['headers']['webhook-signature']} {right['headers']['webhook-signature']}"
    rotating = {**right, "headers": {**right["headers"], "webhook-signature": both}}
    changed = [
        {**right, "headers": {**right["headers"], name: value}}
        for name, value in (
            ("webhook-id", "msg_2"),
            ("webhook-timestamp", str(int(right["headers"]["webhook-timestamp"]) + 1)),
            ("webhook-timestamp", "soon"),
            ("webhook-signature", "v1,"),
            ("webhook-signature", right["headers"]["webhook-signature"].replace("v1,", "v2,")),
        )
    ]
    wrong = [
        other,
        *changed,
        signed(age=timedelta(minutes=6)),
        signed(age=-timedelta(minutes=6)),
        {**right, "body": right["body"].replace("tbl_1", "tbl_2")},
        {**right, "headers": {}},
    ]
    return [right, rotating], wrong


def verdicts(printed: str) -> list[Any]:
    """For each delivery the event, or null."""
    return [json.loads(line) for line in printed.splitlines()]


ASK_PYTHON = """
import json, sys

for delivery in json.load(sys.stdin):
    try:
        print(json.dumps(verified(sys.argv[1], delivery["headers"], delivery["body"].encode())))
    except Exception:
        print("null")
"""
ASK_JAVASCRIPT = """
import { readFileSync } from "node:fs";

for (const { headers, body } of JSON.parse(readFileSync(0, "utf8"))) {
  try {
    console.log(JSON.stringify(verified(process.argv[2], headers, Buffer.from(body))));
  } catch {
    console.log("null");
  }
}
"""


@pytest.mark.parametrize(
    ("language", "program", "ask"),
    [
        ("python", sys.executable, ASK_PYTHON),
        pytest.param("js", "node", ASK_JAVASCRIPT, marks=needs_node),
    ],
)
def test_the_webhook_verification_example_runs_as_written(language: str, program: str, ask: str, tmp_path: Path):
    file = tmp_path / ("verify.py" if language == "python" else "verify.mjs")
    file.write_text(example("Verifying a webhook", language, "webhooks") + ask)
    right, wrong = deliveries()

    found = verdicts(run(program, file, SECRET, input=json.dumps([*right, *wrong])))

    assert found == [EVENT] * len(right) + [None] * len(wrong)
