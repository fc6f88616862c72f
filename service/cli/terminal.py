"""Terminal functions for all commands that people run: output, progress bars, and cards in their colours."""

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.text import Text

OUT = Console()
ERR = Console(stderr=True)

_COLOURS = {"H": "red", "D": "bright_red", "S": "white", "C": "green", "J": "yellow"}


def cards_text(cards: list[str]) -> Text:
    """Returns cards in the colours of their suits."""
    text = Text()
    for card in cards:
        text.append(card + " ", style=_COLOURS[card[-1]])
    return text


def progress_bar() -> Progress:
    """Returns a progress bar on standard error. Standard output is for results."""
    return Progress(
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), console=ERR
    )
