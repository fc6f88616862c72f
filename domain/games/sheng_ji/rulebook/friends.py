"""Finding friends, LevelUp, and the other forms of the game."""

from domain.games.sheng_ji.deal_shape import declarers_nominal
from domain.games.sheng_ji.friends import WORDS, calls_wanted, possible_calls
from domain.games.sheng_ji.options.catalogue import OPTIONS
from domain.games.sheng_ji.order import order_of
from domain.games.sheng_ji.rulebook.entries import friends_called
from domain.games.sheng_ji.rulebook.pack import EXAMPLE_RANK, EXAMPLE_SUIT
from domain.games.sheng_ji.rulebook.wording import SUIT_WORDS, level_name
from domain.games.sheng_ji.rules import FriendRules, Rules
from domain.games.sheng_ji.scoring import Score, levels_of_winner
from domain.kernel.cards import SUIT_NAMES, SUITS, has_rank, suit_of
from domain.kernel.options import OptionValue
from domain.ratings.elo import Rated, RatingRules, changes
from domain.rulebook.entries import Chapter, Grid, rule
from domain.rulebook.wording import DASH, cards, counted, listed, number

_FRIENDS: dict[str, OptionValue] = {"team_mode": "friends", "succession": "next_winner_right"}


def _friends(rules: Rules) -> FriendRules:
    """The rules of a table at which friends are called, or would be."""
    if rules.friends is None:
        raise ValueError("no friends are called at this table")
    return rules.friends


def calls_grid(_: Rules) -> Grid:
    """How many cards are called, by players."""
    rows = tuple(
        (str(players), str(declarers_nominal(players)), str(calls_wanted(players)))
        for players in map(int, OPTIONS["players"].values)
    )
    return Grid("Declarers and calls", ("players", "declarers, the dealer included", "calls"), rows)


def callable_grid(rules: Rules) -> Grid:
    """Which cards may be called at trump rank 7, hearts trump, by a dealer who holds none of them."""
    calls = possible_calls(_friends(rules).calls, order_of(EXAMPLE_RANK, EXAMPLE_SUIT, rules.ordering), ())
    faces = sorted({call.card for call in calls})
    rows = [
        (SUIT_WORDS[suit], cards(card for card in faces if has_rank(card) and suit_of(card) == suit) or DASH)
        for suit in SUITS
    ]
    rows.append(("jokers", cards(card for card in faces if not has_rank(card)) or DASH))
    return Grid(f"What may be called at trump rank 7, {SUIT_NAMES[EXAMPLE_SUIT]} trump", ("", "cards"), tuple(rows))


def _style(rules: Rules) -> str:
    calls = _friends(rules).calls
    words = listed([f"`{word}`" for word in WORDS[calls.style]], "or")
    meaning = {
        "ordinal": f"It names a card and which of its copies, from 1 to {calls.decks}: whoever plays that copy, "
        "counted "
        "in the order in which they are played by anybody, answers it.",
        "first_other": "A card of which the dealer holds no copy is called first, one of which they hold some, but not "
        "all, is called other. Whoever plays the first copy that is not the dealer's answers it.",
        "card_owner": "It names a card of which the dealer does not hold all copies. Whoever plays the first copy that "
        "is not the dealer's answers it.",
    }[calls.style]
    return f"A call is worded {words}. {meaning}"


def _joining(rules: Rules) -> str:
    if _friends(rules).calls.double_join == "ignored":
        return "A copy played by somebody who is a declarer already does not answer the call, which waits for another."
    return (
        "A copy played by somebody who is a declarer already, or with ordinal calls by the dealer, answers the call "
        "all "
        "the same, and the declarers are one fewer."
    )


def winners_grid(rules: Rules) -> Grid:
    """What declarers who win two levels gain."""
    bonus = _friends(rules).missing_bonus
    result = Score("declarers", 2)
    rows = []
    for missing in range(calls_wanted(rules.players) + 1):
        gains = [
            levels_of_winner(result, is_dealer=dealer, missing=missing, missing_bonus=bonus, solo=False)
            for dealer in (True, False)
        ]
        rows.append((f"{number(missing)} missing", *map(str, gains)))
    if _friends(rules).calls.solo_call:
        alone = levels_of_winner(result, is_dealer=True, missing_bonus=bonus, solo=True)
        rows.append(("the dealer alone by choice", str(alone), DASH))
    return Grid("What a hand of two levels brings declarers who win", ("friends", "dealer", "others"), tuple(rows))


def _bonus(rules: Rules) -> str:
    bonus = _friends(rules).missing_bonus
    if bonus is None:
        return "Missing friends bring nothing."
    who = "the dealer gains" if bonus == "dealer" else "every declarer gains"
    return f"When declarers win with friends missing, {who} the levels of the hand once more for each."


def _auto(rules: Rules) -> str:
    if _friends(rules).auto_leveling:
        return "Opponents who win gain one level more than the table says, so that somebody advances in every hand."
    return "Opponents who win gain what the table says."


