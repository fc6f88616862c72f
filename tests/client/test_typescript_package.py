"""The TypeScript client compiles, plays the example of its README, and survives a server that misbehaves."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from service.processes.supervisor import Supervisor
from tests.support import node_packages
from tests.support.guides import ROOT, examples
from tests.support.misbehaving import HANGS_UP, Misbehaving, Step, answer, problem, stream
from tests.support.running import everything

__all__ = ["everything"]

PACKAGE = ROOT / "service" / "clients" / "typescript"
TOOLS = ROOT / "tests" / "contract" / "tools"
BUILT = ROOT / "build" / "clients" / "typescript"
"""As far below the root as the package itself, so that its scripts find the contract."""
BY_HAND = 200
"""The maximum number of lines that are written by hand, without empty ones."""
WRITTEN = "http://127.0.0.1:8080"
TABLE = "tbl_01M7ZBDNSS6QVYHRRA4NCV1JZT"
CONFIG = {
    "compilerOptions": {
        "strict": True,
        "target": "es2022",
        "lib": ["es2022", "dom"],
        "module": "nodenext",
        "types": [],
        "noUncheckedIndexedAccess": True,
    }
}
QUICK = "{ retries: 2, reconnects: 3, firstPauseMs: 1, longestPauseMs: 10 }"

# The other tests of the contract and of the Python client cover the same requests. CI has Node.
needs_node = pytest.mark.skipif(not node_packages.is_there(), reason="install Node 20.3 and npm to build this client")


def test_every_package_is_pinned_as_for_the_contract_and_names_no_host():
    lock, tools = (json.loads((folder / node_packages.LOCK).read_text())["packages"] for folder in (PACKAGE, TOOLS))
    wanted = json.loads((PACKAGE / "package.json").read_text())
    asked = {**wanted["dependencies"], **wanted["devDependencies"]}

    assert [name for name, each in lock.items() if name and not each["integrity"].startswith("sha512-")] == []
    assert "://" not in (PACKAGE / node_packages.LOCK).read_text()
    assert {name: lock[f"node_modules/{name}"]["version"] for name in asked} == asked
    for name in ("openapi-typescript", "typescript"):
        assert asked[name] == tools[f"node_modules/{name}"]["version"]


def test_few_lines_are_written_by_hand():
    sources = [path for path in (PACKAGE / "src").glob("*.ts") if path.name not in ("api.ts", "contract.ts")]
    lines = [line for path in sources for line in path.read_text("utf-8").splitlines()]

    assert 100 < sum(bool(line.strip()) for line in lines) <= BY_HAND
    assert [line for line in lines if len(line) > 120] == []


def run(*command: str | Path, cwd: Path) -> str:
    """The output of a program that must succeed."""
    ran = subprocess.run(command, cwd=cwd, capture_output=True, text=True, timeout=300, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


@pytest.fixture(scope="module")
def package() -> Path:
    """The built package."""
    node_packages.install(PACKAGE, BUILT)
    run("npm", "run", "build", cwd=BUILT)
    return BUILT


def played(package: Path, folder: Path, code: str) -> list[str]:
    """Compiles a program against the package, runs it and returns the lines of its output."""
    (folder / "node_modules").mkdir()
    (folder / "node_modules" / "shengji-client").symlink_to(package)
    (folder / "package.json").write_text('{"type": "module"}')
    (folder / "tsconfig.json").write_text(json.dumps(CONFIG))
    (folder / "game.ts").write_text(code)
    run(package / "node_modules" / ".bin" / "tsc", "--project", folder, cwd=folder)
    return run("node", "game.js", cwd=folder).splitlines()


@pytest.mark.slow
@needs_node
def test_the_example_of_the_readme_runs_as_written(package: Path, everything: Supervisor, tmp_path: Path):
    (code,) = examples((PACKAGE / "README.md").read_text("utf-8"), "ts")
    assert WRITTEN in code

    events = [line.split(" ", 2) for line in played(package, tmp_path, code.replace(WRITTEN, everything.address))]
    assert [int(number) for number, *_ in events] == list(range(1, len(events) + 1))
    assert events[-1][1] == "match_ended"
    own = [data for _, kind, data in events if kind == "cards_played" and json.loads(data)["seat"] == 0]
    assert len(own) == sum(kind == "trick_won" for _, kind, _ in events) > 0
    opened = json.loads(events[0][2])
    assert opened["rules"]["options"]["take_back"] == "on"
    assert (opened["clock"]["kind"], opened["ladder"]["stand_in_after"]) == ("fischer", 2)


def program(server: Misbehaving, body: str) -> str:
    names = "ApiProblem, Client, CONTRACT, FeedBroken, Unreachable, ok"
    head = f'import {{ {names} }} from "shengji-client";\nconst table = "{TABLE}";\n'
    return f'{head}const client = new Client("{server.address}", "sj_secret", {QUICK});\n{body}'


def event(number: int, kind: str = "cards_played", **more: Any) -> dict[str, Any]:
    return {"version": number, "type": kind, "data": {}, **more}


FOLLOW = """
try {
  for await (const line of client.follow(table, 0, "all")) console.log(line.version, line.type);
} catch (error) {
  console.log(error instanceof ApiProblem ? error.message : error);
}
"""


@pytest.mark.slow
@needs_node
def test_each_event_arrives_once_although_streams_break(package: Path, tmp_path: Path):
    long = event(3, more="longer than what is read at once" * 10_000)
    steps: tuple[Step, ...] = (
        stream(event(1), b"\n", b'{"version": 2, "ty', is_cut=True),
        HANGS_UP,
        problem(503, "unavailable", Retry_After="0"),
        stream(event(1), event(2), long, {"type": "reconnect", "after": 3, "retry_ms": 1}),
        stream(event(4), {"type": "caught_up", "version": 4, "asked": []}),
        problem(404, "not_found", {"hint": "Look elsewhere."}),
    )
    with Misbehaving(*steps) as server:
        lines = played(package, tmp_path, program(server, FOLLOW))

    assert lines[:-1] == [*(f"{number} cards_played" for number in (1, 2, 3, 4)), "4 caught_up"]
    assert lines[-1] == "404; not_found; Not so; Look elsewhere."
    assert [asked.query["after"] for asked in server.asked] == ["0", "1", "1", "1", "3", "4"]
    assert {asked.query["include"] for asked in server.asked} == {"all"}
    assert {asked.headers["accept"] for asked in server.asked} == {"application/x-ndjson"}
    assert {asked.headers["authorization"] for asked in server.asked} == {"Bearer sj_secret"}


BROKEN = """
for (let each = 0; each < 4; each += 1) {
  try {
    for await (const line of client.follow(table)) console.log(line.version);
  } catch (error) {
    console.log(error instanceof FeedBroken ? "broken" : error instanceof Unreachable ? "unreachable" : error);
  }
}
"""


@pytest.mark.slow
@needs_node
def test_an_inconsistent_feed_and_an_absent_one_are_errors(package: Path, tmp_path: Path):
    gap, text, page = stream(event(1), event(3)), stream(event(1), b"what\n"), answer(200, {"events": []})
    with Misbehaving(gap, text, page) as server:
        lines = played(package, tmp_path, program(server, BROKEN))

    assert lines == ["1", "broken", "1", "broken", "broken", "unreachable"]
    assert len(server.asked) == 3 + 1 + 3


COMMANDS = """
console.log((await client.command(table, { type: "pass" }, 7)).version);
const made = client.api.POST("/v1/me/tokens", { body: { name: "bot", scopes: ["table:play"] } });
console.log(await ok(made).catch((error) => error instanceof ApiProblem && error.status));
const lost = client.api.POST("/v1/me/tokens", { body: { name: "bot", scopes: ["table:play"] } });
console.log(await ok(lost).catch((error) => error instanceof Unreachable));
const refused = client.command(table, { type: "pass" });
console.log(await refused.catch((error) => error instanceof ApiProblem && [error.code, error.document.legal]));
"""


@pytest.mark.slow
@needs_node
def test_a_request_is_repeated_only_with_its_key_or_a_safe_method(package: Path, tmp_path: Path):
    done = answer(200, {"table": TABLE, "version": 8, "events": []})
    refusal = problem(422, "must_follow", {"legal": [["2H"]]})
    steps = (HANGS_UP, problem(503, "away"), done, problem(503, "away"), HANGS_UP, refusal)
    with Misbehaving(*steps) as server:
        lines = played(package, tmp_path, program(server, COMMANDS))

    assert lines == ["8", "503", "true", "[ 'must_follow', [ [ '2H' ] ] ]"]
    assert len({asked.headers["idempotency-key"] for asked in server.asked[:3]}) == 1
    assert {asked.body for asked in server.asked[:3]} == {b'{"type":"pass","expected_version":7}'}
    assert all("idempotency-key" not in asked.headers for asked in server.asked[3:5])
    assert server.asked[5].headers["idempotency-key"] != server.asked[0].headers["idempotency-key"]
    assert len(server.asked) == 6


TURNS = """
for await (const { version, moves } of client.turns(table)) console.log(version, moves.asked);
"""


@pytest.mark.slow
@needs_node
def test_turns_come_from_one_stream_until_the_match_ends(package: Path, tmp_path: Path):
    asked = {"moves": {"asked": "play", "cards": [["AS"]]}, "view": {"status": "playing"}}
    page = answer(200, {"table": TABLE, "events": [], "asked": [], "next_after": 7, "more": False})
    caught_up = {"type": "caught_up", "version": 7, "asked": [], **asked}
    nothing = {"moves": {"asked": None}, "view": {"status": "playing"}}
    first = stream(caught_up, event(8), event(9, **asked), is_cut=True)
    second = stream({**caught_up, "version": 9}, event(10, **nothing), event(11, "match_ended"))
    with Misbehaving(page, first, second) as server:
        lines = played(package, tmp_path, program(server, TURNS))

    assert lines == ["7 play", "9 play"]
    assert [each.query["after"] for each in server.asked] == ["end", "7", "9"]
