"""Writes documents as YAML in one fixed form: short values on one line, long texts folded."""

from typing import Any

import yaml

from domain.kernel.messages import Message

WIDTH = 120
LINE = 118
"""Longest value on one line, in characters with its indentation. The rest of the line is reserved for quotes."""

WORD = 50
"""Longest value, in characters, in a list whose items share lines."""


def written(document: Any) -> str:
    """Returns a document as YAML."""
    node = _Representer(sort_keys=False).represent_data(document)
    _lay_out(node, 0, 0)
    return str(yaml.serialize(node, Dumper=yaml.CSafeDumper, width=WIDTH, allow_unicode=True))


class _Representer(yaml.representer.SafeRepresenter):
    """Writes a repeated value in full instead of as an alias."""

    def ignore_aliases(self, data: Any) -> bool:  # noqa: ARG002 - the signature of the library
        return True


_Representer.add_representer(Message, lambda of, text: of.represent_str(str(text)))


def _lay_out(node: yaml.Node, indent: int, column: int) -> None:
    """Chooses the style of a node from the indentation of its lines and the column at which its text starts."""
    if isinstance(node, yaml.ScalarNode):
        if "\n" in node.value:
            node.style = "|"
        elif column + len(node.value) > LINE and node.tag.endswith(":str"):
            node.style = ">"
    elif isinstance(node, yaml.CollectionNode):
        node.flow_style = _is_list_of_words(node) or (column + _width(node) <= LINE and not _has_lines(node))
        if not node.flow_style:
            _lay_out_inside(node, indent)


def _lay_out_inside(node: yaml.CollectionNode, indent: int) -> None:
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            _lay_out(value, indent + 2, indent + _width(key) + 2)
    else:
        for value in node.value:
            _lay_out(value, indent + 2, indent + 2)


def _is_list_of_words(node: yaml.CollectionNode) -> bool:
    """Returns whether a list has short items that can share lines, like those of an enumeration."""
    return isinstance(node, yaml.SequenceNode) and all(
        isinstance(each, yaml.ScalarNode) and len(each.value) <= WORD and " " not in each.value for each in node.value
    )


def _width(node: yaml.Node) -> int:
    """Returns the number of characters of a node on one line."""
    if isinstance(node, yaml.ScalarNode):
        return len(node.value) + (2 if node.value[:1] in ("#", "", '"', "'", "{", "[", "*", "/") else 0)
    if isinstance(node, yaml.MappingNode):
        return 2 + sum(_width(key) + _width(value) + 4 for key, value in node.value)
    return 2 + sum(_width(each) + 2 for each in node.value)


def _has_lines(node: yaml.Node) -> bool:
    if isinstance(node, yaml.ScalarNode):
        return "\n" in node.value
    inside = [each for pair in node.value for each in pair] if isinstance(node, yaml.MappingNode) else node.value
    return any(map(_has_lines, inside))
