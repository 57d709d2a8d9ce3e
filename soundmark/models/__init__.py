"""Models that answer questions: what they are asked, how endpoints are spoken to, and how replies are read."""
