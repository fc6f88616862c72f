"""Finding friends, and LevelUp."""

from domain.games.sheng_ji.card_order import order_of
from domain.games.sheng_ji.deal_shape import declarers_nominal
from domain.games.sheng_ji.friends import WORDS, CallRules, calls_wanted, possible_calls
from domain.games.sheng_ji.options.catalogue import OPTIONS
from domain.games.sheng_ji.rulebook.entries import friends_called
from domain.games.sheng_ji.rulebook.pack import EXAMPLE_RANK, EXAMPLE_SUIT
from domain.games.sheng_ji.rulebook.wording import SUIT_WORDS, level_name
from domain.games.sheng_ji.rules import Rules
from domain.games.sheng_ji.scoring import Score, levels_of_winner
from domain.kernel.cards import SUIT_NAMES, SUITS, has_rank, suit_of
from domain.kernel.options import OptionValue
from domain.kernel.wording import DASH, cards, counted, listed, number
from domain.rulebook.entries import Chapter, Grid, rule

_FRIENDS: dict[str, OptionValue] = {"team_mode": "friends", "succession": "next_winner_right"}


def _friends(rules: Rules) -> CallRules:
    """Returns the friend options of a table.

    Raises:
        ValueError: friends are not called at the table.
    """
    if rules.friends is None:
        raise ValueError("friends are not called at this table")
    return rules.friends


def calls_grid(_: Rules) -> Grid:
    """Lists the number of calls by the number of players."""
    rows = tuple(
        (str(players), str(declarers_nominal(players)), str(calls_wanted(players)))
        for players in map(int, OPTIONS["players"].values)
    )
    return Grid("Declarers and calls", ("players", "declarers, including the dealer", "calls"), rows)


def callable_grid(rules: Rules) -> Grid:
    """Lists the cards that a dealer who holds none of them may call at trump rank 7, hearts trump."""
    calls = possible_calls(_friends(rules), order_of(EXAMPLE_RANK, EXAMPLE_SUIT, rules.ordering), ())
    faces = sorted({call.card for call in calls})
    rows = [
        (SUIT_WORDS[suit], cards(card for card in faces if has_rank(card) and suit_of(card) == suit) or DASH)
        for suit in SUITS
    ]
    rows.append(("jokers", cards(card for card in faces if not has_rank(card)) or DASH))
    return Grid(
        f"Cards that may be called at trump rank 7, {SUIT_NAMES[EXAMPLE_SUIT]} trump", ("", "cards"), tuple(rows)
    )


def _style(rules: Rules) -> str:
    calls = _friends(rules)
    words = listed([f"`{word}`" for word in WORDS[calls.style]], "or")
    meaning = {
        "ordinal": f"It names a card and one of its copies, from 1 to {calls.decks}. Copies are counted in the order "
        "in which all players play them. The player of the named copy answers the call.",
        "first_other": "The dealer calls `first` for a card of which they hold no copy. They call `other` for a card "
        "of which they hold some copies, but not all. The first other player who plays a copy answers the call.",
        "card_owner": "It names a card of which the dealer does not hold all copies. The first other player who plays "
        "a copy answers the call.",
    }[calls.style]
    return f"The word of a call is {words}. {meaning}"


def _joining(rules: Rules) -> str:
    if _friends(rules).double_join == "ignored":
        return "A copy played by a declarer does not answer the call. The call waits for another copy."
    dealer = " So can the dealer." if _friends(rules).style == "ordinal" else ""
    return f"A friend who has already joined can also answer a call.{dealer} Then there is one declarer fewer."


def winners_grid(rules: Rules) -> Grid:
    """Lists what declarers gain by winning two levels."""
    bonus = rules.missing_bonus
    result = Score("declarers", 2)
    rows = []
    for missing in range(calls_wanted(rules.players) + 1):
        gains = [
            levels_of_winner(result, is_dealer=dealer, missing=missing, missing_bonus=bonus, solo=False)
            for dealer in (True, False)
        ]
        rows.append((f"{number(missing)} missing", *map(str, gains)))
    if _friends(rules).solo_call:
        alone = levels_of_winner(result, is_dealer=True, missing_bonus=bonus, solo=True)
        rows.append(("the dealer alone by choice", str(alone), DASH))
    return Grid("Levels for declarers who win a hand worth two levels", ("friends", "dealer", "others"), tuple(rows))


