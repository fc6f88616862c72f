"""Leagues over HTTP: creation, lists, participation, seasons and refusals."""

import orjson
import pytest

from domain.kernel.instants import Instant
from domain.tournaments.leagues.commands import LeagueTimePasses
from service.leagues.jobs import continue_league
from service.platform.queue.job_queue import JobQueue
from service.wiring import Service
from service.worker_context import WorkerContext
from tests.support.api import Api, Json
from tests.support.clock import MovableClock
from tests.support.leagues_served import LEAGUE, SETTLES, STARTS, League, until
from tests.support.leagues_stored import follow
from tests.support.tournaments import follow as follow_tournaments

DAY_MS = 24 * 3600 * 1000


@pytest.fixture
def at(service: Service, clock: MovableClock):
    """Moves the time of leagues and lets a worker run."""
    WorkerContext.service, WorkerContext.queue = service, JobQueue(service.settings.redis_url)

    def later(league: League, now: Instant) -> None:
        clock.stop_at(now)
        continue_league(league.id)
        follow(service)

    return later


def of_four(api: Api, **plan: object) -> League:
    league = League(api, **plan)
    for number in range(1, 5):
        league.enter(f"Pair {number}")
    return league


def names(season: Json) -> list[list[str]]:
    return [[line["name"] for line in division["standings"]] for division in season["divisions"]]


def goes(season: Json) -> list[list[tuple[int | None, str, bool]]]:
    return [[tuple(line["goes"].values()) for line in division["standings"]] for division in season["divisions"]]


def end_divisions(league: League, season: Json) -> None:
    """Lets the first pair of each division win all matches and calls the tournament off."""
    for division in season["divisions"]:
        path = f"/v1/tournaments/{division['tournament']}/commands"
        paired = league.owner.post(path, {"type": "pair_round", "round": 1})
        assert paired.status_code == 200, paired.text
        won = {"type": "override_result", "round": 1, "match": 1, "first": 0, "second": 100, "reason": "as seen"}
        match = paired.json["events"][0]["data"]["matches"][0]
        loser = division["standings"][0]["entrant"]
        first, second = (0, 100) if match[0] == loser else (100, 0)
        assert league.owner.post(path, {**won, "first": first, "second": second}).status_code == 200
        assert league.owner.post(path, {"type": "close_round", "round": 1}).status_code == 200
        assert league.owner.post(path, {"type": "finish_tournament"}).status_code == 200


# ------------------------------------------------------------------------------------------------ seasons


def test_a_league_is_played_from_registration_to_the_second_season(api: Api, service: Service, at):
    league = of_four(api)
    seen = league.view()
    assert (seen["status"], seen["season"], seen["due_at"]) == ("waiting", None, "2099-01-09T18:00:00.000Z")
    assert [each["status"] for each in seen["members"]] == ["member"] * 4
    assert league.owner.get(f"{league.path}/seasons/1").status_code == 404

    at(league, SETTLES)
    settled = league.season()
    assert (settled["status"], names(settled)) == ("settled", [["Pair 1", "Pair 2"], ["Pair 3", "Pair 4"]])
    assert all(line["goes"] is line["rank"] is None for each in settled["divisions"] for line in each["standings"])
    at(league, STARTS)
    played = league.season()
    assert [each["status"] for each in played["divisions"]] == ["playing", "playing"]
    assert goes(played)[1][0] == (1, "promoted", False)

    end_divisions(league, played)
    at(league, Instant(STARTS + DAY_MS))
    over = league.season()
    assert over["status"] == "over"
    assert names(over) == [["Pair 2", "Pair 1"], ["Pair 4", "Pair 3"]]
    assert goes(over) == [
        [(1, "stays", False), (2, "relegated", False)],
        [(1, "promoted", False), (2, "stays", False)],
    ]
    assert [line["points"] for line in over["divisions"][0]["standings"]] == ["1", "0"]

    at(league, Instant(SETTLES + 12 * DAY_MS))
    assert goes(league.season()) == [
        [(1, "stays", True), (2, "relegated", True)],
        [(1, "promoted", True), (2, "stays", True)],
    ]
    second = league.season(2)
    assert names(second) == [["Pair 2", "Pair 4"], ["Pair 1", "Pair 3"]]
    assert [[line["came"]["reason"] for line in each["standings"]] for each in second["divisions"]] == [
        ["stays", "promoted"],
        ["relegated", "stays"],
    ]


