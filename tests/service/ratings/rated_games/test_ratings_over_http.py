"""Changes of ratings, leaderboards and seasons over HTTP."""

import dataclasses

import pytest

from domain.kernel.players import PlayerId
from service.wiring import Service
from tests.support.api import Api
from tests.support.clock import MovableClock
from tests.support.rated_games import CORRESPONDENCE, LIVE, RATED, catch_up, elo, four, played, quarter, seen
from tests.support.tournaments import of


def test_a_change_is_shown_with_figures_and_text(at_work: Service, api: Api):
    user = api.sign_up()
    a, (b, c, d) = PlayerId(user.id), four(at_work)[:3]
    tournament, _ = played(at_work, (a, b), (c, d), dataclasses.replace(LIVE, season="autumn"))
    played(at_work, (a, b), (c, d), LIVE)
    catch_up(at_work)

    changes = seen(user, f"/v1/players/{a}/ratings/sheng_ji.live.4.people/changes")["changes"]

    assert [each["elo"]["after"] for each in changes] == [1531, 1516]
    first = changes[1]
    [[table]] = of(at_work, tournament).rounds[0].tables
    assert (first["id"], first["tournament"], first["round"], first["match"]) == (table, tournament, 1, 1)
    assert (first["season"], first["unrated"]) == ("autumn", None)
    assert first["elo"] == {
        "before": 1500,
        "after": 1516,
        "how": "played",
        "k": 32,
        "expected": 0.5,
        "score": 1.0,
        "own_team": 1500.0,
        "other_team": 1500.0,
        "games": 1,
        "provisional": True,
        "sentence": (
            "A team of 1500.00 was expected to score 50.0 % against a team of 1500.00, and won. K is 32, and 32 times"
            " 50.0 % is +16. The rating changed from 1500 to 1516. Provisional for 29 more rated games."
        ),
    }
    team = first["team"]
    assert team["after"] == {"skill": 26.964295, "uncertainty": 8.177962, "shown": 2.43}
    assert team["sentence"].startswith(
        "The side was expected to score 50.0 %, and won. The change is 3.93 times 50.0 %."
    )
    second = changes[0]["elo"]
    assert round(second["expected"], 4) == round(1 / (1 + 10 ** ((1484 - 1516) / 400)), 4)
    mine = seen(user, f"/v1/players/{a}/ratings")["ratings"]
    assert [each["pool"]["id"] for each in mine] == ["sheng_ji.live.4.people"]
    assert mine[0]["elo"] == {"rating": 1531, "games": 2, "won": 2, "provisional": True}


def test_changes_are_paginated_newest_first(at_work: Service, api: Api):
    user = api.sign_up()
    a, (b, c, d) = PlayerId(user.id), four(at_work)[:3]
    for _ in range(3):
        played(at_work, (a, b), (c, d))
    catch_up(at_work)
    path, found, cursor = f"/v1/players/{a}/ratings/{CORRESPONDENCE.name}/changes?limit=1", [], ""
    for _ in range(3):
        page = seen(user, path + cursor)
        found += page["changes"]
        cursor = f"&cursor={page['next_cursor']}"

    assert page["next_cursor"] is None
    assert [each["elo"]["games"] for each in found] == [3, 2, 1]


def test_a_leaderboard_is_paginated_and_gives_equal_ratings_equal_ranks(at_work: Service, api: Api):
    user = api.sign_up()
    players = [*four(at_work), *four(at_work)]
    played(at_work, players[:2], players[2:4])
    played(at_work, players[4:6], players[6:])
    catch_up(at_work)
    for system, most in (("elo", 1516), ("team", 2.43)):
        path, rows, cursor = f"/v1/ratings/{CORRESPONDENCE.name}?limit=3&system={system}", [], ""
        for _ in range(3):
            page = seen(user, path + cursor)
            rows += page["players"]
            cursor = f"&cursor={page['next_cursor']}"

        assert (page["next_cursor"], page["system"], page["season"]) == (None, system, None)
        assert [row["rank"] for row in rows] == [1] * 4 + [5] * 4
        assert {row["player"] for row in rows[:4]} == {*players[:2], *players[4:6]}
        assert [row["player"] for row in rows[:4]] == sorted(row["player"] for row in rows[:4])
        assert rows[0]["rating"] == most
        assert {(row["name"], row["is_bot"]) for row in rows} == {("somebody", False)}
        assert {(row["games"], row["won"], row["provisional"]) for row in rows[:4]} == {(1, 1, True)}
        assert {(row["games"], row["won"], row["inactive"]) for row in rows[4:]} == {(1, 0, False)}
    assert [each["id"] for each in seen(user, "/v1/ratings")["pools"]] == [CORRESPONDENCE.name]


