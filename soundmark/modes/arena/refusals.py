"""What is said of a file that the arena does not take."""

from __future__ import annotations

from soundmark.audio.errors import AudioError, AudioReason
from soundmark.types import SoundmarkError

NOT_TAKEN = "Bring a photo (JPEG, PNG or WebP) or a recording (wav, flac, ogg, mp3 or m4a)."
_OF_SOUNDS = {
    AudioReason.EMPTY: ("The recording holds no sound. Bring another.", "err_upload_no_sound"),
    AudioReason.UNREADABLE: (
        "The recording is damaged and cannot be decoded. Bring another.",
        "err_upload_broken_sound",
    ),
    AudioReason.NOT_AUDIO: (
        "The file is neither a photo nor a recording of a known format. Bring JPEG, PNG, WebP, wav, flac, ogg, mp3 or "
        "m4a.",
        "err_upload_unknown",
    ),
}


class UploadError(SoundmarkError):
    """A file that cannot be taken; the text says why and what to do."""


def not_here() -> UploadError:
    """Of an upload that is none, is gone, or was reported: the same for all of them."""
    return UploadError("This upload is not here any more. Please bring it again.", key="err_upload_gone")


def nothing_chosen() -> UploadError:
    """When models are to be asked about nothing."""
    return UploadError("Choose a recording or a photo first, or write what to ask.", key="err_upload_none")


def too_few_models(*, is_photo: bool) -> UploadError:
    """When a photo, or a recording, would find no two models."""
    if is_photo:
        return UploadError("Fewer than two models here take photos. Bring a recording.", key="err_upload_photos")
    return UploadError("Fewer than two models here take recordings. Bring a photo.", key="err_upload_sounds")


def not_whole() -> UploadError:
    """Of a file that cannot be read on this machine."""
    return UploadError("The file did not arrive whole. Please choose it again.", key="err_upload_partial")


def empty() -> UploadError:
    """Of a file without content."""
    return UploadError(f"The file is empty. {NOT_TAKEN}", key="err_upload_empty")


def other_kind(what: str) -> UploadError:
    """Of a file of a kind that is not taken, by its technical name."""
    return UploadError("{what} files are not taken. " + NOT_TAKEN, key="err_upload_kind", what=what)


def phone_photo() -> UploadError:
    """Of the forms in which phones keep photos."""
    return UploadError(
        "HEIC and AVIF photos are not taken. Save the photo as JPEG and choose it again.", key="err_upload_heic"
    )


def too_large(n_bytes: int, most_bytes: int) -> UploadError:
    """Of a file that is too large to be opened."""
    return UploadError(
        "The file has {n} MB; at most {most} MB are taken. Cut it, or save it smaller.",
        key="err_upload_large",
        n=f"{n_bytes / 1e6:,.0f}",
        most=f"{most_bytes / 1e6:.0f}",
    )


def too_short(duration_s: float, least_s: float) -> UploadError:
    """Of a recording in which nothing can be heard."""
    return UploadError(
        "The recording has {n} s. Bring one of {least} s or more.",
        key="err_upload_short",
        n=f"{duration_s:.2f}",
        least=f"{least_s:g}",
    )


def of_sound(error: AudioError, most_s: float) -> UploadError:
    """Of a recording that the decoder does not take.

    Args:
        error: what it says.
        most_s: the longest recording that is taken.
    """
    if error.reason is AudioReason.TOO_LONG:
        return UploadError(
            "The recording is longer than {most} s. Cut it to the part that matters.",
            key="err_upload_long",
            most=f"{most_s:g}",
        )
    if error.reason in _OF_SOUNDS:
        text, key = _OF_SOUNDS[error.reason]
        return UploadError(text, key=key)
    return UploadError("The recording cannot be taken: {why}", key="err_upload_sound", why=str(error))


def broken_photo() -> UploadError:
    """Of a photo that cannot be decoded."""
    return UploadError(
        "The photo is damaged and cannot be decoded. Save it again as JPEG, or bring another.",
        key="err_upload_broken_photo",
    )


def too_many_pixels(most: int, most_side: int) -> UploadError:
    """Of a photo that would fill the memory."""
    return UploadError(
        "The photo has too many pixels: at most {most} million are taken, and {side} on a side. Save it smaller.",
        key="err_upload_pixels",
        most=f"{most / 1e6:.0f}",
        side=f"{most_side:,}",
    )


def too_few_pixels(width: int, height: int, least: int) -> UploadError:
    """Of a photo on which nothing can be seen."""
    return UploadError(
        "The photo is {width} x {height} pixels. Bring one of {least} or more on a side.",
        key="err_upload_tiny",
        width=width,
        height=height,
        least=least,
    )


def several_pictures() -> UploadError:
    """Of a moving picture."""
    return UploadError(
        "The file holds several pictures. Save one of them as JPEG and choose that.", key="err_upload_several"
    )
