"""Checks of the settings of a tournament that depend on its format."""

from domain.clocks.rules import NO_CLOCK
from domain.kernel.messages import Message, message
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
from domain.tournaments.formats.entrant_sizes import wrong_entrants
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
        detail = message(
            "a {format} has no late entries, because the entrants determine all pairings", format=settings.format
        )
        raise _format_does_not_fit(
            "late.until_round", detail, message("give 0, or 1 for late entries before the first round")
        )
    if format_.needs_winners:
        _check_winners(settings.rounds)
    if settings.span_ms is not None:
        _check_no_consecutive_rounds(settings)
    return format_


def _check_seat_by_seat(settings: TournamentSettings, format_: SeatBySeat) -> None:
    """Checks the settings of a format that compares players seat by seat, at two tables or more."""
    size, boards = settings.entrants, settings.boards
    if (size.members_least, size.members_most) != (1, 1):
        raise wrong_entrants(settings, 1)
    _check_size(size, AllowedEntrants(2 * format_.seats, PLAYERS_LIMIT))
    if boards is not None and boards.scoring != "matchpoints":
        raise _format_does_not_fit(
            "boards.scoring", message("seats that are compared individually have no IMPs"), message("give matchpoints")
        )
    if settings.is_rated:
        raise _format_does_not_fit(
            "is_rated", message("a match without sides has no winner, so it cannot be rated"), message("give false")
        )


def _check_no_consecutive_rounds(settings: TournamentSettings) -> None:
    """Checks that no setting needs consecutive rounds."""
    plan, hint = settings.rounds, message("omit it: matches begin at any time")
    for option, is_usual in (
        ("rounds.pace", plan.pace == "at_once"),
        ("rounds.interval_s", plan.interval_s == 0),
        ("rounds.is_automatic", plan.is_automatic),
        ("late.until_round", settings.late.until_round == 0),
        ("byes", settings.byes == NO_BYES),
    ):
        if not is_usual:
            raise _format_does_not_fit(
                option, message("a {format} has no consecutive rounds", format=settings.format), hint
            )


def _check_automatic_rounds(settings: TournamentSettings) -> None:
    """Checks that automatic rounds can continue if a player does not come."""
    plan = settings.rounds
    if plan.is_automatic and plan.window_s is None and (plan.played_elsewhere or settings.play.clock == NO_CLOCK):
        detail = message("automatic rounds would wait forever for a player who does not come")
        or_clock = "" if plan.played_elsewhere else message(", or a clock for the tables (play.clock)")
        raise invalid("rounds.window_s", detail, message("give window_s{or_clock}", or_clock=or_clock))


def _check_played_elsewhere(settings: TournamentSettings) -> None:
    """Checks that no setting needs tables, if matches are played elsewhere. Raises `FormatDoesNotFit`."""
    for option, is_usual, detail in (
        (
            "is_rated",
            not settings.is_rated,
            message("nothing records a match that is played elsewhere, so it is not rated"),
        ),
        ("boards", settings.boards is None, message("boards are dealt at tables")),
        ("is_sealed", not settings.is_sealed, message("both sides see a reported result")),
        ("tie_breaks", "levels_won" not in settings.tie_breaks, message("levels are counted at tables")),
        ("format", settings.span_ms is None, message("an arena pairs free entrants at its tables")),
    ):
        if not is_usual:
            raise _format_does_not_fit(option, detail, message("leave it out, or give rounds.played_elsewhere false"))


def _check_winners(plan: RoundPlan) -> None:
    """Checks that each match has a winner or is lost by both sides, for formats that need winners."""
    if plan.window_s is not None and plan.adjudication == "draw":
        raise _format_does_not_fit(
            "rounds.adjudication", message("a drawn match has no winner"), message("choose another adjudication")
        )
    if plan.win <= plan.loss:
        raise _format_does_not_fit(
            "rounds.win", message("a win is not worth more than a loss"), message("give more for a win than for a loss")
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
            "play",
            message("a side has {seats} seats, but partners are two", seats=seats),
            message("choose a game for four players"),
        )
    if _is_of_teams(settings, seats):
        return
    if (size.members_least, size.members_most) != (wanted, wanted):
        raise wrong_entrants(settings, wanted)
    if of_partners and size.least < PLAYERS_LEAST:
        detail = message("{least} players are too few for a table", least=size.least)
        hint = message("give {players_least} or more", players_least=PLAYERS_LEAST)
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
            raise _format_does_not_fit(
                "boards", message("{format} needs duplicate boards", format=settings.format), message("give boards")
            )
        return
    if settings.format not in BOARD_FORMATS:
        _check_boards_of_teams(settings, seats)
    elif settings.byes.pairing != "full":
        detail = message("a board that an entrant sits out counts neither for nor against it")
        raise _format_does_not_fit("byes.pairing", detail, message("omit it"))
    if settings.format == "duplicate_pairs":
        _check_size(size, FIELDS[boards.movement])
    elif settings.format == "duplicate_individual" and not is_seat_by_seat(settings):
        _check_size(size, INDIVIDUALS)
        if boards.scoring == "victory_points":
            raise _format_does_not_fit(
                "boards.scoring",
                message("individual players have no matches, so they have no victory points"),
                message("give matchpoints or imps"),
            )
    check_boards(settings.play)
    _check_board_scoring(settings)


