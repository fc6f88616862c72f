"""House bots that staff enter in tournaments."""

from typing import cast

import pytest

from domain.kernel.instants import HOUR_MS, Instant, read_instant, write_instant
from service.cli.verify import verified_record
from service.tournaments.jobs import continue_tournament
from service.wiring import Service
from tests.support.api import Api, Json
from tests.support.clocked_sandboxes import ClockedSandbox
from tests.support.tournament_requests import ALONE, catch_up, refused
from tests.support.tournaments_served import Tournament

PAIR_OF_BOTS = {"bots": ["steady", "steady"]}
WITH_TIMES: Json = {"rounds": {"pace": "window", "window_s": 86_400, "is_automatic": False}}


def names_of(tournament: Tournament) -> list[list[str]]:
    """Returns the names of the players of each entrant, in the order of the list."""
    document = tournament.read("/entrants")
    named = document["players"]
    return [[named[each["player"]]["name"] for each in entrant["members"]] for entrant in document["entrants"]]


@pytest.fixture
def sandbox(api: Api, at_work: Service) -> ClockedSandbox:
    return ClockedSandbox(api, at_work)


def in_sandbox(sandbox: ClockedSandbox, **settings: object) -> Tournament:
    return Tournament(cast("Api", sandbox), owner=sandbox.author, **settings)


def test_bots_are_pairs_and_partners_with_readable_names(tournament: Tournament):
    ada = tournament.api.sign_up("Ada")
    entrants: list[Json] = [{**PAIR_OF_BOTS, "number": 2}, {"players": [ada.id], "bots": ["random"], "name": "Pandas"}]

    events = tournament.done(tournament.owner, "enter_entrants", entrants=entrants)
    tournament.done(tournament.owner, "enter_entrants", csv="bot;bot 2\nsteady;random")

    assert sum(each["type"] == "entrant_entered" for each in events) == 3
    expected = [["Steady 1", "Steady 2"], ["Steady 3", "Steady 4"], ["Ada", "Random 1"], ["Steady 5", "Random 2"]]
    assert names_of(tournament) == expected
    assert tournament.read("/entrants")["players"]["ply_house_steady_5"] == {"name": "Steady 5", "is_bot": True}
    assert ada.get("/v1/players/ply_house_steady_5").json["kind"] == "house"


def test_the_numbers_of_bots_that_have_left_are_not_used_again(tournament: Tournament):
    tournament.done(tournament.owner, "enter_entrants", entrants=[PAIR_OF_BOTS])
    [entrant] = tournament.read("/entrants")["entrants"]
    tournament.done(tournament.owner, "withdraw_entrant", entrant=entrant["id"], reason="too strong")

    tournament.done(tournament.owner, "enter_entrants", entrants=[PAIR_OF_BOTS])

    assert ["Steady 3", "Steady 4"] in names_of(tournament)


def test_bots_agree_at_once_to_the_first_proposed_time(tournament: Tournament):
    tournament.done(tournament.owner, "enter_entrants", entrants=[PAIR_OF_BOTS])
    tournament.enter("Pair 1")
    [(_, ann, _)] = tournament.pairs
    tournament.done(tournament.owner, "change_settings", settings={**tournament.plan, **WITH_TIMES})
    tournament.done(tournament.owner, "start_tournament")
    deadline = read_instant(tournament.pair()["deadline"])
    early, late = (write_instant(Instant(deadline - hours * HOUR_MS)) for hours in (2, 1))

    events = tournament.done(ann, "propose_time", round=1, match=1, times=[late, early])

    assert [each["type"] for each in events] == ["match_time_proposed", "match_time_agreed"]
    assert (events[1]["data"]["by"], events[1]["data"]["plays_at"]) == ("ply_house_steady_1", early)
    match = tournament.round(1)["matches"][0]
    assert (match["plays_at"], match["proposal"]) == (early, None)


def test_a_table_of_bots_is_played_by_workers_and_gives_the_result(sandbox: ClockedSandbox):
    tournament = in_sandbox(sandbox)
    tournament.done(sandbox.author, "enter_entrants", entrants=[{**PAIR_OF_BOTS, "number": 4}])
    tournament.done(sandbox.author, "start_tournament")
    tournament.pair()

    sandbox.settle()

    round_ = tournament.round(1)
    assert all(match["result"]["kind"] == "played" for match in round_["matches"])
    view = sandbox.author.view(round_["matches"][0]["tables"][0])
    assert {each["bot"] for each in view["seats"]} == {"steady"}
    assert len({each["player"] for each in view["seats"]}) == 4
    assert all(not each["is_absent"] for each in tournament.standings())
    record = sandbox.author.get(f"/v1/tables/{round_['matches'][0]['tables'][0]}/record")
    assert verified_record(record.data).disagreements == ()


def test_a_person_and_a_bot_are_partners_at_their_table(api: Api, at_work: Service):
    tournament = Tournament(api)
    ada = api.sign_up("Ada")
    entrants = [{"players": [ada.id], "bots": ["steady"]}, PAIR_OF_BOTS]
    tournament.done(tournament.owner, "enter_entrants", entrants=entrants)
    tournament.done(tournament.owner, "start_tournament")
    tournament.pair()

    continue_tournament(tournament.id)
    catch_up(at_work)

    [match] = tournament.round(1)["matches"]
    seats = ada.view(match["tables"][0])["seats"]
    mine = next(each for each in seats if each["player"] == ada.id)
    assert mine["bot"] is None
    assert [each["bot"] for each in seats].count("steady") == 3


