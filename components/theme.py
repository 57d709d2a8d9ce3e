"""The look of the product: one Gradio theme and one style sheet."""

from __future__ import annotations

import gradio as gr
from gradio.themes.utils import colors, sizes

FONTS = ["system-ui", "-apple-system", "Segoe UI", "Roboto", "Noto Sans", "sans-serif"]
INK = colors.Color(
    c50="#f5f8fa",
    c100="#e9eff4",
    c200="#d3dfe8",
    c300="#b1c3d2",
    c400="#7f97ab",
    c500="#587089",
    c600="#41566c",
    c700="#2e4052",
    c800="#22303f",
    c900="#1b2733",
    c950="#111a23",
)
BLUE = colors.Color(
    c50="#eaf4fb",
    c100="#d2e8f6",
    c200="#a6d1ed",
    c300="#70b4e0",
    c400="#3494d0",
    c500="#0072b2",
    c600="#00639b",
    c700="#00527f",
    c800="#064263",
    c900="#0a344c",
    c950="#06202f",
)


def theme() -> gr.themes.Base:
    """The theme: system fonts, 16 px and up, one radius, one accent, light and dark."""
    base = gr.themes.Base(
        primary_hue=BLUE,
        neutral_hue=INK,
        text_size=sizes.text_lg,
        radius_size=sizes.radius_md,
        spacing_size=sizes.spacing_sm,
        font=FONTS,
        font_mono=["ui-monospace", "Menlo", "Consolas", "monospace"],
    )
    return base.set(
        body_background_fill="#ffffff",
        body_background_fill_dark="*neutral_950",
        body_text_color="*neutral_900",
        body_text_color_dark="*neutral_100",
        body_text_color_subdued="*neutral_600",
        body_text_color_subdued_dark="*neutral_300",
        block_background_fill="transparent",
        block_background_fill_dark="transparent",
        block_border_width="0px",
        block_shadow="none",
        block_label_background_fill="transparent",
        block_label_background_fill_dark="transparent",
        button_primary_background_fill="*primary_500",
        button_primary_background_fill_hover="*primary_600",
        button_primary_text_color="#ffffff",
        button_primary_background_fill_dark="*primary_400",
        button_primary_background_fill_hover_dark="*primary_300",
        button_primary_text_color_dark="*neutral_950",
        button_secondary_background_fill="*neutral_100",
        button_secondary_background_fill_hover="*neutral_200",
        button_secondary_text_color="*neutral_900",
        button_secondary_background_fill_dark="*neutral_800",
        button_secondary_background_fill_hover_dark="*neutral_700",
        button_secondary_text_color_dark="*neutral_100",
    )
