"""Recurrence of series: RFC 5545 rules in a time zone, from any moment, and refusals."""

from datetime import UTC, datetime, timedelta
from itertools import islice, pairwise
from typing import Any

import pytest
from dateutil.rrule import rrulestr
from hypothesis import given
from hypothesis import strategies as st

from domain.kernel.instants import DAY_MS, Instant, instant_of, write_instant
from domain.kernel.refusals import Refusal
from domain.tournaments.series.plan import LocalStart, Recurrence
from service.series import recurrence
from service.series.recurrence import COUNT_LIMIT, check_recurrence, occurrences, read_rule
from tests.support.laws import law

FRIDAY = datetime.fromisoformat("2026-11-27T19:00")
NOW = instant_of(datetime(2026, 11, 22, tzinfo=UTC))
BEFORE = Instant(0)


def recurs(rule: str, first: str = "2026-11-27T19:00", zone: str = "UTC") -> Recurrence:
    return Recurrence(rule, zone, LocalStart(first))


def starts(rule: str, first: str, zone: str = "UTC", after: Instant = BEFORE, count: int = 100) -> list[str]:
    """Returns its starts in UTC, to the minute."""
    found = islice(occurrences(recurs(rule, first, zone), after), count)
    return [write_instant(each.starts_at)[:16] for each in found]


def keys(rule: str, first: str, zone: str = "UTC", after: Instant = BEFORE, count: int = 100) -> list[str]:
    return [each.key for each in islice(occurrences(recurs(rule, first, zone), after), count)]


# ------------------------------------------------------------------------------------------------ clocks that change


def test_a_night_in_berlin_starts_at_the_same_local_time_before_and_after_a_clock_change():
    assert starts("FREQ=WEEKLY", "2027-03-19T19:00", "Europe/Berlin", count=3) == [
        "2027-03-19T18:00",
        "2027-03-26T18:00",
        "2027-04-02T17:00",
    ]
    assert starts("FREQ=WEEKLY", "2027-10-22T19:00", "Europe/Berlin", count=3) == [
        "2027-10-22T17:00",
        "2027-10-29T17:00",
        "2027-11-05T18:00",
    ]


@pytest.mark.parametrize(
    ("zone", "first", "expected"),
    [
        # 02:30 does not exist on 28 March 2027: with the earlier offset UTC+1 it is 01:30 UTC.
        ("Europe/Berlin", "2027-03-27T02:30", ["2027-03-27T01:30", "2027-03-28T01:30", "2027-03-29T00:30"]),
        # 02:30 occurs twice on 31 October 2027: the first is in summer time, UTC+2.
        ("Europe/Berlin", "2027-10-30T02:30", ["2027-10-30T00:30", "2027-10-31T00:30", "2027-11-01T01:30"]),
        # New York moves forward on 14 March 2027 at 02:00, from UTC-5 to UTC-4.
        ("America/New_York", "2027-03-13T02:30", ["2027-03-13T07:30", "2027-03-14T07:30", "2027-03-15T06:30"]),
        # And back on 7 November at 02:00: 01:30 occurs twice, first at UTC-4.
        ("America/New_York", "2027-11-06T01:30", ["2027-11-06T05:30", "2027-11-07T05:30", "2027-11-08T06:30"]),
        # The first minute after the gap, and the first after the repeated hour.
        ("Europe/Berlin", "2027-03-27T03:00", ["2027-03-27T02:00", "2027-03-28T01:00", "2027-03-29T01:00"]),
        ("America/New_York", "2027-11-06T02:00", ["2027-11-06T06:00", "2027-11-07T07:00", "2027-11-08T07:00"]),
    ],
)
def test_nonexistent_and_ambiguous_times_follow_the_rfc(zone: str, first: str, expected: list[str]):
    assert starts("FREQ=DAILY", first, zone, count=3) == expected
    wanted = [(datetime.fromisoformat(first) + timedelta(days=n)).isoformat(timespec="minutes") for n in range(3)]
    assert keys("FREQ=DAILY", first, zone, count=3) == wanted, "the key is the local start"


@given(
    zone=st.sampled_from(["Europe/Berlin", "America/New_York", "Asia/Shanghai", "Australia/Lord_Howe"]),
    hour=st.integers(0, 23),
    minute=st.sampled_from([0, 30]),
    day=st.integers(0, 1000),
)
def test_occurrences_do_not_depend_on_the_time_of_the_query(zone: str, hour: int, minute: int, day: int):
    first = f"2027-01-01T{hour:02}:{minute:02}"
    rule = recurs("FREQ=DAILY;COUNT=900", first, zone)
    every = list(occurrences(rule, BEFORE))
    assert len(every) == 900
    assert all(before.starts_at < later.starts_at for before, later in pairwise(every))
    looking = Instant(every[0].starts_at + day * DAY_MS)
    assert list(occurrences(rule, looking)) == [each for each in every if each.starts_at > looking]


