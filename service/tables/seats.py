"""The number of seats with which a table is opened, given as `seats` or as an option of its game."""

from typing import Any

from domain.games.rulebooks import BOOKS, book_with
from domain.games.seat_counts import seat_counts, seats_option
from domain.kernel.messages import message
from domain.kernel.wording import listed_or
from service.platform.documents import Json
from service.platform.http.requests import wrong_parameter


def options_with_seats(body: Json) -> dict[str, Any]:
    """Returns the options of a new table, with the number of seats among them.

    Raises:
        Problem: the profile cannot have so many seats with the other options, or another number is given as an option.
        UnknownProfile: the game does not have the profile.
    """
    options: dict[str, Any] = body["options"]
    if "seats" not in body:
        return options
    wanted, profile = body["seats"], body["profile"]
    book = BOOKS[body["game"]] if "game" in body else book_with(profile)
    option = seats_option(book)
    if option and options.get(option.name, wanted) != wanted:
        raise wrong_parameter(
            "seats", message("leave it out, or give the same number as the option {name}", name=option.name)
        )
    others = {name: value for name, value in options.items() if not option or name != option.name}
    possible = seat_counts(book, profile, others).possible
    # With none possible, the other options are refused with their own problem.
    if possible and wanted not in possible:
        numbers = listed_or(map(str, possible))
        raise wrong_parameter(
            "seats",
            message("a table of {profile} has {numbers} seats with these options", profile=profile, numbers=numbers),
        )
    return {**options, option.name: wanted} if option else options
