"""The guides and the README name only existing files, sections, API paths, settings and commands."""

import re
from collections.abc import Iterator

import click
import pytest

from service.cli.main import main
from service.docs.guides import NAMES, render
from tests.support.commands import commands_of
from tests.support.contract import contract
from tests.support.guides import FOLDER, README, ROOT

LONGEST_README = 250
CONTRIBUTING = ROOT / ".github" / "CONTRIBUTING.md"
FILES = {"README": README, "CONTRIBUTING": CONTRIBUTING, **{name: FOLDER / f"{name}.md" for name in NAMES}}
TEXTS = {name: path.read_text("utf-8") for name, path in FILES.items()}
_ADDRESS = re.compile(r"(?:GET|PUT|POST|PATCH|DELETE|HEAD) (/[\w/{}.-]+)")
_RULE_ID = re.compile(r"\b([A-Z]{2,5})-(?:[A-Z]+-)?[0-9]{2}\b")
_PARAMETER = re.compile(r"\{[^}]+\}|ply_…")


def test_the_readme_is_short():
    assert len(TEXTS["README"].splitlines()) <= LONGEST_README


def test_the_readme_links_to_every_guide():
    assert {f"service/docs/{name}.md" for name in NAMES} <= {path for path, _ in links(TEXTS["README"])}


def links(text: str) -> Iterator[tuple[str, str]]:
    """Path and anchor of every link to a file."""
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if not target.startswith(("https:", "/")):
            path, _, anchor = target.partition("#")
            yield path, anchor


@pytest.mark.parametrize("kind", ["Command", "TournamentCommand", "LeagueCommand", "SeriesCommand"])
def test_every_command_stands_in_a_guide(kind: str):
    named = {each for text in TEXTS.values() for each in re.findall(r'[`"]([a-z_]+)[`"]', text)}

    commands = contract()["components"]["schemas"][kind]["discriminator"]["mapping"]
    assert sorted(commands.keys() - named) == []


@pytest.mark.parametrize("name", TEXTS)
def test_every_link_leads_to_an_existing_file_and_section(name: str):
    here = FILES[name]
    for path, anchor in links(TEXTS[name]):
        target = here.parent / path if path else here
        assert target.exists(), path
        if anchor and target.suffix == ".md":
            anchors = {each.anchor for each in render(target.stem, target.read_text("utf-8")).sections}
            assert anchor in anchors, f"{path}#{anchor}"


@pytest.mark.parametrize("name", TEXTS)
def test_every_named_file_exists(name: str):
    named = re.findall(r"`((?:service|domain|tests|deploy|\.ci|\.github)/[\w/.-]+)`", TEXTS[name])

    assert [each for each in named if not (ROOT / each).exists()] == []


@pytest.mark.parametrize("name", TEXTS)
def test_every_named_module_exists(name: str):
    for module in re.findall(r"python -m ((?:service|tests)[\w.]*)", TEXTS[name]):
        path = ROOT / module.replace(".", "/")
        assert path.with_suffix(".py").exists() or (path / "__main__.py").exists(), module


@pytest.mark.parametrize("name", TEXTS)
def test_every_named_address_of_the_api_is_in_the_contract(name: str):
    known = {_PARAMETER.sub("{}", path) for path in contract()["paths"]}
    named = {_PARAMETER.sub("{}", each.rstrip(".")) for each in _ADDRESS.findall(TEXTS[name])}

    assert {each for each in named if not each.startswith("/docs")} <= known


def commands(group: click.Group, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    for name, command in commands_of(group).items():
        yield (*path, name)
        if isinstance(command, click.Group):
            yield from commands(command, (*path, name))


@pytest.mark.parametrize("name", TEXTS)
def test_every_named_command_exists(name: str):
    known = set(commands(main))
    for line in re.findall(r"`shengji ([a-z][a-z -]*)", TEXTS[name]):
        words = tuple(line.split())
        assert words[:1] in known, line
        if isinstance(commands_of(main)[words[0]], click.Group) and len(words) > 1:
            assert words[:2] in known, line


def test_the_glossary_explains_every_family_of_rule_ids():
    explained = set(re.findall(r"`([A-Z]+)-…`", TEXTS["glossary"]))
    sources = [path for name in ("domain", "service") for path in (ROOT / name).rglob("*.py")]
    cited = {family for path in sources for family in _RULE_ID.findall(path.read_text("utf-8"))}

    assert cited == explained
