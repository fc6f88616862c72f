"""All scenes of the recording."""

from tests.contract.recording import (
    accounts,
    catalogues,
    climbing,
    games,
    lessons,
    meeting,
    notifications,
    seasons,
    talking,
    tournaments,
)
from tests.contract.recording.recorder import Scene

AREAS = (accounts, games, climbing, lessons, catalogues, meeting, talking, tournaments, seasons, notifications)
SCENES: tuple[Scene, ...] = tuple(scene for area in AREAS for scene in area.SCENES)
