"""Tables keep the rules of their revision. The recorded values of a revision never change; new options are added.

A stored table has only the options that differ from the defaults, so a changed default would change it. A test here
fails for one of two reasons:

- A default or a profile was changed. Undo the change and add a revision: a catalogue in `REVISIONS` of
  `domain/games/<game>/rules.py`, and a file in `tests/codec/rules`.
- An option, a profile or a game was added. Old tables are unaffected. Add it to `tests/codec/rules/revision_1.json`.
"""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from domain.games.registry import GAMES
from domain.games.sheng_ji.game import ShengJi
from domain.games.sheng_ji.rules import REVISIONS as SHENG_JI
from domain.games.zheng_shangyou.game import ZhengShangyou
from domain.games.zheng_shangyou.rules import REVISIONS as ZHENG_SHANGYOU
from domain.kernel.rules import Catalogue, UnknownRevision
from domain.table.commands import OpenTable
from domain.table.decide import decide
from domain.table.evolve import fold
from domain.table.hands import Chance
from domain.table.state import Table
from domain.tools.verification import verify
from service.tables.events import table_document, table_from_document
from tests.support.deals import HOST

FILES = {int(file.stem.removeprefix("revision_")): file for file in (Path(__file__).parent / "rules").glob("*.json")}
CATALOGUES = {"sheng_ji": SHENG_JI.catalogues, "zheng_shangyou": ZHENG_SHANGYOU.catalogues}


def resolved(game: str, revision: int) -> dict[str, Any]:
    """Defaults of a revision of a game's rules, and the value of every option in every profile."""
    catalogue = CATALOGUES[game][revision]

    def values(profile: str) -> dict[str, Any]:
        chosen = catalogue.profiles[profile]
        differing = {name: value for name, value in chosen.items() if value != catalogue.options[name].default}
        rules = GAMES[game].rules_from_document({"profile": profile, "options": differing}, revision)
        return {name: rules.value(name) for name in catalogue.options}

    return {
        "defaults": {name: option.default for name, option in catalogue.options.items()},
        "profiles": {profile: values(profile) for profile in catalogue.profiles},
    }


def leaves(rules: dict[str, Any]) -> dict[str, Any]:
    """Every value of resolved rules, by its path: `defaults/hide_points` or `profiles/zhang-2021/hide_points`."""
    defaults = {f"defaults/{name}": value for name, value in rules["defaults"].items()}
    return defaults | {
        f"profiles/{profile}/{name}": value
        for profile, values in rules["profiles"].items()
        for name, value in values.items()
    }


def complaint(kept: dict[str, Any], now: dict[str, Any], file: str) -> str:
    """What to do if the rules of a revision are not those of its file; empty if they are."""
    old, new = leaves(kept), leaves(now)
    changed = sorted(path for path in old if path not in new or old[path] != new[path])
    added = sorted(set(new) - set(old))
    lines = []
    if changed:
        lines.append(f"changed or removed: {changed}. Undo it, and add a revision")
    if added:
        lines.append(f"added: {added}. Add it to {file}")
    return "\n".join(lines)


def test_every_revision_of_every_game_has_its_file():
    assert set(CATALOGUES) == set(GAMES), "add the REVISIONS of every game to CATALOGUES above"
    known = {(game, revision) for game, catalogues in CATALOGUES.items() for revision in catalogues}
    filed = {(game, revision) for revision, file in FILES.items() for game in json.loads(file.read_text())}

    assert known - filed == set(), "add the rules of these games and revisions to tests/codec/rules"
    assert filed - known == set(), "the rules of these games and revisions are recorded, but do not exist"


@pytest.mark.parametrize("game", CATALOGUES)
@pytest.mark.parametrize("revision", FILES)
def test_the_rules_of_a_revision_do_not_change(revision: int, game: str):
    kept = json.loads(FILES[revision].read_text())
    if revision not in CATALOGUES[game]:
        assert game not in kept
        return
    file = f"tests/codec/rules/{FILES[revision].name}"
    assert game in kept, f"{file} has no rules of {game}: add them"

    assert complaint(kept[game], resolved(game, revision), file) == ""
    assert resolved(game, revision) == kept[game]