# ------------------------------------------------------------------------------------------------ rules


@pytest.mark.parametrize(
    ("rule", "first", "days"),
    [
        ("FREQ=WEEKLY;INTERVAL=2;COUNT=4;WKST=SU;BYDAY=TU,TH", "1997-09-02", "0902 0904 0916 0918"),
        ("FREQ=MONTHLY;COUNT=5;BYDAY=1FR", "1997-09-05", "0905 1003 1107 1205 0102"),
        ("FREQ=MONTHLY;INTERVAL=2;COUNT=4;BYDAY=1SU,-1SU", "1997-09-07", "0907 0928 1102 1130"),
        ("FREQ=MONTHLY;BYMONTHDAY=-3;COUNT=4", "1997-09-28", "0928 1029 1128 1229"),
        ("FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3", "1997-09-04", "0904 1007 1106"),
        ("FREQ=MONTHLY;COUNT=4;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2", "1997-09-29", "0929 1030 1127 1230"),
        ("FREQ=YEARLY;COUNT=4;BYMONTH=6,7", "1997-06-10", "0610 0710 0610 0710"),
        ("FREQ=YEARLY;INTERVAL=3;COUNT=4;BYYEARDAY=1,100,200", "1997-01-01", "0101 0410 0719 0101"),
        ("FREQ=YEARLY;COUNT=3;BYDAY=20MO", "1997-05-19", "0519 0518 0517"),
        ("FREQ=YEARLY;COUNT=3;BYWEEKNO=20;BYDAY=MO", "1997-05-12", "0512 0511 0517"),
        ("FREQ=MONTHLY;COUNT=5;BYDAY=SA;BYMONTHDAY=7,8,9,10,11,12,13", "1997-09-13", "0913 1011 1108 1213 0110"),
        ("FREQ=MONTHLY;BYMONTHDAY=31;COUNT=4", "1997-08-31", "0831 1031 1231 0131"),
        ("FREQ=WEEKLY;UNTIL=19971007T000000Z;WKST=SU;BYDAY=TU,TH", "1997-09-23", "0923 0925 0930 1002"),
        ("FREQ=DAILY;INTERVAL=10;COUNT=3", "1997-09-02", "0902 0912 0922"),
        ("FREQ=DAILY;BYMONTH=1;COUNT=2", "1998-01-31", "0131 0101"),
    ],
)
def test_rules_give_the_dates_listed_in_the_rfc(rule: str, first: str, days: str):
    found = keys(rule, f"{first}T09:00", "America/New_York", count=len(days.split()) + ("UNTIL" in rule))
    assert [key[5:7] + key[8:10] for key in found] == days.split()


def test_two_week_intervals_are_counted_from_the_start_of_the_week():
    asked = "FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST="
    assert [key[8:10] for key in keys(asked + "MO", "1997-08-05T09:00")] == ["05", "10", "19", "24"]
    assert [key[8:10] for key in keys(asked + "SU", "1997-08-05T09:00")] == ["05", "17", "19", "31"]


RULES = [
    "FREQ=DAILY;INTERVAL=3;BYDAY=FR,SA",
    "FREQ=DAILY;BYMONTHDAY=-1,27;BYMONTH=11,2,3",
    "FREQ=WEEKLY;INTERVAL=3;BYDAY=SU,FR",
    "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR;WKST=SU",
    "FREQ=WEEKLY;BYMONTH=11",
    "FREQ=MONTHLY;INTERVAL=5;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2,3",
    "FREQ=MONTHLY;BYMONTH=11,12;BYDAY=FR;BYMONTHDAY=27,13",
    "FREQ=MONTHLY;BYMONTHDAY=27,31",
    "FREQ=YEARLY;BYMONTH=11;BYDAY=4FR",
    "FREQ=YEARLY;BYYEARDAY=331,-1",
    "FREQ=YEARLY;BYWEEKNO=48,1;BYDAY=FR,MO",
    "FREQ=YEARLY;INTERVAL=2;BYDAY=FR,MO;BYSETPOS=2,-5",
    "FREQ=YEARLY;BYDAY=47FR,-1MO",
    "FREQ=YEARLY",
]
LATER = FRIDAY.replace(year=2060)
WHOLE = {rule: rrulestr(rule, dtstart=FRIDAY).between(FRIDAY, LATER, inc=True) for rule in RULES}
"""Returns all starts until then, counted from the first one."""


