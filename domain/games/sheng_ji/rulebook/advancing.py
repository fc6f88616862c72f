"""Levels won, hooks, the end of the match, and the next dealer."""

from domain.games.sheng_ji.hooks import JACK, QUEEN, LastTrick, hook_is_on, hooked_back
from domain.games.sheng_ji.levels import HandPlayed, Position, advance_by
from domain.games.sheng_ji.rulebook.entries import teams_fixed
from domain.games.sheng_ji.rulebook.pack import EXAMPLE_SUIT
from domain.games.sheng_ji.rulebook.wording import level_name
from domain.games.sheng_ji.rules import Rules
from domain.games.sheng_ji.succession import next_dealer
from domain.kernel.cards import ACE, RANK_NAMES, face
from domain.kernel.seats import Seat
from domain.kernel.wording import counted, listed
from domain.rulebook.entries import Chapter, Grid, rule


def advance_grid(rules: Rules) -> Grid:
    """Lists the level that the winners reach, by their old level and the levels won."""
    ladder = range(rules.initial_level, rules.levels.final_level + 1)
    rows = []
    for start in ladder:
        position = Position(type(rules.initial_level)(start))
        cells = []
        for declares in (True, False):
            hand_level = position.level
            advances = [
                advance_by(rules.levels, position, HandPlayed(levels, hand_level, declares, won=True))
                for levels in (1, 2, 3)
            ]
            cells += ["wins" if each.won else level_name(each.level) for each in advances]
        rows.append((level_name(position.level), *cells))
    head = ("level", *(f"{side} +{n}" for side in ("declarers", "opponents") for n in (1, 2, 3)))
    return Grid("The level reached, by the old level and the levels won", head, tuple(rows))


def _must_play(rules: Rules) -> str:
    levels = sorted({*rules.levels.must_play, ACE, rules.levels.final_level})
    names = listed([level_name(level) for level in levels if level <= max(rules.levels.final_level, ACE)])
    return f"Nobody skips {names}. Players who would gain more levels stop there."


def _attempts(rules: Rules) -> str:
    if rules.levels.must_play_needs_win:
        return "A side leaves a must-play level only by winning a hand at it as declarers."
    return (
        "One hand at a must-play level as declarers is enough, won or lost. Ace and the final level must be won. After "
        "being set back by a hook, or at the start of a new lap, the level must be attempted again."
    )


def hook_grid(rules: Rules) -> Grid:
    """Lists the effect of the last trick at each level that has a hook."""
    rows = []
    for rank in (JACK, QUEEN, ACE):
        caught = face(rank, EXAMPLE_SUIT)
        last = LastTrick(won_by_opponents=True, cards=(caught,), longest_unit=(caught,), threshold_reached=True)
        back = hooked_back(rules, rank, EXAMPLE_SUIT, last)
        low = hooked_back(rules, rank, EXAMPLE_SUIT, last._replace(threshold_reached=False))
        loose = hooked_back(rules, rank, EXAMPLE_SUIT, last._replace(longest_unit=()))
        rows.append(
            (RANK_NAMES[rank], *("stay" if level is None else level_name(level) for level in (back, low, loose)))
        )
    head = ("trump rank", "trump suit, in the longest unit", "the same below the threshold", "outside the longest unit")
    return Grid("The declarers' level after opponents win the last trick with such a card", head, tuple(rows))


def _hook(value: str, rank: str) -> str:
    if value == "off":
        return f"Winning the last trick with {rank} has no special effect."
    which = (
        f"{rank} of the trump suit in the unit that answers the longest unit led"
        if value == "matching_suit_longest_unit"
        else f"{rank} among the cards"
    )
    points = (
        "Their points do not matter."
        if value.endswith("_no_threshold")
        else "They must also have reached the threshold."
    )
    return (
        "In a hand of that trump rank, the declarers are set back if the opponents win the last trick with "
        f"{which}. {points}"
    )


def _hooks(rules: Rules) -> bool:
    return any(hook_is_on(rules, rank) for rank in (JACK, QUEEN, ACE))