def test_tournaments_of_a_league_are_listed_with_their_league(api: Api, service: Service, at):
    league = of_four(api)
    at(league, STARTS)
    follow_tournaments(service)
    wanted = {division["tournament"] for division in league.season()["divisions"]}

    listed = league.owner.get("/v1/tournaments?mine=true&limit=100").json["tournaments"]

    assert {each["id"] for each in listed if each["series"] == league.id} == wanted
    assert sorted(each["name"] for each in listed) == ["City pairs 1.1", "City pairs 1.2"]


def test_staff_of_the_league_run_its_tournaments(api: Api, service: Service, at):
    league = of_four(api)
    director = api.sign_up("Dora")
    league.done(league.owner, "appoint_staff", player=director.id, role="director")
    at(league, STARTS)
    [first, _] = league.season()["divisions"]

    seen = director.get(f"/v1/tournaments/{first['tournament']}").json

    assert seen["you"]["role"] == "director"
    assert [each["player"] for each in seen["staff"]] == [league.owner.id, director.id]


def test_divisions_can_be_overridden_and_the_log_says_by_whom(api: Api, service: Service, at):
    league = of_four(api)
    at(league, SETTLES)
    one, two, three, four = (entrant for entrant, _, _ in league.pairs)

    done = league.done(
        league.owner, "override_divisions", season=1, divisions=[[one, three], [two, four]], reason="they asked"
    )

    assert (done[0]["data"]["by"], done[0]["data"]["reason"]) == (league.owner.id, "they asked")
    assert names(league.season()) == [["Pair 1", "Pair 3"], ["Pair 2", "Pair 4"]]
    came = [line["came"]["reason"] for each in league.season()["divisions"] for line in each["standings"]]
    assert came == ["newcomer", "overridden", "overridden", "newcomer"]


def test_players_see_the_question_whether_they_play_on_and_answer_it(api: Api, service: Service, at):
    league = of_four(api, continues=False)
    at(league, STARTS)
    _, captain, partner = league.pairs[0]
    assert league.view(captain)["you"]["is_asked"]

    league.done(captain, "continue")

    assert not league.view(captain)["you"]["is_asked"]
    assert league.view(partner)["you"]["is_asked"]
    assert league.ask(captain, "continue").json["code"] == "not_asked"


# ------------------------------------------------------------------------------------------------ lists and events


def test_leagues_are_listed_by_status_and_by_owner(api: Api, service: Service):
    league = League(api)
    entrant, captain, partner = (league.enter("Pair"), *league.pairs[0][1:])
    asked = api.sign_up("Asked")
    league.done(api.sign_up("Asking"), "register", partners=[asked.id])
    follow(service)

    for user in (league.owner, captain, partner, asked):
        [mine] = user.get("/v1/leagues?mine=true").json["leagues"]
        assert (mine["id"], mine["members"], mine["owner"]) == (league.id, 1, league.owner.id)
    assert api.sign_up().get("/v1/leagues?mine=true").json["leagues"] == []
    assert league.id in {each["id"] for each in captain.get("/v1/leagues?status=waiting&limit=100").json["leagues"]}
    assert league.id not in {each["id"] for each in captain.get("/v1/leagues?status=ended").json["leagues"]}
    assert entrant


def test_events_are_numbered_from_1_and_paginated(api: Api):
    league = of_four(api)

    page = league.owner.get(f"{league.path}/events?limit=3").json
    assert [each["version"] for each in page["events"]] == [1, 2, 3]
    assert (page["next_after"], page["more"]) == (3, True)
    rest = league.owner.get(f"{league.path}/events?after=3").json
    assert ([each["version"] for each in rest["events"]], rest["more"]) == (list(range(4, 10)), False)
    assert league.events()[0]["type"] == "league_created"


def test_an_unchanged_view_is_not_sent_again(api: Api):
    league = League(api)
    tag = league.owner.get(league.path).headers["ETag"]

    assert league.owner.get(league.path, headers={"If-None-Match": tag}).status_code == 304
    changed = league.ask(league.owner, "appoint_staff", {"If-Match": tag}, player=api.sign_up().id, role="director")
    assert changed.status_code == 200
    assert league.owner.get(league.path, headers={"If-None-Match": tag}).status_code == 200
    assert league.ask(league.owner, "end_league", {"If-Match": tag}, reason="no").json["code"] == "stale_version"


def test_a_plan_can_be_submitted_as_it_is_shown(api: Api):
    league = League(api, rules={"least": 4, "promoted": {"numerator": 1, "denominator": 4, "rounding": "nearest"}})
    plan = league.view()["plan"]
    assert plan["rules"]["relegated"] == {"numerator": 1, "denominator": 6, "rounding": "up"}

    assert League(api, **plan).view()["plan"] == plan
    assert league.done(league.owner, "change_league", plan=plan)[0]["data"]["plan"] == plan


