"""Ways to show a report, one module each; every one has a `render(report, ...)` that returns text."""
