"""The rules of one table: a profile plus overrides, checked once and typed ever after."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from domain.games.sheng_ji.bombs import Bombs
from domain.games.sheng_ji.chao import ChaoDiPi
from domain.games.sheng_ji.deal_shape import (
    DealShape,
    UnevenDeal,
    deal_shape,
    pack,
    threshold,
    usual_decks,
    usual_step,
)
from domain.games.sheng_ji.declare import DeclarationRules
from domain.games.sheng_ji.first_drawer import Cutter, FirstDrawerAce, FirstDrawerMethod, LaterFirstDrawer
from domain.games.sheng_ji.friends import CallRules
from domain.games.sheng_ji.hooks import HookRules
from domain.games.sheng_ji.kitty_bonus import KittyMultiplier, KittyUnitSource
from domain.games.sheng_ji.levels import NO_TRUMP_LEVEL, LevelRules
from domain.games.sheng_ji.no_declaration import NoDeclaration, NoDeclarationJoker
from domain.games.sheng_ji.order import Ordering
from domain.games.sheng_ji.revisions import CATALOGUES, NEWEST
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


class FriendRules(NamedTuple):
    """The options of a table at which friends are called.

    Attributes:
        declared_dealer: each hand's dealer is found by declaring, each with cards of their own level (SJ-BID-20).
        calls: how friends are called.
        missing_bonus: who gains by friends that are missing; none: nobody.
        auto_leveling: opponents who win gain one level more.
    """

    declared_dealer: bool
    calls: CallRules
    missing_bonus: MissingBonusScope | None
    auto_leveling: bool


@dataclass(frozen=True, slots=True)
class Rules:
    """All rules of a table; `rules_of` makes and checks them.

    Attributes:
        profile: the name of the profile they started from.
        revision: of the rules, by which they were made.
        options: each option that differs from the catalogue's default, as the catalogue writes it.
        friends: the options of friend games; none where teams are fixed.
        copies: as many equal cards as there can be: one for each deck, or more fillers.

    The others are the options by their own names, typed; `deal_shape` holds the sizes of pack, hand and kitty,
    `ordering` those of ranks and tractors, `declaration` those of declaring, `levels` and `hooks` those of levels.
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
        """The fewest equal cards that are a tuple when they are led (SJ-LEAD-05)."""
        return max(2, self.decks) if self.full_tuples_only else 2

    @property
    def total_points(self) -> int:
        """What the whole pack is worth; no card that is worth points is ever taken out (SJ-POINT-02)."""
        return 100 * self.decks

    @property
    def redeals(self) -> bool:
        """Whether a seat can ask for a new deal at this table."""
        return self.redeal_no_trump or self.redeal_points_below > 0

    @property
    def shows_voids(self) -> bool:
        """Whether a card of another suit proves that its player has none of the suit led (SJ-FOLLOW-02)."""
        return not self.honor and self.bombs != "any_suit"

    def value(self, name: str) -> OptionValue:
        """The value of an option of the catalogue, as the catalogue writes it."""
        return self.options.get(name, CATALOGUES[self.revision].options[name].default)


