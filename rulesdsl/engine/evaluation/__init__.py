"""What expressions mean, worked out by walking them: for views, for reasons, and as the oracle in tests."""
