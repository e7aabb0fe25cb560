"""What an editor asks about game files, answered by the language server protocol."""
