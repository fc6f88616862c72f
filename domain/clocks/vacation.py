"""Vacation balances: an initial amount that grows with time up to a cap.

A balance is counted in milliseconds. It grows by one day in `DAYS_FOR_ONE` days, except during a vacation or at the
cap. A vacation reduces it by its own length. So the balance follows from the creation of the account and the vacations
taken, and is not stored.
"""

from collections.abc import Collection, Iterable

from domain.clocks.calendar import Span
from domain.kernel.instants import DAY_MS, HOUR_MS, Instant, write_instant
from domain.kernel.messages import Message, message
from domain.kernel.refusals import Illegal, WrongMoment

AT_FIRST_MS = 5 * DAY_MS
"""The balance of a new account."""
CAP_MS = 30 * DAY_MS
"""The maximum balance."""
DAYS_FOR_ONE = 8
"""The number of days in which the balance grows by one day."""
SHORTEST_MS = HOUR_MS
"""The minimum length of a vacation."""
AHEAD_MS = 90 * DAY_MS
"""The maximum time between announcing a vacation and its beginning."""
AUTOMATIC_MOST_MS = 3 * DAY_MS
"""The maximum length of an automatic vacation. Another one may follow if the player does not return."""
RECENT_LIMIT = 10
RECENT_MS = 30 * DAY_MS
"""The period in which at most `RECENT_LIMIT` vacations may begin on request, since each sets the clocks of many tables.

Automatic vacations count towards the limit but are not subject to it.
"""


class VacationNotPossible(Illegal):
    """A vacation cannot begin or end at that time."""


class NotEnoughVacation(Illegal):
    """The vacation is longer than the remaining vacation time."""


class AlreadyOnVacation(WrongMoment):
    """The player is on vacation, or has announced a vacation."""


class TooManyVacations(WrongMoment):
    """The player has begun too many vacations recently."""


def balance_ms(since: Instant, taken: Iterable[Span], now: Instant) -> int:
    """Returns the balance of a player in milliseconds, at least 0.

    Args:
        since: when the account was created.
        taken: the vacations, which do not overlap. A current one counts up to now.
        now: the current time.
    """
    balance, at = AT_FIRST_MS, since
    for start, end in sorted(taken):
        begins, ends = (min(max(edge, at), now) for edge in (start, end))
        balance = _grown_balance(balance, begins - at)
        balance = max(0, balance - (ends - begins))
        at = Instant(max(at, ends))
    return _grown_balance(balance, max(0, now - at))


def _grown_balance(balance: int, elapsed_ms: int) -> int:
    return max(balance, min(CAP_MS, balance + elapsed_ms // DAYS_FOR_ONE))


def check_vacation(since: Instant, taken: Collection[Span], wanted: Span, now: Instant) -> None:
    """Checks that a player can go on vacation.

    Args:
        since: when the account was created.
        taken: the vacations so far. A cancelled one has no length.
        wanted: the requested span.
        now: the current time.

    Raises:
        AlreadyOnVacation, TooManyVacations, VacationNotPossible, NotEnoughVacation: the vacation is not possible.
    """
    start, end = wanted
    if any(begun < until and until > now for begun, until in taken):
        raise AlreadyOnVacation(
            message("the current or announced vacation is not over"), hint=message("end that vacation first")
        )
    if sum(begun > now - RECENT_MS for begun, _ in taken) >= RECENT_LIMIT:
        raise TooManyVacations(
            message(
                "{recent_limit} vacations began in the last {days} days",
                recent_limit=RECENT_LIMIT,
                days=RECENT_MS // DAY_MS,
            ),
            hint=message("try again later"),
        )
    if not now <= start <= now + AHEAD_MS:
        raise _vacation_not_possible(
            "starts_at", message("give a time within {days} days from now, or omit it", days=AHEAD_MS // DAY_MS)
        )
    if end - start < SHORTEST_MS:
        raise _vacation_not_possible("ends_at", message("give a time at least one hour after the start"))
    left = balance_ms(since, taken, start)
    if end - start > left:
        latest = write_instant(Instant(start + left))
        raise NotEnoughVacation(
            message("ends_at: only {left} hours of vacation remain at that time", left=left // HOUR_MS),
            hint=(
                message("give a time no later than {latest}", latest=latest)
                if left >= SHORTEST_MS
                else message("wait until more vacation time is earned")
            ),
            facts={"ends_at": latest},
        )


def automatic_span(
    since: Instant, taken: Collection[Span], now: Instant, begins: Instant, announced: Span | None = None
) -> Span | None:
    """Returns the vacation that begins automatically when time runs out now, or `None` if too little balance is left.

    It counts from slightly earlier, so that some time is left on the clock afterwards, but not from before the end of
    the previous vacation.

    Args:
        since: when the account was created.
        taken: the vacations so far, all of which are over.
        now: the current time.
        begins: when it counts from (`ladder.automatic_vacation_start`).
        announced: an announced later vacation, for which enough balance must remain, or `None`.
    """
    start = max([since, min(begins, now), *(end for _, end in taken)])
    end = Instant(min(start + balance_ms(since, taken, start), now + AUTOMATIC_MOST_MS))
    if announced is not None:
        # A vacation also costs the balance not earned meanwhile. Rounding takes up to two milliseconds.
        spare = balance_ms(since, taken, announced[0]) - (announced[1] - announced[0]) - 2
        end = min(end, announced[0], Instant(start + spare * DAYS_FOR_ONE // (DAYS_FOR_ONE + 1)))
    return (start, end) if end - now >= SHORTEST_MS else None


def _vacation_not_possible(member: str, hint: Message) -> VacationNotPossible:
    return VacationNotPossible(
        message("{member}: {hint}", member=member, hint=hint), hint=hint, facts={"fields": {member: hint}}
    )
