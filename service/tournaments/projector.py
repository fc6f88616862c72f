"""The page of a tournament for a projector: pairings and standings in large type, which follow the feed.

The page runs one script, a file of its own. Without it all screens stand below each other, and the browser loads the
page again every `REFRESH_S` seconds. The page shows what everyone may see, also to staff, since a whole hall reads it.
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from domain.kernel.messages import Message, message
from domain.tournaments.formats.catalogue import format_of
from domain.tournaments.parts import TournamentStatus
from domain.tournaments.state import Tournament
from service.platform.documents import Json
from service.platform.http.language import language
from service.platform.http.pages import style_source
from service.tournaments.sheets import PAIRINGS, Names, Row, html, match_rows, table

ROWS = 10
"""The rows of a screen."""
STAGES: Mapping[TournamentStatus, Message] = {
    "announced": message("Announced"),
    "registration": message("Registration"),
    "closed": message("Registration closed"),
    "running": message("Running"),
    "finishing": message("Finishing"),
    "finished": message("Finished"),
    "cancelled": message("Cancelled"),
}
STANDINGS_SHOWN = 60
REFRESH_S = 15
SCRIPT = (Path(__file__).parent / "projector.js").read_bytes()
SCRIPT_NAME = f"projector-{hashlib.sha256(SCRIPT).hexdigest()[:12]}.js"
"""The name has a digest: a page never runs the script of another release."""
SCRIPT_ADDRESS = f"/docs/{SCRIPT_NAME}"
STYLE = """
:root { color-scheme: dark; }
* { box-sizing: border-box; }
body { margin: 0; padding: 2vw 3vw; background: #10131a; color: #f4f1ea; font: 2.4vw/1.35 system-ui, sans-serif; }
header { display: flex; justify-content: space-between; align-items: baseline; border-bottom: .2vw solid #6b7285; }
h1 { font-size: 3vw; margin: 0; }
header p { margin: 0; color: #fdba74; }
h2 { font-size: 2.2vw; margin: 1.2vw 0 .4vw; color: #a3a9b7; font-weight: 600; }
table { width: 100%; border-collapse: collapse; }
th { font-size: 1.5vw; color: #a3a9b7; font-weight: 400; }
th, td { text-align: left; padding: .35vw 1.2vw .35vw 0; border-bottom: 1px solid #343a48; overflow-wrap: anywhere; }
.number { text-align: right; width: 8vw; }
"""
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
        f"script-src 'self'; connect-src 'self'; style-src {style_source(STYLE)}"
    ),
    "Referrer-Policy": "no-referrer",
}


def projector_page(
    tournament: Tournament, rounds: Sequence[Json], standings: Json, entrants: Json, ticket: str | None = None
) -> str:
    """Returns the page.

    Args:
        tournament: the tournament.
        rounds: the documents of the rounds that are shown, with names.
        standings: the document of the public standings, with names.
        entrants: the entrants before the start and their names, as `entrants` and `players`.
        ticket: the ticket with which the page was opened and follows the feed, if there is one.
    """
    title = html(tournament.settings.name)
    address = f"/v1/tournaments/{html(standings['tournament'])}/events?after={standings['version']}"
    address += f"&amp;ticket={html(ticket)}" if ticket else ""
    screens = "".join(_screens(rounds, standings, entrants))
    return (
        f'<!DOCTYPE html><html lang="{language()}"><head><meta charset="utf-8"><title>{title} - Sheng Ji</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<noscript><meta http-equiv="refresh" content="{REFRESH_S}"></noscript><style>{STYLE}</style>'
        f'<script src="{SCRIPT_ADDRESS}" defer></script></head><body><main data-feed="{address}">'
        f"<header><h1>{title}</h1><p>{html(stage(tournament))}</p></header>{screens}</main></body></html>"
    )


def stage(tournament: Tournament) -> str:
    """Returns the stage that a tournament has reached, in words."""
    if tournament.status != "running":
        return STAGES[tournament.status]
    last = format_of(tournament.settings).fixed_rounds
    number = len(tournament.rounds)
    at = message("Round {number}", number=number)
    if last is not None:
        at = message("Round {number} of {last}", number=number, last=last)
    return message("{stage}, paused", stage=at) if tournament.paused_at is not None else at


def _screens(rounds: Sequence[Json], standings: Json, entrants: Json) -> Iterator[str]:
    for document in rounds:
        names = Names(document, document["entrants"])
        yield from _parts(
            message("Round {number}", number=document["number"]), PAIRINGS, match_rows(document, names), frozenset({0})
        )
    names = Names(standings, ())
    lines = standings["standings"][:STANDINGS_SHOWN]
    rows = [(each["rank"], names.of(each), each["played"], each["points"]) for each in lines]
    title = message("Final standings") if standings["is_final"] else message("Standings")
    yield from _parts(
        title, (message("Rank"), message("Name"), message("Played"), message("Points")), rows, frozenset({0, 2, 3})
    )
    if not rows:
        names = Names(entrants, ())
        yield from _parts(
            message("Entrants"), (message("Name"),), [(names.of(each),) for each in entrants["entrants"]], frozenset()
        )


def _parts(title: str, heading: Sequence[str], rows: Sequence[Row], numbers: frozenset[int]) -> Iterator[str]:
    """Yields a screen for every few rows."""
    screens = [rows[place : place + ROWS] for place in range(0, len(rows), ROWS)]
    for place, part in enumerate(screens, start=1):
        counted = (
            message("{title} ({place}/{count})", title=title, place=place, count=len(screens))
            if len(screens) > 1
            else title
        )
        yield f"<section><h2>{html(counted)}</h2>{table(heading, part, numbers)}</section>"