def _check_boards_of_teams(settings: TournamentSettings, seats: int) -> None:
    """Checks that each deal of a match is played at two tables."""
    boards, size = settings.boards, settings.entrants
    if not _is_of_teams(settings, seats) or size.members_least // seats % 2:
        raise _format_does_not_fit(
            "boards",
            message("a {format} with boards needs teams with an even number of sides", format=settings.format),
            message(
                "use teams with members_least {value}, or choose {board_formats}",
                value=2 * seats,
                board_formats=" or ".join(sorted(BOARD_FORMATS)),
            ),
        )
    if boards is not None and boards.movement is not None:
        raise _format_does_not_fit(
            "boards.movement",
            message("a {format} has no movement of boards", format=settings.format),
            message("omit it"),
        )


def _check_size(size: EntrantSettings, fits: AllowedEntrants) -> None:
    """Checks that the movement allows all numbers of entrants with which the tournament may start."""
    most = size.capacity
    if fits.only and (size.least != most or most not in fits.only):
        numbers = ", ".join(map(str, fits.only))
        raise _format_does_not_fit(
            "entrants.capacity",
            message("the movement allows only {numbers} entrants", numbers=numbers),
            message("give one of these numbers as least and capacity"),
        )
    if size.least < fits.least or most is None or most > fits.most:
        option = "entrants.least" if size.least < fits.least else "entrants.capacity"
        hint = message(
            "give least of at least {least} and capacity of at most {most}", least=fits.least, most=fits.most
        )
        raise _format_does_not_fit(
            option, message("the movement allows {least} to {most} entrants", least=fits.least, most=fits.most), hint
        )


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
    name = (settings.boards.movement if settings.boards else None) or message("movement of individuals")
    if enough is None:
        hint = message("give 1 to {most} rounds", most=most)
    else:
        hint = message(
            "give 1 to {most} rounds, or set entrants.least to {enough}, which allows {rounds}",
            most=most,
            enough=enough,
            rounds=format_.rounds,
        )
    raise FormatDoesNotFit(
        message(
            "with {least} entrants, a {name} has at most {most} rounds, not {rounds}",
            least=least,
            name=name,
            most=most,
            rounds=format_.rounds,
        ),
        hint=hint,
        facts={"option": "figures.rounds", "least": 1, "most": most, "entrants_least": enough},
    )


def _check_board_scoring(settings: TournamentSettings) -> None:
    plan, scoring = settings.rounds, settings.boards.scoring if settings.boards is not None else "matchpoints"
    if scoring == "victory_points" and not (plan.draw == VICTORY_POINTS_DRAW and plan.win <= VICTORY_POINTS_MOST):
        raise _format_does_not_fit(
            "rounds.draw",
            message("with victory points, both sides share 20.00 points"),
            message(
                "give draw {victory_points_draw}, and win of at most {victory_points_most} (for byes)",
                victory_points_draw=VICTORY_POINTS_DRAW,
                victory_points_most=VICTORY_POINTS_MOST,
            ),
        )


def _check_tie_breaks(settings: TournamentSettings) -> None:
    unknown = [each for each in settings.tie_breaks if each not in TIE_BREAKS]
    if unknown:
        hint = message("the tie-breaks are {tie_breaks}", tie_breaks=", ".join(TIE_BREAKS))
        raise invalid(
            "tie_breaks", message("there is no tie-break {unknown}", unknown=unknown[0]), hint, known=list(TIE_BREAKS)
        )
    possible = _possible_tie_breaks(settings)
    unfit = [each for each in settings.tie_breaks if each not in possible]
    if unfit:
        raise _format_does_not_fit(
            "tie_breaks",
            message("the tie-break {unfit} does not fit this tournament", unfit=unfit[0]),
            message("choose from {possible}", possible=", ".join(possible)),
        )
    if "lots" in settings.tie_breaks[:-1]:
        raise invalid("tie_breaks", message("no tie-break can follow lots"), message("put lots last"))


def _possible_tie_breaks(settings: TournamentSettings) -> tuple[TieBreak, ...]:
    counted = COUNTED_BY_BOARDS if settings.boards is not None else LEVELS if has_levels(settings.play.game) else NONE
    if is_seat_by_seat(settings):
        return OF_SEATS
    if settings.format in PARTNER_FORMATS:
        return tuple(each for each in TIE_BREAKS if each in WITHOUT_OPPONENTS | counted)
    if settings.span_ms is not None:
        return tuple(each for each in TIE_BREAKS if each in WITHOUT_ROUNDS)
    return tuple(each for each in TIE_BREAKS if each not in COUNTED_BY_BOARDS - counted)


def _format_does_not_fit(option: str, detail: Message, hint: Message) -> FormatDoesNotFit:
    return FormatDoesNotFit(detail, hint=hint, facts={"option": option})
