"""Tournaments with duplicate boards through the services: tables, results and their release."""

import dataclasses
import json
from random import Random
from typing import Any

from domain.games.sheng_ji.state import Scored
from domain.kernel.cards import RANK_NAMES, ordered_decks, read_cards, write_cards
from domain.tournaments.boards.sets import board_of, dealt_set
from domain.tournaments.commands import StartTournament
from domain.tournaments.settings import RoundPlan
from service.platform.store.checks import check_store, refold
from service.tournaments.jobs import continue_tournament
from service.wiring import Service
from tests.support.api import Api, User
from tests.support.boards import score_hand
from tests.support.duplicate_tournaments import BOARDS, TEAMS, matchpoints_of, play_all, scores_at_tables
from tests.support.tournaments import PLAY, created, end, enters, of, open_tables, player, seated, settle, started
from tests.support.watched_tournaments import WatchedTournament


def test_four_pairs_play_two_rounds_of_two_boards_and_rank_by_matchpoints(at_work: Service):
    tournament, field = started(at_work, BOARDS, 4)

    ended = play_all(at_work, tournament, Random("pairs"))

    assert ended.status == "finished"
    scores = scores_at_tables(at_work, ended)
    assert {board: len(tables) for board, tables in scores.items()} == {1: 2, 2: 2, 3: 2, 4: 2}
    recorded = sorted(
        (each.board, each.score.total)
        for round_ in ended.rounds
        for boards in round_.boards
        for each in boards
        if each.score
    )
    assert recorded == sorted((board, score) for board, tables in scores.items() for _, _, score in tables)
    points = matchpoints_of(scores)
    shares = {entrant: points[entrant] * 10_000 // 8 for entrant in field}
    assert {each.entrant: each.points for each in at_work.tournaments.standings(tournament)} == shares
    assert check_store(at_work.database, lambda _, __: None) == []
    assert refold(at_work.database, lambda _, __: None) == []


def test_all_tables_of_a_board_have_the_same_deal_level_and_first_drawer(at_work: Service):
    tournament, _ = started(at_work, BOARDS, 4)
    ended = play_all(at_work, tournament, Random("the same"))

    for round_ in ended.rounds:
        for tables, places, which in zip(round_.tables, round_.places, round_.sets, strict=True):
            dealt = dealt_set(ended, which)
            assert dealt
            assert [place.board for place in places] == [2 * which - 1, 2 * which]
            for table_id, place in zip(tables, places, strict=True):
                board = board_of(ended, dealt, place.board, 1)
                table = at_work.table_cache.newest(table_id).table
                assert table.hands == 1
                assert table.deals[0].order == board.order
                assert isinstance(table.match.phase, Scored)
                assert table.match.prepared.first_drawer == board.first_drawer == (place.board - 1) % 4
                assert RANK_NAMES[place.board - 1] == board.level


def test_teams_play_the_same_deals_with_seats_exchanged(at_work: Service):
    tournament, _ = started(at_work, TEAMS, 2)
    settle(at_work)
    assert len(open_tables(at_work, tournament)) == 2, "both rooms at once"

    ended = play_all(at_work, tournament, Random("teams"))

    assert ended.status == "finished"
    [round_] = ended.rounds
    [result] = round_.results
    [boards] = round_.boards
    assert result
    assert result.first + result.second == 2000
    assert sorted((each.board, each.room) for each in boards) == [(1, 1), (1, 2), (2, 1), (2, 2)]
    entries = {entry.id: entry.players for entry in ended.entries}
    match = round_.paired.matches[0]
    for table_id, place in zip(round_.tables[0], round_.places[0], strict=True):
        players = seated(at_work.table_cache.newest(table_id).table)
        home, away = (match.first, match.second) if place.room == 1 else (match.second, match.first)
        assert tuple(players[::2]) == entries[home][:2]
        assert tuple(players[1::2]) == entries[away][2:4]
    assert {each.points for each in at_work.tournaments.standings(tournament)} == {result.first, result.second}


def test_teams_without_boards_play_at_one_table_per_pair(at_work: Service):
    plan = dataclasses.replace(TEAMS, boards=None, play=PLAY, rounds=RoundPlan())
    tournament, _ = started(at_work, plan, 2)
    settle(at_work)
    tables = open_tables(at_work, tournament)
    assert len(tables) == 2
    match = of(at_work, tournament).rounds[0].paired.matches[0]
    firsts = of(at_work, tournament).entry(match.first)
    assert firsts
    for table in tables:
        players = seated(at_work.table_cache.newest(table).table)
        end(at_work, table, [seat for seat in range(4) if players[seat] in firsts.players])  # type: ignore[misc]
    settle(at_work)

    [result] = of(at_work, tournament).rounds[0].results
    assert result
    assert (result.first, result.second, result.kind) == (100, 0, "played")


def test_a_board_conceded_before_it_is_scored_is_adjusted(at_work: Service):
    tournament, _ = started(at_work, dataclasses.replace(BOARDS, figures={"rounds": 1}), 4)
    for _ in range(2):
        settle(at_work)
        for table in open_tables(at_work, tournament):
            end(at_work, table, (0, 2))  # type: ignore[arg-type]
    settle(at_work)

    ended = of(at_work, tournament)
    assert ended.status == "finished"
    evens = {match.first for match in ended.rounds[0].paired.matches}
    for each in at_work.tournaments.standings(tournament):
        assert each.points == (6000 if each.entrant in evens else 4000)


def test_running_a_job_again_opens_no_second_table_for_a_board(at_work: Service):
    tournament, _ = started(at_work, BOARDS, 4)
    settle(at_work)
    assert continue_tournament(tournament) == 0
    tables = open_tables(at_work, tournament)
    assert len(tables) == 2
    score_hand(at_work, tables[0], Random("one"))
    settle(at_work)
    assert continue_tournament(tournament) == 0
    assert sorted(len(each) for each in of(at_work, tournament).rounds[0].tables) == [1, 2]


# -- visibility --------------------------------------------------------------------------------------------------------


def half_played(api: Api, service: Service, luck: Random) -> WatchedTournament:
    """Returns a round whose first match has played both boards and whose second match has played none."""
    watched = WatchedTournament(api, service, BOARDS)
    for _ in range(2):
        settle(service)
        score_hand(service, of(service, watched.id).rounds[0].tables[0][-1], luck)
    settle(service)
    assert of(service, watched.id).rounds[0].results[0] is not None
    return watched


def play_the_rest(service: Service, watched: WatchedTournament, luck: Random) -> None:
    """Plays the second match of the first round, which closes its set."""
    for _ in range(2):
        score_hand(service, of(service, watched.id).rounds[0].tables[1][-1], luck)
        settle(service)


def test_nobody_sees_anything_of_an_open_set(api: Api, at_work: Service):
    watched = half_played(api, at_work, Random("sealed"))
    dealt = dealt_set(of(at_work, watched.id), 1)
    assert dealt

    for user in (*watched.users, watched.stranger, watched.owner):
        assert dealt.secret not in watched.everything(user)
        boards = user.get(f"{watched.path}/boards").json
        assert boards["scores"] == []
        assert [(each["secret"], each["is_closed"]) for each in boards["sets"]] == [(None, False)]
        board = user.get(f"{watched.path}/boards/1").json
        assert (board["deals"], board["scores"]) == (None, None)
        standings = user.get(f"{watched.path}/standings").json["standings"]
        assert {(each["points"], each["wins"]) for each in standings} == {("0", 0)}


def test_only_staff_who_do_not_play_see_results_of_an_open_set(api: Api, at_work: Service):
    watched = half_played(api, at_work, Random("results"))

    for user in (*watched.users, watched.stranger, watched.owner):
        is_staff = user is watched.owner
        matches = user.get(f"{watched.path}/rounds/1").json["matches"]
        assert [each["deal"] for each in matches] == [None, None]
        assert [each["is_over"] for each in matches] == [True, False]
        assert (matches[0]["boards"] is not None) == (matches[0]["result"] is not None) == is_staff
        events = user.get(f"{watched.path}/events?limit=1000").json["events"]
        [recorded] = [each["data"] for each in events if each["type"] == "result_recorded"]
        assert (recorded["first"] is not None) == bool(recorded["boards"]) == is_staff
        [dealt] = [each["data"] for each in events if each["type"] == "boards_dealt"]
        assert (dealt["deals"], dealt["commitments"][0][2]) == ([], None)


def test_a_closed_set_is_shown_completely(api: Api, at_work: Service):
    luck = Random("closed")
    watched = half_played(api, at_work, luck)
    play_the_rest(at_work, watched, luck)

    seen = watched.stranger.get(f"{watched.path}/boards").json
    assert [each["is_closed"] for each in seen["sets"]] == [True, False]
    assert len(seen["scores"]) == 4
    assert {each["top"] for each in seen["scores"]} == {200}
    assert all(each["even_points"] + each["odd_points"] == 200 for each in seen["scores"])
    board = watched.stranger.get(f"{watched.path}/boards/2").json
    [deal] = board["deals"]
    dealt = dealt_set(of(at_work, watched.id), 1)
    assert dealt
    assert read_cards(deal["order"]) == board_of(of(at_work, watched.id), dealt, 2, 1).order
    assert board["set"]["secret"] == dealt.secret
    rows = watched.stranger.get(f"{watched.path}/boards?format=csv").text.splitlines()
    assert len(rows) == 5
    assert rows[0].startswith("board,deal,round,match,room,table,even,odd,excess,levels,total")
    matches = watched.stranger.get(f"{watched.path}/rounds/1").json["matches"]
    assert all(each["boards"] and each["deal"] == 1 and each["result"] for each in matches)


def test_the_tables_of_a_set_are_sealed_until_it_is_closed(api: Api, at_work: Service):
    luck = Random("tables")
    watched = half_played(api, at_work, luck)
    tables = [table for linked in of(at_work, watched.id).rounds[0].tables for table in linked]
    for table in tables:
        sitting = seated(at_work.table_cache.newest(table).table)
        for user in (*watched.users, watched.stranger, watched.owner):
            sees = user.get(f"/v1/tables/{table}")
            assert sees.status_code == (200 if user.id in sitting else 403)
    play_the_rest(at_work, watched, luck)

    assert [watched.stranger.get(f"/v1/tables/{table}").status_code for table in tables] == [200] * 3
    [opened] = open_tables(at_work, watched.id)[:1]
    assert watched.stranger.get(f"/v1/tables/{opened}").json["code"] == "table_sealed"


def test_deals_chosen_by_staff_are_dealt_and_invalid_ones_change_nothing(api: Api, at_work: Service):
    watched = WatchedTournament(api, at_work, dataclasses.replace(BOARDS, rounds=RoundPlan(is_automatic=False)))
    pack = write_cards(ordered_decks(2))
    good = {"order": pack, "first_drawer": 3, "level": "8"}
    asked: list[tuple[dict[str, Any], int, str]] = [
        ({"set": 1, "boards": [good, {**good, "order": pack[1:]}]}, 422, "invalid_deal"),
        ({"set": 1, "boards": [good]}, 422, "wrong_boards"),
        ({"set": 9, "boards": [good, good]}, 409, "set_dealt"),
        ({"set": 1, "boards": [good, {**good, "order": ["1X"]}]}, 400, "invalid_request"),
    ]
    before = watched.owner.get(watched.path).json
    for members, status, code in asked:
        answered = watched.owner.post(f"{watched.path}/commands", {"type": "choose_boards", **members})
        assert (answered.status_code, answered.json["code"]) == (status, code), answered.text
    refused = watched.users[0].post(
        f"{watched.path}/commands", {"type": "choose_boards", "set": 1, "boards": [good, good]}
    )
    assert (refused.status_code, refused.json["code"]) == (403, "staff_only")
    assert watched.owner.get(watched.path).json == before

    done = watched.owner.post(f"{watched.path}/commands", {"type": "choose_boards", "set": 1, "boards": [good, good]})
    assert done.status_code == 200, done.text
    assert [each["data"]["boards"] for each in done.json["events"]] == [[]]
    paired = watched.owner.post(f"{watched.path}/commands", {"type": "pair_round", "round": 1})
    assert paired.status_code == 200, paired.text
    settle(at_work)
    for table in open_tables(at_work, watched.id):
        at_table = at_work.table_cache.newest(table).table
        assert at_table.deals[0].order == tuple(ordered_decks(2))
        assert at_table.match.prepared.first_drawer == 3
    assert watched.owner.get(f"{watched.path}/boards").json["sets"][0]["chosen_by"] == watched.owner.id


def test_staff_who_play_see_no_more_than_others(api: Api, at_work: Service):
    plan = dataclasses.replace(BOARDS, figures={"rounds": 1})
    tournament, owner = created(at_work, plan)
    user = User(api, owner, at_work.accounts.make_token(owner, "owner", ["table:read", "tournament:manage"], None)[1])
    enters(at_work, tournament, owner, player(at_work))
    for _ in range(3):
        enters(at_work, tournament, player(at_work), player(at_work))
    at_work.tournaments.carry_out(tournament, StartTournament(owner))
    luck = Random("staff")
    for _ in range(2):
        settle(at_work)
        match = of(at_work, tournament).rounds[0].tables[0]
        score_hand(at_work, match[-1], luck)
    settle(at_work)
    seen: Any = user.get(f"/v1/tournaments/{tournament}/rounds/1").json
    assert seen["matches"][0]["is_over"]
    assert (seen["matches"][0]["result"], seen["matches"][0]["boards"]) == (None, None)
    assert json.dumps(seen).count('"is_sealed": true') == 1