def test_the_complaint_separates_what_was_changed_from_what_was_added():
    kept = {"defaults": {"a": "on"}, "profiles": {"p": {"a": "on"}}}
    changed = {"defaults": {"a": "off"}, "profiles": {"p": {"a": "on"}}}
    added = {"defaults": {"a": "on", "b": 1}, "profiles": {"p": {"a": "on", "b": 1}}}

    assert complaint(kept, kept, "file") == ""
    assert complaint(kept, changed, "file") == "changed or removed: ['defaults/a']. Undo it, and add a revision"
    assert complaint(kept, added, "file") == "added: ['defaults/b', 'profiles/p/b']. Add it to file"


# A future revision ----------------------------------------------------------------------------------------------------


class FutureShengJi(ShengJi):
    """The game with a second revision of its rules."""

    rules_revision = 2


@pytest.fixture
def future_revision(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """A program that is newer than this one: it has another default, and another profile of the same name."""
    old = SHENG_JI.catalogues[1]
    hidden = replace(old.options["hide_points"], default="on")
    profiles = {**old.profiles, "zhang-2021": {**old.profiles["zhang-2021"], "initial_level": "5"}}
    monkeypatch.setitem(SHENG_JI.catalogues, 2, Catalogue({**old.options, "hide_points": hidden}, profiles))
    return {**GAMES, "sheng_ji": FutureShengJi()}


def opened(games: Any, **options: object) -> tuple[Any, ...]:
    command = OpenTable(HOST, "sheng_ji", "zhang-2021", options, listed=True, hands=None)
    return decide(games, None, command, Chance(bytes(32))).events


def values(table: Table) -> tuple[Any, Any]:
    return table.rules.value("hide_points"), table.rules.value("initial_level")


def test_a_table_keeps_the_rules_of_its_revision(future_revision):
    events = opened(GAMES)

    table = fold(future_revision, events)

    assert values(table) == values(fold(GAMES, events)) == ("off", "2")
    assert (table.rules_revision, table.rules.revision) == (1, 1)


def test_a_table_of_an_old_revision_has_the_old_rules(future_revision):
    events = opened(future_revision, take_back="on")

    table = fold(future_revision, events)

    assert values(table) == ("on", "5")
    assert (table.rules_revision, table.rules.revision) == (2, 2)
    assert events[0].rules["options"] == {
        "first_drawer_method": "count",
        "initial_level": "5",
        "kitty_reveal": "on_opponents_last_trick",
        "take_back": "on",
    }


def test_the_stored_state_of_a_table_keeps_its_rules(future_revision):
    for games in (GAMES, future_revision):
        table = fold(games, opened(games))
        match = table._replace(match=table.game.new_match(table.rules))

        for each in (table, match):
            read = table_from_document(json.loads(json.dumps(table_document(each))))
            assert read.rules == table.rules


# An unknown revision --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [ShengJi(), ZhengShangyou()], ids=lambda game: game.name)
@pytest.mark.parametrize("revision", [0, 2, 99])
def test_rules_of_an_unknown_revision_are_refused(game: Any, revision: int):
    profile = min(CATALOGUES[game.name][1].profiles)

    with pytest.raises(UnknownRevision, match=f"revision {revision}; this program knows 1"):
        game.rules_from_document({"profile": profile, "options": {}}, revision)


def test_a_table_of_an_unknown_revision_is_neither_folded_nor_verified():
    (event,) = opened(GAMES)
    newer = replace(event, rules_revision=2)

    with pytest.raises(UnknownRevision):
        fold(GAMES, [newer])
    (wrong,) = verify([newer]).disagreements
    assert "revision 2" in wrong.detail
