"""A multiple-choice game over sounds: the engine that quiz modes share. It knows no benchmark and no gradio."""
