"""The predicted cost of leaving a tournament over HTTP, and check-in for nights."""

from typing import Any

import pytest

from tests.support.api import Api, Json

NIGHT = {
    "name": "Friday night",
    "play": {"profile": "zhang-2021", "hands": 2, "clock": {"kind": "simple", "per_move_s": 60}},
    "format": "night",
    "figures": {"rounds": 1},
    "entrants": {"kind": "player", "least": 4},
    "is_rated": True,
}


def created(api: Api, **more: Any) -> tuple[Any, str, Json]:
    owner = api.sign_up("Olga")
    made = owner.post("/v1/tournaments", {**NIGHT, **more})
    assert made.status_code == 201, made.text
    path = f"/v1/tournaments/{made.json['tournament']}"
    return owner, path, owner.get(path).json["settings"]


def test_players_of_a_night_check_in_from_15_minutes_before_it_and_are_notified(api: Api):
    _, path, settings = created(api, schedule={"starts_at": "2099-01-02T18:00:00Z"})
    assert settings["schedule"]["check_in_s"] == 900
    player = api.sign_up("Ann")
    assert player.get(path).json["you"]["hint"] is None

    player.post(f"{path}/commands", {"type": "register"})

    hint = player.get(path).json["you"]["hint"]
    assert "check_in" in hint
    assert "2099-01-02T17:45:00.000Z" in hint
    assert "2099-01-02T18:00:00.000Z" in hint


@pytest.mark.parametrize(
    ("more", "check_in_s"),
    [
        ({"schedule": {"starts_at": "2099-01-02T18:00:00Z", "check_in_s": None}}, None),
        ({"schedule": {"starts_at": "2099-01-02T18:00:00Z", "check_in_s": 60}}, 60),
        ({"schedule": {"opens_at": "2099-01-02T17:55:00Z", "starts_at": "2099-01-02T18:00:00Z"}}, 300),
        ({}, None),
        ({"schedule": {"starts_at": "2099-01-02T18:00:00Z"}, "format": "individual_swiss"}, None),
    ],
)
def test_configured_check_in_times_apply_and_other_formats_have_none(api: Api, more: Json, check_in_s: int | None):
    assert created(api, **more)[2]["schedule"]["check_in_s"] == check_in_s


def test_a_dry_run_predicts_the_cost_of_leaving_and_changes_nothing(api: Api):
    owner, path, _ = created(api)
    player = api.sign_up("Ann")
    player.post(f"{path}/commands", {"type": "register"})

    answered = player.post(f"{path}/commands?dry_run=true", {"type": "leave_entrant"})

    assert answered.status_code == 200, answered.text
    assert answered.json["events"] == ["entrant_withdrawn"]
    assert answered.json["leaving"] == {
        "match": None,
        "seat_goes_to": None,
        "stand_in": None,
        "substitute": None,
        "ends": False,
        "result": None,
        "rating": "unchanged",
        "sentence": "You leave the tournament. You play no match now.",
    }
    assert player.get(path).json["you"]["entrant"] is not None
    cancelled = owner.post(f"{path}/commands?dry_run=true", {"type": "cancel_tournament", "reason": "a storm"})
    assert "leaving" not in cancelled.json
