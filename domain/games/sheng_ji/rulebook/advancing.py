"""Levels won, hooks, the end of the match, and the next dealer."""

from domain.games.sheng_ji.hooks import JACK, QUEEN, LastTrick, hook_is_on, hooked_back
from domain.games.sheng_ji.levels import HandPlayed, Position, advance_by
from domain.games.sheng_ji.rulebook.entries import teams_fixed
from domain.games.sheng_ji.rulebook.pack import EXAMPLE_SUIT
from domain.games.sheng_ji.rulebook.wording import SIDES, level_name
from domain.games.sheng_ji.rules import Rules
from domain.games.sheng_ji.succession import next_dealer
from domain.kernel.cards import ACE, RANK_NAMES, face
from domain.kernel.messages import Message, counted, message
from domain.kernel.seats import Seat
from domain.kernel.wording import listed, seat_number
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
            cells += [message("wins") if each.won else level_name(each.level) for each in advances]
        rows.append((level_name(position.level), *cells))
    head = (
        message("level"),
        *(message("{side} +{n}", side=side, n=n) for side in SIDES.values() for n in (1, 2, 3)),
    )
    return Grid(message("The level reached, by the old level and the levels won"), head, tuple(rows))


def _must_play(rules: Rules) -> Message:
    levels = sorted({*rules.levels.must_play, ACE, rules.levels.final_level})
    names = listed([level_name(level) for level in levels if level <= max(rules.levels.final_level, ACE)])
    return message("Nobody skips {names}. Players who would gain more levels stop there.", names=names)


def _attempts(rules: Rules) -> Message:
    if rules.levels.must_play_needs_win:
        return message("A side leaves a must-play level only by winning a hand at it as declarers.")
    return message(
        "One hand at a must-play level as declarers is enough, won or lost. Ace and the final level must be won. "
        "After being set back by a hook, or at the start of a new lap, the level must be attempted again."
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
            (
                RANK_NAMES[rank],
                *(message("stay") if level is None else level_name(level) for level in (back, low, loose)),
            )
        )
    head = (
        message("trump rank"),
        message("trump suit, in the longest unit"),
        message("the same below the threshold"),
        message("outside the longest unit"),
    )
    return Grid(message("The declarers' level after opponents win the last trick with such a card"), head, tuple(rows))


def _hook(value: str, rank: str) -> Message:
    if value == "off":
        return message("Winning the last trick with {rank} has no special effect.", rank=rank)
    which = (
        message("{rank} of the trump suit in the unit that answers the longest unit led", rank=rank)
        if value == "matching_suit_longest_unit"
        else message("{rank} among the cards", rank=rank)
    )
    points = (
        message("Their points do not matter.")
        if value.endswith("_no_threshold")
        else message("They must also have reached the threshold.")
    )
    return message(
        "In a hand of that trump rank, the declarers are set back if the opponents win the last trick with "
        "{which}. {points}",
        which=which,
        points=points,
    )


def _hooks(rules: Rules) -> bool:
    return any(hook_is_on(rules, rank) for rank in (JACK, QUEEN, ACE))


