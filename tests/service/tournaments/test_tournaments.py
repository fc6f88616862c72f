"""Tournaments over HTTP: permissions, refusals without changes, and views."""

import csv
import dataclasses
import hmac
import io
from base64 import b32encode
from datetime import UTC, datetime
from typing import Any

import icalendar
import pytest

from service.notifications.projections import AccountFeeds
from service.platform.queue.job_queue import JobQueue
from service.platform.store.migrations import migrations
from service.processes.app import create_app
from service.tournaments.jobs import continue_tournament
from service.tournaments.projections import TournamentsProjection
from service.worker_context import WorkerContext
from tests.support.api import Api, Json, User
from tests.support.clock import MovableClock
from tests.support.fixtures import another
from tests.support.tournaments_served import PAIRS, Tournament

ALONE = {"entrants": {"kind": "player", "least": 4}, "format": "night", "figures": {"rounds": 2}, "tie_breaks": []}
"""A night of players who enter alone."""


def token(service: Any, user: User, *scopes: str) -> User:
    """Returns the same player with a token of these scopes."""
    _, secret = service.accounts.make_token(user.id, "a narrow one", list(scopes), None)
    return User(user.api, user.id, secret)


@pytest.fixture
def tournament(api: Api) -> Tournament:
    """Returns a tournament of pairs with open registration."""
    return Tournament(api)


@pytest.fixture
def running(tournament: Tournament) -> Tournament:
    """Returns a tournament of four pairs with round 1 paired."""
    tournament.start()
    tournament.pair()
    return tournament


def refused(tournament: Tournament, user: User, status: int, wanted: str, what: str, /, **members: Any) -> Json:
    """Sends a refused command, checks that nothing changed, and returns the problem."""
    before = tournament.view()
    answered = tournament.ask(user, what, **members)
    assert (answered.status_code, answered.json["code"]) == (status, wanted), answered.text
    assert answered.mimetype == "application/problem+json"
    assert tournament.view() == before
    return dict(answered.json)


# ------------------------------------------------------------------------------------------------ creating


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


# ------------------------------------------------------------------------------------------------ every command


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


# -- permissions -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "members"),
    [
        ("change_settings", {"settings": PAIRS}),
        ("appoint_staff", {"player": "a partner", "role": "director"}),
        ("dismiss_staff", {"player": "a partner"}),
        ("start_tournament", {}),
        ("pause_tournament", {"reason": "no"}),
        ("resume_tournament", {}),
        ("finish_tournament", {}),
        ("cancel_tournament", {"reason": "no"}),
        ("pair_round", {"round": 2}),
        ("pair_again", {"reason": "no"}),
        ("override_result", {"round": 1, "match": 1, "first": 100, "second": 0, "reason": "mine"}),
        ("move_deadline", {"deadline": "2099-01-01T00:00:00Z", "reason": "no"}),
        ("close_round", {"round": 1}),
    ],
)
def test_staff_commands_need_the_role_and_the_scope(service, running: Tournament, kind: str, members: Json):
    _, player, partner = running.pairs[0]
    members = {**members, **({"player": partner.id} if "player" in members else {})}
    problem = refused(running, player, 403, "staff_only", kind, **members)
    assert "owner" in problem["facts"]["roles"]
    narrow = token(service, running.owner, "tournament:write")
    assert refused(running, narrow, 403, "missing_scope", kind, **members)["facts"] == {"scope": "tournament:manage"}


def test_an_assistant_manages_only_entrants(api: Api, running: Tournament):
    helper = api.sign_up("Hana")
    running.done(running.owner, "appoint_staff", player=helper.id, role="assistant")
    refused(running, helper, 403, "staff_only", "close_round", round=1)
    entrant, *_ = running.pairs[0]
    refused(running, helper, 422, "reason_needed", "withdraw_entrant", entrant=entrant)
    running.done(helper, "withdraw_entrant", entrant=entrant, reason="asked me to")


def test_tokens_without_tournament_scopes_can_only_read(service, tournament: Tournament):
    reader = token(service, tournament.owner, "table:read")
    assert reader.get(tournament.path).status_code == 200
    for answered in (reader.post("/v1/tournaments", PAIRS), tournament.ask(reader, "register")):
        assert (answered.status_code, answered.json["code"]) == (403, "missing_scope")


