"""Consequences of missed deadlines, pauses allowed by a table, and earning and spending of vacation."""

from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.clocks.calendar import ALWAYS, Calendar, FormerSchedule, active_between, due_at
from domain.clocks.figures import DAY_S, HOUR_S, InvalidTimes
from domain.clocks.ladder import (
    LADDER_FIGURES,
    Ladder,
    Pauses,
    allowed_pauses,
    automatic_vacation_start,
    default_ladder,
    default_pauses,
    ladder,
    ladder_document,
    pauses,
    pauses_document,
)
from domain.clocks.rules import NO_CLOCK, ClockRules
from domain.clocks.vacation import (
    AT_FIRST_MS,
    AUTOMATIC_MOST_MS,
    CAP_MS,
    SHORTEST_MS,
    AlreadyOnVacation,
    NotEnoughVacation,
    TooManyVacations,
    VacationNotPossible,
    automatic_span,
    balance_ms,
    check_vacation,
)
from domain.games.bots import STAND_INS
from domain.kernel.instants import DAY_MS, HOUR_MS, LAST, Instant, instant_of, read_instant, write_instant
from service.platform.store.codec import decoder, encoder

THREE_DAYS = ClockRules("simple", per_move_s=3 * DAY_S)
THIRTY_SECONDS = ClockRules("simple", per_move_s=30)
ALL = Pauses(vacation=True, weekends=True, quiet_hours=True)
NONE = Pauses(vacation=False, weekends=False, quiet_hours=False)
BEGAN = read_instant("2026-01-01T00:00:00.000Z")


def day(number: float) -> Instant:
    return Instant(BEGAN + int(number * DAY_MS))


LADDERS = st.builds(
    Ladder,
    st.integers(0, LADDER_FIGURES["grace_s"].most),
    st.integers(1, 3),
    st.sampled_from(STAND_INS),
    st.none() | st.integers(HOUR_S, LADDER_FIGURES["forfeit_after_s"].most),
)


@given(LADDERS, st.builds(Pauses, st.booleans(), st.booleans(), st.booleans()))
def test_ladder_and_pauses_round_trip_through_their_documents(some_ladder, some_pauses):
    assert ladder(ladder_document(some_ladder), STAND_INS) == some_ladder
    assert pauses(pauses_document(some_pauses)) == some_pauses
    assert decoder(Ladder)(encoder(Ladder)(some_ladder)) == some_ladder
    assert decoder(Pauses)(encoder(Pauses)(some_pauses)) == some_pauses


def test_omitted_settings_have_the_default_of_the_clock():
    assert default_ladder(THREE_DAYS) == Ladder(HOUR_S, 3, "caretaker", 14 * DAY_S) == ladder({}, STAND_INS, THREE_DAYS)
    assert default_ladder(THIRTY_SECONDS).grace_s == 3
    assert default_ladder(NO_CLOCK) == Ladder()
    assert ladder({"stand_in": "steady"}, STAND_INS, THREE_DAYS) == Ladder(HOUR_S, 3, "steady", 14 * DAY_S)
    assert default_pauses(THREE_DAYS) == default_pauses(NO_CLOCK) == ALL
    assert default_pauses(THIRTY_SECONDS) == NONE
    assert pauses({"vacation": False}, THREE_DAYS) == ALL._replace(vacation=False)


@pytest.mark.parametrize(
    ("document", "member"),
    [
        (7, "ladder"),
        ({"grace": 1}, "ladder.grace"),
        ({"grace_s": -1}, "ladder.grace_s"),
        ({"grace_s": 7 * DAY_S + 1}, "ladder.grace_s"),
        ({"stand_in_after": 0}, "ladder.stand_in_after"),
        ({"stand_in_after": 4}, "ladder.stand_in_after"),
        ({"stand_in_after": True}, "ladder.stand_in_after"),
        ({"stand_in": "random"}, "ladder.stand_in"),
        ({"stand_in": None}, "ladder.stand_in"),
        ({"forfeit_after_s": 3599}, "ladder.forfeit_after_s"),
    ],
)
def test_an_invalid_ladder_is_refused_by_member(document, member):
    with pytest.raises(InvalidTimes) as refused:
        ladder(document, STAND_INS)
    assert refused.value.facts["option"] == member


