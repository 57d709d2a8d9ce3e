"""What the columns of the papers' tables are called and mean."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PaperColumn:
    """A column of a published table.

    Attributes:
        label: over the column.
        unit: beneath it; '' for none.
        better: 'more' or 'less' where a larger or smaller figure is better, '' where neither is.
        is_text: whether its cells are words.
    """

    label: str
    unit: str = ""
    better: str = ""
    is_text: bool = False


def _text(label: str) -> PaperColumn:
    return PaperColumn(label, is_text=True)


def _more(label: str, unit: str = "") -> PaperColumn:
    return PaperColumn(label, unit, "more")


def _less(label: str, unit: str = "") -> PaperColumn:
    return PaperColumn(label, unit, "less")


COLUMNS: Mapping[str, PaperColumn] = {
    # who or what a row is about
    "group": _text("Kind"),
    "category": _text("Kind"),
    "params": _text("Parameters"),
    "size": _text("Parameters"),
    "company": _text("Company"),
    "openness": _text("Access"),
    "price_in_out_image": _text("Price: 1M tokens in / out / 1,000 images"),
    "language": _text("Language"),
    "track": _text("Track"),
    "ranking": PaperColumn("Rank"),
    # AGL1K
    "geoscore": _more("GeoScore", "points"),
    "distance_km": _less("Mean distance", "km"),
    "continent_acc": _more("Continent", "share right"),
    "country_acc": _more("Country", "share right"),
    "city_acc": _more("City", "share right"),
    "reject_rate": _less("Rejected", "share"),
    "acc_lt1km": _more("Within 1 km", "share"),
    "acc_lt10km": _more("Within 10 km", "share"),
    "acc_lt500km": _more("Within 500 km", "share"),
    "speech_km": _less("With speech", "km"),
    "nonspeech_km": _less("Without speech", "km"),
    "q25_km": _less("Quantile 25 %", "km"),
    "q50_km": _less("Median", "km"),
    "q75_km": _less("Quantile 75 %", "km"),
    "animal_km": _less("Animal (no speech)", "km"),
    "music_km": _less("Music (no speech)", "km"),
    "nature_km": _less("Nature (no speech)", "km"),
    "things_km": _less("Things (no speech)", "km"),
    # TAU and GlobeAudio
    "single_hop": _more("Single-hop", "%"),
    "multi_hop": _more("Multi-hop", "%"),
    "en": _more("English", "%"),
    "ru": _more("Russian", "%"),
    "zh": _more("Mandarin", "%"),
    "th": _more("Thai", "%"),
    "sg": _more("Singapore English", "%"),
    "bn": _more("Bengali", "%"),
    "avg": _more("Mean over languages", "%"),
    "cc_size": PaperColumn("Share of Common Crawl", "%"),
    "clip_s": PaperColumn("Clip length", "s"),
    "q_chars": PaperColumn("Question length", "characters"),
    "a_chars": PaperColumn("Answer length", "characters"),
    "n": PaperColumn("Questions"),
    # SAVVY
    "ego_dir": _more("Egocentric direction", "%"),
    "ego_dist": _more("Egocentric distance", "%"),
    "allo_dir": _more("Allocentric direction", "%"),
    "allo_dist": _more("Allocentric distance", "%"),
    "overall": _more("Mean of the four", "%"),
    "referral": _more("Object referral", "%"),
    "t_miou": _more("Temporal grounding, t-mIoU", "%"),
    "loc_acc": _more("Localisation accuracy", "%"),
    "sound_loc_acc": _more("Sounding object located", "%"),
    "theta_err_deg": _less("Direction error", "degrees"),
    "r_err_m": _less("Distance error", "m"),
    "doa_lr": _more("Left or right", "%"),
    "doa_fb": _more("Front or back", "%"),
    "sd": PaperColumn("Snapshot descriptor", "1: used"),
    "audio": PaperColumn("Audio track", "1: used"),
    "seg": PaperColumn("Segmentation", "1: used"),
    "map_loc_acc": _more("Located, with map", "%"),
    "map_ego_dir": _more("Direction, with map", "%"),
    "map_ego_dist": _more("Distance, with map", "%"),
    "nomap_loc_acc": _more("Located, without map", "%"),
    "nomap_ego_dir": _more("Direction, without map", "%"),
    "nomap_ego_dist": _more("Distance, without map", "%"),
    "audio_only_dir": _more("Direction, sound only", "%"),
    "audio_only_dist": _more("Distance, sound only", "%"),
    "av_dir": _more("Direction, sound and film", "%"),
    "av_dist": _more("Distance, sound and film", "%"),
    "clip_dir": _more("Direction, clip of the event", "%"),
    "clip_dist": _more("Distance, clip of the event", "%"),
    "full_dir": _more("Direction, whole film", "%"),
    "full_dist": _more("Distance, whole film", "%"),
    # GeoArena
    "elo": _more("Rating", "Elo scale"),
    "ci_lower": PaperColumn("95 % from"),
    "ci_upper": PaperColumn("95 % to"),
    "crowd_left": PaperColumn("Crowd: left", "votes"),
    "crowd_tie": PaperColumn("Crowd: tie", "votes"),
    "crowd_right": PaperColumn("Crowd: right", "votes"),
    "agreement_pct": PaperColumn("Agreement", "%"),
    "beta": PaperColumn("Coefficient", "log-odds"),
    "accuracy": _more("Agreement with people", "share"),
}
"""By the names in the files."""
