"""What players are asked: actions, choices, costs, and the routines that answers call."""
