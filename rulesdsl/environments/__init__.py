"""Games as researchers need them: numbered actions, observations, chance, trees, algorithms, adapters."""
