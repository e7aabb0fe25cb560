"""Formulas: from the tree to expressions of a program, each with its type."""
