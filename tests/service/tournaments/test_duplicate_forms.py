"""Duplicate boards in every form: Zheng Shangyou by sides, sides of three, and players seat by seat."""

import csv
import dataclasses
from collections import Counter, defaultdict
from random import Random
from typing import Any, NamedTuple

import pytest

from domain.games.bots import BOTS
from domain.games.sheng_ji.board_scores import score_of_seat
from domain.kernel.players import PlayerId
from domain.table.commands import Act
from domain.tournaments.boards.seat_by_seat import table_of
from domain.tournaments.boards.sets import dealt_set
from domain.tournaments.entrants.commands import LeaveEntrant
from domain.tournaments.settings import (
    PLAYERS,
    BoardSettings,
    EntrantSettings,
    RoundPlan,
    TableGame,
    TournamentSettings,
)
from domain.tournaments.state import Tournament
from domain.tournaments.terms import EntrantId, Points, Result
from service.platform.store.checks import check_store, refold
from service.tournaments.jobs import continue_tournament
from service.wiring import Service
from tests.support.api import Api
from tests.support.duplicate_tournaments import matchpoints_of
from tests.support.tournament import PAIRS
from tests.support.tournaments import PLAY, of, open_tables, seated, settle, started
from tests.support.watched_tournaments import WatchedTournament

CLOCK = PLAY.clock
PARTNERS = TableGame("zheng_shangyou", "zheng-shangyou-4-partners", clock=CLOCK)
TRIPLES = TableGame("zheng_shangyou", "san-jia-xi", clock=CLOCK)
SIX = TableGame("sheng_ji", "six-player-teams", clock=CLOCK)
FRIENDS = TableGame("sheng_ji", "zhao-peng-you", clock=CLOCK)
ALONE = TableGame("zheng_shangyou", "zheng-shangyou", clock=CLOCK)
THREE = EntrantSettings("team", 3, 3, 8, 4)
FEW_PAIRS = dataclasses.replace(PAIRS, least=4, capacity=8)
IMPS = BoardSettings(2, "imps")
BOARDS = TournamentSettings("Boards", PARTNERS, "duplicate_pairs", {"rounds": 1}, entrants=FEW_PAIRS, boards=IMPS)
TEAMS = dataclasses.replace(
    BOARDS,
    format="round_robin",
    figures={},
    entrants=EntrantSettings("team", 4, 4, least=2),
    boards=BoardSettings(2, "victory_points"),
    rounds=RoundPlan(win=Points(1200), draw=Points(1000), loss=Points(0)),
)
BY_SEAT = dataclasses.replace(
    BOARDS,
    play=FRIENDS,
    format="duplicate_individual",
    figures={"rounds": 2},
    entrants=dataclasses.replace(PLAYERS, least=10, capacity=20),
    boards=BoardSettings(1, "matchpoints"),
)


def play_hand(service: Service, table_id: str, luck: Random) -> None:
    """Bots play a hand to its end on all seats."""
    while (table := service.table_cache.newest(table_id).table).status == "playing":
        seat = table.game.asked(table.match)[0].seat
        occupant = table.occupant(seat)
        assert occupant
        bot = BOTS[table.game.name]["random"]
        service.tables.carry_out(table_id, Act(occupant.player, bot.choose(table, seat, luck)))


def play_all(service: Service, tournament: str, luck: Random) -> Tournament:
    """Plays every board at every table until nothing is left."""
    for _ in range(20):
        settle(service)
        if not (tables := open_tables(service, tournament)):
            return of(service, tournament)
        for table in tables:
            play_hand(service, table, luck)
    raise AssertionError("the tournament does not end")


class AtTable(NamedTuple):
    """Returns the facts of a table: round, board, players by seat, and final state."""

    round: int
    board: int
    room: int
    entrants: list[EntrantId]
    table: Any


def at_tables(service: Service, tournament: Tournament) -> list[AtTable]:
    entrants = {member: entry.id for entry in tournament.entries for member in entry.players}
    found = []
    for round_ in tournament.rounds:
        for tables, places in zip(round_.tables, round_.places, strict=True):
            for table_id, place in zip(tables, places, strict=True):
                table = service.table_cache.newest(table_id).table
                sitting = [entrants[PlayerId(each)] for each in seated(table)]
                found.append(AtTable(round_.paired.number, place.board, place.room, sitting, table))
    return found


def worth_of_evens(each: AtTable) -> int:
    """Returns the score of a hand for the even seats, computed from the table."""
    score, seats = each.table.match.phase.score, len(each.table.seats)
    if each.table.game.name == "zheng_shangyou":
        return sum(seats + 1 - 2 * place for place, seat in enumerate(score.order, start=1) if seat % 2 == 0)
    sign = 1 if score.winners == "opponents" else -1
    step, threshold = each.table.rules.score_step, each.table.rules.threshold
    worth = score.opponent_points - threshold + sign * step * score.levels_won
    return worth if 1 in score.declarers else -worth


