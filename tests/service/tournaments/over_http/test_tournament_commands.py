"""Tournaments are created and run by commands over HTTP."""

import dataclasses
from datetime import UTC, datetime

import pytest

from service.processes.app import create_app
from tests.support.api import Api, Json
from tests.support.clock import MovableClock
from tests.support.fixtures import another
from tests.support.tournament_requests import ALONE, catch_up, refused
from tests.support.tournaments_served import PAIRS, Tournament


def test_the_creator_owns_the_tournament_and_registration_is_open(tournament: Tournament):
    view = tournament.view()
    assert view["status"] == "registration"
    assert view["staff"] == [{"player": tournament.owner.id, "role": "owner"}]
    assert view["you"] == {"role": "owner", "entrant": None, "invited_to": [], "hint": None}
    assert view["settings"]["play"]["game"] == "sheng_ji"
    assert (view["settings"]["entrants"]["members_least"], view["settings"]["entrants"]["members_most"]) == (2, 2)


def test_the_settings_in_a_view_can_be_submitted_for_another_tournament(tournament: Tournament):
    settings = tournament.view()["settings"]
    made = tournament.owner.post("/v1/tournaments", settings)
    assert made.status_code == 201, made.text
    assert tournament.owner.get(made.headers["Location"]).json["settings"] == settings


def test_a_schedule_in_any_zone_is_stored_in_utc(api: Api):
    schedule = {"opens_at": "2099-01-01T12:00:00+02:00", "starts_at": "2099-01-02T00:00:00Z"}
    view = Tournament(api, schedule=schedule).view()
    assert view["status"] == "announced"
    assert view["settings"]["schedule"]["opens_at"] == "2099-01-01T10:00:00.000Z" == view["due_at"]


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"figures": {}}, "invalid_settings"),
        ({"figures": {"rounds": 2, "cycles": 1}}, "invalid_settings"),
        ({"format": "ladder"}, "invalid_settings"),
        ({"entrants": {"kind": "player"}}, "format_does_not_fit"),
        ({"entrants": {"kind": "pair", "members_most": 3}}, "format_does_not_fit"),
        ({"rounds": {"pace": "window"}}, "invalid_settings"),
        ({"rounds": {}}, "invalid_settings"),
        ({**ALONE, "entrants": {"kind": "player", "least": 3}}, "invalid_settings"),
        ({"rounds": {"win": 1, "draw": 2}}, "invalid_settings"),
        ({"tie_breaks": ["buchholz", "buchholz"]}, "invalid_settings"),
        ({"schedule": {"starts_at": "2001-01-01T00:00:00Z"}}, "invalid_settings"),
        ({"play": {"profile": "whist"}}, "unknown_profile"),
        ({"play": {"profile": "zhang-2021", "overrides": {"x": 1}}}, "unknown_option"),
        ({"play": {"profile": "zhang-2021", "clock": {"kind": "sand"}}}, "invalid_times"),
    ],
)
def test_an_impossible_tournament_is_not_created(api: Api, changes: Json, code: str):
    user = api.sign_up()
    answered = user.post("/v1/tournaments", {**PAIRS, **changes})
    assert (answered.status_code, answered.json["code"]) == (422, code), answered.text


@pytest.mark.parametrize(
    ("changes", "member"),
    [
        ({"name": ""}, "name"),
        ({"entrants": {"kind": "club"}}, "entrants.kind"),
        ({"entrants": {"kind": "team"}}, "entrants.members_least"),
        ({"schedule": {"starts_at": "2027-02-30T00:00:00Z"}}, "schedule.starts_at"),
        ({"tie_breaks": ["luck"]}, "tie_breaks.0"),
        ({"prizes": []}, "prizes"),
    ],
)
def test_malformed_settings_are_named(api: Api, changes: Json, member: str):
    answered = api.sign_up().post("/v1/tournaments", {**PAIRS, **changes})
    assert answered.status_code == 400
    assert list(answered.json["facts"]["fields"]) == [member]


