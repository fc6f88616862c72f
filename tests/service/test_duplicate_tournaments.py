"""Tournaments with duplicate boards through the services: every board at its tables, results, and what is told when."""

import dataclasses
import json
from collections import defaultdict
from random import Random
from typing import Any

import pytest

from domain.cards import RANK_NAMES, read_cards
from domain.shengji.state import Scored
from domain.table.events import PlayerId
from domain.tournament.commands import StartTournament
from domain.tournament.duplicate.dealing import board_of, dealt_set
from domain.tournament.rounds import Points
from domain.tournament.settings import PAIRS, Boards, Field, RoundPlan, Settings
from domain.tournament.state import Tournament
from service.jobs.queue import JobQueue
from service.jobs.tournaments import go_on
from service.jobs.workshop import Workshop
from service.store.checks import check_store, refold
from service.wiring import Service
from tests.support.api import Api, User
from tests.support.boards import score_hand
from tests.support.tournaments import (
    PLAY,
    created,
    end,
    enters,
    of,
    open_tables,
    player,
    seated,
    settle,
    started,
)

BOARDS = Settings(
    "Boards",
    dataclasses.replace(PLAY, hands=None),
    "duplicate_pairs",
    {"rounds": 2},
    entrants=dataclasses.replace(PAIRS, least=4, capacity=8),
    boards=Boards(2, "matchpoints"),
)
TEAMS = dataclasses.replace(
    BOARDS,
    format="round_robin",
    figures={},
    entrants=Field("team", 4, 5, least=2),
    boards=Boards(2, "victory_points"),
    rounds=RoundPlan(win=Points(1200), draw=Points(1000), loss=Points(0)),
)


@pytest.fixture
def queue(service: Service) -> JobQueue:
    queue = JobQueue(service.settings.redis_url)
    queue.redis.flushdb()
    return queue


@pytest.fixture
def at_work(service: Service, queue: JobQueue, monkeypatch: pytest.MonkeyPatch) -> Service:
    """What jobs work with; none of them is cut off because the machine is slow."""
    Workshop.service = service
    Workshop.queue = queue
    monkeypatch.setattr("service.jobs.workshop.PLAY_FOR_S", 60.0)
    return service


def play_all(service: Service, tournament: str, luck: Random) -> Tournament:
    """Plays every board that there is at every table, until nothing is left to play."""
    for _ in range(50):
        settle(service)
        if not (tables := open_tables(service, tournament)):
            return of(service, tournament)
        for table in tables:
            score_hand(service, table, luck)
    raise AssertionError("the tournament does not come to its end")


def scores_at_tables(service: Service, tournament: Tournament) -> dict[int, list[tuple[str, str, int]]]:
    """For each board what the tables themselves say: who sat on the even seats, who on the odd, and the score."""
    entrants = {member: entry.id for entry in tournament.entries for member in entry.players}
    found: dict[int, list[tuple[str, str, int]]] = defaultdict(list)
    for played in tournament.rounds:
        for tables, places in zip(played.tables, played.places, strict=True):
            for table_id, place in zip(tables, places, strict=True):
                table = service.streams.now(table_id).table
                score = table.match.phase.score
                worth = score.opponent_points - 80 + 40 * score.levels_won * (1 if score.winners == "opponents" else -1)
                even, odd = (entrants[PlayerId(seated(table)[seat])] for seat in (0, 1))
                found[place.board].append((even, odd, worth if 1 in score.declarers else -worth))
    return found


