"""The README: what it says to type works, and what it lists is all there is."""

import re
import shutil
import subprocess
from itertools import chain
from pathlib import Path

import pytest

from tests.support.children import WAIT_S
from tests.support.running import run

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text()


def section(title: str) -> str:
    """The text below a heading."""
    return README.split(f"\n## {title}\n")[1].split("\n## ")[0]


def test_its_two_commands_come_first_and_are_there():
    commands = re.findall(r"^deploy/\S+", re.findall(r"```sh\n(.*?)```", README, re.DOTALL)[0], re.MULTILINE)

    assert commands == ["deploy/run", "deploy/test"]
    assert all((ROOT / command).stat().st_mode & 0o111 for command in commands)
    assert "deploy/test" in (ROOT / ".ci" / "run").read_text()


def test_every_file_that_it_names_is_there():
    named = set(re.findall(r"`((?:service|domain|tests|deploy)/[\w/.]+)`", README))

    assert len(named) > 10
    assert [name for name in named if not (ROOT / name).exists()] == []


# Nothing else needs curl, which a bare machine may not have; the same game is played by tests/contract everywhere.
@pytest.mark.skipif(not shutil.which("curl"), reason="the first game of the README needs curl")
def test_the_first_game_with_curl_is_played_as_it_is_written(environment: dict[str, str]):
    (game,) = re.findall(r"```sh\n(.*?)```", section("A first game with curl"), re.DOTALL)
    titles = (
        "Accounts, logins, and programs for other people",
        "Sandbox",
        "Games that go on for weeks",
        "Quiet hours and vacation",
        "Leagues",
    )
    of_others = [re.findall(r"```sh\n(.*?)```", section(title), re.DOTALL) for title in titles]
    (night,) = re.findall(r"```sh\n(.*?)```", section("Tournaments"), re.DOTALL)
    (weekly,) = re.findall(r"```sh\n(.*?)```", section("A Sheng Ji Night every week"), re.DOTALL)
    commands = "\n".join([game, *chain.from_iterable(of_others), night, weekly])
    with run(environment) as running:
        there = commands.replace("http://127.0.0.1:8080/v1", running.printed["API"])
        played = subprocess.run(["sh", "-eu", "-c", there], capture_output=True, text=True, check=False, timeout=WAIT_S)

    assert there != commands
    assert (played.returncode, played.stderr) == (0, "")
    first_game, tournament = _in_two(played.stdout)
    sit, *bots, start, view, events, moves, passed, others = first_game
    assert '"seat_taken"' in sit
    assert all('"bot":"steady"' in each for each in bots)
    assert len(bots) == 3
    assert '"table_started"' in start
    assert '"phase":"declaring"' in view
    assert '"events":[{' in events
    assert '"asked":' in moves
    of_weeks = ('"kind":"fischer"', '"time_zone":"Europe/Berlin"', '"balance_s":')
    assert all(
        each in others
        for each in ('"id":"cli_', '"id":"lge_', '"name":"North"', '"now":"2027-03-28T20:00:00.000Z"', *of_weeks)
    )
    assert '"declaration_passed"' in passed or '"not_your_turn"' in passed
    place = next(number for number, line in enumerate(tournament) if line.startswith('{"id":"ser_'))
    series, *calendar = tournament[place:]
    *entered, begun, paired, first_round, heading, _, _, _, last = tournament[:place]
    assert series.count("T19:00:00+") == 10, "the nights to come, in local time"
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
    """The lines of the first game and of what comes with it, and those of the tournament."""
    before, _, after = printed.partition('{"tournament":')
    return before.splitlines(), f'{{"tournament":{after}'.splitlines()