def test_older_tokens_with_every_scope_have_the_tournament_scopes(service):
    """Players of earlier releases could not get them otherwise, because a token grants at most its own scopes."""
    old = {"account:read", "account:write", "table:create", "table:play", "table:read", "webhook:manage"}
    new = {"tournament:write", "tournament:manage"}
    player, whole, _ = service.accounts.sign_up("of before", "human")
    part, _ = service.accounts.make_token(player.id, "part", ["table:read", "webhook:manage"], None)
    [step] = [step for step in migrations() if step.name == "tournament_scopes"]
    with service.database.session() as session:
        session.execute("UPDATE shengji.token SET scopes = $2 WHERE id = $1", [whole.id, sorted(old)])
        session.execute(step.text.encode())
        session.execute(step.text.encode())

    scopes = {token.id: token.scopes for token in service.accounts.tokens(player.id, "", 10)}
    assert set(scopes[whole.id]) == old | new
    assert len(scopes[whole.id]) == len(old | new)
    assert scopes[part.id] == ["table:read", "webhook:manage"]


# ------------------------------------------------------------------------------------------------ bad input


def test_two_entrants_cannot_have_the_same_name(api: Api, tournament: Tournament):
    tournament.enter("The  Jokers")
    refused(tournament, api.sign_up(), 409, "name_taken", "register", name="the jokers")


def test_a_partner_who_did_not_consent_does_not_take_part(api: Api, tournament: Tournament):
    captain, partner = api.sign_up(), api.sign_up()
    entrant = tournament.done(captain, "register", partners=[partner.id])[0]["data"]["entrant"]
    (seen,) = tournament.owner.get(f"{tournament.path}/entrants").json["entrants"]
    assert (seen["status"], seen["invited"]) == ("incomplete", [partner.id])
    refused(tournament, tournament.owner, 409, "too_few_entrants", "start_tournament")
    refused(tournament, api.sign_up(), 403, "not_invited", "accept_partner", entrant=entrant)


def test_an_odd_field_cannot_be_paired_by_hand_without_a_bye(tournament: Tournament):
    tournament.start(3)
    one, other, third = (entrant for entrant, *_ in tournament.pairs)
    by_hand = {"round": 1, "matches": [{"first": one, "second": other}]}
    refused(tournament, tournament.owner, 422, "entrant_missing", "pair_round", **by_hand)
    twice = {"round": 1, "matches": [{"first": one, "second": other}, {"first": third, "second": one}]}
    refused(tournament, tournament.owner, 422, "named_twice", "pair_round", **twice)
    bye = [{"entrant": third, "kind": "pairing"}]
    tournament.done(tournament.owner, "pair_round", **by_hand, byes=bye)
    assert tournament.round(1)["byes"] == bye


def test_players_cannot_record_results_and_a_round_with_open_matches_cannot_be_closed(running: Tournament):
    answered = running.ask(running.owner, "record_result", round=1, match=1)
    assert (answered.status_code, answered.json["code"]) == (400, "invalid_request")
    running.win(1, 1)
    problem = refused(running, running.owner, 409, "round_not_over", "close_round", round=1)
    assert problem["facts"] == {"round": 1, "matches": [2]}


def test_a_round_can_be_closed_only_once(running: Tournament):
    running.win(1, 1)
    running.win(1, 2)
    running.done(running.owner, "close_round", round=1)
    refused(running, running.owner, 409, "already_closed", "close_round", round=1)


def test_a_manual_round_that_breaks_the_format_is_refused_with_the_reason(running: Tournament):
    matches = [{"first": each["first"], "second": each["second"]} for each in running.round(1)["matches"]]
    running.win(1, 1)
    running.win(1, 2)
    running.done(running.owner, "close_round", round=1)
    problem = refused(running, running.owner, 422, "breaks_format", "pair_round", round=2, matches=matches)
    assert all(each["entrants"] for each in problem["facts"]["violations"])


def test_the_format_pairs_only_the_requested_round(running: Tournament):
    refused(running, running.owner, 409, "round_not_over", "pair_round", round=2)
    running.win(1, 1)
    running.win(1, 2)
    running.done(running.owner, "close_round", round=1)
    for number in (1, 3):
        problem = refused(running, running.owner, 409, "wrong_round_number", "pair_round", round=number)
        assert problem["facts"] == {"next": 2}
    refused(running, running.owner, 409, "no_round_open", "pair_again", reason="why not")