def test_a_season_lists_its_players_with_their_rating_after_it(at_work: Service, api: Api):
    user = api.sign_up()
    a, b, c, d = four(at_work)
    others = four(at_work)
    autumn = dataclasses.replace(RATED, season="autumn")
    played(at_work, others[:2], others[2:])
    played(at_work, (a, b), (c, d))
    played(at_work, (a, b), (c, d), autumn)
    catch_up(at_work)

    [pool] = seen(user, "/v1/ratings")["pools"]
    board = seen(user, f"/v1/ratings/{pool['id']}?season=autumn")

    assert set(pool["seasons"]) == {"autumn", quarter(at_work)}
    assert {row["player"] for row in board["players"]} == {a, b, c, d}
    assert [(row["rank"], row["rating"], row["games"], row["won"]) for row in board["players"]] == [
        (1, 1531, 1, 1),
        (1, 1531, 1, 1),
        (3, 1469, 1, 0),
        (3, 1469, 1, 0),
    ]
    assert board["season"]["first_game_at"] == board["season"]["last_game_at"] == board["players"][0]["last_game_at"]
    played(at_work, (a, b), (c, d))
    catch_up(at_work)
    assert seen(user, f"/v1/ratings/{pool['id']}?season=autumn") == board, "later games do not change it"
    empty = seen(user, f"/v1/ratings/{pool['id']}?season=winter")
    assert (empty["players"], empty["season"]["first_game_at"]) == ([], None)
    assert seen(user, f"/v1/ratings/{pool['id']}?season=%00")["players"] == []


def test_an_idle_player_is_marked_inactive_and_grows_uncertain(at_work: Service, api: Api, clock: MovableClock):
    user, players = api.sign_up(), four(at_work)
    played(at_work, players[:2], players[2:])
    catch_up(at_work)
    before = seen(user, f"/v1/players/{players[0]}/ratings")["ratings"][0]
    clock.be_ahead(181 * 24 * 3600)

    assert all(row["inactive"] for row in seen(user, f"/v1/ratings/{CORRESPONDENCE.name}")["players"])
    after = seen(user, f"/v1/players/{players[0]}/ratings")["ratings"][0]
    assert (before["inactive"], after["inactive"]) == (False, True)
    assert after["elo"] == before["elo"]
    assert after["team"]["uncertainty"] > before["team"]["uncertainty"]


def test_a_closed_account_is_on_no_leaderboard_and_others_keep_their_ratings(at_work: Service, api: Api):
    user, gone = api.sign_up(), api.sign_up()
    a, (b, c, d) = PlayerId(gone.id), four(at_work)[:3]
    played(at_work, (a, b), (c, d))
    catch_up(at_work)
    exported = gone.get("/v1/me/export").json
    assert [each["elo"]["after"] for each in exported["rating_changes"]] == [1516]
    at_work.closing.close(a, None)

    board = seen(user, f"/v1/ratings/{CORRESPONDENCE.name}")["players"]

    assert {row["player"] for row in board} == {b, c, d}
    assert seen(user, f"/v1/players/{a}/ratings")["ratings"] == []
    assert seen(user, f"/v1/players/{a}/ratings/{CORRESPONDENCE.name}/changes")["changes"] == []
    assert elo(at_work, (b, c, d)) == [1516, 1484, 1484]


def test_a_sandbox_player_sees_no_ratings_of_others(at_work: Service, api: Api):
    inside, players = api.sign_up().in_sandbox(), four(at_work)
    played(at_work, players[:2], players[2:])
    catch_up(at_work)

    assert seen(inside, "/v1/ratings") == {"pools": []}
    assert seen(inside, f"/v1/ratings/{CORRESPONDENCE.name}")["players"] == []
    assert inside.get(f"/v1/players/{players[0]}/ratings").status_code == 404


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/v1/ratings/sheng_ji.live.4", 404),
        ("/v1/ratings/chess.live.2.people", 404),
        ("/v1/ratings/sheng_ji.fast.4.people", 404),
        ("/v1/ratings/sheng_ji.live.4.people?system=glicko", 400),
        ("/v1/ratings/sheng_ji.live.4.people?season=", 400),
        ("/v1/ratings/sheng_ji.live.4.people?cursor=dGJs", 400),
        ("/v1/ratings/sheng_ji.live.4.people?limit=0", 400),
        ("/v1/players/ply_00000000000000000000000000/ratings", 404),
        ("/v1/players/ply_00000000000000000000000000/ratings/sheng_ji.live.4.people/changes", 404),
    ],
)
def test_missing_ratings_are_reported_as_not_found(api: Api, path: str, status: int):
    answered = api.sign_up().get(path)

    assert answered.status_code == status
    assert answered.content_type == "application/problem+json"
