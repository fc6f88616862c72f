"""The typed rules of one table. They are made from a profile and overrides, and checked once."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Any, Literal, NamedTuple

from domain.games.sheng_ji.bombs import Bombs
from domain.games.sheng_ji.chain import Ordering
from domain.games.sheng_ji.chao import ChaoDiPi
from domain.games.sheng_ji.deal_shape import (
    DealShape,
    UnevenDeal,
    deal_shape,
    pack,
    usual_decks,
)
from domain.games.sheng_ji.declare import DeclarationRules
from domain.games.sheng_ji.first_drawer import Cutter, FirstDrawerAce, FirstDrawerMethod, LaterFirstDrawer
from domain.games.sheng_ji.friends import CallRules
from domain.games.sheng_ji.hooks import HookRules
from domain.games.sheng_ji.kitty_bonus import KittyMultiplier, KittyUnitSource
from domain.games.sheng_ji.levels import NO_TRUMP_LEVEL, LevelRules
from domain.games.sheng_ji.no_declaration import NoDeclaration, NoDeclarationJoker
from domain.games.sheng_ji.revisions import CATALOGUES, NEWEST
from domain.games.sheng_ji.rule_checks import check_decks, final_level_of, step_of, threshold_of
from domain.games.sheng_ji.scoring import Advancement, MissingBonusScope
from domain.games.sheng_ji.succession import Succession
from domain.games.sheng_ji.throw import ThrowForcedLead, ThrowPenalty, ThrowReveal
from domain.games.sheng_ji.trick import TrumpThrowCompare
from domain.games.sheng_ji.units import ThrowAmbiguity
from domain.kernel.cards import ACE, RANK_NAMES, RANK_OF_NAME, Cards, Rank
from domain.kernel.options import (
    Catalogue,
    ConflictingOptions,
    OptionValue,
    catalogue_of,
    check_pairs,
    check_profile,
    checked_choice,
)

DealMode = Literal["auction", "live_draw", "plan"]
KittyReveal = Literal["always_after_hand", "on_opponents_last_trick"]
HistoryView = Literal["last_trick", "all"]
Value = Callable[[str], Any]
"""Gives the value of an option by its name."""


class FriendRules(NamedTuple):
    """The options of a table at which friends are called.

    Attributes:
        declared_dealer: whether declaring determines the dealer of each hand, at each seat's own level (SJ-BID-20).
        calls: the options for calls.
        missing_bonus: the players who gain levels by missing friends, or `None`.
        auto_leveling: whether winning opponents gain one more level.
    """

    declared_dealer: bool
    calls: CallRules
    missing_bonus: MissingBonusScope | None
    auto_leveling: bool


@dataclass(frozen=True, slots=True)
class Rules:
    """All rules of a table. `rules_of` makes and checks them.

    Attributes:
        profile: the name of the profile.
        revision: the revision of the catalogue.
        options: the options that differ from the catalogue's defaults, as the catalogue writes them.
        friends: the options of friend games; `None` with fixed teams.
        copies: the largest number of equal cards: the number of decks, or of fillers if larger.

    The other attributes are typed options under their own names. `deal_shape` has the sizes of pack, hand and kitty;
    `ordering` the options for ranks and tractors; `declaration` those for declaring; `levels` and `hooks` those for
    levels.
    """

    profile: str
    revision: int
    options: dict[str, OptionValue]
    players: int
    friends: FriendRules | None
    decks: int
    copies: int
    deal_shape: DealShape
    filler_cards: int
    jokers_removed: int
    ordering: Ordering
    hong_wu_penalty: int
    initial_level: Rank
    levels: LevelRules
    hooks: HookRules
    first_drawer_method: FirstDrawerMethod
    first_drawer_ace: FirstDrawerAce
    cutter: Cutter
    later_first_drawer: LaterFirstDrawer
    deal_mode: DealMode
    draw_seconds: int
    declare_seconds: int
    declaration: DeclarationRules
    until_kitty_taken: bool
    no_declaration: NoDeclaration
    no_declaration_joker: NoDeclarationJoker
    redeal_without_dealer: bool
    kitty_reveal: KittyReveal
    redeal_no_trump: bool
    redeal_points_below: int
    redeal_up_for_grabs: bool
    chao_di_pi: ChaoDiPi
    chao_skip_last_bidder: bool
    succession: Succession
    full_tuples_only: bool
    throw_forced_lead: ThrowForcedLead
    throw_ambiguity: ThrowAmbiguity
    throw_penalty: ThrowPenalty
    throw_reveal: ThrowReveal
    protect_tuples: bool
    trump_throw_compare: TrumpThrowCompare
    bombs: Bombs
    honor: bool
    revoke_costs_more: bool
    take_back: bool
    end_early: bool
    advancement: Advancement
    threshold: int
    score_step: int
    below_zero_row: bool
    kitty_multiplier: KittyMultiplier
    kitty_multiplier_singles_throw: int
    kitty_unit_source: KittyUnitSource
    kitty_to_either_team: bool
    history_view: HistoryView
    hide_points: bool

    @property
    def narrowest_tuple(self) -> int:
        """The least number of equal cards that form a tuple in a lead (SJ-LEAD-05)."""
        return max(2, self.decks) if self.full_tuples_only else 2

    @property
    def total_points(self) -> int:
        """The points in the pack. Cards with points are never removed (SJ-POINT-02)."""
        return 100 * self.decks

    @property
    def redeals(self) -> bool:
        """Whether a seat can claim a redeal at this table."""
        return self.redeal_no_trump or self.redeal_points_below > 0

    @property
    def shows_voids(self) -> bool:
        """Whether playing a card of another suit proves that its player has none of the suit led (SJ-FOLLOW-02)."""
        return not self.honor and self.bombs != "any_suit"

    def value(self, name: str) -> OptionValue:
        """Returns the value of an option, as the catalogue writes it."""
        return self.options.get(name, CATALOGUES[self.revision].options[name].default)


_MADE_OF_OTHERS = frozenset({"decks", "initial_level", "threshold", "score_step", "chao_skip_last_bidder"})
_PLAIN = {
    field.name: field.type
    for field in fields(Rules)
    if field.name in CATALOGUES[NEWEST].options and field.name not in _MADE_OF_OTHERS
}
"""Attributes that are an option under its own name. Where the type is `bool`, the option is `on` or `off`."""


def pack_of(rules: Rules, trump_rank: Rank | None) -> Cards:
    """Returns the unshuffled pack of a hand of that trump rank; `None` if the rank is unknown or absent.

    The rank matters only where cards are removed to fit the kitty (EX-KITTY-01).
    """
    return pack(
        rules.decks,
        rules.deal_shape.cards,
        trump_rank=trump_rank,
        permanent_twos=rules.ordering.permanent_twos,
        fillers=rules.filler_cards,
        jokers_removed=rules.jokers_removed,
    )


def rules_from_document(document: Mapping[str, Any], revision: int) -> Rules:
    """Restores the rules from a document of `rules_document`.

    Raises:
        UnknownRevision: this program does not know the revision.
        InvalidRules: a profile or option is unknown, a value is not allowed, or options conflict.
    """
    profile: str = document["profile"]
    catalogue = catalogue_of(CATALOGUES, revision)
    check_profile(profile, catalogue.profiles)
    chosen = {name: checked_value(catalogue, name, value) for name, value in document["options"].items()}
    return _rules(profile, chosen, revision)


def _rules(profile: str, chosen: Mapping[str, OptionValue], revision: int) -> Rules:
    """Returns the rules with these options, whose values have been checked one by one."""
    catalogue = CATALOGUES[revision]
    # Sorted, so that equal rules have equal documents.
    options = dict(sorted(chosen.items()))

    # The values have been checked against the catalogue, so a loose type is enough.
    def value(name: str) -> Any:
        return options.get(name, catalogue.options[name].default)

    players: int = value("players")
    decks: int = usual_decks(players) if value("decks") == "auto" else value("decks")
    check_pairs(catalogue.conflicts, {**{name: value(name) for name in catalogue.options}, "decks": decks})
    check_decks(decks, value("jokers_removed"), value("run_width"))
    return Rules(
        profile=profile,
        revision=revision,
        options=options,
        friends=_friends(value, players, decks) if value("team_mode") == "friends" else None,
        decks=decks,
        copies=max(decks, value("filler_cards")),
        deal_shape=_shape_of_deal(value, players, decks),
        ordering=_ordering(value),
        initial_level=RANK_OF_NAME[value("initial_level")],
        levels=_levels(value),
        hooks=HookRules(value("gou_dao_di"), value("quan_yi_ban"), value("ace_hook")),
        declaration=_declaration(value),
        until_kitty_taken=value("declaration_window") == "until_kitty_taken",
        redeal_without_dealer=value("first_dealer_fallback") == "redeal",
        redeal_up_for_grabs=value("redeal_dealer") == "up_for_grabs",
        chao_skip_last_bidder=value("chao_skip_last_bidder") != "off",
        full_tuples_only=value("free_leads") == "full_tuples_only",
        honor=value("enforcement") == "honor",
        revoke_costs_more=value("revoke_penalty") == "lose_hand_plus",
        threshold=threshold_of(decks, value("threshold")),
        score_step=step_of(decks, value("score_step")),
        kitty_to_either_team=value("kitty_awarded_to") == "last_trick_winner_team",
        **{name: value(name) == "on" if kind is bool else value(name) for name, kind in _PLAIN.items()},
    )


def _ordering(value: Value) -> Ordering:
    return Ordering(
        permanent_twos=value("permanent_twos") == "on",
        hong_wu=value("hong_wu"),
        fillers=value("filler_cards") > 0,
        adjacency=value("tractor_adjacency"),
        narrowest_run=value("run_width"),
        shortest_run=value("run_length"),
    )


def _levels(value: Value) -> LevelRules:
    final = final_level_of(value("initial_level"), value("final_level"))
    return LevelRules(
        must_play=frozenset(RANK_OF_NAME[name] for name in value("must_play")),
        final_level=NO_TRUMP_LEVEL if value("level_after_ace") == "no_trump" else final,
        laps=value("laps"),
        must_play_needs_win=value("must_play_needs_win") == "on",
        levels="individual" if value("team_mode") == "friends" else "team",
        zpy_win=value("zpy_win") or "own_level_ace",
    )


def _declaration(value: Value) -> DeclarationRules:
    return DeclarationRules(
        initial_declare=value("initial_declare"),
        override_same_suit=value("override_same_suit") == "allowed",
        no_trump_declare=value("no_trump_declare") == "joker_pair",
        small_joker_declare=value("small_joker_declare") == "allowed",
        joker_in_bid=value("joker_in_bid") == "on",
        late_reinforce=value("late_reinforce") == "on",
        first_hand_dealer=value("first_hand_dealer"),
    )


def _friends(value: Value, players: int, decks: int) -> FriendRules:
    """Returns the options of friend games. Options without a value use those of the catalogue's profile."""
    bonus = value("missing_teammate_bonus") != "off"
    return FriendRules(
        declared_dealer=value("zpy_dealer") == "declare",
        calls=CallRules(
            players=players,
            decks=decks,
            style=value("friend_call_style") or "ordinal",
            friend_card=value("friend_card") or "non_trump",
            solo_call=value("solo_call") == "on",
            double_join=value("double_join") or "allowed",
        ),
        missing_bonus=(value("missing_bonus_scope") or "dealer") if bonus else None,
        auto_leveling=value("auto_leveling") == "on",
    )


