"""The types of documents about the clock, the pauses and the ladder of a table."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

from domain.kernel.schema_markers import Maximum, Minimum, Ref


class Clock(TypedDict):
    """The clock of each seat; team-mates do not share it. `none`: no limit. `simple`: `per_move_s` for each turn.
    `fischer`: `initial_s` at first, and `increment_s` more after each turn, up to `cap_s`. `byo_yomi`: `main_s`, and
    then `periods` of `period_s`; a turn that ends within a period does not use it up. `time_bank`: `per_move_s` for
    each turn, and `bank_s` of extra time for the whole table. Members of other kinds are absent.
    """

    kind: Annotated[Literal["none", "simple", "fischer", "byo_yomi", "time_bank"], "The kind of the clock."]
    per_move_s: NotRequired[Annotated[int, "Seconds for each turn.", Minimum(10), Maximum(2592000)]]
    initial_s: NotRequired[Annotated[int, "The initial seconds.", Minimum(10), Maximum(2592000)]]
    increment_s: NotRequired[Annotated[int, "Seconds that each turn adds.", Minimum(10), Maximum(2592000)]]
    cap_s: NotRequired[Annotated[int, "The maximum number of seconds.", Minimum(10), Maximum(2592000)]]
    main_s: NotRequired[Annotated[int, "The seconds before the periods.", Minimum(0), Maximum(2592000)]]
    periods: NotRequired[Annotated[int, "The number of periods.", Minimum(1), Maximum(30)]]
    period_s: NotRequired[Annotated[int, "The seconds of a period.", Minimum(10), Maximum(2592000)]]
    bank_s: NotRequired[Annotated[int, "The seconds in the bank.", Minimum(10), Maximum(2592000)]]


class Pauses(TypedDict):
    """Which pauses of the players' calendars stop their clocks."""

    vacation: Annotated[bool, "Vacations."]
    weekends: Annotated[bool, "Weekend days, in the player's own time zone."]
    quiet_hours: Annotated[bool, "Quiet hours, in the player's own time zone."]


class Ladder(TypedDict):
    """What happens when a seat does not act in time. First a vacation begins automatically, if the table allows it and
    the player has one left. Then there is grace. Then a bot makes the move. After several consecutive turns a bot plays
    the seat until its player returns. Finally the seat forfeits the match.
    """

    grace_s: Annotated[
        int, "The seconds after the deadline in which a move is still accepted.", Minimum(0), Maximum(604800)
    ]
    stand_in_after: Annotated[
        int, "The number of turns missed in succession after which a bot takes the seat.", Minimum(1), Maximum(3)
    ]
    stand_in: Annotated[
        str,
        Ref("StandIn"),
        "The bot. The `caretaker` plays the lowest legal cards without points.",
    ]
    forfeit_after_s: Annotated[
        int | None,
        "The seconds after which the seat forfeits once the bot has taken it; null for never.",
        Minimum(3600),
        Maximum(7776000),
    ]
