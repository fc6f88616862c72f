"""No option is accepted and ignored: each of its values changes some game.

Two tables differ in one option only, and have the same deal. The same commands are sent to both until an event, a view,
a list of moves, the clock or a refusal differs. Options that matter only in rare hands have a hand made for them.
Values that by the catalogue play the same as others are listed with the reason, and must not differ.
"""

from collections.abc import Iterator, Mapping
from random import Random
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest

from domain.games.lab import answer
from domain.games.registry import GAMES
from domain.games.sheng_ji.commands import ChallengePlay
from domain.games.sheng_ji.options.catalogue import OPTIONS
from domain.games.sheng_ji.rules import rules_of
from domain.games.sheng_ji.state import Tricks
from domain.kernel.refusals import InvalidRules, Refusal
from domain.kernel.seats import Seat
from domain.kernel.viewers import Onlooker
from domain.table.commands import OpenTable, Sit, Start
from domain.table.decide import decide
from domain.table.state import Table
from tests.support.deals import HOST, playing
from tests.support.deals import started as table_opened
from tests.support.laws import law
from tests.support.matches import next_command, secret
from tests.support.option_sets import Setting, by_luck, values_of
from tests.support.table import SHENG_JI, player, plays

OMITTED = {
    "chao_skip_last_bidder": "on",
    "zpy_dealer": "rotate",
    "friend_call_style": "ordinal",
    "solo_call": "off",
    "missing_teammate_bonus": "n_per_missing",
    "missing_bonus_scope": "dealer",
    "auto_leveling": "off",
    "zpy_win": "own_level_ace",
    "friend_card": "non_trump",
    "double_join": "allowed",
}
"""Meaning of these options if they are not given, which the catalogue has as their default."""

FRIENDS = {"team_mode": "friends"}
TEAMS = {"team_mode": "fixed_2x2", "players": 4}
SMALL = {**TEAMS, "decks": 1}
TINY = {**FRIENDS, "players": 8, "decks": 1}
SHORT = {**FRIENDS, "players": 8, "decks": 2}
WIDE = {**FRIENDS, "players": 8, "decks": 4}
POINTS = {
    "advancement": "table",
    "throw_penalty": "none",
    "chao_di_pi": "off",
    "enforcement": "server",
    "score_step": 5,
}
NEEDED: dict[str, dict[str, Any]] = {
    "players": FRIENDS,
    "decks": {"players": 8, **FRIENDS},
    "initial_level": TINY,
    "laps": {"initial_level": "3", "final_level": "3", "after_final": "wrap", "score_step": 5, **SMALL},
    "after_final": {"initial_level": "3", "final_level": "3", "laps": 2, "score_step": 5, **SMALL},
    "final_level": {"score_step": 5, **SMALL},
    "permanent_twos": {"initial_level": "5"},
    "hong_wu_penalty": {"hong_wu": "h5_d5", **TINY},
    "first_drawer_ace": {"first_drawer_method": "count"},
    "no_declaration_joker": {"no_declaration": "first_card", **SMALL},
    "no_declaration": SMALL,
    "first_dealer_fallback": SMALL,
    "redeal_dealer": {"redeal_points_below": 10, **TINY},
    "redeal_points_below": TINY,
    "redeal_no_trump": TINY,
    "override_same_suit": WIDE,
    "first_hand_dealer": {"decks": 2, "deal_mode": "auction", **TEAMS},
    "late_reinforce": {"decks": 2, **TEAMS},
    "joker_in_bid": {"decks": 2, **TEAMS},
    "chao_skip_last_bidder": {"chao_di_pi": "repeat"},
    "succession": TINY,
    "later_first_drawer": TINY,
    "must_play": {**TINY, "initial_level": "4", "score_step": 5},
    "revoke_penalty": {"enforcement": "honor", **TINY},
    "kitty_awarded_to": {**TINY, "kitty_reveal": "on_opponents_last_trick"},
    "draw_seconds": {"deal_mode": "live_draw"},
    "declare_seconds": {"deal_mode": "live_draw", "declaration_window": "draw"},
    "bombs": WIDE,
    "level_after_ace": {"initial_level": "A", "final_level": "A", "score_step": 5, **SMALL},
    "zpy_win": {"initial_level": "K", **TINY, "score_step": 5},
    "gou_dao_di": {"initial_level": "J", "final_level": "K", **SMALL},
    "quan_yi_ban": {"initial_level": "Q", "final_level": "K", **SMALL},
    "ace_hook": {"initial_level": "A", **SMALL},
    "run_width": WIDE,
    "run_length": SHORT,
    "score_step": {**SHORT, **POINTS, "score_step": 5},
    "below_zero_row": {**TINY, **POINTS, "throw_penalty": "per_withdrawn_card_10", "initial_level": "2"},
    "kitty_multiplier": {**SHORT, **POINTS},
    "kitty_multiplier_singles_throw": {**TINY, **POINTS, "kitty_multiplier": "flat_2"},
    "kitty_unit_source": {**SHORT, **POINTS, "kitty_multiplier": "pow2_cards"},
    **{name: TINY for name in OMITTED if name not in ("chao_skip_last_bidder", "zpy_win")},
    "auto_leveling": {**TINY, **POINTS},
    "missing_teammate_bonus": {**TINY, "score_step": 5, "solo_call": "off"},
    "missing_bonus_scope": {**TINY, "score_step": 5, "solo_call": "off", "missing_teammate_bonus": "n_per_missing"},
}
"""Further options needed for an option to matter, or to matter often and soon."""

