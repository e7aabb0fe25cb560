"""Games that people play in their browsers. The one room that has a clock, chance and a disk."""
