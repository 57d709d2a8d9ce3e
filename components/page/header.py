"""The header of the page, and the hidden component through which the browser's ticket reaches Python."""

from __future__ import annotations

import gradio as gr

from components.static_files import component_assets, head

TICKET_JS = """async (...values) => {
  while (!window.SoundmarkPage) await new Promise((resolve) => setTimeout(resolve, 20));
  await SoundmarkPage.known;
  if (window.SoundmarkText) await SoundmarkText.ready;
  return [SoundmarkPage.ticket(), ...values.slice(1)];
}"""
"""JavaScript for an event's `js=`, whose first input is the ticket: {player: UUID4 or what stands for an account,
games: {mode: id}, said: {mode: what the player chose}, query: the page's query, unlogged: bool}. Gradio runs the first
events while scripts of the head are still loading, hence the wait."""

TAB_JS = """async () => {
  while (!window.SoundmarkPage) await new Promise((resolve) => setTimeout(resolve, 20));
  return SoundmarkPage.tabToOpen();
}"""
"""JavaScript for an event's `js=`, whose output is the component of the tabs."""


def ready_js(mode: str) -> str:
    """JavaScript for after a tab's first event: whoever drives the page waits for `body[data-ready~=mode]`."""
    return f"() => {{ document.body.dataset.ready = `${{document.body.dataset.ready || ''}} {mode}`; }}"


BUSY_JS = "(...values) => { SoundmarkPage.busy(); return values; }"
"""JavaScript for an event's `js=`: the pressed button says that it is busy, and a long wait what is waited for."""

BUSY_TICKET_JS = TICKET_JS.replace("=> {", "=> {\n  if (window.SoundmarkPage) SoundmarkPage.busy();", 1)
"""Both at once."""

IDLE_JS = "() => SoundmarkPage.idle()"
"""JavaScript for after an event: the pressed button, which says that it is busy, is free again."""

HEADER = """
<header class="sm-header">
  <span class="sm-logo" aria-hidden="true">
    <svg viewBox="0 0 32 32" width="32" height="32">
    <path d="M16 31C9 21 5 17 5 12a11 11 0 0 1 22 0c0 5-4 9-11 19z"/>
    <g>
    <rect x="9.5" y="10" width="2.4" height="4" rx="1.2"/><rect x="13" y="7.5" width="2.4" height="9" rx="1.2"/>
    <rect x="16.6" y="5.5" width="2.4" height="13" rx="1.2"/><rect x="20.1" y="9" width="2.4" height="6" rx="1.2"/></g>
    </svg>
  </span>
  <h1><button type="button" class="sm-home" >Soundmark</button></h1>
  <p class="sm-tagline"></p>
  <details class="sm-who" hidden>
    <summary>
      <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true">
      <circle cx="12" cy="8" r="4.2"/><path d="M3.5 21a8.5 8.5 0 0 1 17 0z"/></svg>
      <span class="sm-who-name"></span>
    </summary>
    <div class="sm-who-card"></div>
  </details>
  <button type="button" class="sm-theme">
    <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
    <circle cx="12" cy="12" r="9"/><path d="M12 3a9 9 0 0 1 0 18z"/></svg>
  </button>
</header>
"""


def page_header() -> gr.HTML:
    """Name, one line, who plays, and the switch between light and dark."""
    assets = [
        *component_assets("dom", "dom.js"),
        *component_assets("texts", "texts.js"),
        *component_assets("page", "who.js", "page.js"),
    ]
    return gr.HTML(
        html_template=HEADER,
        js_on_load="SoundmarkPage.mountHeader(element);",
        head=head(assets),
        apply_default_css=False,
        elem_id="header",
    )


def ticket_component() -> gr.JSON:
    """A component without a look or a value: `js=` of an event fills it with the browser's ticket."""
    return gr.JSON(visible=False)