@pytest.mark.parametrize(
    ("document", "member"),
    [
        ("all", "pauses"),
        ({"holidays": True}, "pauses.holidays"),
        ({"vacation": 1}, "pauses.vacation"),
        ({"weekends": None}, "pauses.weekends"),
        ({"quiet_hours": "yes"}, "pauses.quiet_hours"),
    ],
)
def test_invalid_pauses_are_refused_by_member(document, member):
    with pytest.raises(InvalidTimes) as refused:
        pauses(document)
    assert refused.value.facts["option"] == member


def test_a_table_uses_the_parts_of_a_calendar_that_it_allows():
    whole = Calendar("Europe/Berlin", (0, 420), (5, 6), ((day(1), day(2)),))

    assert allowed_pauses(ALL, whole) == whole
    assert allowed_pauses(ALL._replace(vacation=False), whole) == whole._replace(vacations=())
    assert allowed_pauses(ALL._replace(weekends=False), whole) == whole._replace(weekend=())
    assert allowed_pauses(ALL._replace(quiet_hours=False), whole) == whole._replace(quiet=None)
    assert allowed_pauses(NONE, whole) == ALWAYS._replace(time_zone="Europe/Berlin")
    changed = ALWAYS._replace(former=(FormerSchedule(day(1), "UTC", (0, 60), (5,)),))
    assert allowed_pauses(ALL, changed) == changed
    assert allowed_pauses(NONE, changed).former == (FormerSchedule(day(1), "UTC", None, ()),)


# ------------------------------------------------------------------------------------------------ vacation


def test_an_account_starts_with_five_vacation_days_and_earns_one_in_eight_up_to_thirty():
    assert balance_ms(BEGAN, [], day(0)) == AT_FIRST_MS == 5 * DAY_MS
    assert balance_ms(BEGAN, [], day(8)) == 6 * DAY_MS
    assert balance_ms(BEGAN, [], day(200)) == balance_ms(BEGAN, [], day(5000)) == CAP_MS == 30 * DAY_MS


def test_a_vacation_costs_its_length_and_earns_nothing():
    assert balance_ms(BEGAN, [(day(8), day(10))], day(10)) == 4 * DAY_MS
    assert balance_ms(BEGAN, [(day(8), day(10))], day(9)) == 5 * DAY_MS
    assert balance_ms(BEGAN, [(day(8), day(10))], day(18)) == 5 * DAY_MS
    assert balance_ms(BEGAN, [(day(8), day(10))], day(8)) == 6 * DAY_MS