def pack_of(rules: Rules, trump_rank: Rank | None) -> Cards:
    """The pack of a hand of that trump rank before it is shuffled; no rank where it is not known yet, or there is none.

    Only cards that leave the pack to make the kitty fit depend on the rank (EX-KITTY-01).
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
    """The rules that `rules_document` wrote of rules of that revision.

    Raises:
        UnknownRevision: this program does not know it.
        InvalidRules: unknown profile or option, impossible value, or options that contradict.
    """
    profile: str = document["profile"]
    catalogue = catalogue_of(CATALOGUES, revision)
    check_profile(profile, catalogue.profiles)
    chosen = {name: checked_value(catalogue, name, value) for name, value in document["options"].items()}
    return _rules(profile, chosen, revision)


def _rules(profile: str, chosen: Mapping[str, OptionValue], revision: int) -> Rules:
    """The rules with these options, each of which has a value that it can have."""
    catalogue = CATALOGUES[revision]
    # In one order, however they were stored: what is written of them is the same everywhere.
    options = dict(sorted(chosen.items()))

    # What an option may be has been checked against the catalogue, hence the loose type.
    def value(name: str) -> Any:
        return options.get(name, catalogue.options[name].default)

    players: int = value("players")
    decks: int = usual_decks(players) if value("decks") == "auto" else value("decks")
    check_pairs(catalogue.conflicts, {**{name: value(name) for name in catalogue.options}, "decks": decks})
    fillers: int = value("filler_cards")
    step: int = usual_step(decks) if value("score_step") == "20d" else value("score_step")
    _check_decks(decks, value("jokers_removed"), value("run_width"))
    return Rules(
        profile=profile,
        revision=revision,
        options=options,
        players=players,
        friends=_friends(value, players, decks) if value("team_mode") == "friends" else None,
        decks=decks,
        copies=max(decks, fillers),
        deal_shape=_shape_of_deal(
            players,
            decks,
            value("kitty_size"),
            fillers=fillers,
            jokers_removed=value("jokers_removed"),
            removes_cards=value("kitty_removes_cards") == "on",
        ),
        filler_cards=fillers,
        jokers_removed=value("jokers_removed"),
        ordering=Ordering(
            permanent_twos=value("permanent_twos") == "on",
            hong_wu=value("hong_wu"),
            fillers=fillers > 0,
            adjacency=value("tractor_adjacency"),
            narrowest_run=value("run_width"),
            shortest_run=value("run_length"),
        ),
        hong_wu_penalty=value("hong_wu_penalty"),
        initial_level=RANK_OF_NAME[value("initial_level")],
        levels=LevelRules(
            must_play=frozenset(RANK_OF_NAME[name] for name in value("must_play")),
            final_level=NO_TRUMP_LEVEL
            if value("level_after_ace") == "no_trump"
            else _final_level(value("initial_level"), value("final_level")),
            laps=value("laps"),
            must_play_needs_win=value("must_play_needs_win") == "on",
            levels="individual" if value("team_mode") == "friends" else "team",
            zpy_win=value("zpy_win") or "own_level_ace",
        ),
        hooks=HookRules(value("gou_dao_di"), value("quan_yi_ban"), value("ace_hook")),
        first_drawer_method=value("first_drawer_method"),
        first_drawer_ace=value("first_drawer_ace"),
        cutter=value("cutter"),
        later_first_drawer=value("later_first_drawer"),
        deal_mode=value("deal_mode"),
        draw_seconds=value("draw_seconds"),
        declare_seconds=value("declare_seconds"),
        declaration=DeclarationRules(
            initial_declare=value("initial_declare"),
            override_same_suit=value("override_same_suit") == "allowed",
            no_trump_declare=value("no_trump_declare") == "joker_pair",
            small_joker_declare=value("small_joker_declare") == "allowed",
            joker_in_bid=value("joker_in_bid") == "on",
            late_reinforce=value("late_reinforce") == "on",
            first_hand_dealer=value("first_hand_dealer"),
        ),
        until_kitty_taken=value("declaration_window") == "until_kitty_taken",
        no_declaration=value("no_declaration"),
        no_declaration_joker=value("no_declaration_joker"),
        redeal_without_dealer=value("first_dealer_fallback") == "redeal",
        kitty_reveal=value("kitty_reveal"),
        redeal_no_trump=value("redeal_no_trump") == "on",
        redeal_points_below=value("redeal_points_below"),
        redeal_up_for_grabs=value("redeal_dealer") == "up_for_grabs",
        chao_di_pi=value("chao_di_pi"),
        chao_skip_last_bidder=value("chao_skip_last_bidder") != "off",
        succession=value("succession"),
        full_tuples_only=value("free_leads") == "full_tuples_only",
        throw_forced_lead=value("throw_forced_lead"),
        throw_ambiguity=value("throw_ambiguity"),
        throw_penalty=value("throw_penalty"),
        throw_reveal=value("throw_reveal"),
        protect_tuples=value("protect_tuples") == "on",
        trump_throw_compare=value("trump_throw_compare"),
        bombs=value("bombs"),
        honor=value("enforcement") == "honor",
        revoke_costs_more=value("revoke_penalty") == "lose_hand_plus",
        take_back=value("take_back") == "on",
        end_early=value("end_early") == "on",
        advancement=value("advancement"),
        threshold=_threshold_of(decks, value("threshold")),
        score_step=_step_within(step, threshold(decks)),
        below_zero_row=value("below_zero_row") == "on",
        kitty_multiplier=value("kitty_multiplier"),
        kitty_multiplier_singles_throw=value("kitty_multiplier_singles_throw"),
        kitty_unit_source=value("kitty_unit_source"),
        kitty_to_either_team=value("kitty_awarded_to") == "last_trick_winner_team",
        history_view=value("history_view"),
        hide_points=value("hide_points") == "on",
    )


def _friends(value: Callable[[str], Any], players: int, decks: int) -> FriendRules:
    """The options of friend games; where nothing is said, as the catalogue's profile for them has it."""
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


