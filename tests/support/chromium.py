"""Chromium, in which pages are tested. As a program, it says what is missing for that, and nothing otherwise."""

import importlib.util
import shutil
import sys

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
"""The path of Chromium; `None` if it is not installed."""


def missing() -> str | None:
    """Returns what tests of pages lack here, and how to get it; `None` if they can run."""
    if importlib.util.find_spec("playwright") is None:
        return "the package playwright (deploy/requirements-test.txt)"
    return "Chromium (apt install chromium fonts-noto-cjk)" if CHROMIUM is None else None


if __name__ == "__main__":
    lacking = missing()
    if lacking is not None:
        sys.stdout.write(f"Tests of pages were skipped: they need {lacking}.\n")
