"""A made-up scene for the spatial widgets: somebody walks in a curve while a sound goes round the room."""

from __future__ import annotations

import cmath
import math
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from components.static_files import file_url, serve

Json = dict[str, object]
SAMPLE_RATE_HZ = 16_000
SEGMENT_S = 0.25
N_ANGLES = 360
LAMP, SOFA, SHELF = complex(2.7, 3.1), complex(3.2, 1.8), complex(-1.4, 2.2)


@dataclass(frozen=True, kw_only=True)
class Scene:
    """Files and facts of one scene.

    Attributes:
        folder: where its files lie; it is served, whole.
        duration_s: how long it lasts.
    """

    folder: Path
    duration_s: float

    def wearer(self, t: float) -> tuple[complex, complex]:
        """Where the wearer is, and a vector to where they look."""
        turn = 2 * math.pi * t / 40
        return complex(1.2 * math.cos(turn), 0.8 * math.sin(turn)), cmath.rect(
            1, turn + math.pi / 2 + 0.4 * math.sin(t)
        )

    def target(self, t: float) -> complex:
        """Where the sound is."""
        return complex(0.6, 0.4) + cmath.rect(2.4, 1.1 - 2 * math.pi * t / 60)

    def seen(self, t: float) -> tuple[float, float]:
        """Azimuth in degrees, + to the right, and distance in metres of the sound from the wearer."""
        where, forward = self.wearer(t)
        ahead = (self.target(t) - where) / forward
        return -math.degrees(cmath.phase(ahead)), abs(ahead)

    def write(self) -> Scene:
        """Write the sounds, the peak map and the film."""
        self.folder.mkdir(parents=True, exist_ok=True)
        serve(self.folder)
        self._write_sounds()
        self._write_peaks()
        self._write_film()
        return self

    def url(self, name: str) -> str:
        """The address of one of its files."""
        return file_url(self.folder.resolve() / name)

    def _write_sounds(self) -> None:
        import soundfile

        times_s = np.arange(round(self.duration_s * SAMPLE_RATE_HZ)) / SAMPLE_RATE_HZ
        syllables = np.clip(np.sin(2 * np.pi * 2.5 * times_s), 0, 1) * (np.sin(2 * np.pi * times_s / 7) > -0.4)
        mono = (0.2 * syllables * np.sin(2 * np.pi * 220 * times_s * (1 + 0.02 * np.sin(times_s)))).astype(np.float32)
        pan = np.interp(times_s, self._ticks(0.1), [math.sin(math.radians(self.seen(t)[0])) for t in self._ticks(0.1)])
        stereo = np.stack([mono * (1 - 0.6 * pan), mono * (1 + 0.6 * pan)], axis=1)
        soundfile.write(self.folder / "mono.wav", mono, SAMPLE_RATE_HZ)
        soundfile.write(self.folder / "stereo.wav", stereo, SAMPLE_RATE_HZ)

    def _write_peaks(self) -> None:
        from PIL import Image

        rng = np.random.default_rng(5)
        azimuths_deg = np.arange(N_ANGLES) * 360 / N_ANGLES - 180
        truth_deg = np.array([self.seen(t)[0] for t in self._ticks(SEGMENT_S)])
        off = (azimuths_deg[None, :] - truth_deg[:, None] + 180) % 360 - 180
        power = 40 + 190 * np.exp(-((off / 18) ** 2)) + 25 * rng.random(off.shape)
        Image.fromarray(np.clip(power, 0, 255).astype(np.uint8), mode="L").save(self.folder / "peaks.png")

    def _write_film(self) -> None:
        import av

        with av.open(str(self.folder / "film.mp4"), "w") as film:
            stream = film.add_stream("libx264", rate=5)
            stream.width, stream.height, stream.pix_fmt = 160, 96, "yuv420p"
            for i in range(round(self.duration_s * 5)):
                picture: NDArray[np.uint8] = np.full((96, 160, 3), 60, dtype=np.uint8)
                picture[:, : 1 + round(159 * i / (self.duration_s * 5)), 1] = 160
                film.mux(stream.encode(av.VideoFrame.from_ndarray(picture, format="rgb24")))
            film.mux(stream.encode())

    def _ticks(self, step_s: float) -> list[float]:
        return [step_s * i for i in range(round(self.duration_s / step_s))]

    def tracks(self) -> list[Json]:
        """What the three sources saw, relative to the wearer."""
        return [
            self._track("sd", "Snapshots", 6.0, 16, 0.5),
            self._track("seg", "Segmentation", 1.0, 3, 0.15),
            self._track("audio", "Sound", SEGMENT_S, 5, 0.3),
        ]

    def _track(self, source: str, label: str, step_s: float, error_deg: float, error_m: float) -> Json:
        rng = np.random.default_rng(len(source))
        times_s = [t for t in self._ticks(step_s) if source == "audio" or abs(self.seen(t)[0]) < 55]
        seen = [self.seen(t) for t in times_s]
        return {
            "source": source,
            "label": label,
            "times_s": times_s,
            "azimuths_deg": [round(azimuth + error_deg * float(rng.normal()), 1) for azimuth, _ in seen],
            "distances_m": [round(max(0.2, metres + error_m * float(rng.normal())), 2) for _, metres in seen],
            "confidences": None,
        }

    def map(self, *, is_exo: bool) -> Json:
        """The scene from above."""
        times_s = self._ticks(0.5)
        poses = [self.wearer(t) for t in times_s]
        objects = [("target", "ceramic speaker", self.target(15)), ("other", "bookshelf", SHELF)]
        if is_exo:
            objects += [("reference", "floor lamp by the window", LAMP), ("facing", "sofa", SOFA)]
        return {
            "wearer": {
                "times_s": times_s,
                "xy": [_pair(where) for where, _ in poses],
                "forward": [_pair(ahead) for _, ahead in poses],
            },
            "objects": [{"role": role, "label": label, "xy": _pair(where)} for role, label, where in objects],
            "target_path": {"times_s": times_s, "xy": [_pair(self.target(t)) for t in times_s]},
            "estimated": [self._estimated(track) for track in self.tracks()],
            **({} if is_exo else {"origin": {"xy": _pair(self.wearer(15)[0]), "forward": _pair(self.wearer(15)[1])}}),
        }

    def _estimated(self, track: Json) -> Json:
        times_s, azimuths, metres = (track[key] for key in ("times_s", "azimuths_deg", "distances_m"))
        assert isinstance(times_s, list)
        assert isinstance(azimuths, list)
        assert isinstance(metres, list)
        points = []
        for t, azimuth_deg, distance_m in zip(times_s, azimuths, metres, strict=True):
            where, forward = self.wearer(t)
            points.append(_pair(where + forward * cmath.rect(distance_m, -math.radians(azimuth_deg))))
        return {"source": track["source"], "times_s": times_s, "xy": points}

    def stage(self, round_id: str, *, is_told: bool, is_exo: bool = False, with_film: bool = False) -> Json:
        """The value of a stage whose question asks about 10 to 20 s."""
        waveform = [abs(math.sin(0.31 * i)) * (0.25 + 0.75 * abs(math.sin(0.047 * i))) for i in range(400)]
        value: Json = {
            "round": round_id,
            "phase": "told" if is_told else "ask",
            "duration_s": self.duration_s,
            "span": {"start_s": 10.0, "end_s": 20.0},
            "clips": {"stereo": {"src": self.url("stereo.wav")}, "mono": {"src": self.url("mono.wav")}},
            "video": {"src": self.url("film.mp4")} if with_film else None,
            "waveform": waveform,
            "events": [
                {"start_s": 2.0, "end_s": 18.0, "label": "a person speaks"},
                {"start_s": 24.0, "end_s": 26.0, "label": "a door is closed slowly"},
                {"start_s": 30.0, "end_s": 52.0, "label": "music"},
            ],
            "peak_map": {
                "src": self.url("peaks.png"),
                "n_segments": round(self.duration_s / SEGMENT_S),
                "segment_s": SEGMENT_S,
                "n_angles": N_ANGLES,
            },
            "tracks": self.tracks(),
            "map": None,
            "truth": None,
            "own": None,
            "field_of_view_deg": 110,
        }
        if is_told:
            azimuth_deg, distance_m = self.exo() if is_exo else self.ego()
            value["map"] = self.map(is_exo=is_exo)
            value["truth"] = {"azimuth_deg": azimuth_deg, "distance_m": distance_m}
            value["own"] = {"azimuth_deg": None, "sector": [-90, 0], "distance_m": None}
        return value

    def ego(self) -> tuple[float, float]:
        """The true direction and distance for the wearer, in the middle of the span."""
        return self.seen(15)

    def exo(self) -> tuple[float, float]:
        """The true direction and distance for somebody at the lamp who faces the sofa."""
        ahead = (self.target(15) - LAMP) / (SOFA - LAMP)
        return -math.degrees(cmath.phase(ahead)), abs(self.target(15) - LAMP)


def _pair(point: complex) -> list[float]:
    return [round(point.real, 3), round(point.imag, 3)]
