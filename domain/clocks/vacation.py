"""How much vacation a player has: some at first, more with time, up to a cap.

A balance is counted in milliseconds. It grows by a day in `DAYS_FOR_ONE`, but not while a vacation is taken or the cap
is reached, and a vacation takes as much of it as it lasts. So it follows from when the account began and which
vacations were taken; nothing else has to be kept.
"""

from collections.abc import Collection, Iterable

from domain.clocks.calendar import Span
from domain.kernel.instants import DAY_MS, HOUR_MS, Instant, write_instant
from domain.kernel.refusals import Illegal, WrongMoment

AT_FIRST_MS = 5 * DAY_MS
"""What a new account has."""
CAP_MS = 30 * DAY_MS
"""No balance grows beyond it."""
DAYS_FOR_ONE = 8
"""In so many days the balance grows by one."""
SHORTEST_MS = HOUR_MS
"""No vacation is shorter."""
AHEAD_MS = 90 * DAY_MS
"""A vacation is announced no longer before."""
AUTOMATIC_MOST_MS = 3 * DAY_MS
"""So long lasts one that began by itself, unless its player comes back; then another may begin."""
RECENT_LIMIT = 10
RECENT_MS = 30 * DAY_MS
"""Within so much time no more begin because they are asked for: each sets the clocks of many tables. Those that began
by themselves count, and are never kept from it."""


class VacationNotPossible(Illegal):
    """A vacation cannot begin or end then."""


class NotEnoughVacation(Illegal):
    """The vacation would be longer than what is left of vacation."""


class AlreadyOnVacation(WrongMoment):
    """There is a vacation already, or one is announced."""


class TooManyVacations(WrongMoment):
    """As many vacations have begun of late as may."""


def balance_ms(since: Instant, taken: Iterable[Span], now: Instant) -> int:
    """How much vacation is left now; never less than nothing.

    Args:
        since: when the account began.
        taken: vacations, which do not overlap; one that is being taken counts up to now.
        now: the time.
    """
    balance, at = AT_FIRST_MS, since
    for start, end in sorted(taken):
        begins, ends = (min(max(edge, at), now) for edge in (start, end))
        balance = _grown(balance, begins - at)
        balance = max(0, balance - (ends - begins))
        at = Instant(max(at, ends))
    return _grown(balance, max(0, now - at))


def _grown(balance: int, elapsed_ms: int) -> int:
    return max(balance, min(CAP_MS, balance + elapsed_ms // DAYS_FOR_ONE))


def check_vacation(since: Instant, taken: Collection[Span], wanted: Span, now: Instant) -> None:
    """Whether a player can go on vacation.

    Args:
        since: when the account began.
        taken: the vacations so far; one that was called off lasts no time.
        wanted: from when to when.
        now: the time.

    Raises:
        AlreadyOnVacation, TooManyVacations, VacationNotPossible, NotEnoughVacation: that cannot be.
    """
    start, end = wanted
    if any(begun < until and until > now for begun, until in taken):
        raise AlreadyOnVacation("one vacation is not over yet", hint="end it first")
    if sum(begun > now - RECENT_MS for begun, _ in taken) >= RECENT_LIMIT:
        raise TooManyVacations(
            f"{RECENT_LIMIT} vacations began in the last {RECENT_MS // DAY_MS} days", hint="let some time pass"
        )
    if not now <= start <= now + AHEAD_MS:
        raise _not_possible("starts_at", f"give a time within {AHEAD_MS // DAY_MS} days from now, or leave it out")
    if end - start < SHORTEST_MS:
        raise _not_possible("ends_at", "give a time at least an hour after the beginning")
    left = balance_ms(since, taken, start)
    if end - start > left:
        latest = write_instant(Instant(start + left))
        raise NotEnoughVacation(
            f"ends_at: only {left // HOUR_MS} hours of vacation are left by then",
            hint=f"give a time until {latest}" if left >= SHORTEST_MS else "wait until more is earned",
            facts={"ends_at": latest},
        )


def automatic_span(
    since: Instant, taken: Collection[Span], now: Instant, begins: Instant, announced: Span | None = None
) -> Span | None:
    """The vacation that begins by itself when time runs out now; none when too little is left.

    It is taken to have begun a little earlier, so that some time is left on the clock when it is over; but not before
    the vacation ended that came before it.

    Args:
        since: when the account began.
        taken: the vacations so far, which are over.
        now: the time.
        begins: when it is taken to have begun (`ladder.last_time`).
        announced: a vacation that begins later, for which enough is to be left.
    """
    start = max([since, min(begins, now), *(end for _, end in taken)])
    end = Instant(min(start + balance_ms(since, taken, start), now + AUTOMATIC_MOST_MS))
    if announced is not None:
        # What is taken costs, besides itself, what is not earned meanwhile; two milliseconds go by rounding.
        spare = balance_ms(since, taken, announced[0]) - (announced[1] - announced[0]) - 2
        end = min(end, announced[0], Instant(start + spare * DAYS_FOR_ONE // (DAYS_FOR_ONE + 1)))
    return (start, end) if end - now >= SHORTEST_MS else None


def _not_possible(member: str, hint: str) -> VacationNotPossible:
    return VacationNotPossible(f"{member}: {hint}", hint=hint, facts={"fields": {member: hint}})
