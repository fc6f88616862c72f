"""Checks of the settings of a tournament that depend on its format."""

from domain.clocks.rules import NO_CLOCK
from domain.tournaments.boards.by_movement import (
    FIELDS,
    INDIVIDUALS,
    AllowedEntrants,
    ByMovement,
    DuplicateIndividual,
    DuplicatePairs,
    least_field,
)
from domain.tournaments.boards.line_ups import OF_TEAMS, is_seat_by_seat, side_size
from domain.tournaments.boards.seat_by_seat import PLAYERS_LIMIT, SeatBySeat
from domain.tournaments.boards.sets import check_boards
from domain.tournaments.formats.catalogue import format_of, sides_of
from domain.tournaments.formats.format import Format
from domain.tournaments.formats.kinds import BOARD_FORMATS, PARTNER_FORMATS, VICTORY_POINTS_DRAW
from domain.tournaments.ratings.rated_games import check_rated
from domain.tournaments.refusals import FormatDoesNotFit
from domain.tournaments.settings import (
    ENTRANTS_LIMIT,
    NO_BYES,
    EntrantSettings,
    RoundPlan,
    TournamentSettings,
    has_levels,
)
from domain.tournaments.settings_checks import invalid
from domain.tournaments.standings.tie_break_values import TieBreak
from domain.tournaments.standings.tie_breaks import TIE_BREAKS

PLAYERS_LEAST = 4
"""The fewest players that can make a table."""
ENTRANTS_LEAST = 2
NIGHT_CHECK_IN_S = 900
VICTORY_POINTS_MOST = 2000
NONE: frozenset[TieBreak] = frozenset()
COUNTED_BY_BOARDS: frozenset[TieBreak] = frozenset(
    ("board_quotient", "levels_won", "matchpoints", "imps", "victory_points")
)
"""Tie-breaks that need scores of duplicate boards."""
LEVELS: frozenset[TieBreak] = frozenset(("levels_won",))
"""Tie-breaks that also work without boards, in games with levels."""
WITHOUT_ROUNDS: frozenset[TieBreak] = frozenset(("wins", "wins_played", "average_rating", "lots"))
"""Tie-breaks that work where some entrants play more often than others."""
WITHOUT_OPPONENTS: frozenset[TieBreak] = frozenset(("wins", "wins_played", "progressive", "lots"))
"""Tie-breaks that work where partners and opponents change every round."""
OF_SEATS: tuple[TieBreak, ...] = ("board_quotient", "levels_won", "matchpoints", "lots")
"""Tie-breaks that work if seats are compared individually."""


def checked_format(settings: TournamentSettings) -> Format:
    """Returns the format of a new tournament with these settings, after checking them.

    Raises:
        InvalidSettings: the format, game or tie-break does not exist, or its figures are invalid.
        InvalidRules: the rules of the game are not valid.
        FormatDoesNotFit: format, game, entrants and other settings do not fit together; `option` names one of them.
    """
    format_ = format_of(settings)
    if isinstance(format_, SeatBySeat):
        _check_seat_by_seat(settings, format_)
        seats = side_size(settings.play)
    else:
        seats = len(sides_of(settings.play)[0])
        _check_entrants(settings, seats)
    _check_tie_breaks(settings)
    _check_automatic_rounds(settings)
    if settings.rounds.played_elsewhere:
        _check_played_elsewhere(settings)
    check_rated(settings)
    _check_boards(settings, seats)
    if isinstance(format_, DuplicatePairs | DuplicateIndividual):
        _check_length(settings, format_)
    if format_.has_rounds_without_matches and settings.late.until_round > 1:
        detail = f"a {settings.format} has no late entries, because the entrants determine all pairings"
        raise _format_does_not_fit("late.until_round", detail, "give 0, or 1 for late entries before the first round")
    if format_.needs_winners:
        _check_winners(settings.rounds)
    if settings.span_ms is not None:
        _check_no_consecutive_rounds(settings)
    return format_


