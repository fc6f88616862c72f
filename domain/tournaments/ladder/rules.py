"""The rules of a ladder.

The entrants stand in an order, at first by seed. Late entrants begin at the bottom.

| an entrant | can |
|---|---|
| without an open challenge or match | challenge another such entrant, at most `reach` places above |
| that is challenged | accept or decline within `answer_days` |
| that has challenged | withdraw the challenge until it is answered |

| what happens | the order |
|---|---|
| the challenger wins the match | the challenger takes the place of the other; those from there on move down by one |
| the challenger loses or draws it | stays |
| the challenged entrant declines, or does not answer in time | as if the challenger had won |
| a corrected result | follows from the corrected result, at the place of the first one |

A match begins when its challenge is accepted, and is a round of its own. The window of a round is the time to play it.
Challenges are possible for `days`. Those that are open at the end have no effect; matches are played to their end.
"""

from typing import NamedTuple

from domain.kernel.instants import DAY_MS
from domain.tournaments.settings import TournamentSettings

LADDER_DAYS = 366
REACH_LIMIT = 10
ANSWER_DAYS_LIMIT = 30
REACH = 3
ANSWER_DAYS = 3


class LadderRules(NamedTuple):
    """The figures of a ladder.

    Attributes:
        reach: how many places above its own an entrant can challenge at most.
        answer_ms: the time to answer a challenge, in milliseconds.
    """

    reach: int = REACH
    answer_ms: int = ANSWER_DAYS * DAY_MS


def rules_of(settings: TournamentSettings) -> LadderRules:
    """Returns the rules of a ladder from its settings."""
    figures = settings.figures
    return LadderRules(figures.get("reach", REACH), figures.get("answer_days", ANSWER_DAYS) * DAY_MS)
