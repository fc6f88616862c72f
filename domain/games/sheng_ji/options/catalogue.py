"""All options of Sheng Ji, in the order in which documents list them."""

from domain.games.sheng_ji.options.dealer import DealerOptions
from domain.games.sheng_ji.options.dealing import DealingOptions
from domain.games.sheng_ji.options.declaring import DeclaringOptions
from domain.games.sheng_ji.options.extensions import ExtensionOptions
from domain.games.sheng_ji.options.friends import FriendOptions
from domain.games.sheng_ji.options.kitty import KittyOptions
from domain.games.sheng_ji.options.levels import LevelOptions
from domain.games.sheng_ji.options.pack import FRIENDS_ONLY, PackOptions
from domain.games.sheng_ji.options.playing import PlayingOptions
from domain.games.sheng_ji.options.scoring import ScoringOptions
from domain.games.sheng_ji.options.trumps import TrumpOptions
from domain.games.sheng_ji.options.variants import VariantOptions
from domain.games.sheng_ji.options.views_and_ratings import ViewAndRatingOptions


class ShengJiOptions(
    PackOptions,
    LevelOptions,
    TrumpOptions,
    DealingOptions,
    DeclaringOptions,
    KittyOptions,
    DealerOptions,
    PlayingOptions,
    ScoringOptions,
    VariantOptions,
    FriendOptions,
    ViewAndRatingOptions,
    ExtensionOptions,
):
    """All options of Sheng Ji."""


OPTIONS = ShengJiOptions.declared
"""The options by name."""
OF_FRIEND_GAMES = tuple(option.name for option in OPTIONS.values() if FRIENDS_ONLY in option.conflicts)
"""The options that apply only where friends are called."""
