"""Other forms of the game, and ratings."""

from domain.games.sheng_ji.rules import Rules
from domain.kernel.messages import Message, message
from domain.ratings.elo import Rated, RatingRules, changes
from domain.rulebook.entries import Chapter, Grid, rule


def _table_in_short(rules: Rules) -> Message:
    shape = rules.deal_shape
    return message(
        "Each player has {hand} cards, and the kitty {kitty}. The threshold is {threshold}, and a level is "
        "{score_step} points.",
        hand=shape.hand,
        kitty=shape.kitty,
        threshold=rules.threshold,
        score_step=rules.score_step,
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
        rows.append(
            (
                str(begin),
                str(begin + gap),
                message("+{winners}", winners=new.winners[0]),
                message("+{winners}", winners=old.winners[0]),
            )
        )
    head = (
        message("winners"),
        message("losers"),
        message("for new players"),
        message("after {games_at_k} games", games_at_k=usual.games_at_k),
    )
    return Grid(message("Points that each winner gains and each loser loses"), head, tuple(rows))


def _rated(rules: Rules) -> bool:
    return any(rules.value(name) is not None for name in ("elo_start", "elo_k", "elo_scale"))


FORMS: Chapter[Rules] = Chapter(
    "forms",
    message("Other forms"),
    (
        rule(
            "SSF-01",
            message("Si Shi Fen"),
            message("Two teams of two play with one deck."),
            _table_in_short,
            when=lambda rules: rules.decks == 1 and rules.friends is None,
        ),
        rule(
            "SSF-02",
            message("No equal cards"),
            message(
                "With one deck there are no pairs. Nobody reinforces, overrides or declares no-trump. Players "
                "lead only single cards and throws of single cards."
            ),
            when=lambda rules: rules.decks == 1,
        ),
        rule(
            "SIX-01",
            message("Six players, two teams"),
            message("Two teams of three sit in alternate seats. Each team has one level."),
            _table_in_short,
            when=lambda rules: rules.friends is None and rules.players == 6,
        ),
        rule(
            "NIGHT-06",
            message("Rating options"),
            message("All numbers of the rating formula are options."),
            when=_rated,
        ),
        rule(
            "NIGHT-ELO-02",
            message("Ratings"),
            message(
                "The strength of a team is the mean rating of its players. The stronger team is expected to win "
                "more often, so it gains less by a win."
            ),
            rating_grid,
            when=_rated,
        ),
        rule(
            "DEC-115",
            message("Each player is rated"),
            message(
                "All players of a team share the result and the expectation. The change of a player's rating "
                "depends on how many rated games they have played."
            ),
            when=_rated,
        ),
    ),
)
