"""The one way a widget of ours is made: a `gr.HTML` with a static template that its script draws from a JSON value."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import gradio as gr

from components.static_files import component_assets, head

JsonValue = Mapping[str, object]


def widget(
    value: JsonValue | None,
    *,
    template: str,
    mount: str,
    scripts: Sequence[Path],
    options: JsonValue | None = None,
    events: Sequence[str] = (),
    elem_id: str | None = None,
    visible: bool = True,
) -> gr.HTML:
    """A widget whose script draws it.

    Args:
        value: the JSON value that the script draws; it may be seen by anybody who has the page.
        template: static HTML. It must not mention the value: then a new value never rewrites what the script drew.
        mount: the function of the page that takes (element, props, trigger, watch, options).
        scripts: what that function needs, in order; scripts and style sheets.
        options: settings, as JSON. They are an argument and not props, because an update drops a component's own props.
        events: names of events that the script may trigger.
        elem_id: as for every Gradio component.
        visible: as for every Gradio component.
    """
    shared = [*component_assets("dom", "dom.js"), *component_assets("texts", "texts.js")]
    component = gr.HTML(
        value,
        html_template=template,
        # An event exists in Python when its name stands quoted in this string.
        js_on_load=f"{mount}(element, props, trigger, watch, {json.dumps(options or {})}); /* {list(events)} */",
        head=head([*shared, *scripts]),
        apply_default_css=False,
        elem_id=elem_id,
        visible=visible,
    )
    component.api_info = lambda: {"type": "object"}  # type: ignore[method-assign]
    return component