def _bonus(rules: Rules) -> str:
    bonus = rules.missing_bonus
    if bonus is None:
        return "Missing friends bring no bonus."
    who = "the dealer gains" if bonus == "dealer" else "every declarer gains"
    return f"If the declarers win, {who} the levels of the hand once more for each missing friend."


def _auto(rules: Rules) -> str:
    if rules.auto_leveling:
        return "Opponents who win gain one level more than the table says, so somebody advances in every hand."
    return "Opponents who win gain the levels that the table says."


def _final(rules: Rules) -> str:
    final = level_name(rules.levels.final_level)
    if rules.levels.zpy_win == "trump_rank_ace":
        return (
            "A player at ace passes it by winning a hand as a declarer while the trump rank is ace. The last level is "
            f"{final}."
        )
    return f"A player at ace passes it by winning a hand as a declarer, at any trump rank. The last level is {final}."


def _dealers(rules: Rules) -> str:
    if rules.zpy_dealer == "declare":
        return "In each hand, declaring decides the dealer. Players declare with cards of their own level (SJ-BID-20)."
    return {
        "fixed": "The deal follows SJ-DEALER-05.",
        "next_winner_right": "The first winner to the dealer's right deals next. The dealer comes last in this order. "
        "The new dealer's level is the trump rank.",
        "levelup": "A dealer who wins deals again. Otherwise the first opponent to the right deals. The dealer's level "
        "is the trump rank.",
    }[rules.succession]


def _solo(rules: Rules) -> bool:
    return rules.friends is not None and rules.friends.solo_call


def _is_style(rules: Rules, *styles: str) -> bool:
    return rules.friends is not None and rules.friends.style in styles