STEPS = {
    "zheng-shangyou-4-partners": {2: 5, 4: 9, 6: 11, 8: 12},
    "san-jia-xi": {2: 3, 4: 6, 6: 8, 8: 10, 10: 11, 12: 12, 14: 13, 16: 13, 18: 14},
}
"""Converts differences of places to IMPs."""


# ------------------------------------------------------------------------------------------------ sides


@pytest.mark.slow
@pytest.mark.parametrize(
    ("play", "entrants"),
    [(PARTNERS, BOARDS.entrants), (TRIPLES, THREE), (SIX, THREE)],
    ids=["partners", "three", "six"],
)
def test_whole_sides_play_boards_and_rank_by_matchpoints(at_work: Service, play: TableGame, entrants: EntrantSettings):
    plan = dataclasses.replace(BOARDS, play=play, entrants=entrants, boards=BoardSettings(2, "matchpoints"))
    tournament, field = started(at_work, plan, 4)
    ended = play_all(at_work, tournament, Random(play.profile))

    assert ended.status == "finished"
    scores: dict[int, list[tuple[EntrantId, EntrantId, int]]] = defaultdict(list)
    for each in at_tables(at_work, ended):
        size = len(each.entrants) // 2
        assert Counter(each.entrants) == {each.entrants[0]: size, each.entrants[1]: size}
        assert set(each.entrants[::2]) == {each.entrants[0]}
        scores[each.board].append((each.entrants[0], each.entrants[1], worth_of_evens(each)))
    points = matchpoints_of(scores)
    assert {each.entrant: each.points for each in at_work.tournaments.standings(tournament)} == {
        entrant: points[entrant] * 10_000 // 4 for entrant in field
    }
    assert check_store(at_work.database, lambda _, __: None) == []
    assert refold(at_work.database, lambda _, __: None) == []


@pytest.mark.parametrize(("play", "size"), [(PARTNERS, 4), (TRIPLES, 6)], ids=["partners", "three"])
def test_teams_of_zheng_shangyou_win_by_imps_of_places(at_work: Service, play: TableGame, size: int):
    plan = dataclasses.replace(
        TEAMS,
        play=play,
        entrants=EntrantSettings("team", size, size, least=2),
        boards=BoardSettings(2, "imps"),
        rounds=RoundPlan(),
    )
    tournament, _ = started(at_work, plan, 2)
    ended = play_all(at_work, tournament, Random(play.profile))

    assert ended.status == "finished"
    [match], [result] = ended.rounds[0].paired.matches, ended.rounds[0].results
    by_board: dict[int, dict[int, int]] = defaultdict(dict)
    for each in at_tables(at_work, ended):
        by_board[each.board][each.room] = worth_of_evens(each)
        assert each.entrants[0] == (match.first if each.room == 1 else match.second)
    imps = 0
    for rooms in by_board.values():
        difference = rooms[1] - rooms[2]
        imps += STEPS[play.profile].get(abs(difference), 0) * (1 if difference > 0 else -1)
    assert len(by_board) == 2
    assert result
    assert (result.first, result.second) == ((100, 0) if imps > 0 else (0, 100) if imps < 0 else (50, 50))


def test_six_player_fixed_teams_play_as_teams_on_the_victory_point_scale(at_work: Service):
    plan = dataclasses.replace(
        TEAMS, play=SIX, entrants=EntrantSettings("team", 6, 7, least=2), boards=BoardSettings(1, "victory_points")
    )
    tournament, _ = started(at_work, plan, 2)
    ended = play_all(at_work, tournament, Random("six"))

    [result], [boards] = ended.rounds[0].results, ended.rounds[0].boards
    assert result
    assert result.first + result.second == 2000
    assert [(each.board, each.room) for each in boards] == [(1, 1), (1, 2)]
    for each in at_tables(at_work, ended):
        assert sorted(Counter(each.entrants).values()) == [3, 3]


def test_imps_of_pairs_of_zheng_shangyou_are_against_the_datum_and_sum_to_zero(api: Api, at_work: Service):
    tournament, _ = started(at_work, BOARDS, 4)
    play_all(at_work, tournament, Random("datum"))

    watched = api.sign_up("stranger").get(f"/v1/tournaments/{tournament}/boards").json
    assert len(watched["scores"]) == 4
    assert watched["seats"] == []
    for board in (1, 2):
        one, two = (each for each in watched["scores"] if each["board"] == board)
        assert one["even_imps"] == -one["odd_imps"] == -two["even_imps"]
        # Each is compared with the mean of both, so the distance is half the difference.
        half = abs(one["score"]["total"] - two["score"]["total"]) // 2
        assert abs(one["even_imps"]) == {0: 0, 1: 3, 2: 5, 3: 7, 4: 9}[half]