@given(rule=st.sampled_from(RULES), days=st.integers(0, 12_000), hours=st.integers(0, 23))
def test_expanding_from_a_later_time_omits_and_adds_nothing(rule: str, days: int, hours: int):
    looking = FRIDAY + timedelta(days=days, hours=hours)
    wanted = [each.isoformat(timespec="minutes") for each in WHOLE[rule] if each > looking][:20]
    found = keys(rule, "2026-11-27T19:00", after=instant_of(looking.replace(tzinfo=UTC)), count=20)
    assert found[: len(wanted)] == wanted


def test_an_old_series_is_not_expanded_from_its_first_start(monkeypatch: pytest.MonkeyPatch):
    made: list[datetime] = []
    rrule = recurrence.rrule

    def counting(*arguments: Any, **named: Any) -> Any:
        for each in rrule(*arguments, **named):
            made.append(each)
            yield each

    monkeypatch.setattr(recurrence, "rrule", counting)
    after = instant_of(datetime(2056, 5, 1, tzinfo=UTC))
    for rule in ("FREQ=DAILY", "FREQ=WEEKLY", "FREQ=MONTHLY;BYDAY=-1FR", "FREQ=YEARLY;BYMONTH=5;BYDAY=1FR"):
        made.clear()
        assert len(keys(rule, "2026-11-27T19:00", after=after, count=1)) == 1
        assert 1 <= len(made) <= 6, rule


def test_a_rule_with_a_count_counts_its_starts_once(monkeypatch: pytest.MonkeyPatch):
    asked, after = ("FREQ=WEEKLY;COUNT=1000", "2026-11-27T19:01"), instant_of(datetime(2046, 1, 1, tzinfo=UTC))
    last = (datetime.fromisoformat(asked[1]) + timedelta(weeks=999)).isoformat(timespec="minutes")
    assert keys(*asked, after=after)[-1] == last
    monkeypatch.setattr(recurrence, "islice", None)
    assert keys(*asked, after=after)[-1] == last


# ------------------------------------------------------------------------------------------------ what is refused


def refused(rule: str, first: str = "2026-11-27T19:00", zone: str = "Europe/Berlin") -> tuple[str, str]:
    with pytest.raises(Refusal) as raised:
        check_recurrence(recurs(rule, first, zone), NOW)
    assert raised.value.code() == "invalid_settings"
    return str(raised.value.facts["option"]), f"{raised.value.detail}; {raised.value.hint}"


@law
@pytest.mark.parametrize(
    ("rule", "why"),
    [
        ("FREQ=HOURLY", "FREQ is missing or not supported"),
        ("BYDAY=FR", "FREQ is missing or not supported"),
        ("FREQ=WEEKLY;FREQ=DAILY", "twice"),
        ("FREQ=WEEKLY;BYHOUR=19", "no part BYHOUR"),
        ("FREQ=WEEKLY;BYMINUTE=0,30", "no part BYMINUTE"),
        ("FREQ=DAILY;BYSECOND=1", "no part BYSECOND"),
        ("FREQ=YEARLY;BYEASTER=0", "no part BYEASTER"),
        ("FREQ=WEEKLY;BYMONTHDAY=27", "BYMONTHDAY is not allowed"),
        ("FREQ=WEEKLY;BYDAY=FR;BYSETPOS=1", "BYSETPOS is not allowed"),
        ("FREQ=MONTHLY;BYYEARDAY=331", "BYYEARDAY is not allowed"),
        ("FREQ=MONTHLY;BYWEEKNO=48", "BYWEEKNO is not allowed"),
        ("FREQ=MONTHLY;BYSETPOS=1", "no other part to select from"),
        ("FREQ=WEEKLY;BYDAY=1FR", "BYDAY cannot be 1FR"),
        ("FREQ=MONTHLY;BYDAY=6FR", "BYDAY cannot be 6FR"),
        ("FREQ=YEARLY;BYWEEKNO=48;BYDAY=1FR", "BYDAY cannot be 1FR"),
        ("FREQ=WEEKLY;BYDAY=XX", "BYDAY cannot be XX"),
        ("FREQ=WEEKLY;BYDAY=FR,", "BYDAY cannot be empty"),
        ("FREQ=WEEKLY;INTERVAL=0", "INTERVAL cannot be 0"),
        ("FREQ=WEEKLY;INTERVAL=999999999999", "INTERVAL cannot be"),
        (f"FREQ=DAILY;COUNT={COUNT_LIMIT + 1}", "COUNT cannot be"),
        ("FREQ=WEEKLY;COUNT=3;UNTIL=20270101T000000Z", "both COUNT and UNTIL"),
        ("FREQ=WEEKLY;UNTIL=20270101", "UNTIL cannot be"),
        ("FREQ=WEEKLY;UNTIL=20270101T190000", "UNTIL cannot be"),
        ("FREQ=WEEKLY;UNTIL=20270230T190000Z", "no time 20270230"),
        ("FREQ=WEEKLY;UNTIL=20261120T180000Z", "ends before the first start"),
        ("FREQ=MONTHLY;BYMONTHDAY=0", "BYMONTHDAY cannot be 0"),
        ("FREQ=MONTHLY;BYMONTHDAY=32", "BYMONTHDAY cannot be 32"),
        ("FREQ=YEARLY;BYMONTH=-1", "BYMONTH cannot be -1"),
        ("FREQ=YEARLY;BYMONTH=13", "BYMONTH cannot be 13"),
        ("FREQ=WEEKLY;WKST=1", "WKST cannot be 1"),
    ],
)
def test_an_invalid_rule_is_refused_with_a_reason(rule: str, why: str):
    option, said = refused(rule)
    assert option == "recurrence.rule"
    assert why in said


