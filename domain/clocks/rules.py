"""The clock of a table, which is chosen when the table is opened.

| kind | figures | what a seat has |
|---|---|---|
| `none` | | all the time in the world |
| `simple` | `per_move_s` | so much for each turn; what is not used is gone |
| `fischer` | `initial_s`, `increment_s`, `cap_s` | so much at first; each turn adds the increment, up to the cap |
| `byo_yomi` | `main_s`, `periods`, `period_s` | a main time, then periods; each turn that ends in its period keeps it |
| `time_bank` | `per_move_s`, `bank_s` | so much for each turn, and a bank for the whole table for what goes beyond it |

Every kind but the first gives some time to each turn anew, at least `SHORTEST_S`; so a turn never begins without time,
however many were missed before it. How time is used up stands in `budget`.
"""

from typing import Any, Literal, NamedTuple, cast, get_args

from domain.clocks.figures import DAY_S, Figure, InvalidTimes, members_of, one_of, whole_number

ClockKind = Literal["none", "simple", "fischer", "byo_yomi", "time_bank"]
CLOCK_KINDS: tuple[ClockKind, ...] = get_args(ClockKind)

SHORTEST_S = 10
"""What each turn gets anew is no shorter."""
LONGEST_S = 30 * DAY_S
"""No figure of a clock is longer."""

_TIME = Figure(SHORTEST_S, LONGEST_S)

FIGURES: dict[ClockKind, dict[str, Figure]] = {
    "none": {},
    "simple": {"per_move_s": _TIME},
    "fischer": {"initial_s": _TIME, "increment_s": _TIME, "cap_s": _TIME},
    "byo_yomi": {"main_s": Figure(0, LONGEST_S), "periods": Figure(1, 30), "period_s": _TIME},
    "time_bank": {"per_move_s": _TIME, "bank_s": _TIME},
}
"""The figures of each kind of clock; all of them have to be given, and no others."""


class ClockRules(NamedTuple):
    """The clock of a table; figures that do not belong to its kind are none. The module says what they mean."""

    kind: ClockKind
    per_move_s: int | None = None
    initial_s: int | None = None
    increment_s: int | None = None
    cap_s: int | None = None
    main_s: int | None = None
    periods: int | None = None
    period_s: int | None = None
    bank_s: int | None = None


NO_CLOCK = ClockRules("none")


def clock_rules(document: object) -> ClockRules:
    """The clock that a document asks for: an object with `kind` and the figures of that kind.

    Raises:
        InvalidTimes: it is no such document; the member that is missing, wrong or of another kind is named.
    """
    every = {name for figures in FIGURES.values() for name in figures}
    given = members_of("clock", document, ["kind", *sorted(every)])
    kind = cast("ClockKind", one_of("clock.kind", given.get("kind"), CLOCK_KINDS))
    figures = FIGURES[kind]
    for name in given:
        if name != "kind" and name not in figures:
            own = f"only {', '.join(figures)}" if figures else "no figures"
            raise InvalidTimes(
                f"clock.{name} means nothing for a clock of kind {kind}",
                hint=f"leave it out; this kind has {own}",
                facts={"option": f"clock.{name}", "allowed": ["kind", *figures]},
            )
    clock = ClockRules(
        kind, **{name: whole_number(f"clock.{name}", given.get(name), figure) for name, figure in figures.items()}
    )
    _check_cap(clock)
    return clock


def clock_document(clock: ClockRules) -> dict[str, Any]:
    """The clock as a document: its kind and the figures of that kind."""
    return {"kind": clock.kind, **{name: getattr(clock, name) for name in FIGURES[clock.kind]}}


def _check_cap(clock: ClockRules) -> None:
    """Whether all that is given for a turn has room under the cap. Raises `InvalidTimes`."""
    least = max(clock.initial_s or 0, clock.increment_s or 0)
    if clock.cap_s is not None and clock.cap_s < least:
        raise InvalidTimes(
            f"clock.cap_s is {clock.cap_s}, but initial_s and increment_s go up to {least}",
            hint=f"give a whole number from {least} to {LONGEST_S}, or a shorter initial_s and increment_s",
            facts={"option": "clock.cap_s", "least": least, "most": LONGEST_S},
        )
