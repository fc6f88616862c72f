"""Leagues: seasons settle, begin and end on schedule, with promotion and relegation in between."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.kernel.instants import Instant
from domain.kernel.players import PlayerId
from domain.kernel.refusals import Refusal
from domain.tournaments.entrants.commands import AcceptPartner, DeclinePartner, Register, WithdrawEntrant
from domain.tournaments.entrants.gates import Applicant, Gates
from domain.tournaments.leagues.commands import (
    ChangeLeague,
    ContinueMembership,
    CreateLeague,
    CutSeasonShort,
    EndLeague,
    LeagueTimePasses,
    OverrideDivisions,
    RecordDivisionEnded,
    RecordDivisionOpened,
)
from domain.tournaments.leagues.decide import decide_league
from domain.tournaments.leagues.divisions import LeagueRules, Share
from domain.tournaments.leagues.events import (
    DivisionMove,
    LeagueEnded,
    LeagueMemberWithdrawn,
    SeasonCalledOff,
    SeasonCutShort,
    SeasonEnded,
    SeasonSettled,
    SeasonStarted,
)
from domain.tournaments.leagues.evolve import evolve_league, fold_league
from domain.tournaments.leagues.plan import settings_of
from domain.tournaments.leagues.seasons import divisions_to_open, due_at, entering_sides
from domain.tournaments.parts import BrokenHistory
from domain.tournaments.settings import LateEntry, Schedule
from domain.tournaments.staff import AppointStaff, DismissStaff
from domain.tournaments.terms import EntrantId
from tests.support.leagues import CALENDAR, DAY_S, OF_PAIRS, PLAN, SEASON_H, SETTLES, STARTS, Told, placed, swapped
from tests.support.tournament import ANN, BEN, DIRECTOR, OWNER, hours

PAIRS = replace(PLAN, template=OF_PAIRS)
ASKED = replace(PLAN, continues=False)


def with_members(names: str, plan=PLAN) -> Told:
    """Returns a league with these members, one letter each, strongest first."""
    told = Told(plan)
    for place, name in enumerate(names):
        told.register(name, rating=2000 - place)
    return told


def in_season(names: str, plan=PLAN) -> Told:
    """The same league after the start of its first season."""
    told = with_members(names, plan)
    told.until(STARTS)
    return told


def written(told: Told) -> list[str]:
    return ["".join(division) for division in told.divisions()]


def reasons(told: Told) -> dict[str, str]:
    assert told.league.season
    return {move.entrant: move.reason for move in told.league.season.moves}


def start_of(number: int) -> Instant:
    return hours(100 + (number - 1) * SEASON_H)


# ------------------------------------------------------------------------------------------------ seasons


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


# ------------------------------------------------------------------------------------------------ members


def test_a_withdrawal_leaves_a_vacancy_and_newcomers_enter_below():
    told = in_season("abcdef")
    told.ask(WithdrawEntrant(PlayerId("b"), EntrantId("b")))
    told.register("x", 3000)
    told.play()
    told.until(start_of(2))

    assert written(told) == ["ade", "cfx"]
    assert reasons(told) == {
        "a": "stays",
        "b": "withdrawn",
        "c": "relegated",
        "d": "promoted",
        "e": "fills_place",
        "f": "stays",
        "x": "newcomer",
    }


def test_a_member_who_registers_after_a_season_is_settled_plays_in_the_next():
    told = with_members("abc")
    told.until(SETTLES)
    told.register("x")
    told.until(STARTS)
    assert written(told) == ["abc"]
    told.play()
    told.until(start_of(2))
    assert written(told) == ["abcx"]


def test_a_member_who_withdraws_during_a_season_completes_it():
    told = in_season("abc")

    told.ask(WithdrawEntrant(PlayerId("a"), EntrantId("a")))

    assert written(told) == ["abc"]
    assert told.refused(WithdrawEntrant(PlayerId("a"), EntrantId("a"))) == "entrant_out"
    told.play()
    told.until(start_of(2))
    assert written(told) == ["bc"]
    assert told.league.member(EntrantId("a")) is None


def test_a_pair_plays_once_its_partner_agrees_and_stays_the_same_pair():
    told = Told(PAIRS)
    told.register("a", partners=["a2"])
    told.register("b", partners=["b2"])
    told.register("c", partners=["c2"], agree=False)
    told.until(STARTS)
    assert written(told) == ["ab"]

    told.ask(AcceptPartner(PlayerId("c2"), EntrantId("c"), Applicant(PlayerId("c2"))))
    told.ask(WithdrawEntrant(PlayerId("a2"), EntrantId("a")))
    told.play()
    told.until(start_of(2))
    assert written(told) == ["bc"]
    assert [each.player for each in entering_sides(told.league, 1)[1].players] == ["c", "c2"]


def test_declining_ends_the_registration_of_the_pair():
    told = Told(PAIRS)
    told.register("a", partners=["b"], agree=False)

    happened = told.ask(DeclinePartner(PlayerId("b"), EntrantId("a")))

    assert happened[-1] == LeagueMemberWithdrawn("a", "b", "declined", None)
    assert told.league.member_of(PlayerId("a")) is None
    told.register("b", partners=["a"])


def test_where_confirmation_is_required_only_members_who_confirm_play_on():
    told = in_season("abc", ASKED)
    told.ask(ContinueMembership(PlayerId("a")))
    assert told.refused(ContinueMembership(PlayerId("a"))) == "not_asked"
    told.play()
    told.ask(ContinueMembership(PlayerId("c")))
    told.register("x")
    assert told.refused(ContinueMembership(PlayerId("x"))) == "not_asked"
    assert told.refused(ContinueMembership(PlayerId("y"))) == "not_taking_part"

    happened = told.until(start_of(2))

    assert happened[0] == LeagueMemberWithdrawn("b", None, "not_continued", None)
    assert written(told) == ["acx"]
    assert told.league.has_to_confirm(PlayerId("a"), told.league.member(EntrantId("a")))


def test_both_partners_of_a_pair_have_to_confirm():
    told = Told(replace(PAIRS, continues=False))
    for name in "abc":
        told.register(name, partners=[name + "2"])
    told.until(STARTS)
    for player in ("a", "a2", "b", "c", "c2"):
        told.ask(ContinueMembership(PlayerId(player)))
    told.play()
    told.until(start_of(2))

    assert written(told) == ["ac"]


def test_without_required_confirmation_nobody_is_asked():
    assert in_season("abc").refused(ContinueMembership(PlayerId("a"))) == "not_asked"


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (Register(ANN, EntrantId("x"), Applicant(ANN)), "partners_missing"),
        (Register(ANN, EntrantId("x"), Applicant(ANN), partners=(ANN,)), "already_entered"),
        (Register(ANN, EntrantId("x"), Applicant(ANN), partners=(PlayerId("a"),)), "already_entered"),
        (Register(ANN, EntrantId("x"), Applicant(ANN), partners=(BEN, OWNER)), "entrant_full"),
        (Register(ANN, EntrantId("a"), Applicant(ANN), partners=(BEN,)), "entrant_id_taken"),
        (Register(ANN, EntrantId("x"), Applicant(ANN), " ", partners=(BEN,)), "name_not_possible"),
        (Register(ANN, EntrantId("x"), Applicant(ANN), "THE  As", partners=(BEN,)), "name_taken"),
        (Register(PlayerId("a"), EntrantId("x"), Applicant(PlayerId("a")), partners=(BEN,)), "already_entered"),
        (AcceptPartner(ANN, EntrantId("a"), Applicant(ANN)), "not_invited"),
        (AcceptPartner(ANN, EntrantId("z"), Applicant(ANN)), "no_such_entrant"),
        (DeclinePartner(ANN, EntrantId("a")), "not_invited"),
        (WithdrawEntrant(ANN, EntrantId("a")), "staff_only"),
        (WithdrawEntrant(OWNER, EntrantId("a")), "reason_needed"),
        (ContinueMembership(ANN), "not_taking_part"),
    ],
)
def test_impossible_commands_of_members_are_refused(command, code):
    told = Told(PAIRS)
    told.ask(Register(PlayerId("a"), EntrantId("a"), Applicant(PlayerId("a")), "The As", partners=(PlayerId("b"),)))

    assert told.refused(command) == code


def test_gates_apply_to_each_player():
    told = Told(replace(PLAN, template=replace(PLAN.template, gates=Gates(games=5))))

    assert told.refused(Register(ANN, EntrantId("x"), Applicant(ANN, games=4))) == "too_few_games"
    assert told.ask(Register(ANN, EntrantId("x"), Applicant(ANN, games=5)))


def test_single_players_have_no_partners():
    assert Told().refused(Register(ANN, EntrantId("x"), Applicant(ANN), partners=(BEN,))) == "no_partners"


# -- staff -------------------------------------------------------------------------------------------------------------


def test_staff_can_change_the_divisions_before_the_start():
    told = with_members("abcdef")
    told.until(SETTLES)

    [happened] = told.ask(OverrideDivisions(OWNER, 1, (tuple("abd"), tuple("cef")), "c has asked for it"))

    assert (happened.by, happened.reason) == (OWNER, "c has asked for it")
    assert written(told) == ["abd", "cef"]
    assert reasons(told) == {**dict.fromkeys("abef", "newcomer"), **dict.fromkeys("cd", "overridden")}
    told.until(STARTS)
    assert told.refused(OverrideDivisions(OWNER, 1, (tuple("abc"), tuple("def")), "again")) == "season_not_settled"


@pytest.mark.parametrize(
    ("divisions", "code"),
    [
        ((("a", "b"), ("c",)), "division_too_small"),
        ((("a", "b"),), "entrant_missing"),
        ((("a", "b", "c", "x"),), "unknown_entrant"),
        ((("a", "b", "c", "a"),), "named_twice"),
        ((("a", "b", "c"), ()), "division_too_small"),
    ],
)
def test_invalid_divisions_are_refused(divisions, code):
    told = with_members("abc")
    assert told.refused(OverrideDivisions(OWNER, 1, divisions, "so")) == "season_not_settled"
    told.until(SETTLES)

    assert told.refused(OverrideDivisions(OWNER, 1, divisions, "so")) == code
    assert told.refused(OverrideDivisions(OWNER, 2, (("a", "b", "c"),), "so")) == "season_not_settled"
    assert told.refused(OverrideDivisions(OWNER, 1, (("c", "b", "a"),), " ")) == "reason_needed"


@pytest.mark.parametrize(
    "command",
    [
        ChangeLeague(ANN, PLAN),
        AppointStaff(ANN, BEN, "director"),
        DismissStaff(ANN, BEN),
        EndLeague(ANN, "no"),
        OverrideDivisions(ANN, 1, (("a", "b", "c"),), "so"),
        CutSeasonShort(ANN, 1, "so"),
    ],
)
def test_only_staff_can_run_a_league(command):
    told = in_season("abc")
    assert told.refused(command) == "staff_only"
    told.ask(AppointStaff(OWNER, ANN, "assistant"))
    assert told.refused(command) == "staff_only"


def test_staff_can_be_appointed_and_dismissed_but_the_owner_stays():
    told = Told()
    told.ask(AppointStaff(OWNER, DIRECTOR, "director"))
    assert told.refused(AppointStaff(OWNER, OWNER, "director")) == "owner_stays"
    assert told.refused(AppointStaff(OWNER, ANN, "owner")) == "owner_stays"
    assert told.refused(DismissStaff(OWNER, OWNER)) == "owner_stays"
    assert told.refused(DismissStaff(OWNER, ANN)) == "not_on_staff"
    assert told.refused(EndLeague(DIRECTOR, "no")) == "staff_only"
    told.ask(DismissStaff(OWNER, DIRECTOR))
    assert told.league.staff == ((OWNER, "owner"),)


def test_assistants_can_withdraw_members_with_a_reason():
    told = with_members("abc")
    told.ask(AppointStaff(OWNER, ANN, "assistant"))

    assert told.ask(WithdrawEntrant(ANN, EntrantId("a"), "never there")) == (
        LeagueMemberWithdrawn("a", ANN, "removed", "never there"),
    )


def test_an_ended_league_completes_its_season():
    told = in_season("abc")
    assert told.refused(EndLeague(OWNER, " ")) == "reason_needed"
    told.ask(EndLeague(OWNER, "the club is closed"))
    assert told.league.status == "playing"
    assert told.refused(EndLeague(OWNER, "again")) == "league_over"
    assert told.refused(WithdrawEntrant(PlayerId("a"), EntrantId("a"))) == "league_over"

    told.play()

    assert (told.league.status, due_at(told.league)) == ("ended", None)
    assert told.until(hours(100_000)) == ()


def test_ending_a_league_calls_a_settled_season_off():
    told = with_members("abc")
    told.until(SETTLES)

    assert told.ask(EndLeague(OWNER, "no room")) == (
        SeasonCalledOff(1, STARTS, OWNER, "no room"),
        LeagueEnded(OWNER, "no room"),
    )
    assert due_at(told.league) is None


def test_a_changed_plan_applies_to_future_seasons():
    told = in_season("abcdef")
    wider = replace(PLAN, rules=LeagueRules(3, 6, 2, 2), calendar=replace(CALENDAR, break_s=20 * DAY_S))
    told.ask(ChangeLeague(OWNER, wider))
    assert written(told) == ["abc", "def"]
    told.play()

    assert due_at(told.league) == hours(100 + 30 * 24 - 24)
    told.until(hours(100 + 30 * 24))
    assert written(told) == ["ade", "bcf"]


def test_settings_that_can_no_longer_change_are_named():
    told = with_members("abc")
    assert told.refused(ChangeLeague(OWNER, PAIRS)) == "setting_fixed"
    past = replace(PLAN, calendar=replace(CALENDAR, starts_at=hours(1)))
    assert told.refused(ChangeLeague(OWNER, past)) == "invalid_settings"
    told.ask(ChangeLeague(OWNER, replace(PLAN, calendar=replace(CALENDAR, starts_at=hours(200)))))
    told.until(hours(200))
    assert told.refused(ChangeLeague(OWNER, PLAN)) == "setting_fixed"


@pytest.mark.parametrize(
    ("plan", "option"),
    [
        (replace(PLAN, name=" "), "name"),
        (replace(PLAN, rules=LeagueRules(1, 5)), "rules.least"),
        (replace(PLAN, rules=LeagueRules(2, 2)), "rules.most"),
        (replace(PLAN, rules=LeagueRules(2, 2000)), "rules.most"),
        (replace(PLAN, calendar=replace(CALENDAR, length_s=0)), "calendar.length_s"),
        (replace(PLAN, calendar=replace(CALENDAR, break_s=-1)), "calendar.break_s"),
        (replace(PLAN, calendar=replace(CALENDAR, closes_before_s=3 * DAY_S)), "calendar.closes_before_s"),
        (replace(PLAN, calendar=replace(CALENDAR, seasons=0)), "calendar.seasons"),
        (replace(PLAN, calendar=replace(CALENDAR, starts_at=hours(24))), "calendar.starts_at"),
        (replace(PLAN, template=replace(PLAN.template, format="knock_out")), "template.format"),
        (replace(PLAN, template=replace(PLAN.template, schedule=Schedule(starts_at=STARTS))), "template.schedule"),
        (replace(PLAN, template=replace(PLAN.template, late=LateEntry(2))), "template.late"),
        (replace(PLAN, template=replace(PLAN.template, gates=Gates(by_code=True))), "template.gates.by_code"),
        (replace(PLAN, template=replace(PLAN.template, series="x")), "template.series"),
        (
            replace(PLAN, template=replace(PLAN.template, entrants=replace(PLAN.template.entrants, capacity=9))),
            "template.entrants.capacity",
        ),
        (replace(PLAN, template=replace(PLAN.template, name="x" * 80)), "name"),
    ],
)
def test_an_invalid_plan_is_refused_by_member(plan, option):
    with pytest.raises(Refusal) as raised:
        decide_league(None, CreateLeague(OWNER, plan), hours(0))
    assert raised.value.facts["option"] == option
    assert raised.value.hint


def test_tournaments_of_divisions_name_their_league_and_season():
    settings = settings_of(PLAN, "lge_1", 2, 3)

    assert (settings.name, settings.series, settings.entrants.least) == ("City 2.3", "lge_1", 2)


# ------------------------------------------------------------------------------------------------ the service


def test_facts_reported_by_the_service_count_once():
    told = in_season("abc")
    told.ask(RecordDivisionOpened(1, 1, "trn_1"))

    assert told.refused(RecordDivisionOpened(1, 1, "trn_2")) == "division_taken"
    assert told.refused(RecordDivisionOpened(1, 2, "trn_2")) == "no_such_division"
    assert told.refused(RecordDivisionEnded(2, 1, "finished", placed("abc"))) == "no_season_played"
    with pytest.raises(ValueError, match="other entrants"):
        decide_league(told.league, RecordDivisionEnded(1, 1, "finished", placed("abx")), told.now)


def test_a_division_ends_only_once():
    told = in_season("abcdef")
    told.open()
    told.ask(RecordDivisionEnded(1, 1, "finished", placed("abc")))

    assert told.refused(RecordDivisionEnded(1, 1, "finished", placed("cba"))) == "division_over"


def test_an_impossible_event_is_a_defect():
    told = in_season("abc")
    with pytest.raises(BrokenHistory):
        fold_league([])
    for league, event in ((None, SeasonEnded(1, STARTS)), (told.league, SeasonEnded(2, STARTS)), (told.league, "x")):
        with pytest.raises(BrokenHistory):
            evolve_league(league, event)
    with pytest.raises(BrokenHistory):
        decide_league(None, LeagueTimePasses(), STARTS)


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
