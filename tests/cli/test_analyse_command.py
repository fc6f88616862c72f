"""The command `shengji analyse`, and the ratings of `shengji rate-bots`."""

import random

import orjson
import pytest
from click.testing import CliRunner

from domain.games.bots import BOTS
from domain.kernel.viewers import Onlooker
from domain.table.redact import redact
from domain.tools.simulation import Simulation, SimulationSetting, secrets_from
from service.bots import ratings
from service.cli.main import main
from service.platform.store.events import record_of
from tests.support.teachers import FakeTeacher


@pytest.fixture(scope="module")
def record(tmp_path_factory):
    """A record of two hands, as a server exports it."""
    simulation = Simulation(SimulationSetting("sheng_ji", "zhang-2021", {}, 2), secrets_from("record"))
    simulation.play([BOTS["sheng_ji"]["random"], BOTS["sheng_ji"]["steady"]] * 2, random.Random("record"))
    events = [record_of(redact(simulation.table.game, event, Onlooker.ARCHIVE)) for event in simulation.events]
    document = {
        "format": "shengji-record",
        "revision": 1,
        "events": [{"type": each.type, "revision": each.revision, "data": each.data} for each in events],
    }
    path = tmp_path_factory.mktemp("records") / "match.json"
    path.write_bytes(orjson.dumps(document))
    return path


@pytest.fixture(autouse=True)
def teacher(monkeypatch):
    monkeypatch.setitem(BOTS["sheng_ji"], "expert", FakeTeacher())


def run(*arguments):
    return CliRunner().invoke(main, [str(each) for each in arguments])


def test_a_record_is_analysed_without_a_server(record):
    arguments = ("analyse", record, "--json", "--seed", "1", "--solve", "0.05")
    done = run(*arguments)
    assert done.exit_code == 0, done.output
    result = orjson.loads(done.stdout)
    assert (result["game"], result["teacher"]) == ("sheng_ji", "expert@1")
    assert [each["hand"] for each in result["hands"]] == [1, 2]
    points = {each["seat"]: each["points"] for each in result["seats"]}
    assert points[1] == points[3] == 0 < min(points[0], points[2])
    assert result["hands"][0]["open_values"][-1]["exact"]
    assert orjson.loads(run(*arguments).stdout)["hands"] == result["hands"]


def test_one_hand_can_be_chosen_and_mistakes_have_their_reasons(record):
    done = run("analyse", record, "--hand", "2", "--solve", "0.05")
    assert done.exit_code == 0, done.output
    assert "hand 2" in done.stdout
    assert "hand 1" not in done.stdout
    assert "cost of mistakes, judged by expert@1" in done.stdout


def test_what_is_no_record_is_refused(record, tmp_path):
    other = tmp_path / "other.json"
    other.write_text("[1]")
    assert "this is not a record" in run("analyse", other).output
    other.write_text("{")
    assert "this is not JSON" in run("analyse", other).output
    assert "no finished hand 7" in run("analyse", record, "--hand", "7").output


def test_rated_bots_are_written_into_the_file_that_the_api_shows(monkeypatch, tmp_path):
    data = tmp_path / "ratings.json"
    data.write_bytes(orjson.dumps({"ladders": [{"game": "sheng_ji", "profile": "zhang-2016", "bots": []}]}))
    bots = ("--bot", "steady", "--bot", "random")
    done = run("rate-bots", "--profile", "zheng-shangyou", "--deals", "3", *bots, "--write", data, "--json")
    assert done.exit_code == 0, done.output
    written = orjson.loads(data.read_bytes())["ladders"]
    assert [each["profile"] for each in written] == ["zhang-2016", "zheng-shangyou"]
    [best, other] = written[1]["bots"]
    assert (best["bot"], other["bot"]) == ("steady@1", "random@1")
    assert best["low_95"] < best["rating"] < best["high_95"]
    assert best["rating"] + other["rating"] == pytest.approx(3000, abs=0.2)
    assert 0 < best["decision_ms"] <= best["slowest_ms"]

    monkeypatch.setattr(ratings, "measured", lambda: {"ladders": written})
    [shown] = ratings.ratings_of("zheng_shangyou", "steady@1")
    assert (shown["profile"], shown["rating"]) == ("zheng-shangyou", best["rating"])
    assert ratings.ratings_of("zheng_shangyou", "steady@2") == []


def test_a_ladder_needs_two_bots_and_a_known_profile():
    assert "fewer than two" in run("rate-bots", "--profile", "zhang-2021", "--bot", "steady").output
    assert "bridge" in run("rate-bots", "--profile", "bridge").output
