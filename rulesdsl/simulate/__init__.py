"""Many games: played on all cores, counted, compared. What a rule does to the balance."""
