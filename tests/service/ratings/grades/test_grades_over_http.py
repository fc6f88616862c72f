"""Changes of grades and leaderboards over HTTP, and grades in sandboxes."""

import dataclasses
from datetime import UTC, datetime
from typing import Any

import pytest

from domain.kernel.instants import HOUR_MS, Instant
from domain.kernel.players import PlayerId
from domain.ratings.grade import FULL, Pair, Session, SessionId
from domain.tournaments.commands import FinishTournament, StartTournament
from service.platform.store.database import Database
from service.processes.rebuild import rebuild
from service.ratings.grades import projections as projected
from service.ratings.grades.projections import SessionEvent
from service.wiring import Service
from tests.support.api import Api, User
from tests.support.graded_sessions import POOL, RATED, catch_up, from_the_start, in_log, pairs_of, session_event, stored
from tests.support.tournaments import enters, player


def seen(user: User, path: str) -> Any:
    answered = user.get(path)
    assert answered.status_code == 200, answered.text
    return answered.json


def test_a_change_is_shown_with_figures_and_text(at_work: Service, api: Api):
    user, other = api.sign_up(), api.sign_up()
    mine = (PlayerId(user.id), PlayerId(other.id))
    pairs = [mine, *pairs_of(at_work, 3)]
    for number, score in ((1, 55), (2, 40)):
        scores = [score, 100 - score, 50, 50]
        session = Session(
            SessionId(f"trn_{number:026d}"),
            Instant(number * HOUR_MS),
            25,
            tuple(Pair(pair, each * FULL // 100, 25) for pair, each in zip(pairs, scores, strict=True)),
        )
        in_log(at_work, session_event(number, session))
    catch_up(at_work)

    path = f"/v1/players/{user.id}/grades/{POOL.name}/changes"
    newest = seen(user, f"{path}?limit=1")
    [oldest] = (page := seen(user, f"{path}?limit=1&cursor={newest['next_cursor']}"))["changes"]
    assert page["next_cursor"] is None
    assert [each["id"] for each in newest["changes"]] == [f"trn_{2:026d}"]
    assert oldest == {
        "id": f"trn_{1:026d}",
        "at": "1970-01-01T01:00:00.000Z",
        "partner": other.id,
        "own": {
            "before": 50.0,
            "after": 53.333333,
            "partner_grade": 50.0,
            "field": 50.0,
            "expected": 50.0,
            "score": 55.0,
            "gain": 2,
            "boards": 25,
            "of_boards": 75,
            "boards_graded": 25,
            "provisional": True,
            "sentence": (
                "With a partner of 50.00 %, the pair was expected to score 50.00 % in a field of 50.00 %, and scored "
                "55.00 %. The difference of +5.00 %, times 2, weighted as 25 of 75 boards, is +3.33 %. The grade "
                "changed from 50.00 % to 53.33 %. Provisional."
            ),
        },
        "partnership": {
            **oldest["own"],
            "after": 51.666667,
            "partner_grade": None,
            "gain": 1,
            "sentence": (
                "The partnership was expected to score 50.00 % in a field of 50.00 %, and scored 55.00 %. The "
                "difference of +5.00 %, weighted as 25 of 75 boards, is +1.67 %. The grade changed from 50.00 % to "
                "51.67 %. Provisional."
            ),
        },
    }
    [grade] = seen(user, f"/v1/players/{user.id}/grades")["grades"]
    assert grade["pool"]["id"] == POOL.name
    assert grade["grade"] == newest["changes"][0]["own"]["after"]
    assert (grade["boards"], grade["sessions"], grade["provisional"], grade["inactive"]) == (50, 2, True, True)
    assert grade["last_session_at"] == "1970-01-01T02:00:00.000Z"
    [together] = grade["partnerships"]
    assert (together["partner"], together["grade"]) == (other.id, newest["changes"][0]["partnership"]["after"])


def test_leaderboards_of_players_and_partnerships_are_paginated(at_work: Service, api: Api):
    user, pairs = api.sign_up(), pairs_of(at_work, 3)
    for number, scores in ((1, (60, 60, 30)), (2, (55, 55, 40))):
        of_pairs = tuple(Pair(pair, each * FULL // 100) for pair, each in zip(pairs, scores, strict=True))
        in_log(at_work, session_event(number, Session(SessionId(f"trn_{number:026d}"), Instant(number), 20, of_pairs)))
    catch_up(at_work)
    for whom, ranks, who in (
        ("players", [1] * 4 + [5] * 2, [[each] for pair in pairs for each in pair]),
        ("partnerships", [1, 1, 3], [sorted(pair) for pair in pairs]),
    ):
        rows, cursor = [], ""
        while cursor is not None:
            path = f"/v1/grades/{POOL.name}?limit=2&of={whom}"
            page = seen(user, path + (cursor and f"&cursor={cursor}"))
            rows += page["grades"]
            assert set(page["players"]) == {each for row in page["grades"] for each in row["players"]}
            assert {each["name"] for each in page["players"].values()} == {"somebody"}
            cursor = page["next_cursor"]
        assert (page["of"], page["pool"]["id"]) == (whom, POOL.name)
        assert [row["rank"] for row in rows] == ranks
        assert sorted(row["players"] for row in rows) == sorted(who)
        assert [row["grade"] for row in rows] == sorted((row["grade"] for row in rows), reverse=True)
        assert {(row["boards"], row["sessions"]) for row in rows} == {(40, 2)}
    assert seen(user, f"/v1/grades/{POOL.name}")["of"] == "players"


def test_a_closed_account_is_on_no_leaderboard_and_others_keep_their_grades(at_work: Service, api: Api):
    user, first, pairs, last = api.sign_up(), api.sign_up(), pairs_of(at_work, 3), api.sign_up()
    # Ids increase with time, so the player may be first or second in the partnership.
    a, z = PlayerId(first.id), PlayerId(last.id)
    field = [(a, pairs[0][0]), (z, pairs[1][0]), pairs[2]]
    session = Session(SessionId(f"trn_{1:026d}"), Instant(1), 20, tuple(Pair(pair, FULL // 2) for pair in field))
    in_log(at_work, session_event(1, session))
    catch_up(at_work)
    exported = first.get("/v1/me/export").json["grade_changes"]
    assert [(each["pool"], each["partner"], each["own"]["score"]) for each in exported] == [
        (POOL.name, pairs[0][0], 50.0)
    ]
    for gone in (a, z):
        at_work.closing.close(gone, None)

    board = seen(user, f"/v1/grades/{POOL.name}")["grades"]
    assert {who for row in board for who in row["players"]} == {each for pair in field for each in pair} - {a, z}
    both = seen(user, f"/v1/grades/{POOL.name}?of=partnerships")["grades"]
    assert [row["players"] for row in both] == [sorted(pairs[2])]
    for gone, partner in ((a, pairs[0][0]), (z, pairs[1][0])):
        assert seen(user, f"/v1/players/{gone}/grades") == {
            "player": gone,
            "grades": [],
            "players": {gone: {"name": None, "is_bot": False}},
        }
        assert seen(user, f"/v1/players/{gone}/grades/{POOL.name}/changes")["changes"] == []
        [left] = seen(user, f"/v1/players/{partner}/grades")["grades"]
        assert (left["boards"], left["partnerships"]) == (20, [])


def test_sandbox_players_and_others_do_not_see_each_others_grades(at_work: Service, api: Api):
    outside, inside = api.sign_up(), api.sign_up().in_sandbox()
    pairs = pairs_of(at_work, 2)
    sandbox = at_work.accounts.sandbox_of(PlayerId(inside.id))
    theirs = [
        (PlayerId(inside.id), player(at_work, "b", sandbox)),
        (player(at_work, "c", sandbox), player(at_work, "d", sandbox)),
    ]
    for number, (field, where) in enumerate(((pairs, None), (theirs, sandbox)), start=1):
        made = Session(SessionId(f"trn_{number:026d}"), Instant(1), 20, tuple(Pair(pair, FULL // 2) for pair in field))
        in_log(at_work, session_event(number, made)._replace(pool=projected.stored_pool(POOL, where)))
    catch_up(at_work)

    for user, field in ((outside, pairs), (inside, theirs)):
        board = seen(user, f"/v1/grades/{POOL.name}")["grades"]
        assert sorted(who for row in board for who in row["players"]) == sorted(each for pair in field for each in pair)
    assert inside.get(f"/v1/players/{pairs[0][0]}/grades").status_code == 404
    [own] = seen(inside, f"/v1/players/{inside.id}/grades")["grades"]
    assert own["pool"]["id"] == POOL.name
    assert len(seen(inside, f"/v1/players/{inside.id}/grades/{POOL.name}/changes")["changes"]) == 1


def ended_in(service: Service, sandbox: str | None, owner: PlayerId) -> tuple[str, list[tuple[PlayerId, PlayerId]]]:
    """Returns a sandbox tournament that ended without play, and its pairs."""
    plan = dataclasses.replace(RATED, rounds=dataclasses.replace(RATED.rounds, is_automatic=False))
    tournament = service.tournaments.create(owner, plan).id
    field = [(player(service, "one", sandbox), player(service, "other", sandbox)) for _ in range(4)]
    for pair in field:
        enters(service, tournament, *pair)
    for command in (StartTournament(owner), FinishTournament(owner, "rain")):
        service.tournaments.carry_out(tournament, command)
    return tournament, field


def taken_away(service: Service, api: Api, inside: User) -> None:
    """Ends the sandbox of a player and deletes its data."""
    assert api.call("DELETE", "/v1/sandbox", token=inside.token).status_code == 204
    while service.database.read("expired_sandboxes", {"limit": 1}):
        service.sandboxes.sweep()


def test_a_sandbox_session_is_stored_for_its_sandbox_only_and_deleted_with_it(at_work: Service, api: Api):
    inside = api.sign_up().in_sandbox()
    sandbox = at_work.accounts.sandbox_of(PlayerId(inside.id))
    tournament, field = ended_in(at_work, sandbox, PlayerId(inside.id))
    catch_up(at_work)
    name = projected.stored_pool(POOL, sandbox)
    with at_work.database.session() as session:
        assert session.execute("SELECT pool, session FROM grade_session").fetchall() == [(name, None)]
    made = Session(SessionId(tournament), Instant(1), 20, tuple(Pair(pair, FULL // 2) for pair in field))
    in_log(at_work, SessionEvent(tournament, name, datetime.now(UTC), made, sandbox))
    catch_up(at_work)
    assert all(stored(at_work).values())

    taken_away(at_work, api, inside)

    assert not any(stored(at_work).values())

    # Late events and rebuilds do not restore it.
    in_log(at_work, SessionEvent(tournament, name, datetime.now(UTC), made, sandbox))
    catch_up(at_work)
    assert not any(stored(at_work).values())
    from_the_start(at_work)
    catch_up(at_work)
    assert not [row for row in stored(at_work)["grade_session"] if sandbox in row]


def test_grades_of_a_sandbox_that_ends_during_a_rebuild_do_not_come_back(
    at_work: Service, api: Api, database_url: str, monkeypatch: pytest.MonkeyPatch
):
    inside = api.sign_up().in_sandbox()
    sandbox = at_work.accounts.sandbox_of(PlayerId(inside.id))
    ended_in(at_work, sandbox, PlayerId(inside.id))
    read, ended = Database.read, []

    def ending(self: Database, name: str, *given: Any) -> Any:
        """The last statement before the new read models replace the old ones."""
        if name == "all_set_aside":
            ended.append(taken_away(at_work, api, inside))
        return read(self, name, *given)

    monkeypatch.setattr(Database, "read", ending)
    rebuild(database_url, "shengji_app", lambda *_: None)
    assert len(ended) == 1

    found = stored(at_work)
    assert not any(sandbox in row for name in ("grade_session", "grade_pool") for row in found[name])


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/v1/grades/sheng_ji.duplicate.4", 404),
        ("/v1/grades/chess.duplicate.2.people", 404),
        ("/v1/grades/sheng_ji.duplicate.4.people?of=teams", 400),
        ("/v1/grades/sheng_ji.duplicate.4.people?cursor=dGJs", 400),
        ("/v1/grades/sheng_ji.duplicate.4.people?limit=0", 400),
        ("/v1/players/ply_00000000000000000000000000/grades", 404),
        ("/v1/players/ply_00000000000000000000000000/grades/sheng_ji.duplicate.4.people/changes", 404),
    ],
)
def test_missing_grades_are_reported_as_not_found(api: Api, path: str, status: int):
    answered = api.sign_up().get(path)

    assert answered.status_code == status
    assert answered.content_type == "application/problem+json"
