"""Other forms of the game, and ratings."""

from domain.games.sheng_ji.rules import Rules
from domain.ratings.elo import Rated, RatingRules, changes
from domain.rulebook.entries import Chapter, Grid, rule


def _table_in_short(rules: Rules) -> str:
    shape = rules.deal_shape
    return (
        f"Each player has {shape.hand} cards, and the kitty {shape.kitty}. The threshold is {rules.threshold}, and a "
        f"level is {rules.score_step} points."
    )


def rating_grid(rules: Rules) -> Grid:
    """Lists the rating changes of games between teams of unequal ratings."""
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
    return Grid("Points that each winner gains and each loser loses", head, tuple(rows))


def _rated(rules: Rules) -> bool:
    return any(rules.value(name) is not None for name in ("elo_start", "elo_k", "elo_scale"))


FORMS: Chapter[Rules] = Chapter(
    "forms",
    "Other forms",
    (
        rule(
            "SSF-01",
            "Si Shi Fen",
            "Two teams of two play with one deck.",
            _table_in_short,
            when=lambda rules: rules.decks == 1 and rules.friends is None,
        ),
        rule(
            "SSF-02",
            "No equal cards",
            "With one deck there are no pairs. Nobody reinforces, overrides or declares no-trump. Players lead only "
            "single cards and throws of single cards.",
            when=lambda rules: rules.decks == 1,
        ),
        rule(
            "SIX-01",
            "Six players, two teams",
            "Two teams of three sit in alternate seats. Each team has one level.",
            _table_in_short,
            when=lambda rules: rules.friends is None and rules.players == 6,
        ),
        rule("NIGHT-06", "Rating options", "All numbers of the rating formula are options.", when=_rated),
        rule(
            "NIGHT-ELO-02",
            "Ratings",
            "The strength of a team is the mean rating of its players. The stronger team is expected to win more "
            "often, so it gains less by a win.",
            rating_grid,
            when=_rated,
        ),
        rule(
            "DEC-115",
            "Each player is rated",
            "All players of a team share the result and the expectation. The change of a player's rating depends on "
            "how many rated games they have played.",
            when=_rated,
        ),
    ),
)