def _check_seat_by_seat(settings: TournamentSettings, format_: SeatBySeat) -> None:
    """Checks the settings of a format that compares players seat by seat, at two tables or more."""
    size, boards = settings.entrants, settings.boards
    if (size.members_least, size.members_most) != (1, 1):
        raise _format_does_not_fit(
            "entrants", "an entrant of this tournament has 1 player", "make each entrant one player"
        )
    _check_size(size, AllowedEntrants(2 * format_.seats, PLAYERS_LIMIT))
    if boards is not None and boards.scoring != "matchpoints":
        raise _format_does_not_fit(
            "boards.scoring", "seats that are compared individually have no IMPs", "give matchpoints"
        )
    if settings.is_rated:
        raise _format_does_not_fit(
            "is_rated", "a match without sides has no winner, so it cannot be rated", "give false"
        )


def _check_no_consecutive_rounds(settings: TournamentSettings) -> None:
    """Checks that no setting needs consecutive rounds."""
    plan, hint = settings.rounds, "omit it: matches begin at any time"
    for option, is_usual in (
        ("rounds.pace", plan.pace == "at_once"),
        ("rounds.interval_s", plan.interval_s == 0),
        ("rounds.is_automatic", plan.is_automatic),
        ("late.until_round", settings.late.until_round == 0),
        ("byes", settings.byes == NO_BYES),
    ):
        if not is_usual:
            raise _format_does_not_fit(option, f"a {settings.format} has no consecutive rounds", hint)


def _check_automatic_rounds(settings: TournamentSettings) -> None:
    """Checks that automatic rounds can continue if a player does not come."""
    plan = settings.rounds
    if plan.is_automatic and plan.window_s is None and (plan.played_elsewhere or settings.play.clock == NO_CLOCK):
        detail = "automatic rounds would wait forever for a player who does not come"
        or_clock = "" if plan.played_elsewhere else ", or a clock for the tables (play.clock)"
        raise invalid("rounds.window_s", detail, f"give window_s{or_clock}")


def _check_played_elsewhere(settings: TournamentSettings) -> None:
    """Checks that no setting needs tables, if matches are played elsewhere. Raises `FormatDoesNotFit`."""
    for option, is_usual, detail in (
        ("is_rated", not settings.is_rated, "nothing records a match that is played elsewhere, so it is not rated"),
        ("boards", settings.boards is None, "boards are dealt at tables"),
        ("is_sealed", not settings.is_sealed, "both sides see a reported result"),
        ("tie_breaks", "levels_won" not in settings.tie_breaks, "levels are counted at tables"),
        ("format", settings.span_ms is None, "an arena pairs free entrants at its tables"),
    ):
        if not is_usual:
            raise _format_does_not_fit(option, detail, "leave it out, or give rounds.played_elsewhere false")


def _check_winners(plan: RoundPlan) -> None:
    """Checks that each match has a winner or is lost by both sides, for formats that need winners."""
    if plan.window_s is not None and plan.adjudication == "draw":
        raise _format_does_not_fit("rounds.adjudication", "a drawn match has no winner", "choose another adjudication")
    if plan.win <= plan.loss:
        raise _format_does_not_fit(
            "rounds.win", "a win is not worth more than a loss", "give more for a win than for a loss"
        )


def default_least_entrants(
    format_name: str, movement: str | None = None, capacity: int | None = None, rounds: int | None = None
) -> int:
    """Returns the default of `entrants.least`, the minimum number of entrants at the start.

    Args:
        format_name: the name of the format. Unknown formats have the general default.
        movement: the movement of duplicate boards, if one is named.
        capacity: the maximum number of entrants, if limited.
        rounds: the requested number of rounds, if the format has this figure.

    Returns:
        The smallest number with which the format can pair these rounds. If a movement allows only certain numbers, the
        capacity, if it is one of them.
    """
    least = PLAYERS_LEAST if format_name in PARTNER_FORMATS else ENTRANTS_LEAST
    fits = _allowed_entrants(format_name, movement)
    if fits is None:
        return least
    if fits.only:
        return capacity if capacity in fits.only else min(fits.only)
    enough = None if rounds is None else least_field(DuplicatePairs(movement, rounds), fits)
    return max(least, fits.least if enough is None else enough)


