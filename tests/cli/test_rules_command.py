"""`shengji rules`: conformance files, questions one per line, and profiles."""

import json
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[1] / "data" / "rules_examples.json"


@pytest.fixture(scope="module")
def case() -> dict:
    """A passing case of the catalogue."""
    return next(case for case in json.loads(EXAMPLES.read_text()) if case["kind"] == "tier_counts")


def _file(directory: Path, *cases: object) -> Path:
    file = directory / "cases.json"
    file.write_text(json.dumps(cases))
    return file


def test_passing_cases_exit_with_success(shengji, tmp_path: Path, case: dict):
    checked = shengji("rules", "check", _file(tmp_path, case, case))

    assert checked.exit_code == 0
    assert checked.stdout.split()[-4:-1] == ["all", "│", "2"] or "all" in checked.stdout


def test_every_differing_case_is_printed_and_counted(shengji, tmp_path: Path, case: dict):
    name = next(iter(case["expected"]))
    wrong = {**case, "id": "WRONG-01", "expected": {**case["expected"], name: "nonsense"}}

    checked = shengji("rules", "check", _file(tmp_path, case, wrong))

    assert checked.exit_code == 1
    assert "WRONG-01" in checked.stdout
    assert "nonsense" in checked.stdout
    assert case["id"] not in checked.stdout


def test_an_unknown_kind_is_an_error(shengji, tmp_path: Path, case: dict):
    checked = shengji("rules", "check", _file(tmp_path, {**case, "kind": "zs_unheard_of"}))

    assert checked.exit_code == 1
    assert "zs_unheard_of" in checked.stdout


def test_an_unsupported_option_is_an_error(shengji, tmp_path: Path, case: dict):
    setup = {**case["setup"], "options": {"succession": "levelup"}}

    assert shengji("rules", "check", _file(tmp_path, {**case, "setup": setup})).exit_code == 1


@pytest.mark.parametrize("text", ["", "{", "{}", "[1]", '[{"id": "x"}]', '[{"id": "[/red]", "kind": 3}]'])
def test_an_invalid_conformance_file_is_an_error(shengji, tmp_path: Path, text: str):
    file = tmp_path / "cases.json"
    file.write_text(text)

    checked = shengji("rules", "check", file)

    assert checked.exit_code == 1
    assert checked.output.strip()
    assert checked.exception is None or isinstance(checked.exception, SystemExit)


def test_the_catalogue_has_no_differences(shengji):
    checked = shengji("rules", "check", EXAMPLES)

    lines = [line for line in checked.stdout.splitlines() if line[:1] not in "│┃┏┡├└┌ "]
    assert not lines, "no case differs"
    assert checked.exit_code == 0


def test_questions_are_answered_one_per_line_and_nothing_else_is_printed(shengji, case: dict):
    asked = [
        {name: case[name] for name in ("kind", "setup", "input")},
        {"kind": "zs_unheard_of", "setup": {}, "input": {}},
        "not an object",
    ]
    text = "\n".join([*map(json.dumps, asked), "", "{broken"]) + "\n"

    answered = shengji("rules", "eval", input=text)

    assert answered.exit_code == 0
    lines = [json.loads(line) for line in answered.stdout.splitlines()]
    assert len(lines) == 4
    assert case["expected"].items() <= lines[0].items()
    assert all("error" in line for line in lines[1:])


def test_profiles_are_listed_with_every_option(shengji):
    assert {"zhang-2016", "zhang-2021"} <= set(shengji("rules", "profiles").stdout.split())

    listed = shengji("rules", "profiles", "zhang-2021").stdout
    assert "tractor_adjacency" in listed
    assert "SJ-" in listed
    unknown = shengji("rules", "profiles", "zhang-1066")
    assert unknown.exit_code == 1
    assert "zhang-2021" in unknown.stderr
