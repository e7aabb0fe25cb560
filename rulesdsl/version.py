"""The version of the language and of everything in this package."""

__version__ = "0.1.0"
