"""The clock of a table, which is chosen when the table is opened.

| kind | figures | time of a seat |
|---|---|---|
| `none` | | unlimited |
| `simple` | `per_move_s` | a fixed time for each turn; unused time is lost |
| `fischer` | `initial_s`, `increment_s`, `cap_s` | an initial time; each turn adds the increment, up to the cap |
| `byo_yomi` | `main_s`, `periods`, `period_s` | a main time, then periods; a turn that ends in its period keeps it |
| `time_bank` | `per_move_s`, `bank_s` | a fixed time for each turn, and a bank for turns that take longer |

Every kind except `none` gives each turn new time of at least `SHORTEST_S`. So a turn never begins without time, even
after missed turns. `budget` defines how time is used up.
"""

from typing import Any, Literal, NamedTuple, cast, get_args

from domain.clocks.document_types import Clock as ClockDocument
from domain.clocks.figures import DAY_S, Figure, InvalidTimes, members_of, one_of, whole_number
from domain.kernel.messages import message

ClockKind = Literal["none", "simple", "fischer", "byo_yomi", "time_bank"]
CLOCK_KINDS: tuple[ClockKind, ...] = get_args(ClockKind)

SHORTEST_S = 10
"""The minimum time that each turn gets, in seconds."""
LONGEST_S = 30 * DAY_S
"""The maximum of every figure of a clock, in seconds."""

_TIME = Figure(SHORTEST_S, LONGEST_S)

FIGURES: dict[ClockKind, dict[str, Figure]] = {
    "none": {},
    "simple": {"per_move_s": _TIME},
    "fischer": {"initial_s": _TIME, "increment_s": _TIME, "cap_s": _TIME},
    "byo_yomi": {"main_s": Figure(0, LONGEST_S), "periods": Figure(1, 30), "period_s": _TIME},
    "time_bank": {"per_move_s": _TIME, "bank_s": _TIME},
}
"""The figures of each kind of clock. All of them are required, and no others are allowed."""


class ClockRules(NamedTuple):
    """The clock of a table. Figures of other kinds are `None`. The module docstring explains them."""

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
    """Returns the clock of a document, which is an object with `kind` and the figures of that kind.

    Raises:
        InvalidTimes: a member is missing, invalid or of another kind; it is named.
    """
    every = {name for figures in FIGURES.values() for name in figures}
    given = members_of("clock", document, ["kind", *sorted(every)])
    kind = cast("ClockKind", one_of("clock.kind", given.get("kind"), CLOCK_KINDS))
    figures = FIGURES[kind]
    for name in given:
        if name != "kind" and name not in figures:
            own = message("only {figures}", figures=", ".join(figures)) if figures else message("no numbers")
            raise InvalidTimes(
                message("a clock of kind {kind} has no {name}", kind=kind, name=name),
                hint=message("omit it; this kind has {own}", own=own),
                facts={"option": f"clock.{name}", "allowed": ["kind", *figures]},
            )
    clock = ClockRules(
        kind, **{name: whole_number(f"clock.{name}", given.get(name), figure) for name, figure in figures.items()}
    )
    _check_cap(clock)
    return clock


def clock_document(clock: ClockRules) -> ClockDocument:
    """Returns the clock as a document: its kind and the figures of that kind."""
    # The names of the figures are those of the members, but mypy cannot know this.
    document: Any = {"kind": clock.kind, **{name: getattr(clock, name) for name in FIGURES[clock.kind]}}
    made: ClockDocument = document
    return made


def _check_cap(clock: ClockRules) -> None:
    """Checks that the initial time and the increment do not exceed the cap. Raises `InvalidTimes`."""
    least = max(clock.initial_s or 0, clock.increment_s or 0)
    if clock.cap_s is not None and clock.cap_s < least:
        raise InvalidTimes(
            message(
                "clock.cap_s is {cap_s}, but initial_s and increment_s can reach {least}",
                cap_s=clock.cap_s,
                least=least,
            ),
            hint=message(
                "give a whole number from {least} to {longest_s}, or a shorter initial_s and increment_s",
                least=least,
                longest_s=LONGEST_S,
            ),
            facts={"option": "clock.cap_s", "least": least, "most": LONGEST_S},
        )
