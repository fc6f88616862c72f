"""The IMP scale of each game.

| game | sides | scale | unit |
|---|---|---|---|
| Sheng Ji, with any friends or decks | any | `imps.SHENG_JI` | a point of the game |
| Zheng Shangyou | two of two | `imps.ZHENG_SHANGYOU_OF_FOUR` | a hundredth of a place |
| | two of three | `imps.ZHENG_SHANGYOU_OF_SIX` | a hundredth of a place |
| | all play alone | none | |

The scale of Sheng Ji was fitted to four players with two decks, and is used for all numbers of players. In 400 deals of
`six-player-teams`, a board of six had a deviation of 6.10 IMPs on it instead of 5.54; 37 % of the bridge table would
fit.
"""

from collections.abc import Mapping
from typing import Any

from domain.games.registry import PACKAGES
from domain.kernel.scale import Scale


def scale_of(game: str, profile: str, overrides: Mapping[str, Any]) -> Scale | None:
    """Returns the IMP scale of a game with some rules; `None` if it has none.

    Raises:
        InvalidRules: there are no such rules.
    """
    package = PACKAGES[game]
    return package.scale(package.game.rules(profile, overrides))
