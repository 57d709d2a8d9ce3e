"""Parts of the generator of the simulated seven-microphone scene; `make_demo_scene.py` puts them together."""
