"""The command line, installed as `rulesdsl.cli`."""
