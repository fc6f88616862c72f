"""The rules of one table: a profile plus overrides, checked once and typed ever after (RULES §§30, 31)."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, Literal, cast

from domain.cards import ACE, RANK_NAMES, RANK_OF_NAME, Rank
from domain.refusals import InvalidRules
from domain.shengji.deal_shape import DealShape, UnevenDeal, deal_shape, threshold, usual_decks, usual_step
from domain.shengji.declare import DeclarationRules
from domain.shengji.first_drawer import FirstDrawerAce
from domain.shengji.kitty_bonus import KittyMultiplier
from domain.shengji.options import OPTION_BY_NAME, OPTIONS, Option, OptionValue
from domain.shengji.profiles import PROFILES
from domain.shengji.scoring import Advancement
from domain.shengji.throw import ThrowForcedLead, ThrowPenalty, ThrowReveal
from domain.shengji.trick import TrumpThrowCompare

FirstDrawerMethod = Literal["random", "count"]
KittyReveal = Literal["always_after_hand", "on_opponents_last_trick"]
HistoryView = Literal["last_trick", "all"]


SHOWN_LIMIT = 60
"""So much of a wrong value is repeated in a refusal."""


class UnknownProfile(InvalidRules):
    """There is no profile of this name."""


class UnknownOption(InvalidRules):
    """There is no option of this name."""


class InvalidOptionValue(InvalidRules):
    """This option cannot have this value."""


class OptionNotBuilt(InvalidRules):
    """This server does not play this value of the option yet."""


class ConflictingOptions(InvalidRules):
    """These options cannot go together."""


@dataclass(frozen=True, slots=True)
class Rules:
    """All rules of a table; `rules_of` makes and checks them.

    Attributes:
        profile: the name of the profile they started from.
        options: each option that differs from the catalogue's default, as the catalogue writes it.

    The others are the options by their own names, typed; `deal_shape` holds the sizes of pack, hand and kitty, and
    `declaration` the options of RULES §8.
    """

    profile: str
    options: dict[str, OptionValue]
    players: int
    decks: int
    deal_shape: DealShape
    initial_level: Rank
    final_level: Rank
    must_play: frozenset[Rank]
    first_drawer_method: FirstDrawerMethod
    first_drawer_ace: FirstDrawerAce
    declaration: DeclarationRules
    kitty_reveal: KittyReveal
    throw_forced_lead: ThrowForcedLead
    throw_penalty: ThrowPenalty
    throw_reveal: ThrowReveal
    trump_throw_compare: TrumpThrowCompare
    advancement: Advancement
    threshold: int
    score_step: int
    below_zero_row: bool
    kitty_multiplier: KittyMultiplier
    kitty_multiplier_singles_throw: int
    history_view: HistoryView

    def value(self, name: str) -> OptionValue:
        """The value of an option of the catalogue, as the catalogue writes it."""
        return self.options.get(name, OPTION_BY_NAME[name].default)


def rules_from_document(document: Mapping[str, Any]) -> Rules:
    """The rules that `rules_document` wrote.

    Raises:
        InvalidRules: the options contradict each other.
    """
    profile: str = document["profile"]
    # In one order, however they were stored: what is written of them is the same everywhere.
    options: dict[str, OptionValue] = dict(sorted(document["options"].items()))

    # What an option may be was checked against the catalogue when it was chosen, hence the loose type.
    def value(name: str) -> Any:
        return options.get(name, OPTION_BY_NAME[name].default)

    players: int = value("players")
    decks: int = usual_decks(players) if value("decks") == "auto" else value("decks")
    step: int = usual_step(decks) if value("score_step") == "20d" else value("score_step")
    return Rules(
        profile=profile,
        options=options,
        players=players,
        decks=decks,
        deal_shape=_shape_of_deal(players, decks, value("kitty_size")),
        initial_level=RANK_OF_NAME[value("initial_level")],
        final_level=_final_level(value("initial_level"), value("final_level")),
        must_play=frozenset(RANK_OF_NAME[name] for name in value("must_play")),
        first_drawer_method=value("first_drawer_method"),
        first_drawer_ace=value("first_drawer_ace"),
        declaration=DeclarationRules(
            initial_declare=value("initial_declare"),
            override_same_suit=value("override_same_suit") == "allowed",
            no_trump_declare=value("no_trump_declare") == "joker_pair",
            small_joker_declare=value("small_joker_declare") == "allowed",
            first_hand_dealer=value("first_hand_dealer"),
        ),
        kitty_reveal=value("kitty_reveal"),
        throw_forced_lead=value("throw_forced_lead"),
        throw_penalty=value("throw_penalty"),
        throw_reveal=value("throw_reveal"),
        trump_throw_compare=value("trump_throw_compare"),
        advancement=value("advancement"),
        threshold=_threshold_of(decks, value("threshold")),
        score_step=_step_within(step, threshold(decks)),
        below_zero_row=value("below_zero_row") == "on",
        kitty_multiplier=value("kitty_multiplier"),
        kitty_multiplier_singles_throw=value("kitty_multiplier_singles_throw"),
        history_view=value("history_view"),
    )


def _shape_of_deal(players: int, decks: int, kitty_size: str | int) -> DealShape:
    try:
        return deal_shape(players, decks, kitty_size=None if isinstance(kitty_size, str) else kitty_size)
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
) -> Rules:
    """The rules made of a profile and overrides, each `{option: value}` as the catalogue writes it.

    Args:
        profile: what is taken where nothing else is said.
        overrides: what is chosen.
        assumed: values that are taken whether this server plays them or not, to ask what would follow.

    Raises:
        InvalidRules: unknown profile or option, impossible value, value not built, or options that contradict.
    """
    if profile not in PROFILES:
        raise UnknownProfile(
            f"there is no profile {_in_json(profile)}",
            hint=f"use one of {', '.join(sorted(PROFILES))}",
            facts={"option": "profile", "allowed": sorted(PROFILES)},
        )
    chosen = {name: checked_value(name, value) for name, value in (overrides or {}).items()}
    values = {**PROFILES[profile], **chosen, **(assumed or {})}
    different = {name: value for name, value in sorted(values.items()) if value != OPTION_BY_NAME[name].default}
    return rules_from_document({"profile": profile, "options": different})


def checked_value(name: str, value: object) -> OptionValue:
    """The value, if the option can have it and this server plays it.

    Raises:
        InvalidRules: it cannot be used.
    """
    option = OPTION_BY_NAME.get(name)
    if option is None:
        near = get_close_matches(name, OPTION_BY_NAME, n=1)
        raise UnknownOption(
            f"there is no option {_in_json(name)}",
            hint=f"did you mean {near[0]}?" if near else "take one of the list of options",
            facts={"option": name},
        )
    if not _possible(option, value):
        raise InvalidOptionValue(
            f"{name} cannot be {_in_json(value)}",
            hint=_wanted(option),
            rule=option.rules[0],
            facts={"option": name, "allowed": list(option.values)},
        )
    checked = _along_the_ladder(value) if isinstance(value, list) else cast("str | int", value)
    played = [each for each in option.built if each is not None]
    if option.built and checked not in option.built:
        raise OptionNotBuilt(
            f"{name} = {_in_json(value)} is in the catalogue, but this server does not play it yet",
            hint=f"played so far: {', '.join(map(_in_json, played))}" if played else "leave the option out",
            rule=option.rules[0],
            facts={"option": name, "allowed": played},
        )
    return checked


def _along_the_ladder(levels: list[str]) -> list[str]:
    """The levels once each and in order, with ace, which is always must-play (SJ-ADV-02)."""
    return sorted({*levels, RANK_NAMES[ACE]}, key=RANK_NAMES.index)


def _possible(option: Option, value: object) -> bool:
    if option.kind == "levels":
        return isinstance(value, list) and all(level in RANK_NAMES for level in value)
    if isinstance(value, int) and not isinstance(value, bool) and option.least is not None and option.most is not None:
        return option.least <= value <= option.most
    return isinstance(value, str | int) and not isinstance(value, bool) and value in option.values


def _wanted(option: Option) -> str:
    if option.kind == "levels":
        return f"give a list of levels, each one of {', '.join(RANK_NAMES)}"
    if option.least is None:
        return f"give one of {', '.join(map(_in_json, option.values))}"
    words = ", ".join([_in_json(value) for value in option.values if isinstance(value, str)])
    number = f"give a whole number from {option.least} to {option.most}"
    return f"{number}, or {words}" if words else number


def _in_json(value: object) -> str:
    """A value as a client would write it; long ones and such with parts are only called what they are."""
    if isinstance(value, list | dict):
        return "a list" if isinstance(value, list) else "an object"
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= SHOWN_LIMIT else f"{text[:SHOWN_LIMIT]}…"


def rules_document(rules: Rules) -> dict[str, object]:
    """The rules as plain JSON: `{"profile": …, "options": {…}}`, options as they differ from the defaults."""
    return {"profile": rules.profile, "options": rules.options}


def all_values(rules: Rules) -> dict[str, OptionValue]:
    """The value of every option of the catalogue in these rules."""
    return {option.name: rules.value(option.name) for option in OPTIONS}