def test_a_tournament_is_created_once_per_key(api: Api):
    user, key = api.sign_up(), {"Idempotency-Key": "once"}
    first, again = (user.post("/v1/tournaments", PAIRS, headers=key) for _ in range(2))
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json == again.json
    assert again.headers["Idempotency-Replayed"] == "true"
    other = user.post("/v1/tournaments", {**PAIRS, "name": "another"}, headers=key)
    assert other.json["code"] == "idempotency_key_reused"


def test_a_complete_tournament_can_be_run_by_commands(api: Api, tournament: Tournament):
    owner, director, standby = tournament.owner, api.sign_up("Dora"), api.sign_up("Sven")
    done = tournament.done
    assert done(owner, "appoint_staff", player=director.id, role="director")[0]["type"] == "staff_appointed"
    assert done(owner, "appoint_staff", player=standby.id, role="assistant")[0]["type"] == "staff_appointed"
    assert done(owner, "dismiss_staff", player=standby.id)[0]["type"] == "staff_dismissed"
    assert done(director, "change_settings", settings={**PAIRS, "byes": {"half": 1}})[0]["type"] == "settings_changed"

    for number in range(1, 5):
        tournament.enter(f"Pair {number}")
    entrant, captain, partner = tournament.pairs[0]
    done(standby, "offer_to_substitute")
    done(standby, "withdraw_offer_to_substitute")
    done(standby, "offer_to_substitute")
    called = done(captain, "call_substitute", entrant=entrant, player=standby.id, instead_of=partner.id)
    assert [each["type"] for each in called] == ["substitute_called", "member_left"]

    done(director, "start_tournament")
    done(director, "pause_tournament", reason="no light")
    refused(tournament, director, 409, "play_paused", "pair_round", round=1)
    done(director, "resume_tournament")
    assert done(captain, "ask_for_bye", entrant=entrant, round=2, kind="half")[0]["type"] == "bye_granted"
    assert done(captain, "give_bye_back", entrant=entrant, round=2)[0]["type"] == "bye_given_back"
    done(director, "pair_round", round=1)
    again = done(director, "pair_again", reason="drawn in the dark")
    assert [each["type"] for each in again] == ["round_called_off", "round_paired"]
    tournament.win(1, 1)
    tournament.win(1, 2)
    assert done(director, "close_round", round=1)[0]["type"] == "round_closed"

    last_entrant, last, _ = tournament.pairs[3]
    done(last, "withdraw_entrant", entrant=last_entrant)
    finished = done(director, "finish_tournament", reason="too few are left")
    at = finished[0]["data"].pop("at")
    assert finished[0]["data"] == {"by": director.id, "reason": "too few are left", "lots": None, "ends_play": True}
    assert tournament.view()["finished_at"] == at
    assert tournament.view()["status"] == "finished"
    refused(tournament, owner, 409, "tournament_over", "cancel_tournament", reason="late")


def test_partners_can_be_invited_agree_decline_and_leave(api: Api, tournament: Tournament):
    captain, one, other = (api.sign_up(name) for name in ("Ann", "Ben", "Cat"))
    entrant = tournament.done(captain, "register", name="Ann and somebody")[0]["data"]["entrant"]
    tournament.done(captain, "invite_partner", entrant=entrant, player=one.id)
    assert tournament.view(one)["you"]["invited_to"] == [entrant]
    tournament.done(one, "decline_partner", entrant=entrant)
    tournament.done(captain, "invite_partner", entrant=entrant, player=one.id)
    tournament.done(captain, "withdraw_partner_invitation", entrant=entrant, player=one.id)
    tournament.done(captain, "invite_partner", entrant=entrant, player=other.id)
    happened = tournament.done(other, "accept_partner", entrant=entrant)
    assert [each["type"] for each in happened] == ["partner_joined", "entrant_entered"]
    assert tournament.view(other)["you"] == {"role": None, "entrant": entrant, "invited_to": [], "hint": None}
    assert tournament.done(other, "leave_entrant")[0]["type"] == "member_left"


