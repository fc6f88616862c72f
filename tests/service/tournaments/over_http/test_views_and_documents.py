"""Views, lists, reports, calendars and exports of tournaments over HTTP."""

import csv
import io
from typing import Any

import icalendar
import pytest

from service.tournaments.projections import TournamentsProjection
from tests.support.api import Api, Json, User
from tests.support.tournament_requests import ALONE, catch_up
from tests.support.tournaments_served import Tournament


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
    assert as_csv.headers["Vary"] == "Accept, Accept-Language, Authorization, Cookie"


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


def test_an_unknown_tournament_is_not_found(tournament: Tournament):
    owner = tournament.owner
    for path in (f"/v1/tournaments/trn_{'0' * 26}", "/v1/tournaments/tbl_1", f"{tournament.path}/rounds/1"):
        assert owner.get(path).status_code == 404, path
    assert owner.post(f"/v1/tournaments/trn_{'0' * 26}/commands", {"type": "register"}).status_code == 404


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
