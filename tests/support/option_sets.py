"""Draws random sets of compatible options.

Options are drawn one by one. Each is drawn from the values that are compatible with the options before it, so no draw
is discarded. `Choose` is a function that takes one of several things, for example from `hypothesis` or `random`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

from hypothesis import strategies as st

from domain.games.sheng_ji.deal_shape import possible_kitties, threshold, usual_decks
from domain.games.sheng_ji.options.catalogue import OPTIONS
from domain.games.sheng_ji.profiles import PROFILES
from domain.games.sheng_ji.rules import REVISIONS
from domain.kernel.cards import RANK_NAMES
from domain.kernel.options import Conflict

CONFLICTS = REVISIONS.catalogue().conflicts

Choose = Callable[[Sequence[Any]], Any]

FIRST = (
    "players",
    "team_mode",
    "decks",
    "filler_cards",
    "jokers_removed",
    "kitty_removes_cards",
    "kitty_size",
    "initial_level",
)
"""The options on which others depend. The other options follow in the order of the catalogue."""
ORDER = (*FIRST, *(name for name in OPTIONS if name not in FIRST))

NUMBERS: dict[str, tuple[object, ...]] = {
    "filler_cards": (1, 2, 5),
    "jokers_removed": (1, 2, 3),
    "laps": (2, 3),
    "hong_wu_penalty": (5, 40),
    "score_step": (5, 10, 20, 30, 40, 60, 80),
    "threshold": (40, 80, 120, 160, 200, 240),
    "elo_start": (0, 1000),
    "elo_k": (10,),
    "elo_scale": (200,),
    "run_width": (3, 4),
    "run_length": (3, 4),
    "draw_seconds": (0, 5),
    "declare_seconds": (0, 30),
}
"""Numbers tested in addition to the named values."""


@dataclass(frozen=True)
class Setting:
    """A profile with overrides."""

    profile: str
    overrides: Mapping[str, object]


@dataclass
class _Drawing:
    """The options decided so far, as changes of a profile."""

    choose: Choose
    profile: str
    decided: dict[str, Any]
    levels: Sequence[str] = RANK_NAMES
    most_cards: int = 30

    def decide(self, name: str) -> None:
        if name in self.decided:
            return
        base = PROFILES[self.profile].get(name, OPTIONS[name].default)
        possible = [value for value in values_of(name) if self.fits(name, value)]
        wanted = self.choose((False, False, True)) or base not in possible
        self.decided[name] = self.choose(possible) if wanted else base

    def fits(self, name: str, value: Any) -> bool:
        """Returns whether the value is compatible with the decided options."""
        return not broken({**self.decided, name: value}, name) and self._adds_up(name, value)

    def _adds_up(self, name: str, value: Any) -> bool:  # noqa: PLR0911 - one case for each sum
        at = self.decided
        match name:
            case "decks":
                return 54 * self.decks(value) <= self.most_cards * at["players"]
            case "filler_cards":
                return bool(_possible_kitties(at["players"], 54 * self.decks() + value))
            case "jokers_removed":
                cards = 54 * self.decks() + at["filler_cards"] - value
                return value <= 2 * self.decks() and bool(_possible_kitties(at["players"], cards))
            case "kitty_size":
                return self._deals_evenly(value)
            case "initial_level":
                return value in self.levels
            case "final_level":
                return RANK_NAMES.index(value) >= RANK_NAMES.index(at["initial_level"])
            case "threshold":
                return value in ("40d", threshold(self.decks()))
            case "score_step":
                return value == "20d" or threshold(self.decks()) % value == 0
            case "run_width":
                return value <= max(2, self.decks())
            case _:
                return True

    def decks(self, value: Any = None) -> int:
        decks = self.decided["decks"] if value is None else value
        return usual_decks(self.decided["players"]) if decks == "auto" else decks

    def _deals_evenly(self, value: Any) -> bool:
        at = self.decided
        players, removes = at["players"], at["kitty_removes_cards"] == "on"
        cards = 54 * self.decks() + at["filler_cards"] - at["jokers_removed"]
        kitty = 6 + (cards - 6) % players if value == "auto" else value
        if removes:
            return kitty <= (cards - kitty) // players and (cards - kitty) % players < 3 * self.decks()
        return kitty in _possible_kitties(players, cards)


@cache
def _possible_kitties(players: int, cards: int) -> frozenset[int]:
    return frozenset(possible_kitties(players, cards))


@cache
def values_of(name: str) -> tuple[Any, ...]:
    """Returns the tested values: the named ones and some numbers."""
    option = OPTIONS[name]
    nothing = (None,) if option.default is None else ()
    if option.kind == "levels":
        return (["A"], ["5", "10", "J", "K", "A"], ["2", "5", "10", "J", "K", "A"], list(option.values))
    numbers = tuple(range(1, 17)) if option.name == "kitty_size" else NUMBERS.get(option.name, ())
    return (*nothing, *option.values, *(number for number in numbers if number not in option.values))


def broken(values: Mapping[str, Any], name: str | None = None) -> list[Conflict]:
    """Returns the incompatible pairs of decided options; with `name`, only those of that option."""
    if values.get("decks") == "auto" and "players" in values:
        values = {**values, "decks": usual_decks(values["players"])}
    return [
        conflict
        for conflict in (CONFLICTS if name is None else _conflicts_of(name))
        if conflict.first in values
        and conflict.second in values
        and conflict.excludes(values[conflict.first])
        and conflict.excluded(values[conflict.second])
    ]


@cache
def _conflicts_of(name: str) -> tuple[Conflict, ...]:
    return tuple(conflict for conflict in CONFLICTS if name in (conflict.first, conflict.second))


def options_that_fit(
    choose: Choose,
    profile: str | None = None,
    *,
    levels: Sequence[str] = RANK_NAMES,
    pinned: Mapping[str, object] | None = None,
) -> Setting:
    """Returns a random setting of compatible options.

    Args:
        choose: takes one of several things.
        profile: the profile; `None` for a random one.
        levels: the possible initial levels.
        pinned: options with fixed values, even if these are not compatible with the others.
    """
    profile = profile or choose(sorted(PROFILES))
    # Large hands take long to play, so they are rare.
    drawing = _Drawing(choose, profile, dict(pinned or {}), levels, choose((30, 30, 30, 30, 30, 81)))
    for name in ORDER:
        drawing.decide(name)
    base = {name: PROFILES[profile].get(name, option.default) for name, option in OPTIONS.items()}
    return Setting(profile, {name: drawing.decided[name] for name in ORDER if drawing.decided[name] != base[name]})


def by_luck(seed: int | str, profile: str | None = None, **more: Any) -> Setting:
    """Returns the random setting of a seed."""
    return options_that_fit(Random(seed).choice, profile, **more)


@st.composite
def settings_of_tables(draw: st.DrawFn, levels: Sequence[str] = RANK_NAMES) -> Setting:
    """Draws any compatible options."""
    return options_that_fit(lambda things: draw(st.sampled_from(things)), levels=levels)


@st.composite
def settings_of_short_matches(draw: st.DrawFn) -> tuple[Setting, int]:
    """Draws compatible options for short matches, and the maximum number of hands."""

    def choose(things: Sequence[Any]) -> Any:
        return draw(st.sampled_from(things))

    # Most matches that end with a win end within this number of hands.
    hands = choose((4, 4, 4, 30))
    match choose(("one level", "few levels", "few levels", "laps", "no trumps")):
        case "laps":
            # A side that passes the final level continues at level 2.
            pinned = {"initial_level": choose(("2", "3")), "final_level": "3", "after_final": "wrap", "laps": 2}
        case "no trumps":
            ends = {"after_final": "end", "laps": 1, "final_level": "A", "zpy_dealer": None}
            pinned = {"initial_level": choose(("K", "A")), "level_after_ace": "no_trump", **ends}
        case kind:
            initial = choose(RANK_NAMES)
            final = choose(RANK_NAMES[RANK_NAMES.index(initial) :][: 1 if kind == "one level" else 3])
            pinned = {"initial_level": initial, "final_level": final, "after_final": "end", "laps": 1}
    return options_that_fit(choose, pinned=pinned), hands