def test_players_check_in_themselves_or_staff_do_it(api: Api, service, clock: MovableClock):
    schedule = {"starts_at": "2099-01-02T00:00:00Z", "check_in_s": 366 * 24 * 3600}
    tournament = Tournament(api, schedule=schedule)
    tournament.enter("Pair 1")
    _, captain, partner = tournament.pairs[0]
    refused(tournament, captain, 409, "check_in_not_open", "check_in")
    refused(tournament, captain, 403, "staff_only", "check_in", player=partner.id)
    clock.stop_at(datetime(2098, 12, 22, tzinfo=UTC))
    opened = tournament.done(captain, "check_in")
    assert [each["type"] for each in opened] == ["check_in_opened", "player_checked_in"]
    tournament.done(tournament.owner, "check_in", player=partner.id)
    (entrant,) = tournament.owner.get(f"{tournament.path}/entrants").json["entrants"]
    assert all(each["is_here"] for each in entrant["members"])


def test_a_deadline_can_be_given_in_any_zone(api: Api):
    tournament = Tournament(api, rounds={"pace": "window", "window_s": 3600, "is_automatic": False})
    tournament.start(2)
    assert tournament.pair()["deadline"] is not None
    later = "2099-01-01T02:00:00+02:00"
    (moved,) = tournament.done(tournament.owner, "move_deadline", deadline=later, reason="a holiday")
    assert moved["data"]["deadline"] == "2099-01-01T00:00:00.000Z" == tournament.round(1)["deadline"]


def test_a_command_with_a_key_is_executed_once(api: Api, tournament: Tournament):
    tournament.start()
    key = {"Idempotency-Key": "round-1"}
    first, again = (tournament.ask(tournament.owner, "pair_round", key, round=1) for _ in range(2))
    assert first.json == again.json
    assert again.headers["Idempotency-Replayed"] == "true"
    assert len(tournament.view()["rounds"]) == 1
    tournament.done(tournament.owner, "cancel_tournament", reason="rain")
    assert tournament.ask(tournament.owner, "pair_round", key, round=1).json == first.json
    other = tournament.ask(tournament.owner, "close_round", key, round=1)
    assert (other.status_code, other.json["code"]) == (422, "idempotency_key_reused")


def test_a_command_for_another_version_is_refused(running: Tournament):
    version = running.version()
    stale = running.ask(running.owner, "pause_tournament", reason="x", expected_version=version - 1)
    assert (stale.status_code, stale.json["facts"]) == (412, {"version": version})
    tag = running.owner.get(running.path).headers["ETag"]
    running.win(1, 1)
    assert running.ask(running.owner, "pause_tournament", {"If-Match": tag}, reason="x").status_code == 412
    tag = running.owner.get(running.path).headers["ETag"]
    assert running.ask(running.owner, "pause_tournament", {"If-Match": tag}, reason="x").status_code == 200


def test_a_dry_run_predicts_the_outcome_and_changes_nothing(running: Tournament):
    before = running.view()
    body = {"type": "cancel_tournament", "reason": "rain"}
    answered = running.owner.post(f"{running.path}/commands?dry_run=true", body)
    # A cancelled tournament has no possible ranks, so its standings change.
    assert {name: each for name, each in answered.json.items() if name != "standings"} == {
        "tournament": running.id,
        "version": before["version"],
        "legal": True,
        "events": ["tournament_cancelled"],
    }
    _, player, _ = running.pairs[0]
    assert player.post(f"{running.path}/commands?dry_run=true", body).status_code == 403
    assert running.view() == before


def test_an_owner_at_the_limit_cannot_create_another_tournament(tournament: Tournament, service):
    catch_up(service)
    with another(dataclasses.replace(service.settings, tournaments_per_owner=1)) as strict:
        owner = dataclasses.replace(tournament.owner, api=Api(create_app(strict)))
        answered = owner.post("/v1/tournaments", PAIRS)
    assert (answered.status_code, answered.json["code"]) == (409, "too_many_tournaments")
    assert answered.json["detail"].endswith("unfinished tournaments: 1")
