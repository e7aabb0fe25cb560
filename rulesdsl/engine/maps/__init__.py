"""Ways over maps: questions about walks and trails, answered exactly."""
