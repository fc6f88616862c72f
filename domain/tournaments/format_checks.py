"""Checks of the settings of a tournament that depend on its format."""

from domain.clocks.rules import NO_CLOCK
from domain.tournaments.boards.by_movement import (
    FIELDS,
    INDIVIDUALS,
    ByMovement,
    DuplicateIndividual,
    DuplicatePairs,
    Fits,
    least_field,
)
from domain.tournaments.boards.line_ups import OF_TEAMS, is_seat_by_seat, side_size
from domain.tournaments.boards.seat_by_seat import PLAYERS_LIMIT, SeatBySeat
from domain.tournaments.boards.sets import check_boards
from domain.tournaments.format import Format
from domain.tournaments.format_kinds import OF_BOARDS, OF_PARTNERS, VICTORY_POINTS_DRAW
from domain.tournaments.formats import format_of, sides_of
from domain.tournaments.rated import check_rated
from domain.tournaments.refusals import FormatDoesNotFit
from domain.tournaments.settings import ENTRANTS_LIMIT, NO_BYES, Field, RoundPlan, Settings, has_levels
from domain.tournaments.settings_checks import invalid
from domain.tournaments.tie_break_values import TieBreak
from domain.tournaments.tie_breaks import TIE_BREAKS

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
"""Tie-breaks that work where each seat is compared for itself."""


def checked_format(settings: Settings) -> Format:
    """The format of a tournament that can be created with these settings.

    Raises:
        InvalidSettings: there is no such format, game or tie-break, or it has not these figures.
        InvalidRules: the game cannot be played by these rules.
        FormatDoesNotFit: format, game, entrants and all else do not fit together; `option` names what does not.
    """
    form = format_of(settings)
    if isinstance(form, SeatBySeat):
        _check_seat_by_seat(settings, form)
        seats = side_size(settings.play)
    else:
        seats = len(sides_of(settings.play)[0])
        _check_entrants(settings, seats)
    _check_tie_breaks(settings)
    _check_goes_on(settings)
    check_rated(settings)
    _check_boards(settings, seats)
    if isinstance(form, DuplicatePairs | DuplicateIndividual):
        _check_length(settings, form)
    if form.has_rounds_without_matches and settings.late.until_round > 1:
        detail = f"nobody comes late in a {settings.format}, whose pairings follow from the field"
        raise _unfit("late.until_round", detail, "give 0, or 1 for those who come before the first round")
    if form.needs_winners:
        _check_winners(settings.rounds)
    if settings.span_ms is not None:
        _check_needs_no_rounds(settings)
    return form


def _check_seat_by_seat(settings: Settings, form: SeatBySeat) -> None:
    """Whether players are compared on each seat for itself, at two tables or more."""
    size, boards = settings.entrants, settings.boards
    if (size.members_least, size.members_most) != (1, 1):
        raise _unfit("entrants", "an entrant of this tournament has 1 player", "let each entrant be a player")
    _check_size(size, Fits(2 * form.seats, PLAYERS_LIMIT))
    if boards is not None and boards.scoring != "matchpoints":
        raise _unfit("boards.scoring", "seats that are compared for themselves have no IMPs", "give matchpoints")
    if settings.is_rated:
        raise _unfit("is_rated", "where each seat is compared for itself nobody wins a match", "give false")


def _check_needs_no_rounds(settings: Settings) -> None:
    """Whether nothing is asked for that takes rounds which follow each other."""
    plan, hint = settings.rounds, "leave it out: whoever is free is paired at once"
    for option, is_usual in (
        ("rounds.pace", plan.pace == "at_once"),
        ("rounds.interval_s", plan.interval_s == 0),
        ("rounds.is_automatic", plan.is_automatic),
        ("late.until_round", settings.late.until_round == 0),
        ("byes", settings.byes == NO_BYES),
    ):
        if not is_usual:
            raise _unfit(option, "an arena has no rounds that follow each other", hint)


def _check_goes_on(settings: Settings) -> None:
    """Whether a tournament that runs itself can go on when somebody does not come."""
    plan = settings.rounds
    if plan.is_automatic and plan.window_s is None and settings.play.clock == NO_CLOCK:
        detail = "rounds that follow each other by themselves would wait for ever for a player who does not come"
        raise invalid("rounds.window_s", detail, "give window_s, or a clock at the tables (play.clock)")