def default_check_in_s(format_name: str, before_s: int | None) -> int | None:
    """Returns the default duration of check-in before the start, in seconds, or `None` for no check-in.

    Args:
        format_name: the name of the format.
        before_s: the seconds between the opening of registration and the start, or `None` without a start time.

    Returns:
        A quarter of an hour for a night, because all its entrants are paired at the start. Other formats, and
        tournaments without a start time, have no check-in.
    """
    if format_name != "night" or before_s is None or before_s < 1:
        return None
    return min(NIGHT_CHECK_IN_S, before_s)


def _allowed_entrants(format_name: str, movement: str | None) -> AllowedEntrants | None:
    """Returns the numbers of entrants that the movement of a format allows, or `None` without a known movement."""
    if format_name == "duplicate_individual":
        return INDIVIDUALS
    return FIELDS.get(movement) if format_name == "duplicate_pairs" else None


def _check_entrants(settings: TournamentSettings, seats: int) -> None:
    size = settings.entrants
    of_partners = settings.format in PARTNER_FORMATS
    wanted = 1 if of_partners else seats
    if of_partners and seats != 2:
        raise _format_does_not_fit(
            "play", f"a side has {seats} seats, but partners are two", "choose a game for four players"
        )
    if _is_of_teams(settings, seats):
        return
    if (size.members_least, size.members_most) != (wanted, wanted):
        kind = {1: "player", 2: "pair"}.get(wanted, f"team of {wanted}")
        raise FormatDoesNotFit(
            f"an entrant of this tournament has {wanted} players",
            hint=f"make each entrant a {kind}",
            facts={"option": "entrants", "members": wanted},
        )
    if of_partners and size.least < PLAYERS_LEAST:
        detail, hint = f"{size.least} players are too few for a table", f"give {PLAYERS_LEAST} or more"
        raise invalid("entrants.least", detail, hint, least=PLAYERS_LEAST, most=ENTRANTS_LIMIT)


def _is_of_teams(settings: TournamentSettings, seats: int) -> bool:
    """Returns whether an entrant is a team of several sides."""
    size = settings.entrants
    is_larger = settings.format in OF_TEAMS and size.kind == "team" and size.members_least > seats
    return is_larger and size.members_least % seats == 0


def _check_boards(settings: TournamentSettings, seats: int) -> None:
    boards, size = settings.boards, settings.entrants
    if boards is None:
        if settings.format in BOARD_FORMATS:
            raise _format_does_not_fit("boards", f"{settings.format} needs duplicate boards", "give boards")
        return
    if settings.format not in BOARD_FORMATS:
        _check_boards_of_teams(settings, seats)
    elif settings.byes.pairing != "full":
        detail = "a board that an entrant sits out counts neither for nor against it"
        raise _format_does_not_fit("byes.pairing", detail, "omit it")
    if settings.format == "duplicate_pairs":
        _check_size(size, FIELDS[boards.movement])
    elif settings.format == "duplicate_individual" and not is_seat_by_seat(settings):
        _check_size(size, INDIVIDUALS)
        if boards.scoring == "victory_points":
            raise _format_does_not_fit(
                "boards.scoring",
                "individual players have no matches, so they have no victory points",
                "give matchpoints or imps",
            )
    check_boards(settings.play)
    _check_board_scoring(settings)


def _check_boards_of_teams(settings: TournamentSettings, seats: int) -> None:
    """Checks that each deal of a match is played at two tables."""
    boards, size = settings.boards, settings.entrants
    if not _is_of_teams(settings, seats) or size.members_least // seats % 2:
        raise _format_does_not_fit(
            "boards",
            f"a {settings.format} with boards needs teams with an even number of sides",
            f"use teams with members_least {2 * seats}, or choose {' or '.join(sorted(BOARD_FORMATS))}",
        )
    if boards is not None and boards.movement is not None:
        raise _format_does_not_fit("boards.movement", f"a {settings.format} has no movement of boards", "omit it")