def _shape_of_deal(value: Value, players: int, decks: int) -> DealShape:
    chosen = value("kitty_size")
    try:
        return deal_shape(
            players,
            decks,
            kitty_size=None if isinstance(chosen, str) else chosen,
            fillers=value("filler_cards"),
            jokers_removed=value("jokers_removed"),
            removes_cards=value("kitty_removes_cards") == "on",
        )
    except UnevenDeal as reason:
        raise ConflictingOptions(
            f"kitty_size and players do not fit together: {reason}",
            rule="SJ-DECK-03",
            facts={"options": ["kitty_size", "players"]},
        ) from None


def rules_of(
    profile: str,
    overrides: Mapping[str, object] | None = None,
    *,
    assumed: Mapping[str, OptionValue] | None = None,
    revision: int = NEWEST,
) -> Rules:
    """Returns the rules made from a profile and overrides, each `{option: value}` as the catalogue writes it.

    Args:
        profile: the source of all values not given.
        overrides: the values chosen.
        assumed: values that replace those of the profile, but not overrides; they are not checked.
        revision: the revision of the catalogue that defines profiles and options.

    Raises:
        UnknownRevision: this program does not know the revision.
        InvalidRules: a profile or option is unknown, a value is not allowed, or options conflict.
    """
    catalogue = catalogue_of(CATALOGUES, revision)
    check_profile(profile, catalogue.profiles)
    chosen = {name: checked_value(catalogue, name, value) for name, value in (overrides or {}).items()}
    values = {**catalogue.profiles[profile], **(assumed or {}), **chosen}
    different = {name: value for name, value in values.items() if value != catalogue.options[name].default}
    return _rules(profile, different, revision)


def checked_value(catalogue: Catalogue, name: str, value: object) -> OptionValue:
    """Returns the value, normalized, if the option can have it.

    Raises:
        InvalidRules: it cannot.
    """
    chosen = checked_choice(catalogue.options, name, value)
    return _along_the_ladder(chosen) if isinstance(chosen, list) else chosen


def _along_the_ladder(levels: list[str]) -> list[str]:
    """Returns the levels sorted and without duplicates, with ace, which is always must-play (SJ-ADV-02)."""
    return sorted({*levels, RANK_NAMES[ACE]}, key=RANK_NAMES.index)


def choices(rules: Rules) -> dict[str, OptionValue]:
    """Returns the value of every option, including those at their defaults."""
    options = catalogue_of(CATALOGUES, rules.revision).options
    return {name: rules.options.get(name, option.default) for name, option in options.items()}


def rules_document(rules: Rules) -> dict[str, object]:
    """Returns the rules as JSON: `{"profile": …, "options": {…}}`, with the options that differ from the defaults."""
    return {"profile": rules.profile, "options": rules.options}
