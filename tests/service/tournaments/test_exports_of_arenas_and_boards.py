"""Documents of arenas and nights with duplicate boards: CSV standings, report, calendar and series."""

import csv
import dataclasses
import io
from random import Random
from typing import Any

import icalendar
import pytest

from domain.kernel.instants import read_instant
from service.wiring import Service
from tests.service.tournaments.test_sealed_tables_of_matches import Played
from tests.support.api import Api
from tests.support.duplicate_tournaments import BOARDS, play_all
from tests.support.series_served import NIGHTS
from tests.support.tournaments import PLAY, SWISS, by_id, end, open_tables, settle

ARENA = dataclasses.replace(
    SWISS, format="arena", figures={"minutes": 60}, rounds=dataclasses.replace(SWISS.rounds, window_s=3600)
)


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def dates(text: bytes) -> dict[str, Any]:
    """Returns the events of a calendar by the first part of their ids."""
    found = icalendar.Calendar.from_ical(text)
    return {str(each["uid"]).split(".")[0]: each for each in found.walk("VEVENT")}


def test_an_arena_has_standings_and_a_calendar_and_no_report(api: Api, at_work: Service):
    played = Played(api, at_work, ARENA)
    for _ in range(3):
        settle(at_work)
        for table in open_tables(at_work, played.id):
            end(at_work, table, by_id(at_work.table_cache.newest(table).table))
    settle(at_work)
    path = f"/v1/tournaments/{played.id}"
    view = played.stranger.get(path).json

    standings = played.stranger.get(f"{path}/standings").json["standings"]
    table = rows(played.stranger.get(f"{path}/standings?format=csv").text)
    assert [each["id"] for each in table] == [each["entrant"] for each in standings]
    assert [each["points"] for each in table] == [each["points"] for each in standings]
    assert sum(int(each["played"]) for each in table) == 2 * sum(
        result is not None for each in played.now.rounds for result in each.results
    )
    report = played.stranger.get(f"{path}/report")
    assert (report.status_code, report.json["code"]) == (422, "not_for_trf")
    assert report.json["hint"]
    found = dates(played.stranger.get(f"{path}/calendar").data)
    assert found["end"]["dtstart"].dt.isoformat()[:19] == view["ends_at"][:19]
    running = {f"round_{each.paired.number}" for each in played.now.open_rounds}
    assert {key for key in found if key.startswith("round_")} == running, "deadlines of open matches"
    assert len(played.now.rounds) > len(running)


def test_a_night_of_boards_has_standings_boards_and_a_calendar_and_no_report(api: Api, at_work: Service):
    plan = dataclasses.replace(BOARDS, rounds=dataclasses.replace(BOARDS.rounds, pace="window", window_s=3600))
    played = Played(api, at_work, plan)
    ended = play_all(at_work, played.id, Random("papers"))
    path = f"/v1/tournaments/{played.id}"
    standings = played.stranger.get(f"{path}/standings").json["standings"]
    table = rows(played.stranger.get(f"{path}/standings?format=csv").text)
    assert [(each["id"], each["points"]) for each in table] == [(each["entrant"], each["points"]) for each in standings]
    assert abs(sum(float(each["points"]) for each in table) - 200) < 0.1, "all pairs together have half of the top"
    boards = rows(played.stranger.get(f"{path}/boards?format=csv").text)
    assert len(boards) == 2 * sum(len(each.results) for each in ended.rounds)
    report = played.stranger.get(f"{path}/report")
    assert (report.status_code, report.json["code"]) == (422, "not_for_trf")
    found = dates(played.stranger.get(f"{path}/calendar").data)
    assert not {key for key in found if key.startswith("round_")}, "all rounds are closed"
    assert "start" in found


def test_formats_without_a_report_name_the_documents_they_have(api: Api, at_work: Service):
    played = Played(api, at_work, SWISS)
    body = {"type": "override_result", "round": 1, "match": 1, "first": 55, "second": 45, "reason": "as both say"}
    assert played.owner.post(f"/v1/tournaments/{played.id}/commands", body).status_code == 200
    body = {**body, "match": 2}
    assert played.owner.post(f"/v1/tournaments/{played.id}/commands", body).status_code == 200
    report = played.stranger.get(f"/v1/tournaments/{played.id}/report")
    assert (report.status_code, report.json["code"]) == (422, "not_for_trf")
    assert report.json["hint"]


@pytest.mark.parametrize("plan", [ARENA, BOARDS], ids=["arena", "boards"])
def test_a_series_opens_arenas_and_nights_with_boards_from_a_template(api: Api, at_work: Service, plan: Any):
    owner = api.sign_up("Olga")
    template = {
        "name": "Every Friday",
        "format": plan.format,
        "figures": dict(plan.figures),
        "play": {"profile": PLAY.profile, "clock": {"kind": "simple", "per_move_s": 60}},
        "entrants": {"kind": "pair", "least": 4, **({"capacity": 8} if plan.boards else {})},
    }
    if plan.boards:
        template["boards"] = {"per_match": 2, "scoring": "matchpoints"}
    else:
        template["play"]["hands"] = 1
    made = owner.post("/v1/series", {**NIGHTS, "template": template})
    assert made.status_code == 201, made.text
    path = f"/v1/series/{made.json['series']}"
    seen = owner.get(path).json
    at_work.series_process.take_due_steps(made.json["series"], read_instant(seen["opens_next_at"]))
    [opened, *_] = owner.get(path).json["so_far"]
    tournament = owner.get(f"/v1/tournaments/{opened['tournament']}").json
    assert (tournament["settings"]["format"], tournament["settings"]["series"]) == (plan.format, made.json["series"])
    assert (tournament["settings"]["boards"] is not None) == (plan.boards is not None)
    found = dates(owner.get(f"/v1/tournaments/{opened['tournament']}/calendar").data)
    assert "start" in found
    assert dates(owner.get(f"{path}/calendar").data)
