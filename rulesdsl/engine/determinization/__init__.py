"""What may be: positions that could be the true one, and all that chance can bring."""
