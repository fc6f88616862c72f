"""Fourteen mails from real events are as their files say, as text and as HTML."""

import pytest

from tests.contract.recording.stage import Stage
from tests.support.databases import Databases
from tests.support.sample_mails import SAMPLES, parts_of, samples


@pytest.mark.slow
def test_the_sample_mails_are_as_they_were_read_aloud(databases: Databases, servers: tuple[str, str]):
    made = {
        f"{name}.{ending}": text
        for name, mail in samples(Stage(databases, servers[1]))
        for ending, text in parts_of(mail).items()
    }

    assert len(made) == 2 * 14
    assert made == {path.name: path.read_text("utf-8") for path in SAMPLES.iterdir()}, (
        "run `.venv/bin/python -m tests.support.sample_mails`, and read the difference aloud"
    )
