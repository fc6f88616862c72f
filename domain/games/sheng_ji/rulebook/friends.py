"""Finding friends, and LevelUp."""

from domain.games.sheng_ji.card_order import order_of
from domain.games.sheng_ji.deal_shape import declarers_nominal
from domain.games.sheng_ji.friends import CallRules, calls_wanted, possible_calls
from domain.games.sheng_ji.options.catalogue import OPTIONS
from domain.games.sheng_ji.rulebook.entries import friends_called
from domain.games.sheng_ji.rulebook.pack import EXAMPLE_RANK, EXAMPLE_SUIT
from domain.games.sheng_ji.rulebook.wording import SUIT_WORDS, level_name
from domain.games.sheng_ji.rules import Rules
from domain.games.sheng_ji.scoring import Score, levels_of_winner
from domain.kernel.cards import SUITS, has_rank, suit_of
from domain.kernel.messages import Message, counted, message
from domain.kernel.options import OptionValue
from domain.kernel.wording import DASH, cards, number
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
    return Grid(
        message("Declarers and calls"),
        (message("players"), message("declarers, including the dealer"), message("calls")),
        rows,
    )


def callable_grid(rules: Rules) -> Grid:
    """Lists the cards that a dealer who holds none of them may call at trump rank 7, hearts trump."""
    calls = possible_calls(_friends(rules), order_of(EXAMPLE_RANK, EXAMPLE_SUIT, rules.ordering), ())
    faces = sorted({call.card for call in calls})
    rows = [
        (SUIT_WORDS[suit], cards(card for card in faces if has_rank(card) and suit_of(card) == suit) or DASH)
        for suit in SUITS
    ]
    rows.append((message("jokers"), cards(card for card in faces if not has_rank(card)) or DASH))
    return Grid(
        message("Cards that may be called at trump rank 7, {suit} trump", suit=SUIT_WORDS[EXAMPLE_SUIT]),
        ("", message("cards")),
        tuple(rows),
    )


def _style(rules: Rules) -> Message:
    calls = _friends(rules)
    return {
        "ordinal": message(
            "A call names a card and one of its copies, from 1 to {decks}. Copies are counted in the order in which "
            "all players play them. The player of the named copy answers the call.",
            decks=calls.decks,
        ),
        "first_other": message(
            "The dealer calls the first copy of a card of which they hold none, or another copy of a card of which "
            "they hold some, but not all. The first other player who plays a copy answers the call."
        ),
        "card_owner": message(
            "A call names a card of which the dealer does not hold all copies. The first other player who plays a "
            "copy answers the call."
        ),
    }[calls.style]


def _joining(rules: Rules) -> Message:
    if _friends(rules).double_join == "ignored":
        return message("A copy played by a declarer does not answer the call. The call waits for another copy.")
    dealer = message(" So can the dealer.") if _friends(rules).style == "ordinal" else ""
    return message(
        "A friend who has already joined can also answer a call.{dealer} Then there is one declarer fewer.",
        dealer=dealer,
    )


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
        rows.append((message("{missing} missing", missing=number(missing)), *map(str, gains)))
    if _friends(rules).solo_call:
        alone = levels_of_winner(result, is_dealer=True, missing_bonus=bonus, solo=True)
        rows.append((message("the dealer alone by choice"), str(alone), DASH))
    return Grid(
        message("Levels for declarers who win a hand worth two levels"),
        (message("friends"), message("dealer"), message("others")),
        tuple(rows),
    )


def _bonus(rules: Rules) -> Message:
    bonus = rules.missing_bonus
    if bonus is None:
        return message("Missing friends bring no bonus.")
    who = message("the dealer gains") if bonus == "dealer" else message("every declarer gains")
    return message("If the declarers win, {who} the levels of the hand once more for each missing friend.", who=who)


def _auto(rules: Rules) -> Message:
    if rules.auto_leveling:
        return message("Opponents who win gain one level more than the table says, so somebody advances in every hand.")
    return message("Opponents who win gain the levels that the table says.")


