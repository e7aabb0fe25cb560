"""The checker: from the tree to a program, or to diagnostics that say why there is none."""
