"""Gradio widgets that know no benchmark.

Each is a factory that returns a `gr.HTML` with a static template; its JavaScript and CSS lie in the `static` folder
beside it and are served by the app itself. Values are JSON: text from people, models or data sets is written into the
page with `textContent` only, and never stands in a template.
"""
