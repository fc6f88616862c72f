"""The streams of leagues. A stored state of another revision is not read; it is folded again from the events."""

from domain.tournaments.leagues.evolve import fold_league
from domain.tournaments.leagues.seasons import due_at
from domain.tournaments.leagues.state import League
from service.platform.store.folding import folding_of

STATE_REVISION = 7
STREAM_PREFIX = "league-"

LEAGUES = folding_of(STREAM_PREFIX, STATE_REVISION, League, fold_league, due_at)
"""How the streams of leagues are folded and stored."""
stream_of = LEAGUES.stream_of
league_of = LEAGUES.id_of
