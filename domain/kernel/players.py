"""The ids of players."""

from typing import NewType

PlayerId = NewType("PlayerId", str)
