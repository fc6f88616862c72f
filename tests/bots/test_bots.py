"""The example bots play whole matches as processes of their own that use the API alone."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import orjson
import pytest
import urllib3
from standardwebhooks import Webhook

from domain.tools.verification import verify
from service.clients.python.shengji_client import ApiProblem, Client
from service.processes.supervisor import Supervisor
from service.tables.records import events_of_record
from tests.bots.reference_bot import give, sit_down
from tests.support.children import child
from tests.support.misbehaving import Misbehaving, problem
from tests.support.receiver import nobody
from tests.support.running import everything

__all__ = ["everything"]

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
SECRET = "whsec_c2hlbmcgamkgaXMgcGxheWVkIGJ5IGZvdXIgcGVvcGxl"
WAIT_S = 240.0


@pytest.fixture(scope="module", autouse=True)
def webhooks_may_lead_here() -> Iterator[None]:
    """Lets the server send webhooks to its own machine, as in development."""
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("WEBHOOK_LOOPBACK", "true")
        yield


@contextmanager
def bot(name: str, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    """Starts a bot as a user would."""
    command = [sys.executable, str(HERE / name), *arguments]
    with child(command, cwd=ROOT, env={"PYTHONPATH": str(ROOT)}, stdout=subprocess.PIPE, text=True) as process:
        yield process


def reference_bot(client: Client, address: str, table: str) -> AbstractContextManager[subprocess.Popen[str]]:
    return bot("reference_bot.py", "--server", address, "--token", str(client.token), "--table", table)


def ended_well(process: subprocess.Popen[str]) -> bool:
    """Whether the bot ends without an error and prints the result of the match."""
    output, _ = process.communicate(timeout=WAIT_S)
    return process.returncode == 0 and "winners" in output


def players(address: str, count: int) -> list[Client]:
    return [Client.of_new_player(address, f"bot {number}") for number in range(count)]


def is_over_by_the_rules(client: Client, table: str) -> bool:
    """Whether the match has ended and its record verifies."""
    record = client.table_record(table)
    result = client.view(table)["result"]
    assert result is not None
    return record["complete"] and verify(events_of_record(record)).disagreements == ()


@pytest.mark.parametrize("name", ["reference_bot.py", "webhook_bot.py"])
def test_a_reference_bot_is_short_enough_to_read_first(name: str):
    assert len((HERE / name).read_text().splitlines()) < 100


@pytest.mark.slow
@pytest.mark.parametrize(("profile", "hands"), [("zhang-2021", 2), ("zhao-peng-you", 1)])
def test_reference_bots_take_their_seats_and_play_a_whole_match(everything: Supervisor, profile: str, hands: int):
    host = players(everything.address, 1)[0]
    table = host.open_table({"profile": profile, "hands": hands})["table"]
    seats = len(host.view(table)["seats"])
    with ExitStack() as running:
        bots = [
            running.enter_context(reference_bot(each, everything.address, table))
            for each in players(everything.address, seats)
        ]
        assert [ended_well(each) for each in bots] == [True] * seats

    assert is_over_by_the_rules(host, table)


@pytest.mark.slow
def test_a_killed_reference_bot_continues_where_it_was(everything: Supervisor):
    (one,) = players(everything.address, 1)
    table = one.open_table({"profile": "zhang-2021", "hands": 2})["table"]
    for seat in (1, 2, 3):
        one.command(table, {"type": "seat_bot", "seat": seat, "bot": "random"})
    with reference_bot(one, everything.address, table) as first:
        moves = (event for event in one.follow(table) if event["type"] == "cards_played" and event["data"]["seat"] == 0)
        for _ in range(5):
            next(moves)
        moves.close()
        assert first.poll() is None
        first.kill()

    with reference_bot(one, everything.address, table) as second:
        assert ended_well(second)
    assert is_over_by_the_rules(one, table)


def test_a_reference_bot_tolerates_faster_players_and_makes_no_errors():
    with Misbehaving(problem(412, "stale_version"), problem(422, "must_follow")) as server:
        client = Client(server.address, "sj_secret")
        assert give(client, "tbl_1", {"type": "pass"}, 7) is None
        with pytest.raises(ApiProblem):
            give(client, "tbl_1", {"type": "pass"}, 7)

    assert [orjson.loads(asked.body)["expected_version"] for asked in server.asked] == [7, 7]


class Sender:
    """Posts signed messages to a webhook bot, as the service does."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._count = 0

    def send(self, message: dict[str, Any], secret: str = SECRET, age: timedelta = timedelta(0)) -> int:
        """Posts a message and returns the status of the answer."""
        self._count += 1
        body = orjson.dumps(message).decode()
        at = datetime.now(UTC) - age
        headers = {
            "webhook-id": f"msg_{self._count}",
            "webhook-timestamp": str(int(at.timestamp())),
            "webhook-signature": Webhook(secret).sign(f"msg_{self._count}", at, body),
        }
        return self.post(body.encode(), headers)

    def post(self, body: bytes, headers: dict[str, str]) -> int:
        return urllib3.request("POST", self._address, body=body, headers=headers, timeout=WAIT_S, retries=False).status


