"""The first scene: a morning in a kitchen."""

from __future__ import annotations

from demo_pack.voices import Voice

from demo_scene.layout import TALKER, Asked, Event, Layout

KITCHEN = Layout(
    stem="scene_01",
    title="Kitchen, simulated",
    seed=20_250,
    seen_seed="",
    room_m=(6.4, 5.2, 2.7),
    reverberation_s=0.3,
    static_m={
        "refrigerator": (0.5, 4.7, 0.8),
        "microwave oven": (2.6, 4.8, 1.2),
        "radio": (5.9, 4.4, 1.1),
        "kitchen sink": (0.45, 1.0, 1.0),
    },
    hums="refrigerator",
    voice=Voice(language="en-gb", variant="f3", pitch=52, speed_wpm=165),
    events=(
        Event(
            "greeting", TALKER, 0.5, 3.0, "how somebody slept", "ask how you slept", "Good morning! How did you sleep?"
        ),
        Event("beeps", "microwave oven", 4.0, 6.0, "buzzer", "buzzer"),
        Event(
            "plants", TALKER, 7.0, 10.0, "watering the plants", "speak of watering the plants",
            "I will quickly water the plants, by the window.",
        ),
        Event("melody", "radio", 11.0, 14.0, "melody", "melody"),
        Event("tap", "kitchen sink", 15.0, 17.0, "running water", "running water"),
        Event(
            "coffee", TALKER, 18.0, 21.0, "coffee being ready", "say that the coffee is ready",
            "The coffee is ready. Come and sit down with me.",
        ),
    ),
    wearer_m=(
        (0.0, 1.6, 1.5), (3.5, 1.6, 1.5), (7.5, 3.9, 1.7), (10.0, 4.1, 1.9), (14.0, 4.1, 2.0), (17.5, 3.2, 3.3),
        (22.0, 3.0, 3.1),
    ),
    wearer_heading_deg=(
        (0.0, 80.0), (3.0, 75.0), (4.0, 20.0), (6.5, 10.0), (8.0, 75.0), (9.5, 80.0), (11.0, 250.0), (13.5, 245.0),
        (15.0, 85.0), (17.0, 90.0), (18.2, 250.0), (22.0, 265.0),
    ),
    talker_m=(
        (0.0, 3.3, 0.4), (3.0, 3.2, 0.4), (6.5, 5.3, 3.0), (10.5, 5.4, 1.0), (14.0, 4.0, 0.8), (18.0, 1.6, 1.2),
        (22.0, 1.2, 2.2),
    ),
    asked=(
        Asked("greeting", "direction_ego", "hard"),
        Asked("greeting", "distance_exo", reference="refrigerator"),
        Asked("beeps", "direction_ego", "simple"),
        Asked("beeps", "direction_exo", "hard", "kitchen sink", "radio"),
        Asked("beeps", "distance_ego"),
        Asked("plants", "distance_ego"),
        Asked("plants", "direction_exo", "simple", "microwave oven", "refrigerator"),
        Asked("plants", "distance_exo", reference="radio"),
        Asked("melody", "direction_ego", "simple"),
        Asked("melody", "distance_ego"),
        Asked("melody", "direction_exo", "simple", "kitchen sink", "refrigerator"),
        Asked("tap", "direction_ego", "hard"),
        Asked("tap", "direction_exo", "hard", "microwave oven", "refrigerator"),
        Asked("tap", "distance_exo", reference="microwave oven"),
        Asked("coffee", "direction_ego", "simple"),
        Asked("coffee", "direction_exo", "hard", "microwave oven", "radio"),
        Asked("coffee", "direction_exo", "simple", "refrigerator", "kitchen sink"),
        Asked("coffee", "direction_ego", "hard"),
    ),
)  # fmt: skip