def test_bots_check_in_by_themselves(sandbox: ClockedSandbox):
    schedule = {"starts_at": "2027-03-20T18:00:00Z", "check_in_s": 3600}
    tournament = in_sandbox(sandbox, **ALONE, schedule=schedule)
    tournament.done(sandbox.author, "enter_entrants", entrants=[{"bots": ["steady"], "number": 4}])
    sandbox.advance("2027-03-20T17:30:00Z")
    tournament.done(sandbox.author, "enter_entrants", entrants=[{"bots": ["random"]}])

    sandbox.advance("2027-03-20T18:00:00Z")

    assert tournament.view()["status"] == "running"
    assert len([each for each in tournament.read("/entrants")["entrants"] if each["status"] == "entered"]) == 5


def test_bots_are_refused_in_a_rated_tournament(api: Api):
    tournament = Tournament(api, is_rated=True)
    problem = refused(
        *(tournament, tournament.owner, 422, "bots_not_possible", "enter_entrants"), entrants=[PAIR_OF_BOTS]
    )
    assert problem["hint"] == "enter bots in an unrated tournament, or in a sandbox"


def test_bots_of_a_sandbox_do_not_play_in_an_arena(sandbox: ClockedSandbox):
    play = {"profile": "zhang-2021", "hands": 1, "clock": {"kind": "simple", "per_move_s": 60}}
    arena = {"format": "arena", "figures": {"minutes": 60}, "tie_breaks": [], "play": play, "rounds": {}}
    tournament = in_sandbox(sandbox, **arena)
    refused(*(tournament, sandbox.author, 422, "bots_not_possible", "enter_entrants"), entrants=[PAIR_OF_BOTS])


def test_a_tournament_has_a_maximum_number_of_bots(tournament: Tournament):
    tournament.done(tournament.owner, "enter_entrants", entrants=[{**PAIR_OF_BOTS, "number": 100}])
    refused(*(tournament, tournament.owner, 422, "bots_not_possible", "enter_entrants"), entrants=[PAIR_OF_BOTS])


def test_bots_get_no_account_events(sandbox: ClockedSandbox, at_work: Service):
    tournament = in_sandbox(sandbox)
    tournament.done(sandbox.author, "enter_entrants", entrants=[{**PAIR_OF_BOTS, "number": 2}])
    tournament.done(sandbox.author, "start_tournament")
    sandbox.settle()
    found = at_work.database.read("account_events", {"player_id": "ply_house_steady_1", "after": 0, "limit": 1})
    assert found == []


def test_bots_are_never_rated_in_a_rated_tournament_of_a_sandbox(sandbox: ClockedSandbox):
    tournament = in_sandbox(sandbox, is_rated=True)
    tournament.done(sandbox.author, "enter_entrants", entrants=[{**PAIR_OF_BOTS, "number": 2}])
    tournament.done(sandbox.author, "start_tournament")
    tournament.pair()
    sandbox.settle()
    assert tournament.round(1)["matches"][0]["result"]
    assert sandbox.author.get("/v1/ratings").json["pools"] == []


def test_the_bots_of_another_game_are_refused(api: Api):
    game = {"play": {"game": "zheng_shangyou", "profile": "zheng-shangyou-4-partners", "hands": 1}}
    tournament = Tournament(api, **game, tie_breaks=[])
    entrants = [{"bots": ["steady", "nobody"]}]
    assert tournament.ask(tournament.owner, "enter_entrants", entrants=entrants).json["code"] == "invalid_request"
    refused(
        *(tournament, tournament.owner, 422, "no_such_bot", "enter_entrants"),
        csv="bot;bot 2\nsteady;nobody",
    )


@pytest.mark.parametrize(
    "entrant",
    [
        {"bots": ["steady", "steady"], "number": 201},
        {"bots": ["steady", "steady"], "number": 2, "name": "Pandas"},
        {"guests": ["Mr Li"], "bots": ["steady"], "number": 2},
    ],
)
def test_malformed_bots_are_refused(tournament: Tournament, entrant: Json):
    refused(*(tournament, tournament.owner, 400, "invalid_request", "enter_entrants"), entrants=[entrant])


def test_a_bot_is_not_entered_as_a_player(tournament: Tournament):
    tournament.done(tournament.owner, "enter_entrants", entrants=[PAIR_OF_BOTS])
    for each in ("ply_house_steady", "ply_house_steady_1", "Steady 1"):
        entrants = [{"players": [each], "guests": ["Mr Li"]}]
        refused(*(tournament, tournament.owner, 422, "cannot_be_challenged", "enter_entrants"), entrants=entrants)


def test_a_dry_run_creates_no_bot(tournament: Tournament):
    path = f"{tournament.path}/commands?dry_run=true"
    body = {"type": "enter_entrants", "entrants": [{"bots": ["random", "random"], "number": 40}]}
    assert len(tournament.owner.post(path, body).json["events"]) == 121
    assert tournament.owner.get("/v1/players/ply_house_random_80").status_code == 404
