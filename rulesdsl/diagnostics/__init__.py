"""Diagnostics: what is wrong with a game, where, because of what, and how to put it right."""

from rulesdsl.diagnostics.catalogue import CATALOGUE, Entry, UnknownCode, entry
from rulesdsl.diagnostics.model import (
    LATER_CHECKS,
    MOST_ERRORS,
    Diagnostic,
    Edit,
    Fix,
    Label,
    Report,
    Severity,
    TooManyErrors,
)
from rulesdsl.diagnostics.suggest import did_you_mean, suggest

__all__ = [
    "CATALOGUE",
    "LATER_CHECKS",
    "MOST_ERRORS",
    "Diagnostic",
    "Edit",
    "Entry",
    "Fix",
    "Label",
    "Report",
    "Severity",
    "TooManyErrors",
    "UnknownCode",
    "did_you_mean",
    "entry",
    "suggest",
]
