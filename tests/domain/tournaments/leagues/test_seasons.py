"""Leagues: seasons settle, begin and end on schedule, with promotion and relegation in between."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from domain.kernel.instants import Instant
from domain.kernel.players import PlayerId
from domain.tournaments.entrants.commands import Register, WithdrawEntrant
from domain.tournaments.entrants.gates import Applicant
from domain.tournaments.leagues.commands import CutSeasonShort, RecordDivisionEnded
from domain.tournaments.leagues.divisions import LeagueRules, Share
from domain.tournaments.leagues.events import (
    DivisionMove,
    LeagueEnded,
    SeasonCalledOff,
    SeasonCutShort,
    SeasonEnded,
    SeasonSettled,
    SeasonStarted,
)
from domain.tournaments.leagues.seasons import divisions_to_open, due_at, entering_sides
from domain.tournaments.staff import AppointStaff
from domain.tournaments.terms import EntrantId
from tests.support.league_seasons import in_season, reasons, start_of, with_members, written
from tests.support.leagues import CALENDAR, DAY_S, PLAN, SEASON_H, SETTLES, STARTS, Told, placed, swapped
from tests.support.tournament import ANN, DIRECTOR, OWNER, hours


def test_the_first_season_is_settled_by_rating_before_its_start():
    told = with_members("abcdefghi")

    assert due_at(told.league) == SETTLES
    assert told.until(Instant(SETTLES - 1)) == ()
    [settled] = told.until(SETTLES)

    assert isinstance(settled, SeasonSettled)
    assert (settled.season, settled.starts_at) == (1, STARTS)
    assert written(told) == ["abc", "def", "ghi"]
    assert set(reasons(told).values()) == {"newcomer"}
    assert (told.league.status, due_at(told.league)) == ("settled", STARTS)


def test_three_divisions_over_two_seasons_promote_and_relegate_as_computed_independently():
    told = in_season("abcdefghijkl", replace(PLAN, rules=LeagueRules(4, 4, 1, 1)))
    order = {name: place for place, name in enumerate("lkjihgfedcba")}
    told.play(order)
    first = [sorted(division, key=order.__getitem__) for division in told.divisions()]

    told.until(start_of(2))
    assert [set(division) for division in told.divisions()] == swapped(first, 1)
    assert written(told) == ["dcbh", "agfl", "ekji"]
    moves = {move.entrant: move for move in told.league.season.moves}
    assert moves["a"] == DivisionMove("a", 1, 2, "relegated")
    assert moves["h"] == DivisionMove("h", 2, 1, "promoted")
    assert moves["f"] == DivisionMove("f", 2, 2, "stays")

    told.play(order)
    second = [sorted(division, key=order.__getitem__) for division in told.divisions()]
    told.until(start_of(3))
    assert [set(division) for division in told.divisions()] == swapped(second, 1)


def test_scheduled_events_happen_in_order_however_late_a_worker_runs():
    told = with_members("abc")

    happened = told.until(hours(200))

    assert [type(each) for each in happened] == [SeasonSettled, SeasonStarted]
    assert happened[0].starts_at == hours(200)
    assert due_at(told.league) == hours(200 + 10 * 24)


def test_a_season_ends_with_its_last_division():
    told = in_season("abcdef")
    assert divisions_to_open(told.league) == (1, 2)
    told.open()
    assert divisions_to_open(told.league) == ()
    assert [side.entrant for side in entering_sides(told.league, 2)] == list("def")

    told.ask(RecordDivisionEnded(1, 1, "finished", placed("bca")))
    assert told.league.status == "playing"
    happened = told.ask(RecordDivisionEnded(1, 2, "cancelled", placed("def")))

    assert isinstance(happened[-1], SeasonEnded)
    assert told.league.standings == (tuple("bca"), tuple("def"))
    assert due_at(told.league) == Instant(start_of(2) - DAY_S * 1000)


def test_unfinished_divisions_count_their_current_standings_at_the_deadline():
    told = in_season("abc")
    told.open()
    end = hours(100 + 10 * 24)

    assert told.until(Instant(end - 1)) == ()
    assert told.until(end) == (SeasonCutShort(1, None, "the time of the season is over"),)
    assert due_at(told.league) is None
    assert told.refused(CutSeasonShort(OWNER, 1, "late")) == "no_season_played"
    told.ask(RecordDivisionEnded(1, 1, "cancelled", placed("cab")))
    assert told.league.season.status == "over"


def test_staff_can_cut_a_season_short():
    told = in_season("abc")
    told.ask(AppointStaff(OWNER, DIRECTOR, "director"))

    assert told.ask(CutSeasonShort(DIRECTOR, 1, "it rains")) == (SeasonCutShort(1, DIRECTOR, "it rains"),)
    assert told.refused(CutSeasonShort(DIRECTOR, 2, "it rains")) == "no_season_played"


def test_the_last_season_ends_the_league():
    told = in_season("abc", replace(PLAN, calendar=replace(CALENDAR, seasons=1)))
    told.play()

    assert told.events[-1] == LeagueEnded(None, "all seasons were played")
    assert (told.league.status, due_at(told.league)) == ("ended", None)
    assert told.refused(Register(ANN, EntrantId("x"), Applicant(ANN))) == "league_over"


def test_a_season_with_too_few_members_is_called_off_and_the_next_one_comes_on_time():
    told = with_members("a")

    assert told.until(SETTLES) == (SeasonCalledOff(1, STARTS, None, "too few members"),)
    assert due_at(told.league) == hours(100 + SEASON_H - 24)
    told.register("b")
    told.until(start_of(2))
    assert (told.league.season.number, written(told)) == (2, ["ab"])


def test_a_cancelled_season_keeps_the_standings_of_the_previous_one():
    told = in_season("abc")
    told.play({"c": 0, "b": 1, "a": 2})
    for name in "ab":
        told.ask(WithdrawEntrant(PlayerId(name), EntrantId(name)))
    told.until(start_of(2))
    assert told.league.season.status == "called_off"

    told.register("x", 3000)
    told.register("y", 1000)
    told.until(start_of(3))
    assert written(told) == ["cxy"]


def test_the_last_season_ends_the_league_even_if_it_is_called_off():
    told = Told(replace(PLAN, calendar=replace(CALENDAR, seasons=1)))

    happened = told.until(SETTLES)

    assert [type(each) for each in happened] == [SeasonCalledOff, LeagueEnded]


def test_a_season_that_all_members_leave_before_its_start_is_called_off():
    told = with_members("ab")
    told.until(SETTLES)
    told.ask(WithdrawEntrant(PlayerId("a"), EntrantId("a")))

    assert told.until(STARTS) == (SeasonCalledOff(1, STARTS, None, "too few members"),)


def test_a_division_with_too_few_members_is_not_played():
    told = with_members("abcdef")
    told.until(SETTLES)
    for name in "de":
        told.ask(WithdrawEntrant(PlayerId(name), EntrantId(name)))
    told.until(STARTS)

    assert divisions_to_open(told.league) == (1,)
    told.play()
    assert told.league.season.status == "over"
    assert told.league.standings == (tuple("abc"), ("f",))


@st.composite
def rules(draw):
    least = draw(st.integers(2, 4))
    figure = st.one_of(st.integers(0, 3), st.builds(Share, st.integers(0, 2), st.integers(2, 5), st.just("nearest")))
    return LeagueRules(least, max(3, least + draw(st.integers(0, 4))), draw(figure), draw(figure))


@given(rules(), st.integers(2, 14), st.data())
def test_over_many_seasons_everybody_plays_once_in_the_division_of_their_move(figures, number, data):
    told = Told(replace(PLAN, rules=figures))
    names = iter(f"m{place:03}" for place in range(1000))
    for _ in range(number):
        told.register(next(names), data.draw(st.integers(0, 3)))
    for season in range(1, 4):
        told.until(start_of(season))
        league = told.league
        if league.season.status == "called_off":
            continue
        seated = [entrant for division in told.divisions() for entrant in division]
        assert len(seated) == len(set(seated))
        assert set(seated) == {each.entrant for each in league.members}
        assert all(2 <= len(division) <= figures.most for division in told.divisions())
        after = {move.entrant: move.after for move in league.season.moves if move.after is not None}
        assert after == {each: place for place, ones in enumerate(told.divisions(), 1) for each in ones}
        for move in league.season.moves:
            if move.reason in ("promoted", "stays", "relegated"):
                assert move.after - move.before == {"promoted": -1, "stays": 0, "relegated": 1}[move.reason]
        told.play({name: data.draw(st.integers(0, 99)) for name in seated})
        for name in data.draw(st.frozensets(st.sampled_from(seated), max_size=3)):
            told.ask(WithdrawEntrant(PlayerId(name), EntrantId(name)))
        for _ in range(data.draw(st.integers(0, 3))):
            told.register(next(names))
