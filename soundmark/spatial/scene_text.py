"""A scene report for a person to read."""

from __future__ import annotations

from soundmark.spatial.answers import LETTERS, sector_names
from soundmark.spatial.queries import Frame
from soundmark.spatial.questions import SceneQuestion
from soundmark.spatial.scene_report import Answered, SceneReport
from soundmark.spatial.templates import Ask
from soundmark.spatial.world_map import MappedObject, Rules


def as_text(report: SceneReport) -> str:
    """The report for a person to read."""
    rules = "SAVVY's released rules" if report.world.rules is Rules.PUBLISHED else "corrected rules"
    lines = [f"{report.scene.name} ({rules})", "", "Map, metres"]
    width = max((len(name) for name in report.world.objects), default=0)
    lines += [f"  {name:<{width}}  {_object_text(mapped)}" for name, mapped in report.world.objects.items()]
    lines += ["", "Answers"] if report.answers else []
    for answered in report.answers:
        lines.append(f"  {answered.asked.question_id}: {_answer_text(answered)}")
    lines += ["", "Questions from the events"] if report.questions else []
    for question in report.questions:
        options = " ".join(question.wording.options)
        lines.append(f"  {question.question_id}: {question.wording.prompt}{' ' if options else ''}{options}")
        lines.append(f"    {_truth_text(question)}")
    return "\n".join(lines)


def _object_text(mapped: MappedObject) -> str:
    place, path = mapped.place, mapped.path
    if place is not None:
        x, y = place.position_m.tolist()
        if not mapped.thing.tracks:
            return f"stands at ({x:.2f}, {y:.2f})"
        sure = "" if place.is_clustered else ", no two of which agree"
        return f"stands at ({x:.2f}, {y:.2f}), from {place.n_used} of {place.n_points} points{sure}"
    if path is None:
        return "could not be placed"
    (x0, y0), (x1, y1) = path.positions_m[0].tolist(), path.positions_m[-1].tolist()
    used = ", ".join(f"{count} {source.value}" for source, count in path.n_used.items() if count)
    return (
        f"moves from ({x0:.2f}, {y0:.2f}) at {path.times_s[0]:g} s to ({x1:.2f}, {y1:.2f}) at {path.times_s[-1]:g} s"
        + (f", from {used} points" if used else "")
    )


def _answer_text(answered: Answered) -> str:
    asked, answer, query = answered.asked, answered.answer, answered.asked.query
    seen = "from the wearer" if query.frame is Frame.EGOCENTRIC else f"from {query.reference}"
    seen += f" facing {query.facing}" if query.facing else ""
    about = f"{query.target} {seen}, {query.start_s:g} to {query.end_s:g} s:"
    direct = answered.without_map
    if asked.ask is Ask.DISTANCE:
        text = _distance_text(answer.distance_m) or f"no answer: {answer.no_distance}"
        aside = _distance_text(direct.answer.distance_m) if direct else ""
    else:
        text = _direction_text(answer.sector(asked.n_sectors), answer.azimuth_deg, asked.n_sectors)
        text = text or f"no answer: {answer.no_azimuth}"
        aside = _direction_text(direct.sector, direct.answer.azimuth_deg, asked.n_sectors) if direct else ""
    asides = [f"without the map: {aside}"] if aside else []
    if 0 < answer.coverage < 1:
        asides.append(f"the trajectory covers {answer.coverage:.0%} of this span")
    return f"{about} {text}" + (f" ({'; '.join(asides)})" if asides else "")


def _distance_text(distance_m: float | None) -> str:
    return "" if distance_m is None else f"{distance_m:.2f} m"


def _direction_text(sector: int | None, azimuth_deg: float | None, n_sectors: int) -> str:
    if sector is None:
        return ""
    exactly = "" if azimuth_deg is None else f", {azimuth_deg:.1f} degrees"
    return f"{LETTERS[sector]} {sector_names(n_sectors)[sector]}{exactly}"


def _truth_text(question: SceneQuestion) -> str:
    truth = question.truth
    if question.ask is Ask.DISTANCE:
        return f"{truth.distance_m:.2f} m"
    return _direction_text(truth.choice_index, truth.azimuth_deg, len(question.wording.options))