@pytest.mark.parametrize(
    "rule",
    [
        "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30",
        "FREQ=DAILY;INTERVAL=7;BYDAY=MO",
        "FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30",
        "FREQ=MONTHLY;INTERVAL=12;BYMONTH=3",
        "FREQ=MONTHLY;BYDAY=FR;BYSETPOS=31",
        "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30",
        "FREQ=YEARLY;BYMONTH=6;BYWEEKNO=53;BYDAY=MO",
        "FREQ=YEARLY;BYDAY=MO;BYSETPOS=366",
        "FREQ=YEARLY;BYMONTH=11;BYDAY=5WE;BYMONTHDAY=1",
    ],
)
def test_a_rule_that_never_matches_is_refused_quickly(rule: str, monkeypatch: pytest.MonkeyPatch):
    years: set[int] = set()
    rrule = recurrence.rrule
    monkeypatch.setattr(
        recurrence, "rrule", lambda *a, **named: (years.add(named["dtstart"].year), rrule(*a, **named))[1]
    )
    assert refused(rule) == (
        "recurrence.rule",
        "no day matches the rule; give a rule that matches the first start, like FREQ=WEEKLY",
    )
    # The library searches until the year 9999 for a matching day; it never has to search more than 500 years.
    assert all(9500 <= year <= 9900 for year in years)


def test_a_first_start_has_to_be_soon_and_match_the_rule():
    assert refused("FREQ=WEEKLY", "2026-11-20T19:00")[0] == "recurrence.first"
    assert "in the past" in refused("FREQ=WEEKLY", "2026-11-20T19:00")[1]
    assert "too far ahead" in refused("FREQ=WEEKLY", "2028-01-07T19:00")[1]
    assert refused("FREQ=WEEKLY;BYDAY=SA") == (
        "recurrence.first",
        "the rule does not match 2026-11-27T19:00; give 2026-11-28T19:00, or another rule",
    )
    check_recurrence(recurs("FREQ=WEEKLY;BYDAY=SA", "2026-11-28T19:00"), NOW)


@pytest.mark.parametrize("zone", ["Mars/Olympus", "../etc/passwd", "Europe", "europe/berlin ", "Factory", "\0"])
def test_an_unknown_zone_is_refused(zone: str):
    assert refused("FREQ=WEEKLY", zone=zone)[0] == "recurrence.zone"


def test_a_rule_reaches_fifty_years_ahead():
    last = keys("FREQ=YEARLY", "2026-11-27T19:00")[-1]
    assert last == "2076-11-27T19:00"
    assert keys("FREQ=DAILY", "2026-11-27T19:00", after=instant_of(datetime(2200, 1, 1, tzinfo=UTC))) == []


@given(st.text(alphabet="FREQ=WEKLYDAILYMONTHBYDAY;,+-0123456789UNTILCOUNTSETPOSZT", max_size=60))
def test_any_text_of_a_rule_is_parsed_or_refused(text: str):
    try:
        rule = read_rule(text)
    except Refusal:
        return
    assert rule.frequency in ("DAILY", "WEEKLY", "MONTHLY", "YEARLY")