def _final(rules: Rules) -> Message:
    final = level_name(rules.levels.final_level)
    if rules.levels.zpy_win == "trump_rank_ace":
        return message(
            "A player at ace passes it by winning a hand as a declarer while the trump rank is ace. The last "
            "level is {final}.",
            final=final,
        )
    return message(
        "A player at ace passes it by winning a hand as a declarer, at any trump rank. The last level is {final}.",
        final=final,
    )


def _dealers(rules: Rules) -> Message:
    if rules.zpy_dealer == "declare":
        return message(
            "In each hand, declaring decides the dealer. Players declare with cards of their own level (SJ-BID-20)."
        )
    return {
        "fixed": message("The deal follows SJ-DEALER-05."),
        "next_winner_right": message(
            "The first winner to the dealer's right deals next. The dealer comes last in this order. The new "
            "dealer's level is the trump rank."
        ),
        "levelup": message(
            "A dealer who wins deals again. Otherwise the first opponent to the right deals. The dealer's level "
            "is the trump rank."
        ),
    }[rules.succession]


def _solo(rules: Rules) -> bool:
    return rules.friends is not None and rules.friends.solo_call


def _is_style(rules: Rules, *styles: str) -> bool:
    return rules.friends is not None and rules.friends.style in styles


FRIENDS: Chapter[Rules] = Chapter(
    "friends",
    message("Finding friends"),
    (
        rule(
            "FF-NUM-01",
            message("How many friends"),
            lambda rules: message(
                "At this table, the dealer calls exactly {cards}.",
                cards=counted("{count} card", "{count} cards", calls_wanted(rules.players)),
            ),
            calls_grid,
            when=friends_called,
        ),
        rule(
            "FF-NUM-02",
            message("Threshold and step"),
            lambda rules: message(
                "The threshold is {threshold} points and a level {score_step} points, as with fixed teams.",
                threshold=rules.threshold,
                score_step=rules.score_step,
            ),
            when=friends_called,
        ),
        rule(
            "FF-LEVEL-01",
            message("Individual levels"),
            message("All players start at one level. Then each player has their own."),
            when=friends_called,
        ),
        rule(
            "FF-DEALER-01",
            message("The first dealer"),
            message("Declaring decides the dealer of the first hand (SJ-BID-12)."),
            when=friends_called,
        ),
        rule("FF-DEALER-02", message("The next dealers"), _dealers, when=friends_called),
        rule(
            "FF-CALL-01",
            message("When friends are called"),
            message("The dealer calls friends after the kitty is final and before the first lead."),
            when=friends_called,
        ),
        rule("FF-CALL-02", message("Which cards may be called"), callable_grid, when=friends_called),
        rule("FF-CALL-03", message("How cards are called"), _style, when=friends_called),
        rule(
            "FF-CALL-04",
            message("Joining"),
            message("A player who answers a call becomes a declarer at that moment. All players see it."),
            when=friends_called,
        ),
        rule(
            "FF-TEAM-01",
            message("The opponents"),
            message("Players who never answer a call are opponents."),
            when=friends_called,
        ),
        rule("FF-TEAM-02", message("Missing friends"), _joining, when=friends_called),
        rule(
            "FF-POINT-01",
            message("Points before sides are known"),
            message("Points are kept for each player until all sides are known."),
            when=friends_called,
        ),
        rule(
            "FF-POINT-02",
            message("Points of friends"),
            message("If a player joins the declarers, the points they have taken do not count for the opponents."),
            when=friends_called,
        ),
        rule(
            "FF-SCORE-01",
            message("Who advances"),
            message("Each winner advances individually."),
            winners_grid,
            when=friends_called,
        ),
        rule("FF-SCORE-02", message("Passing ace"), _final, when=friends_called),
        rule("FF-SCORE-03", message("The bonus for missing friends"), _bonus, when=friends_called),
        rule("FF-SCORE-04", message("Extra level for opponents"), _auto, when=friends_called),
        rule(
            "DEC-32",
            message("No call twice"),
            message("Each copy of a card may be called only once. Different copies of a card may all be called."),
            when=friends_called,
        ),
        rule(
            "DEC-33",
            message("Called cards in the kitty"),
            message("Cards in the kitty are never played and answer no call. A call can stay open to the end."),
            when=friends_called,
        ),
        rule(
            "DEC-34",
            message("Calling a card of your own"),
            message("The dealer may call a card from their own hand, and may end up playing the called copy."),
            when=lambda rules: _is_style(rules, "ordinal"),
        ),
        rule(
            "DEC-35",
            message("Counted without the kitty"),
            message("The dealer's copies of a card are counted after the kitty is buried."),
            when=lambda rules: _is_style(rules, "first_other", "card_owner"),
        ),
        rule(
            "DEC-36",
            message("Several copies at once"),
            message("Copies played together count one after another, for the same player."),
            when=friends_called,
        ),
        rule(
            "DEC-37",
            message("Cards taken back"),
            message("Cards of a throw that is taken back are not played, so they answer no call."),
            when=friends_called,
        ),
        rule(
            "DEC-41",
            message("Which copies there are"),
            lambda rules: message("Copies are counted from 1 to {decks}.", decks=rules.decks),
            when=lambda rules: _is_style(rules, "ordinal"),
        ),
        rule(
            "DEC-43",
            message("Ace in friend games"),
            lambda rules: (
                message("The player's level at the start of the hand counts. The trump rank must be ace too.")
                if rules.levels.zpy_win == "trump_rank_ace"
                else message("The player's level at the start of the hand counts.")
            ),
            when=friends_called,
        ),
        rule(
            "DEC-45",
            message("Alone by choice"),
            message(
                "A dealer who plays alone by choice has no missing friends. The levels are doubled, with no "
                "further bonus."
            ),
            when=_solo,
        ),
        rule(
            "DEC-46",
            message("Only for even numbers"),
            message(
                "The opponents gain the extra level in every hand that they win. The option is refused for five "
                "and seven players."
            ),
            when=lambda rules: rules.auto_leveling,
            example={**_FRIENDS, "players": 6, "decks": "auto", "auto_leveling": "on"},
        ),
        rule(
            "DEC-47",
            message("Hooks and must-play levels"),
            message(
                "A hook sets back only declarers whose level is the trump rank. A player passes a must-play level "
                "by winning a hand at that level as a declarer."
            ),
            when=friends_called,
        ),
        rule(
            "DEC-49",
            message("Who gains"),
            message("Every member of the winning side gains levels, each from their own level."),
            when=friends_called,
        ),
        rule(
            "RUL-06",
            message("Your own level counts"),
            message("Your own level decides whether you may leave a must-play level or ace."),
            when=friends_called,
        ),
        rule(
            "RUL-13",
            message("The exact number of calls"),
            message("Fewer or more calls are refused. The second of two equal calls is refused too."),
            when=friends_called,
        ),
    ),
)