@contextmanager
def webhook_bot(client: Client, address: str, secret: str = SECRET, port: int = 0) -> Iterator[Sender]:
    arguments = ("--server", address, "--token", str(client.token), "--secret", secret, "--port", str(port))
    with bot("webhook_bot.py", *arguments) as process:
        yield Sender(process.stdout.readline().split()[-1])


@pytest.mark.slow
def test_a_webhook_bot_plays_a_whole_match_from_webhooks_of_its_turns(everything: Supervisor):
    (one,) = players(everything.address, 1)
    port = nobody()
    webhook = one.create_webhook({"url": f"http://127.0.0.1:{port}/turns", "types": ["turn_began"]})
    table = one.open_table({"profile": "zhang-2021", "hands": 1})["table"]
    with webhook_bot(one, everything.address, webhook["secret"], port):
        sit_down(one, table)
        for seat in (1, 2, 3):
            one.command(table, {"type": "seat_bot", "seat": seat, "bot": "steady"})
        one.command(table, {"type": "start"})
        for _ in one.follow(table, until_over=True):
            pass

    assert is_over_by_the_rules(one, table)


@pytest.mark.slow
def test_a_webhook_bot_plays_a_whole_match_with_duplicate_notifications(everything: Supervisor):
    (one,) = players(everything.address, 1)
    table = one.open_table({"profile": "zhang-2021", "hands": 2})["table"]
    one.command(table, {"type": "sit", "seat": 0})
    for seat in (1, 2, 3):
        one.command(table, {"type": "seat_bot", "seat": seat, "bot": "steady"})
    one.command(table, {"type": "start"})
    with webhook_bot(one, everything.address) as sender:
        for event in one.follow_account():
            assert [sender.send(event), sender.send(event)] == [204, 204]
            if event["type"] == "match_ended":
                break

    assert is_over_by_the_rules(one, table)


@pytest.mark.slow
def test_a_webhook_bot_moves_only_for_its_own_player(everything: Supervisor):
    (one,) = players(everything.address, 1)
    table = one.open_table({"profile": "zhang-2021", "hands": 1})["table"]
    for seat in (1, 2, 3):
        one.command(table, {"type": "seat_bot", "seat": seat, "bot": "steady"})
    one.command(table, {"type": "sit", "seat": 0})
    one.command(table, {"type": "start"})
    message = next(event for event in one.follow_account() if event["type"] == "turn_began")
    before = one.view(table)
    with webhook_bot(one, everything.address) as sender:
        assert sender.send(message, secret="whsec_c29tZWJvZHkgZWxzZQ==") == 401
        assert sender.send(message, age=timedelta(minutes=6)) == 401
        assert sender.send(message, age=-timedelta(minutes=6)) == 401
        assert sender.post(orjson.dumps(message), {}) == 401
        assert sender.post(b"\xff", {"webhook-id": "1", "webhook-timestamp": "1", "webhook-signature": "v1"}) == 401
        assert sender.send({**message, "type": "match_ended"}) == 204
        assert one.view(table) == before

        assert sender.send(message) == 204
        assert one.view(table)["version"] > before["version"]


@pytest.mark.slow
def test_a_webhook_bot_asks_for_a_retry_when_it_cannot_play(everything: Supervisor):
    (one,) = players(everything.address, 1)
    message = {"type": "turn_began", "table": "tbl_01M7ZBDNSS6QVYHRRA4NCV1JZT"}
    with webhook_bot(one, everything.address) as sender:
        assert sender.send(message) == 503
