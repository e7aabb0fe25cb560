"""How fast it is, all figures in one run: `python -m bench`."""