def _final(rules: Rules) -> str:
    final = level_name(rules.levels.final_level)
    if rules.levels.zpy_win == "trump_rank_ace":
        return (
            "To pass ace takes a hand whose trump rank is ace, won as a declarer who stands at it. The last level is "
            f"{final}."
        )
    return (
        "Whoever stands at ace passes it by winning a hand as a declarer, whatever its trump rank. The last level is "
        f"{final}."
    )


def _dealers(rules: Rules) -> str:
    if _friends(rules).declared_dealer:
        return "Each hand's dealer is found by declaring, everybody with cards of their own level (SJ-BID-20)."
    return {
        "fixed": "The deal follows SJ-DEALER-05.",
        "next_winner_right": "The first player on the dealer's right who was on the winning side deals next, the "
        "dealer "
        "last of all; that player's level is the trump rank.",
        "levelup": "A dealer who wins deals again; else the first opponent on the right deals. The dealer's level is "
        "the "
        "trump rank.",
    }[rules.succession]


def _solo(rules: Rules) -> bool:
    return rules.friends is not None and rules.friends.calls.solo_call


def _styled(*styles: str) -> "dict[str, OptionValue]":
    return {**_FRIENDS, "friend_call_style": styles[0]}


def _is_style(rules: Rules, *styles: str) -> bool:
    return rules.friends is not None and rules.friends.calls.style in styles


FRIENDS: Chapter[Rules] = Chapter(
    "friends",
    "Finding friends",
    (
        rule(
            "FF-NUM-01",
            "How many friends",
            lambda rules: f"The dealer calls {counted(calls_wanted(rules.players), 'card')} here, exactly so many.",
            calls_grid,
            when=friends_called,
        ),
        rule(
            "FF-NUM-02",
            "Threshold and step",
            lambda rules: (
                f"The threshold is {rules.threshold} and a level {rules.score_step} points, as in fixed teams."
            ),
            when=friends_called,
        ),
        rule(
            "FF-LEVEL-01",
            "Levels of one's own",
            "All start at one level and then go up each for themselves.",
            when=friends_called,
        ),
        rule(
            "FF-DEALER-01",
            "The first dealer",
            "In the first hand the dealer is found by declaring (SJ-BID-12).",
            when=friends_called,
        ),
        rule("FF-DEALER-02", "The next dealers", _dealers, when=friends_called),
        rule(
            "FF-CALL-01",
            "When friends are called",
            "Once the kitty lies for good, and before the first lead.",
            when=friends_called,
        ),
        rule("FF-CALL-02", "Which cards may be called", callable_grid, when=friends_called),
        rule("FF-CALL-03", "How they are called", _style, when=friends_called),
        rule(
            "FF-CALL-04",
            "Joining",
            "Whoever plays the card that answers a call is a declarer from then on, for all to see.",
            when=friends_called,
        ),
        rule(
            "FF-TEAM-01",
            "Everybody else",
            "Who never answers a call is an opponent.",
            when=friends_called,
        ),
        rule("FF-TEAM-02", "Fewer than were called", _joining, when=friends_called),
        rule(
            "FF-POINT-01",
            "Points before that",
            "Points are kept for each player until it is known who is who.",
            when=friends_called,
        ),
        rule(
            "FF-POINT-02",
            "Points of friends",
            "What a player took who then joins the declarers does not count for the opponents.",
            when=friends_called,
        ),
        rule("FF-SCORE-01", "Everybody gains", "Each winner goes up alone.", winners_grid, when=friends_called),
        rule("FF-SCORE-02", "Passing ace", _final, when=friends_called),
        rule("FF-SCORE-03", "Missing friends", _bonus, when=friends_called),
        rule("FF-SCORE-04", "Somebody always advances", _auto, when=friends_called),
        rule(
            "DEC-32",
            "No call twice",
            "The same copy of a card is called once at the most; different copies of it may be called.",
            when=friends_called,
        ),
        rule(
            "DEC-33",
            "Called cards in the kitty",
            "They are never played, so they answer nothing; a call may stay open to the end.",
            when=friends_called,
        ),
        rule(
            "DEC-34",
            "Calling oneself",
            "The dealer may call a card of the own hand, and may come to play the copy that was called.",
            when=lambda rules: _is_style(rules, "ordinal"),
        ),
        rule(
            "DEC-35",
            "Counted without the kitty",
            "How many copies the dealer holds is counted after the kitty was set aside.",
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
            "Cards of a throw that was taken back were not played and answer nothing.",
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
                "The level at the beginning of the hand counts"
                + (", and the trump rank has to be ace." if rules.levels.zpy_win == "trump_rank_ace" else ".")
            ),
            when=friends_called,
        ),
        rule(
            "DEC-45",
            "Alone by choice",
            "Who plays alone by choice is missing no friends: the levels are doubled and nothing else is added.",
            when=_solo,
        ),
        rule(
            "DEC-46",
            "Only for even numbers",
            "The additional level is added whenever opponents win. It is refused for five and seven players.",
            when=lambda rules: rules.friends is not None and rules.friends.auto_leveling,
            example={**_FRIENDS, "players": 6, "decks": "auto", "auto_leveling": "on"},
        ),
        rule(
            "DEC-47",
            "Hooks and must-play levels",
            "A hook throws back those declarers who stand at the trump rank. A must-play level is left by winning a "
            "hand as a declarer who stands at it.",
            when=friends_called,
        ),
        rule(
            "DEC-49",
            "Who gains",
            "Every member of the side that has won, each from their own level.",
            when=friends_called,
        ),
        rule(
            "RUL-06",
            "One's own level counts",
            "Whether a must-play level or ace may be left is asked of the player's own level.",
            when=friends_called,
        ),
        rule(
            "RUL-13",
            "Exactly as many calls",
            "Fewer or more calls are refused, and so is the second of two that are the same.",
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
            "A dealer who holds no copy of a card calls it first; one who holds some of them calls it other. A card of "
            "which the dealer holds all copies cannot be called.",
            when=lambda rules: _is_style(rules, "first_other", "card_owner"),
        ),
        rule(
            "LU-CALL-02",
            "No trumps",
            "Trumps cannot be called: neither jokers, nor the trump rank, nor the trump suit.",
            when=lambda rules: _is_style(rules, "first_other") and _friends(rules).calls.friend_card != "any",
        ),
        rule(
            "LU-1V4-01",
            "Alone against all",
            "The dealer may play alone instead of calling, and says so. A win then brings twice the levels, two as "
            f"{levels_of_winner(Score('declarers', 2), is_dealer=True, solo=True)}; a loss costs nothing more.",
            when=_solo,
        ),
        rule(
            "LU-DEALER-01",
            "The dealer stays or goes",
            "A dealer who wins deals again. After a loss the deal goes to the right, past friends.",
            when=lambda rules: rules.succession == "levelup",
        ),
        rule(
            "DEC-89",
            "A dealer who has won",
            "Here the dealer keeps the deal, other than in fixed teams.",
            when=lambda rules: rules.succession == "levelup",
        ),
    ),
)


