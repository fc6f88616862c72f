"""The formats of tournaments by name, with their figures, and the settings that fit each format.

| format | figures | an entrant is | a side of a match is |
|---|---|---|---|
| `swiss` | `rounds`, from 1 to 100; `is_accelerated` | a whole side | an entrant |
| `individual_swiss` | `rounds`, from 1 to 100 | a player | two players, changing every round |
| `round_robin` | `cycles`, 1 or 2; `by_lot` | a whole side | an entrant |
| `knock_out` | `third_place` | a whole side | an entrant |
| `groups_knock_out` | `groups`, from 2 to 32; `advance`, from 1 to 8; `third_place` | a whole side | an entrant |
| `night` | `rounds`, from 1 to 100; `partners` | a player | two players, drawn every round or chosen |
| `arena` | `minutes`, `patience_s`, `near`, `streak_after`, `streak_factor` | a whole side | an entrant |
| `challenge_ladder` | `days`, `reach`, `answer_days` | a whole side | an entrant |
| `duplicate_pairs` | `rounds`, from 1 to 100; `switched`, from 0 | a whole side | an entrant, by a movement |
| `duplicate_individual` | `rounds`, from 1 to 100 | a player | two players, changing every round; or none |

In `swiss`, `round_robin`, `knock_out` and `groups_knock_out`, an entrant can also be a team of several whole sides,
which play at several tables at the same time. With duplicate boards, the number of sides is even. Only teams and the
two duplicate formats play boards. `boards.sets` says which rules allow boards.

A *whole side* has exactly the players of one side of a table: a pair if a side has two seats, or three players if it
has three. Most formats need a game with two sides of equal size. Games with called friends or individual players fit
only `duplicate_individual`. With duplicate boards:

| rules (`GET /v1/rules/profiles`) | `duplicate_pairs`, teams | `duplicate_individual` | alone, with bots |
|---|---|---|---|
| Sheng Ji, two sides of two | pairs, teams of pairs | partners change | boards, matches |
| Sheng Ji, two sides of three | three players, teams of threes | seat by seat | boards, matches |
| Sheng Ji, friends called | no | seat by seat | boards, matches |
| Zheng Shangyou, two sides of two | pairs, teams of pairs | partners change | boards, matches |
| Zheng Shangyou, two sides of three | three players, teams of threes | seat by seat | boards, matches |
| Zheng Shangyou, everybody alone | no | seat by seat | boards without IMPs |

Scores are always compared by matchpoints. Games with sides also have IMPs and victory points (`boards.scales`).

The defaults are 1 cycle, the order of the seeds, no acceleration, no match for third place, and chosen partners that
stay together for the whole tournament (see `partners.py`). `rounds` is required, except for a Mitchell, a Howell and a
movement of individuals. These play all their rounds by default. If `rounds` is given, the smallest field must allow it.

What follows about a knock-out holds for groups before it too. By default, two of each group advance.

In a knock-out, an entrant without an opponent advances. A drawn match continues at another table, at most twice.
Overdue matches are not drawn, and a win is worth more than a loss. In a round robin and a knock-out, the entrants
determine all pairings, so there are no late entries and no pairing exclusions. A night and an individual Swiss need at
least four players. If rounds are automatic, tables need a clock, or rounds a time window. Then no match waits for a
player forever.
"""

from domain.games.registry import GAMES
from domain.kernel.messages import message
from domain.kernel.seats import Seat
from domain.tournaments.formats.figures import MAKE, FormatFigures
from domain.tournaments.formats.format import Format
from domain.tournaments.formats.kinds import FORMATS
from domain.tournaments.refusals import FormatDoesNotFit
from domain.tournaments.settings import TableGame, TournamentSettings, has_levels
from domain.tournaments.settings_checks import invalid
from domain.tournaments.standings.tie_break_values import TieBreak


def format_of(settings: TournamentSettings) -> Format:
    """Returns the format of a tournament.

    Raises:
        InvalidSettings: there is no such format, or its figures are wrong.
    """
    make = MAKE.get(settings.format)
    if make is None:
        hint = message("the formats are {formats}", formats=", ".join(FORMATS))
        raise invalid(
            "format", message("there is no format {format}", format=settings.format), hint, known=list(FORMATS)
        )
    figures = FormatFigures(settings.figures)
    format_ = make(settings, figures)
    figures.check_all_known()
    return format_


def sides_of(play: TableGame) -> tuple[tuple[Seat, ...], tuple[Seat, ...]]:
    """Returns the seats of the first side of a table, and those of the second.

    Raises:
        InvalidSettings: there is no such game.
        InvalidRules: it cannot be played by these rules.
        FormatDoesNotFit: the game does not have two sides of equal size.
    """
    if play.game not in GAMES:
        raise invalid(
            "play.game",
            message("there is no game {game}", game=play.game),
            message("the games are {games}", games=", ".join(sorted(GAMES))),
        )
    teams = play.teams
    if len(teams) != 2 or len(teams[0]) != len(teams[1]):
        raise FormatDoesNotFit(
            message("a table of this game has {count} sides", count=len(teams)),
            hint=message("choose rules with two sides of equal size"),
            facts={"option": "play", "sides": [len(team) for team in teams]},
        )
    return teams[0], teams[1]


def default_tie_breaks(format_name: str, game: str) -> tuple[TieBreak, ...]:
    """Returns the default tie-breaks: the levels won for a night of a game with levels, else none."""
    return ("levels_won",) if format_name == "night" and has_levels(game) else ()