# -- retries -----------------------------------------------------------------------------------------------------------


def test_a_league_is_created_once_per_key(api: Api):
    owner = api.sign_up()
    made = [owner.post("/v1/leagues", LEAGUE, headers={"Idempotency-Key": "one"}) for _ in range(2)]

    assert made[0].json == made[1].json
    assert made[1].headers["Idempotency-Replayed"] == "true"
    other = owner.post("/v1/leagues", {**LEAGUE, "name": "Other"}, headers={"Idempotency-Key": "one"})
    assert other.json["code"] == "idempotency_key_reused"


def test_a_command_is_executed_once_per_key(api: Api):
    league = League(api)
    captain, partner = api.sign_up(), api.sign_up()
    asked = [league.ask(captain, "register", {"Idempotency-Key": "two"}, partners=[partner.id]) for _ in range(2)]

    assert asked[0].json == asked[1].json
    assert len(league.events()) == 2


def test_a_dry_run_changes_nothing(api: Api):
    league = League(api)

    foreseen = league.owner.post(f"{league.path}/commands?dry_run=true", {"type": "end_league", "reason": "no"})

    assert foreseen.json == {"league": league.id, "version": 1, "legal": True, "events": ["league_ended"]}
    assert league.view()["status"] == "waiting"
    refused = api.sign_up().post(f"{league.path}/commands?dry_run=true", {"type": "end_league", "reason": "no"})
    assert refused.json["code"] == "staff_only"


# ------------------------------------------------------------------------------------------------ bad input


def plan(**parts: Json) -> Json:
    return {**LEAGUE, **{name: {**LEAGUE[name], **part} for name, part in parts.items()}}


@pytest.mark.parametrize(
    ("body", "status", "code", "named"),
    [
        ({**LEAGUE, "surprise": 1}, 400, "invalid_request", "surprise"),
        ({name: LEAGUE[name] for name in ("name", "template")}, 400, "invalid_request", "calendar"),
        (plan(calendar={"starts_at": "tomorrow"}), 400, "invalid_request", "calendar.starts_at"),
        (plan(calendar={"seasons": 0}), 400, "invalid_request", "calendar.seasons"),
        (plan(rules={"least": 9}), 400, "invalid_request", "rules.most"),
        (plan(rules={"promoted": {"count": 1, "numerator": 1}}), 400, "invalid_request", "rules.promoted.count"),
        (
            plan(rules={"promoted": {"numerator": 2, "denominator": 1, "rounding": "up"}}),
            400,
            "invalid_request",
            "rules.promoted.numerator",
        ),
        (plan(calendar={"starts_at": "2020-01-01T00:00:00Z"}), 422, "invalid_settings", "calendar.starts_at"),
        (plan(calendar={"closes_before_s": 172801}), 422, "invalid_settings", "calendar.closes_before_s"),
        (plan(template={"format": "knock_out"}), 422, "invalid_settings", "template.format"),
        (plan(template={"series": "lge_x"}), 422, "invalid_settings", "series"),
        (plan(template={"entrants": {"kind": "player"}}), 422, "format_does_not_fit", "entrants"),
        (plan(template={"figures": {"cycles": 7}}), 422, "invalid_settings", "figures.cycles"),
        (plan(template={"play": {"profile": "nothing"}}), 422, "unknown_profile", None),
    ],
)
def test_an_invalid_plan_is_refused_by_member(api: Api, body, status, code, named):
    owner = api.sign_up()

    answered = owner.post("/v1/leagues", body)

    assert (answered.status_code, answered.json["code"]) == (status, code)
    facts = answered.json.get("facts", {})
    if named is not None:
        assert named in (facts.get("fields") or [facts.get("option")])


@pytest.mark.parametrize(
    ("command", "status", "code"),
    [
        ({"type": "dance"}, 400, "invalid_request"),
        ({"type": "register", "partners": ["nobody"]}, 400, "invalid_request"),
        ({"type": "register"}, 422, "partners_missing"),
        ({"type": "register", "partners": ["ply_" + "0" * 26]}, 422, "cannot_be_challenged"),
        ({"type": "accept", "entrant": "ent_1"}, 422, "no_such_entrant"),
        ({"type": "withdraw", "entrant": "ent_1"}, 422, "no_such_entrant"),
        ({"type": "continue"}, 403, "not_taking_part"),
        ({"type": "end_league", "reason": "no"}, 403, "staff_only"),
        ({"type": "cut_season_short", "season": 1, "reason": "no"}, 403, "staff_only"),
        ({"type": "season_started"}, 400, "invalid_request"),
    ],
)
def test_an_invalid_command_is_refused_and_changes_nothing(api: Api, command, status, code):
    league = League(api)

    answered = api.sign_up().post(f"{league.path}/commands", command)

    assert (answered.status_code, answered.json["code"]) == (status, code)
    assert league.view()["version"] == 1


