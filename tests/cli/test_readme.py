"""The README: its commands work, and its lists are complete."""

import re
import shutil
import subprocess
from itertools import chain

import pytest

from tests.support.children import WAIT_S
from tests.support.guides import README, ROOT, examples, guide, section
from tests.support.running import run

TEXT = README.read_text("utf-8")


def test_the_two_first_commands_are_at_the_start_and_exist():
    commands = re.findall(r"^deploy/\S+", examples(TEXT, "sh")[0], re.MULTILINE)

    assert commands == ["deploy/run", "deploy/test"]
    assert all((ROOT / command).stat().st_mode & 0o111 for command in commands)
    assert "deploy/test" in (ROOT / ".ci" / "run").read_text()


def test_every_file_named_in_the_readme_exists():
    named = set(re.findall(r"`((?:service|domain|tests|deploy)/[\w/.]+)`", TEXT))

    assert len(named) > 5
    assert [name for name in named if not (ROOT / name).exists()] == []


# Only this test needs curl. Tests of the contract play the same game without it.
@pytest.mark.skipif(not shutil.which("curl"), reason="the first game of the README needs curl")
def test_the_first_game_and_the_examples_of_the_guides_run_as_written(environment: dict[str, str]):
    clients, sandbox, players = map(guide, ("client-authors", "sandbox", "players"))
    organisers, seasons = map(guide, ("organisers", "seasons"))
    continuing = (
        (guide("programs"), "Programs for other people"),
        (sandbox, "A first sandbox"),
        (clients, "Games over weeks"),
        (seasons, "Leagues"),
        (organisers, "Tournaments"),
        (seasons, "A Sheng Ji Night every week"),
    )
    (game,) = examples(section(TEXT, "A first game"), "sh")
    *of_clients, league, night, weekly = (examples(section(text, title), "sh") for text, title in continuing)
    hours = [each for each in examples(section(players, "Playing over days and weeks"), "sh") if "quiet_hours" in each]
    commands = "\n".join([game, *chain.from_iterable([*of_clients, hours, league, night, weekly])])
    assert len(hours) == len(league) == len(night) == len(weekly) == 1
    with run(environment) as running:
        there = commands.replace("http://127.0.0.1:8080/v1", running.printed["API"])
        played = subprocess.run(["sh", "-eu", "-c", there], capture_output=True, text=True, check=False, timeout=WAIT_S)

    assert there != commands
    assert (played.returncode, played.stderr) == (0, "")
    first_game, tournament = _in_two(played.stdout)
    sit, *bots, start, page, passed, others = first_game
    assert '"seat_taken"' in sit
    assert all('"bot":"steady"' in each for each in bots)
    assert len(bots) == 3
    assert '"table_started"' in start
    assert '"phase":"declaring"' in page
    assert '"asked":' in page
    assert '"moves":' in page
    of_weeks = ('"kind":"fischer"', '"time_zone":"Europe/Berlin"', '"balance_s":')
    assert all(
        each in others
        for each in ('"id":"cli_', '"id":"lge_', '"name":"North"', '"now":"2027-03-28T20:00:00.000Z"', *of_weeks)
    )
    assert '"declaration_passed"' in passed or '"not_your_turn"' in passed
    place = next(number for number, line in enumerate(tournament) if line.startswith('{"id":"ser_'))
    series, *calendar = tournament[place:]
    *entered, begun, paired, first_round, heading, _, _, _, last = tournament[:place]
    assert series.count("T19:00:00+") == 10, "future nights, in local time"
    assert '"initial_level":"8"' in series
    assert "RRULE:FREQ=WEEKLY;BYDAY=FR" in calendar
    assert len(entered) == 4
    assert all('"entrant_entered"' in each for each in entered)
    assert '"tournament_started"' in begun
    assert '"round_paired"' in paired
    assert '"matches":[{"number":1,' in first_round
    ranked = "rank,id,name,points,levels_won,played,wins,draws,losses,byes"
    assert heading == f"{ranked},best_rank,worst_rank,ranks_are_exact"
    assert last.split(",")[2] in ("Ann", "Ben", "Cat", "Dan")


def _in_two(printed: str) -> tuple[list[str], list[str]]:
    """Output lines of the first game and the examples with it, and those of the tournament."""
    before, _, after = printed.partition('{"tournament":')
    return before.splitlines(), f'{{"tournament":{after}'.splitlines()
