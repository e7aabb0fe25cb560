"""What there is: kinds, values, pieces, places, links and tables, from the file and its data."""
