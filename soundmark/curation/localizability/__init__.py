"""Audio Localizability: how much of a recording tells where it was made (AGL1K, section 3.3, equation 1)."""