def test_the_format_pairs_no_round_after_the_last_or_before_the_start(tournament: Tournament):
    refused(tournament, tournament.owner, 409, "tournament_not_running", "pair_round", round=1)
    tournament.start()
    tournament.play(1)
    tournament.play(2)
    refused(tournament, tournament.owner, 422, "empty_round", "pair_round", round=3)
    tournament.done(tournament.owner, "finish_tournament")


def test_unknown_players_cannot_be_invited(api: Api, tournament: Tournament):
    nobody = "ply_" + "0" * 26
    problem = refused(tournament, api.sign_up(), 422, "cannot_be_challenged", "register", partners=[nobody])
    assert nobody in problem["detail"]


# ------------------------------------------------------------------------------------------------ entry codes


def test_an_entry_code_admits_only_its_player(api: Api):
    tournament = Tournament(api, **ALONE, gates={"by_code": True})
    one, other = api.sign_up(), api.sign_up()
    made = tournament.owner.get(f"{tournament.path}/entry-codes/{one.id}")
    assert made.headers["Cache-Control"] == "no-store"
    code = made.json["code"]
    refused(tournament, one, 403, "entry_code_needed", "register")
    refused(tournament, other, 403, "wrong_entry_code", "register", code=code)
    tournament.done(one, "register", code=f"{code[:8].lower()} {code[8:]}")


def test_the_owner_derives_entry_codes_from_a_secret_that_nobody_else_sees(api: Api, tournament: Tournament):
    director, player = api.sign_up(), api.sign_up()
    tournament.done(tournament.owner, "appoint_staff", player=director.id, role="director")
    path = f"{tournament.path}/entry-codes/{player.id}"
    for other in (director, player):
        answered = other.get(path)
        assert (answered.status_code, answered.json["code"]) == (403, "staff_only")
        assert tournament.view(other)["code_secret"] is None
    secret = tournament.view()["code_secret"]
    digest = hmac.digest(bytes.fromhex(secret), player.id.encode(), "sha256")
    assert tournament.owner.get(path).json["code"] == b32encode(digest[:10]).decode()
    assert tournament.owner.get(f"{tournament.path}/entry-codes/ply_{'0' * 26}").status_code == 404


# ------------------------------------------------------------------------------------------------ keys and versions


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
    assert answered.json == {
        "tournament": running.id,
        "version": before["version"],
        "legal": True,
        "events": ["tournament_cancelled"],
    }
    _, player, _ = running.pairs[0]
    assert player.post(f"{running.path}/commands?dry_run=true", body).status_code == 403
    assert running.view() == before