BEFORE_THE_PLAY = (
    "first_drawer_method",
    "first_drawer_ace",
    "cutter",
    "deal_mode",
    "initial_declare",
    "override_same_suit",
    "no_trump_declare",
    "small_joker_declare",
    "joker_in_bid",
    "late_reinforce",
    "first_hand_dealer",
    "declaration_window",
    "no_declaration",
    "no_declaration_joker",
    "first_dealer_fallback",
)
"""Options that matter before the first card is played. The rest of the hand is skipped, to save time."""

INSTEAD: dict[tuple[str, Any], dict[str, Any]] = {
    ("players", 4): {"players": 5},
    ("team_mode", "fixed_2x3"): {"team_mode": "friends", "players": 6, "succession": "next_winner_right"},
    ("team_mode", "friends"): {"team_mode": "fixed_2x2", "players": 4, "succession": "fixed"},
    ("laps", 2): {"laps": 3},
    ("laps", 3): {"laps": 2},
    ("after_final", "wrap"): {"after_final": "end", "laps": 1},
    ("succession", "next_winner_right"): {"succession": "levelup"},
    ("succession", "levelup"): {"succession": "next_winner_right"},
    ("kitty_removes_cards", "on"): {"kitty_removes_cards": "off", "kitty_size": "auto"},
}
"""Options of the other table, if not just the default of the option."""

PLAYS_THE_SAME = {
    ("threshold", 80): "SJ-DECK-06: it follows from the decks, and can be named but not changed",
    ("joker_pair_order", "flat"): "DEC-07: it names no order, and is played as big_over_small",
    **dict.fromkeys(OMITTED.items(), "the meaning of an omitted option"),
}
"""Values that play the same according to the catalogue, with the reason."""

RATED = ("elo_start", "elo_k", "elo_scale")
"""Options of ratings, which do not affect tables. `elo_start` is the first rating of a player; the lab gets all
ratings.
"""


class Pair(NamedTuple):
    """Two tables that differ in one option."""

    one: Setting
    other: Setting


def pairs(name: str, value: Any, tries: int) -> Iterator[tuple[int, Pair]]:
    default = OPTIONS[name].default
    instead = {name: default} if isinstance(value, list) else INSTEAD.get((name, value), {name: default})
    for seed in range(tries):
        try:
            needed = {**NEEDED.get(name, {}), **({"initial_level": value} if name == "final_level" else {})}
            one = by_luck(f"{name} {value} {seed}", pinned={**needed, name: value})
            other = Setting(one.profile, {**one.overrides, **instead})
            rules_of(one.profile, one.overrides)
            rules_of(other.profile, other.overrides)
        except (IndexError, InvalidRules):
            continue
        yield seed, Pair(one, other)
        yield seed, Pair(other, one)


def opened(setting: Setting, seed: int) -> Table:
    opening = OpenTable(HOST, "sheng_ji", setting.profile, setting.overrides, listed=True, hands=4)
    table = decide(GAMES, None, opening, secret(seed, 1)).table
    for seat in range(len(table.seats)):
        table = decide(GAMES, table, Sit(player(seat), Seat(seat), f"entropy {seat}"), secret(seed, 1)).table
    return table


def difference(seed: int, pair: Pair, *, whole: bool = True) -> str | None:
    """First difference when the same is played at both tables. `None` if there is none."""
    one, other = opened(pair.one, seed), opened(pair.other, seed)
    if len(one.seats) != len(other.seats):
        return "number of seats"
    luck, look = Random(seed), Random(seed)
    while one.status != "finished" and (whole or not one.match or not isinstance(one.match.phase, Tricks)):
        if one.match and look.random() < 0.2 and seen(one) != seen(other):
            return "views"
        command = next_command(one, luck) if one.match else Start(HOST)
        chance = secret(seed, one.hand.number + 2 if one.hand else 2)
        here = decide(GAMES, one, command, chance)
        try:
            there = decide(GAMES, other, command, chance)
        except Refusal as refusal:
            return f"refused: {refusal.detail}"
        if here.events != there.events:
            return "events"
        one, other = here.table, there.table
    return None


