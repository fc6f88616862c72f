"""The formats of tournaments by name, with their figures; and what fits together in the settings of a tournament.

| format | figures | who is an entrant | two sides meet that are |
|---|---|---|---|
| `swiss` | `rounds`, from 1 to 100; `is_accelerated` | a whole side | entrants |
| `individual_swiss` | `rounds`, from 1 to 100 | a player | two players, other ones in every round |
| `round_robin` | `cycles`, 1 or 2; `by_lot` | a whole side | entrants |
| `knock_out` | `third_place` | a whole side | entrants |
| `night` | `rounds`, from 1 to 100; `partners` | a player | two players, drawn for every round or chosen |
| `arena` | `minutes`, `patience_s`, `near`, `streak_after`, `streak_factor` | a whole side | entrants |
| `duplicate_pairs` | `rounds`, from 1 to 100; `switched`, from 0 | a whole side | entrants, by a movement |
| `duplicate_individual` | `rounds`, from 1 to 100 | a player | two players, other ones in every round; or nobody |

In `swiss`, `round_robin` and `knock_out` an entrant can also be a team of several whole sides, which play at as many
tables at once; with duplicate boards the number of sides is even. Boards are played in the two formats named for them,
and by teams; `boards.sets` says by which rules they can be dealt.

A *whole side* has exactly the players who sit on one side of a table: a pair where a side has two seats, three players
where it has three. So games are fit for tournaments in which two sides of equal size play; all others, in which friends
are called or everybody is alone, for `duplicate_individual` only. With duplicate boards are played:

| rules (`GET /v1/rules/profiles`) | `duplicate_pairs`, teams | `duplicate_individual` | alone, with bots |
|---|---|---|---|
| Sheng Ji, two sides of two | pairs, teams of pairs | partners change | boards, matches |
| Sheng Ji, two sides of three | three players, teams of threes | seat by seat | boards, matches |
| Sheng Ji, friends called | no | seat by seat | boards, matches |
| Zheng Shangyou, two sides of two | pairs, teams of pairs | partners change | boards, matches |
| Zheng Shangyou, two sides of three | three players, teams of threes | seat by seat | boards, matches |
| Zheng Shangyou, everybody alone | no | seat by seat | boards without IMPs |

Scores are compared by matchpoints everywhere, and as IMPs and victory points where sides are (`boards.scales`).

Figures that are not given are 1 cycle, the order of the seeds and no lot, no acceleration, no match for third place,
and partners who stay together for the tournament when they have chosen each other (`partners.py` has the others).
Rounds are always given, except where a movement has an end: without them a Mitchell, a Howell and a movement of
individuals play all rounds that the field has. With them, the smallest field has to have so many.

In a knock-out an entrant without an opponent goes on. A drawn match is played on at another table, at most twice.
Overdue matches are not drawn, and a win is worth more than a loss. In a round robin and in a knock-out all pairings
follow from the field. So no entrant comes later, and there are no pairing exclusions. A night and an individual Swiss
take four players at least. If rounds follow each other by themselves, tables have a clock or rounds a window of time.
So no match waits for a player without end.
"""

from domain.games.registry import GAMES
from domain.kernel.seats import Seat
from domain.tournaments.format import Format
from domain.tournaments.format_figures import MAKE, FormatFigures
from domain.tournaments.format_kinds import FORMATS
from domain.tournaments.refusals import FormatDoesNotFit
from domain.tournaments.settings import Settings, TableGame, has_levels
from domain.tournaments.settings_checks import invalid
from domain.tournaments.tie_break_values import TieBreak


def format_of(settings: Settings) -> Format:
    """Returns the format of a tournament.

    Raises:
        InvalidSettings: there is no such format, or its figures are wrong.
    """
    make = MAKE.get(settings.format)
    if make is None:
        hint = f"the formats are {', '.join(FORMATS)}"
        raise invalid("format", f"there is no format {settings.format}", hint, known=list(FORMATS))
    figures = FormatFigures(settings.figures)
    form = make(settings, figures)
    figures.check_all_known()
    return form


def sides_of(play: TableGame) -> tuple[tuple[Seat, ...], tuple[Seat, ...]]:
    """Returns the seats of the first side of a table, and those of the second.

    Raises:
        InvalidSettings: there is no such game.
        InvalidRules: it cannot be played by these rules.
        FormatDoesNotFit: it is not played by two sides of equal size.
    """
    if play.game not in GAMES:
        raise invalid("play.game", f"there is no game {play.game}", f"the games are {', '.join(sorted(GAMES))}")
    teams = play.teams
    if len(teams) != 2 or len(teams[0]) != len(teams[1]):
        raise FormatDoesNotFit(
            f"{len(teams)} sides play at a table of this game",
            hint="choose rules by which two sides of equal size play",
            facts={"option": "play", "sides": [len(team) for team in teams]},
        )
    return teams[0], teams[1]


def usual_tie_breaks(format_name: str, game: str) -> tuple[TieBreak, ...]:
    """The tie-breaks of a tournament for which nobody has named any: in nights of a game with levels, levels won."""
    return ("levels_won",) if format_name == "night" and has_levels(game) else ()