# -- views -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("part", ["", "/rounds/1", "/standings", "/standings?format=csv"])
def test_an_unchanged_view_is_not_sent_again(running: Tournament, part: str):
    first = running.owner.get(running.path + part)
    again = running.owner.get(running.path + part, headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    _, player, _ = running.pairs[0]
    assert player.get(running.path + part).headers["ETag"] != first.headers["ETag"]
    running.win(1, 1)
    changed = running.owner.get(running.path + part, headers={"If-None-Match": first.headers["ETag"]})
    assert (changed.status_code, changed.headers["ETag"] != first.headers["ETag"]) == (200, True)


def test_json_and_csv_standings_have_separate_tags(running: Tournament):
    accepts = ({"Accept": "text/csv"}, {"Accept": "application/json"})
    as_csv, as_json = (running.owner.get(f"{running.path}/standings", headers=each) for each in accepts)
    assert (as_csv.mimetype, as_json.mimetype) == ("text/csv", "application/json")
    assert as_csv.headers["ETag"] != as_json.headers["ETag"]
    assert as_csv.headers["Vary"] == "Accept, Authorization"


def test_standings_in_csv_agree_with_the_document(running: Tournament):
    running.win(1, 1)
    rows = list(csv.DictReader(io.StringIO(running.owner.get(f"{running.path}/standings?format=csv").text)))
    assert [(row["rank"], row["id"], row["points"], row["name"]) for row in rows] == [
        (str(each["rank"]), each["entrant"], each["points"], each["name"]) for each in running.standings()
    ]
    assert rows[0]["points"] == "1"


def test_names_of_players_cannot_inject_formulas_into_a_spreadsheet(api: Api):
    tournament = Tournament(api, **ALONE)
    players = [api.sign_up(name) for name in ("=1+1", "Ben", "Cat", "Dan")]
    for player in players:
        tournament.done(player, "register")
    tournament.done(tournament.owner, "start_tournament")
    rows = list(csv.DictReader(io.StringIO(tournament.owner.get(f"{tournament.path}/standings?format=csv").text)))
    assert sorted(row["name"] for row in rows) == ["'=1+1", "Ben", "Cat", "Dan"]


def test_entrants_are_paginated_in_order_of_registration(tournament: Tournament):
    entered = [tournament.enter(f"Pair {number}") for number in range(5)]
    found, cursor = [], ""
    while cursor is not None:
        page = tournament.owner.get(f"{tournament.path}/entrants?limit=2{cursor and f'&cursor={cursor}'}").json
        found += [each["id"] for each in page["entrants"]]
        cursor = page["next_cursor"]
    assert found == entered


def test_events_are_paginated_and_numbered_without_gaps(running: Tournament):
    last, numbers, more = 0, [], True
    while more:
        page = running.owner.get(f"{running.path}/events?after={last}&limit=4").json
        numbers += [each["version"] for each in page["events"]]
        last, more = page["next_after"], page["more"]
    assert numbers == list(range(1, running.version() + 1))
    beyond = running.owner.get(f"{running.path}/events?after=99999").json
    assert (beyond["events"], beyond["next_after"]) == ([], running.version())


def test_lists_are_newest_first_and_can_show_only_the_players_tournaments(api: Api, service):
    first, second = Tournament(api), Tournament(api, name="Another")
    second.done(second.owner, "cancel_tournament", reason="rain")
    first.enter("Pair 1")
    _, captain, _ = first.pairs[0]
    catch_up(service)
    found = [each["id"] for each in captain.get("/v1/tournaments").json["tournaments"]]
    assert found.index(second.id) < found.index(first.id)
    (own,) = captain.get("/v1/tournaments?mine=true").json["tournaments"]
    assert (own["id"], own["entrants"], own["owner"], own["name"]) == (first.id, 1, first.owner.id, "Friday pairs")
    (cancelled,) = second.owner.get("/v1/tournaments?mine=true&status=cancelled").json["tournaments"]
    assert cancelled["id"] == second.id
    page = captain.get("/v1/tournaments?limit=1").json
    (next_one, *_) = captain.get(f"/v1/tournaments?cursor={page['next_cursor']}").json["tournaments"]
    assert next_one["id"] < page["tournaments"][0]["id"]


def catch_up(service: Any) -> None:
    """Updates the lists of tournaments to the end of the log."""
    projection = TournamentsProjection(service.database, service.store)
    while projection.catch_up():
        pass


def test_an_unknown_tournament_is_not_found(tournament: Tournament):
    owner = tournament.owner
    for path in (f"/v1/tournaments/trn_{'0' * 26}", "/v1/tournaments/tbl_1", f"{tournament.path}/rounds/1"):
        assert owner.get(path).status_code == 404, path
    assert owner.post(f"/v1/tournaments/trn_{'0' * 26}/commands", {"type": "register"}).status_code == 404


# ------------------------------------------------------------------------------------------------ sealed results


def test_results_are_sealed_until_their_round_is_closed(api: Api):
    tournament = Tournament(api, is_sealed=True)
    tournament.start()
    tournament.pair()
    tournament.win(1, 1)
    _, player, _ = tournament.pairs[0]

    def seen(user: User) -> tuple[Any, Any, Any, Any]:
        match, _ = tournament.round(1, user)["matches"]
        last = user.get(f"{tournament.path}/events?after={tournament.version() - 1}").json["events"][0]["data"]
        points = {each["points"] for each in tournament.standings(user)}
        return match["is_over"], match["result"], last.get("first", "no result"), points

    result = {"first": 100, "second": 0, "kind": "adjudicated"}
    assert seen(player) == (True, None, None, {"0"})
    assert seen(tournament.owner) == (True, result, 100, {"0"})
    assert tournament.round(1, player)["is_sealed"]
    tournament.win(1, 2)
    assert seen(player)[1:] == (None, None, {"0"})
    tournament.done(tournament.owner, "close_round", round=1)
    assert seen(player)[:2] == (True, result)
    assert seen(player)[3] == {"0", "1"}
    assert not tournament.round(1, player)["is_sealed"]
    events = player.get(f"{tournament.path}/events?limit=1000").json["events"]
    assert [each["data"]["first"] for each in events if each["type"] == "result_overridden"] == [100, 100]


def test_the_report_of_a_sealed_tournament_omits_open_rounds(api: Api):
    tournament = Tournament(api, is_sealed=True)
    tournament.start(2)
    tournament.pair()
    tournament.win(1, 1)
    path = f"{tournament.path}/report"
    assert " w 1" not in tournament.owner.get(path).text
    tournament.done(tournament.owner, "close_round", round=1)
    assert " w 1" in tournament.owner.get(path).text


# -- documents ---------------------------------------------------------------------------------------------------------


def test_the_seed_of_a_round_is_shown_once_it_is_paired(running: Tournament):
    _, player, _ = running.pairs[0]
    assert len(bytes.fromhex(running.round(1, player)["seed"])) == 32


def test_a_report_names_all_players_and_the_owner(running: Tournament):
    text = running.owner.get(f"{running.path}/report").text
    assert "012 Friday pairs" in text
    assert "102 Olga" in text
    assert [line[14:47].strip() for line in text.splitlines() if line.startswith("001 ")] == [
        "Pair 1",
        "Pair 2",
        "Pair 3",
        "Pair 4",
    ]


def test_a_report_lists_pairing_exclusions_of_the_organiser_and_of_clubs(api: Api):
    tournament = Tournament(api)
    first = tournament.enter("Pair 1", club="North")
    second = tournament.enter("Pair 2")
    tournament.enter("Pair 3", club="North")
    tournament.enter("Pair 4", club="South")
    tournament.done(tournament.owner, "keep_apart", entrants=[first, second])
    tournament.done(tournament.owner, "start_tournament")

    lines = tournament.owner.get(f"{tournament.path}/report").text.splitlines()

    assert [line for line in lines if line.startswith("XXP")] == ["XXP 1 2", "XXP 1 3"]


def test_a_night_with_changing_partners_has_no_report(api: Api):
    tournament = Tournament(api, **ALONE)
    answered = tournament.owner.get(f"{tournament.path}/report")
    assert (answered.status_code, answered.json["code"]) == (422, "not_for_trf")


def test_a_calendar_contains_scheduled_times_and_deadlines(api: Api):
    schedule = {"closes_at": "2099-01-01T00:00:00Z", "starts_at": "2099-01-02T00:00:00Z", "check_in_s": 3600}
    tournament = Tournament(api, schedule=schedule, rounds={"pace": "window", "window_s": 60, "is_automatic": False})
    assert dates(tournament) == {
        "Friday pairs: registration closes": "2099-01-01T00:00:00+00:00",
        "Friday pairs: check-in opens": "2099-01-01T23:00:00+00:00",
        "Friday pairs: start": "2099-01-02T00:00:00+00:00",
    }
    tournament.start(2)
    deadline = tournament.pair()["deadline"]
    assert dates(tournament)["Friday pairs: deadline of round 1"][:19] == deadline[:19]


def dates(tournament: Tournament) -> dict[str, str]:
    """Returns the entries in the calendar of a tournament with their times."""
    found = icalendar.Calendar.from_ical(tournament.owner.get(f"{tournament.path}/calendar").data)
    return {str(each["SUMMARY"]): each["DTSTART"].dt.isoformat() for each in found.walk("VEVENT")}


# -- stored data -------------------------------------------------------------------------------------------------------


def test_the_export_lists_tournaments_that_a_player_runs_enters_or_is_invited_to(
    api: Api, service, tournament: Tournament
):
    captain, invited, stranger = (api.sign_up(name) for name in ("Ann", "Ben", "Cat"))
    tournament.done(captain, "register", partners=[invited.id])
    projection = TournamentsProjection(service.database, service.store)
    while projection.catch_up():
        pass

    def exported(user: User) -> list[Json]:
        return list(user.get("/v1/me/export").json["tournaments"])

    view = tournament.view()
    item = {
        "id": view["id"],
        "name": view["settings"]["name"],
        "status": "registration",
        "owner": True,
        "role": "owner",
        "view": tournament.path,
        "events": f"{tournament.path}/events",
    }
    assert exported(tournament.owner) == [item]
    assert exported(captain) == exported(invited) == [{**item, "owner": False, "role": None}]
    assert exported(stranger) == []
    assert tournament.owner.get(item["events"]).status_code == 200


# -- limits ------------------------------------------------------------------------------------------------------------


def test_an_owner_at_the_limit_cannot_create_another_tournament(tournament: Tournament, service):
    catch_up(service)
    with another(dataclasses.replace(service.settings, tournaments_per_owner=1)) as strict:
        owner = dataclasses.replace(tournament.owner, api=Api(create_app(strict)))
        answered = owner.post("/v1/tournaments", PAIRS)
    assert (answered.status_code, answered.json["code"]) == (409, "too_many_tournaments")
    assert answered.json["detail"].endswith("unfinished tournaments: 1")


# ------------------------------------------------------------------------------------------------ tables of matches


@pytest.fixture
def tables(service, running: Tournament, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Returns the tables of round 1 after a worker has opened them."""
    WorkerContext.service, WorkerContext.queue = service, JobQueue(service.settings.redis_url)
    continue_tournament(running.id)
    catch_up(service)
    return [table for match in running.round(1)["matches"] for table in match["tables"]]


def sitting(running: Tournament, table: str) -> list[User]:
    """Returns the players of a table."""
    view = running.owner.get(f"/v1/tables/{table}").json
    users = {user.id: user for _, *pair in running.pairs for user in pair}
    return [users[seat["player"]] for seat in view["seats"]]


@pytest.mark.parametrize(
    "command",
    [{"type": "leave"}, {"type": "seat_bot", "seat": 1, "bot": "steady"}, {"type": "cancel"}],
    ids=lambda command: command["type"],
)
def test_players_of_a_match_cannot_give_up_or_change_seats(running: Tournament, tables: list[str], command: Json):
    host = sitting(running, tables[0])[0]
    answered = host.post(f"/v1/tables/{tables[0]}/commands", command)
    assert (answered.status_code, answered.json["code"]) == (403, "seats_of_match")
    assert answered.json["facts"]["tournament"] == running.id


def test_nobody_can_be_challenged_or_invited_to_a_match_table(api: Api, running: Tournament, tables: list[str]):
    host, outsider = sitting(running, tables[0])[0], api.sign_up("Otto")
    challenge = {"type": "challenge_player", "player": outsider.id, "seat": 0}
    answered = host.post(f"/v1/tables/{tables[0]}/commands", challenge)
    assert (answered.status_code, answered.json["code"]) == (403, "seats_of_match")
    answered = host.post(f"/v1/tables/{tables[0]}/invitations", {"uses": 1})
    assert (answered.status_code, answered.json["code"]) == (403, "seats_of_match")


def test_a_substitute_sees_the_cards_of_the_seat_and_the_replaced_player_no_longer(
    api: Api, running: Tournament, tables: list[str]
):
    entrant, captain, partner = running.pairs[0]
    [table] = [each for each in tables if captain in sitting(running, each)]
    seat = sitting(running, table).index(captain)
    before = captain.get(f"/v1/tables/{table}").json
    substitute = api.sign_up("Sue")
    running.done(substitute, "offer_to_substitute")
    running.done(captain, "call_substitute", entrant=entrant, player=substitute.id, instead_of=captain.id)
    continue_tournament(running.id)

    after, left = (user.get(f"/v1/tables/{table}").json for user in (substitute, captain))
    assert (before["you"], after["you"], left["you"]) == (seat, seat, None)
    assert after["match"]["hand"] == before["match"]["hand"]
    assert "hand" not in left["match"] or not left["match"]["hand"]
    assert partner.get(f"/v1/tables/{table}").json["seats"][seat]["player"] == substitute.id


def test_everybody_sees_why_a_table_was_called_off(service, running: Tournament, tables: list[str]):
    running.win(1, 1)
    continue_tournament(running.id)
    table = running.round(1)["matches"][0]["tables"][0]
    view = running.owner.get(f"/v1/tables/{table}").json
    assert (view["status"], view["result"]) == ("cancelled", None)
    events = running.owner.get(f"/v1/tables/{table}/events?limit=1000").json["events"]
    [called_off] = [each["data"] for each in events if each["type"] == "table_called_off"]
    assert called_off == {"why": "result_given"}
    assert events[0]["data"]["match"] == {"tournament": running.id, "round": 1, "number": 1}
    record = running.owner.get(f"/v1/tables/{table}/record").json
    assert record["complete"] is True
    feeds = AccountFeeds(service.database, service.store, service.notifier)
    while feeds.catch_up():
        pass
    player = sitting(running, table)[2]
    [own] = [
        each for each in player.get("/v1/me/events?limit=1000").json["events"] if each["type"] == "table_called_off"
    ]
    assert own["data"] == {"seat": 2, "why": "result_given", "version": own["data"]["version"]}
