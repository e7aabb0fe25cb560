"""The games that come with the project: one rules file each, its rule list and its tables."""
