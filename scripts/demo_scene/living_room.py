"""The second scene: an evening in a living room."""

from __future__ import annotations

from demo_pack.voices import Voice

from demo_scene.layout import TALKER, Asked, Event, Layout

LIVING_ROOM = Layout(
    stem="scene_02",
    title="Living room, simulated",
    seed=20_251,
    seen_seed="living room/",
    room_m=(7.4, 4.6, 2.6),
    reverberation_s=0.24,
    static_m={
        "front door": (0.15, 2.6, 1.2),
        "telephone": (6.9, 3.9, 0.9),
        "wall clock": (3.3, 4.45, 1.9),
        "aquarium": (5.6, 0.4, 0.9),
    },
    hums="aquarium",
    voice=Voice(language="en-gb", variant="m3", pitch=42, speed_wpm=160),
    events=(
        Event("ring", "telephone", 0.5, 2.9, "ringing", "ringing"),
        Event(
            "keys", TALKER, 3.5, 6.5, "lost keys", "ask where their keys are",
            "Have you seen my keys? I cannot find them.",
        ),
        Event("knock", "front door", 7.5, 9.5, "knocking", "knocking"),
        Event(
            "parcel", TALKER, 10.5, 13.3, "a parcel", "speak of a parcel", "That must be the parcel. I will get it.",
        ),
        Event("chimes", "wall clock", 14.5, 17.3, "chimes", "sound of chimes"),
        Event(
            "film", TALKER, 18.3, 21.2, "film night", "say that the film begins",
            "Come and sit down, the film begins at eight.",
        ),
    ),
    wearer_m=(
        (0.0, 3.0, 1.6), (3.4, 3.0, 1.6), (7.2, 3.0, 2.2), (10.2, 3.3, 2.4), (13.2, 3.4, 2.5), (14.7, 4.4, 2.5),
        (17.6, 4.4, 2.4), (22.0, 4.1, 2.0),
    ),
    wearer_heading_deg=(
        (0.0, 138.0), (2.9, 134.0), (4.6, -30.0), (6.4, -40.0), (7.4, 30.0), (9.5, 38.0), (10.6, 15.0), (13.2, 10.0),
        (14.5, -20.0), (17.3, -24.0), (18.6, 118.0), (22.0, 125.0),
    ),
    talker_m=(
        (0.0, 5.6, 3.4), (3.2, 5.4, 3.2), (6.9, 5.2, 1.5), (10.2, 4.9, 1.2), (13.4, 4.3, 0.8), (18.0, 1.6, 3.2),
        (22.0, 2.3, 3.6),
    ),
    asked=(
        Asked("ring", "direction_ego", "hard"),
        Asked("ring", "direction_exo", "simple", "wall clock", "aquarium"),
        Asked("ring", "distance_exo", reference="aquarium"),
        Asked("keys", "direction_exo", "simple", "aquarium", "front door"),
        Asked("keys", "direction_exo", "hard", "telephone", "wall clock"),
        Asked("keys", "distance_exo", reference="telephone"),
        Asked("knock", "direction_ego", "simple"),
        Asked("knock", "direction_exo", "hard", "telephone", "aquarium"),
        Asked("knock", "distance_ego"),
        Asked("parcel", "direction_ego", "simple"),
        Asked("parcel", "distance_ego"),
        Asked("parcel", "distance_exo", reference="telephone"),
        Asked("chimes", "direction_ego", "simple"),
        Asked("chimes", "direction_ego", "hard"),
        Asked("chimes", "direction_exo", "simple", "aquarium", "telephone"),
        Asked("film", "direction_ego", "hard"),
        Asked("film", "direction_exo", "hard", "wall clock", "telephone"),
        Asked("film", "distance_ego"),
    ),
)  # fmt: skip