@given(st.lists(st.tuples(st.integers(0, 60 * DAY_MS), st.floats(0, 1)), max_size=8), st.integers(0, 90 * DAY_MS))
def test_a_balance_within_its_limits_never_becomes_a_debt(plans, wait):
    taken, now = [], BEGAN
    for gap, part in plans:
        now = Instant(now + gap)
        before = balance_ms(BEGAN, taken, now)
        end = Instant(now + int(before * part))
        taken.append((now, end))
        assert balance_ms(BEGAN, taken, end) == before - (end - now)
        assert balance_ms(BEGAN, taken, now) == before
        now = end
    later = Instant(now + wait)

    assert 0 <= balance_ms(BEGAN, taken, now) <= balance_ms(BEGAN, taken, later) <= CAP_MS
    assert balance_ms(BEGAN, taken, later) == min(CAP_MS, balance_ms(BEGAN, taken, now) + wait // 8)


@given(
    st.lists(st.tuples(st.integers(-DAY_MS, 99 * DAY_MS), st.integers(0, 99 * DAY_MS)), max_size=8),
    st.integers(0, 2**40),
)
def test_a_balance_is_never_negative_and_never_above_the_cap(spans, since_then):
    taken = [(Instant(BEGAN + start), Instant(BEGAN + start + length)) for start, length in spans]
    assert 0 <= balance_ms(BEGAN, taken, Instant(BEGAN + since_then)) <= CAP_MS


def test_a_vacation_can_start_now_or_later_while_days_remain():
    check_vacation(BEGAN, [], (day(8), day(14)), day(8))
    check_vacation(BEGAN, [(day(1), day(3)), (day(30), day(30))], (day(16), day(20)), day(8))


@pytest.mark.parametrize(
    ("taken", "wanted", "refusal"),
    [
        ([], (day(8), day(14.001)), NotEnoughVacation),
        ([(day(1), day(6))], (day(8), day(9.2)), NotEnoughVacation),
        ([], (day(7.999), day(9)), VacationNotPossible),
        ([], (day(98.001), day(99)), VacationNotPossible),
        ([], (day(8), day(8.04)), VacationNotPossible),
        ([], (day(8), day(8)), VacationNotPossible),
        ([], (day(9), day(8)), VacationNotPossible),
        ([(day(7), day(9))], (day(8), day(9)), AlreadyOnVacation),
        ([(day(7 + n / 20), day(7 + n / 20)) for n in range(10)], (day(8), day(9)), TooManyVacations),
        ([(day(20), day(21))], (day(8), day(9)), AlreadyOnVacation),
    ],
)
def test_an_impossible_vacation_is_refused(taken, wanted, refusal):
    with pytest.raises(refusal):
        check_vacation(BEGAN, taken, wanted, day(8))


def test_a_refusal_for_too_few_vacation_days_names_the_latest_possible_end():
    with pytest.raises(NotEnoughVacation) as refused:
        check_vacation(BEGAN, [], (day(8), day(100)), day(8))
    assert refused.value.facts == {"ends_at": write_instant(day(14))}


@given(st.integers(HOUR_MS, 200 * DAY_MS), st.integers(SHORTEST_MS, 9 * DAY_MS), st.integers(0, 1439))
def test_an_automatic_vacation_leaves_time_for_the_return(after, turn, quiet):
    began, calendar = Instant(BEGAN + after), Calendar("Asia/Tokyo", (quiet, (quiet + 600) % 1440), (5, 6))
    deadline = due_at(calendar, began, turn)
    span = automatic_span(BEGAN, [], deadline, automatic_vacation_start(began, deadline, calendar))

    assert span is not None
    start, end = span
    assert end - deadline >= SHORTEST_MS
    assert end - start <= balance_ms(BEGAN, [], start)
    assert end - deadline <= AUTOMATIC_MOST_MS
    away = calendar._replace(vacations=(span,))
    assert active_between(away, end, due_at(away, began, turn)) == min(turn // 5, HOUR_MS)


@given(st.integers(8 * DAY_MS, 99 * DAY_MS), st.integers(HOUR_MS, 90 * DAY_MS), st.floats(0.1, 1))
def test_an_automatic_vacation_leaves_enough_days_for_an_announced_one(after, ahead, part):
    now = Instant(BEGAN + after)
    start = Instant(now + ahead)
    announced = (start, Instant(start + int(balance_ms(BEGAN, [], start) * part)))

    span = automatic_span(BEGAN, [], now, Instant(now - HOUR_MS), announced)

    if span is not None:
        assert span[1] <= start
        assert balance_ms(BEGAN, [span], start) >= announced[1] - announced[0]
    else:
        assert part > 0.5 or ahead < 2 * HOUR_MS


def test_automatic_vacations_repeat_until_no_days_remain():
    taken, now = [], day(8)
    while span := automatic_span(BEGAN, taken, now, Instant(now - HOUR_MS)):
        assert balance_ms(BEGAN, taken, span[0]) >= span[1] - span[0]
        assert all(span[0] >= end for _, end in taken)
        taken.append(span)
        now = Instant(span[1] + HOUR_MS)

    assert balance_ms(BEGAN, taken, now) < SHORTEST_MS + HOUR_MS
    assert sum(end - start for start, end in taken) > 5 * DAY_MS
    assert automatic_span(BEGAN, [(day(8), day(14))], day(14.01), day(14)) is None


# ------------------------------------------------------------------------------------------------ instants


@given(st.integers(0, LAST).map(Instant))
def test_an_instant_round_trips_and_is_written_as_in_rfc_3339(instant):
    written = write_instant(instant)
    assert read_instant(written) == instant
    assert instant_of(datetime.fromisoformat(written)) == instant


def test_instants_are_written_to_the_millisecond_in_utc():
    assert write_instant(Instant(0)) == "1970-01-01T00:00:00.000Z"
    assert write_instant(Instant(20 * DAY_MS + HOUR_MS + 7)) == "1970-01-21T01:00:00.007Z"
    assert write_instant(LAST) == "9999-12-31T23:59:59.999Z"


@pytest.mark.parametrize(
    "text", ["", "2026-01-01", "2026-01-01T00:00:00Z", "2026-01-01T00:00:00.000", "2026-13-01T00:00:00.000Z"]
)
def test_invalid_instants_are_refused(text):
    with pytest.raises(ValueError):  # noqa: PT011 - of either of two functions, by its type alone
        read_instant(text)
