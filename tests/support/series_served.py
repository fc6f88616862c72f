"""Series over HTTP: valid settings for their creation."""

from datetime import UTC, datetime, timedelta

from tests.support.api import Json

FIRST = (datetime.now(UTC) + timedelta(days=10)).strftime("%Y-%m-%dT19:00")
"""The start of the first night. It is ten days in the future, so nothing is due before a test moves the time."""
NIGHTS: Json = {
    "recurrence": {"rule": "FREQ=WEEKLY", "zone": "Europe/Berlin", "first": FIRST},
    "lead_s": 86_400,
    "template": {
        "name": "Sheng Ji Night",
        "play": {"profile": "zhang-2021", "hands": 1, "clock": {"kind": "simple", "per_move_s": 86_400}},
        "format": "night",
        "figures": {"rounds": 2},
        "entrants": {"kind": "player", "least": 4},
        "is_rated": True,
        "season": "2027-spring",
        "corrections_s": 0,
    },
}
"""A weekly night of two rounds."""