VARIANTS: Chapter[Rules] = Chapter(
    "advancing",
    message("Advancing and winning the match"),
    (
        rule(
            "SJ-ADV-01",
            message("One side advances"),
            message("The winners advance by the levels won. The losers stay."),
        ),
        rule(
            "SJ-ADV-02",
            message("Ace must be won"),
            message("Declarers pass ace, or the final level, only by winning a hand at it. Opponents stop there."),
        ),
        rule(
            "SJ-ADV-03",
            message("Winning the match"),
            message("A side or player that passes the final level has won the match, or a lap of it."),
        ),
        rule(
            "SJ-ADV-04",
            message("Step by step"),
            message(
                "Winners advance one level at a time and stop at a must-play level. They pass it only if they "
                "began the hand there and have earned it with that hand."
            ),
            advance_grid,
        ),
        rule("SJ-VAR-01", message("Must-play levels"), _must_play),
        rule("SJ-VAR-02", message("Whether they must be won"), _attempts),
        rule(
            "SJ-VAR-03",
            message("Getting out of bed"),
            message("Leaving level 2 has this name if 2 is a must-play level."),
            when=lambda rules: 0 in rules.levels.must_play,
            example={"must_play": ["2", "A"]},
        ),
        rule("SJ-VAR-04", message("Combinations"), message("Must-play levels and hooks may be combined freely.")),
        rule(
            "SJ-VAR-05",
            message("Hooked to the bottom, at J"),
            lambda rules: _hook(rules.gou_dao_di, "a jack"),
            hook_grid,
            when=lambda rules: hook_is_on(rules, JACK),
            example={"gou_dao_di": "any_trump_jack"},
        ),
        rule(
            "SJ-VAR-06",
            message("Looped by half, at Q"),
            lambda rules: _hook(rules.quan_yi_ban, "a queen"),
            hook_grid,
            when=lambda rules: hook_is_on(rules, QUEEN),
            example={"quan_yi_ban": "any_trump_queen"},
        ),
        rule(
            "SJ-VAR-07",
            message("The needle, at A"),
            lambda rules: _hook(rules.ace_hook, message("an ace")),
            hook_grid,
            when=lambda rules: hook_is_on(rules, ACE),
            example={"ace_hook": "any_ace_no_threshold"},
        ),
        rule(
            "DEC-83",
            message("What counts as an attempt"),
            message("A hand at that level as declarers is an attempt. Being set back by a hook cancels it."),
            when=lambda rules: not rules.levels.must_play_needs_win,
            example={"must_play_needs_win": "off"},
        ),
        rule(
            "DEC-84",
            message("Hook and levels in one hand"),
            message("The opponents advance as usual, and the declarers are set back."),
            when=_hooks,
            example={"gou_dao_di": "any_trump_jack"},
        ),
        rule(
            "DEC-85",
            message("Hooks in no-trump"),
            message(
                "A hook that needs a card of the trump suit has no effect in no-trump. A hook for any card of the "
                "rank works as usual."
            ),
            when=_hooks,
            example={"gou_dao_di": "any_trump_jack"},
        ),
        rule(
            "DEC-86",
            message("From A to J to 2"),
            message("After falling from ace to J, only the hook at J can cause a further fall to 2."),
            when=lambda rules: hook_is_on(rules, ACE),
            example={"ace_hook": "any_ace_no_threshold"},
        ),
    ),
)


def dealer_grid(rules: Rules) -> Grid:
    """Lists who deals after the first seat."""
    if rules.friends is None:
        declarers = tuple(Seat(seat) for seat in range(0, rules.players, 2))
    else:
        declarers = (Seat(0), Seat(2))
    rows = []
    for won in (True, False):
        seat = next_dealer(Seat(0), rules.players, declarers_won=won, declarers=declarers, succession=rules.succession)
        rows.append(
            (message("declarers") if won else message("opponents"), message("seat {seat}", seat=seat_number(seat)))
        )
    caption = message(
        "After a hand dealt by seat {dealer}, with seats {declarers} as declarers",
        dealer=seat_number(Seat(0)),
        declarers=listed(str(seat_number(seat)) for seat in declarers),
    )
    return Grid(caption, (message("hand won by"), message("next dealer")), tuple(rows))


DEALER: Chapter[Rules] = Chapter(
    "dealer",
    message("The next dealer"),
    (
        rule(
            "SJ-DEALER-01",
            message("The first dealer"),
            message("Declaring decides the dealer of the first hand (SJ-BID-12). The dealer's side are the declarers."),
        ),
        rule(
            "SJ-DEALER-02",
            message("If the declarers win"),
            message("They stay declarers. The next of them to the dealer's right deals."),
            when=lambda rules: rules.succession == "fixed",
        ),
        rule(
            "SJ-DEALER-03",
            message("If the opponents win"),
            message("They become declarers. The player to the dealer's right deals."),
            when=lambda rules: rules.succession == "fixed",
        ),
        rule(
            "SJ-DEALER-04",
            message("The next trump rank"),
            message("The level of the new declarers after the hand is the next trump rank."),
            when=teams_fixed,
        ),
        rule("SJ-DEALER-05", message("Who deals next"), dealer_grid),
        rule(
            "DEC-88",
            message("Teams of three"),
            message("The partner nearest to the right deals. That is two seats on."),
            when=lambda rules: rules.friends is None and rules.players == 6,
        ),
        rule(
            "SIX-02",
            message("Six players in two teams"),
            lambda rules: message(
                "The teams alternate in {seats}. The next declarer is two seats on.",
                seats=counted("{count} seat", "{count} seats", rules.players),
            ),
            when=lambda rules: rules.friends is None and rules.players == 6,
        ),
    ),
)