def seen(table: Table) -> list[Any]:
    match = table.match
    asked = SHENG_JI.asked(match)
    moves = [SHENG_JI.legal_moves(match, seat) for seat, _ in asked[:1]]
    return [asked, SHENG_JI.clock(match), SHENG_JI.view(match, Onlooker.SPECTATOR), moves]


NUMBERS: dict[str, tuple[int, ...]] = {"kitty_size": (4, 12), "score_step": (10, 20), "threshold": (80,)}
"""Options of which only some values are tried. Others are the usual values of most tables."""


def cases() -> Iterator[tuple[str, Any]]:
    for option in OPTIONS.values():
        if option.name not in RATED and option.kind != "levels":
            for value in NUMBERS.get(option.name, values_of(option.name)):
                if value not in (option.default, None):
                    yield option.name, value


# Hands made for one option --------------------------------------------------------------------------------------------


class Made(NamedTuple):
    """A hand in which the option matters: cards of each seat, moves, trumps and kitty."""

    hands: list[str]
    moves: list[tuple[int, Any]]
    trumps: str = "2H"
    buried: str = "3C"
    needed: Mapping[str, Any] = MappingProxyType({})


def play_in_turn(*texts: str) -> list[tuple[int, Any]]:
    return [(seat % 4, plays(text)) for seat, text in enumerate(texts)]


THREE_PAIRS = ["6S 6S 7S 7S 8S 8S", "9S 9S 10S 10S JS JS", "3D 3D 4D 4D 6D 7D", "3C 3C 4C 4C 6C 7C"]
THROWN = ["AS KS", "3H 3H", "3D 4D", "3C 4C"]
TWO_RANKS = ["8C 8C 8D 8D", "3S 4S 6S 7S", "3D 4D 6D 7D", "3C 4C 6C 7C"]
TWO_PAIRS = ["3S 3S 4S 4S", "3D 4D 6D 7D", "3C 4C 6C 7C", "8D 9D JD QD"]
TRIPLE_AND_PAIR = ["3S 3S 3S 4S 4S", "3D 4D 6D 7D 8D", "3C 4C 6C 7C 8C", "9D 9D JD QD AD"]
BOMB = ["AS AS KS KS", "3H 3H 3H 3H", "3S 4S 6S 7S", "3D 4D 6D 7D"]
CARDS_AROUND_BOMB = ["AS AS KS KS 3C", "3D 3D 3D 3D 3S", "4S 4S 6S 7S 8S", "4D 6D 6D 7D 8D"]
KITTY = "KC KC KD KD"
QUEEN = Made(["3S", "QH", "4S", "6D"], play_in_turn("3S", "QH", "4S", "6D"), "QH", KITTY)
JACK = Made(["3S", "JH", "4S", "6D"], play_in_turn("3S", "JH", "4S", "6D"), "JH", KITTY)
ACE = Made(["3S", "AH", "4S", "6D"], play_in_turn("3S", "AH", "4S", "6D"), "AH", KITTY)
LAST_TRICK = Made(THREE_PAIRS, play_in_turn(*THREE_PAIRS), buried=KITTY)
RUFFED = Made(THROWN, play_in_turn(*THROWN), buried=KITTY)
BELOW_ZERO = Made(
    ["3S 4C 6C", "AS QD 3D", "4S AD 6D", "6S 7C 8C"],
    [
        *play_in_turn("3S", "AS", "4S", "6S"),
        (1, plays("QD 3D")),
        (2, plays("6D")),
        (3, plays("7C")),
        (0, plays("4C")),
        (2, plays("AD")),
        (3, plays("8C")),
        (0, plays("6C")),
        (1, plays("QD")),
    ],
    needed={"throw_penalty": "flat_10"},
)
REVOKE = Made(
    ["AS 3D", "4S 7D", "6S 8D", "9S 9D"],
    [*play_in_turn("AS", "7D", "6S", "9S", "3D", "4S"), (0, ChallengePlay(1, Seat(1)))],
    needed={"enforcement": "honor"},
)
MADE: dict[tuple[str, Any], Made] = {
    **{
        ("kitty_multiplier", value): LAST_TRICK
        for value in ("pow2_cards", "twice_cards", "twice_len_plus_one", "twice_total_cards", "flat_2")
    },
    ("kitty_multiplier_singles_throw", 3): RUFFED,
    ("kitty_unit_source", "winner"): RUFFED,
    ("kitty_unit_source", "any_play"): RUFFED,
    ("below_zero_row", "off"): BELOW_ZERO,
    ("revoke_penalty", "lose_hand_plus"): REVOKE,
    **{("gou_dao_di", value): JACK for value in OPTIONS["gou_dao_di"].values[1:]},
    **{("quan_yi_ban", value): QUEEN for value in OPTIONS["quan_yi_ban"].values[1:]},
    **{("ace_hook", value): ACE for value in OPTIONS["ace_hook"].values[1:]},
    ("tractor_adjacency", "no_gap"): Made(TWO_RANKS, play_in_turn(TWO_RANKS[0]), "8H"),
    ("tractor_adjacency", "equal_rank_chain"): Made(TWO_RANKS, play_in_turn(TWO_RANKS[0]), "8H"),
    ("run_length", 3): Made(TWO_PAIRS, play_in_turn(TWO_PAIRS[0])),
    ("run_length", 4): Made(TWO_PAIRS, play_in_turn(TWO_PAIRS[0])),
    ("run_width", 3): Made(TWO_PAIRS, play_in_turn(TWO_PAIRS[0]), needed={"decks": 4}),
    ("run_width", 4): Made(TWO_PAIRS, play_in_turn(TWO_PAIRS[0]), needed={"decks": 4}),
    ("throw_ambiguity", "most_equal_copies"): Made(
        TRIPLE_AND_PAIR, play_in_turn(TRIPLE_AND_PAIR[0]), needed={"decks": 3}
    ),
    ("bombs", "on"): Made(BOMB, play_in_turn(*BOMB), needed={"decks": 4}),
    ("bombs", "any_suit"): Made(CARDS_AROUND_BOMB, play_in_turn("AS AS KS KS", "3D 3D 3D 3D"), needed={"decks": 4}),
}
"""Options that matter in rare hands only."""