FRIENDS: Chapter[Rules] = Chapter(
    "friends",
    "Finding friends",
    (
        rule(
            "FF-NUM-01",
            "How many friends",
            lambda rules: f"At this table, the dealer calls exactly {counted(calls_wanted(rules.players), 'card')}.",
            calls_grid,
            when=friends_called,
        ),
        rule(
            "FF-NUM-02",
            "Threshold and step",
            lambda rules: (
                f"The threshold is {rules.threshold} points and a level {rules.score_step} points, as with fixed teams."
            ),
            when=friends_called,
        ),
        rule(
            "FF-LEVEL-01",
            "Individual levels",
            "All players start at one level. Then each player has their own.",
            when=friends_called,
        ),
        rule(
            "FF-DEALER-01",
            "The first dealer",
            "Declaring decides the dealer of the first hand (SJ-BID-12).",
            when=friends_called,
        ),
        rule("FF-DEALER-02", "The next dealers", _dealers, when=friends_called),
        rule(
            "FF-CALL-01",
            "When friends are called",
            "The dealer calls friends after the kitty is final and before the first lead.",
            when=friends_called,
        ),
        rule("FF-CALL-02", "Which cards may be called", callable_grid, when=friends_called),
        rule("FF-CALL-03", "How cards are called", _style, when=friends_called),
        rule(
            "FF-CALL-04",
            "Joining",
            "A player who answers a call becomes a declarer at that moment. All players see it.",
            when=friends_called,
        ),
        rule("FF-TEAM-01", "The opponents", "Players who never answer a call are opponents.", when=friends_called),
        rule("FF-TEAM-02", "Missing friends", _joining, when=friends_called),
        rule(
            "FF-POINT-01",
            "Points before sides are known",
            "Points are kept for each player until all sides are known.",
            when=friends_called,
        ),
        rule(
            "FF-POINT-02",
            "Points of friends",
            "If a player joins the declarers, the points they have taken do not count for the opponents.",
            when=friends_called,
        ),
        rule("FF-SCORE-01", "Who advances", "Each winner advances individually.", winners_grid, when=friends_called),
        rule("FF-SCORE-02", "Passing ace", _final, when=friends_called),
        rule("FF-SCORE-03", "The bonus for missing friends", _bonus, when=friends_called),
        rule("FF-SCORE-04", "Extra level for opponents", _auto, when=friends_called),
        rule(
            "DEC-32",
            "No call twice",
            "Each copy of a card may be called only once. Different copies of a card may all be called.",
            when=friends_called,
        ),
        rule(
            "DEC-33",
            "Called cards in the kitty",
            "Cards in the kitty are never played and answer no call. A call can stay open to the end.",
            when=friends_called,
        ),
        rule(
            "DEC-34",
            "Calling a card of your own",
            "The dealer may call a card from their own hand, and may end up playing the called copy.",
            when=lambda rules: _is_style(rules, "ordinal"),
        ),
        rule(
            "DEC-35",
            "Counted without the kitty",
            "The dealer's copies of a card are counted after the kitty is buried.",
            when=lambda rules: _is_style(rules, "first_other", "card_owner"),
        ),
        rule(
            "DEC-36",
            "Several copies at once",
            "Copies played together count one after another, for the same player.",
            when=friends_called,
        ),
        rule(
            "DEC-37",
            "Cards taken back",
            "Cards of a throw that is taken back are not played, so they answer no call.",
            when=friends_called,
        ),
        rule(
            "DEC-41",
            "Which copies there are",
            lambda rules: f"Copies are counted from 1 to {rules.decks}.",
            when=lambda rules: _is_style(rules, "ordinal"),
        ),
        rule(
            "DEC-43",
            "Ace in friend games",
            lambda rules: (
                "The player's level at the start of the hand counts."
                + (" The trump rank must be ace too." if rules.levels.zpy_win == "trump_rank_ace" else "")
            ),
            when=friends_called,
        ),
        rule(
            "DEC-45",
            "Alone by choice",
            "A dealer who plays alone by choice has no missing friends. The levels are doubled, with no further bonus.",
            when=_solo,
        ),
        rule(
            "DEC-46",
            "Only for even numbers",
            "The opponents gain the extra level in every hand that they win. The option is refused for five and seven "
            "players.",
            when=lambda rules: rules.auto_leveling,
            example={**_FRIENDS, "players": 6, "decks": "auto", "auto_leveling": "on"},
        ),
        rule(
            "DEC-47",
            "Hooks and must-play levels",
            "A hook sets back only declarers whose level is the trump rank. A player passes a must-play level by "
            "winning a hand at that level as a declarer.",
            when=friends_called,
        ),
        rule(
            "DEC-49",
            "Who gains",
            "Every member of the winning side gains levels, each from their own level.",
            when=friends_called,
        ),
        rule(
            "RUL-06",
            "Your own level counts",
            "Your own level decides whether you may leave a must-play level or ace.",
            when=friends_called,
        ),
        rule(
            "RUL-13",
            "The exact number of calls",
            "Fewer or more calls are refused. The second of two equal calls is refused too.",
            when=friends_called,
        ),
    ),
)

LEVELUP: Chapter[Rules] = Chapter(
    "levelup",
    "LevelUp",
    (
        rule(
            "LU-CALL-01",
            "First and other",
            "A dealer with no copy of a card calls it as first. A dealer with some copies calls it as other. A dealer "
            "with all copies cannot call it.",
            when=lambda rules: _is_style(rules, "first_other", "card_owner"),
        ),
        rule(
            "LU-CALL-02",
            "No trumps",
            "Trumps cannot be called. That excludes jokers, the trump rank and the trump suit.",
            when=lambda rules: _is_style(rules, "first_other") and _friends(rules).friend_card != "any",
        ),
        rule(
            "LU-1V4-01",
            "Alone against all",
            "The dealer may announce to play alone instead of calling. A win then brings twice the levels: "
            f"{levels_of_winner(Score('declarers', 2), is_dealer=True, solo=True)} instead of 2. A loss has no extra "
            "cost.",
            when=_solo,
        ),
        rule(
            "LU-DEALER-01",
            "The dealer stays or goes",
            "A dealer who wins deals again. After a loss, the deal goes to the right and skips friends.",
            when=lambda rules: rules.succession == "levelup",
        ),
        rule(
            "DEC-89",
            "A dealer who has won",
            "The dealer keeps the deal after a win, unlike in fixed teams.",
            when=lambda rules: rules.succession == "levelup",
        ),
    ),
)
