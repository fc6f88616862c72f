"""The command `shengji analyse`: analyses the finished hands of a record, without a server."""

import random
import secrets
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import orjson
from rich.table import Table as Grid

from domain.games.bots import teacher, versioned
from domain.kernel.wording import number_of
from domain.table.bot import Evaluator, Luck
from domain.tools.analysis import finished_hands, judge, positions
from domain.tools.double_dummy import trick_values
from service.cli.failures import Failed
from service.cli.terminal import OUT, progress_bar
from service.platform.documents import Json
from service.platform.languages import ENGLISH, LANGUAGES, in_language
from service.tables.analysis.document_types import JudgedDecision, OpenValue
from service.tables.analysis.documents import added_up, costs_by_phase, decision_document, open_values
from service.tables.records import NotARecord, events_of_record


@click.command()
@click.argument("record", type=click.Path(exists=True, dir_okay=False, allow_dash=True, path_type=Path))
@click.option("--hand", "hands", multiple=True, type=click.IntRange(1), help="Only this hand; repeatable.")
@click.option("--seed", default=None, help="Seed of the teacher. The same seed gives the same result.")
@click.option(
    "--solve",
    "solving_s",
    type=click.FloatRange(0),
    default=10.0,
    show_default=True,
    help="Seconds for the last tricks of each hand with all cards known.",
)
@click.option(
    "--language", type=click.Choice(LANGUAGES), default=ENGLISH, show_default=True, help="Language of the reasons."
)
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON, with all decisions.")
def analyse(
    record: Path, hands: tuple[int, ...], seed: str | None, solving_s: float, language: str, *, as_json: bool
) -> None:
    """Judge every decision in a RECORD (a file, or - for standard input) as its seat saw it.

    A bot that searches says what it would have played, and what the difference costs in points a hand. A difference is
    a mistake only if its 95 % interval excludes zero and it is not tiny. The record may come from any server. The
    command needs nothing else.
    """
    data = sys.stdin.buffer.read() if str(record) == "-" else record.read_bytes()
    result = in_language(analysis_of(_events(data), hands, seed or secrets.token_hex(8), solving_s), language)
    if as_json:
        OUT.print_json(orjson.dumps(result).decode())
    else:
        _print(result)


def _events(data: bytes) -> list[Any]:
    try:
        return events_of_record(orjson.loads(data))
    except orjson.JSONDecodeError as error:
        raise Failed(f"this is not JSON: {error}") from error
    except NotARecord as error:
        raise Failed(str(error)) from error


def analysis_of(events: list[Any], hands: tuple[int, ...], seed: str, solving_s: float) -> Json:
    """Returns the analysis of some hands, by default of all. Raises `Failed` if there is nothing to judge."""
    over = finished_hands(events)
    if missing := [hand for hand in hands if hand not in over]:
        raise Failed(f"the record has no finished hand {missing[0]}; it has {len(over)}")
    game = events[0].game
    judges = teacher(game)
    if judges is None:
        raise Failed(f"no bot judges {game}")

    def luck_of(name: str) -> Luck:
        return random.Random(f"{seed}/{name}")  # noqa: S311 - must be repeatable

    found = {hand: _judged(judges, events, hand, luck_of) for hand in hands or over}
    return {
        "game": game,
        "teacher": versioned(judges),
        "seed": seed,
        "hands": [
            {
                "hand": hand,
                "seats": _seats(decisions),
                "open_values": _solved(events, hand, solving_s),
                "decisions": decisions,
            }
            for hand, decisions in found.items()
        ],
        "seats": _seats([each for decisions in found.values() for each in decisions]),
    }


def _judged(judges: Evaluator, events: list[Any], hand: int, luck_of: Callable[[str], Luck]) -> list[JudgedDecision]:
    found = list(positions(events, hand))
    decisions = []
    with progress_bar() as bar:
        for position in bar.track(found, description=f"hand {hand}"):
            judged = judge(judges, position, luck_of)
            if judged is not None:
                decisions.append(decision_document(position, judged))
    return decisions


def _solved(events: list[Any], hand: int, solving_s: float) -> list[OpenValue] | None:
    """Returns the values of the tricks with all cards known, as far as so many seconds suffice."""
    until = time.monotonic() + solving_s
    return open_values(trick_values(events, hand, lambda: time.monotonic() > until))


def _seats(decisions: list[JudgedDecision]) -> list[Json]:
    """Returns the cost of mistakes by seat and phase."""
    phases = {
        seat: costs_by_phase(each for each in decisions if each["seat"] == seat)
        for seat in sorted({each["seat"] for each in decisions})
    }
    return [{"seat": seat, **added_up(of_seat), "phases": of_seat} for seat, of_seat in phases.items()]


def _print(result: Json) -> None:
    for hand in result["hands"]:
        mistakes = [each for each in hand["decisions"] if each["mistake"]]
        title = f"hand {hand['hand']}: {number_of(len(mistakes), 'mistake')}"
        grid = Grid("move", "seat", "phase", "played", "better", "cost", "why", title=title)
        for each in mistakes:
            cost = f"{each['cost']:.1f} ± {1.96 * each['cost_error']:.1f}"
            names = [_in_words(each[which]["move"]) for which in ("played", "best")]
            grid.add_row(
                str(each["number"]), str(each["seat"]), each["phase"], *names, cost, each["reason"]["sentence"]
            )
        OUT.print(grid)
        _print_open_values(hand["open_values"])
    title = f"cost of mistakes, judged by {result['teacher']}"
    grid = Grid("seat", "decisions", "mistakes", "points a hand", "by phase", title=title)
    for seat in result["seats"]:
        phases = ", ".join(f"{each['phase']} {each['points']:.1f}" for each in seat["phases"] if each["mistakes"])
        points = seat["points"] / len(result["hands"])
        grid.add_row(str(seat["seat"]), str(seat["decisions"]), str(seat["mistakes"]), f"{points:.1f}", phases)
    OUT.print(grid)
    OUT.print(f"seed {result['seed']}", highlight=False)


def _print_open_values(values: list[OpenValue] | None) -> None:
    """Prints which points the opponents would have had with all cards known."""
    solved = [each for each in values or () if each["exact"]]
    if not solved:
        return
    first = solved[0]
    OUT.print(
        f"With all cards known, the opponents of the declarers get {first['low']} points if both sides play their best "
        f"from trick {first['trick']} on. Earlier tricks are not solved; --json has bounds for them.",
        highlight=False,
    )


def _in_words(move: Json) -> str:
    """Returns a move in few words: its cards, or its type."""
    cards = move.get("cards") or ([move["card"]] if "card" in move else [])
    return f"{'' if move['type'] == 'play' else move['type'] + ' '}{' '.join(cards)}".strip()
