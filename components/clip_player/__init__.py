"""A player for one clip: big button, waveform, time. It counts what was really heard."""

from __future__ import annotations

import gradio as gr

from components.static_files import component_assets
from components.widget import JsonValue, widget

TEMPLATE = """
<div class="sm-player" role="group" aria-label="The sound">
  <button type="button" class="sm-play" aria-label="Play">
    <svg viewBox="0 0 24 24" width="30" height="30" aria-hidden="true">
      <path class="sm-play-icon" d="M7 4l14 8-14 8z"/>
    </svg>
  </button>
  <div class="sm-wave" role="slider" tabindex="0" aria-label="Position in the sound" aria-valuemin="0">
    <canvas></canvas>
  </div>
  <span class="sm-time" aria-hidden="true">0:00</span>
  <audio preload="auto"></audio>
  <p class="sm-player-note" role="status" hidden></p>
</div>
"""


def clip_player(value: JsonValue | None = None, *, elem_id: str | None = None) -> gr.HTML:
    """The player. Its value, to which the browser adds what was heard, is described in `static/clip_player.js`."""
    return widget(
        value,
        template=TEMPLATE,
        mount="SoundmarkPlayer.mount",
        scripts=component_assets("clip_player", "heard.js", "clip_player.js", "clip_player.css"),
        elem_id=elem_id,
    )