def test_a_player_who_did_not_consent_does_not_play(api: Api, service: Service, at):
    league = of_four(api)
    captain, partner, third = (api.sign_up() for _ in range(3))
    entrant = league.done(captain, "register", partners=[partner.id])[0]["data"]["entrant"]
    assert league.ask(third, "accept", entrant=entrant).json["code"] == "not_invited"
    assert league.view(partner)["you"]["invited_to"] == [entrant]
    at(league, STARTS)

    assert entrant not in {line["entrant"] for each in league.season()["divisions"] for line in each["standings"]}


def test_league_operations_need_their_scopes(api: Api):
    league = League(api)
    scopes = {"table:read": ["table:read"], "tournament:write": ["tournament:write"]}
    readers = {
        name: league.owner.post("/v1/me/tokens", {"name": name, "scopes": wanted}).json["secret"]
        for name, wanted in scopes.items()
    }

    for method, path, body, token in (
        ("POST", "/v1/leagues", LEAGUE, readers["tournament:write"]),
        ("POST", f"{league.path}/commands", {"type": "register"}, readers["table:read"]),
        ("POST", f"{league.path}/commands", {"type": "end_league", "reason": "no"}, readers["tournament:write"]),
        ("GET", league.path, None, readers["tournament:write"]),
    ):
        answered = api.call(method, path, body, token=token)
        assert (answered.status_code, answered.json["code"]) == (403, "missing_scope")


def test_leagues_of_the_server_are_not_found_in_a_sandbox(api: Api, service: Service):
    league = League(api)
    follow(service)
    inside = api.sign_up().in_sandbox()

    assert inside.get("/v1/leagues").json["leagues"] == []
    assert inside.get(league.path).status_code == 404
    assert league.ask(inside, "register").status_code == 404
    missing = inside.get(f"/v1/leagues/lge_{'0' * 26}").json["detail"]
    assert inside.get(league.path).json["detail"] == missing.replace("lge_" + "0" * 26, league.id)


# ------------------------------------------------------------------------------------------------ accounts


def test_closing_an_account_leaves_its_leagues_and_ends_those_it_owns(api: Api, service: Service):
    league, other = League(api), League(api)
    league.enter("Pair")
    _, captain, _ = league.pairs[0]
    other.done(other.owner, "register", partners=[captain.id])
    follow(service)

    api.call("DELETE", "/v1/me", {"confirm": captain.id}, token=captain.token)
    assert league.view()["members"][0]["status"] == "out"
    assert other.view()["members"][0]["status"] == "out"

    closed = api.call("DELETE", "/v1/me", {"confirm": league.owner.id}, token=league.owner.token)
    assert closed.status_code == 204
    assert service.leagues.at(league.id).league.has_ended


def test_closing_an_account_also_covers_leagues_that_are_not_yet_listed(api: Api, service: Service):
    follow(service)
    league, other = League(api), League(api)
    league.enter("Pair")
    _, captain, partner = league.pairs[0]
    other.done(other.owner, "register", partners=[partner.id])

    for user in (partner, league.owner):
        assert api.call("DELETE", "/v1/me", {"confirm": user.id}, token=user.token).status_code == 204

    assert league.view(captain)["members"][0]["status"] == "out"
    assert other.view()["members"][0]["status"] == "out"
    assert service.leagues.at(league.id).league.has_ended


def test_an_export_lists_the_leagues_of_a_player(api: Api, service: Service):
    league = League(api)
    league.enter("Pair")
    follow(service)

    for user, owns in ((league.owner, True), (league.pairs[0][1], False)):
        [exported] = orjson.loads(user.get("/v1/me/export").data)["leagues"]
        assert (exported["id"], exported["owner"], exported["view"]) == (league.id, owns, league.path)


def test_nothing_happens_before_its_scheduled_time(api: Api, service: Service):
    league = of_four(api)
    until(service, league, Instant(SETTLES - 1))
    assert league.view()["status"] == "waiting"
    assert service.leagues.carry_out(league.id, LeagueTimePasses()).events == []
