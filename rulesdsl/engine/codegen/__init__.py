"""A program written as Python, expression by expression and line by line."""
