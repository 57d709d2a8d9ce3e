"""The table `spatial`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

from soundmark.store.tables.answers import PlayedRow


@dataclass(frozen=True, slots=True, kw_only=True)
class SpatialRow(PlayedRow):
    """One answer to "In which direction, or how far away, is that sound?"."""

    ABOUT: ClassVar[str] = (
        'One answer to "In which direction, or how far away, is that sound?". '
        "Azimuth: 0 in front, positive to the right, in (-180, 180] degrees."
    )

    task: Annotated[str, "direction_ego, direction_exo, distance_ego, distance_exo or locate."]
    level: Annotated[str | None, "The benchmark's level: simple or hard."] = None
    choice_order: Annotated[
        list[int], "The sectors in the order they were shown, by the benchmark's numbers from 0; empty without choices."
    ]
    choice_index: Annotated[int | None, "The sector that was taken; null without one."] = None
    true_choice_index: Annotated[int | None, "The right sector; null when the question has no choices."] = None
    correct: Annotated[
        bool | None, "Whether the right sector was taken: false for refused and unparsed, null for error."
    ] = None
    azimuth_deg: Annotated[float | None, "The answered direction; null without one."] = None
    true_azimuth_deg: Annotated[float | None, "The true direction; null when the benchmark gives none."] = None
    azimuth_error_deg: Annotated[float | None, "Angle between both directions, wrapped, 0 to 180 degrees."] = None
    distance_m: Annotated[float | None, "The answered distance in metres; null without one."] = None
    true_distance_m: Annotated[float | None, "The true distance in metres; null when the benchmark gives none."] = None
    distance_error_m: Annotated[float | None, "Absolute difference of both distances in metres."] = None
    start_s: Annotated[float | None, "Start of the answered time span, seconds from the start of the clip."] = None
    end_s: Annotated[float | None, "End of the answered time span, seconds from the start of the clip."] = None
    true_start_s: Annotated[float | None, "Start of the true time span, seconds from the start of the clip."] = None
    true_end_s: Annotated[float | None, "End of the true time span, seconds from the start of the clip."] = None
    microphones: Annotated[str | None, "Which microphones the answer was worked out from, as 3456."] = None
