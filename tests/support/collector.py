"""The garbage collector skips modules and collected tests, which last for the whole run.

They are several hundred thousand objects, and each full collection would visit all of them.
"""

import gc


def pytest_collection_finish() -> None:
    """Freezes all objects that exist when the tests are collected."""
    gc.collect()
    gc.freeze()
