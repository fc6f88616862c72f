"""Gates: conditions for entering a tournament.

| gate | condition |
|---|---|
| rating | the rating is within the range |
| reliability | the score is high enough, or the player has none yet |
| games | the player has played enough rated games in the pool of the tournament |
| list | the player is on the list |
| entry code | the player gives the code that the owner made for them |

A player must not be barred and must pass every gate. Each member of a pair or team is checked separately.

An entry code is the HMAC-SHA-256 of the player's id (UTF-8) under the secret of the tournament: its first 10 bytes in
base32, 16 letters and digits. So the holder of the secret can make codes without asking the server, and a code is valid
for one player and one tournament only. Case, spaces and hyphens of a code are ignored.
"""

import hmac
from base64 import b32encode
from dataclasses import dataclass
from typing import NamedTuple

from domain.kernel.instants import Instant, write_instant
from domain.kernel.messages import message
from domain.kernel.players import PlayerId
from domain.tournaments import refusals

CODE_BYTES = 10


@dataclass(frozen=True, slots=True)
class Gates:
    """The conditions for a player; `None` for no condition.

    Attributes:
        rating_least, rating_most: the range of ratings, inclusive.
        reliability: the lowest reliability score, from 0 to 100.
        games: the fewest rated games in the pool of the tournament.
        players: the players that may enter; `None` for all.
        by_code: whether an entry code is required.
    """

    rating_least: int | None = None
    rating_most: int | None = None
    reliability: int | None = None
    games: int = 0
    players: tuple[PlayerId, ...] | None = None
    by_code: bool = False


OPEN_TO_ALL = Gates()


class Applicant(NamedTuple):
    """The facts about a player who wants to take part.

    Attributes:
        player: the player.
        rating: the rating in the pool of the tournament.
        reliability: the reliability score; `None` while there are too few games for one.
        games: the number of rated games in that pool.
        barred_until: the end of a bar for missed games; `None` if the player is not barred.
        code: the given entry code.
        codes: the entry codes that are valid for the player.
        linked: the linked accounts of the player.
    """

    player: PlayerId
    rating: int = 0
    reliability: int | None = None
    games: int = 0
    barred_until: Instant | None = None
    code: str | None = None
    codes: tuple[str, ...] = ()
    linked: tuple[PlayerId, ...] = ()


def entry_code(secret: bytes, player: PlayerId) -> str:
    """Returns the entry code of a player for the tournament with this secret."""
    return b32encode(hmac.digest(secret, player.encode(), "sha256")[:CODE_BYTES]).decode()


def is_entry_code(code: str, codes: tuple[str, ...]) -> bool:
    """Returns whether a code, as typed by a person, is one of these; compares in constant time."""
    given = code.upper().replace(" ", "").replace("-", "").encode()
    # Compare all of them, so that the time does not depend on which one matches.
    fitting = [hmac.compare_digest(each.encode(), given) for each in codes]
    return any(fitting)


def check_gates(gates: Gates, applicant: Applicant, now: Instant) -> None:
    """Checks that a player may enter.

    Raises:
        Barred, RatingOutOfRange, ReliabilityTooLow, TooFewGames, NotOnTheList, EntryCodeNeeded, WrongEntryCode: the
            gate that the player does not pass.
    """
    if applicant.barred_until is not None and now < applicant.barred_until:
        until = write_instant(applicant.barred_until)
        raise refusals.Barred(
            message("you are barred until {until}", until=until),
            hint=message("enter after that time"),
            facts={"until": until},
        )
    _check_rating(gates, applicant.rating)
    if gates.reliability is not None and applicant.reliability is not None:
        _check_reliability(gates.reliability, applicant.reliability)
    if applicant.games < gates.games:
        raise refusals.TooFewGames(
            message(
                "you have played {games} rated games of this kind, but {games_2} are needed",
                games=applicant.games,
                games_2=gates.games,
            ),
            hint=message("play more rated games of this game and pace first"),
            facts={"games": applicant.games, "least": gates.games},
        )
    if gates.players is not None and applicant.player not in gates.players:
        raise refusals.NotOnTheList(
            message("{player} is not on the list", player=applicant.player),
            hint=message("ask the owner to add you to the list"),
        )
    if gates.by_code:
        _check_code(applicant)


def _check_rating(gates: Gates, rating: int) -> None:
    least, most = gates.rating_least, gates.rating_most
    if (least is not None and rating < least) or (most is not None and rating > most):
        spans = " and ".join(
            f"at {word} {bound}" for word, bound in (("least", least), ("most", most)) if bound is not None
        )
        facts: dict[str, object] = {"rating": rating, "least": least, "most": most}
        raise refusals.RatingOutOfRange(
            message("your rating is {rating}", rating=rating),
            hint=message("the rating must be {spans}", spans=spans),
            facts=facts,
        )


def _check_reliability(least: int, score: int) -> None:
    if score < least:
        raise refusals.ReliabilityTooLow(
            message("your reliability is {score}, but {least} is needed", score=score, least=least),
            hint=message("move in time and finish your hands"),
            facts={"reliability": score, "least": least},
        )


def _check_code(applicant: Applicant) -> None:
    if applicant.code is None:
        raise refusals.EntryCodeNeeded(
            message("the entry code is missing"), hint=message("ask the owner of the tournament for a code")
        )
    if not is_entry_code(applicant.code, applicant.codes):
        raise refusals.WrongEntryCode(
            message("this entry code is not valid for {player}", player=applicant.player),
            hint=message("use the code that the owner gave to this player for this tournament"),
        )