def _check_winners(plan: RoundPlan) -> None:
    """Whether every match of a format that needs winners has one, or is lost by both sides."""
    if plan.window_s is not None and plan.adjudication == "draw":
        raise _unfit("rounds.adjudication", "a drawn match has no winner", "choose another adjudication")
    if plan.win <= plan.loss:
        raise _unfit("rounds.win", "who wins has no more than who loses", "give more for a win than for a loss")


def usual_least(
    format_name: str, movement: str | None = None, capacity: int | None = None, rounds: int | None = None
) -> int:
    """The default of `entrants.least`: with how many entrants a tournament begins at the least.

    Args:
        format_name: of which format; an unknown one has the usual figure.
        movement: of duplicate boards, where one is named.
        capacity: how many have a place, where that is limited.
        rounds: how many are asked for, where the format has such a figure.

    Returns:
        As few as the format can pair in so many rounds. Where a movement takes some numbers alone, the capacity if it
        is one of them.
    """
    least = PLAYERS_LEAST if format_name in OF_PARTNERS else ENTRANTS_LEAST
    fits = _fits(format_name, movement)
    if fits is None:
        return least
    if fits.only:
        return capacity if capacity in fits.only else min(fits.only)
    enough = None if rounds is None else least_field(DuplicatePairs(movement, rounds), fits)
    return max(least, fits.least if enough is None else enough)


def usual_check_in_s(format_name: str, before_s: int | None) -> int | None:
    """For how long before the start players check in, where nobody has said so.

    Args:
        format_name: of which format.
        before_s: so long before the start registration opens; none: the start has no time.

    Returns:
        A quarter of an hour for a night, whose partners and opponents wait for everybody who has entered; no check-in
        elsewhere, and where the start has no time.
    """
    if format_name != "night" or before_s is None or before_s < 1:
        return None
    return min(NIGHT_CHECK_IN_S, before_s)


def _fits(format_name: str, movement: str | None) -> Fits | None:
    """Which numbers of entrants the movement of a format takes; none where it has none, or there is no such one."""
    if format_name == "duplicate_individual":
        return INDIVIDUALS
    return FIELDS.get(movement) if format_name == "duplicate_pairs" else None


def _check_entrants(settings: Settings, seats: int) -> None:
    size = settings.entrants
    of_partners = settings.format in OF_PARTNERS
    wanted = 1 if of_partners else seats
    if of_partners and seats != 2:
        raise _unfit("play", f"partners are two, and a side has {seats} seats", "choose a game of four")
    if _is_of_teams(settings, seats):
        return
    if (size.members_least, size.members_most) != (wanted, wanted):
        kind = {1: "player", 2: "pair"}.get(wanted, f"team of {wanted}")
        raise FormatDoesNotFit(
            f"an entrant of this tournament has {wanted} players",
            hint=f"let each entrant be a {kind}",
            facts={"option": "entrants", "members": wanted},
        )
    if of_partners and size.least < PLAYERS_LEAST:
        detail, hint = f"{size.least} players do not make a table", f"give {PLAYERS_LEAST} or more"
        raise invalid("entrants.least", detail, hint, least=PLAYERS_LEAST, most=ENTRANTS_LIMIT)


def _is_of_teams(settings: Settings, seats: int) -> bool:
    """Whether an entrant is a team of several sides."""
    size = settings.entrants
    is_larger = settings.format in OF_TEAMS and size.kind == "team" and size.members_least > seats
    return is_larger and size.members_least % seats == 0


def _check_boards(settings: Settings, seats: int) -> None:
    boards, size = settings.boards, settings.entrants
    if boards is None:
        if settings.format in OF_BOARDS:
            raise _unfit("boards", f"{settings.format} is played with duplicate boards", "give boards")
        return
    if settings.format not in OF_BOARDS:
        _check_boards_of_teams(settings, seats)
    if settings.format == "duplicate_pairs":
        _check_size(size, FIELDS[boards.movement])
    elif settings.format == "duplicate_individual" and not is_seat_by_seat(settings):
        _check_size(size, INDIVIDUALS)
        if boards.scoring == "victory_points":
            raise _unfit("boards.scoring", "players have no matches of their own", "give matchpoints or imps")
    check_boards(settings.play)
    _check_board_scoring(settings)


