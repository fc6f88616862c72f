"""The commands of the rules lab: rules check, rules eval, rules profiles, rules page."""

import sys
from pathlib import Path
from typing import Any

import click
import orjson
from rich.table import Table as Grid

from domain.games.conformance import CaseResult, judge
from domain.games.lab import answer
from domain.games.rulebooks import BOOK_OF_PROFILE, BOOKS, book_with
from domain.kernel.refusals import Refusal
from domain.rulebook.pages import Page, page_of_all, page_of_table
from service.cli.failures import Failed
from service.cli.rule_page import page_in_markdown
from service.cli.terminal import ERR, OUT


@click.group()
def rules() -> None:
    """Ask questions about the rules, and check programs or documents against them."""


@rules.command("check")
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
def rules_check(files: tuple[Path, ...]) -> None:
    """Check conformance files: lists of cases {id, kind, setup, input, expected} as JSON.

    Print each case that fails, and the counts by kind. Exit with 1 if a case fails.
    """
    verdicts = [(case, judge(case)) for file in files for case in _cases(file)]
    for case, verdict in verdicts:
        for line in verdict.differences:
            OUT.print(f"{case.get('id', '?')} {case.get('kind', '?')}: {line}", markup=False, soft_wrap=True)
    _print_counts(verdicts)
    failed = sum(verdict.outcome != "passed" for _, verdict in verdicts)
    if failed:
        raise SystemExit(1)


def _cases(file: Path) -> list[dict[str, Any]]:
    try:
        cases = orjson.loads(file.read_bytes())
    except orjson.JSONDecodeError as error:
        raise Failed(f"{file} is not JSON: {error}") from error
    if not isinstance(cases, list) or not all(isinstance(case, dict) for case in cases):
        raise Failed(f"{file} is not a list of cases")
    return cases


def _print_counts(verdicts: list[tuple[dict[str, Any], CaseResult]]) -> None:
    grid = Grid("kind", "cases", "passed", "different", "not played yet", "unknown kind")
    kinds = sorted({str(case.get("kind")) for case, _ in verdicts})
    outcomes = ("passed", "different", "not_played", "unknown_kind")
    for kind in (*kinds, None):
        of_kind = [verdict for case, verdict in verdicts if kind is None or str(case.get("kind")) == kind]
        counts = [sum(verdict.outcome == outcome for verdict in of_kind) for outcome in outcomes]
        grid.add_row(
            kind or "all", str(len(of_kind)), *(str(count or "") for count in counts), end_section=kind is None
        )
    OUT.print(grid)


@rules.command("eval")
def rules_eval() -> None:
    """Answer questions {kind, setup, input}: one a line on standard input, one answer a line on standard output."""
    for line in sys.stdin.buffer:
        if line.strip():
            sys.stdout.buffer.write(orjson.dumps(_evaluated(line)) + b"\n")
            sys.stdout.buffer.flush()


def _evaluated(line: bytes) -> dict[str, object]:
    try:
        question = orjson.loads(line)
    except orjson.JSONDecodeError as error:
        return {"error": f"not JSON: {error}"}
    if not isinstance(question, dict) or not isinstance(question.get("kind"), str):
        return {"error": "give a JSON object with kind, setup and input"}
    try:
        return answer(question["kind"], question.get("setup", {}), question.get("input", {}))
    except Refusal as refusal:
        return {"error": refusal.detail, "code": refusal.code()}


@rules.command("profiles")
@click.argument("name", required=False)
def rules_profiles(name: str | None) -> None:
    """List the profiles, or all options of one profile."""
    if name is None:
        grid = Grid("profile", "game", "description")
        for profile, its_book in sorted(BOOK_OF_PROFILE.items()):
            grid.add_row(profile, its_book.title, its_book.descriptions[profile])
        OUT.print(grid)
        return
    book = BOOK_OF_PROFILE.get(name)
    if book is None:
        raise Failed(f"there is no profile {name}; the profiles are {', '.join(sorted(BOOK_OF_PROFILE))}")
    values = book.rules_of(name, {}).choices()
    grid = Grid("option", "value", "meaning", "rules")
    for option in book.options:
        value = values[option.name]
        grid.add_row(option.name, "-" if value is None else str(value), option.meaning, " ".join(option.rules))
    OUT.print(grid)
    ERR.print("A dash: the option has no meaning in this profile.")


@rules.command("page")
@click.argument("profile")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="Change an option of the profile.")
def rules_page(profile: str, options: tuple[str, ...]) -> None:
    """Print the rules of a profile, optionally with changed options, as Markdown.

    The PROFILE `all` prints every rule and every value of every option.
    """
    click.echo(page_in_markdown(_all() if profile == "all" and not options else _table_page(profile, options)))


def _all() -> Page:
    return page_of_all(BOOKS.values())


def _table_page(profile: str, options: tuple[str, ...]) -> Page:
    texts: dict[str, str] = {}
    for given in options:
        name, equals, value = given.partition("=")
        if not equals or name in texts:
            raise Failed(f"give each option once as NAME=VALUE, not {given}")
        texts[name] = value
    try:
        book = book_with(profile)
        return page_of_table(book, book.rules_from_texts(profile, texts))
    except Refusal as refusal:
        raise Failed(f"{refusal.detail}{f': {refusal.hint}' if refusal.hint else ''}") from refusal
