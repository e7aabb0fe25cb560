"""The version of everything in this package, and of the language that it reads."""

__version__ = "0.1.0"

LANGUAGE = 1
"""Files say which language they are written in: `language 1`. It changes where a file would mean something
else, or nothing any more; what is only added to it changes nothing."""