def _table_in_short(rules: Rules) -> str:
    shape = rules.deal_shape
    return (
        f"{shape.hand} cards each, a kitty of {shape.kitty}, threshold {rules.threshold}, {rules.score_step} points a "
        "level."
    )


def rating_grid(rules: Rules) -> Grid:
    """What a game between teams of unequal ratings changes."""
    start, scale = (rules.value(name) for name in ("elo_start", "elo_scale"))
    k = rules.value("elo_k")
    usual = RatingRules()
    first, later = (usual.k, usual.later_k) if not isinstance(k, int) else (k, k)
    begin = start if isinstance(start, int) else usual.start
    figures = usual._replace(
        start=begin, scale=scale if isinstance(scale, int) else usual.scale, k=first, later_k=later
    )
    rows = []
    for gap in (0, 100, 200):
        new = changes(figures, [Rated(begin)] * 2, [Rated(begin + gap)] * 2)
        old = changes(figures, [Rated(begin, usual.games_at_k)] * 2, [Rated(begin + gap, usual.games_at_k)] * 2)
        rows.append((str(begin), str(begin + gap), f"+{new.winners[0]}", f"+{old.winners[0]}"))
    head = ("winners", "losers", "for new players", f"after {usual.games_at_k} games")
    return Grid("What each winner gains, and each loser loses", head, tuple(rows))


def _rated(rules: Rules) -> bool:
    return any(rules.value(name) is not None for name in ("elo_start", "elo_k", "elo_scale"))


FORMS: Chapter[Rules] = Chapter(
    "forms",
    "Other forms",
    (
        rule(
            "SSF-01",
            "Si Shi Fen",
            "One deck and two teams of two.",
            _table_in_short,
            when=lambda rules: rules.decks == 1 and rules.friends is None,
        ),
        rule(
            "SSF-02",
            "No two cards are equal",
            "With one deck there are no pairs: nobody reinforces, overrides or declares no-trump, and nothing is led "
            "but "
            "single cards and throws of them.",
            when=lambda rules: rules.decks == 1,
        ),
        rule(
            "SIX-01",
            "Six players, two teams",
            "Two teams of three sit alternately, each with one level.",
            _table_in_short,
            when=lambda rules: rules.friends is None and rules.players == 6,
        ),
        rule(
            "NIGHT-06",
            "Figures of ratings",
            "All figures of the ratings are options.",
            when=_rated,
        ),
        rule(
            "NIGHT-ELO-02",
            "Ratings",
            "A team is as strong as its players are in the mean. The better team is expected to win more often, and "
            "gains less by it.",
            rating_grid,
            when=_rated,
        ),
        rule(
            "DEC-115",
            "Each player is rated",
            "All players of a team have the same result and the same expectation; how far it moves them depends on how "
            "many rated games they have played.",
            when=_rated,
        ),
    ),
)
