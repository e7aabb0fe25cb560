"""What is asked of a player: decisions, their options, and the sets that can be completed."""
