"""Duplicate individuals in games without two sides of two: each seat is compared with the same seat at other tables."""

import random
from collections import Counter, defaultdict
from dataclasses import replace
from fractions import Fraction
from itertools import zip_longest
from typing import Any

import pytest

from domain.games.registry import GAMES
from domain.kernel.players import PlayerId
from domain.kernel.refusals import Refusal
from domain.kernel.scores import BoardScore
from domain.kernel.seats import Seat
from domain.table.state import TableResult
from domain.tools.simulation import Simulation, secrets_from
from domain.tools.simulation import SimulationSetting as Simulated
from domain.tournaments.boards.closed_boards import SeatAtTable, compared_boards, compared_seats
from domain.tournaments.boards.records import BoardResult, Place, SeatResult
from domain.tournaments.boards.seat_by_seat import SeatBySeat, match_of, table_of
from domain.tournaments.boards.sets import numbers_of
from domain.tournaments.boards.table_results import board_result
from domain.tournaments.commands import StartTournament, TournamentTimePasses
from domain.tournaments.entrants.commands import LeaveEntrant, WithdrawEntrant
from domain.tournaments.formats.checks import checked_format
from domain.tournaments.rounds.commands import CloseRound, MatchReport, OverrideResult, PairRound, RecordResult
from domain.tournaments.rounds.events import TableId
from domain.tournaments.rounds.refusals import TooFewToPair
from domain.tournaments.settings import (
    PLAYERS,
    BoardSettings,
    EntrantSettings,
    RoundPlan,
    TableGame,
    TournamentSettings,
)
from domain.tournaments.standings.by_format import tournament_standings
from domain.tournaments.state import pairing_context
from domain.tournaments.terms import Bye, EntrantId, Match, Points, Result, Round
from tests.support.duplicate_rounds import rounded
from tests.support.tournament import OWNER, SEED, Given, created, link_table, register

BY_HAND = RoundPlan(is_automatic=False)
FIVE = TournamentSettings(
    "Seat by seat",
    TableGame("sheng_ji", "zhao-peng-you"),
    "duplicate_individual",
    {"rounds": 3},
    entrants=replace(PLAYERS, least=10, capacity=24),
    rounds=BY_HAND,
    boards=BoardSettings(2, "matchpoints"),
)
DRAWN = Result(Points(50), Points(50))


def begun(plan: TournamentSettings, players: int) -> Given:
    """A started tournament. The player with seed 1 is p00 and enters as P00."""
    here = created(plan, checked_format(plan))
    for number in range(players):
        here = here.after(register(PlayerId(f"p{number:02}"), rating=2000 - number))
    return here.after(StartTournament(OWNER))


def paired(here: Given) -> Given:
    return here.after(here.pair(OWNER))


def finished(here: Given, number: int, score: Any) -> Given:
    """Gives every board of a match a score for each seat, by board, match and seat."""
    round_, boards = here.tournament.rounds[-1], here.tournament.settings.boards
    assert boards is not None
    results, tables = [], []
    seats = len(table_of(round_.paired.matches[number - 1]))
    for board in numbers_of(boards, round_.sets[number - 1]):
        table = TableId(f"tbl_{round_.paired.number}_{number}_{board}")
        here = here.after(link_table(round_.paired.number, number, table, (str(board),)))
        tables.append(table)
        made = tuple(SeatResult(BoardScore(score(board, number, seat), 0, 40)) for seat in range(seats))
        results.append(BoardResult(board, 1, table, seats=made))
    return here.after(
        RecordResult(round_.paired.number, number, DRAWN, tuple(tables), boards=tuple(results)),
    )


def play_round(here: Given, score: Any) -> Given:
    here = paired(here)
    for number in range(1, len(here.tournament.rounds[-1].paired.matches) + 1):
        here = finished(here, number, score)
    return closed(here)


def closed(here: Given) -> Given:
    return here.after(CloseRound(OWNER, here.tournament.rounds[-1].paired.number))


