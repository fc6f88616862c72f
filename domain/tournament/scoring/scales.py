"""Which scale of IMPs the scores of a game are compared on.

| game | sides | scale | a unit of it is |
|---|---|---|---|
| Sheng Ji, with whatever friends or decks | any | `imps.SHENG_JI` | a point of the game |
| Zheng Shangyou | two of two | `imps.ZHENG_SHANGYOU_OF_FOUR` | a hundredth of a place |
| | two of three | `imps.ZHENG_SHANGYOU_OF_SIX` | a hundredth of a place |
| | everybody alone | none | |

The scale of Sheng Ji was fitted to four players with two decks; all others of that game have it too. By 400 deals of
`six-player-teams` a board of six weighs 6.10 IMPs on it instead of 5.54, and 37 % of bridge's table would fit them.
"""

from collections.abc import Mapping
from typing import Any

from domain.games import GAMES
from domain.tournament.scoring.imps import SHENG_JI, ZHENG_SHANGYOU_OF_FOUR, ZHENG_SHANGYOU_OF_SIX, Scale

OF_TEAMS: dict[int, Scale] = {2: ZHENG_SHANGYOU_OF_FOUR, 3: ZHENG_SHANGYOU_OF_SIX}
"""Of Zheng Shangyou, by how many seats a side has."""


def scale_of(game: str, profile: str, overrides: Mapping[str, Any]) -> Scale | None:
    """The scale of a game by some rules; none where it has none.

    Raises:
        InvalidRules: there are no such rules.
    """
    if game == "sheng_ji":
        return SHENG_JI
    played = GAMES[game]
    return OF_TEAMS.get(len(played.teams(played.rules(profile, overrides))[0]))