VARIANTS: Chapter[Rules] = Chapter(
    "advancing",
    "Advancing and winning the match",
    (
        rule("SJ-ADV-01", "One side advances", "The winners advance by the levels won. The losers stay."),
        rule(
            "SJ-ADV-02",
            "Ace must be won",
            "Declarers pass ace, or the final level, only by winning a hand at it. Opponents stop there.",
        ),
        rule(
            "SJ-ADV-03",
            "Winning the match",
            "A side or player that passes the final level has won the match, or a lap of it.",
        ),
        rule(
            "SJ-ADV-04",
            "Step by step",
            "Winners advance one level at a time and stop at a must-play level. They pass it only if they began the "
            "hand there and have earned it with that hand.",
            advance_grid,
        ),
        rule("SJ-VAR-01", "Must-play levels", _must_play),
        rule("SJ-VAR-02", "Whether they must be won", _attempts),
        rule(
            "SJ-VAR-03",
            "Getting out of bed",
            "Leaving level 2 has this name if 2 is a must-play level.",
            when=lambda rules: 0 in rules.levels.must_play,
            example={"must_play": ["2", "A"]},
        ),
        rule("SJ-VAR-04", "Combinations", "Must-play levels and hooks may be combined freely."),
        rule(
            "SJ-VAR-05",
            "Hooked to the bottom, at J",
            lambda rules: _hook(rules.gou_dao_di, "a jack"),
            hook_grid,
            when=lambda rules: hook_is_on(rules, JACK),
            example={"gou_dao_di": "any_trump_jack"},
        ),
        rule(
            "SJ-VAR-06",
            "Looped by half, at Q",
            lambda rules: _hook(rules.quan_yi_ban, "a queen"),
            hook_grid,
            when=lambda rules: hook_is_on(rules, QUEEN),
            example={"quan_yi_ban": "any_trump_queen"},
        ),
        rule(
            "SJ-VAR-07",
            "The needle, at A",
            lambda rules: _hook(rules.ace_hook, "an ace"),
            hook_grid,
            when=lambda rules: hook_is_on(rules, ACE),
            example={"ace_hook": "any_ace_no_threshold"},
        ),
        rule(
            "DEC-83",
            "What counts as an attempt",
            "A hand at that level as declarers is an attempt. Being set back by a hook cancels it.",
            when=lambda rules: not rules.levels.must_play_needs_win,
            example={"must_play_needs_win": "off"},
        ),
        rule(
            "DEC-84",
            "Hook and levels in one hand",
            "The opponents advance as usual, and the declarers are set back.",
            when=_hooks,
            example={"gou_dao_di": "any_trump_jack"},
        ),
        rule(
            "DEC-85",
            "Hooks in no-trump",
            "A hook that needs a card of the trump suit has no effect in no-trump. A hook for any card of the rank "
            "works as usual.",
            when=_hooks,
            example={"gou_dao_di": "any_trump_jack"},
        ),
        rule(
            "DEC-86",
            "From A to J to 2",
            "After falling from ace to J, only the hook at J can cause a further fall to 2.",
            when=lambda rules: hook_is_on(rules, ACE),
            example={"ace_hook": "any_ace_no_threshold"},
        ),
    ),
)


def dealer_grid(rules: Rules) -> Grid:
    """Lists who deals after seat 0."""
    if rules.friends is None:
        declarers = tuple(Seat(seat) for seat in range(0, rules.players, 2))
    else:
        declarers = (Seat(0), Seat(2))
    rows = []
    for won in (True, False):
        seat = next_dealer(Seat(0), rules.players, declarers_won=won, declarers=declarers, succession=rules.succession)
        rows.append(("declarers" if won else "opponents", f"seat {seat}"))
    caption = f"After a hand dealt by seat 0, with seats {listed(map(str, declarers))} as declarers"
    return Grid(caption, ("hand won by", "next dealer"), tuple(rows))


DEALER: Chapter[Rules] = Chapter(
    "dealer",
    "The next dealer",
    (
        rule(
            "SJ-DEALER-01",
            "The first dealer",
            "Declaring decides the dealer of the first hand (SJ-BID-12). The dealer's side are the declarers.",
        ),
        rule(
            "SJ-DEALER-02",
            "If the declarers win",
            "They stay declarers. The next of them to the dealer's right deals.",
            when=lambda rules: rules.succession == "fixed",
        ),
        rule(
            "SJ-DEALER-03",
            "If the opponents win",
            "They become declarers. The player to the dealer's right deals.",
            when=lambda rules: rules.succession == "fixed",
        ),
        rule(
            "SJ-DEALER-04",
            "The next trump rank",
            "The level of the new declarers after the hand is the next trump rank.",
            when=teams_fixed,
        ),
        rule("SJ-DEALER-05", "Who deals next", dealer_grid),
        rule(
            "DEC-88",
            "Teams of three",
            "The partner nearest to the right deals. That is two seats on.",
            when=lambda rules: rules.friends is None and rules.players == 6,
        ),
        rule(
            "SIX-02",
            "Six players in two teams",
            lambda rules: (
                f"The teams alternate in {counted(rules.players, 'seat')}. The next declarer is two seats on."
            ),
            when=lambda rules: rules.friends is None and rules.players == 6,
        ),
    ),
)
