"""Curated clips as a folder pack, here and on the Hub."""

from soundmark.curation.pack.clip import LeftOut, PackAbout, PackClip, PackWriteError, WrittenPack
from soundmark.curation.pack.folder import check_folder
from soundmark.curation.pack.push import Pushed, push_pack
from soundmark.curation.pack.readme import check_about
from soundmark.curation.pack.write import write_pack

__all__ = [
    "LeftOut", "PackAbout", "PackClip", "PackWriteError", "Pushed", "WrittenPack", "check_about", "check_folder",
    "push_pack", "write_pack",
]  # fmt: skip
