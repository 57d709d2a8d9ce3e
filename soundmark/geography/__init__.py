"""Where on Earth: typed coordinates and places, the country of a point, and one spelling for each name."""
