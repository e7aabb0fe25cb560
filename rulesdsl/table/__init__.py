"""The table as a page: what a player sees, as HTML. No server, and nothing of the rules but a view."""
