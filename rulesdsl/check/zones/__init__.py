"""Zones, states and the standing rules that they keep."""
