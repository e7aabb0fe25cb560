"""Maps, boards of cells and rings as pictures: for a file, and for the table where pieces stand on them."""
