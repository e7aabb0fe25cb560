"""A game on paper, from its file alone: its rules as a page, and its pieces, boards and pads to cut out."""
