"""The original functions of Python, which gevent replaces in API processes."""

import importlib
import sys
from typing import Any


def unpatched(module: str, name: str) -> Any:
    """Returns a function or class of the standard library, even if gevent has replaced it."""
    monkey = sys.modules.get("gevent.monkey")
    return monkey.get_original(module, name) if monkey else getattr(importlib.import_module(module), name)