def test_four_pairs_play_two_rounds_of_two_boards_and_stand_by_their_matchpoints(at_work: Service):
    tournament, field = started(at_work, BOARDS, 4)

    ended = play_all(at_work, tournament, Random("pairs"))

    assert ended.status == "finished"
    scores = scores_at_tables(at_work, ended)
    assert {board: len(tables) for board, tables in scores.items()} == {1: 2, 2: 2, 3: 2, 4: 2}
    recorded = sorted(
        (each.board, each.score.total)
        for played in ended.rounds
        for boards in played.boards
        for each in boards
        if each.score
    )
    assert recorded == sorted((board, score) for board, tables in scores.items() for _, _, score in tables)
    points = dict.fromkeys(field, 0)
    for (even, odd, score), (other_even, other_odd, other) in scores.values():
        for entrant, own, theirs in ((even, score, other), (other_even, other, score)):
            points[entrant] += 2 * (own > theirs) + (own == theirs)
        for entrant, own, theirs in ((odd, score, other), (other_odd, other, score)):
            points[entrant] += 2 * (own < theirs) + (own == theirs)
    shares = {entrant: points[entrant] * 10_000 // 8 for entrant in field}
    assert {each.entrant: each.points for each in at_work.tournaments.standings(tournament)} == shares
    assert check_store(at_work.database, lambda _, __: None) == []
    assert refold(at_work.database, lambda _, __: None) == []


def test_every_table_of_a_board_has_its_deal_its_level_and_its_first_drawer(at_work: Service):
    tournament, _ = started(at_work, BOARDS, 4)
    ended = play_all(at_work, tournament, Random("the same"))

    for played in ended.rounds:
        for tables, places, which in zip(played.tables, played.places, played.sets, strict=True):
            dealt = dealt_set(ended, which)
            assert dealt
            assert [place.board for place in places] == [2 * which - 1, 2 * which]
            for table_id, place in zip(tables, places, strict=True):
                board = board_of(ended, dealt, place.board, 1)
                table = at_work.streams.now(table_id).table
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
    [played] = ended.rounds
    [result] = played.results
    [boards] = played.boards
    assert result
    assert result.first + result.second == 2000
    assert sorted((each.board, each.room) for each in boards) == [(1, 1), (1, 2), (2, 1), (2, 2)]
    entries = {entry.id: entry.players for entry in ended.entries}
    match = played.paired.matches[0]
    for table_id, place in zip(played.tables[0], played.places[0], strict=True):
        players = seated(at_work.streams.now(table_id).table)
        home, away = (match.first, match.second) if place.room == 1 else (match.second, match.first)
        assert tuple(players[::2]) == entries[home][:2]
        assert tuple(players[1::2]) == entries[away][2:4]
    assert {each.points for each in at_work.tournaments.standings(tournament)} == {result.first, result.second}


def test_teams_meet_without_boards_at_as_many_tables_as_they_have_pairs(at_work: Service):
    plan = dataclasses.replace(TEAMS, boards=None, play=PLAY, rounds=RoundPlan())
    tournament, _ = started(at_work, plan, 2)
    settle(at_work)
    tables = open_tables(at_work, tournament)
    assert len(tables) == 2
    match = of(at_work, tournament).rounds[0].paired.matches[0]
    firsts = of(at_work, tournament).entry(match.first)
    assert firsts
    for table in tables:
        players = seated(at_work.streams.now(table).table)
        end(at_work, table, [seat for seat in range(4) if players[seat] in firsts.players])  # type: ignore[misc]
    settle(at_work)

    [result] = of(at_work, tournament).rounds[0].results
    assert result
    assert (result.first, result.second, result.kind) == (100, 0, "played")


def test_a_board_that_is_conceded_before_it_is_scored_is_adjusted(at_work: Service):
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


def test_a_job_that_runs_again_opens_no_second_table_for_a_board(at_work: Service):
    tournament, _ = started(at_work, BOARDS, 4)
    settle(at_work)
    assert go_on(tournament) == 0
    tables = open_tables(at_work, tournament)
    assert len(tables) == 2
    score_hand(at_work, tables[0], Random("one"))
    settle(at_work)
    assert go_on(tournament) == 0
    assert sorted(len(each) for each in of(at_work, tournament).rounds[0].tables) == [1, 2]


# ------------------------------------------------------------------------------------------------ what is told


class Told:
    """A tournament of users who look at it over HTTP."""

    def __init__(self, api: Api, service: Service, plan: Settings) -> None:
        self.service = service
        self.owner = api.sign_up("Olga")
        self.users = [api.sign_up(f"player {number}") for number in range(8)]
        self.stranger = api.sign_up("stranger")
        self.id = service.tournaments.create(self.owner.id, plan).tournament_id
        for place in range(0, 8, 2):
            enters(service, self.id, self.users[place].id, self.users[place + 1].id)
        service.tournaments.carry_out(self.id, StartTournament(self.owner.id))

    @property
    def path(self) -> str:
        return f"/v1/tournaments/{self.id}"

    def everything(self, user: User) -> str:
        """All that somebody can read of the tournament."""
        paths = ("", "/boards", "/boards?format=csv", "/boards/1", "/rounds/1", "/standings", "/events?limit=1000")
        paths = (*paths, "/entrants", "/report")
        return "\n".join(user.get(self.path + path).text for path in paths)


def hidden_of(tournament: Tournament) -> list[str]:
    """What nobody may read while the first set is open."""
    dealt = dealt_set(tournament, 1)
    assert dealt
    return [dealt.secret]


def test_nothing_of_an_open_set_is_told_to_anybody_and_all_of_it_once_it_is_closed(api: Api, at_work: Service):
    told = Told(api, at_work, BOARDS)
    settle(at_work)
    luck = Random("sealed")
    first, _ = open_tables(at_work, told.id)
    # One match has played both its boards, the other none.
    score_hand(at_work, first, luck)
    settle(at_work)
    [second] = [each for each in open_tables(at_work, told.id) if each in of(at_work, told.id).rounds[0].tables[0]]
    score_hand(at_work, second, luck)
    settle(at_work)
    tournament = of(at_work, told.id)
    assert tournament.rounds[0].results[0] is not None

    for user in (*told.users, told.stranger, told.owner):
        text = told.everything(user)
        for hidden in hidden_of(tournament):
            assert hidden not in text
        boards = user.get(f"{told.path}/boards").json
        assert boards["scores"] == []
        assert [(each["secret"], each["is_closed"]) for each in boards["sets"]] == [(None, False)]
        board = user.get(f"{told.path}/boards/1").json
        assert (board["deals"], board["scores"]) == (None, None)
        matches = user.get(f"{told.path}/rounds/1").json["matches"]
        assert [each["deal"] for each in matches] == [None, None]
        assert [each["is_over"] for each in matches] == [True, False]
        is_staff = user is told.owner
        assert (matches[0]["boards"] is not None) == (matches[0]["result"] is not None) == is_staff
        standings = user.get(f"{told.path}/standings").json["standings"]
        assert {(each["points"], each["wins"]) for each in standings} == {("0", 0)}
        for event in user.get(f"{told.path}/events?limit=1000").json["events"]:
            if event["type"] == "result_recorded" and not is_staff:
                assert (event["data"]["first"], event["data"]["boards"]) == (None, [])
            if event["type"] == "boards_dealt":
                assert event["data"]["deals"] == []

    for table in open_tables(at_work, told.id):
        score_hand(at_work, table, luck)
    settle(at_work)
    for table in open_tables(at_work, told.id):
        score_hand(at_work, table, luck)
    settle(at_work)

    seen = told.stranger.get(f"{told.path}/boards").json
    assert [each["is_closed"] for each in seen["sets"]] == [True, False]
    assert len(seen["scores"]) == 4
    assert {each["top"] for each in seen["scores"]} == {200}
    assert all(each["even_points"] + each["odd_points"] == 200 for each in seen["scores"])
    board = told.stranger.get(f"{told.path}/boards/2").json
    [deal] = board["deals"]
    dealt = dealt_set(of(at_work, told.id), 1)
    assert dealt
    assert read_cards(deal["order"]) == board_of(of(at_work, told.id), dealt, 2, 1).order
    assert board["set"]["secret"] == dealt.secret
    rows = told.stranger.get(f"{told.path}/boards?format=csv").text.splitlines()
    assert len(rows) == 5
    assert rows[0].startswith("board,deal,round,match,room,table,even,odd,excess,levels,total")
    matches = told.stranger.get(f"{told.path}/rounds/1").json["matches"]
    assert all(each["boards"] and each["deal"] == 1 and each["result"] for each in matches)


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
