"""Tables of tournaments that are rated games, their pools, and the effect of corrections."""

from dataclasses import replace

import pytest

from domain.clocks.rules import NO_CLOCK, ClockRules
from domain.games.registry import GAMES
from domain.kernel.instants import HOUR_MS, Instant
from domain.kernel.players import PlayerId
from domain.kernel.seats import Seat
from domain.ratings.eligibility import Meetings
from domain.ratings.pools import Pool, pace_of, pool_named
from domain.ratings.results import Annulled, GameResult, Replaced
from domain.ratings.tables import EndedTable
from domain.table.events import EndReason
from domain.table.state import Occupant, Table, TableResult
from domain.tournaments.formats.checks import checked_format
from domain.tournaments.ratings.rated_games import (
    check_rated,
    correction_of,
    counts_when_published,
    game_of,
    is_corrected,
    pool_of,
)
from domain.tournaments.refusals import InvalidSettings
from domain.tournaments.rounds.events import ResultOverridden
from domain.tournaments.settings import BoardSettings, TableGame, TournamentSettings
from domain.tournaments.terms import DRAW, LOSS, WIN, Points, ResultKind
from tests.domain.tournaments.matches.test_tables_of_matches import ANN, BEN, CAT, DAN, SWISS, at_table, conceded, pairs
from tests.support.rating import LIVE, game, players

RATED = replace(SWISS, is_rated=True)
EVENS, ODDS = (Seat(0), Seat(2)), (Seat(1), Seat(3))
AT = Instant(5 * HOUR_MS)


def ended(reason: EndReason, winners: tuple[Seat, ...], forfeited_by: Seat | None = None) -> Table:
    """The finished table of Ann and Ben against Cat and Dan."""
    return at_table(pairs())._replace(status="finished", result=TableResult(reason, winners, forfeited_by))


def rated(table: Table, settings: TournamentSettings = RATED) -> GameResult | None:
    return game_of(settings, EndedTable("tbl_1", table, AT), "people")


def places(result: GameResult | None) -> dict[tuple[PlayerId, ...], int]:
    assert result is not None
    return {side.players: side.place for side in result.sides}


# ------------------------------------------------------------------------------------------------ pools


@pytest.mark.parametrize(
    ("clock", "pace"),
    [
        (NO_CLOCK, "correspondence"),
        (ClockRules("simple", per_move_s=3600), "live"),
        (ClockRules("simple", per_move_s=3601), "correspondence"),
        (ClockRules("fischer", initial_s=600, increment_s=10, cap_s=3600), "live"),
        (ClockRules("fischer", initial_s=600, increment_s=10, cap_s=3601), "correspondence"),
        (ClockRules("byo_yomi", main_s=3000, periods=20, period_s=30), "live"),
        (ClockRules("byo_yomi", main_s=3001, periods=20, period_s=30), "correspondence"),
        (ClockRules("time_bank", per_move_s=600, bank_s=3000), "live"),
        (ClockRules("time_bank", per_move_s=601, bank_s=3000), "correspondence"),
    ],
)
def test_a_game_is_live_if_no_turn_can_take_more_than_an_hour(clock: ClockRules, pace: str):
    assert pace_of(clock, has_given_deals=False) == pace
    assert pace_of(clock, has_given_deals=True) == "duplicate"


def test_the_pool_of_a_tournament_follows_from_its_tables():
    table = conceded(pairs(), CAT, DAN)
    settings = replace(RATED, boards=BoardSettings(4, "matchpoints"))
    six = replace(RATED, play=TableGame("sheng_ji", "six-player-teams", clock=RATED.play.clock))

    for each in (RATED, settings):
        result = game_of(each, EndedTable("tbl_1", table, AT), "programs")
        assert result is not None
        assert result.pool == pool_of(each, "programs")
    assert pool_of(RATED) == Pool("sheng_ji", "live", 4, "people")
    assert pool_of(settings).pace == "duplicate"
    assert pool_of(six).seats == 6


def test_a_pool_is_parsed_only_from_its_name():
    pool = Pool("zheng_shangyou", "duplicate", 12, "programs")

    assert pool.name == "zheng_shangyou.duplicate.12.programs"
    assert pool_named(pool.name) == pool
    for wrong in ("sheng_ji.live.4", "sheng_ji.live.04.people", "sheng_ji.live.0.people", "sheng_ji.fast.4.people", ""):
        assert pool_named(wrong) is None


# ------------------------------------------------------------------------------------------------ games


def test_the_winner_of_the_table_wins_the_game():
    result = rated(conceded(pairs(), CAT, DAN))

    assert places(result) == {(ANN, BEN): 1, (CAT, DAN): 2}
    assert result is not None
    assert (result.game, result.ended_at, result.reason, result.hands) == ("tbl_1", AT, "conceded", 0)
    assert places(rated(ended("drawn", ()))) == {(ANN, BEN): 1, (CAT, DAN): 1}
    assert places(rated(ended("hands_played", ODDS))) == {(ANN, BEN): 2, (CAT, DAN): 1}


def test_a_forfeit_belongs_to_the_player_who_forfeited():
    result = rated(ended("forfeited", ODDS, Seat(2)))

    assert places(result) == {(ANN, BEN): 2, (CAT, DAN): 1}
    assert result is not None
    assert result.forfeited_by == BEN


