"""The typed rules of one table. They are made from a profile and overrides, and checked once."""

from domain.games.sheng_ji.chain import Ordering
from domain.games.sheng_ji.deal_shape import DealShape, pack
from domain.games.sheng_ji.friends import CallRules
from domain.games.sheng_ji.levels import NO_TRUMP_LEVEL, LevelRules
from domain.games.sheng_ji.options.catalogue import OPTIONS, ShengJiOptions
from domain.games.sheng_ji.options.friends import MissingBonusScope
from domain.games.sheng_ji.options.pack import shape_of_deal
from domain.games.sheng_ji.profiles import PROFILES
from domain.kernel.cards import Cards, Rank
from domain.kernel.rules import Catalogue, Revisions, TableRules


class Rules(TableRules, ShengJiOptions):
    """All rules of a table: the typed value of each option, and what follows from several of them.

    Attributes:
        copies: the largest number of equal cards: the number of decks, or of fillers if larger.
        deal_shape: the sizes of pack, hand and kitty.
        ordering: the options for ranks and tractors.
        levels: the options for levels.
        friends: the options for calling friends; `None` with fixed teams.
        narrowest_tuple: the least number of equal cards that form a tuple in a lead (SJ-LEAD-05).
        shows_voids: whether playing a card of another suit proves that its player has none of the suit led
            (SJ-FOLLOW-02).
    """

    copies: int
    deal_shape: DealShape
    ordering: Ordering
    levels: LevelRules
    friends: CallRules | None
    narrowest_tuple: int
    shows_voids: bool

    def __post_init__(self) -> None:
        """Sets the typed values, and what follows from them."""
        super().__post_init__()
        vars(self).update(
            copies=max(self.decks, self.filler_cards),
            deal_shape=shape_of_deal(self),
            ordering=_ordering(self),
            levels=_levels(self),
            friends=_calls(self) if self.team_mode == "friends" else None,
            narrowest_tuple=max(2, self.decks) if self.free_leads == "full_tuples_only" else 2,
            shows_voids=self.enforcement == "server" and self.bombs != "any_suit",
        )

    @property
    def missing_bonus(self) -> MissingBonusScope | None:
        """The players who gain levels for missing friends, or `None`."""
        return None if self.friends is None or self.missing_teammate_bonus == "off" else self.missing_bonus_scope

    @property
    def total_points(self) -> int:
        """The points in the pack. Cards with points are never removed (SJ-POINT-02)."""
        return 100 * self.decks

    @property
    def redeals(self) -> bool:
        """Whether a seat can claim a redeal at this table."""
        return self.redeal_no_trump or self.redeal_points_below > 0


def _ordering(rules: Rules) -> Ordering:
    return Ordering(
        permanent_twos=rules.permanent_twos,
        hong_wu=rules.hong_wu,
        fillers=rules.filler_cards > 0,
        adjacency=rules.tractor_adjacency,
        narrowest_run=rules.run_width,
        shortest_run=rules.run_length,
    )


def _levels(rules: Rules) -> LevelRules:
    return LevelRules(
        must_play=rules.must_play,
        final_level=NO_TRUMP_LEVEL if rules.level_after_ace == "no_trump" else rules.final_level,
        laps=rules.laps,
        must_play_needs_win=rules.must_play_needs_win,
        levels="individual" if rules.team_mode == "friends" else "team",
        zpy_win=rules.zpy_win,
    )


def _calls(rules: Rules) -> CallRules:
    return CallRules(
        players=rules.players,
        decks=rules.decks,
        style=rules.friend_call_style,
        friend_card=rules.friend_card,
        solo_call=rules.solo_call,
        double_join=rules.double_join,
    )


REVISIONS = Revisions(Rules, {1: Catalogue(OPTIONS, PROFILES)})
"""The revisions of the rules of Sheng Ji."""
rules_of = REVISIONS.rules_of
rules_from_document = REVISIONS.rules_from_document


def pack_of(rules: Rules, trump_rank: Rank | None) -> Cards:
    """Returns the unshuffled pack of a hand of that trump rank; `None` if the rank is unknown or absent.

    The rank matters only where cards are removed to fit the kitty (EX-KITTY-01).
    """
    return pack(
        rules.decks,
        rules.deal_shape.cards,
        trump_rank=trump_rank,
        permanent_twos=rules.permanent_twos,
        fillers=rules.filler_cards,
        jokers_removed=rules.jokers_removed,
    )