def _check_boards_of_teams(settings: Settings, seats: int) -> None:
    """Whether the deals of a match are played at two tables each."""
    boards, size = settings.boards, settings.entrants
    if not _is_of_teams(settings, seats) or size.members_least // seats % 2:
        raise _unfit(
            "boards",
            f"in a {settings.format} a deal is played at two tables by teams of an even number of sides",
            f"let entrants be teams with members_least {2 * seats}, or choose {' or '.join(sorted(OF_BOARDS))}",
        )
    if boards is not None and boards.movement is not None:
        raise _unfit("boards.movement", f"a {settings.format} is no movement of boards", "leave it out")


def _check_size(size: Field, fits: Fits) -> None:
    """Whether the movement is made for all numbers of entrants with which the tournament may begin."""
    most = size.capacity
    if fits.only and (size.least != most or most not in fits.only):
        numbers = ", ".join(map(str, fits.only))
        raise _unfit("entrants.capacity", f"the movement takes {numbers} entrants", "give one as least and capacity")
    if size.least < fits.least or most is None or most > fits.most:
        option = "entrants.least" if size.least < fits.least else "entrants.capacity"
        hint = f"give least from {fits.least} on and capacity up to {fits.most}"
        raise _unfit(option, f"the movement takes {fits.least} to {fits.most} entrants", hint)


def _check_length(settings: Settings, form: ByMovement) -> None:
    """Whether the movement has as many rounds as are asked for, with every number of entrants that may begin.

    More entrants never have fewer rounds, so the smallest field decides.
    """
    least = settings.entrants.least
    most = form.most_rounds(least)
    if "rounds" not in settings.figures or most is None or form.rounds <= most:
        return
    fits = _fits(settings.format, settings.boards.movement if settings.boards else None)
    enough = None if fits is None else least_field(form, fits)
    name = (settings.boards.movement if settings.boards else None) or "movement of individuals"
    hint = f"give 1 to {most} rounds"
    if enough is not None:
        hint += f", or begin with {enough} entrants (entrants.least), which can play {form.rounds}"
    raise FormatDoesNotFit(
        f"with {least} entrants a {name} has {most} rounds at most, not {form.rounds}",
        hint=hint,
        facts={"option": "figures.rounds", "least": 1, "most": most, "entrants_least": enough},
    )


def _check_board_scoring(settings: Settings) -> None:
    plan, scoring = settings.rounds, settings.boards.scoring if settings.boards is not None else "matchpoints"
    if scoring == "victory_points" and not (plan.draw == VICTORY_POINTS_DRAW and plan.win <= VICTORY_POINTS_MOST):
        raise _unfit(
            "rounds.draw",
            "of victory points both sides share 20.00",
            f"give draw {VICTORY_POINTS_DRAW}, and win up to {VICTORY_POINTS_MOST} for who meets nobody",
        )


def _check_tie_breaks(settings: Settings) -> None:
    unknown = [each for each in settings.tie_breaks if each not in TIE_BREAKS]
    if unknown:
        hint = f"tie-breaks are {', '.join(TIE_BREAKS)}"
        raise invalid("tie_breaks", f"there is no tie-break {unknown[0]}", hint, known=list(TIE_BREAKS))
    possible = _possible_tie_breaks(settings)
    unfit = [each for each in settings.tie_breaks if each not in possible]
    if unfit:
        raise _unfit("tie_breaks", f"{unfit[0]} is not to be had here", f"choose among {', '.join(possible)}")
    if "lots" in settings.tie_breaks[:-1]:
        raise invalid("tie_breaks", "lots decide everything", "name them last")


def _possible_tie_breaks(settings: Settings) -> tuple[TieBreak, ...]:
    counted = COUNTED_BY_BOARDS if settings.boards is not None else LEVELS if has_levels(settings.play.game) else NONE
    if is_seat_by_seat(settings):
        return OF_SEATS
    if settings.format in OF_PARTNERS:
        return tuple(each for each in TIE_BREAKS if each in WITHOUT_OPPONENTS | counted)
    if settings.span_ms is not None:
        return tuple(each for each in TIE_BREAKS if each in WITHOUT_ROUNDS)
    return tuple(each for each in TIE_BREAKS if each not in COUNTED_BY_BOARDS - counted)


def _unfit(option: str, detail: str, hint: str) -> FormatDoesNotFit:
    return FormatDoesNotFit(detail, hint=hint, facts={"option": option})