def test_only_rated_tournaments_without_house_bots_are_rated():
    table = conceded(pairs(), CAT, DAN)
    house = (*table.seats[:3], Occupant(PlayerId("ply_house_steady"), "steady", ""))

    assert rated(table, SWISS) is None
    assert rated(table._replace(seats=house)) is None
    assert rated(at_table(pairs())) is None, "the match is still running"


def by_rules(**overrides: object) -> TableGame:
    return replace(RATED.play, overrides=overrides)


def test_sheng_ji_of_four_is_rated_with_two_decks_and_fixed_teams():
    for play in (by_rules(decks=3), replace(RATED.play, profile="zhao-peng-you", overrides={"players": 4, "decks": 2})):
        settings, rules = replace(RATED, play=play), GAMES["sheng_ji"].rules(play.profile, play.overrides)
        with pytest.raises(InvalidSettings) as refused:
            check_rated(settings)
        assert refused.value.facts == {"option": "is_rated"}
        check_rated(replace(settings, is_rated=False))
        assert rated(conceded(pairs(), CAT, DAN)._replace(rules=rules)) is None
    checked_format(RATED)
    with pytest.raises(InvalidSettings):
        checked_format(replace(RATED, play=by_rules(decks=3)))


def test_other_games_have_their_own_pools():
    for play in (TableGame("sheng_ji", "six-player-teams"), TableGame("zheng_shangyou", "zheng-shangyou-4-partners")):
        check_rated(replace(RATED, play=play))


@pytest.mark.parametrize(("k", "most"), [("32_then_16", None), (10, 10), (400, 400)])
def test_the_rules_limit_the_change_of_elo_by_a_game(k: object, most: int | None):
    play = by_rules(elo_k=k)
    table = conceded(pairs(), CAT, DAN)._replace(rules=GAMES["sheng_ji"].rules(play.profile, play.overrides))
    result = rated(table)

    assert result is not None
    assert result.most_k == most


def test_sealed_rounds_and_rounds_with_boards_count_when_they_are_closed():
    assert not counts_when_published(RATED)
    assert counts_when_published(replace(RATED, is_sealed=True))
    assert counts_when_published(replace(RATED, boards=BoardSettings(4, "imps")))


# ------------------------------------------------------------------------------------------------ corrections


def test_a_result_set_by_staff_says_nothing_about_single_tables_of_a_team_match():
    teams = replace(RATED.entrants, kind="team", members_least=4, members_most=6)

    assert is_corrected(RATED)
    assert is_corrected(replace(RATED, format="duplicate_pairs", boards=BoardSettings(4, "imps")))
    assert not is_corrected(replace(RATED, entrants=teams))
    assert not is_corrected(replace(RATED, entrants=teams, boards=BoardSettings(4, "imps")))


def override(first: Points, second: Points, kind: ResultKind = "played") -> ResultOverridden:
    return ResultOverridden(1, 1, PlayerId("director"), first, second, kind, "as seen")


def test_an_override_counts_as_if_the_game_had_ended_that_way():
    result = game(1, "ab", "cd")

    for first, second, expected in ((LOSS, WIN, (2, 1)), (DRAW, DRAW, (1, 1)), (Points(40), Points(60), (2, 1))):
        made = correction_of(result, override(first, second, "adjudicated"))
        assert isinstance(made, Replaced)
        assert tuple(side.place for side in made.result.sides) == expected
        assert [side.players for side in made.result.sides] == [side.players for side in result.sides]
        assert (made.result.ended_at, made.result.pool) == (result.ended_at, result.pool)
    assert correction_of(result, override(WIN, LOSS)) == Replaced(result), "the override equals the played result"


@pytest.mark.parametrize("kind", ["forfeit", "double_forfeit"])
def test_an_override_as_a_forfeit_annuls_the_game(kind: ResultKind):
    assert correction_of(game(1, "ab", "cd"), override(LOSS, WIN, kind)) == Annulled(game(1, "ab", "cd").game)


def test_a_forfeited_game_awarded_to_the_other_side_is_nobodys_forfeit():
    left = game(1, "ab", "cd", reason="forfeited", forfeited_by=players("c")[0], hands=3)
    made = correction_of(left, override(LOSS, WIN))

    assert isinstance(made, Replaced)
    assert (made.result.forfeited_by, made.result.reason, made.result.hands) == (None, "won", 3)


@pytest.mark.parametrize("sides", [("a", "b", "c"), ("a", "b", "c", "d", "e")])
@pytest.mark.parametrize("kind", ["played", "adjudicated", "forfeit", "double_forfeit"])
def test_an_override_annuls_a_game_with_more_sides_than_the_match(sides: tuple[str, ...], kind: ResultKind):
    result = game(1, *sides)

    for first, second in ((WIN, LOSS), (DRAW, DRAW), (LOSS, WIN)):
        assert correction_of(result, override(first, second, kind)) == Annulled(result.game)


# ------------------------------------------------------------------------------------------------ meetings


def test_meetings_are_counted_by_end_of_game_in_any_order_of_arrival():
    meetings = Meetings()
    for hours in (30, 5, 29, 6.5):
        meetings.add_time(LIVE, players("dcba"), Instant(int(hours * HOUR_MS)))

    assert [meetings.before(game(1, "ab", "cd", hours=hours)) for hours in (5, 6, 29, 30, 30.5)] == [1, 1, 2, 3, 2]
