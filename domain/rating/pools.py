"""Which games are comparable: a rating belongs to one pool, and games of other pools do not touch it.

| a pool is told by | values | why it is kept apart |
|---|---|---|
| game | the name of the game | other skills |
| pace | `live`, `correspondence`, `duplicate` | time to think; comparison of the same cards |
| seats | how many sit at the table | other sides, other odds |
| among | `people`, or `programs` when at least one of the players is one | a program can be played again and again |
"""

from typing import Literal, NamedTuple

Pace = Literal["live", "correspondence", "duplicate"]
Among = Literal["people", "programs"]


class Pool(NamedTuple):
    """Games whose results are comparable; the module says what the members mean."""

    game: str
    pace: Pace
    seats: int
    among: Among = "people"
