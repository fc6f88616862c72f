"""A context of the jobs in which no game was rated before and no quarter ends."""

from tests.support.rated_games import at_work, no_quarter_ends  # noqa: F401 - fixtures
