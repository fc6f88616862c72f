"""The templates of the server: settings for the usual kinds of tournaments, as the body of a request.

They have no times. Organisers add `schedule`, or start the tournament by command.
"""

from typing import Any, NamedTuple

from domain.kernel.messages import message

HOUR_S = 3600
DAY_S = 24 * HOUR_S
LIVE = {"kind": "simple", "per_move_s": 60}
"""A clock for play at one sitting: a minute for each move."""


class Template(NamedTuple):
    """A template: its name, one sentence about it, and the body that creates the tournament."""

    name: str
    description: str
    body: dict[str, Any]


def _play(hands: int | None, clock: dict[str, Any] = LIVE) -> dict[str, Any]:
    return {"profile": "zhang-2021", "hands": hands, "clock": clock}


CATALOGUE: tuple[Template, ...] = (
    Template(
        "sheng-ji-night",
        message("Players enter alone and get another partner by lot in each of four rounds."),
        {
            "name": message("Sheng Ji Night"),
            "play": _play(4),
            "format": "night",
            "figures": {"rounds": 4},
            "entrants": {"kind": "player", "least": 4},
            "rounds": {"interval_s": 300},
            "late": {"until_round": 2, "bye": "zero"},
            "is_rated": True,
        },
    ),
    Template(
        "club-swiss",
        message("Pairs play five Swiss rounds, and everybody plays to the end."),
        {
            "name": message("Club Swiss"),
            "play": _play(8),
            "format": "swiss",
            "figures": {"rounds": 5},
            "entrants": {"kind": "pair", "least": 6},
            "rounds": {"interval_s": 300},
            "byes": {"half": 1},
            "is_rated": True,
            "tie_breaks": ["buchholz", "sonneborn_berger", "wins"],
        },
    ),
    Template(
        "knock-out",
        message("Pairs play until one is left, and those who lose a semifinal play for third place."),
        {
            "name": "Knock-out",
            "play": _play(None),
            "format": "knock_out",
            "figures": {"third_place": True},
            "entrants": {"kind": "pair", "least": 4},
            "rounds": {"interval_s": 600, "adjudication": "current_score"},
            "tie_breaks": [],
        },
    ),
    Template(
        "groups-then-knock-out",
        message("Pairs play a round robin in two groups, and the best two of each group play semifinals and a final."),
        {
            "name": message("Groups, then knock-out"),
            "play": _play(6),
            "format": "groups_knock_out",
            "figures": {"groups": 2, "advance": 2, "third_place": True},
            "entrants": {"kind": "pair", "least": 6},
            "rounds": {"interval_s": 300, "adjudication": "current_score"},
            "tie_breaks": [],
        },
    ),
    Template(
        "duplicate-evening",
        message("Pairs play the same boards, compared by matchpoints, in rounds of two boards."),
        {
            "name": message("Duplicate evening"),
            "play": _play(None),
            "format": "duplicate_pairs",
            "figures": {},
            "entrants": {"kind": "pair", "least": 6, "capacity": 8},
            "boards": {"per_match": 2, "scoring": "matchpoints", "movement": "howell"},
            "rounds": {"interval_s": 300},
            "tie_breaks": [],
        },
    ),
    Template(
        "month-long-league",
        message("Up to eight pairs play each other within a month, each match at any time within its four days."),
        {
            "name": message("Month-long league"),
            "play": _play(8, {"kind": "simple", "per_move_s": DAY_S}),
            "format": "round_robin",
            "figures": {},
            "entrants": {"kind": "pair", "least": 4, "capacity": 8},
            "rounds": {"pace": "window", "window_s": 4 * DAY_S, "adjudication": "current_score"},
            "tie_breaks": ["sonneborn_berger", "wins"],
        },
    ),
)
