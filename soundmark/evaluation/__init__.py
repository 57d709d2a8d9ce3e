"""Models and baselines go through a benchmark: asked within limits, and logged like people."""