def pairing_context(made: Made, **options: Any) -> list[Any]:
    """Events of a hand, up to a refusal."""
    given = playing(made.hands, trumps=made.trumps, buried=made.buried, match=table_opened(**made.needed, **options))
    told: list[Any] = []
    for seat, move in made.moves:
        try:
            events = given.when(seat, move).events
        except Refusal as refusal:
            return [*told, refusal.detail]
        told, given = [*told, *events], given.and_then(*events)
    return told


@law
@pytest.mark.parametrize(("name", "value"), MADE)
def test_the_option_value_changes_a_hand_made_for_it(name, value):
    here, there = pairing_context(MADE[name, value], **{name: value}), pairing_context(MADE[name, value])

    assert here != there
    # Without the option the hand must be played to its end, except for moves that only the option allows.
    assert not isinstance(there[-1], str) or (name, value) == ("bombs", "any_suit")


# Random hands ---------------------------------------------------------------------------------------------------------


def counts(name: str, value: Any) -> bool:
    whole = name not in BEFORE_THE_PLAY
    return any(difference(seed, pair, whole=whole) for seed, pair in pairs(name, value, 300 if whole else 3000))


@pytest.mark.slow
@law
@pytest.mark.parametrize(
    ("name", "value"), [case for case in cases() if case not in PLAYS_THE_SAME and case not in MADE]
)
def test_the_option_value_changes_some_match(name, value):
    assert counts(name, value)


@pytest.mark.parametrize("levels", [["5", "A"], ["5", "10", "J", "K", "A"]])
def test_the_must_play_levels_change_some_match(levels):
    assert counts("must_play", levels)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "value"), list(PLAYS_THE_SAME))
def test_an_option_value_documented_as_equivalent_plays_the_same(name, value):
    played = [difference(seed, pair) for seed, pair in pairs(name, value, 6)]

    assert played
    assert not any(played)


# Ratings -------------------------------------------------------------------------------------------------------------


def rated(**options: Any) -> dict[str, Any]:
    ratings = {"N": 1500, "E": 1400, "S": 1500, "W": 1400}
    asked = {"ratings": ratings, "winners": ["N", "S"], "games": {"N": 30}}
    return answer("night_rating", {"options": options}, asked)


@pytest.mark.parametrize(("name", "value"), [("elo_k", 16), ("elo_k", 32), ("elo_scale", 200)])
def test_another_parameter_gives_other_ratings(name, value):
    assert rated(**{name: value}) != rated()


@pytest.mark.parametrize(("name", "value"), [("elo_k", "32_then_16"), ("elo_scale", 400)])
def test_the_default_parameter_rates_like_an_omitted_one(name, value):
    assert rated(**{name: value}) == rated()
