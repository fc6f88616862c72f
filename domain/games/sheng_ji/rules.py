"""The typed rules of one table. They are made from a profile and overrides, and checked once."""

from functools import cached_property

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
    """All rules of a table: the typed value of each option, and what follows from several of them."""

    @cached_property
    def copies(self) -> int:
        """The largest number of equal cards: the number of decks, or of fillers if larger."""
        return max(self.decks, self.filler_cards)

    @cached_property
    def deal_shape(self) -> DealShape:
        """The sizes of pack, hand and kitty."""
        return shape_of_deal(self)

    @cached_property
    def ordering(self) -> Ordering:
        """The options for ranks and tractors."""
        return Ordering(
            permanent_twos=self.permanent_twos,
            hong_wu=self.hong_wu,
            fillers=self.filler_cards > 0,
            adjacency=self.tractor_adjacency,
            narrowest_run=self.run_width,
            shortest_run=self.run_length,
        )

    @cached_property
    def levels(self) -> LevelRules:
        """The options for levels."""
        return LevelRules(
            must_play=self.must_play,
            final_level=NO_TRUMP_LEVEL if self.level_after_ace == "no_trump" else self.final_level,
            laps=self.laps,
            must_play_needs_win=self.must_play_needs_win,
            levels="individual" if self.team_mode == "friends" else "team",
            zpy_win=self.zpy_win,
        )

    @cached_property
    def friends(self) -> CallRules | None:
        """The options for calling friends; `None` with fixed teams."""
        if self.team_mode != "friends":
            return None
        return CallRules(
            players=self.players,
            decks=self.decks,
            style=self.friend_call_style,
            friend_card=self.friend_card,
            solo_call=self.solo_call,
            double_join=self.double_join,
        )

    @property
    def missing_bonus(self) -> MissingBonusScope | None:
        """The players who gain levels for missing friends, or `None`."""
        return None if self.friends is None or self.missing_teammate_bonus == "off" else self.missing_bonus_scope

    @cached_property
    def narrowest_tuple(self) -> int:
        """The least number of equal cards that form a tuple in a lead (SJ-LEAD-05)."""
        return max(2, self.decks) if self.free_leads == "full_tuples_only" else 2

    @property
    def total_points(self) -> int:
        """The points in the pack. Cards with points are never removed (SJ-POINT-02)."""
        return 100 * self.decks

    @property
    def redeals(self) -> bool:
        """Whether a seat can claim a redeal at this table."""
        return self.redeal_no_trump or self.redeal_points_below > 0

    @cached_property
    def shows_voids(self) -> bool:
        """Whether playing a card of another suit proves that its player has none of the suit led (SJ-FOLLOW-02)."""
        return self.enforcement == "server" and self.bombs != "any_suit"


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