def lots(seed: str) -> Any:
    luck = random.Random(seed)
    return lambda *_: luck.randrange(-160, 165, 20)


def compared(here: Given) -> list[SeatAtTable]:
    assert isinstance(here.format_, SeatBySeat)
    return compared_seats(here.tournament, here.format_)


def seat_of_player(match: Match, seat: int) -> str:
    """Returns the players by seat from the ids of both sides."""
    return (match.first, match.second)[seat % 2].split("+")[seat // 2]


def independent_shares(here: Given) -> dict[str, Fraction]:
    """Returns each player's share of matchpoints, by comparing all pairs of players on the same seat of a deal."""
    held: dict[tuple[int, int], list[tuple[str, int]]] = defaultdict(list)
    for round_ in here.tournament.rounds:
        for match, results in zip(round_.paired.matches, round_.boards, strict=True):
            for each in results:
                for seat, made in enumerate(each.seats):
                    assert made.score
                    held[each.board, seat].append((seat_of_player(match, seat), made.score.excess))
    own: Counter[str] = Counter()
    top: Counter[str] = Counter()
    for those in held.values():
        for player, score in those:
            top[player] += len(those) - 1
            own[player] += sum(Fraction(score > other) + Fraction(score == other, 2) for _, other in those)
            own[player] -= Fraction(1, 2)
    return {player: Fraction(own[player], top[player]) for player in top}


# ------------------------------------------------------------------------------------------------ a whole event

GAMES_BY_SEAT = [
    (TableGame("sheng_ji", "zhao-peng-you"), 5),
    (TableGame("sheng_ji", "levelup-5"), 5),
    (TableGame("sheng_ji", "zhao-peng-you", {"players": 6}), 6),
    (TableGame("sheng_ji", "zhao-peng-you", {"players": 7}), 7),
    (TableGame("sheng_ji", "zhao-peng-you", {"players": 8}), 8),
    (TableGame("sheng_ji", "six-player-teams"), 6),
    (TableGame("zheng_shangyou", "zheng-shangyou"), 5),
    (TableGame("zheng_shangyou", "zheng-shangyou", {"zs_players": 4}), 4),
    (TableGame("zheng_shangyou", "zheng-shangyou", {"zs_players": 9}), 9),
    (TableGame("zheng_shangyou", "san-jia-xi"), 6),
]


@pytest.mark.parametrize(("play", "seats"), GAMES_BY_SEAT)
@pytest.mark.parametrize("left_over", [0, 3])
def test_a_complete_event_ends_as_independently_computed(play: TableGame, seats: int, left_over: int):
    plan = replace(FIVE, play=play, entrants=replace(PLAYERS, least=2 * seats, capacity=40))
    here, score = begun(plan, 2 * seats + left_over), lots(f"{play.profile} {seats}")
    for _ in range(3):
        here = play_round(here, score)

    found = tournament_standings(here.tournament)
    shares = independent_shares(here)
    assert {each.entrant: each.points for each in found} == {player: rounded(share) for player, share in shares.items()}
    assert [each.entrant for each in found] == sorted(shares, key=lambda each: (-rounded(shares[each]), each))
    assert {(each.wins, each.draws, each.losses) for each in found} == {(0, 0, 0)}
    assert {each.played + each.byes for each in found} == {3}
    assert sum(each.byes for each in found) == 3 * left_over
    assert compared_boards(here.tournament, here.format_) == []


def test_the_matchpoints_of_a_seat_over_all_tables_are_half_of_their_tops():
    here = play_round(begun(FIVE, 20), lots("half"))

    fields: dict[tuple[int, int], list[SeatAtTable]] = defaultdict(list)
    for each in compared(here):
        fields[each.board, each.seat].append(each)
    assert sorted(fields) == [(board, seat) for board in (1, 2) for seat in range(5)]
    for held in fields.values():
        assert [each.top for each in held] == [600] * 4
        assert sum(each.points for each in held) == 1200


def test_matchpoints_of_seats_agree_with_values_computed_by_hand():
    scores = {(1, 1): 100, (1, 2): 60, (2, 1): -40, (2, 2): -40}
    here = play_round(begun(FIVE, 10), lambda board, match, seat: scores[board, match] if seat == 3 else 0)
    [one, two] = here.tournament.rounds[0].paired.matches
    points = {(each.board, each.match): each.points for each in compared(here) if each.seat == 3}
    assert points == {(1, 1): 200, (1, 2): 0, (2, 1): 100, (2, 2): 100}
    shares = {each.entrant: each.points for each in tournament_standings(here.tournament)}
    assert (shares[table_of(one)[3]], shares[table_of(two)[3]]) == (7500, 2500)
    assert {shares[player] for match in (one, two) for seat, player in enumerate(table_of(match)) if seat != 3} == {
        5000
    }


def test_nobody_repeats_a_board_and_all_tables_of_a_round_play_one_set():
    here, score = begun(FIVE, 13), lots("once")
    for number in range(1, 4):
        here = play_round(here, score)
        assert set(here.tournament.rounds[-1].sets) == {number}
    had = Counter((each.entrant, each.board) for each in compared(here))
    assert set(had.values()) == {1}
    assert here.format_.next_round(pairing_context(here.tournament), SEED) is None


# -- hidden results ----------------------------------------------------------------------------------------------------


def test_standings_and_scores_do_not_reveal_an_open_round():
    here = paired(begun(FIVE, 10))
    here = finished(finished(here, 1, lambda *_: 100), 2, lambda *_: 0)

    assert compared(here) == []
    assert {(each.points, each.played) for each in tournament_standings(here.tournament)} == {(0, 0)}
    assert compared(closed(here)) != []


# ------------------------------------------------------------------------------------------------ without scores


def test_a_withdrawing_player_gets_average_minus_and_the_others_at_the_table_lose_nothing():
    here = paired(begun(FIVE, 10))
    gone = table_of(here.tournament.rounds[0].paired.matches[0])[2]
    here = here.after(WithdrawEntrant(PlayerId(gone.lower()), gone))

    [first, second] = here.tournament.rounds[0].results
    assert first == Result(Points(50), Points(50), "forfeit")
    assert second is None
    here = closed(finished(here, 2, lambda *_: 20))
    for each in compared(here):
        if each.match == 1:
            assert (each.score, each.table) == (None, None)
            assert each.instead == ("average_minus" if each.entrant == gone else "average_plus")
            assert each.points == (80 if each.entrant == gone else 120)
    # With one score of two expected, the only known result is average.
    shares = {each.entrant: each.points for each in tournament_standings(here.tournament)}
    assert Counter(shares.values()) == {6000: 4, 5000: 5, 4000: 1}


def test_a_player_who_leaves_before_the_table_opens_alone_gets_average_minus():
    here = paired(begun(FIVE, 10))
    gone = table_of(here.tournament.rounds[0].paired.matches[1])[0]
    here = here.after(LeaveEntrant(PlayerId(gone.lower())))

    [_, boards] = here.tournament.rounds[0].boards
    instead = [[seat.instead for seat in each.seats] for each in boards]
    assert instead == [["average_minus", *["average_plus"] * 4]] * 2


def test_at_the_deadline_played_boards_count_and_players_who_are_waited_for_get_average_minus():
    plan = replace(FIVE, rounds=RoundPlan("window", window_s=24 * 3600, is_automatic=False))
    here = paired(begun(plan, 10))
    absent = table_of(here.tournament.rounds[0].paired.matches[0])[3]
    played = BoardResult(1, 1, "tbl_1", seats=tuple(SeatResult(BoardScore(seat, 0, 40)) for seat in range(5)))
    reports = (MatchReport(1, absent=(PlayerId(absent.lower()),), boards=(played,)), MatchReport(2))
    first, second = here.late(here.tournament.rounds[0].deadline).when(TournamentTimePasses(reports))

    assert (first.first, first.second, first.kind, first.absent) == (50, 50, "adjudicated", (absent.lower(),))
    assert first.boards[0] == played
    assert [seat.instead for seat in first.boards[1].seats] == [*["average_plus"] * 3, "average_minus", "average_plus"]
    assert {seat.instead for board in second.boards for seat in board.seats} == {"average"}


@pytest.mark.parametrize(
    ("ended", "minus"),
    [
        (TableResult("forfeited", (Seat(0), Seat(2), Seat(4)), Seat(3)), {3}),
        (TableResult("abandoned", (), None), {0, 1, 2, 3, 4, 5}),
        (TableResult("conceded", (Seat(1), Seat(3), Seat(5)), None), {0, 2, 4}),
    ],
)
def test_a_table_without_a_score_costs_blameless_players_nothing(ended: TableResult, minus: set[int]):
    table = Simulation(Simulated("zheng_shangyou", "san-jia-xi", {}, 1), secrets_from("none")).table
    made = board_result(Place(board=1), "tbl_1", table._replace(result=ended), is_seat_by_seat=True)
    assert (made.score, made.for_even, made.for_odd) == (None, None, None)
    assert {seat for seat, each in enumerate(made.seats) if each.instead == "average_minus"} == minus
    assert {each.instead for each in made.seats} <= {"average_minus", "average_plus"}


def test_a_withdrawn_player_is_not_paired_and_surplus_players_sit_out():
    here = play_round(begun(FIVE, 10), lots("one"))
    here = here.after(WithdrawEntrant(PlayerId("p04"), EntrantId("P04")))
    here = paired(here)

    paired_now = here.tournament.rounds[-1].paired
    assert len(paired_now.matches) == 1
    assert len(paired_now.byes) == 4
    assert "P04" not in set(paired_now.matches[0].first.split("+") + paired_now.matches[0].second.split("+"))


def test_a_round_with_one_table_gives_no_points():
    here = begun(FIVE, 10)
    for number in range(5):
        here = here.after(WithdrawEntrant(PlayerId(f"p{number:02}"), EntrantId(f"P{number:02}")))
    here = play_round(here, lots("alone"))
    assert {(each.points, each.top) for each in compared(here)} == {(0, 0)}


def test_too_few_players_for_a_table_are_refused_and_staff_finish_the_tournament():
    here = begun(FIVE, 10)
    for number in range(6):
        here = here.after(WithdrawEntrant(PlayerId(f"p{number:02}"), EntrantId(f"P{number:02}")))
    with pytest.raises(TooFewToPair):
        here.pair(OWNER)


@pytest.mark.parametrize(
    ("result", "even", "odd"),
    [
        (Result(Points(100), Points(0)), "average_plus", "average_minus"),
        (Result(Points(0), Points(100)), "average_minus", "average_plus"),
        (Result(Points(50), Points(50)), "average", "average"),
        (Result(Points(0), Points(0), "double_forfeit"), "average_minus", "average_minus"),
    ],
)
def test_a_staff_decision_replaces_all_boards_of_a_table(result: Result, even: str, odd: str):
    here = paired(begun(FIVE, 10))
    here = finished(finished(here, 1, lambda *_: 100), 2, lambda *_: 0)
    here = closed(here.after(OverrideResult(OWNER, 1, 1, result, "a mistake")))
    for each in compared(here):
        assert each.instead == (None if each.match == 2 else odd if each.seat % 2 else even)


# -- compatible settings -----------------------------------------------------------------------------------------------


def test_a_table_and_its_match_list_the_same_players():
    for seats in range(4, 10):
        table = tuple(EntrantId(f"P{number}") for number in range(seats))
        match = match_of(table)
        assert table_of(match) == table
        assert [seat_of_player(match, seat) for seat in range(seats)] == list(table)


@pytest.mark.parametrize(
    ("plan", "option"),
    [
        (FIVE, None),
        (replace(FIVE, entrants=replace(PLAYERS, least=9, capacity=24)), "entrants.least"),
        (replace(FIVE, entrants=replace(PLAYERS, least=10)), "entrants.capacity"),
        (replace(FIVE, entrants=replace(PLAYERS, least=10, capacity=101)), "entrants.capacity"),
        (replace(FIVE, entrants=EntrantSettings("pair", 2, 2, 24, 10)), "entrants"),
        (replace(FIVE, boards=BoardSettings(2, "imps")), "boards.scoring"),
        (replace(FIVE, boards=BoardSettings(2, "victory_points")), "boards.scoring"),
        (replace(FIVE, boards=None), "boards"),
        (replace(FIVE, boards=BoardSettings(2, "matchpoints", "howell")), "boards.movement"),
        (replace(FIVE, is_rated=True), "is_rated"),
        (replace(FIVE, tie_breaks=("matchpoints", "levels_won", "lots")), None),
        (replace(FIVE, tie_breaks=("wins",)), "tie_breaks"),
        (replace(FIVE, tie_breaks=("imps",)), "tie_breaks"),
        (replace(FIVE, format="duplicate_pairs"), "play"),
        (replace(FIVE, format="swiss", boards=None), "play"),
    ],
)
def test_compatible_settings_are_accepted_and_others_refused_by_name(plan: TournamentSettings, option: str | None):
    if option is None:
        assert isinstance(checked_format(plan), SeatBySeat)
        return
    with pytest.raises(Refusal) as raised:
        checked_format(plan)
    assert raised.value.facts["option"] == option


@pytest.mark.parametrize(("play", "seats"), GAMES_BY_SEAT)
def test_a_table_has_as_many_players_as_the_game_has_seats(play: TableGame, seats: int):
    form = checked_format(replace(FIVE, play=play, entrants=replace(PLAYERS, least=2 * seats, capacity=40)))
    assert form == SeatBySeat(3, seats)
    assert GAMES[play.game].seats(GAMES[play.game].rules(play.profile, play.overrides)) == seats


def test_staff_may_change_the_seating_as_long_as_tables_are_full():
    here = begun(FIVE, 12)
    ids = [EntrantId(f"P{number:02}") for number in range(12)]
    byes = (Bye(ids[10], "pairing"), Bye(ids[11], "pairing"))
    tables = (tuple(ids[:5]), tuple(ids[5:10]))
    chosen = Round(1, tuple(map(match_of, tables)), byes)
    assert here.after(PairRound(OWNER, chosen, SEED)).tournament.rounds[0].paired == chosen

    one_table = Round(1, (match_of(tables[0]),), tuple(Bye(each, "pairing") for each in ids[5:]))
    turned = Round(1, tuple(Match(each.second, each.first) for each in chosen.matches), byes)
    twice = chosen._replace(matches=(chosen.matches[0], chosen.matches[0]))
    assert here.refused(PairRound(OWNER, one_table, SEED)) == "breaks_format"
    assert here.refused(PairRound(OWNER, turned, SEED)) == "breaks_format"
    assert here.refused(PairRound(OWNER, twice, SEED)) == "named_twice"


def test_tie_breaks_count_results_on_boards():
    plan = replace(FIVE, tie_breaks=("matchpoints", "board_quotient", "levels_won"))
    here = play_round(begun(plan, 10), lambda board, match, seat: 40 if seat == 0 and match == 1 else 0)
    best = tournament_standings(here.tournament)[0]
    assert best.entrant == table_of(here.tournament.rounds[0].paired.matches[0])[0]
    assert [value.tie_break for value in best.values] == ["matchpoints", "board_quotient", "levels_won"]
    assert [value.value for value in best.values] == [4, None, 0]


def test_the_even_and_the_odd_seats_alternate():
    evens, odds = "ABC", "DE"
    match = Match(EntrantId("+".join(evens)), EntrantId("+".join(odds)))
    assert "".join(table_of(match)) == "".join(a + (b or "") for a, b in zip_longest(evens, odds))
