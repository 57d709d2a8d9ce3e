"""The table `annotations`."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Annotated, ClassVar

from soundmark.store.columns import Id, Row


class ErrorType(StrEnum):
    """Why a model named the wrong country: the seven classes of AGL1K (section 4.5 and appendix B)."""

    BIRD_BIAS = "bird_bias"
    LANGUAGE_AMBIGUITY = "language_ambiguity"
    OVER_COMMITMENT = "over_commitment"
    OVER_REASONING = "over_reasoning"
    LABEL_MISIDENTIFICATION = "label_misidentification"
    EDUCATED_GUESS = "educated_guess"
    REFUSAL = "refusal"


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnotationRow(Row):
    """What the owner of a deployment says of a row of another table. Nothing is changed: a later row counts instead."""

    ABOUT: ClassVar[str] = (
        "The owner of a deployment says why an answer of the table geo went wrong. Of several rows with the same "
        "annotated_id the newest counts."
    )

    annotation_id: Annotated[str, "UUIDv7, unique over all tables and deployments.", Id()]
    schema_version: Annotated[int, "Version of these columns."]
    annotated_table: Annotated[str, "The table of the row that is annotated."]
    annotated_id: Annotated[str, "The id of the row that is annotated."]
    benchmark: Annotated[str, "Of that row."]
    question_id: Annotated[str, "Of that row."]
    error_type: Annotated[
        ErrorType | None,
        "bird_bias, language_ambiguity, over_commitment, over_reasoning, label_misidentification, educated_guess or "
        "refusal, as AGL1K's appendix B defines them; null when an earlier annotation is taken back.",
    ] = None
    annotated_at: Annotated[datetime, "When it was said (UTC)."]
    app_version: Annotated[str, "Version of the app."]
    deployment_id: Annotated[str, "Which deployment wrote the row."]
