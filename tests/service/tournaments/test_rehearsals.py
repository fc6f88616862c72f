"""Rehearsals: whole tournaments of house bots, played by the job of their sandbox."""

from typing import Any

import pytest

from service.sandbox.jobs import do_due_work
from service.tournaments.templates.catalogue import CATALOGUE
from service.wiring import Service
from tests.support.api import Api, Json, User
from tests.support.tournaments_served import PAIRS, Tournament

DAY_S = 24 * 3600
SWISS = {**PAIRS, "name": "Rehearsed"}


class Rehearsal:
    """A rehearsal that has begun, and its organiser in the sandbox."""

    def __init__(self, owner: User, **members: Any) -> None:
        answered = owner.post("/v1/rehearsals", members)
        assert answered.status_code == 201, answered.text
        assert answered.headers["Location"] == "/v1/sandbox/rehearsal"
        self.sandbox: str = answered.json["id"]
        self.path = f"/v1/tournaments/{answered.json['tournament']}"
        self.organiser = User(owner.api, answered.json["player"]["id"], answered.json["token"]["secret"])

    def play(self) -> Json:
        """Lets workers play it to its end, and returns its report."""
        while (report := self.report())["status"] == "playing":
            do_due_work(self.sandbox)
        return report

    def report(self) -> Json:
        return dict(self.organiser.get("/v1/sandbox/rehearsal").json)

    def read(self, part: str = "") -> Json:
        return dict(self.organiser.get(self.path + part).json)


@pytest.fixture
def olga(api: Api, at_work: Service) -> User:
    return api.sign_up("Olga")


@pytest.mark.slow
@pytest.mark.parametrize("name", [each.name for each in CATALOGUE])
def test_every_template_can_be_rehearsed(olga: User, name: str):
    rehearsal = Rehearsal(olga, template=name, entrants=8, bot="random", hands=1)

    report = rehearsal.play()

    assert (report["status"], report["tournament_status"], report["refusal"]) == ("finished", "finished", None)
    assert report["results"] == report["matches"] > 0
    assert len(rehearsal.read("/standings")["standings"]) == 8


def test_a_rehearsal_takes_the_time_of_its_windows_and_breaks(olga: User):
    rounds = {"pace": "window", "window_s": 3 * DAY_S, "interval_s": 3600}
    rehearsal = Rehearsal(olga, settings={**SWISS, "rounds": rounds}, entrants=3, bot="random")

    report = rehearsal.play()

    assert report["duration_s"] == 2 * 3 * DAY_S + 3600
    assert (report["rounds"], report["matches"], report["byes"]) == (2, 2, 2)
    assert report["changed"] == []
    assert [each["number"] for each in rehearsal.read()["rounds"]] == [1, 2]


def test_rounds_that_staff_pair_by_hand_are_paired_at_once(olga: User):
    report = Rehearsal(olga, settings=SWISS, bot="random").play()
    assert (report["rounds"], report["status"]) == (2, "finished")
    assert report["changed"] == ["rounds.is_automatic", "play.clock"]


def test_a_schedule_is_kept_even_if_it_is_past(olga: User):
    schedule = {"opens_at": "2020-01-01T12:00:00Z", "starts_at": "2020-01-03T18:00:00Z", "check_in_s": 3600}
    report = Rehearsal(olga, settings={**SWISS, "schedule": schedule}, entrants=4, bot="random").play()
    assert report["started_at"] == "2020-01-03T18:00:00.000Z"
    assert report["status"] == "finished"


def test_directors_rehearse_their_tournament_and_nobody_else_does(api: Api, olga: User):
    tournament = Tournament(api, owner=olga, name="Club night")
    rehearsal = Rehearsal(olga, tournament=tournament.id, entrants=4, bot="random")
    assert rehearsal.read()["settings"]["name"] == "Club night"
    assert tournament.view()["status"] == "registration"

    refused = api.sign_up("Ada").post("/v1/rehearsals", {"tournament": tournament.id})
    assert (refused.status_code, refused.json["code"]) == (403, "staff_only")
    unknown = olga.post("/v1/rehearsals", {"tournament": f"trn_{'0' * 26}"})
    assert unknown.status_code == 404


