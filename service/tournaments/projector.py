"""The page of a tournament for a projector: pairings and standings in large type, which follow the feed.

The page runs one script, a file of its own. Without it all screens stand below each other, and the browser loads the
page again every `REFRESH_S` seconds. The page shows what everyone may see, also to staff, since a whole hall reads it.
"""

import hashlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from domain.tournaments.formats.catalogue import format_of
from domain.tournaments.state import Tournament
from service.platform.documents import Json
from service.platform.http.document_pages import words
from service.platform.http.pages import style_source
from service.tournaments.sheets import PAIRINGS, Names, Row, html, match_rows, table

ROWS = 10
"""The rows of a screen."""
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


def projector_page(tournament: Tournament, rounds: Sequence[Json], standings: Json, entrants: Json) -> str:
    """Returns the page.

    Args:
        tournament: the tournament.
        rounds: the documents of the rounds that are shown, with names.
        standings: the document of the public standings, with names.
        entrants: the entrants before the start and their names, as `entrants` and `players`.
    """
    title = html(tournament.settings.name)
    address = f"/v1/tournaments/{html(standings['tournament'])}/events?after={standings['version']}"
    screens = "".join(_screens(rounds, standings, entrants))
    return (
        f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{title} - Sheng Ji</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<noscript><meta http-equiv="refresh" content="{REFRESH_S}"></noscript><style>{STYLE}</style>'
        f'<script src="{SCRIPT_ADDRESS}" defer></script></head><body><main data-feed="{address}">'
        f"<header><h1>{title}</h1><p>{html(stage(tournament))}</p></header>{screens}</main></body></html>"
    )


def stage(tournament: Tournament) -> str:
    """Returns the stage that a tournament has reached, in words."""
    if tournament.status != "running":
        return words(tournament.status)
    last = format_of(tournament.settings).fixed_rounds
    of_last = f" of {last}" if last is not None else ""
    paused = ", paused" if tournament.paused_at is not None else ""
    return f"Round {len(tournament.rounds)}{of_last}{paused}"


def _screens(rounds: Sequence[Json], standings: Json, entrants: Json) -> Iterator[str]:
    for document in rounds:
        names = Names(document, document["entrants"])
        yield from _parts(f"Round {document['number']}", PAIRINGS, match_rows(document, names), frozenset({0}))
    names = Names(standings, ())
    lines = standings["standings"][:STANDINGS_SHOWN]
    rows = [(each["rank"], names.of(each), each["played"], each["points"]) for each in lines]
    title = "Final standings" if standings["is_final"] else "Standings"
    yield from _parts(title, ("Rank", "Name", "Played", "Points"), rows, frozenset({0, 2, 3}))
    if not rows:
        names = Names(entrants, ())
        yield from _parts("Entrants", ("Name",), [(names.of(each),) for each in entrants["entrants"]], frozenset())


def _parts(title: str, heading: Sequence[str], rows: Sequence[Row], numbers: frozenset[int]) -> Iterator[str]:
    """Yields a screen for every few rows."""
    screens = [rows[place : place + ROWS] for place in range(0, len(rows), ROWS)]
    for place, part in enumerate(screens, start=1):
        counted = f"{title} ({place}/{len(screens)})" if len(screens) > 1 else title
        yield f"<section><h2>{html(counted)}</h2>{table(heading, part, numbers)}</section>"
