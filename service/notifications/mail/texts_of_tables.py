"""What mails say about a table: the game, the pace, who plays with whom, and how the match stands.

Names come from `service/notifications/names.py` and are safe to show.
"""

from collections.abc import Mapping, Sequence

from domain.games.rulebooks import BOOKS
from domain.kernel.messages import Message, counted, message
from domain.kernel.wording import listed, seat_number, with_commas
from service.notifications.about import MatchAbout, SeatAbout, TableAbout
from service.notifications.mail.texts import duration

Labels = Mapping[int, str]
"""How a mail calls each seat inside a sentence, such as "your partner"."""
QUARTET = 4
MOST_NAMED = 8


def game_title(game: str) -> str:
    """Returns the title of a game."""
    return BOOKS[game].title if game in BOOKS else game.replace("_", " ").title()


def match_line(match: MatchAbout) -> str:
    """Returns the tournament, the round and the match."""
    parts = [match.name or message("A tournament")]
    parts += [message("round {round}", round=match.round)] if match.round is not None else []
    parts += [message("match {match}", match=match.match)] if match.match is not None else []
    return with_commas(parts)


def place(about: TableAbout | None) -> str:
    """Returns where something happens, for subjects: the tournament and its round, or the game and its hand."""
    if about is None:
        return ""
    if about.match is not None and about.match.name is not None:
        return match_line(about.match._replace(match=None))
    title = game_title(about.game)
    return message("{game}, hand {hand}", game=title, hand=about.hand) if about.hand else title


def game_line(about: TableAbout) -> Message:
    """Returns the game, the rules and the hand, like "Sheng Ji (rules zhang-2021), hand 3 of 8"."""
    title = message("{game} (rules {profile})", game=game_title(about.game), profile=about.profile)
    if about.hand and about.hands:
        return message("{game}, hand {hand} of {hands}", game=title, hand=about.hand, hands=about.hands)
    if about.hand:
        return message("{game}, hand {hand}", game=title, hand=about.hand)
    return counted("{game}, {count} hand", "{game}, {count} hands", about.hands, game=title) if about.hands else title


def pace_line(about: TableAbout) -> Message | None:
    """Returns how much time players have, or `None` for clocks that take longer to explain."""
    clock = about.clock
    match clock["kind"]:
        case "none":
            return message("There is no clock.")
        case "simple":
            return message("Each move has {time}.", time=duration(clock["per_move_s"]))
        case "fischer":
            return message(
                "Each player begins with {time}, and gets {more} more for each move.",
                time=duration(clock["initial_s"]),
                more=duration(clock["increment_s"]),
            )
        case _:
            return None


def who_line(about: TableAbout) -> Message | None:
    """Returns who plays with whom, or `None` if nobody is known by name."""
    others = [each for each in about.seats if each.side != "you" and each.player is not None]
    if not any(each.name or each.bot for each in others):
        return None
    if any(each.side == "other" for each in others):
        return message("At the table: {players}.", players=_listed(others))
    partners = [each for each in others if each.side == "partner"]
    opponents = [each for each in others if each.side == "opponent"]
    if not opponents:
        return None
    if not partners:
        return message("You play against {opponents}.", opponents=_listed(opponents))
    return message(
        "You play with {partners} against {opponents}.", partners=_listed(partners), opponents=_listed(opponents)
    )


def _listed(seats: Sequence[SeatAbout]) -> str:
    """Returns the names of the players and bots of these seats, and the number of the others."""
    known = [each.name or _bot(each) for each in seats[:MOST_NAMED] if each.name or each.bot]
    unnamed = len(seats) - len(known)
    if unnamed and known:
        known.append(counted("another player", "{count} other players", unnamed))
    elif unnamed:
        known.append(counted("a player", "{count} players", unnamed))
    return listed(known)


def _bot(seat: SeatAbout) -> Message:
    return message("the bot {bot}", bot=seat.bot)


def standing_lines(about: TableAbout) -> list[Message]:
    """Returns how the match stands: levels, points, and the points taken in the hand."""
    lines = []
    if about.levels:
        lines.append(_levels(about, about.levels))
    if about.totals:
        lines.append(_scores(about, [points(total) for total in about.totals]))
    if about.taken is not None:
        lines.append(
            message("In this hand the opponents of the declarers have {points} so far.", points=points(about.taken))
        )
    return lines


def points(count: int) -> Message:
    """Returns a number of points."""
    return counted("{count} point", "{count} points", count)


def _levels(about: TableAbout, levels: Sequence[str]) -> Message:
    two = _two_sides(about, levels)
    if two is None:
        labels = seat_labels(about)
        each = [message("{player} at level {level}", player=labels[seat], level=one) for seat, one in enumerate(levels)]
        return message("Levels: {levels}.", levels=with_commas(each))
    own, theirs = two
    if own == theirs:
        return message("Both sides are at level {level}.", level=own)
    return message("Your side is at level {own}, the other side at level {theirs}.", own=own, theirs=theirs)


def _scores(about: TableAbout, scores: Sequence[Message]) -> Message:
    two = _two_sides(about, scores)
    if two is None:
        labels = seat_labels(about)
        each = [message("{player} {score}", player=labels[seat], score=one) for seat, one in enumerate(scores)]
        return message("Score: {scores}.", scores=with_commas(each))
    own, theirs = two
    if own == theirs:
        return message("Both sides have {score}.", score=own)
    return message("Your side has {own}, the other side {theirs}.", own=own, theirs=theirs)


def _two_sides(about: TableAbout, values: Sequence[str]) -> tuple[str, str] | None:
    """Returns the values of the own side and of the other one, or `None` if there are not two sides."""
    other = next((each.seat for each in about.seats if each.side == "opponent"), None)
    return None if about.own is None or other is None else (values[about.own], values[other])


def seat_labels(about: TableAbout) -> dict[int, str]:
    """Returns how a mail calls each seat inside a sentence."""
    bots = [each.bot for each in about.seats]
    return {each.seat: _label(each, about, is_only=bots.count(each.bot) == 1) for each in about.seats}


def _label(each: SeatAbout, about: TableAbout, *, is_only: bool) -> str:
    if each.side == "you":
        return message("you")
    if each.name is not None:
        return each.name
    if each.bot is not None and is_only:
        return _bot(each)
    if each.side == "partner" and len(about.seats) == QUARTET:
        return message("your partner")
    if about.own is not None and len(about.seats) == QUARTET and (each.seat - about.own) % 2:
        is_next = (each.seat - about.own) % QUARTET == 1
        return message("the player after you") if is_next else message("the player before you")
    return message("seat {seat}", seat=seat_number(each.seat))