def test_a_saved_template_is_rehearsed(api: Api, olga: User):
    api.call("PUT", "/v1/me/tournament-templates/ours", {**SWISS, "name": "Ours"}, token=olga.token)
    assert Rehearsal(olga, template="ours", bot="random").read()["settings"]["name"] == "Ours"
    assert olga.post("/v1/rehearsals", {"template": "theirs"}).status_code == 404


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({}, 400, "invalid_request"),
        ({"template": "club-swiss", "settings": SWISS}, 400, "invalid_request"),
        ({"template": "club-swiss", "entrants": 5}, 409, "too_few_entrants"),
        ({"template": "club-swiss", "entrants": 101}, 422, "bots_not_possible"),
        (
            {"settings": {**SWISS, "format": "arena", "figures": {"minutes": 60}, "tie_breaks": []}},
            422,
            "bots_not_possible",
        ),
        ({"settings": {**SWISS, "figures": {}}}, 422, "invalid_settings"),
    ],
)
def test_an_impossible_rehearsal_leaves_no_sandbox(olga: User, body: Json, status: int, code: str):
    refused = olga.post("/v1/rehearsals", body)
    assert (refused.status_code, refused.json["code"]) == (status, code), refused.text
    assert olga.get("/v1/me/sandboxes").json["sandboxes"] == []


@pytest.mark.parametrize(
    ("changes", "detail"),
    [
        (
            {"format": "arena", "figures": {"minutes": 60}},
            "bots of a sandbox move at once, so its arena would never end",
        ),
        (
            {"format": "challenge_ladder", "figures": {"days": 3}},
            "house bots neither send nor answer the challenges of a ladder",
        ),
    ],
)
def test_a_format_that_bots_cannot_rehearse_is_named(olga: User, changes: Json, detail: str):
    refused = olga.post("/v1/rehearsals", {"settings": {**SWISS, "tie_breaks": [], **changes}})
    assert (refused.status_code, refused.json["detail"]) == (422, detail), refused.text


def test_a_rehearsal_belongs_to_a_sandbox(olga: User):
    inside = olga.in_sandbox()
    assert inside.post("/v1/rehearsals", {"template": "club-swiss"}).json["code"] == "no_sandbox_within"
    assert inside.get("/v1/sandbox/rehearsal").status_code == 404
    assert olga.get("/v1/sandbox/rehearsal").json["code"] == "sandbox_token_needed"


def test_a_rehearsal_ends_early_if_everybody_has_met(olga: User):
    report = Rehearsal(olga, settings={**SWISS, "figures": {"rounds": 9}}, entrants=3, bot="random").play()
    assert (report["status"], report["rounds"], report["refusal"]) == ("finished", 3, None)


def test_a_rehearsal_that_staff_pause_stops(olga: User):
    rehearsal = Rehearsal(olga, settings=SWISS, entrants=4, bot="random")
    paused = rehearsal.organiser.post(f"{rehearsal.path}/commands", {"type": "pause_tournament", "reason": "tea"})
    assert paused.status_code == 200
    report = rehearsal.play()
    assert (report["status"], report["tournament_status"], report["finished_at"]) == ("stopped", "running", None)


def test_the_scheduler_finds_a_rehearsal_whose_job_was_lost(olga: User, at_work: Service):
    later = {"schedule": {"starts_at": "2099-01-01T12:00:00Z"}}
    rehearsal = Rehearsal(olga, settings={**SWISS, **later}, entrants=4, bot="random")
    found = at_work.database.read("due_sandboxes", {"limit": 100})
    assert rehearsal.sandbox in {sandbox for sandbox, *_ in found}
    assert rehearsal.play()["status"] == "finished"
    found = at_work.database.read("due_sandboxes", {"limit": 100})
    assert rehearsal.sandbox not in {sandbox for sandbox, *_ in found}
