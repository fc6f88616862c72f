"""Makes formats from their figures: the numbers and options of each format in the settings."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, get_args

from domain.kernel.messages import Message, message
from domain.kernel.options import in_json
from domain.tournaments.boards.by_movement import FIELDS, DuplicateIndividual, DuplicatePairs
from domain.tournaments.boards.line_ups import is_seat_by_seat, sides_of_match
from domain.tournaments.boards.seat_by_seat import SeatBySeat
from domain.tournaments.formats import kinds
from domain.tournaments.formats.format import Format
from domain.tournaments.ladder import rules as ladder
from domain.tournaments.pairing import arena, groups, individual_swiss, knock_out, night, round_robin, swiss
from domain.tournaments.refusals import InvalidSettings
from domain.tournaments.settings import ROUNDS_LIMIT, ChosenPartners, TournamentSettings
from domain.tournaments.settings_checks import invalid


class FormatFigures:
    """The figures given for a format. A figure is known if the format has read it."""

    def __init__(self, given: Mapping[str, Any]) -> None:
        self._given = given
        self._known: list[str] = []

    def number(self, name: str, least: int, most: int, usual: int | None) -> int:
        """Returns a whole number. It is required if `usual` is `None`."""
        value = self._value(name, usual)
        if type(value) is not int or not least <= value <= most:
            hint = message("give a whole number from {least} to {most}", least=least, most=most)
            raise self._wrong(name, value, hint, least=least, most=most)
        return value

    def yes_or_no(self, name: str) -> bool:
        """Returns a boolean, by default `False`."""
        value = self._value(name, usual=False)
        if type(value) is not bool:
            raise self._wrong(name, value, message("give true or false"))
        return value

    def word(self, name: str, allowed: Sequence[str], usual: str) -> str:
        """Returns one of the allowed words."""
        value = self._value(name, usual)
        if value not in allowed:
            hint = message("give one of {allowed}", allowed=", ".join(allowed))
            raise self._wrong(name, value, hint, known=list(allowed))
        return str(value)

    def check_all_known(self) -> None:
        """Checks that all given figures are known. Raises `InvalidSettings`."""
        others = sorted(set(self._given) - set(self._known))
        if others:
            hint = message("the figures of the format: {known}", known=", ".join(self._known) or "none")
            raise invalid(
                f"figures.{others[0]}",
                message("the format has no figure {others}", others=others[0]),
                hint,
                known=self._known,
            )

    def _value(self, name: str, usual: object) -> Any:
        self._known.append(name)
        return self._given.get(name, usual)

    def _wrong(self, name: str, value: object, hint: Message, **facts: object) -> InvalidSettings:
        """Returns the refusal of a figure that is missing or not possible."""
        if name not in self._given:
            detail = message("figures.{name} is missing", name=name)
        else:
            detail = message("figures.{name} cannot be {value}", name=name, value=in_json(value))
        return invalid(f"figures.{name}", detail, hint, **facts)


def _swiss(settings: TournamentSettings, figures: FormatFigures) -> Format:
    rounds, accelerated = figures.number("rounds", 1, ROUNDS_LIMIT, None), figures.yes_or_no("is_accelerated")
    return kinds.Swiss(swiss.SwissRules(rounds, settings.rounds.win, is_accelerated=accelerated))


def _round_robin(_: TournamentSettings, figures: FormatFigures) -> Format:
    cycles: Literal[1, 2] = 1 if figures.number("cycles", 1, 2, 1) == 1 else 2
    return kinds.RoundRobin(round_robin.RoundRobinRules(cycles, figures.yes_or_no("by_lot")))


def _individual_swiss(_: TournamentSettings, figures: FormatFigures) -> Format:
    rounds = figures.number("rounds", 1, ROUNDS_LIMIT, None)
    return kinds.IndividualSwiss(individual_swiss.IndividualSwissRules(rounds))


def _knock_out(_: TournamentSettings, figures: FormatFigures) -> Format:
    return kinds.KnockOut(knock_out.KnockOutRules(third_place=figures.yes_or_no("third_place")))


def _groups_knock_out(settings: TournamentSettings, figures: FormatFigures) -> Format:
    number = figures.number("groups", 2, kinds.GROUPS_LIMIT, None)
    advance = figures.number("advance", 1, kinds.ADVANCE_LIMIT, 2)
    least = number * max(2, advance)
    if settings.entrants.least < least:
        detail = message(
            "{number} groups, of each of which {advance} advance, need {least} entrants",
            number=number,
            advance=advance,
            least=least,
        )
        raise invalid("entrants.least", detail, message("give at least {least}", least=least), least=least)
    bracket = knock_out.KnockOutRules(third_place=figures.yes_or_no("third_place"))
    return kinds.GroupsKnockOut(groups.GroupRules(number, advance, bracket))


def _night(_: TournamentSettings, figures: FormatFigures) -> Format:
    # This only checks the value. The tournament reads it (`TournamentSettings.partners`).
    figures.word("partners", get_args(ChosenPartners), "tournament")
    return kinds.Night(night.NightRules(figures.number("rounds", 1, ROUNDS_LIMIT, None)))


def _duplicate_pairs(settings: TournamentSettings, figures: FormatFigures) -> Format:
    movement = settings.boards.movement if settings.boards is not None else None
    if movement not in FIELDS:
        known = [each for each in FIELDS if each is not None]
        raise invalid(
            "boards.movement",
            message("there is no movement {movement}", movement=movement),
            message("give {known}, or null", known=" or ".join(known)),
        )
    rounds = figures.number("rounds", 1, ROUNDS_LIMIT, None if movement is None else ROUNDS_LIMIT)
    switched = figures.number("switched", 0, rounds, 0)
    if switched and movement != "mitchell":
        raise invalid("figures.switched", message("only a Mitchell can have switched rounds"), message("omit it"))
    return DuplicatePairs(movement, rounds, switched)


def _duplicate_individual(settings: TournamentSettings, figures: FormatFigures) -> Format:
    if settings.boards is not None and settings.boards.movement is not None:
        raise invalid("boards.movement", message("individual players have their own movement"), message("omit it"))
    if is_seat_by_seat(settings):
        return SeatBySeat(figures.number("rounds", 1, ROUNDS_LIMIT, None), sum(map(len, sides_of_match(settings.play))))
    return DuplicateIndividual(figures.number("rounds", 1, ROUNDS_LIMIT, ROUNDS_LIMIT))


def _arena(settings: TournamentSettings, figures: FormatFigures) -> Format:
    figures.number("minutes", 1, kinds.ARENA_MINUTES, None)
    figures.number("patience_s", 0, kinds.ARENA_PATIENCE_S, 60)
    figures.number("near", 0, kinds.ARENA_NEAR, 2 * settings.rounds.win)
    figures.number("streak_after", 1, kinds.STREAK_LIMIT, 2)
    figures.number("streak_factor", 1, kinds.STREAK_LIMIT, 2)
    return kinds.Arena(arena.rules_of(settings))


def _challenge_ladder(settings: TournamentSettings, figures: FormatFigures) -> Format:
    figures.number("days", 1, ladder.LADDER_DAYS, None)
    figures.number("reach", 1, ladder.REACH_LIMIT, ladder.REACH)
    figures.number("answer_days", 1, ladder.ANSWER_DAYS_LIMIT, ladder.ANSWER_DAYS)
    return kinds.ChallengeLadder(ladder.rules_of(settings))


MAKE: dict[str, Callable[[TournamentSettings, FormatFigures], Format]] = {
    "swiss": _swiss,
    "individual_swiss": _individual_swiss,
    "round_robin": _round_robin,
    "knock_out": _knock_out,
    "groups_knock_out": _groups_knock_out,
    "night": _night,
    "duplicate_pairs": _duplicate_pairs,
    "duplicate_individual": _duplicate_individual,
    "arena": _arena,
    "challenge_ladder": _challenge_ladder,
}
