"""The commands of a group of `shengji`. The groups import some of them on demand."""

import click


def commands_of(group: click.Group) -> dict[str, click.Command]:
    """Returns the commands of a group by their names."""
    context = click.Context(group)
    found = {name: group.get_command(context, name) for name in group.list_commands(context)}
    return {name: command for name, command in found.items() if command is not None}