LEVELUP: Chapter[Rules] = Chapter(
    "levelup",
    message("LevelUp"),
    (
        rule(
            "LU-CALL-01",
            message("First and other"),
            message(
                "A dealer with no copy of a card calls it as first. A dealer with some copies calls it as other. "
                "A dealer with all copies cannot call it."
            ),
            when=lambda rules: _is_style(rules, "first_other", "card_owner"),
        ),
        rule(
            "LU-CALL-02",
            message("No trumps"),
            message("Trumps cannot be called. That excludes jokers, the trump rank and the trump suit."),
            when=lambda rules: _is_style(rules, "first_other") and _friends(rules).friend_card != "any",
        ),
        rule(
            "LU-1V4-01",
            message("Alone against all"),
            message(
                "The dealer may announce to play alone instead of calling. A win then brings twice the levels: "
                "{levels_of_winner} instead of 2. A loss has no extra cost.",
                levels_of_winner=levels_of_winner(Score("declarers", 2), is_dealer=True, solo=True),
            ),
            when=_solo,
        ),
        rule(
            "LU-DEALER-01",
            message("The dealer stays or goes"),
            message("A dealer who wins deals again. After a loss, the deal goes to the right and skips friends."),
            when=lambda rules: rules.succession == "levelup",
        ),
        rule(
            "DEC-89",
            message("A dealer who has won"),
            message("The dealer keeps the deal after a win, unlike in fixed teams."),
            when=lambda rules: rules.succession == "levelup",
        ),
    ),
)