# ------------------------------------------------------------------------------------------------ seat by seat


def worth_of_seat(each: AtTable, seat: int) -> int:
    """Returns the score of a hand for a seat according to the table."""
    phase = each.table.match.phase
    if each.table.game.name == "zheng_shangyou":
        return len(each.entrants) - 2 * phase.score.order.index(seat)
    return score_of_seat(phase.score, each.table.rules, seat, phase.deal.dealer).total  # type: ignore[arg-type]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("play", "players"),
    [(FRIENDS, 10), (ALONE, 12), (dataclasses.replace(FRIENDS, overrides={"players": 6}), 13)],
    ids=["friends", "alone", "six"],
)
def test_individual_players_rank_by_comparison_with_others_on_the_same_seat(
    at_work: Service, play: TableGame, players: int
):
    seats = 6 if play.overrides else 5
    plan = dataclasses.replace(BY_SEAT, play=play, entrants=dataclasses.replace(PLAYERS, least=2 * seats, capacity=20))
    tournament, field = started(at_work, plan, players)
    ended = play_all(at_work, tournament, Random(f"{play.profile} {players}"))

    assert ended.status == "finished"
    held: dict[tuple[int, int], list[tuple[EntrantId, int]]] = defaultdict(list)
    for each in at_tables(at_work, ended):
        assert len(set(each.entrants)) == seats
        for seat, entrant in enumerate(each.entrants):
            held[each.board, seat].append((entrant, worth_of_seat(each, seat)))
    own: Counter[EntrantId] = Counter()
    top: Counter[EntrantId] = Counter()
    for (one, score), (two, other) in held.values():
        own[one] += 2 * (score > other) + (score == other)
        own[two] += 2 * (other > score) + (score == other)
        top.update({one: 2, two: 2})
    assert sorted(held) == [(board, seat) for board in (1, 2) for seat in range(seats)]
    found = {each.entrant: each for each in at_work.tournaments.standings(tournament)}
    assert {entrant: each.points for entrant, each in found.items()} == {
        entrant: own[entrant] * 10_000 // top[entrant] for entrant in field
    }
    assert {entrant: (each.played, each.byes) for entrant, each in found.items()} == {
        entrant: (top[entrant] // 2, 2 - top[entrant] // 2) for entrant in field
    }
    assert check_store(at_work.database, lambda _, __: None) == []
    assert refold(at_work.database, lambda _, __: None) == []


def test_running_a_job_again_opens_no_second_table(at_work: Service):
    tournament, _ = started(at_work, BY_SEAT, 10)
    settle(at_work)
    assert continue_tournament(tournament) == 0
    tables = open_tables(at_work, tournament)
    assert len(tables) == 2
    sitting = [tuple(seated(at_work.table_cache.newest(table).table)) for table in tables]
    entries = {entry.id: entry.players[0] for entry in of(at_work, tournament).entries}
    matches = of(at_work, tournament).rounds[0].paired.matches
    assert sitting == [tuple(entries[each] for each in table_of(match)) for match in matches]


@pytest.mark.slow
def test_withdrawing_from_a_running_match_spares_the_opponents_on_all_its_boards(at_work: Service):
    plan = dataclasses.replace(BY_SEAT, play=ALONE, figures={"rounds": 1}, boards=BoardSettings(2, "matchpoints"))
    tournament, _ = started(at_work, plan, 10)
    settle(at_work)
    luck, (first, second) = Random("leaves"), open_tables(at_work, tournament)
    gone = seated(at_work.table_cache.newest(first).table)[2]
    play_hand(at_work, first, luck)
    at_work.tournaments.carry_out(tournament, LeaveEntrant(gone))
    settle(at_work)
    assert of(at_work, tournament).rounds[0].results == (Result(Points(50), Points(50), "forfeit"), None)
    for board in of(at_work, tournament).rounds[0].boards[0]:
        assert [seat.instead for seat in board.seats] == [
            "average_minus" if seat == 2 else "average_plus" for seat in range(5)
        ]

    play_hand(at_work, second, luck)
    ended = play_all(at_work, tournament, luck)
    assert ended.status == "finished"
    # With one score at a seat and two expected, no player of the other table has more than average.
    shares = Counter(each.points for each in at_work.tournaments.standings(tournament))
    assert shares == {Points(6000): 4, Points(5000): 5, Points(4000): 1}
    assert check_store(at_work.database, lambda _, __: None) == []
    assert refold(at_work.database, lambda _, __: None) == []


def test_boards_are_hidden_until_the_round_is_closed_and_then_shown_completely(api: Api, at_work: Service):
    watched, luck = WatchedTournament(api, at_work, BY_SEAT, 10), Random("told")
    settle(at_work)
    first, second = open_tables(at_work, watched.id)
    play_hand(at_work, first, luck)
    settle(at_work)
    dealt = dealt_set(of(at_work, watched.id), 1)
    assert dealt
    assert of(at_work, watched.id).rounds[0].results[0] is not None
    for user in (*watched.users, watched.stranger):
        seen = watched.everything(user)
        assert dealt.secret not in seen
        assert '"excess"' not in seen
        assert user.get(f"{watched.path}/boards").json["seats"] == []
        assert user.get(f"{watched.path}/boards/1").json["seats"] is None
        assert user.get(f"{watched.path}/rounds/1").json["matches"][0]["boards"] is None
        events = user.get(f"{watched.path}/events?limit=1000").json["events"]
        [recorded] = [each["data"] for each in events if each["type"] == "result_recorded"]
        assert (recorded["first"], recorded["boards"]) == (None, [])
        standings = user.get(f"{watched.path}/standings").json["standings"]
        assert {(each["points"], each["played"]) for each in standings} == {("0", 0)}
        sits_there = user.id in seated(at_work.table_cache.newest(first).table)
        assert user.get(f"/v1/tables/{first}").status_code == (200 if sits_there else 403)
    staff = watched.owner.get(f"{watched.path}/rounds/1").json["matches"][0]["boards"]
    assert [len(each["seats"]) for each in staff] == [5]

    play_hand(at_work, second, luck)
    settle(at_work)
    boards = watched.stranger.get(f"{watched.path}/boards").json
    assert [each["is_closed"] for each in boards["sets"]] == [True, False]
    assert boards["scores"] == []
    assert [each["seat"] for each in boards["seats"]] == [0, 0, 1, 1, 2, 2, 3, 3, 4, 4]
    for one, two in zip(boards["seats"][::2], boards["seats"][1::2], strict=True):
        assert (one["top"], one["points"] + two["points"]) == (200, 200)
        assert (one["points"] > two["points"]) == (one["score"]["total"] > two["score"]["total"])
    assert boards["sets"][0]["secret"] == dealt.secret
    assert watched.stranger.get(f"{watched.path}/boards/1").json["seats"] == boards["seats"]
    rows = list(csv.DictReader(watched.stranger.get(f"{watched.path}/boards?format=csv").text.splitlines()))
    assert [(row["entrant"], int(row["matchpoints"])) for row in rows] == [
        (each["entrant"], each["points"]) for each in boards["seats"]
    ]
    match = watched.stranger.get(f"{watched.path}/rounds/1").json["matches"][0]
    assert (match["result"]["first"], match["result"]["second"]) == (50, 50)
    assert [each["score"]["total"] for each in match["boards"][0]["seats"]] == [
        each["score"]["total"] for each in boards["seats"] if each["match"] == 1
    ]
    assert watched.stranger.get(f"/v1/tables/{first}").status_code == 200


def test_duplicate_tournaments_of_every_form_are_created_and_invalid_settings_are_refused_by_name(api: Api):
    owner = api.sign_up("Olga")
    plan = {
        "name": "Seat by seat",
        "format": "duplicate_individual",
        "figures": {"rounds": 2},
        "rounds": {"is_automatic": False},
    }
    boards = {"per_match": 2, "scoring": "matchpoints"}

    def created(profile: str, least: int, **members: Any) -> Any:
        entrants = {"kind": "player", "least": least, "capacity": 40}
        body = {**plan, "play": {"profile": profile}, "entrants": entrants, "boards": boards, **members}
        return owner.post("/v1/tournaments", body)

    for profile, seats in (("zhao-peng-you", 5), ("levelup-5", 5), ("zheng-shangyou", 5), ("san-jia-xi", 6)):
        assert created(profile, 2 * seats).status_code == 201
    for refused, option in (
        (created("zhao-peng-you", 8), "entrants.least"),
        (created("zhao-peng-you", 10, boards={**boards, "scoring": "imps"}), "boards.scoring"),
        (created("zhao-peng-you", 10, is_rated=True), "is_rated"),
        (created("zheng-shangyou", 10, format="duplicate_pairs"), "play"),
    ):
        assert refused.status_code == 422
        assert (refused.json["code"], refused.json["facts"]["option"]) == ("format_does_not_fit", option)
        assert refused.json["hint"]
