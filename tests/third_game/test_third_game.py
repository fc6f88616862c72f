"""A new game needs changes of no module except the registry. The tests add a game to a copy of the tree."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
IMPORT = "from domain.games.high_card.package import HIGH_CARD\n"
BEFORE = "from domain.games.package import GamePackage\n"
LAST = "        ZHENG_SHANGYOU,\n"


def tree_with_third_game(folder: Path) -> Path:
    """Returns a copy of the tree with the folder of the game and its entry in the registry."""
    for part in ("domain", "service"):
        shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(HERE / "high_card", folder / "domain" / "games" / "high_card")
    registry = folder / "domain" / "games" / "registry.py"
    text = registry.read_text()
    assert text.count(BEFORE) == text.count(LAST) == 1
    registry.write_text(text.replace(BEFORE, IMPORT + BEFORE).replace(LAST, LAST + "        HIGH_CARD,\n"))
    return folder


def run(folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(HERE / "check_third_game.py")],
        env={"PYTHONPATH": str(folder)},
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_third_game_is_played_verified_stored_rated_and_described_and_leaks_nothing(tmp_path: Path):
    ran = run(tree_with_third_game(tmp_path))

    assert (ran.returncode, ran.stdout) == (0, "checked\n"), ran.stderr


@pytest.mark.slow
def test_a_third_game_that_shows_the_cards_of_others_is_found(tmp_path: Path):
    folder = tree_with_third_game(tmp_path)
    game = folder / "domain" / "games" / "high_card" / "package.py"
    own = "own = state.hands[viewer] if state.hands and isinstance(viewer, int) else ()"
    text = game.read_text()
    assert text.count(own) == 1
    game.write_text(text.replace(own, "own = sum(state.hands, ())"))

    ran = run(folder)

    assert ran.returncode == 1
    assert "check_nothing_leaks" in ran.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "error"),
    [
        (
            "  HandWonEvent: A seat wins the hand.\n",
            "HandWonEvent has no text in contract.yaml of its game or feature, section events",
        ),
        (
            "matches: {high_card: HighCardMatch}\n",
            "matches without a game or without a text in contract.yaml: high_card",
        ),
        (
            "moves: {high_card: [AskedForACardToPlay]}\n",
            "moves without a game or without a text in contract.yaml: high_card",
        ),
    ],
)
def test_a_missing_text_of_a_third_game_is_named(line: str, error: str, tmp_path: Path):
    folder = tree_with_third_game(tmp_path)
    texts = folder / "domain" / "games" / "high_card" / "contract.yaml"
    written = texts.read_text()
    assert written.count(line) == 1
    texts.write_text(written.replace(line, ""))

    ran = run(folder)

    assert ran.returncode == 1
    assert error in ran.stderr
