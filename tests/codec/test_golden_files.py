"""Stored events stay readable: one golden file per type and revision, which is never edited."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

import domain.tournaments.series.decide  # noqa: F401 - with it all types of events are known
from domain.games.registry import GAMES
from domain.kernel.events import EVENT_CLASSES, EVENT_TYPES, event, upcast
from domain.kernel.newer_release import NewerRelease
from domain.table.evolve import fold
from service.platform.store.events import Record, event_of, record_of
from tests.support.laws import law

GOLDEN = Path(__file__).parent / "golden"
FILES = sorted(GOLDEN.glob("*.json"))


def _named(file: Path) -> tuple[str, int]:
    name, revision, _ = file.name.split(".")
    return name, int(revision)


def test_every_type_and_revision_of_events_has_its_golden_file():
    wanted = {
        (name, revision) for name, _, upcasters in EVENT_TYPES.values() for revision in range(1, len(upcasters) + 2)
    }

    assert {_named(file) for file in FILES} == wanted


@law
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_golden_event_can_be_read(file: Path):
    name, revision = _named(file)

    read = event_of(Record(name, revision, json.loads(file.read_text())))

    assert type(read) is EVENT_CLASSES[name]


@law
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_golden_event_of_the_newest_revision_is_written_unchanged(file: Path):
    name, revision = _named(file)
    stored = Record(name, revision, json.loads(file.read_text()))
    if revision == EVENT_TYPES[EVENT_CLASSES[name]].revision:
        assert record_of(event_of(stored)) == stored


@pytest.fixture
def restored_events() -> Iterator[None]:
    """Forgets the events that a test defines."""
    before = dict(EVENT_CLASSES)
    yield
    for name in EVENT_CLASSES.keys() - before.keys():
        del EVENT_TYPES[EVENT_CLASSES.pop(name)]


@pytest.mark.usefixtures("restored_events")
def test_old_revisions_are_upcast_step_by_step():
    @event(
        "for_this_test",
        lambda document: {"count": document["number"]},
        lambda document: {**document, "unit": "cards"},
    )
    class ForThisTest:
        pass

    del ForThisTest
    assert upcast("for_this_test", 1, {"number": 3}) == {"count": 3, "unit": "cards"}
    assert upcast("for_this_test", 2, {"count": 3}) == {"count": 3, "unit": "cards"}
    assert upcast("for_this_test", 3, {"count": 3, "unit": "points"}) == {"count": 3, "unit": "points"}


@pytest.mark.parametrize(("revision", "refused"), [(0, ValueError), (2, NewerRelease), (99, NewerRelease)])
def test_an_unknown_revision_is_refused(revision: int, refused: type[Exception]):
    with pytest.raises(refused, match="revision"):
        upcast("trick_won", revision, {"seat": 0, "points": 0})


def test_an_unknown_type_belongs_to_a_newer_release():
    with pytest.raises(NewerRelease, match="never_heard_of"):
        event_of(Record("never_heard_of", 1, {}))


def test_an_unknown_member_of_an_event_is_not_ignored():
    with pytest.raises(NewerRelease, match="TrickWon with tempo"):
        event_of(Record("trick_won", 1, {"seat": 0, "points": 0, "tempo": "quick"}))


def test_an_unknown_game_belongs_to_a_newer_release():
    opened = json.loads((GOLDEN / "table_opened.5.json").read_text())

    with pytest.raises(NewerRelease, match="san_da_ha"):
        fold(GAMES, [event_of(Record("table_opened", 5, {**opened, "game": "san_da_ha"}))])


def test_a_name_cannot_be_given_to_two_types():
    with pytest.raises(ValueError, match="trick_won"):
        event("trick_won")(int)