def _check_decks(decks: int, jokers_removed: int, run_width: int) -> None:
    """Whether what depends on the number of decks fits it."""
    if jokers_removed > 2 * decks:
        raise ConflictingOptions(
            f"{decks} decks have {2 * decks} jokers; {jokers_removed} cannot be taken out",
            hint=f"give at most {2 * decks}",
            rule="SJ-DECK-05",
            facts={"options": ["jokers_removed", "decks"]},
        )
    if run_width > max(2, decks):
        raise ConflictingOptions(
            f"with {decks} decks nobody can hold {run_width} equal cards",
            hint=f"give at most {max(2, decks)}",
            rule="EX-RUN-01",
            facts={"options": ["run_width", "decks"]},
        )


def _shape_of_deal(
    players: int, decks: int, kitty_size: str | int, *, fillers: int, jokers_removed: int, removes_cards: bool
) -> DealShape:
    chosen = None if isinstance(kitty_size, str) else kitty_size
    try:
        return deal_shape(
            players,
            decks,
            kitty_size=chosen,
            fillers=fillers,
            jokers_removed=jokers_removed,
            removes_cards=removes_cards,
        )
    except UnevenDeal as reason:
        raise ConflictingOptions(
            f"kitty_size and players do not go together: {reason}",
            rule="SJ-DECK-03",
            facts={"options": ["kitty_size", "players"]},
        ) from None


def _final_level(initial: str, final: str) -> Rank:
    if RANK_OF_NAME[final] < RANK_OF_NAME[initial]:
        raise ConflictingOptions(
            f"final_level {final} is below initial_level {initial}",
            hint="give a final_level that is not below initial_level",
            rule="SJ-LEVEL-05",
            facts={"options": ["final_level", "initial_level"]},
        )
    return RANK_OF_NAME[final]


def _threshold_of(decks: int, chosen: str | int) -> int:
    """The threshold, which follows from the decks; it may be named, but not changed (SJ-DECK-06)."""
    if chosen not in ("40d", threshold(decks)):
        raise ConflictingOptions(
            f"with {decks} decks the threshold is {threshold(decks)}, and not {chosen}",
            hint=f"give 40d or {threshold(decks)}",
            rule="SJ-DECK-06",
            facts={"options": ["threshold", "decks"]},
        )
    return threshold(decks)


def _step_within(step: int, limit: int) -> int:
    """The step, which is a multiple of five and divides the threshold (DEC-81)."""
    possible = [size for size in range(5, limit + 1, 5) if limit % size == 0]
    if step not in possible:
        raise ConflictingOptions(
            f"score_step {step} does not divide the threshold {limit} in steps of five",
            hint=f"give one of {', '.join(map(str, possible))}",
            rule="SJ-SCORE-06",
            facts={"options": ["score_step", "threshold"]},
        )
    return step


def rules_of(
    profile: str,
    overrides: Mapping[str, object] | None = None,
    *,
    assumed: Mapping[str, OptionValue] | None = None,
    revision: int = NEWEST,
) -> Rules:
    """The rules made of a profile and overrides, each `{option: value}` as the catalogue writes it.

    Args:
        profile: what is taken where nothing else is said.
        overrides: what is chosen.
        assumed: values that are taken where nothing is chosen, before those of the profile; they are not checked.
        revision: of the rules, by which profile and options are read.

    Raises:
        UnknownRevision: this program does not know it.
        InvalidRules: unknown profile or option, impossible value, or options that contradict.
    """
    catalogue = catalogue_of(CATALOGUES, revision)
    check_profile(profile, catalogue.profiles)
    chosen = {name: checked_value(catalogue, name, value) for name, value in (overrides or {}).items()}
    values = {**catalogue.profiles[profile], **(assumed or {}), **chosen}
    different = {name: value for name, value in values.items() if value != catalogue.options[name].default}
    return _rules(profile, different, revision)


def checked_value(catalogue: Catalogue, name: str, value: object) -> OptionValue:
    """The value, if the option can have it.

    Raises:
        InvalidRules: it cannot be used.
    """
    chosen = checked_choice(catalogue.options, name, value)
    return _along_the_ladder(chosen) if isinstance(chosen, list) else chosen


def _along_the_ladder(levels: list[str]) -> list[str]:
    """The levels once each and in order, with ace, which is always must-play (SJ-ADV-02)."""
    return sorted({*levels, RANK_NAMES[ACE]}, key=RANK_NAMES.index)


def choices(rules: Rules) -> dict[str, OptionValue]:
    """What the rules have of every option, those included that are left at their defaults."""
    options = catalogue_of(CATALOGUES, rules.revision).options
    return {name: rules.options.get(name, option.default) for name, option in options.items()}


def rules_document(rules: Rules) -> dict[str, object]:
    """The rules as plain JSON: `{"profile": …, "options": {…}}`, options as they differ from the defaults."""
    return {"profile": rules.profile, "options": rules.options}
