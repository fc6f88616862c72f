"""Excludes modules and collected tests from garbage collection, because they exist for the whole run.

They are several hundred thousand objects. Each full collection would visit all of them.
"""

import gc


def pytest_collection_finish() -> None:
    """Freezes all objects that exist when the tests are collected."""
    gc.collect()
    gc.freeze()
