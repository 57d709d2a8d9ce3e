"""A direction or a distance is answered in every way, and then the truth stands there."""

from __future__ import annotations

import math

import pytest
from playwright.sync_api import expect

from tests.support.browser import PHONE, WAIT_MS
from tests.support.stage_page import SCENE, Open, size_of
from tests.support.stage_scene import LAMP, SOFA

pytestmark = [pytest.mark.browser, pytest.mark.long]


@pytest.mark.parametrize(
    ("how", "case"), [("click", "three"), ("keyboard", "quadrants"), ("dial", "three"), ("dial", "quadrants")]
)
def test_a_direction_is_answered_by_button_key_or_dial(ask: Open, how: str, case: str) -> None:
    page = ask(case)
    if how == "click":
        page.locator(".sm-where .sm-option").nth(2).click()
    elif how == "keyboard":
        page.keyboard.press("c")
    else:  # back, or back on the left, is below the middle on the left
        side = page.locator(".sm-dial").evaluate("dial => dial.clientWidth")
        page.locator(".sm-dial").click(position={"x": 0.42 * side, "y": 0.75 * side})
    page.wait_for_selector(".sm-where[data-phase=told]", timeout=WAIT_MS)
    assert page.evaluate("document.querySelector('#answer .sm-where').soundmarkAnswer.value.chosen") == 2
    expect(page.locator(".sm-where .sm-is-own .sm-option-text")).to_have_text(
        "back" if case == "three" else "back-left"
    )


def test_after_the_answer_truth_error_and_reasons_stand_there(ask: Open) -> None:
    page = ask("quadrants")
    expect(page.locator(".sm-where .sm-also")).to_have_text("Standing at the lamp, facing the sofa.")
    page.keyboard.press("3")
    page.wait_for_selector(".sm-where[data-phase=told]")
    # Independent of the scene's own code: the angle at the lamp between sofa and target, from the lengths of the sides.
    a, b, c = abs(SOFA - LAMP), abs(SCENE.target(15) - LAMP), abs(SCENE.target(15) - SOFA)
    degrees = math.degrees(math.acos((a * a + b * b - c * c) / (2 * a * b)))
    expect(page.locator(".sm-where-verdict")).to_contain_text(f"It was {degrees:.0f}° to the right.")
    expect(page.locator(".sm-where-verdict")).to_contain_text(f"missed it by {90 + degrees:.0f}°")
    reasons = page.locator(".sm-where-others")
    expect(reasons).to_contain_text("It heard <b>speech</b> on the left.")
    expect(reasons).to_contain_text("from the sound at the microphones")
    expect(reasons).to_contain_text("not readable")
    page.locator(".sm-where .sm-next").click()
    page.wait_for_selector(".sm-where[data-round^=distance][data-phase=ask]")


def test_on_a_phone_the_question_is_read_at_once_and_the_verdict_comes_into_view(ask: Open) -> None:
    page = ask("quadrants")
    page.set_viewport_size(size_of(PHONE))
    page.evaluate("scrollTo(0, 0)")
    expect(page.locator(".sm-stage-asked")).to_be_in_viewport(ratio=1)
    expect(page.locator(".sm-stage-asked")).to_have_text(page.locator(".sm-question").inner_text())
    page.locator(".sm-where .sm-option").nth(1).click()
    page.wait_for_selector(".sm-where[data-phase=told]")
    expect(page.locator(".sm-where-verdict")).to_be_in_viewport(ratio=1)
    expect(page.locator(".sm-stage-asked")).to_be_hidden()


def test_a_distance_is_set_by_slider_or_number_each_moving_the_other(ask: Open) -> None:
    page = ask("distance")
    slider, field, submit = (
        page.locator(name) for name in (".sm-metres input[type=range]", ".sm-metres-field input", ".sm-where-submit")
    )
    expect(submit).to_be_disabled()
    field.fill("2,4")
    expect(slider).to_have_value("2.4")
    slider.focus()
    page.keyboard.press("ArrowRight")
    expect(field).to_have_value("2.5")
    expect(submit).to_have_text("Answer 2.5 m")
    for text, sentence in (
        ("far", "That is no distance."),
        ("11", "The most that can be answered is 10 m."),
        ("-1", "That is no distance."),
    ):
        field.fill(text)
        field.press("Enter")
        expect(page.locator(".sm-where-error")).to_contain_text(sentence)
        expect(submit).to_be_disabled()
    field.fill("3.3")
    slider.press("Enter")
    page.wait_for_selector(".sm-where[data-phase=told]")
    miss = 3.3 - SCENE.seen(15)[1]
    expect(page.locator(".sm-where-verdict")).to_contain_text(f"{abs(miss):.2f} m too {'far' if miss > 0 else 'near'}.")
    expect(page.locator(".sm-metres-mark.sm-at-truth")).to_be_visible()


def test_not_to_know_is_an_answer_by_button_and_key(ask: Open) -> None:
    for case, act in (("distance", "key"), ("three", "button")):
        page = ask(case)
        if act == "key":
            page.locator(".sm-metres input[type=range]").press("0")
        else:
            page.locator(".sm-where .sm-pass").click()
        page.wait_for_selector(".sm-where[data-phase=told]")
        expect(page.locator(".sm-where-verdict")).to_contain_text("You skipped this one.")


def test_a_refused_answer_may_be_given_again(ask: Open) -> None:
    page = ask("refused")
    page.keyboard.press("a")
    expect(page.locator(".toast-body")).to_be_visible()
    expect(page.locator(".sm-where .sm-option").first).to_be_enabled()
    page.keyboard.press("b")
    page.wait_for_selector(".sm-where[data-phase=told]")