def _check_size(size: EntrantSettings, fits: AllowedEntrants) -> None:
    """Checks that the movement allows all numbers of entrants with which the tournament may start."""
    most = size.capacity
    if fits.only and (size.least != most or most not in fits.only):
        numbers = ", ".join(map(str, fits.only))
        raise _format_does_not_fit(
            "entrants.capacity",
            f"the movement allows only {numbers} entrants",
            "give one of these numbers as least and capacity",
        )
    if size.least < fits.least or most is None or most > fits.most:
        option = "entrants.least" if size.least < fits.least else "entrants.capacity"
        hint = f"give least of at least {fits.least} and capacity of at most {fits.most}"
        raise _format_does_not_fit(option, f"the movement allows {fits.least} to {fits.most} entrants", hint)


def _check_length(settings: TournamentSettings, format_: ByMovement) -> None:
    """Checks that the movement has the requested rounds with each number of entrants that may start.

    More entrants never have fewer rounds, so the smallest field decides.
    """
    least = settings.entrants.least
    most = format_.most_rounds(least)
    if "rounds" not in settings.figures or most is None or format_.rounds <= most:
        return
    fits = _allowed_entrants(settings.format, settings.boards.movement if settings.boards else None)
    enough = None if fits is None else least_field(format_, fits)
    name = (settings.boards.movement if settings.boards else None) or "movement of individuals"
    hint = f"give 1 to {most} rounds"
    if enough is not None:
        hint += f", or set entrants.least to {enough}, which allows {format_.rounds}"
    raise FormatDoesNotFit(
        f"with {least} entrants, a {name} has at most {most} rounds, not {format_.rounds}",
        hint=hint,
        facts={"option": "figures.rounds", "least": 1, "most": most, "entrants_least": enough},
    )


def _check_board_scoring(settings: TournamentSettings) -> None:
    plan, scoring = settings.rounds, settings.boards.scoring if settings.boards is not None else "matchpoints"
    if scoring == "victory_points" and not (plan.draw == VICTORY_POINTS_DRAW and plan.win <= VICTORY_POINTS_MOST):
        raise _format_does_not_fit(
            "rounds.draw",
            "with victory points, both sides share 20.00 points",
            f"give draw {VICTORY_POINTS_DRAW}, and win of at most {VICTORY_POINTS_MOST} (for byes)",
        )


def _check_tie_breaks(settings: TournamentSettings) -> None:
    unknown = [each for each in settings.tie_breaks if each not in TIE_BREAKS]
    if unknown:
        hint = f"the tie-breaks are {', '.join(TIE_BREAKS)}"
        raise invalid("tie_breaks", f"there is no tie-break {unknown[0]}", hint, known=list(TIE_BREAKS))
    possible = _possible_tie_breaks(settings)
    unfit = [each for each in settings.tie_breaks if each not in possible]
    if unfit:
        raise _format_does_not_fit(
            "tie_breaks", f"the tie-break {unfit[0]} does not fit this tournament", f"choose from {', '.join(possible)}"
        )
    if "lots" in settings.tie_breaks[:-1]:
        raise invalid("tie_breaks", "no tie-break can follow lots", "put lots last")


def _possible_tie_breaks(settings: TournamentSettings) -> tuple[TieBreak, ...]:
    counted = COUNTED_BY_BOARDS if settings.boards is not None else LEVELS if has_levels(settings.play.game) else NONE
    if is_seat_by_seat(settings):
        return OF_SEATS
    if settings.format in PARTNER_FORMATS:
        return tuple(each for each in TIE_BREAKS if each in WITHOUT_OPPONENTS | counted)
    if settings.span_ms is not None:
        return tuple(each for each in TIE_BREAKS if each in WITHOUT_ROUNDS)
    return tuple(each for each in TIE_BREAKS if each not in COUNTED_BY_BOARDS - counted)


def _format_does_not_fit(option: str, detail: str, hint: str) -> FormatDoesNotFit:
    return FormatDoesNotFit(detail, hint=hint, facts={"option": option})
