"""Commands whose module is imported when they are used."""

import importlib
from collections.abc import Mapping
from typing import Any

import click


class LazyCommand(click.Command):
    """The name and the summary of a command; everything else is in its module."""

    def __init__(self, name: str, summary: str) -> None:
        super().__init__(name, short_help=summary)

    def load(self) -> click.Command:
        """The command itself."""
        module = importlib.import_module(f".{self.name}", __package__)
        command: click.Command = module.command
        return command

    def make_context(
        self,
        info_name: str | None,
        args: list[str],
        parent: click.Context | None = None,
        **extra: Any,  # noqa: ANN401 - as click declares it
    ) -> click.Context:
        context = self.load().make_context(info_name, args, parent, **extra)
        if not context.resilient_parsing and not {"bot", "games"}.isdisjoint(context.params):
            from .projects import fill_in

            fill_in(context)
        return context


class LazyGroup(click.Group):
    """Commands by name with a summary each, shown in that order."""

    def __init__(self, *, summaries: Mapping[str, str], **attributes: Any) -> None:  # noqa: ANN401
        commands: dict[str, click.Command] = {
            name: LazyCommand(name, summary) for name, summary in summaries.items()
        }
        super().__init__(commands=commands, **attributes)

    def list_commands(self, _context: click.Context) -> list[str]:
        return list(self.commands)
