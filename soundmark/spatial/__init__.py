"""Spatial audio: from the microphones of a wearer to where in the room a sound is. Works without the page."""
