"""Commands run here as they do in the tests of the command line."""

from tests.cli.conftest import rulesdsl

__all__ = ["rulesdsl"]
