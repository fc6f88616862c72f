"""The next automatic step of a series.

| situation | step |
|---|---|
| the rule has no further occurrence | the series ends |
| the next occurrence closes before now | it was missed |
| the next occurrence opens later | none yet |
| the next occurrence is open, and the owner's account is closed | the series ends |
| the next occurrence is open | its tournament is opened |
"""

from domain.kernel.instants import Instant
from domain.tournaments.series.decide import (
    EndSeries,
    MissOccurrence,
    OpenOccurrence,
    Series,
    SeriesCommand,
    closes_at,
    opens_at,
)
from domain.tournaments.series.plan import Occurrence, TournamentId


def next_step(
    series: Series, following: Occurrence | None, tournament: TournamentId | None, now: Instant
) -> SeriesCommand | None:
    """Returns the next step of a series that has not ended; `None` if nothing is due.

    Args:
        series: its current state.
        following: its next unsettled occurrence; `None` if the rule has no more.
        tournament: the id of the tournament of that occurrence.
        now: the current time.
    """
    if following is None or tournament is None:
        return EndSeries(None)
    if now < opens_at(series.plan, following):
        return None
    if now >= closes_at(series.plan, following):
        return MissOccurrence(following)
    return OpenOccurrence(following, tournament)


def command_for_owner(step: OpenOccurrence, *, is_closed: bool) -> SeriesCommand:
    """Returns the step, or the end of the series if the account of its owner is closed."""
    return EndSeries(None) if is_closed else step
