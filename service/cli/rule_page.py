"""Writes a page of the rule book as Markdown."""

from collections.abc import Iterator

from domain.rulebook.entries import Block, Grid
from domain.rulebook.pages import Page


def page_in_markdown(page: Page) -> str:
    """Returns the page as Markdown, for terminals and files."""
    return "\n\n".join(_paragraphs(page)) + "\n"


def _paragraphs(page: Page) -> Iterator[str]:
    yield f"# {page.title}"
    yield page.about
    for chapter in page.chapters:
        yield f"## {chapter.title}"
        yield from map(_block, chapter.about)
        for rule in chapter.rules:
            yield f"### {rule.id} {rule.title}"
            yield from map(_block, rule.text)


def _block(block: Block) -> str:
    if isinstance(block, str):
        return block
    return f"{block.caption}:\n\n{_grid(block)}"


def _grid(grid: Grid) -> str:
    widths = [max(3, *(len(row[column]) for row in (grid.head, *grid.rows))) for column in range(len(grid.head))]
    lines = [_row(grid.head, widths), _row(tuple("-" * width for width in widths), widths)]
    return "\n".join([*lines, *(_row(row, widths) for row in grid.rows)])


def _row(cells: tuple[str, ...], widths: list[int]) -> str:
    padded = (cell.ljust(width) for cell, width in zip(cells, widths, strict=True))
    return f"| {' | '.join(padded)} |"
